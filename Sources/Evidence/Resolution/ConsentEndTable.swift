/// The ends among one person's consents, indexed by what they are about. A load-test user may have a hundred thousand
/// consents and as many ends; comparing all pairs took hours.
struct ConsentEndTable {
  struct End {
    var ref: Int64
    /// Milliseconds.
    var time: Int64
    /// The time of the latest consent that it can end, in milliseconds.
    var reach: Int64
    /// The index among the person's ends. Of two at the same time, the first counts.
    var place: Int

    fileprivate func precedes(_ other: End) -> Bool { (time, place) < (other.time, other.place) }

    /// Whether a consent of the same moment stands behind the end in one file: it was given after it.
    fileprivate func isFollowed(by ref: Int64) -> Bool {
      reach == time && self.ref < ref && Place(ref: self.ref).source == Place(ref: ref).source
    }
  }

  /// Which value an end is about.
  enum Value: Hashable {
    /// It names none.
    case unnamed
    case named(String)
    /// All that name one.
    case anyNamed
  }

  private struct Key: Hashable {
    var target: PurposeMap.Target
    /// The one consent that it ends; nil for any.
    var consentID: String?
    var value: Value
    var isExpiry: Bool
  }

  private struct Group {
    /// In order of reach, once closed.
    private var ends: [End] = []
    /// For each index: the earliest end from there on, and the second earliest.
    private var earliest: [(End, End?)] = []

    mutating func add(_ end: End) { ends.append(end) }

    mutating func close() {
      ends.sort { $0.reach < $1.reach }
      earliest.reserveCapacity(ends.count)
      for end in ends.reversed() {
        guard let (first, second) = earliest.last else {
          earliest.append((end, nil))
          continue
        }
        let next = second.map { end.precedes($0) ? end : $0 } ?? end
        earliest.append(end.precedes(first) ? (end, first) : (first, next))
      }
      earliest.reverse()
    }

    /// The earliest end that reaches back to a time.
    ///
    /// - Parameter ref: a record does not end itself.
    func earliest(since time: Int64, except ref: Int64) -> End? {
      let (first, next) = (index(of: time), index(of: time + 1))
      // The order within a moment does not count for the very many ends of one moment that a hostile export may have.
      guard next > first, next - first <= Self.comparisons else { return earliest(from: first, except: ref) }
      let ofMoment = ends[first..<next].filter { $0.ref != ref && !$0.isFollowed(by: ref) }
      return (ofMoment + [earliest(from: next, except: ref)].compactMap { $0 }).min { $0.precedes($1) }
    }

    /// So many ends of one moment are held against the record one by one.
    private static let comparisons = 200

    /// Of the first end that reaches to that time.
    private func index(of time: Int64) -> Int {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].reach < time { low = middle + 1 } else { high = middle }
      }
      return low
    }

    private func earliest(from index: Int, except ref: Int64) -> End? {
      guard index < ends.count else { return nil }
      let (first, second) = earliest[index]
      return first.ref == ref ? second : first
    }
  }

  private var groups: [Key: Group] = [:]
  var isEmpty: Bool { groups.isEmpty }
  /// The numbers that ends name.
  private(set) var phones: Set<String> = []
  /// The numbers and addresses that ends name, by what is shown of them.
  private var spelled: [SpelledValue: Set<String>] = [:]
  private var lengths: Set<SpelledValue.Lengths> = []

  /// - Parameter value: as `ConsentEnds.value` has it for the target.
  mutating func add(
    _ end: End, _ target: PurposeMap.Target, value: String?, consentID: String?, isExpiry: Bool
  ) {
    func add(_ value: Value) {
      groups[Key(target: target, consentID: consentID, value: value, isExpiry: isExpiry), default: Group()].add(end)
    }
    guard let value else { return add(.unnamed) }
    add(.named(value))
    add(.anyNamed)
    if target.kind == .phone { phones.insert(value) }
    // Of a few digits alone, whichever number ends in them may be meant.
    guard target.kind != .profile,
      let spelling = SpelledValue(value, isPhone: target.kind == .phone, leastDigits: Self.leastDigits)
    else { return }
    spelled[spelling, default: []].insert(value)
    lengths.insert(spelling.lengths)
  }

  private static let leastDigits = 4

  /// The values named by ends that may be this one, which hides nothing.
  func spellings(of value: String, _ kind: PurposeMap.Kind) -> Set<String> {
    let isPhone = kind == .phone
    return lengths.reduce(into: []) { found, lengths in
      guard let spelling = SpelledValue.of(value, isPhone: isPhone, lengths) else { return }
      found.formUnion(spelled[spelling] ?? [])
    }
  }

  /// To be called once, when all are added.
  mutating func close() {
    for key in groups.keys { groups[key]?.close() }
  }

  /// The earliest end of a record, as far as it is for a target.
  ///
  /// - Parameter values: those that an end may be about.
  func earliest(
    of record: ConsentStatement, _ target: PurposeMap.Target, about values: [Value], isExpiry: Bool
  ) -> End? {
    var found: End?
    for target in Set([target, PurposeMap.Target(kind: target.kind, provider: nil)]) {
      for consentID in Set([nil, record.consentID]) {
        for value in values {
          let group = groups[Key(target: target, consentID: consentID, value: value, isExpiry: isExpiry)]
          guard let end = group?.earliest(since: record.givenAt, except: record.ref) else { continue }
          if found.map(end.precedes) ?? true { found = end }
        }
      }
    }
    return found
  }
}
