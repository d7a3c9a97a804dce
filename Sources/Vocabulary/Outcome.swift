/// What the gate decided about a run.
package enum Outcome: String, CaseIterable, Codable, Sendable {
  case pass, fail, incomplete

  /// The exit status of the program.
  package var exitStatus: Int32 {
    switch self {
    case .pass: 0
    case .fail: 1
    case .incomplete: 2
    }
  }
}
