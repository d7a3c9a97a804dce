import Evidence
import Foundation
import Intake
import Run
import Testing

/// What is proposed for a file beside an export of three accounts.
enum Proposed {
  static let uids = ["u1", "u2", "u3"]
  static let users =
    #"{"users":["#
    + uids.map { #"{"localId":"\#($0)","email":"\#($0)@privaterelay.appleid.com","createdAt":"1770000000000"}"# }
    .joined(separator: ",\n") + "]}"

  static func all(_ text: String, as name: String, users: String? = Proposed.users) throws
    -> ConfigurationProposal
  {
    let place = FileManager.default.temporaryDirectory.appending(path: "relay-audit-proposal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    try users?.write(to: place.appending(path: "users.json"), atomically: true, encoding: .utf8)
    try text.write(to: place.appending(path: name), atomically: true, encoding: .utf8)
    return try ConfigurationProposal(of: [place.path], in: place.path)
  }

  static func entry(_ text: String, as name: String, users: String? = Proposed.users) throws -> EntryProposal {
    try #require(try all(text, as: name, users: users).entries.first?.proposal)
  }
}

extension EntryProposal {
  /// The fields that are proposed for a column, and how sure that is.
  func fields(of column: String) -> [String: Certainty] {
    let lines = lines.filter { $0.key == .column(column) }
    return Dictionary(lines.map { ($0.texts.first ?? "?", $0.certainty) }) { first, _ in first }
  }
}
