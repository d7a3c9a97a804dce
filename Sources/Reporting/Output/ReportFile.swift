/// A file of a report, to be written.
package struct ReportFile: Sendable {
  package let name: String
  /// Passes the bytes to `output` in pieces.
  package let content: @Sendable (_ output: ([UInt8]) throws -> Void) throws -> Void

  /// - Throws: `CannotWrite`, and what making its content throws.
  package func write(to folder: ReportFolder) throws {
    try folder.write(name) { try content($0) }
  }
}
