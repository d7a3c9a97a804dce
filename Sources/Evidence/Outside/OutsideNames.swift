import Storage

/// The names of the accounts out of scope that a run's exports show, by bucket. All but the last few of each bucket are
/// in a file: of ten million accounts they would take 200 MB of memory.
///
/// # Safety
/// One thread at a time has it: the one that screens accounts adds, and when all is read the one that keeps accounts
/// reads. `waiting` is the object's own memory and freed with it; `counts` says for each bucket how many of its
/// `chunkSize` pairs are there, and no index exceeds that.
final class OutsideNames {
  private static let chunkSize = 256

  private let file: SpillFile
  private let waiting: UnsafeMutablePointer<NamePair>
  @exclusivity(unchecked) private var counts = [Int](repeating: 0, count: NamePair.bucketCount)
  /// Where in the file the full chunks of each bucket begin.
  private var chunks = [[Int64]](repeating: [], count: NamePair.bucketCount)
  /// Of the account that is being added.
  @exclusivity(unchecked) private var names: [UInt64] = []
  private var failure: StorageError?

  init(_ file: SpillFile) {
    self.file = file
    waiting = .allocate(capacity: Self.chunkSize * NamePair.bucketCount)
  }

  deinit { waiting.deallocate() }

  /// - Parameters:
  ///   - key: of the account.
  ///   - keys: of its addresses.
  func add(_ account: AccountSketch, _ key: UInt64, _ keys: AccountKeys) {
    names.removeAll(keepingCapacity: true)
    if let email = account.email, !email.isEmpty, let name = keys.email { note(name) }
    note(account.phone)
    for index in account.credentials.indices {
      if let email = keys.credentialEmails[index], account.credentials[index].email?.isEmpty == false { note(email) }
      note(account.credentials[index].phone)
    }
    for phone in account.secondFactorPhones { note(phone) }
    if names.isEmpty { add(NamePair(account: key, name: NamePair.nameless)) }
    for name in names { add(NamePair(account: key, name: name)) }
  }

  private func note(_ phone: BorrowedText?) {
    if let phone, let key = SubjectKey.named(phone: phone) { note(key.bits) }
  }

  private func note(_ name: UInt64) {
    if !names.contains(name) { names.append(name) }
  }

  private func add(_ pair: NamePair) {
    let bucket = pair.bucket
    let start = waiting + bucket * Self.chunkSize
    (start + counts[bucket]).initialize(to: pair)
    counts[bucket] += 1
    guard counts[bucket] == Self.chunkSize else { return }
    counts[bucket] = 0
    do throws(StorageError) {
      let bytes = UnsafeRawBufferPointer(start: start, count: Self.chunkSize * MemoryLayout<NamePair>.stride)
      chunks[bucket].append(try file.append(bytes))
    } catch {
      failure = failure ?? error
    }
  }

  /// The pairs of a bucket, in the order of the exports.
  ///
  /// - Throws: `StorageError`, also one that occurred while adding.
  func pairs(in bucket: Int) throws -> [NamePair] {
    if let failure { throw failure }
    let (full, rest) = (chunks[bucket].count * Self.chunkSize, counts[bucket])
    return try Array(unsafeUninitializedCapacity: full + rest) { pairs, count in
      let bytes = UnsafeMutableRawBufferPointer(pairs)
      let size = Self.chunkSize * MemoryLayout<NamePair>.stride
      for (index, place) in chunks[bucket].enumerated() {
        let chunk = UnsafeMutableRawBufferPointer(rebasing: bytes[(index * size)..<((index + 1) * size)])
        try file.read(into: chunk, at: place)
      }
      for index in 0..<rest {
        pairs.initializeElement(at: full + index, to: waiting[bucket * Self.chunkSize + index])
      }
      count = full + rest
    }
  }
}
