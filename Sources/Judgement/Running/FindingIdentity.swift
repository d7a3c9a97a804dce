import Crypto
package import Evidence
import Vocabulary

/// The stable id of a finding: the same for one rule, subject and object in every run, whatever its wording.
package enum FindingIdentity {
  /// `ra-` and 16 hexadecimal digits of a SHA-256, so that it says nothing about the person.
  package static func id(
    rule: String, project: String, subject: Subject, object: String?, discriminator: String?
  ) -> String {
    // The strongest name alone: a person whose email changes is the same person.
    let name: (String, String) =
      if let uid = subject.uid {
        ("uid", uid)
      } else if let sub = subject.appleSub {
        ("sub", sub)
      } else if let email = subject.email {
        ("email", email)
      } else if let hash = subject.emailSHA256 {
        ("sha256", hash)
      } else if let key = subject.key {
        ("key", "\(key)")
      } else {
        ("none", "")
      }
    let parts = [rule, project, subject.tenant ?? "", name.0, name.1, object ?? "", discriminator ?? ""]
    var hash = SHA256()
    for part in parts {
      // Lengths keep `ab`,`c` and `a`,`bc` apart.
      var text = "\(part.utf8.count):\(part)"
      text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    }
    return FindingID.prefix + hash.finalize().withUnsafeBytes { Hexadecimal.text(of: $0.prefix(8)) }
  }
}
