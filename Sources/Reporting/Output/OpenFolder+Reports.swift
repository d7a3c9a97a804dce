import Foundation
import Platform

extension OpenFolder {
  /// The files that have the name of a report, in order of name, each with the edition that it bears; nil where nothing
  /// shows that this program wrote it.
  func reports() -> [(name: String, edition: String?)] {
    var found: [(name: String, edition: String?)] = []
    for name in ((try? names()) ?? []).sorted() where ReportRenderers.mayWrite(name) {
      guard let status = status(of: name), status.st_mode & S_IFMT == S_IFREG, let file = try? openFile(name) else {
        continue
      }
      defer { close(file) }
      found.append((name, FileMark.read(file)))
    }
    return found
  }
}
