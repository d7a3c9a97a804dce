import Foundation
import History
import Reporting
import Timestamps

@testable import Run

/// Changes to the file of a store. The first byte says which store; then follow changes, each the place (three bytes),
/// the count of bytes (one) and the bytes.
enum StoreTarget {
  /// `FUZZ_STORES` is a folder that has stores of earlier versions, and folders that are nights of one project, with a
  /// configuration each.
  private static func stores() throws -> [[UInt8]] {
    let folder = ProcessInfo.processInfo.environment["FUZZ_STORES"] ?? "."
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let nights = names.filter { $0.hasPrefix("night-") }.map { "\(folder)/\($0)/relay-audit.yaml" }
    let stores = [try store(of: nights)] + names.filter { $0.hasSuffix(".sqlite") }.map { "\(folder)/\($0)" }
    return try stores.map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
  }

  /// The path of a store that has audited the nights.
  private static func store(of nights: [String]) throws -> String {
    let folder = ScratchFile().folder
    for (index, config) in nights.enumerated() {
      var options = AuditOptions()
      options.config = config
      options.asOf = Reading.asOf + .days(Int64(index - nights.count))
      options.capturedAt = Reading.asOf + .days(Int64(index - nights.count - 1))
      options.store = folder + "/audit.sqlite"
      options.reportFolder = folder + "/reports"
      options.formats = ["json"]
      options.jobs = 1
      _ = try Audit.run(options, diagnostics: Diagnostics(format: .text, isQuiet: true, isVerbose: false))
    }
    return folder + "/audit.sqlite"
  }

  static let target = FuzzTarget(name: "store") { run in
    let (stores, file) = (try stores(), ScratchFile("audit.sqlite"))
    file.write(stores[0])
    if try PastRuns(StoreQuery(config: nil, store: file.path, project: nil)).entries.isEmpty {
      defect("the store of the nights has no run")
    }
    try run { input in
      guard let first = input.first else { return }
      var store = stores[Int(first & 0x7F) % stores.count]
      change(&store, input.dropFirst())
      // What an earlier input left.
      for suffix in ["-journal", "-wal", "-shm"] { unlink(file.path + suffix) }
      file.write(store)
      // A change that is no change of the file's rights, and no lack of space, must not end as a defect.
      let isExpected: (any Error) -> Bool = { UserError($0) != nil }
      let query = StoreQuery(config: nil, store: file.path, project: nil)
      expecting(isExpected) {
        for entry in try PastRuns(query).entries.prefix(3) { _ = entry.counts }
      }
      expecting(isExpected) { _ = try Verification(.init(head: nil, report: nil, allowedSigners: nil), query) }
      expecting(isExpected) { _ = try RunDifference.between(nil, nil, query) }
      expecting(isExpected) {
        _ = try PastReports(folder: file.folder + "/again", formats: ["json"], personalData: nil).write(.last, query)
      }
      // Half of the inputs are opened to be changed, which brings old stores up to date.
      if first & 0x80 != 0 { expecting(isExpected) { _ = try EvidenceStore(path: file.path, isDurable: false) } }
    }
  }

  private static func change(_ store: inout [UInt8], _ changes: Slice<UnsafeBufferPointer<UInt8>>) {
    var rest = changes
    while rest.count > 4 {
      let place = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) } % store.count
      rest = rest.dropFirst(3)
      let count = min(Int(rest.first ?? 0), rest.count - 1, store.count - place)
      rest = rest.dropFirst()
      store.replaceSubrange(place..<(place + count), with: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }
}
