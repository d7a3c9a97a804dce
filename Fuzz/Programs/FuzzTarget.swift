import Foundation

/// One way in: what inputs are given to.
struct FuzzTarget: Sendable {
  typealias Body = (UnsafeBufferPointer<UInt8>) -> Void

  let name: String
  /// Makes what all inputs share, and calls its argument, which does not return, with what one input goes through.
  let prepare: @Sendable ((@escaping Body) throws -> Never) throws -> Never

  static let all: [FuzzTarget] = [
    IntakeTarget.target, WorkbookTarget.target, MappingTarget.target, ProposalTarget.target, YAMLTarget.target,
    SQLTarget.target, TokenTarget.target, JSONTarget.target, PatternTarget.target, StoreTarget.target,
    AuditTarget.target,
  ]
}

/// What the inputs are given to.
///
/// # Safety
/// Set once, before libFuzzer runs, and read on the thread that set it.
nonisolated(unsafe) var current: FuzzTarget.Body?

func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// Something that must never be: libFuzzer keeps the input.
func defect(_ what: String) -> Never {
  report("DEFECT: \(what)")
  abort()
}

/// Runs what may throw nothing else than what `isExpected` lets through.
func expecting(_ isExpected: (any Error) -> Bool, _ body: () throws -> Void) {
  do {
    try body()
  } catch {
    if !isExpected(error) { defect("\(type(of: error)) is thrown: \(error)") }
  }
}
