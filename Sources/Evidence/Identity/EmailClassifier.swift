/// `RelayHosts` with a memory: an export of a million accounts has few hosts, and one look at each is enough.
struct EmailClassifier {
  let hosts: RelayHosts
  private var seen: [UInt64: EmailClass] = [:]

  /// A hostile export could make up a host for each account; beyond this many, hosts are looked at anew.
  private static let capacity = 10_000

  init(hosts: RelayHosts) {
    self.hosts = hosts
  }

  mutating func classify(_ email: BorrowedText) -> EmailClass {
    guard let host = RelayHosts.host(of: email) else { return .ordinary }
    let key = SubjectKey(email: host).bits
    if let known = seen[key] { return known }
    let result = hosts.classify(host: NormalText.email(String(decoding: host, as: UTF8.self)))
    if seen.count < Self.capacity { seen[key] = result }
    return result
  }

  mutating func classify(_ email: String) -> EmailClass {
    NormalText.withBytes(email) { classify($0) }
  }
}
