import Foundation

/// Hosts that a person would take for a relay host, and that are none.
enum LookAlike {
  /// The relay host that `host` imitates: as a prefix of another domain, by an edit distance of 1 or 2, or by
  /// characters that look alike, also behind punycode. Subdomains of a relay host belong to its owner and are no
  /// imitation.
  static func relayHost(imitatedBy host: String, among relayHosts: [String]) -> String? {
    for relay in relayHosts where host.hasSuffix("." + relay) { return nil }
    let plain = skeleton(host)
    for relay in relayHosts {
      let target = skeleton(relay)
      if host != relay, plain == target { return relay }
      for text in [host, plain] where text.hasPrefix(relay + ".") || text.contains("." + relay + ".") {
        return relay
      }
    }
    // A configured domain may be short and have honest neighbours, so only Apple's are compared by distance.
    for relay in RelayHosts.apple {
      for text in [host, plain] where (1...2).contains(EditDistance.between(text, relay, atMost: 2)) { return relay }
    }
    return nil
  }

  /// The host as the eye reads it: punycode decoded, compatibility forms, accents and confusable letters folded.
  static func skeleton(_ host: String) -> String {
    let folded = Punycode.unicode(host: host).precomposedStringWithCompatibilityMapping
      .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    var text = ""
    for character in folded {
      text += confusables[character] ?? String(character)
    }
    return text.replacingOccurrences(of: "rn", with: "m").replacingOccurrences(of: "vv", with: "w")
  }

  /// From Unicode's confusables (UTS 39, https://www.unicode.org/Public/security/latest/confusables.txt): those of the
  /// letters in Apple's relay hosts, and the digits that pass for letters.
  private static let confusables: [Character: String] = {
    let groups: [(String, String)] = [
      ("a", "аαɑ"), ("c", "сϲᴄ"), ("d", "ԁɗ"), ("e", "еєҽ℮"), ("i", "іιıɩɪ"), ("l", "ӏ1|ǀլⅼ"), ("m", "мṃ"),
      ("o", "оοσ0օ"), ("p", "рρ"), ("r", "гᴦɼ"), ("t", "тτ"), ("u", "υսᴜ"), ("v", "νѵᴠ"), ("y", "уүγʏ"),
      (".", "。．｡․"), ("s", "ѕ"), ("h", "һ"), ("j", "ј"), ("x", "х"), ("b", "Ьɓ"),
    ]
    var table: [Character: String] = [:]
    for (letter, others) in groups {
      for other in others { table[other] = letter }
    }
    return table
  }()
}
