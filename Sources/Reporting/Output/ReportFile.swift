/// A file of a report that is not written yet.
package struct ReportFile: Sendable {
  let name: String
  let content: @Sendable (_ output: ([UInt8]) throws -> Void) throws -> Void

  /// - Throws: `CannotWrite`, and what its content cannot be made for.
  package func write(to folder: ReportFolder) throws {
    try folder.write(name) { try content($0) }
  }
}
