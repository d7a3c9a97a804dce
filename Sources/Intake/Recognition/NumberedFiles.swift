import Evidence
import Foundation
import Timestamps

/// Files of a folder whose names differ in numbers alone (`UnnumberedName`).
package enum NumberedFiles {
  /// Marks a file that is not recognised as an unreadable one of the kind that the others of its name have: whoever
  /// mapped last month's file would else not learn that this month's is not read.
  package static func doubt(in sources: inout [RecognisedSource]) {
    guard sources.contains(where: \.isUnrecognised) else { return }
    var kinds: [String: Set<EvidenceKind>] = [:]
    for source in sources {
      guard let kind = source.kind, source.file.isRegular else { continue }
      kinds[UnnumberedName.series(of: place(of: source)), default: []].insert(kind)
    }
    for index in sources.indices {
      guard case .unrecognised(let why) = sources[index].outcome, sources[index].supersededBy == nil,
        sources[index].file.isRegular
      else { continue }
      let path = place(of: sources[index])
      guard UnnumberedName.isOfCopy(path), let others = kinds[UnnumberedName.series(of: path)], others.count == 1,
        let kind = others.first
      else { continue }
      sources[index].fail(
        as: kind, "it is not recognised, and files whose names differ in numbers alone hold \(kind.rawValue): \(why)")
    }
  }

  /// A configuration may name one file of a folder in other words than the folder.
  private static func place(of source: RecognisedSource) -> String {
    let path = source.file.systemPath.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    return URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

extension RecognisedSource {
  fileprivate var isUnrecognised: Bool { if case .unrecognised = outcome { true } else { false } }
}
