import Crypto
import Evidence
import Foundation
import Intake
import Judgement

/// The parts of all shards of a run, checked: each is whole, and together they have read each line of the extract once.
struct Parts {
  /// In order of shard.
  private let parts: [(path: String, places: [PartLine: PartPlaces])]
  let sums: EvidenceSums
  let products: AccountProducts.Result
  /// What rules said of the people, by the rules' ids. Of rules over the population, those that could not be judged.
  let outcomes: [String: PartOutcome]
  /// What became of findings that were open, by their ids.
  let ends: [String: Continuation.End]

  /// - Parameters:
  ///   - paths: in any order.
  ///   - sums: by which they judged; nil for parts that only count.
  /// - Throws: `UserError`.
  init(_ paths: [String], of basis: ShardBasis, by sums: (whole: WholeSums, sha256: String)?) throws {
    guard !paths.isEmpty else { throw UserError(.usage, "no parts are named", remedy: "name the parts of all shards") }
    let common = try basis.common(shards: paths.count, sums: sums?.sha256)
    var byShard: [Int: (path: String, places: [PartLine: PartPlaces])] = [:]
    var (records, state) = (LineTally(), LineTally())
    var total = Contents()
    for path in paths {
      let part = try Contents(path, common, judges: sums != nil)
      if let other = byShard.updateValue((path, part.places), forKey: part.shard) {
        throw UserError(
          .unusableData, "\(path) and \(other.path) are both of shard \(part.shard)",
          remedy: "name one part for each shard")
      }
      records += part.closing.records
      state += part.closing.state
      try total.add(part, path)
    }
    for (name, read, count) in [("records", records, basis.sources.lines), ("state", state, basis.state.lines)]
    where read.count != count || read != LineTally(upTo: count) {
      throw UserError(
        .unusableData,
        """
        the shards read \(read.count) lines of \(name), and the extract has \(count)\
        \(read.count == count ? ", but not the same lines" : "")
        """, remedy: "put each line into one shard, and judge all shards again")
    }
    self.parts = byShard.sorted { $0.key < $1.key }.map(\.value)
    if let whole = sums?.whole.sums {
      let rules = basis.rules.rules.filter { !$0.isOfTheWhole }
      let counts = Set(rules.lazy.flatMap(\.sql.recordCounts))
      if let difference = total.sums.difference(from: whole, in: counts) {
        let counting = rules.filter { !$0.sql.recordCounts.isEmpty }.map(\.id)
        throw Self.error(difference, counting)
      }
      // Only the count compares the accounts with an earlier run; the shards that judge do not.
      total.sums.comparison = whole.comparison
    }
    (self.sums, products, outcomes, ends) = (total.sums, total.products, total.outcomes, total.ends)
  }

  /// - Parameter counting: the ids of rules about people that read counts of records.
  private static func error(_ difference: EvidenceSums.Difference, _ counting: [String]) -> UserError {
    let again = "run the counting round and the judging round over the same shards"
    switch difference {
    case .evidence:
      return UserError(
        .unusableData, "the counts in these parts do not match the sums by which the shards judged", remedy: again)
    case .counts:
      // Whether records are copies of one is decided by whom they belong to, and that by whether exports are believed.
      return UserError(
        .unusableData,
        """
        verdicts\(counting.isEmpty ? "" : " by \(counting.joined(separator: ", "))") rest on how many records there \
        are of a kind, and these parts count others than the sums by which the shards judged, as on a night whose \
        account export is doubted
        """, remedy: "judge this night by one `relay-audit audit`, without shards; if it is not doubted, \(again)")
    }
  }

  /// Passes the lines of a kind to `body`, shard after shard.
  ///
  /// - Throws: `UserError`, and what `body` throws.
  func each(_ kind: PartLine, _ body: (PartReader, PartReader.Line, _ shard: Int) throws -> Void) throws {
    for (shard, part) in parts.enumerated() {
      guard let places = part.places[kind] else { continue }
      var reader = try PartReader(path: part.path, from: places.first)
      var rest = places.count
      while rest > 0, let line = try reader.next() {
        guard line.kind == kind else { continue }
        try body(reader, line, shard)
        rest -= 1
      }
      guard rest == 0 else { throw reader.fault("is missing: the part has changed since it was checked") }
    }
  }
}

/// Where the lines of one kind are in a part.
private struct PartPlaces {
  var first: PartReader.Start
  var count = 0
}

/// What is known of one part without its long lists, or of several.
private struct Contents {
  var shard = 0
  var closing = PartClosing(lines: [:], sha256: "", records: LineTally(), state: LineTally())
  var sums = EvidenceSums()
  var products = AccountProducts.Result()
  var outcomes: [String: PartOutcome] = [:]
  var ends: [String: Continuation.End] = [:]
  var places: [PartLine: PartPlaces] = [:]

  init() {}

  init(_ path: String, _ common: PartHeader.Common, judges: Bool) throws {
    var reader = try PartReader(path: path)
    guard let first = try reader.next(), first.kind == .header else { throw reader.fault("is not the first of a part") }
    let header: PartHeader = try reader.decode(first)
    guard header.common == common, (0..<common.shards).contains(header.shard) else {
      let (difference, remedy) = header.difference(from: common)
      throw reader.fault("says that the part is \(difference)", remedy: remedy)
    }
    shard = header.shard
    var counts = [PartLine.header.rawValue: 1]
    var hash = SHA256()
    func add(_ line: PartReader.Line) {
      hash.update(data: line.text)
      hash.update(data: [UInt8(ascii: "\n")])
    }
    add(first)
    var end: PartClosing?
    var start = reader.position
    while let line = try reader.next() {
      defer { start = reader.position }
      guard end == nil else { throw reader.fault("comes behind the end of the part") }
      switch line.kind {
      case .header: throw reader.fault("is a second beginning")
      case .sums: sums = try reader.decode(line)
      case .products: products += try reader.decode(line) as PartProducts
      case .rule:
        let outcome: PartOutcome = try reader.decode(line)
        outcomes[outcome.rule] = outcome
      case .end:
        let found: PartEnd = try reader.decode(line)
        ends[found.id] = found.end
      case .witness, .finding, .timeline, .change, .flagged: break
      case .closing:
        end = try reader.decode(line)
        continue
      }
      add(line)
      counts[line.kind.rawValue, default: 0] += 1
      places[line.kind, default: PartPlaces(first: start)].count += 1
    }
    guard let end else { throw reader.fault("is missing: the part is cut off") }
    guard end.lines == counts, counts[PartLine.sums.rawValue] == 1, !judges || counts[PartLine.products.rawValue] == 1
    else { throw reader.fault("is behind a part that lacks lines") }
    guard end.sha256 == Hexadecimal.text(of: hash.finalize()) else {
      throw reader.fault("is behind a part that was changed after it was written")
    }
    closing = end
  }

  mutating func add(_ part: Contents, _ path: String) throws {
    sums += part.sums
    products += PartProducts(
      anonymizedAccounts: part.products.anonymizedAccounts, anonymityUnknown: part.products.anonymityUnknown,
      byRelayDomain: part.products.byRelayDomain)
    outcomes.merge(part.outcomes) { $0.adding($1) }
    for (id, end) in part.ends {
      // Several shards may say the same of a finding about nobody.
      if let other = ends.updateValue(end, forKey: id), other != end {
        throw UserError(
          .unusableData, "\(path) and another part differ in what became of finding \(id)",
          remedy: "put all lines that share a name into one shard, and judge all shards again")
      }
    }
  }
}

extension PartHeader {
  /// What the part is instead, and what to do.
  fileprivate func difference(from common: Common) -> (text: String, remedy: String) {
    let again = "judge the shard again"
    let own = self.common
    if own.version != common.version || own.tool != common.tool {
      return ("of version \(own.tool) of the program", again)
    }
    if own.extract != common.extract { return ("of another extract", again) }
    if own.shards != common.shards {
      return ("one of \(own.shards), and \(common.shards) are named", "name the parts of all shards, each once")
    }
    if own.configSHA256 != common.configSHA256 || own.rulesSHA256 != common.rulesSHA256 {
      return ("judged by another configuration or other rules", again)
    }
    if own.required != common.required {
      return ("judged with --require \(own.required)", "give every command the same --require")
    }
    if own.acceptedSHA256 != common.acceptedSHA256 { return ("judged with other waivers or another baseline", again) }
    guard own.sumsSHA256 != common.sumsSHA256 else { return ("of shard \(shard)", again) }
    if own.sumsSHA256 == nil { return ("of counts", "name the parts of the second round, or add counts with --counts") }
    if common.sumsSHA256 == nil {
      return ("of the second round", "name the parts that `audit --counts` wrote, or merge without --counts")
    }
    return ("judged by other sums", again)
  }
}

extension PartOutcome {
  fileprivate func adding(_ other: PartOutcome) -> PartOutcome {
    var sum = self
    sum.counts.merge(other.counts, uniquingKeysWith: +)
    sum.passed += other.passed
    sum.failure = failure ?? other.failure
    return sum
  }
}

extension AccountProducts.Result {
  fileprivate static func += (sum: inout Self, part: PartProducts) {
    sum.anonymizedAccounts += part.anonymizedAccounts
    sum.anonymityUnknown += part.anonymityUnknown
    sum.byRelayDomain.merge(part.byRelayDomain, uniquingKeysWith: +)
  }
}
