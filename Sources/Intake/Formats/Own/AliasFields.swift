import Evidence
import Timestamps

enum AliasFields: OwnFields {
  static let kind = EvidenceKind.aliases
  static let example = #"""
    old_sub,new_sub,old_email,new_email
    001234.….0123,001234.….0456,r1@privaterelay.appleid.com,r2@privaterelay.appleid.com
    """#
  static let columns = [
    OwnColumn("old_sub", "Apple's `sub` of the person before the transfer.", example: "001234.….0123"),
    OwnColumn("new_sub", "The one since.", example: "001234.….0456"),
    OwnColumn("old_email", "The relay address before the transfer.", example: "r1@privaterelay.appleid.com"),
    OwnColumn("new_email", "The one since.", example: "r2@privaterelay.appleid.com"),
    OwnColumn(
      "transferred_at", .time, "When the app went from one team to the other.", example: "2026-09-01T00:00:00Z"),
  ]
  static let required = [["old_sub", "old_email"], ["new_sub", "new_email"]]

  static func score(_ keys: Set<String>) -> Int? {
    let pairs = [["old_sub", "new_sub"], ["old_email", "new_email"]].filter { $0.allSatisfy(keys.contains) }
    return pairs.isEmpty ? nil : 2 * pairs.count
  }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = AliasRecord(
      oldSub: try fields.text("old_sub"), newSub: try fields.text("new_sub"), oldEmail: try fields.text("old_email"),
      newEmail: try fields.text("new_email"), transferredAt: try fields.time("transferred_at"), detail: fields.detail)
    let halves = [(record.oldSub, record.newSub), (record.oldEmail, record.newEmail)]
    guard halves.contains(where: { $0.0 != nil && $0.1 != nil }) else {
      throw RecordRejection(
        "no pair is complete: `old_sub` and `new_sub`, or `old_email` and `new_email`, are required")
    }
    return (.alias(record), record.transferredAt?.milliseconds)
  }
}
