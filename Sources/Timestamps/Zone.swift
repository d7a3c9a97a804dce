import Foundation

/// A time zone of the system's IANA database.
package final class Zone: Sendable {
  /// What a reading of the clock on the wall means.
  package enum Reading: Hashable, Sendable {
    case one(Timestamp)
    /// The clocks are put forward past it.
    case skipped
    /// The clocks are put back, and show it again.
    case twice(Timestamp, Timestamp)
  }

  package let name: String
  /// In seconds since 1970, ascending; each with the seconds east of UTC from then on.
  private let changes: [(time: Int64, offset: Int64)]
  private let first: Int64
  private let rule: ZoneRule?

  /// Where the system keeps the database.
  package static var folder: String { ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo" }

  /// - Parameter folder: of the database.
  /// - Returns: nil for a name that the database does not have.
  package init?(named name: String, in folder: String = Zone.folder) {
    self.name = name
    if name == "UTC" {
      (changes, first, rule) = ([], 0, nil)
      return
    }
    let isPlain = name.utf8.allSatisfy {
      $0 >= 97 && $0 <= 122 || $0 >= 65 && $0 <= 90 || $0 >= 48 && $0 <= 57 || "/_+-".utf8.contains($0)
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("/"),
      let data = FileManager.default.contents(atPath: folder + "/" + name), var file = ZoneFile(data)
    else { return nil }
    guard let contents = file.contents() else { return nil }
    (changes, first, rule) = (contents.changes, contents.first, contents.rule)
  }

  /// The names that the database has.
  package static func names(in folder: String = Zone.folder) -> [String] {
    guard let text = FileManager.default.contents(atPath: folder + "/tzdata.zi") else {
      return ["UTC"]
    }
    var names = ["UTC"]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("Z "), words.count > 1 { names.append(String(words[1])) }
      if line.hasPrefix("L "), words.count > 2 { names.append(String(words[2])) }
    }
    return names.sorted()
  }

  /// - Parameter wall: what the clock showed, in milliseconds, as if it were UTC.
  package func reading(wall: Int64) -> Reading {
    let seconds = wall.floorDivided(by: 1000)
    // Clocks change by less than a day, and not twice within two.
    let offsets = Set([offset(at: seconds - 86_400), offset(at: seconds + 86_400)])
    let times = offsets.filter { offset(at: seconds - $0) == $0 }.map { wall - $0 * 1000 }.sorted()
    switch times.count {
    case 0: return .skipped
    case 1: return .one(Timestamp(milliseconds: times[0]))
    default: return .twice(Timestamp(milliseconds: times[0]), Timestamp(milliseconds: times[1]))
    }
  }

  /// Seconds east of UTC.
  private func offset(at time: Int64) -> Int64 {
    guard let last = changes.last else { return rule?.offset(at: time) ?? first }
    if time >= last.time { return rule?.offset(at: time) ?? last.offset }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }
}

/// The bytes of a zone's file.
///
/// https://www.rfc-editor.org/rfc/rfc8536#section-3
private struct ZoneFile {
  private let bytes: [UInt8]
  private var index = 0

  private struct Counts {
    var universal, standard, leaps, times, types, characters: Int
  }

  init?(_ data: Data) {
    bytes = Array(data)
    guard bytes.starts(with: Array("TZif".utf8)) else { return nil }
  }

  mutating func contents() -> (changes: [(time: Int64, offset: Int64)], first: Int64, rule: ZoneRule?)? {
    guard let old = header() else { return nil }
    var (counts, width) = (old, 4)
    if bytes[4] >= UInt8(ascii: "2") {
      index +=
        old.times * 5 + old.types * 6 + old.characters + old.leaps * 8 + old.standard + old.universal
      guard let new = header() else { return nil }
      (counts, width) = (new, 8)
    }
    guard counts.types > 0 else { return nil }
    var times: [Int64] = []
    for _ in 0..<counts.times {
      guard let time = integer(width) else { return nil }
      times.append(time)
    }
    let typeStart = index + counts.times
    guard typeStart + counts.types * 6 <= bytes.count else { return nil }
    let types = bytes[index..<typeStart].map { Int($0) }
    index = typeStart
    var offsets: [Int64] = []
    for _ in 0..<counts.types {
      guard let offset = integer(4) else { return nil }
      offsets.append(offset)
      index += 2
    }
    guard types.allSatisfy({ $0 < offsets.count }) else { return nil }
    index += counts.characters + counts.leaps * (width + 4) + counts.standard + counts.universal
    var rule: ZoneRule?
    if width == 8, index < bytes.count {
      let footer = bytes[index...].split(separator: UInt8(ascii: "\n")).first ?? []
      if !footer.isEmpty {
        guard let read = ZoneRule(String(decoding: footer, as: UTF8.self)) else { return nil }
        rule = read
      }
    }
    return (zip(times, types).map { ($0, offsets[$1]) }, offsets[0], rule)
  }

  private mutating func header() -> Counts? {
    index += 20
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(4), (0...100_000).contains(count) else { return nil }
      counts.append(Int(count))
    }
    return Counts(
      universal: counts[0], standard: counts[1], leaps: counts[2], times: counts[3], types: counts[4],
      characters: counts[5])
  }

  /// A signed number, its highest byte first.
  private mutating func integer(_ width: Int) -> Int64? {
    guard index + width <= bytes.count else { return nil }
    var value: Int64 = bytes[index] >= 128 ? -1 : 0
    for byte in bytes[index..<(index + width)] { value = value << 8 | Int64(byte) }
    index += width
    return value
  }
}
