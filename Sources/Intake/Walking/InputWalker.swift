import Evidence
package import Timestamps

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the files that inputs name; opens none of them.
package struct InputWalker {
  /// The file by which a folder is audited.
  package static let configurationName = "relay-audit.yaml"

  private let options: Options
  private let excluded: [FileIdentity]
  private var listing = InputListing()
  private var found: [FileIdentity: [Int]] = [:]

  /// The options that all inputs share.
  package struct Options: Sendable {
    /// The time of capture of a stream, which has no other.
    package var asOf: Timestamp
    /// `--captured-at`.
    package var capturedAt: Timestamp?
    /// A later date in a name is not taken for a time of capture.
    package var latestName: Timestamp
    /// The store, the reports' folder, the configuration in use and the like, which are not evidence.
    package var excluding: [String]

    package init(
      asOf: Timestamp, capturedAt: Timestamp? = nil, latestName: Timestamp? = nil, excluding: [String] = []
    ) {
      self.asOf = asOf
      self.capturedAt = capturedAt
      self.latestName = latestName ?? asOf + .days(1)
      self.excluding = excluding
    }
  }

  private init(_ options: Options) {
    self.options = options
    excluded = options.excluding.compactMap { FileStatus(path: RawPath($0), followsLinks: true)?.identity }
  }

  /// - Throws: `IntakeError` for an input that is not there, or that cannot be looked into.
  package static func walk(_ inputs: [InputArgument], _ options: Options) throws(IntakeError) -> InputListing {
    var walker = InputWalker(options)
    // Inputs with settings come first, so that a folder around one does not add it without them.
    for input in inputs where input.settings != SourceSettings() { try walker.add(input) }
    for input in inputs where input.settings == SourceSettings() { try walker.add(input) }
    walker.sort()
    return walker.listing
  }

  /// Sorts the files by where they are, however their paths are spelled: of statements from one moment, the order of
  /// their files decides.
  private mutating func sort() {
    var folders: [RawPath: RawPath] = [:]
    let places = listing.files.map { file in
      let (folder, name) = RawPath(bytes: file.systemPath).parts
      let known = folders[folder] ?? folder.resolved() ?? folder
      folders[folder] = known
      return file.isRegular ? known.appending(name) : RawPath(bytes: file.systemPath)
    }
    let order = listing.files.indices.sorted { left, right in
      if places[left] != places[right] { return places[left].precedes(places[right]) }
      return listing.files[left].settings.kind?.rawValue ?? "" < listing.files[right].settings.kind?.rawValue ?? ""
    }
    listing.files = order.map { listing.files[$0] }
  }

  private mutating func add(_ input: InputArgument) throws(IntakeError) {
    let path = RawPath(input.path)
    if input.path == "-" {
      append(path, status: nil, settings: input.settings, names: [])
      return
    }
    guard let status = FileStatus(path: path, followsLinks: true) else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .noSuchInput(path: path.display) }
      throw .unreadableInput(path: path.display, reason: RawPath.message(code))
    }
    // The user may name a link, such as `latest` to the folder of a night.
    let names = path.names(ofParents: status.isFolder ? 0 : 1)
    guard status.isFolder else {
      append(path, status: status, settings: input.settings, names: names)
      return
    }
    var links: [Link] = []
    let root = Folder(path: path, names: names, settings: input.settings, isRoot: true)
    guard walk(root, links: &links) else {
      throw .unreadableInput(path: path.display, reason: RawPath.message(errno))
    }
    for link in links { follow(link, below: path) }
  }

  /// A folder on the path, with the names that may date its files, its own first.
  private struct Folder {
    var path: RawPath
    var names: [String]
    var settings: SourceSettings
    var isRoot = false
  }

  private struct Link {
    var path: RawPath
    var folder: Folder
  }

  /// - Parameter names: of the file and its folders, the nearest first.
  private mutating func append(_ path: RawPath, status: FileStatus?, settings: SourceSettings, names: [String]) {
    if let status, status.isRegular {
      let others = found[status.identity, default: []]
      if let first = others.first, !isOtherKind(settings, than: others) {
        if listing.files[first].systemPath != path.bytes {
          skip(path, "it is the same file as \(listing.files[first].path), which is read only once", .known)
        }
        return
      }
      found[status.identity, default: []].append(listing.files.count)
    } else if listing.files.contains(where: { !$0.isRegular && $0.systemPath == path.bytes }) {
      skip(path, "it is a stream, which can be read only once; save it as a file", .problem)
      return
    }
    let file = status.flatMap { $0.isRegular ? $0 : nil }
    listing.files.append(
      SourceFile(
        path: path, named: file == nil ? [] : NameTime.captures(in: names, until: options.latestName),
        fileTime: file?.modifiedAt ?? options.asOf, flag: options.capturedAt, isRegular: file != nil,
        settings: settings))
  }

  /// Whether settings read a file as a kind of its own, beside what it is read as already.
  private func isOtherKind(_ settings: SourceSettings, than others: [Int]) -> Bool {
    guard let kind = settings.kind else { return false }
    return others.map { listing.files[$0].settings.kind }.allSatisfy { $0 != nil && $0 != kind }
  }

  private mutating func skip(_ path: RawPath, _ reason: String, _ weight: SkippedInput.Weight) {
    listing.skipped.append(SkippedInput(path: path.display, reason: reason, weight: weight))
  }

  /// False if the folder cannot be listed; `errno` says why.
  private mutating func walk(_ folder: Folder, links: inout [Link]) -> Bool {
    guard let names = folder.path.names() else { return false }
    let ownConfiguration = folder.path.appending(Self.configurationName)
    if let status = FileStatus(path: ownConfiguration, followsLinks: true), status.isRegular,
      !excluded.contains(status.identity), !folder.isRoot
    {
      skip(folder.path, SkippedInput.ofOtherAudit, .notable)
      return true
    }
    let isEmulatorExport = EmulatorExport.isExport(folder.path)
    for name in names {
      let path = folder.path.appending(name)
      guard let status = FileStatus(path: path, followsLinks: false) else {
        skip(path, RawPath.message(errno), .problem)
        continue
      }
      if excluded.contains(status.identity) { continue }
      if name.first == CChar(UInt8(ascii: ".")) {
        // macOS keeps attributes of `users.csv` in `._users.csv` on other systems' disks.
        let mayBeEvidence = status.isRegular && DataNames.have(path.display) && !path.name.hasPrefix("._")
        skip(path, "its name begins with a dot", mayBeEvidence ? .notable : .known)
      } else if path == ownConfiguration {
        skip(path, "it is a configuration, but another one is in use", .known)
      } else if status.isLink {
        links.append(Link(path: path, folder: folder))
      } else if status.isFolder, isEmulatorExport, EmulatorExport.isOtherProduct(path) {
        skip(path, "it is the Firebase emulator's export of a product that holds no evidence", .known)
      } else if status.isFolder {
        let inner = Folder(path: path, names: [path.name] + folder.names, settings: folder.settings)
        if !walk(inner, links: &links) { skip(path, RawPath.message(errno), .problem) }
      } else if status.isRegular {
        append(path, status: status, settings: folder.settings, names: [path.name] + folder.names)
      } else {
        skipSpecial(path)
      }
    }
    return true
  }

  /// Links within a folder are followed to files of the same folder that were not found by themselves.
  private mutating func follow(_ link: Link, below root: RawPath) {
    let path = link.path
    guard let target = path.resolved(), let base = root.resolved(),
      let status = FileStatus(path: path, followsLinks: true)
    else {
      skip(path, "it is a symbolic link that leads nowhere", .problem)
      return
    }
    guard target.isIn(base) else {
      skip(path, "it is a symbolic link that leads out of the folder", .problem)
      return
    }
    if excluded.contains(status.identity) { return }
    if status.isRegular {
      append(path, status: status, settings: link.folder.settings, names: [path.name, target.name] + link.folder.names)
    } else if status.isFolder {
      skip(path, "it is a symbolic link to something that is not a file", .known)
    } else {
      skipSpecial(path)
    }
  }

  /// Nobody knows what one that is named as data would have said.
  private mutating func skipSpecial(_ path: RawPath) {
    skip(
      path, "it is a pipe, a socket or a device, not a file", DataNames.have(path.display) ? .problem : .notable)
  }
}
