import Evidence
import Foundation

/// Recognises files of data that are not read, by their first bytes.
enum ForeignFile {
  /// A sentence that says what the file is, and the command that converts it. Nil for any other file.
  ///
  /// - Parameter isPatterned: the configuration has a `pattern`, so any text is read.
  static func refusal(_ bytes: BorrowedText, path: String, isPatterned: Bool = false) -> String? {
    let name = shellName(of: path)
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    for form in containers where form.marks.contains(where: { bytes.starts(with: $0) }) {
      return sentence(form.what, form.remedy, name: name, stem: stem)
    }
    if bytes.count > 262, BorrowedText(rebasing: bytes[257..<262]).isEqual(to: "ustar") {
      let isDump = BorrowedText(rebasing: bytes[..<7]).isEqual(to: "toc.dat")
      return sentence(
        isDump ? "a dump of PostgreSQL (pg_dump -Ft)" : "a tar archive",
        isDump ? fromPostgres : "unpack it: tar -xf FILE", name: name, stem: stem)
    }
    if !isPatterned, let dump = dump(bytes) { return sentence(dump.what, dump.remedy, name: name, stem: stem) }
    return nil
  }

  private static func sentence(_ what: String, _ remedy: String, name: String, stem: String) -> String {
    "the file is \(what), which is not read; "
      + remedy.replacingOccurrences(of: "FILE", with: name).replacingOccurrences(of: "STEM", with: stem)
  }

  /// The file's name if a shell takes it without quotes, else `FILE`.
  private static func shellName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let isPlain = name.utf8.allSatisfy {
      $0 >= 97 && $0 <= 122 || $0 >= 65 && $0 <= 90 || $0.isDigit || "._-".utf8.contains($0)
    }
    return isPlain && !name.isEmpty && !name.hasPrefix("-") ? name : "FILE"
  }

  // MARK: - Binary forms

  private struct Form {
    var marks: [[UInt8]]
    var what: String
    var remedy: String

    init(_ mark: [UInt8]..., what: String, remedy: String) {
      marks = mark
      self.what = what
      self.remedy = remedy
    }
  }

  private static let containers: [Form] = [
    Form(
      Array("PAR1".utf8), what: "Parquet",
      remedy: #"convert it: duckdb -c "COPY (SELECT * FROM 'FILE') TO 'STEM.ndjson' (FORMAT json)""#),
    Form(
      Array("SQLite format 3\u{0}".utf8), what: "an SQLite database",
      remedy: #"export each table: sqlite3 -json FILE "SELECT * FROM TABLE" > TABLE.json"#),
    Form(Array("PGDMP".utf8), what: "a dump of PostgreSQL (pg_dump -Fc)", remedy: fromPostgres),
    Form(Array("ORC".utf8), what: "ORC", remedy: "convert it: orc-contents FILE > STEM.ndjson"),
    Form(Array("Obj\u{1}".utf8), what: "Avro", remedy: "convert it: avro-tools tojson FILE > STEM.ndjson"),
    Form(
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      what: "an old Excel workbook (.xls), or one with a password",
      remedy: "save it as .xlsx without a password: libreoffice --headless --convert-to xlsx FILE"),
    Form(
      [0x28, 0xB5, 0x2F, 0xFD], what: "compressed with zstd",
      remedy: "decompress it (zstd -d FILE), or use gzip instead"),
    Form(Array("BZh".utf8), what: "compressed with bzip2", remedy: "decompress it (bunzip2 FILE), or use gzip instead"),
    Form(
      [0xFD] + Array("7zXZ".utf8), what: "compressed with xz",
      remedy: "decompress it (unxz FILE), or use gzip instead"),
    Form(
      [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], what: "a 7z archive",
      remedy: "unpack it, or compress its files with gzip instead"),
    Form(
      Array("%PDF-".utf8), what: "a PDF document", remedy: "export the records as CSV or NDJSON where they are kept"),
  ]

  private static let fromPostgres =
    #"export each table from the database: psql -c "\copy (SELECT * FROM TABLE) TO 'TABLE.csv' WITH (FORMAT csv, HEADER)""#
  private static let fromMySQL =
    #"export each table from the database: mysql --batch -e "SELECT * FROM TABLE" DATABASE > TABLE.tsv"#
  private static let fromSQLite =
    #"export each table from the database: sqlite3 -json DATABASE "SELECT * FROM TABLE" > TABLE.json"#

  // MARK: - SQL

  /// Looks at the first lines of a text for what a database's own program writes there.
  private static func dump(_ bytes: BorrowedText) -> (what: String, remedy: String)? {
    let text = String(decoding: bytes.prefix(2048), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).prefix(20)
    for line in lines {
      if line.hasPrefix("-- PostgreSQL database") { return ("a dump of PostgreSQL (pg_dump)", fromPostgres) }
      if line.hasPrefix("-- MySQL dump") || line.hasPrefix("-- MariaDB dump") || line.hasPrefix("-- phpMyAdmin SQL") {
        return ("a dump of MySQL (mysqldump)", fromMySQL)
      }
      if line.hasPrefix("PRAGMA foreign_keys=") { return ("a dump of SQLite (.dump)", fromSQLite) }
      let statement = line.uppercased()
      if ["CREATE TABLE ", "INSERT INTO ", "DROP TABLE "].contains(where: statement.hasPrefix) {
        return ("a script of SQL statements", "export the table from its database as CSV or NDJSON, with a header row")
      }
      // Comments and settings come before; anything else is no dump.
      guard line.hasPrefix("--") || line.hasPrefix("/*") || statement.hasPrefix("SET ") else { return nil }
    }
    return nil
  }
}
