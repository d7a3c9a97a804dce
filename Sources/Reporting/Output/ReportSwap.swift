import Foundation
import Platform

/// New reports that are complete and on disk, and are to take the places of older ones.
///
/// Many files cannot change in one step, and the folder may hold files of the user's, so that it cannot be replaced by
/// another one. The private folder of the new files is therefore a journal. A file in it says how far it is:
///
/// | step | file | after a crash |
/// |---|---|---|
/// | writing | none | it goes |
/// | ready | `.ready` | the store says whether its run is kept: then it is completed, else it goes with the next reports |
/// | decided | `.decided` | whoever uses the folder of reports next completes it |
///
/// So a file that names the run changes place with the others, or none does.
package struct ReportSwap: Sendable {
  enum Step {
    case writing, ready, decided

    /// Of what a killed process left.
    init(of left: PrivateFolder) {
      self =
        left.folder.status(of: ReportSwap.decidedName) != nil
        ? .decided : left.folder.status(of: ReportSwap.readyName) != nil ? .ready : .writing
    }
  }

  private static let readyName = ".ready"
  private static let decidedName = ".decided"
  /// It comes last: who sees a new one sees new files only.
  private static let lastName = "report.json"

  private let pending: PrivateFolder
  private let folder: OpenFolder
  private let shownPath: String
  private let edition: String

  init(_ pending: PrivateFolder, for folder: OpenFolder, shownAs path: String, edition: String) {
    (self.pending, self.folder, shownPath, self.edition) = (pending, folder, path, edition)
  }

  /// What a killed process left; nil where it is not ready.
  ///
  /// - Throws: `CannotWrite` where it cannot be looked at.
  init?(_ left: PrivateFolder, for folder: OpenFolder) throws(CannotWrite) {
    guard Step(of: left) != .writing else { return nil }
    let name = left.folder.status(of: Self.decidedName) != nil ? Self.decidedName : Self.readyName
    let edition: Data?
    do {
      let file = FileHandle(fileDescriptor: try left.folder.openFile(name), closeOnDealloc: true)
      edition = try file.read(upToCount: 256)
    } catch {
      throw CannotWrite(path: folder.path, cause: (error as? FolderProblem)?.cause ?? error.localizedDescription)
    }
    self.init(left, for: folder, shownAs: folder.path, edition: String(decoding: edition ?? Data(), as: UTF8.self))
  }

  // MARK: - Across a crash

  /// Where the files are, by which another process finds them.
  package struct Place: Hashable, Sendable {
    /// The folder of reports, absolute.
    package var folder: String
    /// The name of the private folder in it.
    package var pending: String

    package init(folder: String, pending: String) {
      self.folder = folder
      self.pending = pending
    }
  }

  package var place: Place { Place(folder: folder.path, pending: pending.name) }

  /// Completes what a killed process left there, if the process is dead and the files are.
  ///
  /// - Returns: false where another process is about it.
  /// - Throws: `CannotWrite`.
  package static func complete(_ place: Place) throws -> Bool {
    // Without the folder, or what is in it, nothing is left to do.
    guard !OpenFolder.isMissing(place.folder + "/" + place.pending) else { return true }
    let folder: OpenFolder
    do throws(FolderProblem) {
      folder = try OpenFolder(place.folder)
    } catch {
      throw CannotWrite(path: place.folder, cause: error.cause)
    }
    guard let left = PrivateFolder.dead(place.pending, in: folder) else { return false }
    _ = try ReportSwap(left, for: folder)?.complete()
    return true
  }

  // MARK: - Steps

  /// - Throws: `CannotWrite`.
  func prepare(_ names: [String]) throws(CannotWrite) {
    // Whoever completes the swap moves all that is here. A library may have left a file of its own.
    try told(of: "") { () throws(FolderProblem) in
      for name in try pending.folder.names() where !name.hasPrefix(".") && !names.contains(name) {
        try pending.folder.removeForSure(name)
      }
    }
    for name in names {
      try told(of: name) { () throws(FolderProblem) in
        let file = try pending.folder.openFile(name)
        FileMark.set(edition, on: file)
        close(file)
      }
    }
    try told(of: Self.readyName) { () throws(FolderProblem) in
      let file = try pending.folder.makeFile(Self.readyName)
      defer { close(file) }
      let bytes = Array(edition.utf8)
      guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
        throw FolderProblem(cause: String(cString: strerror(errno)))
      }
    }
    try told(of: "") { () throws(FolderProblem) in
      try pending.folder.sync()
      try folder.sync()
    }
  }

  /// From now on, a signal that cuts the process off leaves the files to the next process. They go with this value where
  /// `complete` is not called.
  package func outlastSignals() { pending.outlastSignals() }

  /// Puts the new files in the places of the old ones, and removes the files of other reports that this program wrote and
  /// these reports do not have. What cannot be completed, the next process completes.
  ///
  /// - Parameter isDue: false where newer reports were put there meanwhile.
  /// - Returns: the paths of files that may be of other reports, and do not say that this program wrote them.
  /// - Throws: `CannotWrite`, `Interruption.Stopped`.
  @discardableResult
  package func complete(isDue: () -> Bool = { true }) throws -> [String] {
    try Interruption.commit()
    pending.keep()
    return try folder.exclusively {
      for left in PrivateFolder.dead(in: folder, prefix: ReportFolder.prefix) where left.name != pending.name {
        if Step(of: left) == .decided, let swap = try ReportSwap(left, for: folder) {
          _ = try swap.move()
        } else {
          left.remove()
        }
      }
      guard isDue() else {
        pending.remove()
        return []
      }
      return try move()
    }
  }

  private func move() throws(CannotWrite) -> [String] {
    if pending.folder.status(of: Self.decidedName) == nil {
      try told(of: Self.decidedName) { () throws(FolderProblem) in
        try pending.folder.move(Self.readyName, to: pending.folder, as: Self.decidedName)
        try pending.folder.sync()
      }
    }
    let names = try told(of: "") { () throws(FolderProblem) in try pending.folder.names() }
      .filter { !$0.hasPrefix(".") }.sorted { ($0 == Self.lastName ? 1 : 0, $0) < ($1 == Self.lastName ? 1 : 0, $1) }
    for name in names {
      try told(of: name) { () throws(FolderProblem) in try pending.folder.move(name, to: folder) }
    }
    let strangers = removeOthers(sparing: Set(names))
    // Before the journal goes.
    try told(of: "") { () throws(FolderProblem) in try folder.sync() }
    pending.remove()
    try? folder.sync()
    return strangers
  }

  /// Removes the reports that bear the mark of another edition. A leftover that cannot be removed does not fail the run.
  private func removeOthers(sparing names: Set<String>) -> [String] {
    var strangers: [String] = []
    for report in folder.reports() where !names.contains(report.name) {
      switch report.edition {
      case edition: break
      case nil: strangers.append("\(shownPath)/\(report.name)")
      default: folder.remove(report.name)
      }
    }
    return strangers
  }

  private func told<Result>(
    of name: String, _ body: () throws(FolderProblem) -> Result
  ) throws(CannotWrite) -> Result {
    do {
      return try body()
    } catch {
      throw CannotWrite(path: name.isEmpty ? shownPath : shownPath + "/" + name, cause: error.cause)
    }
  }
}
