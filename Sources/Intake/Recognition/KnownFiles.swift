/// Files that lie beside evidence and are known to hold none.
enum KnownFiles {
  /// What the file is; nil for any other.
  static func reason(_ head: Head) -> String? {
    let keys = head.keys.union(head.pageKeys)
    if keys.contains("signIn"), keys.isSubset(of: emulatorConfiguration) {
      return "it is the configuration that the Firebase emulator exports beside the accounts"
    }
    if keys.contains("version"), keys.count > 1, keys.subtracting(["version"]).isSubset(of: emulatorProducts) {
      return "it lists what the Firebase emulator exported"
    }
    if jsonSchema.isSubset(of: keys) { return "it is a JSON Schema, which describes files" }
    if keys == ["keys"] { return "it is a set of public keys" }
    if package.isSubset(of: keys), !keys.isDisjoint(with: ["dependencies", "devDependencies", "scripts"]) {
      return "it describes a package of Node"
    }
    if keys.contains("files") || keys.contains("entries"), keys.isDisjoint(with: persons) {
      return "it lists files"
    }
    if report.isSubset(of: keys) { return "it is a report of an audit" }
    if keys == flagged { return "it is the list of flagged accounts of an audit" }
    if dynamoSummary.isSubset(of: keys) || keys == dynamoFiles {
      return "it lists the files of an export from DynamoDB"
    }
    if groundTruth.isSubset(of: keys) { return "it says what an audit of the sample must find" }
    return nil
  }

  /// `signIn` is always there; the others depend on the emulator's version.
  private static let emulatorConfiguration: Set<String> = ["signIn", "usageMode", "emailPrivacyConfig"]
  private static let emulatorProducts: Set<String> = ["auth", "database", "dataconnect", "firestore", "storage"]
  /// Keys of `relay-audit.schema.json`, and of most others. Keys after `properties` may lie beyond the head.
  private static let jsonSchema: Set<String> = ["$schema", "properties"]
  private static let package: Set<String> = ["name", "version"]
  /// What a list of people would have.
  private static let persons: Set<String> = [
    "uid", "user_id", "userId", "id", "sub", "email", "users", "accounts", "localId", "identities",
  ]
  private static let report: Set<String> = ["schema", "run", "gate"]
  private static let flagged: Set<String> = ["uid", "email", "relay_domain", "providers", "first_seen"]
  /// Keys of `manifest-summary.json` and `manifest-files.json`:
  /// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
  private static let dynamoSummary: Set<String> = ["exportArn", "tableArn", "manifestFilesS3Key"]
  private static let dynamoFiles: Set<String> = ["itemCount", "md5Checksum", "etag", "dataFileS3Key"]
  /// Keys of `ground-truth.json`, which `relay-audit demo` writes.
  private static let groundTruth: Set<String> = ["as_of", "outcome", "exit_status", "findings"]
}
