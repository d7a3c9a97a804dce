import Intake
package import Platform
import Reporting
import Storage

/// What `--version --verbose` names: the libraries outside Swift, as this process has them.
package enum Libraries {
  /// By name.
  package static var versions: [LibraryVersion] {
    let all = IntakeLibraries.versions + ReportingLibraries.versions + StorageLibraries.versions
    return (all + [LibraryVersion.system].compactMap { $0 }).sorted { $0.name.lowercased() < $1.name.lowercased() }
  }
}
