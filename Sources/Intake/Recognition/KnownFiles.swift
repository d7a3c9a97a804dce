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
  /// Keys of `manifest-summary.json` and `manifest-files.json`:
  /// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
  private static let dynamoSummary: Set<String> = ["exportArn", "tableArn", "manifestFilesS3Key"]
  private static let dynamoFiles: Set<String> = ["itemCount", "md5Checksum", "etag", "dataFileS3Key"]
  /// Keys of `ground-truth.json`, which `relay-audit demo` writes.
  private static let groundTruth: Set<String> = ["as_of", "outcome", "exit_status", "findings"]
}
