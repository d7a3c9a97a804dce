/// The folder that the Firebase emulators export. Only `auth_export` in it holds evidence; the rest is an app's data.
///
/// https://github.com/firebase/firebase-tools/blob/master/src/emulator/hubExport.ts
enum EmulatorExport {
  /// The folders of the other products, named as the emulators name them.
  private static let otherProducts = ["database_export", "dataconnect_export", "firestore_export", "storage_export"]

  static func isExport(_ folder: RawPath) -> Bool {
    FileStatus(path: folder.appending("firebase-export-metadata.json"), followsLinks: true)?.isRegular ?? false
  }

  static func isOtherProduct(_ folder: RawPath) -> Bool { otherProducts.contains(folder.name) }
}
