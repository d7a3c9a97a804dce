import Evidence
import Foundation
import JWTKit

/// Apple's public keys, from a copy of https://appleid.apple.com/auth/keys.
package struct AppleKeys: Sendable {
  package struct Malformed: Error {
    package var problem: String
  }

  private let keys: JWTKeyCollection
  private let ids: Set<String>

  /// - Parameter jwks: the file's text.
  /// - Throws: `Malformed`.
  package init(jwks: String) throws(Malformed) {
    let set: JWKS
    do {
      set = try JSONDecoder().decode(JWKS.self, from: Data(jwks.utf8))
    } catch {
      throw Malformed(problem: "is not a JSON Web Key Set")
    }
    // Apple signs with RS256 only. Any other key would let an attacker choose a weaker signature.
    let usable = set.keys.filter { $0.keyType == .rsa && $0.keyIdentifier != nil }
    guard !usable.isEmpty else { throw Malformed(problem: "has no RSA key with a `kid`") }
    // The library traps on some that are no pair, and nobody has Apple's.
    guard usable.allSatisfy({ $0.privateExponent == nil && $0.prime1 == nil && $0.prime2 == nil }) else {
      throw Malformed(problem: "has a private key, and Apple publishes public ones only")
    }
    ids = Set(usable.compactMap { $0.keyIdentifier?.string })
    let collection = JWTKeyCollection()
    do {
      try Self.wait { for key in usable { try await collection.add(jwk: key) } }
    } catch {
      throw Malformed(problem: "has a key that cannot be used")
    }
    keys = collection
  }

  /// Why a token is not Apple's; nil for one that is.
  func problem(with token: SignedToken) -> SignatureProblem? {
    guard token.algorithm == "RS256" else { return .badSignature }
    guard let id = token.keyID, ids.contains(id) else { return .unknownKey }
    do {
      _ = try Self.wait { try await keys.verify(token.text, as: AnyClaims.self) }
      return nil
    } catch {
      return .badSignature
    }
  }

  /// The claims are checked by their readers.
  private struct AnyClaims: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) throws {}
  }

  /// jwt-kit is asynchronous, and intake reads in threads of its own. The waiting thread does the work itself, since
  /// the system's pool may have no free thread, and the wait would never end.
  private static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let executor = WaitingThread()
    let box = Box<Value>()
    Task.detached(executorPreference: executor) {
      do {
        box.result = .success(try await work())
      } catch {
        box.result = .failure(error)
      }
      executor.finish()
    }
    executor.run()
    guard let result = box.result else { throw CancellationError() }
    return try result.get()
  }

  /// Runs the jobs of one task on the thread that waits for it.
  ///
  /// # Safety
  /// `changed` guards the other properties. A job that is enqueued is run once.
  private final class WaitingThread: TaskExecutor, @unchecked Sendable {
    private let changed = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isFinished = false

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      changed.lock()
      jobs.append(job)
      changed.signal()
      changed.unlock()
    }

    func finish() {
      changed.lock()
      isFinished = true
      changed.signal()
      changed.unlock()
    }

    /// Returns when the task has finished, and its last job has ended.
    func run() {
      changed.lock()
      defer { changed.unlock() }
      while true {
        while jobs.isEmpty, !isFinished { changed.wait() }
        guard !jobs.isEmpty else { return }
        let job = jobs.removeFirst()
        changed.unlock()
        job.runSynchronously(on: asUnownedTaskExecutor())
        changed.lock()
      }
    }
  }

  /// # Safety
  /// The task writes `result` once, on the thread that waits for it and reads it afterwards.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }
}
