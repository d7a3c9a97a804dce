extension ReportJSON {
  /// Reads the members that version 2 added after those of version 1.
  ///
  /// - Throws: `JSONObject.Malformed`.
  static func readAdditions(_ object: JSONObject, into report: inout Report) throws {
    report.frameworks = try frameworks(object.objects("requirements"))
    report.waivers = try object.objects("waivers").map(waiver)
    report.baseline = try object.optionalObject("baseline").map(baseline)
    report.trend = try object.objects("trend").map(trendPoint)
    report.flagged = try FlaggedAccounts(try object.object("flagged"), shown: "shown")
    report.limits = try object.objects("limits").map {
      Report.Limit(code: try $0.text("code"), text: try $0.text("text"))
    }
  }

  /// Frameworks with no more of a title than their names.
  private static func frameworks(_ requirements: [JSONObject]) throws -> [Report.Framework] {
    var frameworks: [Report.Framework] = []
    for object in requirements {
      let (name, requirement) = (try object.text("framework"), try Report.Requirement(object))
      if frameworks.last?.name == name {
        frameworks[frameworks.count - 1].requirements.append(requirement)
      } else {
        frameworks.append(Report.Framework(name: name, title: name, url: "", requirements: [requirement]))
      }
    }
    return frameworks
  }

  private static func waiver(_ object: JSONObject) throws -> Report.WaiverEntry {
    Report.WaiverEntry(
      findings: try object.texts("findings"), signedBy: try object.text("signed_by"),
      requestedBy: try object.optionalText("requested_by"), ticket: try object.optionalText("ticket"),
      date: try object.time("date"), expires: try object.time("expires"), reason: try object.text("reason"),
      state: try object.word("state"),
      scope: try object.optionalText("rule").map {
        Report.WaiverScope(
          rule: $0, uid: try object.optionalText("uid"), object: try object.optionalText("object"))
      }, line: object.has("line") ? try object.number("line") : nil)
  }

  private static func baseline(_ object: JSONObject) throws -> Report.Baseline {
    Report.Baseline(
      path: try object.text("path"), sha256: try object.text("sha256"), entries: try object.number("entries"),
      matched: try object.number("matched"), stale: try object.texts("stale"))
  }

  private static func trendPoint(_ object: JSONObject) throws -> Report.TrendPoint {
    Report.TrendPoint(
      run: try object.text("run"), asOf: try object.time("as_of"), outcome: try object.word("outcome"),
      fail: try object.number("fail"), inconclusive: try object.number("inconclusive"), new: try object.number("new"),
      resolved: try object.number("resolved"))
  }
}
