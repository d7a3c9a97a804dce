import Foundation
import Testing

extension Workplace {
  /// Expects two folders to have one report, byte for byte but for what no two runs share: ids and times of runs, and
  /// places in the ledger.
  func expectSameReport(_ left: String, _ right: String, _ comment: String = "") throws {
    let texts = try [left, right].map { try plainReport($0) }
    if texts[0] != texts[1] {
      // The first difference, with what stands around it.
      let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
      let excerpts = texts.map { String($0.dropFirst(max(0, common - 200)).prefix(400)) }
      Issue.record("\(comment) \(left): …\(excerpts[0])…\n\(right): …\(excerpts[1])…")
    }
    #expect(try text("\(left)/flagged-accounts.csv") == text("\(right)/flagged-accounts.csv"), "\(comment)")
  }

  private func plainReport(_ folder: String) throws -> String {
    let id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    var text = try text("\(folder)/report.json")
    for (pattern, replacement) in [
      (id, "ID"), ("\"(started_at|finished_at)\": ?\"[^\"]*\"", "\"$1\": TIME"),
      ("\"ledger\": ?\\{[^}]*\\}", "\"ledger\": {}"),
    ] {
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }
}
