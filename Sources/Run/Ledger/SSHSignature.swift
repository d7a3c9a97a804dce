import Foundation
import Platform
import Timestamps

/// Signatures by OpenSSH's `ssh-keygen -Y` (ssh-keygen(1)), so that keys on hardware and in agents work.
enum SSHSignature {
  /// What the signatures are for; a signature of another namespace does not verify.
  private static let namespace = "relay-audit"

  /// Signs a text. OpenSSH may ask for a passphrase on the terminal, or for a touch of the key.
  ///
  /// - Returns: the signature, armored.
  /// - Throws: `UserError`.
  static func sign(_ text: String, key: String) throws -> String {
    let result = try run(["-Y", "sign", "-n", namespace, "-f", try InputFile.existing(key)], input: text)
    guard result.status == 0, result.output.hasPrefix("-----BEGIN SSH SIGNATURE-----") else {
      let problem = result.errors.trimmingCharacters(in: .whitespacesAndNewlines)
      throw UserError(
        .unusableData, "ssh-keygen did not sign with \(key): \(problem)",
        remedy: "name a private key, or a public one whose private key the agent has")
    }
    return result.output
  }

  /// Who signed a text.
  ///
  /// - Parameters:
  ///   - allowedSigners: the path of OpenSSH's file of keys that may sign.
  ///   - time: when it was signed, for keys that may sign for some time only.
  /// - Returns: the principal of the key; nil where no key that may sign signed this text.
  /// - Throws: `UserError` where OpenSSH is missing.
  static func signer(
    of text: String, signature: String, allowedSigners: String, at time: Timestamp
  ) throws -> String? {
    try TemporaryFolder.with { folder in
      let file = folder.appending(path: "signature").path
      guard
        FileManager.default.createFile(
          atPath: file, contents: Data(signature.utf8), attributes: [.posixPermissions: 0o600])
      else { throw UserError(.cannotWrite, "\(file) cannot be written") }
      let options = ["-f", allowedSigners, "-s", file, "-O", "verify-time=\(written(time))"]
      let principals = try run(["-Y", "find-principals"] + options, input: "")
      guard principals.status == 0 else { return nil }
      return try principals.output.split(separator: "\n").map(String.init).first { principal in
        try run(["-Y", "verify", "-I", principal, "-n", namespace] + options, input: text).status == 0
      }
    }
  }

  /// `20261120060000`, in UTC.
  private static func written(_ time: Timestamp) -> String { String(time.rfc3339.prefix(19).filter(\.isNumber)) }

  private static func run(_ arguments: [String], input: String) throws -> ChildProgram.Outcome {
    // Times without a zone are local ones, and not all versions know the suffix for UTC.
    let environment = ProcessInfo.processInfo.environment.merging(["TZ": "UTC", "LC_ALL": "C"]) { $1 }
    let path = try program()
    do throws(ChildProgram.Failure) {
      return try ChildProgram.run(path, arguments, environment: environment, input: input)
    } catch {
      throw UserError(.noSuchInput, "\(path) cannot be started: \(error)", remedy: "install OpenSSH's client again")
    }
  }

  private static func program() throws -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    for folder in folders {
      let path = "\(folder)/ssh-keygen"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw UserError(
      .noSuchInput, "ssh-keygen is not installed", remedy: "install OpenSSH's client, version 8.9 or later")
  }
}
