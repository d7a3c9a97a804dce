import Foundation
import History
import Judgement
import Vocabulary

/// Files beside the store that may name a forgotten person. They are not the store's: it says so, and changes nothing.
struct ForgottenElsewhere {
  private let person: Person
  private let ids: Set<String>
  private let scrubber: NameScrubber

  /// - Parameter ids: of findings about the person.
  init(_ person: Person, ids: Set<String>, _ scrubber: NameScrubber) {
    self.person = person
    self.ids = ids
    self.scrubber = scrubber
  }

  /// A sentence for each.
  func notices(_ configuration: Configuration) -> [String] {
    let reports = """
      reports, views and backups written earlier still show the person; delete them, and write the last report again \
      with `\(Self.rewriting(configuration))`
      """
    return [
      configuration.waivers.flatMap { path in Self.orUnread("waivers name") { try waivers(path) } },
      configuration.baseline.flatMap { path in Self.orUnread("baseline names") { try baseline(path) } }, reports,
    ].compactMap { $0 }
  }

  private func waivers(_ path: String) throws -> String? {
    let waivers = try WaiverFile.read(path)
    let places = waivers.entries.indices.filter { names(waivers.entries[$0]) }.map { "\($0 + 1)" }
    if places.isEmpty { return nil }
    return """
      \(path) names the person in \(places.count == 1 ? "its waiver" : "its waivers") \
      \(places.joined(separator: ", ")), counted from the top; edit that file yourself
      """
  }

  private func baseline(_ path: String) throws -> String? {
    let count = try BaselineFile(path: path).baseline.entries.count { ids.contains($0.id) }
    if count == 0 { return nil }
    return """
      \(path) has \(count == 1 ? "a finding" : "\(count) findings") about the person; write it again with \
      `relay-audit baseline write`
      """
  }

  /// The notice that `body` makes, or one that the file cannot be read: silence would say that it names nobody.
  ///
  /// - Parameter clause: the file, with its verb: "waivers name".
  private static func orUnread(_ clause: String, _ body: () throws -> String?) -> String? {
    do {
      return try body()
    } catch {
      let problem = (error as? UserError)?.problem ?? "\(error)"
      return """
        whether the configured \(clause) the person is unknown, since the file cannot be read: \(problem); check \
        it by hand
        """
    }
  }

  /// The command that writes the reports again, wherever it is started.
  private static func rewriting(_ configuration: Configuration) -> String {
    ShellCommand.text(
      ["report", "last", "--store", configuration.store, "--out", configuration.reportFolder]
        + (configuration.project.map { ["--project", $0] } ?? []))
  }

  private func names(_ entry: Waivers.Entry) -> Bool {
    switch entry.scope {
    case .findings(let ids) where !self.ids.isDisjoint(with: ids): return true
    case .rule(_, .some(let uid), _) where person.names.uids.contains(uid): return true
    case .rule(_, _, .some(let object)) where person.requests.contains(object): return true
    case .findings, .rule: break
    }
    let texts = [entry.waiver.reason, entry.ticket ?? ""]
    return texts.contains { scrubber.scrub($0) != $0 }
  }
}
