import Foundation

@testable import Evidence
@testable import Intake

/// A pattern, a line end, and a line that it is held against.
enum PatternTarget {
  static let target = FuzzTarget(name: "pattern") { run in
    try run { input in
      let parts = input.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
      guard let text = String(validating: parts[0], as: UTF8.self), let pattern = try? LinePattern(text) else { return }
      let line = parts.count > 1 ? Array(parts[1]) : []
      // Lines are checked before.
      guard String(validating: line, as: UTF8.self) != nil else { return }
      line.withUnsafeBufferPointer { line in
        guard case .match(let groups) = pattern.match(line) else { return }
        if groups.count != pattern.names.count { defect("\(groups.count) groups for \(pattern.names.count) names") }
        for group in groups { _ = group.string.utf8.count }
      }
    }
  }
}
