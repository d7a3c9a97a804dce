package import Evidence

/// What a column of our own formats may hold.
package enum ColumnType: Hashable, Sendable {
  case text
  case time
  /// A time that may lie in the future.
  case end
  case bool
  /// One of these, in any case.
  case words([String])

  /// The values that are known; nil where any text may stand.
  package var words: [String]? {
    switch self {
    case .bool: ["true", "false", "1", "0"]
    case .words(let words): words
    default: nil
    }
  }

  package func allows(_ value: String) -> Bool { words?.contains(value.lowercased()) ?? true }
}

extension OwnColumns {
  private static let times: Set<String> = [
    "given_at", "withdrawn_at", "linked_at", "requested_at", "completed_at", "at", "code_issued_at", "deleted_at",
    "event_time", "iat", "transferred_at",
  ]
  private static let flags: Set<String> = [
    "explicit", "apple_credential", "user_directed_to_manual_revocation", "is_private_email",
  ]

  package static func type(of column: String, in kind: EvidenceKind) -> ColumnType {
    func words<Choice: RawRepresentable & CaseIterable>(_ choice: Choice.Type) -> ColumnType
    where Choice.RawValue == String { .words(Choice.allCases.map(\.rawValue)) }
    if times.contains(column) { return .time }
    if flags.contains(column) { return .bool }
    switch (kind, column) {
    case (_, "expires_at"): return .end
    case (.consents, "state"): return words(ConsentState.self)
    case (.links, "action"): return words(LinkAction.self)
    case (.deletions, "status"): return words(DeletionStatus.self)
    case (.deletions, "regulation"): return words(Regulation.self)
    case (.revocations, "endpoint"): return words(RevocationEndpoint.self)
    case (.revocations, "token_type"): return words(TokenType.self)
    case (.revocations, "outcome"): return words(RevocationOutcome.self)
    case (.mail, "outcome"): return words(MailOutcome.self)
    case (.notifications, "type"): return .words(NotificationRecord.knownTypes.sorted())
    default: return .text
    }
  }

  /// Columns whose text is shown and decides nothing.
  static let loose: Set<String> = [
    "error", "method", "actor", "policy_version", "trace_id", "client_id", "smtp_reply", "message_id",
  ]
}
