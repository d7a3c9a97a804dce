/// `RelayHosts` with a cache: an export of a million accounts has few hosts, and each is classified once.
struct EmailClassifier {
  let hosts: RelayHosts
  private var seen: [UInt64: EmailClass] = [:]
  /// Those of `seen` that were looked up last, by the low bits of their keys: most accounts have one of ten hosts.
  private var recent = [(key: UInt64, result: EmailClass)](repeating: (0, .ordinary), count: 64)

  /// A hostile export could make up a host for each account; beyond this many, hosts are classified each time.
  private static let capacity = 10_000

  init(hosts: RelayHosts) {
    self.hosts = hosts
  }

  mutating func classify(_ email: BorrowedText) -> EmailClass {
    guard let host = RelayHosts.host(of: email) else { return .ordinary }
    let key = SubjectKey(email: host).bits
    let place = Int(truncatingIfNeeded: key & 63)
    if recent[place].key == key { return recent[place].result }
    let result = classify(host, key)
    recent[place] = (key, result)
    return result
  }

  private mutating func classify(_ host: BorrowedText, _ key: UInt64) -> EmailClass {
    if let known = seen[key] { return known }
    let result = hosts.classify(host: NormalText.email(String(decoding: host, as: UTF8.self)))
    if seen.count < Self.capacity { seen[key] = result }
    return result
  }
}
