import Evidence
import Timestamps

extension RecordFields {
  enum NumberUnit {
    case nanoseconds, microseconds, milliseconds, seconds

    fileprivate var timeUnit: TimeUnit {
      switch self {
      case .nanoseconds: .nanoseconds
      case .microseconds: .microseconds
      case .milliseconds: .milliseconds
      case .seconds: .seconds
      }
    }

    /// Nil where the time lies beyond what 64 bits of milliseconds hold.
    fileprivate func milliseconds(_ number: Double) -> Int64? {
      let milliseconds =
        switch self {
        case .nanoseconds: number / 1_000_000
        case .microseconds: number / 1000
        case .milliseconds: number
        case .seconds: number * 1000
        }
      return milliseconds.magnitude < 1e18 ? Int64(milliseconds.rounded(.down)) : nil
    }

    fileprivate func milliseconds(_ number: Int64) -> Int64? {
      switch self {
      // A double would lose the last digits.
      case .nanoseconds: number / 1_000_000
      case .microseconds: number / 1000
      case .milliseconds: number
      case .seconds: number.magnitude < 1 << 53 ? number * 1000 : nil
      }
    }
  }

  /// - Parameter unit: of numbers, also of numbers in texts; nil where the field is never a number.
  func time(_ name: String, numbersAre unit: NumberUnit?) throws(RecordRejection) -> Timestamp? {
    try time(name, numbersAre: unit, in: timeRange)
  }

  /// A time that may lie in the future.
  func end(_ name: String, numbersAre unit: NumberUnit?) throws(RecordRejection) -> Timestamp? {
    try time(name, numbersAre: unit, in: timeRange.lowerBound...max(timeRange.upperBound, IntakeOptions.lastEnd))
  }

  /// Checks the range of a time that a reader parsed by itself.
  func checked(_ time: Timestamp, _ name: String) throws(RecordRejection) -> Timestamp {
    guard timeRange.contains(time.milliseconds) else { throw FieldError.outOfRange(prefix + name) }
    return time
  }

  private func time(
    _ name: String, numbersAre unit: NumberUnit?, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> Timestamp? {
    guard has(name) else { return nil }
    let unit = mapping?.timeUnit?.numberUnit ?? unit
    let time: Timestamp
    if let unit, let number = try number(name) {
      let whole = try wholeNumber(name)
      guard let milliseconds = whole.map(unit.milliseconds) ?? unit.milliseconds(number) else {
        throw FieldError.outOfRange(prefix + name)
      }
      time = Timestamp(milliseconds: milliseconds)
      use?.units.insert(unit.timeUnit)
    } else if let text = try text(name), let read = Timestamp(written: text) {
      time = read
      use?.units.insert(.rfc3339)
    } else {
      throw RecordRejection("`\(prefix)\(name)` is not a time in a form that its product writes")
    }
    guard range.contains(time.milliseconds) else { throw FieldError.outOfRange(prefix + name) }
    return time
  }

  /// A time of one of our own columns, in any form that those may have (docs/contract.md, section 4).
  func ownTime(_ name: String) throws(RecordRejection) -> Timestamp? {
    guard has(name) else { return nil }
    let value: FieldValue?
    if let cell = cell(name) { value = .text(cell) } else { value = try self.value(name).map { FieldValue($0) } }
    let (time, unit) = try TimeText.read(
      value ?? .absent, prefix + name, TimeForm(unit: mapping?.timeUnit), in: timeRange)
    use?.units.insert(unit)
    return Timestamp(milliseconds: time)
  }

  func requiredOwnTime(_ name: String) throws(RecordRejection) -> Timestamp {
    guard let time = try ownTime(name) else { throw FieldError.missing(prefix + name) }
    return time
  }

  func requiredTime(_ name: String, numbersAre unit: NumberUnit?) throws(RecordRejection) -> Timestamp {
    guard let time = try time(name, numbersAre: unit) else { throw FieldError.missing(prefix + name) }
    return time
  }
}

extension TimeUnit {
  fileprivate var numberUnit: RecordFields.NumberUnit? {
    switch self {
    case .seconds: .seconds
    case .milliseconds: .milliseconds
    case .microseconds: .microseconds
    case .nanoseconds: .nanoseconds
    case .rfc3339: nil
    }
  }
}
