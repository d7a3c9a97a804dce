import Crypto
package import Foundation

/// What stands around the lists of a kept report, as text; of reports from before the lists were apart, all of it.
package struct KeptFrame {
  /// A frame or a part that no report has.
  package struct Malformed: Error, Hashable, Sendable {
    package init() {}
  }

  private static let pageMark = Data(",\n  \"page\": {".utf8)

  private let text: Data
  /// Where `page` begins, in bytes; nil in the first stores, which kept `report.json` itself.
  private let page: Int?

  package init(_ text: Data) {
    // Offsets count from its start.
    self.text = text.startIndex == 0 ? text : Data(text)
    page = self.text.range(of: Self.pageMark, options: .backwards)?.lowerBound
  }

  // MARK: - Hashes

  /// Both hashes of a report, whichever version of the program wrote it, from its frame and its parts in their order.
  package struct Hasher {
    private let frame: KeptFrame
    private var report = SHA256()
    private var kept = SHA256()
    /// How many bytes of the frame are done.
    private var done = 0

    package init(_ frame: KeptFrame) { self.frame = frame }

    /// - Parameter place: the byte of the frame before which the items stand.
    /// - Throws: `Malformed` where they cannot stand there.
    package mutating func add(_ items: Data, of list: KeptReport.List, at place: Int) throws {
      guard done <= place, place <= frame.text.count, let page = frame.page, (list == .more) == (place > page) else {
        throw Malformed()
      }
      advance(to: place)
      kept.update(data: items)
      if list != .more { report.update(data: items) }
    }

    private mutating func advance(to end: Int) {
      kept.update(data: frame.text[done..<end])
      let members = frame.page ?? frame.text.count
      if done < members { report.update(data: frame.text[done..<min(end, members)]) }
      done = end
    }

    package mutating func finish() -> KeptReport.Hashes {
      advance(to: frame.text.count)
      if frame.page != nil { report.update(data: Data("\n}\n".utf8)) }
      return KeptReport.Hashes(report: report.finalize().hexadecimal, kept: kept.finalize().hexadecimal)
    }
  }

  // MARK: - One finding

  /// What has to be known of a report to show one of its findings.
  package struct Notes: Sendable {
    package var version: Report.Version
    /// Nil where the report does not tell.
    package var personalData: PersonalData.Mode?
    package var forgotten: Set<String>

    package init(version: Report.Version, personalData: PersonalData.Mode?, forgotten: Set<String>) {
      self.version = version
      self.personalData = personalData
      self.forgotten = forgotten
    }
  }

  /// Reads nothing but the beginning of the text and `page`.
  ///
  /// - Throws: an error where the text is no frame.
  package func notes() throws -> Notes {
    let version = [Report.Version.one, .two].first { version in
      text.starts(with: Data("{\n  \"schema\": \"\(version.schema)\"".utf8))
    }
    guard let version, let page, text.suffix(3) == Data("\n}\n".utf8) else { throw Malformed() }
    let start = page + Self.pageMark.count - 1
    guard start < text.count - 3 else { throw Malformed() }
    let object = try JSONObject(try JSONSerialization.jsonObject(with: text[start..<(text.count - 3)]))
    return Notes(
      version: version, personalData: try object.optionalText("personal_data").flatMap(PersonalData.Mode.init),
      forgotten: object.has("forgotten") ? Set(try object.texts("forgotten")) : [])
  }
}

extension ReportJSON {
  /// The findings of a part.
  ///
  /// - Throws: an error where the items are none.
  package static func findings(_ items: Data, _ version: Report.Version) throws -> [Report.Finding] {
    try objects(items).map { try finding($0, version) }
  }

  /// - Parameter items: each behind what separates it from the one before.
  static func objects(_ items: Data) throws -> [JSONObject] {
    var array = Data("[".utf8)
    array.append(items.first == UInt8(ascii: ",") ? items.dropFirst() : items)
    array.append(UInt8(ascii: "]"))
    guard let objects = try JSONSerialization.jsonObject(with: array) as? [Any] else { throw KeptFrame.Malformed() }
    return try objects.map(JSONObject.init)
  }
}
