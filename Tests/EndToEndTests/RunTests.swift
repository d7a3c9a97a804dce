import Demo
import Foundation
import Testing

/// Runs over runs: determinism, history, and what a failed run leaves.
@Suite struct RunTests {
  private func normalised(_ data: Data) throws -> Data {
    var report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var run = try #require(report["run"] as? [String: Any])
    for key in ["id", "started_at", "finished_at", "host", "user"] { run[key] = nil }
    report["run"] = run
    report["ledger"] = nil
    report["findings"] = (report["findings"] as? [[String: Any]])?.map { finding in
      var finding = finding
      finding["judged_in"] = nil
      return finding
    }
    return try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
  }

  @Test func twoRunsAreByteIdentical() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "50").status == 0)
    // The key of hashed values is the store's, so both runs begin with the same store.
    try place.run(
      "audit", "--config", "sample/relay-audit.yaml", "--store", "a.sqlite", "--as-of", "2026-11-19T06:00:00Z")
    try FileManager.default.copyItem(at: place.path("a.sqlite"), to: place.path("b.sqlite"))
    for (store, out) in [("a.sqlite", "a"), ("b.sqlite", "b")] {
      try place.audit("--config", "sample/relay-audit.yaml", "--store", store, "--out", out, "--pii", "hashed")
    }
    let texts = try ["a", "b"].map { folder in
      try String(contentsOf: place.path("\(folder)/report.json"), encoding: .utf8).split(separator: "\n").filter {
        line in
        !["\"id\": \"", "\"started_at\"", "\"finished_at\"", "\"host\"", "\"user\"", "\"head\""].contains {
          line.hasPrefix("    " + $0)
        } && !line.hasPrefix("      \"judged_in\"")
      }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 100)
    #expect(
      try Data(contentsOf: place.path("a/flagged-accounts.csv"))
        == Data(contentsOf: place.path("b/flagged-accounts.csv")))
  }

  @Test func oneThreadSaysWhatSeveralSay() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "50").status == 0)
    let runs = [("one", "1"), ("two", "2"), ("three", "3"), ("eight", "8")]
    for (out, jobs) in runs {
      // Two nights, since the second asks the history.
      for asOf in [Workplace.asOf, "2026-11-21T06:00:00Z"] {
        try place.run(
          "audit", "--config", "sample/relay-audit.yaml", "--store", "\(out).sqlite", "--out", out, "--jobs", jobs,
          "--as-of", asOf)
      }
    }
    let reports = try runs.map { folder, _ in
      var report = try #require(
        try JSONSerialization.jsonObject(with: normalised(Data(contentsOf: place.path("\(folder)/report.json"))))
          as? [String: Any])
      var run = try #require(report["run"] as? [String: Any])
      run["previous_run"] = nil
      report["run"] = run
      report["trend"] = (report["trend"] as? [[String: Any]])?.map { point in
        var point = point
        point["run"] = nil
        return point
      }
      return try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
    }
    #expect(Set(reports).count == 1)
    #expect(reports[0].count > 10_000)
    let lists = try runs.map { try Data(contentsOf: place.path("\($0.0)/flagged-accounts.csv")) }
    #expect(Set(lists).count == 1)
  }

  /// The files in which a run works are nobody else's, and end with it.
  @Test(arguments: [Sample.export(Sample.user("u1", phone: "+15550101")), "no export\n"])
  func aRunLeavesTheStoreAlone(users: String) throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    try place.audit("in")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path(".relay-audit").path) == ["audit.sqlite"])
  }

  /// What an account had when it was first seen keeps its time on every later night, changed or not.
  @Test func firstSightIsKept() throws {
    let place = try Workplace()
    let nights = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]
    for (index, night) in nights.enumerated() {
      // On the third night u2 gets a number, on the second u4 gets what u5 has always had; u3 is not shown on the
      // second.
      var users = [
        Sample.user("u1"), Sample.user("u2", phone: index >= 2 ? "+15550102" : nil),
        Sample.user("u4", google: index >= 1), Sample.user("u5", google: true),
      ]
      if index != 1 { users.append(Sample.user("u3")) }
      try place.write(
        "in/users.json", "{\"users\": [\n" + users.joined(separator: ",\n") + "]}", at: "\(night)T05:00:00Z")
      try place.run("audit", "in", "--as-of", "\(night)T06:00:00Z")
    }
    let rows = try String(contentsOf: place.path("reports/out/flagged-accounts.csv"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst()
    #expect(rows.count == 5 && rows.allSatisfy { $0.hasSuffix("2026-11-17T05:00:00.000Z") }, "\(rows)")
    func story(_ rule: String, _ uid: String) throws -> String {
      let link = try #require(try place.findings().first { $0.rule == rule && $0.uid == uid })
      return try place.run("explain", link.id).output
    }
    for (rule, uid, time) in [
      ("consent/link-phone", "u2", "phone linked between 18 November 2026, 05:00 UTC and 19 November 2026, 05:00 UTC"),
      (
        "consent/link-social", "u4",
        "google.com linked between 17 November 2026, 05:00 UTC and 18 November 2026, 05:00 UTC"
      ),
      (
        "consent/link-social", "u5",
        """
        between 2 February 2026, 02:40 UTC, when the account was created, and 17 November 2026, 05:00 UTC, when an \
        export first showed it
        """
      ),
    ] {
      let text = try story(rule, uid)
      #expect(text.contains(time), "\(text)")
      // The stories of earlier nights are forgotten.
      #expect(text.components(separatedBy: "account created").count == 2, "\(text)")
    }
  }

  @Test func theSecondNightTellsNewFromExisting() throws {
    let place = try Workplace()
    let old = Sample.user("u1", phone: "+15550101")
    try place.write(
      "n1/users.json", Sample.export(old, Sample.user("u2", phone: "+15550102")), at: "2026-11-18T05:00:00Z")
    try place.write(
      "n1/consents.ndjson", Sample.consent("u1", "newsletter", "2026-01-01T00:00:00Z"), at: "2026-11-18T05:00:00Z")
    #expect(try place.run("audit", "n1", "--as-of", "2026-11-18T06:00:00Z").status == 1)
    let first = try place.findings()
    #expect(first.map(\.state) == ["new", "new"])

    // u2 gave consent in time, as it turns out; u3 appears; u1 stays.
    try place.write(
      "n2/users.json", Sample.export(old, Sample.user("u2", phone: "+15550102"), Sample.user("u3", phone: "+15550103")))
    try place.write("n2/consents.ndjson", Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z"))
    #expect(try place.audit("n2").status == 1)
    let second = try place.findings()
    #expect(second.map(\.uid) == ["u1", "u3"])
    #expect(second.map(\.state) == ["existing", "new"])
    #expect(second[0].id == first[0].id)
    let resolved = try #require(try place.report()["resolved"] as? [[String: Any]])
    #expect(resolved.map { $0["id"] as? String } == [first[1].id])
    let run = try #require(try place.report()["run"] as? [String: Any])
    #expect(run["previous_run"] is String)
    let finding = try #require((try place.report()["findings"] as? [[String: Any]])?.first)
    #expect(finding["first_seen"] as? String == "2026-11-18T06:00:00.000Z")
  }

  @Test func aFindingWhoseLinkIsGoneIsResolved() throws {
    let place = try Workplace()
    try place.write("n1/users.json", Sample.export(Sample.user("u1", phone: "+15550101")), at: "2026-11-18T05:00:00Z")
    try place.write("n1/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    try place.run("audit", "n1", "--as-of", "2026-11-18T06:00:00Z")
    try place.write("n2/users.json", Sample.export(Sample.user("u1")))
    try place.write("n2/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    #expect(try place.audit("n2").status == 0)
    #expect((try place.report()["resolved"] as? [Any])?.count == 1)
  }

  @Test func aFailedRunLeavesTheReportsOfTheLastGoodOne() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    #expect(try place.audit("in").status == 0)
    let before = try Data(contentsOf: place.path("reports/out/report.json"))
    try place.write("bad/notes.txt", "nothing\n")
    #expect(try place.audit("bad").status == 65)
    #expect(try Data(contentsOf: place.path("reports/out/report.json")) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("reports/out").path).sorted()
    #expect(names == ["flagged-accounts.csv", "report.html", "report.json"])
  }

  /// Order of records and names of files, CSV for NDJSON, and capitals change nothing.
  @Test(arguments: 0..<4)
  func shufflingChangesNoFinding(seed: Int) throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    try place.audit("--config", "sample/relay-audit.yaml", "--store", "a.sqlite", "--out", "a")
    let evidence = place.path("sample/evidence")
    var generator = SplitMix64(seed: UInt64(seed) &* 7919 &+ 1)
    var config = "project: relay-audit-sample\ninputs:\n"
    for name in try FileManager.default.contentsOfDirectory(atPath: evidence.path).sorted() {
      let file = evidence.appending(path: name)
      let renamed = "evidence/\(generator.next() % 1000)-\(name)"
      if name.hasSuffix(".ndjson") {
        var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        lines.shuffle(using: &generator)
        let records = try lines.map {
          try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        if seed % 2 == 0 {
          try place.write("sample/" + renamed, lines.joined(separator: "\n") + "\n")
        } else {
          let columns = Set(records.flatMap(\.keys)).sorted()
          let rows = records.map { record in
            columns.map { column in
              switch record[column] {
              case let text as String: text.contains("@") ? text.uppercased() : text
              case let flag as Bool where "\(type(of: record[column]))".contains("Bool") || column == "explicit":
                flag ? "true" : "false"
              case let number as NSNumber: "\(number)"
              default: ""
              }
            }.joined(separator: ",")
          }
          try place.write(
            "sample/" + renamed, ([columns.joined(separator: ",")] + rows).joined(separator: "\r\n") + "\r\n")
        }
        try FileManager.default.removeItem(at: file)
      } else {
        try FileManager.default.moveItem(at: file, to: place.path("sample/" + renamed))
      }
      config += "  - {path: \(renamed), captured_at: 2026-11-20T01:00:00Z}\n"
    }
    for name in ["users.json", "legacy-users.csv", "tenant-page.json", "partners.json"] {
      config += "  - {path: exports/\(name), captured_at: 2026-11-20T01:00:00Z}\n"
    }
    try place.write("sample/relay-audit.yaml", config)
    try place.audit("--config", "sample/relay-audit.yaml", "--store", "b.sqlite", "--out", "b")
    #expect(try place.findings("a") == place.findings("b"))
  }
}
