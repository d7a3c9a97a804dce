/// One normalised record of one source, of any kind but accounts: those come in as `AccountSketch`.
///
/// A kind with millions of records has a case of its own, so that a record costs no allocation. Records of other
/// kinds are boxed: a new kind needs no case.
package enum EvidenceRecord: Hashable, Sendable {
  case consent(ConsentRecord)
  case link(LinkRecord)
  case deletion(DeletionRecord)
  case revocation(RevocationRecord)
  case accountDeletion(AccountDeletionRecord)
  case notification(NotificationRecord)
  case signIn(SignInRecord)
  case mail(MailRecord)
  case other(BoxedRecord)
}

/// A record of a kind without a case of its own. The kind's folder has a function that makes one.
package struct BoxedRecord: Hashable, Sendable {
  let record: any KindRecord

  init(_ record: any KindRecord) {
    self.record = record
  }

  package static func == (left: BoxedRecord, right: BoxedRecord) -> Bool {
    AnyHashable(left.record) == AnyHashable(right.record)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(record))
  }
}
