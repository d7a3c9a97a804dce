import Evidence
import Timestamps

/// Builds a source's summary while the source is read.
struct Tally {
  var summary: SourceSummary
  let limit: Int
  let locators: Locators
  var secrets: SecretScan
  /// The persons whom rejected records name.
  var names: NameScan
  var untitled = UntitledColumns([])
  /// The encoding that the text was converted from.
  var encoding: TextEncoding?
  /// Counts each record.
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

  /// Adds the names in rejected records to the summary. If more than 1 % of the records were rejected, they may be
  /// about anybody, so no names are kept.
  mutating func keepNames() {
    guard summary.rejected * 100 <= summary.records + summary.rejected else { return }
    summary.rejectedNames = names.names
  }

  /// Notes that the file, or the rest of it, cannot be read.
  mutating func fail(_ reason: String, locator: String = "file") {
    summary.fileError = reason
    reject(locator: locator, reason)
  }
}
