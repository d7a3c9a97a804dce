import Foundation
import Testing

/// What records and reports say of others, and names a forgotten person (docs/contract.md, section 9).
@Suite struct ForgetMentionTests {
  private static let uid = "Cnry-Uid-77x"
  private static let email = "cnry.mail.77x@example.com"
  private static let phone = "+15550177777"
  private static let names = [uid, email, phone, "15550177777", "017-7777"]

  /// Spelt as people spell it, alone and within a text.
  private static let mentions = [
    uid, email, "Cnry.Mail.77x@Example.com", phone, "+1 (555) 017-7777", "0015550177777", "by \(uid), on paper",
    "see <CNRY.Mail.77x@example.com>.", "call +1 555 017-7777 now", "T-\(uid)", "k_\(uid)",
  ]

  private static let others = ["first", "second"].map { Sample.user($0, phone: "+1555010\($0.count)") }

  private static func lines(_ line: (Int, String) -> [String]) -> String {
    mentions.enumerated().flatMap { line($0.offset, $0.element) }.joined()
  }

  private func files(withAccount: Bool) -> [String: String] {
    let person = Sample.user(Self.uid, phone: Self.phone).replacing(Line.relay(Self.uid), with: Self.email)
    return [
      "users.json": Sample.export(((withAccount ? [person] : []) + Self.others).joined(separator: ",")),
      "consents.ndjson": Self.lines { number, mention in
        ["method", "policy_version"].map { column in
          Line.consent("first", time(-9 - number), [column: mention, "consent_id": "c-\(column)-\(number)"])
        } + [Line.consent("second", time(-9 - number), ["purpose": "link:social", "identifier": "to \(mention)"])]
      },
      "links.ndjson": Self.lines { [Line.link("first", time(-4 - $0), ["actor": $1])] },
      "account-deletions.ndjson": Self.lines { [Line.removal("gone-\($0)", time(-$0), ["actor": $1])] },
      "deletions.ndjson": Line.request("second", time(1)),
      "revocations.ndjson": Self.lines { number, mention in
        ["error", "client_id", "trace_id"].map {
          Line.revocation("second", time(2, number), ["http_status": 400, $0: mention])
        }
      },
      "mail.ndjson": Self.lines { number, mention in
        ["smtp_reply", "message_id", "sender"].map {
          Line.mail("second", time(1, number), ["outcome": "bounced", $0: "to \(mention)"])
        }
      },
      "notifications.ndjson": Self.lines {
        [Line.notice("email-disabled", "second", milliseconds(1, $0), ["aud": $1, "jti": "jti-\($0)"])]
      },
      "sign-ins.ndjson": Self.lines {
        [
          Line.object([
            "uid": "second", "at": time(1, $0), "provider": "apple.com", "nonce": "nonce-\($0)", "aud": $1,
          ])
        ]
      },
    ]
  }

  @Test(arguments: ["masked", "full"]) func theMentionGoesAndTheRecordStays(mode: String) throws {
    let nights = try Nights()
    let search = StoreSearch(place: nights.place)
    let last = try nights.night(5, files(withAccount: true), flags: ["--pii", mode])
    #expect(try search.places(of: Self.names).count > Self.mentions.count)
    let outcome = try nights.forget("--uid", Self.uid)
    #expect(outcome.status == 0 && !outcome.output.contains("a name of the person in"), "\(outcome)")
    let left = try search.places(of: Self.names)
    #expect(left.isEmpty, "\(left)")
    #expect(try search.problems() == [])
    #expect(try nights.run("verify").status == 0)

    // With files that show the mentions, and by what is remembered alone.
    let users = ["users.json": Sample.export(Self.others.joined(separator: ","))]
    for (day, files) in [(6, files(withAccount: false)), (7, users)] {
      let next = try nights.night(day, files, flags: ["--pii", mode, "--require", "none"])
      for finding in last.findings where finding.uid == "first" || finding.uid == "second" {
        let again = next.findings.first { $0.id == finding.id }
        #expect(again?.says == finding.says, "\(finding)")
      }
      // A report tells what the files of its night say.
      let back = try search.places(of: Self.names).filter { !$0.contains("report_part") }
      #expect(back.isEmpty, "\(back)")
    }
  }

  /// A later file may speak of the record by its id, and a longer name is somebody else's: verdicts rest on both.
  @Test func idsAndNamesOfOthersStay() throws {
    let nights = try Nights()
    let other = "T-\(Self.uid)"
    let files = [
      "users.json": Sample.export(Sample.user(Self.uid), Sample.user("first", phone: "+15550105")),
      "links.ndjson": Line.link("first", time(-4)),
      "consents.ndjson": Line.consent("first", time(-9), ["consent_id": "c/\(Self.uid)"])
        + Line.consent("first", time(-9), ["purpose": "link:social", "identifier": other]),
    ]
    try nights.night(5, files).expect("consent/link-phone", ["first": "pass"])
    let outcome = try nights.forget("--uid", Self.uid)
    #expect(outcome.output.contains("1 record of somebody else has a name of the person in its id"), "\(outcome)")
    let search = StoreSearch(place: nights.place)
    for text in ["c/\(Self.uid)", other] { #expect(try !search.places(of: [text]).isEmpty, "\(text)") }
    let withdrawn = Line.consent(
      "first", time(-9), ["consent_id": "c/\(Self.uid)", "state": "withdrawn", "withdrawn_at": time(-6)])
    let users = Sample.export(Sample.user("first", phone: "+15550105"))
    try nights.night(6, ["users.json": users, "consents.ndjson": withdrawn])
      .expect("consent/link-phone", ["first": "fail withdrawn"])
  }
}
