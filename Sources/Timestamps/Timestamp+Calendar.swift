// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in 400-year eras that begin on 1 March,
// so that the leap day is the last of its year.

extension Timestamp {
  package static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  package static func days(inMonth month: Int64, year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }
}

extension Int64 {
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp {
  /// The same time of the same day of a later month in UTC, or of the last of that month if it is shorter.
  package func later(byMonths months: Int64) -> Timestamp {
    let day = milliseconds.floorDivided(by: TimeSpan.day.milliseconds)
    let civil = Self.civil(day: day)
    let since = civil.year * 12 + civil.month - 1 + months
    let (year, month) = (since.floorDivided(by: 12), since - since.floorDivided(by: 12) * 12 + 1)
    let target = Self.day(year: year, month: month, day: min(civil.day, Self.days(inMonth: month, year: year)))
    return Timestamp(milliseconds: milliseconds + (target - day) * TimeSpan.day.milliseconds)
  }
}
