import Glibc
package import Timestamps

/// One input as the user names it: a file, a folder, or `-`.
package struct InputArgument: Hashable, Sendable {
  package var path: String
  package var settings: SourceSettings

  package init(path: String, settings: SourceSettings = SourceSettings()) {
    self.path = path
    self.settings = settings
  }
}

/// The files of all inputs, in order of path.
package struct InputListing: Hashable, Sendable {
  package var files: [SourceFile] = []
  package var skipped: [SkippedInput] = []

  package init() {}
}

/// Something in an input's folder that is not read.
package struct SkippedInput: Hashable, Sendable {
  package var path: String
  package var reason: String
  /// True where evidence may be missing for it: the folder or file should have been read.
  package var isProblem: Bool

  package init(path: String, reason: String, isProblem: Bool) {
    self.path = path
    self.reason = reason
    self.isProblem = isProblem
  }
}

/// Finds the files that inputs name; opens none of them.
package struct InputWalker {
  private let asOf: Timestamp
  private let excluded: [FileIdentity]
  private var listing = InputListing()
  private var found: [FileIdentity: Int] = [:]

  /// - Parameter excluding: the store, the reports' folder and the like, which are no evidence.
  package init(asOf: Timestamp, excluding: [String] = []) {
    self.asOf = asOf
    excluded = excluding.compactMap { FileStatus(path: RawPath($0), followsLinks: true)?.identity }
  }

  /// - Throws: `IntakeError` for an input that is not there, or that cannot be looked into.
  package static func walk(
    _ inputs: [InputArgument], asOf: Timestamp, excluding: [String] = []
  ) throws(IntakeError) -> InputListing {
    var walker = InputWalker(asOf: asOf, excluding: excluding)
    // What is named with settings comes first, so that a folder around it does not take it without them.
    for input in inputs where input.settings != SourceSettings() { try walker.add(input) }
    for input in inputs where input.settings == SourceSettings() { try walker.add(input) }
    walker.listing.files.sort {
      $0.systemPath.lexicographicallyPrecedes($1.systemPath) { UInt8(bitPattern: $0) < UInt8(bitPattern: $1) }
    }
    return walker.listing
  }

  private mutating func add(_ input: InputArgument) throws(IntakeError) {
    let path = RawPath(input.path)
    if input.path == "-" {
      append(path, status: nil, settings: input.settings)
      return
    }
    guard let status = FileStatus(path: path, followsLinks: true) else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .noSuchInput(path: path.display) }
      throw .unreadableInput(path: path.display, reason: RawPath.message(code))
    }
    guard status.isFolder else {
      append(path, status: status, settings: input.settings)
      return
    }
    var links: [RawPath] = []
    guard walk(path, settings: input.settings, links: &links) else {
      throw .unreadableInput(path: path.display, reason: RawPath.message(errno))
    }
    for link in links { follow(link, below: path, settings: input.settings) }
  }

  private mutating func append(_ path: RawPath, status: FileStatus?, settings: SourceSettings) {
    if let status, status.isRegular {
      if let first = found[status.identity] {
        if listing.files[first].systemPath != path.bytes {
          skip(path, "it is the same file as \(listing.files[first].path), which is read once", isProblem: false)
        }
        return
      }
      found[status.identity] = listing.files.count
    }
    let captured = settings.capturedAt ?? (status?.isRegular == true ? status?.modifiedAt : nil) ?? asOf
    listing.files.append(
      SourceFile(
        path: path.display, systemPath: path.bytes, capturedAt: captured, isRegular: status?.isRegular ?? false,
        settings: settings))
  }

  private mutating func skip(_ path: RawPath, _ reason: String, isProblem: Bool) {
    listing.skipped.append(SkippedInput(path: path.display, reason: reason, isProblem: isProblem))
  }

  /// False if the folder cannot be listed; `errno` says why.
  private mutating func walk(_ folder: RawPath, settings: SourceSettings, links: inout [RawPath]) -> Bool {
    guard let names = folder.names() else { return false }
    for name in names {
      let path = folder.appending(name)
      guard let status = FileStatus(path: path, followsLinks: false) else {
        skip(path, RawPath.message(errno), isProblem: true)
        continue
      }
      if excluded.contains(status.identity) { continue }
      if name.first == CChar(UInt8(ascii: ".")) {
        skip(path, "its name begins with a dot", isProblem: false)
      } else if status.isLink {
        links.append(path)
      } else if status.isFolder {
        if !walk(path, settings: settings, links: &links) { skip(path, RawPath.message(errno), isProblem: true) }
      } else if status.isRegular {
        append(path, status: status, settings: settings)
      } else {
        skip(path, "it is a pipe, a socket or a device, not a file", isProblem: false)
      }
    }
    return true
  }

  /// Links within a folder are followed to files of the same folder that were not found by themselves.
  private mutating func follow(_ link: RawPath, below root: RawPath, settings: SourceSettings) {
    guard let target = link.resolved(), let base = root.resolved(),
      let status = FileStatus(path: link, followsLinks: true)
    else {
      skip(link, "it is a symbolic link that leads nowhere", isProblem: true)
      return
    }
    guard target.isIn(base) else {
      skip(link, "it is a symbolic link that leads out of the folder", isProblem: true)
      return
    }
    if excluded.contains(status.identity) { return }
    if status.isRegular {
      append(link, status: status, settings: settings)
    } else {
      skip(link, "it is a symbolic link to something that is no file", isProblem: false)
    }
  }
}
