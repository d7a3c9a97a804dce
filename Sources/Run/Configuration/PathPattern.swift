import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Paths with wildcards, such as `logs/app-*.log.gz` and `exports/**/cmp.csv`.
enum PathPattern {
  /// A file of that very name is no pattern.
  static func isPattern(_ path: String) -> Bool {
    path.contains { "*?[".contains($0) } && !FileManager.default.fileExists(atPath: path)
  }

  /// An entry for each path that matches, in order; where none does, the entry itself, whose path is then missed.
  ///
  /// - Throws: `UserError` where a folder on the way cannot be looked into: what matches in it must not be missed.
  static func matches(_ input: Configuration.Input) throws(UserError) -> [Configuration.Input] {
    guard isPattern(input.path) else { return [] }
    let paths = try paths(input.path)
    guard !paths.isEmpty else { return [input] }
    let folder = input.path.hasSuffix(input.name) ? input.path.count - input.name.count : 0
    return paths.map { path in
      var match = input
      match.path = path
      match.wildcards = input.path
      match.entry = input.name
      match.name = String(path.dropFirst(folder))
      return match
    }
  }

  private static func paths(_ pattern: String) throws(UserError) -> [String] {
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      var next: [String] = []
      for folder in found { next += try expand(part, in: folder, wantsFolder: !isLast) }
      found = next
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }.sorted()
  }

  /// - Parameter folder: ends with a slash, or is empty for the working folder.
  private static func expand(_ part: String, in folder: String, wantsFolder: Bool) throws(UserError) -> [String] {
    if part == "**" {
      let names = try names(in: folder)
      var below: [String] = []
      for name in names where FileManager.default.isFolder(folder + name) && !name.hasPrefix(".") {
        below += try expand(part, in: folder + name + "/", wantsFolder: wantsFolder)
      }
      return wantsFolder ? [folder] + below : below + names.map { folder + $0 }
    }
    guard part.contains(where: { "*?[".contains($0) }) else {
      let path = folder + part
      guard FileManager.default.fileExists(atPath: path) || part == "." || part == ".." else { return [] }
      return [wantsFolder ? path + "/" : path]
    }
    return try names(in: folder).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }.map { folder + $0 }
      .filter { !wantsFolder || FileManager.default.isFolder($0) }.map { wantsFolder ? $0 + "/" : $0 }
  }

  private static func names(in folder: String) throws(UserError) -> [String] {
    let path = folder.isEmpty ? "." : folder
    guard FileManager.default.isFolder(path) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw UserError(.unusableData, "\(path), in which wildcards of `inputs` look, cannot be read")
    }
  }
}
