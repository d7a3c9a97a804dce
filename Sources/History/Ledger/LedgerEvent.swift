/// What an entry of the ledger records. Runs are named by their numbers.
package enum LedgerEvent: Hashable, Sendable {
  case run(LedgerRun)
  case withdrawal(Withdrawal)
  case renaming(Renaming)
  case signOff(SignOff)
  case redaction(Redaction)
  case retention(Retention)
  case waiverExpiry(WaiverExpiry)

  /// A run that was a mistake.
  package struct Withdrawal: Hashable, Sendable, Codable {
    package var run: Int64
    package var reason: LedgerText

    package init(run: Int64, reason: LedgerText) {
      self.run = run
      self.reason = reason
    }
  }

  /// The runs under one name of a project became those of another.
  package struct Renaming: Hashable, Sendable, Codable {
    package var from: String
    package var to: String

    package init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Somebody accepted the report of a run.
  package struct SignOff: Hashable, Sendable, Codable {
    package var run: Int64
    package var name: LedgerText
    package var note: LedgerText
    /// Of the report that was accepted, as in the run's entry or the last redaction.
    package var reportSHA256: String
    /// The head that the signed statement names.
    package var head: String
    /// An OpenSSH signature of the statement, armored; nil for a sign-off without a key.
    package var signature: String?

    enum CodingKeys: String, CodingKey {
      case run, name, note
      case reportSHA256 = "report_sha256"
      case head, signature
    }

    package init(
      run: Int64, name: LedgerText, note: LedgerText, reportSHA256: String, head: String, signature: String?
    ) {
      self.run = run
      self.name = name
      self.note = note
      self.reportSHA256 = reportSHA256
      self.head = head
      self.signature = signature
    }
  }

  /// A person was forgotten.
  package struct Redaction: Hashable, Sendable, Codable {
    /// A kept report that changed, with its new hashes.
    package struct Report: Hashable, Sendable, Codable {
      package var run: Int64
      package var reportSHA256: String
      package var keptSHA256: String
      /// Of the list of all flagged accounts; nil where it did not change, or none is kept.
      package var flaggedSHA256: String?

      enum CodingKeys: String, CodingKey {
        case run
        case reportSHA256 = "report_sha256"
        case keptSHA256 = "kept_sha256"
        case flaggedSHA256 = "flagged_sha256"
      }

      package init(run: Int64, reportSHA256: String, keptSHA256: String, flaggedSHA256: String? = nil) {
        self.run = run
        self.reportSHA256 = reportSHA256
        self.keptSHA256 = keptSHA256
        self.flaggedSHA256 = flaggedSHA256
      }
    }

    package var reports: [Report]
    /// The numbers of the entries whose texts were removed.
    package var texts: [Int64]

    package init(reports: [Report], texts: [Int64] = []) {
      self.reports = reports
      self.texts = texts
    }
  }

  /// Runs lost their reports and findings, by `history.keep`.
  package struct Retention: Hashable, Sendable, Codable {
    package var runs: [Int64]

    package init(runs: [Int64]) { self.runs = runs }
  }

  /// A waiver that was in force at the run before is not any more.
  package struct WaiverExpiry: Hashable, Sendable, Codable {
    package var project: String
    package var signedBy: String
    package var ticket: String?
    /// RFC 3339.
    package var date: String
    package var expires: String

    enum CodingKeys: String, CodingKey {
      case project
      case signedBy = "signed_by"
      case ticket, date, expires
    }

    package init(project: String, signedBy: String, ticket: String?, date: String, expires: String) {
      self.project = project
      self.signedBy = signedBy
      self.ticket = ticket
      self.date = date
      self.expires = expires
    }
  }
}

extension LedgerEvent: Codable {
  private enum CodingKeys: String, CodingKey {
    case run, withdrawal, renaming
    case signOff = "sign_off"
    case redaction, retention
    case waiverExpiry = "waiver_expiry"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not one event that is known"))
    }
    self =
      switch key {
      case .run: .run(try container.decode(LedgerRun.self, forKey: key))
      case .withdrawal: .withdrawal(try container.decode(Withdrawal.self, forKey: key))
      case .renaming: .renaming(try container.decode(Renaming.self, forKey: key))
      case .signOff: .signOff(try container.decode(SignOff.self, forKey: key))
      case .redaction: .redaction(try container.decode(Redaction.self, forKey: key))
      case .retention: .retention(try container.decode(Retention.self, forKey: key))
      case .waiverExpiry: .waiverExpiry(try container.decode(WaiverExpiry.self, forKey: key))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .run(let run): try container.encode(run, forKey: .run)
    case .withdrawal(let withdrawal): try container.encode(withdrawal, forKey: .withdrawal)
    case .renaming(let renaming): try container.encode(renaming, forKey: .renaming)
    case .signOff(let signOff): try container.encode(signOff, forKey: .signOff)
    case .redaction(let redaction): try container.encode(redaction, forKey: .redaction)
    case .retention(let retention): try container.encode(retention, forKey: .retention)
    case .waiverExpiry(let expiry): try container.encode(expiry, forKey: .waiverExpiry)
    }
  }
}

extension LedgerEvent {
  /// The texts that stand beside the entry, by name.
  var texts: [(name: String, text: LedgerText)] {
    switch self {
    case .withdrawal(let withdrawal): [("reason", withdrawal.reason)]
    case .signOff(let signOff): [("name", signOff.name), ("note", signOff.note)]
    case .run, .renaming, .redaction, .retention, .waiverExpiry: []
    }
  }

  /// Changes one of `texts`.
  mutating func changeText(_ name: String, _ body: (inout LedgerText) -> Bool) -> Bool {
    switch self {
    case .withdrawal(var withdrawal) where name == "reason":
      defer { self = .withdrawal(withdrawal) }
      return body(&withdrawal.reason)
    case .signOff(var signOff) where name == "name":
      defer { self = .signOff(signOff) }
      return body(&signOff.name)
    case .signOff(var signOff) where name == "note":
      defer { self = .signOff(signOff) }
      return body(&signOff.note)
    case .run, .withdrawal, .renaming, .signOff, .redaction, .retention, .waiverExpiry: return false
    }
  }
}
