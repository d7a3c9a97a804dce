import Evidence

/// What the unread fields of a call's record say together: by which method, at whose host and for which provider it
/// was. A configuration calls every record of a file a revocation at Apple, and a worker may revoke at several
/// providers.
///
/// The fields may also be of the request by which a person asked the company for something. Its address tells: tokens
/// are not revoked there.
struct CallSigns {
  private struct Sign {
    let path: String
    let isKnown: Bool
    let value: String

    /// The object around the field.
    var parent: Substring { path.lastIndex(of: ".").map { path[..<$0] } ?? "" }

    func with(_ value: String) -> Self { Self(path: path, isKnown: isKnown, value: value) }
  }

  /// Whether the mapping names the column of a path.
  private let isKnown: (String) -> Bool
  private var names: [String: CallFieldName] = [:]
  private static let limit = 1000
  private static let depthLimit = 4
  /// Bytes of a value.
  private static let longest = 2048

  // Of the record.
  private var methods: [Sign] = []
  private var addresses: [(sign: Sign, address: LoggedAddress)] = []
  private var hosts: [Sign] = []
  private var calledHosts: [Sign] = []
  private var providers: [Sign] = []

  init(isKnown: @escaping (String) -> Bool) { self.isKnown = isKnown }

  // MARK: - A record

  mutating func begin() {
    methods.removeAll(keepingCapacity: true)
    addresses.removeAll(keepingCapacity: true)
    hosts.removeAll(keepingCapacity: true)
    calledHosts.removeAll(keepingCapacity: true)
    providers.removeAll(keepingCapacity: true)
  }

  mutating func look(at value: JSONValue, _ path: String) { look(at: value, path, depth: 1, isKnown: false) }

  private mutating func look(at value: JSONValue, _ path: String, depth: Int, isKnown isWithinKnown: Bool) {
    if let text = value.text { return look(at: text, path, isKnown: isWithinKnown) }
    guard depth < Self.depthLimit, value.isObject else { return }
    let isKnown = isWithinKnown || isKnown(path)
    value.forEachField { key, inner in
      guard inner.text != nil || inner.isObject else { return }
      look(at: inner, path + "." + key.string, depth: depth + 1, isKnown: isKnown)
    }
  }

  mutating func look(at text: BorrowedText, _ path: String, isKnown isWithinKnown: Bool = false) {
    guard (3...Self.longest).contains(text.count) else { return }
    let isAddress = text.contains(UInt8(ascii: "/"))
    // Most fields are neither an address nor a word.
    guard isAddress || text.count <= 64, !text.trimmed.isEmpty else { return }
    let name = name(path)
    if name == .other { return }
    let value = text.trimmed.string
    let sign = Sign(path: path, isKnown: isWithinKnown || isKnown(path), value: value)
    switch name {
    case .method: if let method = AppleCall.method(value) { methods.append(sign.with(method)) }
    case .host: if !isAddress { hosts.append(sign.with(value.lowercased())) }
    case .calledHost: if !isAddress { calledHosts.append(sign.with(value.lowercased())) }
    case .provider: if CallFieldName.isOtherProvider(value) { providers.append(sign) }
    case .address: if isAddress, let address = LoggedAddress(value) { addresses.append((sign, address)) }
    case nil:
      guard isAddress, let address = LoggedAddress(value), address.isOfRevocation else { return }
      if address.isWhole || AppleCall.method(address.method) != nil { addresses.append((sign, address)) }
    case .other: break
    }
  }

  private mutating func name(_ path: String) -> CallFieldName? {
    if let known = names[path] { return known }
    let name = CallFieldName(path)
    if names.count < Self.limit { names[path] = name }
    return name
  }

  // MARK: - What it comes to

  private static let endpointsOfOthers: Set = [
    RevocationEndpoint.other.rawValue, RevocationEndpoint.firebaseSession.rawValue,
  ]

  /// Why the record is no revocation at Apple; nil if it may be one.
  ///
  /// - Parameters:
  ///   - endpoint: what our own column says was called.
  ///   - method: what our own column says.
  func refusal(endpoint: String?, method: String?) -> String? {
    if let endpoint, Self.endpointsOfOthers.contains(endpoint.lowercased()) { return nil }
    return ofMethod(isSaid: AppleCall.method(method) != nil) ?? ofPlace
  }

  /// - Parameter cells: of our own columns, in their order.
  func refusal(beside cells: [BorrowedText], of plan: MappingPlan) -> String? {
    func text(_ name: String) -> String? {
      plan.columns.firstIndex { $0.name == name }.flatMap { cells[$0].nonEmpty?.string }
    }
    return refusal(endpoint: text("endpoint"), method: text("method"))
  }

  private static let advice = """
    choose the calls to Apple's `/auth/revoke` under `where`, or list the column under `ignore` if it is about \
    something else
    """

  /// - Parameter isSaid: our own column has it.
  private func ofMethod(isSaid: Bool) -> String? {
    let post = AppleCall.post
    func refusal(_ sign: Sign, _ method: String) -> String {
      "`\(sign.path)` says that the method was \(method), and only \(post) revokes; \(Self.advice)"
    }
    for (sign, address) in addresses where !sign.isKnown && address.isOfRevocation {
      if let method = AppleCall.method(address.method), method != post { return refusal(sign, method) }
    }
    let isPost = isSaid || methods.contains { $0.value == post }
    let isOfOwn = addresses.contains { !$0.address.isOfRevocation }
    let other = methods.first { sign in
      guard !sign.isKnown, sign.value != post else { return false }
      let isBeside = addresses.contains { $0.address.isOfRevocation && $0.sign.parent == sign.parent }
      return isBeside || !isPost && !isOfOwn
    }
    return other.map { refusal($0, $0.value) }
  }

  private var ofPlace: String? {
    let called = addresses.lazy.map { HostName.isOfApple($0.address.host) && $0.address.isOfRevocation }
    if called.contains(true) || (hosts + calledHosts).contains(where: { HostName.isOfApple(Self.host($0)) }) {
      return nil
    }
    func refusal(_ sign: Sign, _ host: String) -> String {
      "`\(sign.path)` says that `\(host)` was called, which is not Apple's; \(Self.advice)"
    }
    for (sign, address) in addresses where !sign.isKnown && !address.host.isEmpty {
      // Of a server of the machine's own, `CalledAddress` knows whether it stands in for Apple.
      let isOfMachine = CalledAddress.localHosts.contains(address.host)
      let isForeign = address.isOfRevocation && !isOfMachine && !HostName.isOfApple(address.host)
      if isForeign || HostName.isOfAnother(address.host) { return refusal(sign, address.host) }
    }
    let others = calledHosts.filter { HostName.isOne($0.value) && !HostName.isNumeric($0.value) }
    let doubtful = others + hosts.filter { HostName.isOfAnother(Self.host($0)) || isBesideRevocation($0) }
    if let sign = doubtful.first(where: { !$0.isKnown }) { return refusal(sign, Self.host(sign)) }
    return providers.first { !$0.isKnown }.map { sign in
      "`\(sign.path)` says that the call was for `\(sign.value)`, and not for Apple; \(Self.advice)"
    }
  }

  private static func host(_ sign: Sign) -> String { String(sign.value.prefix { $0 != ":" }) }

  /// Whether a host is that of a path by which tokens are revoked. Beside the other fields of a record it is mostly the
  /// machine that writes the log.
  private func isBesideRevocation(_ sign: Sign) -> Bool {
    let host = Self.host(sign)
    guard HostName.isOne(host) else { return false }
    guard !sign.parent.isEmpty || HostName.isDouble(host) else { return false }
    return addresses.contains { found in
      found.sign.parent == sign.parent && found.address.authority.isEmpty && found.address.isOfRevocation
    }
  }
}
