import ArgumentParser
import Evidence
import Judgement
import Reporting
import Run
import Timestamps
import Vocabulary

enum Arguments {
  /// An empty name of a file names the working folder, or nothing: a variable of a script was not set.
  static func checkNotEmpty(_ value: String?, _ option: String) throws {
    if value?.isEmpty == true { throw ValidationError("\(option) must not be empty.") }
  }
}

// Types of other modules as values of flags, in the words that the configuration uses.

extension Diagnostics.Format: ExpressibleByArgument {}
extension EvidenceKind: ExpressibleByArgument {}
extension GateScope: ExpressibleByArgument {}
extension PersonalData.Mode: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}

extension FailOn: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.name) }

  public init?(argument: String) { self.init(argument) }
}

extension Limit: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension RequiredKinds: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Timestamp: ExpressibleByArgument {
  public init?(argument: String) { self.init(rfc3339: argument) }
}
