import Evidence
import Foundation
import Testing

@testable import Judgement

@Suite struct RuleBookTests {
  private static let metadata = """
    -- title: It is well.
    -- severity: low
    -- needs: [accounts]
    -- rationale: Because.
    -- reasons:
    --   bad:
    --     message: "It is bad since {at}."
    --     remediation: "Mend it."
    """

  @Test func builtInRulesLoadInOrderOfID() throws {
    let ids = try RuleBook.builtIn().rules.map(\.id)
    #expect(ids.count >= 13)
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == ids.count)
  }

  /// A rule that leaves remembered records out says so, or its findings would be carried for records that it never
  /// judges.
  @Test func rulesThatJudgeThisRunAloneSaySo() throws {
    let rules = try RuleBook.builtIn().rules.filter { $0.sql.text.contains("remembered = 0") }
    #expect(rules.count > 1)
    for rule in rules { #expect(rule.metadata.isOfThisRunAlone, "\(rule.id) lacks `scope: run`") }
  }

  @Test func aUsersRuleIsReadFromItsFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder.appending(path: "mine"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data((Self.metadata + "\nSELECT 1\n").utf8).write(to: folder.appending(path: "mine/rule.sql"))
    var book = try RuleBook.builtIn()
    let before = book.sha256
    try book.add(folder: folder.path)
    #expect(book.rules.contains { $0.id == "mine/rule" && !$0.isBuiltIn })
    #expect(book.sha256 != before)
    book.apply(disabled: ["mine/rule"], severities: [:])
    #expect(book.sha256 == before)
  }

  @Test(arguments: [
    ("SELECT 1", "must begin with its metadata"),
    ("-- title: x\nSELECT 1", "`severity` is missing"),
    ("-- colour: red\nSELECT 1", "unknown metadata `colour`"),
    ("-- title: [\nSELECT 1", "is not valid YAML"),
    (metadata.replacing("accounts", with: "acounts") + "\nSELECT 1", "knows no `acounts`"),
    (metadata + "\n-- scope: night\nSELECT 1", "`scope` must be `run`"),
    (metadata + "\n-- witnesses: mail\nSELECT 1", "`witnesses` must have a query for each view"),
    (metadata + "\n-- witnesses: {post: SELECT 1}\nSELECT 1", "`witnesses` names `post`, which is no view of records"),
    (metadata + "\n-- witnesses: {source: SELECT 1}\nSELECT 1", "names `source`, which is no view of records"),
    (metadata + "\n-- witnesses: {mail: [x]}\nSELECT 1", "`witnesses` has no query for `mail`"),
    (metadata + "\n-- witnesses: {}\n-- witnesses_of_nobody: {}\nSELECT 1", "cannot stand beside `witnesses`"),
    (metadata.replacing("accounts", with: "accounts, [consents]") + "\nSELECT 1", "must be a list of texts"),
    (
      metadata.replacing("-- severity", with: "-- params: {a: b}\n-- severity") + "\nSELECT 1",
      "`params` must be a list"
    ),
    (
      metadata.replacing("-- severity", with: "-- sources: none\n-- severity") + "\nSELECT 1",
      "`sources` must be a list"
    ),
    (
      metadata.replacing("severity: low", with: "severity: severe") + "\nSELECT 1",
      "must be low, medium, high or critical"
    ),
    (
      metadata.replacing("--     message: \"It is bad since {at}.\"\n", with: "") + "\nSELECT 1",
      "a reason has a `message`"
    ),
  ])
  func aMistakeIsNamed(text: String, problem: String) {
    do {
      _ = try RuleFile.read(text, id: "mine/rule", origin: "mine/rule.sql")
      Issue.record("it was read")
    } catch let error as RuleError {
      #expect(error.file == "mine/rule.sql")
      #expect(error.problem.contains(problem), "\(error)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [
    ("SELECT a.account FROM account a JOIN credential c ON c.account = a.account", true),
    ("SELECT account FROM account WHERE email IN (SELECT name FROM repeated_name) -- no link", true),
    ("SELECT account FROM account WHERE uid = 'link'", true),
    ("SELECT account FROM account JOIN link l ON l.account = account.account", false),
    ("SELECT account FROM \"Coverage\"", false), ("SELECT account FROM 'link'", false),
    ("SELECT account FROM account, 'coverage'", false), ("SELECT account FROM temp.'link'", false),
    ("WITH consent AS (SELECT account FROM account) SELECT account FROM consent", false),
  ])
  func aRuleThatAsksForAccountsAloneNamesNoOtherView(sql: String, isSo: Bool) throws {
    #expect(try RuleFile.read(Self.metadata + "\n\(sql)\n", id: "mine/rule", origin: "").asksAccountsAlone == isSo)
  }

  @Test(arguments: [
    ("SELECT NULL AS account FROM source s JOIN coverage c ON c.kind = s.kind", true),
    ("SELECT account FROM (SELECT path AS account FROM source) GROUP BY account ORDER BY account", true),
    ("WITH x AS (SELECT kind AS account FROM coverage) SELECT account, 'mail' AS link FROM x, population", true),
    ("SELECT 1", true),
    ("SELECT uid FROM account", false), ("SELECT path FROM source JOIN account a ON a.tenant = source.path", false),
    ("SELECT path FROM source s JOIN coverage c ON c.kind = s.kind, account", false),
    ("SELECT path FROM source WHERE path IN (SELECT uid FROM account)", false),
    ("SELECT path FROM source WHERE path IN alias", false), ("SELECT path FROM (source JOIN \"Account\")", false),
    ("SELECT path FROM source, 'mail'", false), ("SELECT 1 FROM provider_config", false),
    ("SELECT path FROM source WHERE NOT EXISTS (SELECT 1 FROM (mail))", false),
    // Where a name means no view, a rule has to say so.
    ("WITH mail AS (SELECT path FROM source) SELECT path FROM mail", false),
  ])
  func aRuleIsOfTheWholeIfItReadsNoRecords(sql: String, isSo: Bool) throws {
    let rule = try RuleFile.read(Self.metadata + "\n\(sql)\n", id: "mine/rule", origin: "")
    #expect(rule.isOfTheWhole == isSo && !rule.judgesNobodyAsAWhole)
  }

  @Test func aRuleIsOfTheWholeIfItHasWitnesses() throws {
    func rule(_ witnesses: String) throws -> Rule {
      try RuleFile.read(Self.metadata + "\n\(witnesses)\nSELECT 1 FROM mail\n", id: "mine/rule", origin: "")
    }
    #expect(try rule("-- witnesses: {}").isOfTheWhole)
    let nobody = try rule("-- witnesses_of_nobody:\n--   sign_in: SELECT 2\n--   mail: |\n--     SELECT\n--       3")
    #expect(!nobody.isOfTheWhole && nobody.judgesNobodyAsAWhole)
    #expect(nobody.witnessQueries.map(\.view.name) == ["mail", "sign_in"])
    #expect(nobody.witnessQueries.map(\.sql.text) == ["SELECT\n  3", "SELECT 2"])
    // The metadata has eight lines.
    #expect(nobody.witnessQueries.map(\.firstLine) == [12, 10])
  }

  @Test func aFileMayHaveTheLineEndsOfWindows() throws {
    let text = Self.metadata + "\nSELECT 1\nFROM account\n"
    let windows = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    let (rule, same) = try (
      RuleFile.read(text, id: "mine/rule", origin: "mine/rule.sql"),
      RuleFile.read(windows, id: "mine/rule", origin: "mine/rule.sql")
    )
    let (one, other) = (rule.metadata, same.metadata)
    #expect(other.title == one.title && other.rationale == one.rationale && other.needs == one.needs)
    #expect(other.reasons.mapValues(\.message) == one.reasons.mapValues(\.message))
    #expect(same.firstQueryLine == rule.firstQueryLine)
    #expect(rule.sql.text == "SELECT 1\nFROM account\n" && same.sql.text == "SELECT 1\r\nFROM account\r\n")
  }

  @Test func aFindingsIDDependsOnRuleSubjectAndObjectOnly() {
    func id(_ rule: String = "a/b", uid: String? = "u", email: String? = "x@example.com", object: String? = "o")
      -> String
    {
      FindingIdentity.id(
        rule: rule, project: "p", subject: .init(uid: uid, email: email), object: object, discriminator: nil)
    }
    #expect(id() == id(email: "other@example.com"))
    #expect(Set([id(), id("a/c"), id(uid: "v"), id(object: nil), id(uid: nil), id(uid: "uo", object: "")]).count == 6)
    #expect(id().count == 19)
  }
}
