/// A mistake in a file that the user wrote: what, where, and what to write instead.
package struct ConfigurationError: Error, Hashable, CustomStringConvertible, Sendable {
  package var file: String
  /// From 1.
  package var line: Int?
  package var problem: String

  package init(file: String, line: Int?, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  package var description: String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)"
  }
}
