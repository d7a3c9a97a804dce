import Evidence
import Timestamps

extension RecordFields {
  /// - Parameter unit: of numbers, also of numbers in texts; nil where the field is never a number.
  func time(_ name: String, numbersAre unit: TimeUnit?) throws(RecordRejection) -> Timestamp? {
    try time(name, numbersAre: unit, in: timeRange)
  }

  /// A time that may lie in the future.
  func end(_ name: String, numbersAre unit: TimeUnit?) throws(RecordRejection) -> Timestamp? {
    try time(name, numbersAre: unit, in: timeRange.lowerBound...max(timeRange.upperBound, IntakeOptions.lastEnd))
  }

  /// Checks the range of a time that a reader parsed by itself.
  func checked(_ time: Timestamp, _ name: String) throws(RecordRejection) -> Timestamp {
    guard timeRange.contains(time.milliseconds) else { throw FieldError.outOfRange(prefix + name) }
    return time
  }

  private func time(
    _ name: String, numbersAre unit: TimeUnit?, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> Timestamp? {
    guard has(name) else { return nil }
    let unit = mapping?.timeUnit ?? unit
    let time: Timestamp
    if let unit, unit != .rfc3339, let number = try number(name) {
      // A double would lose the last digits of nanoseconds.
      let whole = try wholeNumber(name).flatMap { unit.milliseconds($0) }
      guard let milliseconds = whole ?? unit.milliseconds(number) else { throw FieldError.outOfRange(prefix + name) }
      time = Timestamp(milliseconds: milliseconds)
      use?.units.insert(unit)
    } else {
      let text = try text(name)
      guard let read = text.flatMap(Timestamp.init(written:)) else { throw Self.notTime(text, prefix + name) }
      time = read
      use?.units.insert(.rfc3339)
    }
    guard range.contains(time.milliseconds) else { throw FieldError.outOfRange(prefix + name) }
    return time
  }

  private static func notTime(_ text: String?, _ name: String) -> RecordRejection {
    guard let text else { return RecordRejection("`\(name)` is not a time in the product's format") }
    let what = "`\(name)` is \(ShownValue.refused(text, of: "", isTime: true))"
    if WrittenTime.isOfNoDay(text) { return RecordRejection("\(what), but there is no such day") }
    return WrittenTime(text) == nil
      ? RecordRejection("\(what), which is not a time in the product's format")
      : RecordRejection("\(what), a time without a zone; export it with its zone")
  }

  /// A time of one of our own columns, in any form that those may have (docs/contract.md, section 4).
  ///
  /// - Parameter mayHaveZone: whether the configuration may name the zone of the format's times.
  func ownTime(_ name: String, mayHaveZone: Bool = true) throws(RecordRejection) -> Timestamp? {
    guard has(name) else { return nil }
    let value: FieldValue?
    if let cell = cell(name) { value = .text(cell) } else { value = try self.value(name).map { FieldValue($0) } }
    let (time, unit) = try TimeText.read(
      value ?? .absent, prefix + name, TimeForm(unit: mapping?.timeUnit, mayHaveZone: mayHaveZone), in: timeRange)
    use?.units.insert(unit)
    return Timestamp(milliseconds: time)
  }

  func requiredOwnTime(_ name: String) throws(RecordRejection) -> Timestamp {
    guard let time = try ownTime(name) else { throw FieldError.missing(prefix + name) }
    return time
  }

  func requiredTime(_ name: String, numbersAre unit: TimeUnit?) throws(RecordRejection) -> Timestamp {
    guard let time = try time(name, numbersAre: unit) else { throw FieldError.missing(prefix + name) }
    return time
  }
}
