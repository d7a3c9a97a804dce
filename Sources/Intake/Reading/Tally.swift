import Evidence
import Timestamps

/// Builds a source's summary while the source is read.
struct Tally {
  var summary: SourceSummary
  let limit: Int
  let locators: Locators
  var secrets: SecretScan
  /// Whom the rejected records name.
  var names: NameScan
  /// What the text was before it was converted.
  var encoding: TextEncoding?
  /// Is told of each record.
  var meter: ReadingMeter?

  mutating func count(_ reading: Reading) {
    meter?.countRecord()
    if reading.isDuplicate {
      summary.duplicates += 1
      return
    }
    if reading.isSkipped {
      summary.skipped += 1
      return
    }
    if let reason = reading.ignoredBecause {
      summary.ignored[reason, default: 0] += 1
      return
    }
    summary.records += 1
    guard let time = reading.time else { return }
    if time < summary.firstTime?.milliseconds ?? .max { summary.firstTime = Timestamp(milliseconds: time) }
    if time > summary.lastTime?.milliseconds ?? .min { summary.lastTime = Timestamp(milliseconds: time) }
  }

  mutating func reject(_ number: Int64, _ reason: String) {
    meter?.countRecord()
    let isConverted = reason == TextEncoding.notUTF8
    reject(locator: locators.text(number), isConverted ? encoding?.fault ?? reason : reason)
  }

  mutating func reject(locator: String, _ reason: String) {
    summary.rejected += 1
    if summary.rejects.count < limit { summary.rejects.append(Reject(locator: locator, reason: reason)) }
  }

  mutating func cutShort(_ number: Int64) {
    summary.isTruncated = true
    reject(number, "the file ends inside of this record; export or copy it again")
  }

  /// Hands the names in rejected records over. Where more than one record in a hundred was rejected, nothing can be
  /// said of anybody, whoever is named.
  mutating func keepNames() {
    guard summary.rejected * 100 <= summary.records + summary.rejected else { return }
    summary.rejectedNames = names.names
  }

  /// The file, or what is left of it, cannot be read.
  mutating func fail(_ reason: String, locator: String = "file") {
    summary.fileError = reason
    reject(locator: locator, reason)
  }
}
