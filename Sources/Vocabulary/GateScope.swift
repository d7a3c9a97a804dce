/// Which failing findings can fail the gate: all, or those that the previous run did not have.
package enum GateScope: String, CaseIterable, Sendable {
  case all, new
}
