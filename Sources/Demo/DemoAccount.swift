import Timestamps

/// An account of the sample, before it is written in the shape of some export.
struct DemoAccount {
  struct Credential {
    var provider: String
    var id: String
    var email: String?
  }

  var uid: String
  var tenant: String?
  var email: String?
  var phone: String?
  var photo: String?
  var displayName: String?
  var createdAt: Timestamp
  var credentials: [Credential]

  /// As the Firebase command line writes it (`firebase auth:export`).
  var commandLineUser: DemoRecord {
    var user: DemoRecord = ["localId": .text(uid)]
    user.add("email", email.map(DemoValue.text))
    if email != nil { user.add("emailVerified", .flag(true)) }
    user.add("displayName", displayName.map(DemoValue.text))
    user.add("lastSignedInAt", .text(String((createdAt + .days(1)).milliseconds)))
    user.add("createdAt", .text(String(createdAt.milliseconds)))
    user.add("phoneNumber", phone.map(DemoValue.text))
    user.add("photoUrl", photo.map(DemoValue.text))
    user.add("disabled", .flag(false))
    user.add("providerUserInfo", .list(credentials.map(Self.provider)))
    return user
  }

  /// As the Identity Toolkit answers, and the emulator exports.
  var toolkitUser: DemoRecord {
    var user: DemoRecord = ["localId": .text(uid)]
    user.add("email", email.map(DemoValue.text))
    user.add("phoneNumber", phone.map(DemoValue.text))
    user.add("createdAt", .text(String(createdAt.milliseconds)))
    user.add("lastLoginAt", .text(String((createdAt + .days(1)).milliseconds)))
    user.add("tenantId", tenant.map(DemoValue.text))
    user.add(
      "providerUserInfo",
      .list(
        credentials.map { credential in
          var provider = Self.provider(credential)
          provider.add("federatedId", .text(credential.id))
          return provider
        }))
    return user
  }

  /// A row of the command line before version 15.19.0: 28 columns and a comma at the end, no header.
  var oldRow: String {
    var cells = Array(repeating: "", count: 28)
    cells[0] = uid
    cells[1] = email ?? ""
    cells[2] = "true"
    for credential in credentials {
      guard let first = ["google.com": 7, "facebook.com": 11, "twitter.com": 15, "github.com": 19][credential.provider]
      else { continue }
      cells[first] = credential.id
      cells[first + 1] = credential.email ?? ""
    }
    cells[23] = String(createdAt.milliseconds)
    cells[24] = String((createdAt + .days(1)).milliseconds)
    cells[25] = phone ?? ""
    cells[26] = "false"
    return cells.joined(separator: ",") + ",\n"
  }

  private static func provider(_ credential: Credential) -> DemoRecord {
    var provider: DemoRecord = ["providerId": .text(credential.provider), "rawId": .text(credential.id)]
    provider.add("email", credential.email.map(DemoValue.text))
    return provider
  }
}
