import Evidence
import Foundation
import Testing

@testable import Intake

@Suite struct ForeignFileTests {
  /// What lies beside evidence is no part of it, unless it may be a list of people.
  @Test(arguments: [
    (#"{"keys":[{"kty":"RSA","kid":"a"}]}"#, true), (#"{"exportedAt":"2026-11-01","files":["a.json"]}"#, true),
    (#"{"entries":[{"url":"s3://b/a.json"}]}"#, true), (#"{"name":"a","version":"1.0.0","scripts":{}}"#, true),
    (#"{"exportArn":"a","tableArn":"b","manifestFilesS3Key":"c","itemCount":1}"#, true),
    (#"{"schema":"relay-audit/report/2","run":{},"gate":{}}"#, true),
    ("uid,email,relay_domain,providers,first_seen\n", true),
    (#"{"files":["a"],"email":"a@example.com"}"#, false), (#"{"name":"a","version":"1"}"#, false),
  ])
  func whatLiesBesideEvidenceIsKnown(text: String, isKnown: Bool) throws {
    let outcome = try read(text).outcome
    if case .known = outcome { #expect(isKnown) } else { #expect(!isKnown, "\(outcome)") }
  }

  @Test(
    arguments: [
      ("PAR1", "Parquet", "duckdb -c"), ("SQLite format 3\0", "an SQLite database", "sqlite3 -json"),
      ("PGDMP", "(pg_dump -Fc)", "psql -c"), ("ORC", "ORC", "orc-contents"), ("Obj\u{1}", "Avro", "avro-tools"),
      ("--\n-- PostgreSQL database dump\n--\n", "(pg_dump)", #"\copy"#),
      ("-- MySQL dump 10.13  Distrib 8.0.34\n", "MySQL", "mysql --batch"),
      ("/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n", "MySQL", "mysql --batch"),
      ("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", "SQLite", "sqlite3 -json"),
      ("SET NAMES utf8;\nCREATE TABLE a (b int);\n", "SQL", "CSV or NDJSON"), ("BZh9", "bzip2", "bunzip2"),
    ] as [(String, String, String)])
  func namesItWithACommand(start: String, name: String, command: String) throws {
    let bytes = Array((start + String(repeating: "\0", count: 64)).utf8)
    for bytes in [bytes, gzip(bytes)] {
      let result = try read(bytes)
      guard case .unreadable(let reason) = result.outcome else {
        Issue.record("taken as \(result.outcome)")
        continue
      }
      #expect(reason.contains(name) && reason.contains(command), "\(reason)")
      #expect(result.summary.rejects.map(\.reason) == [reason])
      #expect(result.summary.kind == nil)
      #expect(result.summary.bytes == Int64(bytes.count))
    }
  }

  @Test func namesOldWorkbooks() throws {
    let result = try read([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600))
    #expect(result.summary.fileError?.contains(".xls") == true)
  }

  /// The command can be copied as it stands: a name that a shell would take apart is not put into it.
  @Test func theCommandNamesTheFile() {
    func refusal(_ path: String) -> String? {
      Array("PAR1".utf8).withUnsafeBufferPointer { ForeignFile.refusal($0, path: path) }
    }
    #expect(refusal("in/users.2026.parquet")?.contains("'users.2026.parquet') TO 'users.ndjson'") == true)
    #expect(refusal("in/$(rm x).parquet")?.contains("'FILE') TO 'FILE.ndjson'") == true)
    #expect(refusal("in/-rf")?.contains("'FILE'") == true)
  }

  @Test func aTextOfOtherLinesIsNoDump() {
    for text in ["-- a note\nuid,purpose\n", "SELECT 1;\n", "INSERT: 5\n", "\n"] {
      let refusal = Array(text.utf8).withUnsafeBufferPointer { ForeignFile.refusal($0, path: "a") }
      #expect(refusal == nil)
    }
  }

  @Test func aPatternMayReadADump() throws {
    var settings = SourceSettings(kind: .consents)
    settings.record.pattern = #"^(?<uid>\S+)\t(?<purpose>\S+)\t(?<given_at>.+)$"#
    let result = try read(
      "--\n-- PostgreSQL database dump\n--\nu1\tp\t2026-01-01 00:00:00+00\n", settings: settings)
    #expect(result.sink.consents.count == 1)
    #expect(result.summary.skipped == 3)
  }
}
