import Foundation

/// Which kind of link a consent's purpose is for (docs/contract.md, section 6.1).
package struct PurposeMap: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case email, phone, social, profile
  }

  /// What a consent covers: a kind of link, and of that kind one provider or all.
  package struct Target: Hashable, Sendable {
    package var kind: Kind
    package var provider: String?
  }

  private let configured: [String: [Target]]

  /// `configured` names the purposes of a kind, or of a provider such as `google.com`, in the company's own words.
  package init(configured: [String: [String]] = [:]) {
    var table: [String: [Target]] = [:]
    for (name, purposes) in configured {
      let name = name.lowercased()
      for purpose in purposes {
        table[purpose.lowercased(), default: []] += Self.targets(of: name)
      }
    }
    self.configured = table
  }

  /// Empty for a purpose that is mapped to no link. Of a list of purposes, those of all. `purpose` is lower-case.
  package func targets(of purpose: String) -> [Target] {
    parts(of: purpose).flatMap(targets(ofOne:))
  }

  /// What a withdrawal or a refusal ends: one of everything ends links as well, whatever grants of that name cover.
  func targets(ofEnd purpose: String) -> [Target] {
    let isOfAll = parts(of: purpose).contains { Self.everything.contains($0) && configured[$0] == nil }
    return targets(of: purpose) + (isOfAll ? Kind.allCases.map { Target(kind: $0) } : [])
  }

  private static let everything: Set<String> = ["all", "*", "any", "everything", "all purposes", "all_purposes"]

  private func targets(ofOne purpose: String) -> [Target] {
    (configured[purpose] ?? []) + (Self.linkName(in: purpose).map { Self.targets(of: String($0)) } ?? [])
  }

  /// Whether a purpose is mapped to a link, or may end one: of ten million consents nearly all are asked about, and few
  /// are written.
  func isForLink(_ purpose: String) -> Bool {
    guard Self.mayBeList(purpose) else { return isOneForLink(purpose) }
    return parts(of: purpose).contains(where: isOneForLink)
  }

  private func isOneForLink(_ purpose: String) -> Bool {
    configured[purpose]?.isEmpty == false || Self.linkName(in: purpose)?.isEmpty == false
      || Self.everything.contains(purpose)
  }

  /// The purposes of a list in one text, as databases and tables write it: `{phone,email}`, `["phone","email"]`,
  /// `phone;email`. Of any other text, and of one that is configured as it stands, itself.
  private func parts(of purpose: String) -> [String] {
    configured[purpose] == nil ? Self.list(in: purpose) ?? [purpose] : [purpose]
  }

  /// The same of any text; nil for one that is no list.
  package static func list(in purpose: String) -> [String]? {
    guard mayBeList(purpose) else { return nil }
    // In quotes that are around a whole purpose, the marks are part of it.
    var (parts, isQuoted) = ([""], false)
    for character in purpose {
      let isFirst = parts[parts.count - 1].allSatisfy(\.isWhitespace)
      if character == "\"", isQuoted || isFirst { isQuoted.toggle() }
      if !isQuoted, marks.contains(character) { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    let found = isQuoted ? purpose.split(whereSeparator: marks.contains).map(String.init) : parts.filter { !$0.isEmpty }
    return found.map { $0.trimmingCharacters(in: padding) }
  }

  private static let marks: Set<Character> = [",", ";", "|", "{", "}", "[", "]"]

  private static func mayBeList(_ purpose: String) -> Bool {
    purpose.utf8.contains { byte in ",;|{[".utf8.contains(byte) }
  }

  private static let padding = CharacterSet(charactersIn: " \t\"'")

  /// Whether a name is in the form of a provider's: `google.com`, `oidc.acme`. Providers of other forms are known by
  /// the accounts that have them.
  static func isProvider(_ name: String) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && Kind(rawValue: String(labels[0])) == nil
      && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } }
  }

  /// The first of a purpose's names that is for a link; the first of all where none is.
  func known(of names: [String]) -> String { names.first(where: isForLink) ?? names[0] }

  /// What follows `link:`, `link.` or `link_`.
  private static func linkName(in purpose: String) -> Substring? {
    let text = purpose.utf8
    guard text.starts(with: "link".utf8), let separator = text.dropFirst(4).first, ":._".utf8.contains(separator) else {
      return nil
    }
    return Substring(text.dropFirst(5))
  }

  private static func targets(of name: String) -> [Target] {
    if name == "*" { return [.email, .phone, .social].map { Target(kind: $0) } }
    if let kind = Kind(rawValue: name) { return [Target(kind: kind)] }
    return name.isEmpty ? [] : [Target(kind: .social, provider: name)]
  }
}
