package import Timestamps
package import Vocabulary

/// What a waivers file holds, in its order.
package struct Waivers: Hashable, Sendable {
  /// What a waiver accepts.
  package enum Scope: Hashable, Sendable {
    /// Findings by their ids.
    case findings([String])
    /// The findings of a rule on one account, about one object, or both; one of the two is given.
    case rule(String, uid: String?, object: String?)
  }

  package struct Entry: Hashable, Sendable {
    package var scope: Scope
    package var waiver: Waiver
    /// Never the same person as `waiver.signedBy`.
    package var requestedBy: String?
    package var ticket: String?
    /// In its file, from 1.
    package var line: Int?

    package init(
      _ scope: Scope, waiver: Waiver, requestedBy: String? = nil, ticket: String? = nil, line: Int? = nil
    ) {
      self.scope = scope
      self.waiver = waiver
      self.requestedBy = requestedBy
      self.ticket = ticket
      self.line = line
    }
  }

  /// What a waiver knows a finding by.
  package struct Finding: Hashable, Sendable {
    package var id: String
    package var rule: String
    package var uid: String?
    package var object: String?

    package init(id: String, rule: String, uid: String?, object: String?) {
      self.id = id
      self.rule = rule
      self.uid = uid
      self.object = object
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }
}

/// The waivers in force at one time, to be asked of each finding.
package struct WaiversInForce: Sendable {
  private struct Placed {
    /// In the file.
    var position: Int
    var entry: Waivers.Entry
  }

  private var byID: [String: Placed] = [:]
  private var byRule: [String: [Placed]] = [:]

  package init(_ waivers: Waivers, at time: Timestamp) {
    for (position, entry) in waivers.entries.enumerated() where entry.waiver.isInForce(at: time) {
      let placed = Placed(position: position, entry: entry)
      switch entry.scope {
      case .findings(let ids): for id in ids { byID[id] = placed }
      case .rule(let rule, _, _): byRule[rule, default: []].append(placed)
      }
    }
  }

  /// The waiver that accepts a finding: where several do, the last of the file.
  package func waiver(of finding: Waivers.Finding) -> Waiver? {
    let named = byID[finding.id]
    let scoped = byRule[finding.rule]?.last { $0.entry.scope.accepts(finding) }
    guard let named else { return scoped?.entry.waiver }
    guard let scoped else { return named.entry.waiver }
    return (named.position > scoped.position ? named : scoped).entry.waiver
  }
}

extension Waivers.Scope {
  package func accepts(_ finding: Waivers.Finding) -> Bool {
    switch self {
    case .findings(let ids): ids.contains(finding.id)
    case .rule(let rule, let uid, let object):
      rule == finding.rule && (uid == nil || uid == finding.uid) && (object == nil || object == finding.object)
    }
  }
}
