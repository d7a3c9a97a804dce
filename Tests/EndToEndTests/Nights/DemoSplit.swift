import Demo
import Foundation
import Testing

/// The demo's evidence, dealt out over nights at random.
struct DemoSplit {
  /// A record, and the files that may hold it.
  private struct Record {
    var file: String
    var line: String
    /// What has to be shown in the order of its time: the statements of one consent, or of one request.
    var statement: String?
    var time: Date
  }

  /// Shown every night as they are: snapshots, and what is judged of tonight's files alone.
  private var snapshots: [String: String] = [:]
  private var headers: [String: String] = [:]
  private var records: [Record] = []
  private let config: String

  /// - Parameter sample: a folder that `demo` wrote.
  init(_ sample: URL) throws {
    config = try String(contentsOf: sample.appending(path: "relay-audit.yaml"), encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("apple:") || $0.hasPrefix("relay:") }.joined(separator: "\n")
    for path in try FileManager.default.subpathsOfDirectory(atPath: sample.path).sorted() {
      let file = sample.appending(path: path)
      guard !path.hasPrefix("more/"), !path.hasPrefix("nights/"),
        ["json", "ndjson", "csv", "gz"].contains(file.pathExtension)
      else { continue }
      let name = file.lastPathComponent
      if ["ground-truth.json", "relay-audit.schema.json"].contains(name) { continue }
      let text = file.pathExtension == "gz" ? try Self.unzip(file) : try String(contentsOf: file, encoding: .utf8)
      if path.hasPrefix("exports/") || name == "users.json" || name.hasPrefix("apple-provider") {
        snapshots[name] = text
      } else if file.pathExtension == "ndjson" {
        for line in text.split(separator: "\n") { try add(name, String(line) + "\n", Self.fields(json: line)) }
      } else {
        try readTable(name.replacing(".gz", with: ""), text)
      }
    }
    try #require(records.count > 20)
  }

  private static func unzip(_ file: URL) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    process.standardOutput = pipe
    try process.run()
    let data = try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private mutating func readTable(_ name: String, _ text: String) throws {
    let rows = text.split(whereSeparator: \.isNewline).map(String.init)
    headers[name] = rows[0] + "\r\n"
    let columns = rows[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for row in rows.dropFirst() {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try add(name, row + "\r\n", Dictionary(uniqueKeysWithValues: zip(columns, cells)).filter { !$0.value.isEmpty })
    }
  }

  private static func fields(json line: Substring) throws -> [String: String] {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    return object.mapValues { "\($0)" }
  }

  private mutating func add(_ file: String, _ line: String, _ fields: [String: String]) throws {
    let moments = [
      "given_at", "withdrawn_at", "requested_at", "completed_at", "at", "linked_at", "deleted_at", "event_time",
      "transferred_at",
    ].compactMap { fields[$0] }.map { text in
      Double(text).map { Date(timeIntervalSince1970: $0 / 1000) }
        ?? (try? Date(text, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true)))
    }
    records.append(
      Record(
        file: file, line: line, statement: fields["consent_id"] ?? fields["request_id"],
        time: try #require(moments.compactMap { $0 }.max())))
  }

  /// The names of the files that are dealt out.
  var kinds: [String] { Set(records.map(\.file)).sorted() }

  /// The files of one night that shows everything.
  var whole: [String: String] { files(records) }

  /// The files of each of these nights: what is shown on a night happened before, and all is shown on one of them at
  /// least.
  func nights(capturedAt times: [Date], seed: UInt64) -> [[String: String]] {
    var random = SplitMix64(seed: seed)
    var shown = times.map { _ in [Record]() }
    var earliest: [String: Int] = [:]
    for record in records.sorted(by: { $0.time < $1.time }) {
      let first = times.firstIndex { $0 >= record.time } ?? times.count - 1
      guard let statement = record.statement, records.count(where: { $0.statement == statement }) > 1 else {
        var isShown = false
        for night in first..<times.count where random.next(below: 4) == 0 {
          shown[night].append(record)
          isShown = true
        }
        if !isShown { shown[first + random.next(below: times.count - first)].append(record) }
        continue
      }
      // The newest capture's statement counts, so the last one is shown last.
      let start = max(first, earliest[statement] ?? 0)
      let night = start + random.next(below: times.count - start)
      earliest[statement] = night
      shown[night].append(record)
    }
    return shown.map { records in
      var records = records
      records.shuffle(using: &random)
      return files(records)
    }
  }

  private func files(_ records: [Record]) -> [String: String] {
    var files = snapshots.merging(headers) { $1 }
    for name in Set(self.records.map(\.file)) where files[name] == nil { files[name] = "" }
    for record in records { files[record.file, default: ""] += record.line }
    return files
  }

  var configuration: String { config + "\n" }
}
