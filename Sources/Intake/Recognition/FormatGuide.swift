package import Evidence

/// What is told of a format: by the program, and in the documentation.
package struct FormatGuide: Sendable {
  /// The format's name, or what it begins with where the shape of the file follows: `auth0` of `auth0-csv`.
  package var name: String
  package var kind: EvidenceKind
  package var title: String
  package var note: String
  /// Three lines at most.
  package var example: String

  /// Our own, then those of products.
  package static let all: [FormatGuide] = ours + products

  private static let ours = [
    own(
      .consents,
      example: #"""
        uid,purpose,given_at,explicit,method,policy_version
        u1,link:phone,2026-01-02T03:04:06Z,true,dialog,3
        """#),
    own(
      .links,
      example: #"""
        uid,provider,linked_at,action
        u1,google.com,2026-03-02T03:04:05Z,link
        """#),
    own(
      .deletions,
      example: #"""
        uid,request_id,requested_at,status,regulation
        u1,r-1,2026-10-01T00:00:00Z,completed,gdpr
        """#),
    own(
      .revocations,
      example: #"""
        uid,at,endpoint,http_status,token_type
        u1,2026-10-01T00:00:02Z,apple,200,refresh_token
        """#),
    own(
      .accountDeletions,
      example: #"""
        uid,deleted_at,actor
        u1,2026-10-02T00:00:00Z,person
        """#),
    own(
      .notifications, note: "Decoded claims, flat or as Apple nests them.",
      example: #"""
        {"type":"consent-revoked","sub":"001234.….0123","event_time":1790812800123,"jti":"…"}
        """#),
    own(
      .aliases,
      example: #"""
        old_sub,new_sub,old_email,new_email
        001234.….0123,001234.….0456,r1@privaterelay.appleid.com,r2@privaterelay.appleid.com
        """#),
  ]

  private static func own(
    _ kind: EvidenceKind, note: String = "Other column names are given by the configuration.", example: String
  ) -> FormatGuide {
    FormatGuide(
      name: "relay-audit", kind: kind, title: "Our own \(kind.rawValue), as NDJSON, a JSON array or CSV", note: note,
      example: example)
  }
}

extension FormatGuide {
  /// The page of the documentation.
  package static var page: String {
    var text = """
      # Formats

      Files are recognised by what is in them, never by their names. `relay-audit inspect` says what each is taken for and \
      why; `--input KIND=PATH` and the configuration's `inputs` name a kind outright. Any of them may be compressed with \
      gzip.

      """
    for kind in EvidenceKind.allCases {
      let guides = all.filter { $0.kind == kind }
      if guides.isEmpty { continue }
      text += "\n## \(kind.rawValue)\n"
      for guide in guides {
        text += "\n### \(guide.title)\n\n`\(guide.name)`\(guide.note.isEmpty ? "" : ". \(guide.note)")\n\n"
        text += "```\n\(guide.example)\n```\n"
      }
    }
    return text
  }
}
