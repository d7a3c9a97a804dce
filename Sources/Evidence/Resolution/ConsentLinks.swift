import Storage

/// The links of one account, as its consents see them.
struct ConsentLinks {
  struct Link {
    let kind: String
    let object: String
    /// A credential has two: its id, and its email.
    let names: [String]

    init(_ row: SelectStatement) {
      kind = row.text(1)
      object = row.text(2)
      names = [row.optionalText(3), row.optionalText(4)].compactMap { $0 }
    }

    init(_ kind: PurposeMap.Kind, _ name: String) {
      self.kind = kind.rawValue
      object = kind.rawValue
      names = [name]
    }
  }

  /// Stands for the photo's value, which nobody has.
  static let photo = "photo"

  private let links: [Link]
  private let hidden: HiddenCredentials.OfAccount
  private let providers: [String]
  /// Whether a credential may be hidden of which no provider is known.
  private let mayBeUnnamed: Bool

  /// A hostile log could name a provider in each consent.
  private static let namedLimit = 16

  /// - Parameter named: the providers that the account's consents name.
  init(_ links: [Link], hidden: HiddenCredentials.OfAccount = .none, named: [String] = []) {
    self.links = links
    self.hidden = hidden
    let shown = links.filter { $0.kind == PurposeMap.Kind.social.rawValue }.map(\.object)
    let mayBe = Set(named.filter { PurposeMap.isProvider($0) && hidden.mayBe(of: $0) })
    providers = [shown, hidden.shownBefore, Array(mayBe.sorted().prefix(Self.namedLimit))].joined().reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    mayBeUnnamed = hidden.mayBeAny && !providers.contains(where: hidden.mayBe)
  }

  /// What a purpose is for on this account, in a fixed order.
  ///
  /// A consent to every social credential stands once for each that the account has or may have, since a withdrawal may
  /// name one. A word without the form of a provider is one only if the account has it; otherwise `link_campaign` would
  /// allow a link.
  func expanded(_ targets: Set<PurposeMap.Target>) -> [PurposeMap.Target] {
    let all = targets.flatMap { target -> [PurposeMap.Target] in
      guard target.kind == .social else { return [target] }
      guard let provider = target.provider else {
        let unnamed = providers.isEmpty || mayBeUnnamed ? [target] : []
        return unnamed + providers.map { PurposeMap.Target(kind: .social, provider: $0) }
      }
      return PurposeMap.isProvider(provider) || providers.contains(provider) ? [target] : []
    }
    return all.count < 2
      ? all : all.sorted { ($0.kind.rawValue, $0.provider ?? "") < ($1.kind.rawValue, $1.provider ?? "") }
  }

  /// Whether the account may have a credential that is meant and that its export leaves out.
  func hides(_ target: PurposeMap.Target) -> Bool {
    guard target.kind == .social else { return false }
    return target.provider.map { hidden.mayBe(of: $0) && matching(target).isEmpty } ?? hidden.mayBeAny
  }

  func matching(_ target: PurposeMap.Target) -> [Link] {
    links.filter { $0.kind == target.kind.rawValue && (target.provider == nil || $0.object == target.provider) }
  }

  /// Whether a link has the value.
  func names(_ value: String) -> Bool { links.contains { $0.names.contains(value) } }

  /// The linked value that a consent to it means; the consent's own text where none is.
  func spelled(_ value: String, _ target: PurposeMap.Target) -> String {
    let isPhone = target.kind == .phone
    guard target.kind != .profile, let spelling = SpelledValue(value, isPhone: isPhone) else { return value }
    let names = matching(target).flatMap(\.names)
    if names.contains(value) { return value }
    let meant = Set(
      names.filter { !(isPhone && NormalText.isObfuscated(phone: $0)) && spelling.mayBe($0, isPhone: isPhone) })
    return meant.count == 1 ? meant.first ?? value : value
  }

  /// The values that are one identifier with this one: itself, and the other names of its credentials.
  func namesOfOne(_ value: String) -> Set<String> {
    links.reduce(into: [value]) { names, link in
      if link.names.contains(value) { names.formUnion(link.names) }
    }
  }
}
