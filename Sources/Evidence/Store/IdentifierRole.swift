/// What an identifier of an account is, as the column `role` of the tables of identifiers has it.
package enum IdentifierRole: Int64, Sendable, BitwiseCopyable {
  /// A way to sign in other than Apple.
  case credential = 0
  /// A phone number that is a second factor.
  case factor = 1
  /// What identifies the person besides: the column `provider` says what it is, as the object of a finding does, and
  /// `raw_id` has its value.
  case profile = 2
  /// A credential that the exports showed once and no longer show, though they could. `seen_at` is when they last may
  /// have shown it, `absent_at` when they first did not; null where the export before that may have hidden it.
  case unlinked = 3
  /// A credential that the exports showed once, while the present one leaves it out whoever has it
  /// (`EarlierSnapshot.isHidden`). Its sighting is that of when it was shown.
  case hidden = 4
}

extension IdentifierRole {
  /// Whether it is a credential that earlier exports showed alone.
  var isEarlier: Bool { self == .unlinked || self == .hidden }

  /// Whether it is a credential, now or earlier.
  var isCredential: Bool { self == .credential || isEarlier }

  /// In SQL: whether an identifier is one that an export shows as a credential or a second factor.
  package static let isShown = "role IN (\(credential.rawValue), \(factor.rawValue))"
}
