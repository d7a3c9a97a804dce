import Effort
import Foundation
import Testing
import Vocabulary

@testable import Reporting

@Suite struct ContactTextTests {
  @Test(arguments: [
    ("in/anna@example.com.json", "in/a…@example.com.json"),
    ("in/anna@example.com/users.json", "in/a…@example.com/users.json"),
    ("oidc.anna@example.com google.com", "o…@example.com google.com"),
    (
      "the address `anna+tag@mail.example.com`, twice: bert@example.com.",
      "the address `a…@mail.example.com`, twice: b…@example.com."
    ),
    ("?user=anna%40example.com&x=1", "?user=a…%40example.com&x=1"), ("ÄNNE@exämple.example", "Ä…@exämple.example"),
    // An address in a URL that stands in another.
    ("saml.anna4%2540example.com", "s…%2540example.com"),
    ("?r=%3Fu%3Danna%252540example.com", "?r=%…%252540example.com"),
    ("in/%252B15550142.csv", "in/+…42.csv"), ("in/%25252b15550142.csv", "in/+…42.csv"),
    ("\"anna smith\"@example.com", "\"…@example.com"),
    ("req-+15550142-7", "req-+…27"), ("req-+1 (555) 010-0142", "req-+…42"),
    ("sheet \"+1 555 0101\"", "sheet \"+…01\""),
    ("in/%2B15550142.csv", "in/+…42.csv"), ("in/+15550142-2026-11-20.csv", "in/+…42-2026-11-20.csv"),
    ("in/+15550142.20261120.csv", "in/+…42.20261120.csv"),
    ("call 555-010-0142 or (555) 010-0143!", "call +…42 or +…43!"), ("oidc.555-010-0142", "oidc.+…42"),
    ("+49 30 1234567, +15550142", "+…67, +…42"),
    // The last group may look like a year.
    ("call +1 (555) 010-1999", "call +…99"), ("call +1 555 010 2019.", "call +…19."),
    ("x 1-555-010-0016", "x +…16"), ("x 1 (555) 010-0017", "x +…17"),
    // Spaces and hyphens at which a line may not break.
    ("x +1\u{A0}555\u{A0}010\u{202F}0011", "x +…11"), ("x (555)\u{A0}010-0013", "x +…13"),
    ("x +1\u{2011}555\u{2011}010\u{2011}0012", "x +…12"), ("x 555\u{2011}010\u{2011}0014", "x +…14"),
    ("555\u{2010}010\u{2010}0015", "+…15"),
    ("req-+(1)5550100142", "req-+…42"), ("req-+(1) 555-010-0142", "req-+…42"),
    // What nobody sees, and the full-width forms of keyboards in East Asia.
    ("+1555010\u{200B}\u{2060}\u{200B}0142-7", "+…42-7"), ("+\u{200E}15550100142", "+…42"),
    ("555\u{200B}010\u{200B}0142", "+…42"), ("id anna.x\u{FF20}example.com", "id a…\u{FF20}example.com"),
    ("\u{FF0B}\u{FF11}\u{FF15}\u{FF15}\u{FF15}0100142", "+…42"),
    ("+\u{FF11}\u{FF15}\u{FF15}\u{FF15}\u{FF10}\u{FF11}\u{FF10}1", "+…\u{FF10}1"),
  ])
  func isMasked(text: String, shown: String) {
    let masked = PersonalData(mode: .masked, key: Data())
    #expect(masked.text(text) == shown)
    #expect(masked.text(shown) == shown, "once is enough")
    #expect(PersonalData(mode: .full, key: Data()).text(text) == text)
    let hashed = PersonalData(mode: .hashed, key: Data("k".utf8)).text(text)
    #expect(hashed.contains("h:") && !hashed.contains("anna") && !hashed.contains("0142"), "\(hashed)")
  }

  /// Names that look alike are told apart by what is kept beside the report.
  @Test func whatMaskingTookIsKeptAsAHash() {
    let data = PersonalData(mode: .masked, key: Data("k".utf8))
    func applied(_ uid: String, _ object: String, _ data: PersonalData) -> Report.Finding {
      var finding = Fixture.small.findings[0]
      (finding.subject.uid, finding.object) = (uid, object)
      data.apply(to: &finding)
      return finding
    }
    let (one, other) = (applied("anna@example.com", "phone", data), applied("alba@example.com", "phone", data))
    #expect(one.subject.uid == other.subject.uid && one.object == "phone")
    #expect(one.hidden.value.uid == data.hash("anna@example.com") && one.hidden.value.uid != other.hidden.value.uid)
    #expect(one.hidden.value.object == nil)
    // A name that looks like a masked one is no other's.
    #expect(applied("a…@example.com", "phone", data).hidden.value.uid == data.hash("a…@example.com"))
    for mode in [PersonalData.Mode.hashed, .full] {
      let plain = applied("anna@example.com", "req-+15550142", PersonalData(mode: mode, key: Data()))
      #expect(plain.hidden.value.uid == nil && plain.hidden.value.object == nil)
    }
  }

  /// Times, ids and the like are no numbers of anybody's.
  @Test(arguments: [
    "exports/users-2026-11-20.json", "2026-11-20T030000Z/users.json", "2026-11-04 23:00:00.000000+00",
    "revocation 2026-10-31T07:00:00.000Z: HTTP status 200", "1763769600000", "u15550142", "15550100142",
    "550e8400-e29b-41d4-a716-446655440000", "request 123-456", "1.234.567.8901", "a + b", "+1 of 2", "x@", "@handle",
    "100%", "25%2525", "%25", "%252540", "a%2541example.com", "ra-0123456789abcdef",
    "in/2026-11-04T23:00:00+0100.json", "…@example.com", "a…@example.com",
  ])
  func staysAsItIs(text: String) {
    for mode in PersonalData.Mode.allCases { #expect(PersonalData(mode: mode, key: Data()).text(text) == text) }
  }

  /// The ids that are shown, and the order, do not follow from names.
  @Test func idsArePublishedUnderTheKey() throws {
    func report(_ mode: PersonalData.Mode, _ key: String) throws -> Report {
      let data = PersonalData(mode: mode, key: Data(key.utf8))
      return try data.publishing(data.applied(to: Fixture.small))
    }
    let plain = Set(Fixture.small.findings.map(\.id))
    #expect(Set(try report(.masked, "a").findings.map(\.id)) == plain)
    let (one, other) = (try report(.hashed, "a"), try report(.hashed, "b"))
    #expect(Set(one.findings.map(\.id)).isDisjoint(with: plain))
    #expect(Set(one.findings.map(\.id)).isDisjoint(with: other.findings.map(\.id)))
    #expect(try one == report(.hashed, "a"))
    #expect(one.findings.allSatisfy { $0.id.count == 19 && $0.id.hasPrefix("ra-") })
    #expect(Array(one.findings) == one.findings.sorted(by: Report.Finding.precedes))
    #expect(try one.hasPublishedIDs && !report(.masked, "a").hasPublishedIDs)
  }

  /// The work grew by the square of the text: signs of an address whose hosts are missing took a minute for 300 KB.
  @Test func aLongTextTakesNoLonger() {
    for sign in ["%40", "%25", "%2540", "25"] {
      let signs = String(repeating: sign, count: 100_000)
      let masked = effort { PersonalData(mode: .masked, key: Data()).text("%\(signs) anna@example.com") }
      #expect(masked.result == "%\(signs) a…@example.com", "\(sign)")
      #expect(masked.seconds < 5, "\(sign)")
    }
  }
}
