import Demo
import Effort
import Storage
import Testing

@testable import Evidence

@Suite struct ConsentEndsTests {
  private let database: Connection

  init() throws { database = try Connection(path: nil) }

  private func statement(
    _ ref: Int64, _ purpose: String, _ state: String, givenAt: Int64, withdrawnAt: Int64? = nil,
    expiresAt: Int64? = nil, identifier: String? = nil, consentID: String? = nil
  ) throws -> ConsentStatement {
    try #require(
      try database.first(
        sql: "SELECT 1, ?, ?, ?, ?, ?, ?, NULL, ?, NULL, NULL, ?, 0",
        arguments: [ref, purpose, givenAt, state, withdrawnAt, expiresAt, identifier, consentID],
        ConsentStatement.init))
  }

  private func links() throws -> ConsentLinks {
    let values =
      "('phone', 'phone', '+*****0107', NULL), ('phone', 'phone', '+15550102', NULL), "
      + "('social', 'google.com', 'g1', 'a@example.com'), ('social', 'x.com', NULL, NULL)"
    return ConsentLinks(
      try database.all(
        sql: "SELECT 1, column1, column2, column3, column4 FROM (VALUES \(values))", ConsentLinks.Link.init))
  }

  private static let targets: [String: Set<PurposeMap.Target>] = [
    "phone": [.init(kind: .phone)], "social": [.init(kind: .social)],
    "google": [.init(kind: .social, provider: "google.com")],
    "all": [.init(kind: .phone), .init(kind: .social), .init(kind: .social, provider: "x.com")],
  ]

  private static let asked: [PurposeMap.Target] = [
    .init(kind: .phone), .init(kind: .social), .init(kind: .social, provider: "google.com"),
    .init(kind: .social, provider: "x.com"),
  ]

  /// The look-up by table, beside a comparison of each record with each end.
  @Test func eachRecordEndsAsWhenComparedWithEachEnd() throws {
    var random = SplitMix64(seed: 7)
    let links = try links()
    for _ in 0..<100 {
      let records = try (1...Int64.random(in: 2...12, using: &random)).map { ref in
        try statement(
          ref, ["phone", "social", "google", "all"].randomElement(using: &random) ?? "all",
          ["given", "given", "renewed", "withdrawn", "refused", "expired"].randomElement(using: &random) ?? "given",
          givenAt: .random(in: 0...8, using: &random),
          withdrawnAt: Bool.random(using: &random) ? .random(in: 0...8, using: &random) : nil,
          expiresAt: Bool.random(using: &random) ? .random(in: 0...8, using: &random) : nil,
          identifier: [nil, nil, "15550107", "+15550102", "g1", "a@example.com"].randomElement(using: &random) ?? nil,
          consentID: [nil, "c1", "c2"].randomElement(using: &random) ?? nil)
      }
      let ends = ConsentEnds(records, current: records, links) { purpose, _ in Self.targets[purpose] ?? [] }
      let reference = Reference(records, links: links)
      for record in records {
        for target in Self.asked {
          let (got, expected) = (ends.applied(to: record, target), reference.applied(to: record, target))
          #expect(
            got.map(Self.parts) == expected.map(Self.parts), "\(record) for \(target) among \(records.count)")
        }
      }
    }
  }

  private static func parts(_ record: ConsentStatement) -> String {
    "\(record.ref) \(record.identifier ?? "") \(record.withdrawnAt ?? -1) \(record.withdrawalRef ?? -1) "
      + "\(record.expiresAt ?? -1)"
  }

  /// To compare each of these with each takes minutes.
  @Test func manyConsentsAndEndsTakeNoLongerEach() throws {
    let records = try database.all(
      sql: """
        WITH RECURSIVE record (ref) AS (VALUES (0) UNION ALL SELECT ref + 1 FROM record WHERE ref < 19999)
        SELECT 1, ref, 'phone', ref, CASE ref % 2 WHEN 0 THEN 'given' ELSE 'withdrawn' END, NULL, NULL, NULL, NULL,
          NULL, NULL, NULL, 0
        FROM record
        """, ConsentStatement.init)
    let (_, seconds) = try effort {
      let ends = ConsentEnds(records, current: records, try links()) { purpose, _ in Self.targets[purpose] ?? [] }
      for record in records.dropLast() where record.isGiven {
        #expect(ends.applied(to: record, .init(kind: .phone)).first?.withdrawnAt == record.givenAt + 1)
      }
    }
    #expect(seconds < 30)
  }

  /// What the contract says, end by end (docs/contract.md, section 6.1).
  private struct Reference {
    private struct End {
      var statement: ConsentStatement
      var time: Int64
      var targets: Set<PurposeMap.Target>
      var consentID: String?
    }

    private var ends: [End] = []
    let links: ConsentLinks

    init(_ records: [ConsentStatement], links: ConsentLinks) {
      self.links = links
      for statement in records {
        guard let time = statement.end else { continue }
        var end = End(statement: statement, time: time, targets: ConsentEndsTests.targets[statement.purpose] ?? [])
        let namesOne = records.contains { record in
          record.isGiven && record.consentID != nil && record.consentID == statement.consentID
            && isReached(record, end)
            && (ConsentEndsTests.targets[record.purpose] ?? []).contains { target in
              end.targets.contains { includes($0, target) || includes(target, $0) }
            }
        }
        if namesOne { end.consentID = statement.consentID }
        ends.append(end)
      }
    }

    func applied(to record: ConsentStatement, _ target: PurposeMap.Target) -> [ConsentStatement] {
      var record = record
      record.identifier = record.identifier.map { value($0, target) }
      let ends = ends.filter { end in
        end.statement.ref != record.ref && end.targets.contains { includes($0, target) } && isBefore(record, end)
          && (end.consentID == nil || end.consentID == record.consentID)
      }
      if let identifier = record.identifier {
        return [ended(record, ends.filter { isAbout($0, [identifier], target) })]
      }
      let unnamed = ends.filter { $0.statement.identifier == nil }
      let matching = unnamed.count == ends.count ? [] : links.matching(target)
      if matching.isEmpty { return [ended(record, unnamed)] }
      return matching.map { link in
        var part = record
        part.identifier = link.names.first
        return ended(part, ends.filter { isAbout($0, link.names, target) })
      }
    }

    /// Of one moment, the order in the file decides.
    private func isBefore(_ record: ConsentStatement, _ end: End) -> Bool {
      let isBehind =
        record.givenAt == end.time && end.statement.givenAt >= end.time && end.statement.ref < record.ref
      return isReached(record, end) && !isBehind
    }

    private func isReached(_ record: ConsentStatement, _ end: End) -> Bool {
      let given = end.statement.givenAt
      return switch end.statement.state {
      case "expired": record.givenAt <= given && record.givenAt <= end.time
      default: record.givenAt < end.time || record.givenAt == end.time && given >= end.time
      }
    }

    private func isAbout(_ end: End, _ names: [String], _ target: PurposeMap.Target) -> Bool {
      guard let identifier = end.statement.identifier.map({ value($0, target) }) else { return true }
      return names.isEmpty
        || names.contains { name in
          links.namesOfOne(name).contains(identifier)
            || target.kind == .phone && NormalText.isObfuscated(phone: name)
              && identifier.hasSuffix(NormalText.shownEnd(ofPhone: name))
        }
    }

    private func ended(_ record: ConsentStatement, _ ends: [End]) -> ConsentStatement {
      var record = record
      for end in ends {
        if end.statement.state == "expired" {
          record.expiresAt = min(record.expiresAt ?? .max, end.time)
        } else if end.time < record.withdrawnAt ?? .max {
          (record.withdrawnAt, record.withdrawalRef) = (end.time, end.statement.ref)
        }
      }
      return record
    }

    private func includes(_ wide: PurposeMap.Target, _ narrow: PurposeMap.Target) -> Bool {
      wide.kind == narrow.kind && (wide.provider == nil || wide.provider == narrow.provider)
    }

    private func value(_ identifier: String, _ target: PurposeMap.Target) -> String {
      target.kind == .phone && identifier.hasPrefix("1555") ? "+\(identifier)" : identifier
    }
  }
}
