import Evidence
import Reporting
import Timestamps

extension ForgottenFound {
  /// What a reader has to know of people whom the store was told to forget.
  var limits: [Report.Limit] {
    records.map { found in
      let text =
        found.count == 1
        ? """
        1 record of `\(found.path)` (`\(found.kind.rawValue)`) still names somebody who was forgotten. No export of this \
        run shows the account that it means, so the record was neither judged nor remembered.
        """
        : """
        \(found.count) records of `\(found.path)` (`\(found.kind.rawValue)`) still name people who were forgotten. No \
        export of this run shows the accounts that they mean, so the records were neither judged nor remembered.
        """
      return Report.Limit(code: "forgotten", text: text)
    }
      + back.values.reduce(into: [Int64: Int]()) { $0[$1 / TimeSpan.day.milliseconds, default: 0] += 1 }.sorted {
        $0.key < $1.key
      }.map {
        let date = Timestamp(milliseconds: $0.key * TimeSpan.day.milliseconds).readableDate
        return Report.Limit(code: "forgotten-back", text: Self.isBack($0.value, forgottenOn: date))
      }
  }

  /// Takes the names of forgotten persons out of the reasons for rejected records, which show values in backquotes.
  func clearRejects(of report: inout Report) {
    for source in report.sources.indices {
      for reject in report.sources[source].rejects.indices {
        let reason = report.sources[source].rejects[reject].reason
        report.sources[source].rejects[reject].reason = reason.replacing(#/`([^`]+)`/#) {
          isName(String($0.output.1)) ? "`…`" : String($0.output.0)
        }
      }
    }
  }

  private static func isBack(_ count: Int, forgottenOn day: String) -> String {
    let (who, it) =
      count == 1
      ? ("A person who was forgotten on \(day) is back", "the account. It is")
      : ("\(count) people who were forgotten on \(day) are back", "their accounts. They are")
    return """
      \(who): an export of this run shows \(it) judged in full and remembered from now on.
      """
  }
}
