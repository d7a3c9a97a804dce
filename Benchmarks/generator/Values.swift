// What made-up values are made of.

/// xorshift64*: the same numbers on every machine.
struct Random {
  var state: UInt64

  init(_ seed: UInt64) { state = (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_f491_4f6c_dd1d
  }

  mutating func chance(_ share: Double) -> Bool { Double(next() >> 11) < share * Double(1 << 53 as UInt64) }
  mutating func below(_ limit: UInt64) -> UInt64 { next() % limit }
}

let asOf: UInt64 = 1_795_132_800_000  // 2026-11-20T00:00:00Z, in milliseconds
let year: UInt64 = 365 * 86_400_000
let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
let hexDigits = Array("0123456789abcdef".utf8)

/// RFC 3339, of a day and a time of day in milliseconds; days are counted from 1970.
func rfc3339(_ milliseconds: UInt64) -> [UInt8] {
  // Howard Hinnant's civil_from_days: https://howardhinnant.github.io/date_algorithms.html
  let days = milliseconds / 86_400_000 + 719_468
  let era = days / 146_097
  let ofEra = days - era * 146_097
  let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
  let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * ofYear + 2) / 153
  let day = ofYear - (153 * shifted + 2) / 5 + 1
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  let time = milliseconds % 86_400_000
  func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  let rest = time % 1000
  let clock = "\(two(time / 3_600_000)):\(two(time / 60_000 % 60)):\(two(time / 1000 % 60))"
  let zeros = rest < 10 ? "00" : rest < 100 ? "0" : ""
  return Array("\(year)-\(two(month))-\(two(day))T\(clock).\(zeros)\(rest)Z".utf8)
}
