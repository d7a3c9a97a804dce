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
  static func matches(_ input: Configuration.Input) -> [Configuration.Input] {
    guard isPattern(input.path) else { return [] }
    let paths = paths(input.path)
    guard !paths.isEmpty else { return [input] }
    let folder = input.path.hasSuffix(input.name) ? input.path.count - input.name.count : 0
    return paths.map { path in
      var match = input
      match.path = path
      match.wildcards = input.path
      match.name = String(path.dropFirst(folder))
      return match
    }
  }

  private static func paths(_ pattern: String) -> [String] {
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      found = found.flatMap { expand(part, in: $0, wantsFolder: !isLast) }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }.sorted()
  }

  /// - Parameter folder: ends with a slash, or is empty for the working folder.
  private static func expand(_ part: String, in folder: String, wantsFolder: Bool) -> [String] {
    if part == "**" {
      let below = names(in: folder).filter { isFolder(folder + $0) && !$0.hasPrefix(".") }
        .flatMap { expand(part, in: folder + $0 + "/", wantsFolder: wantsFolder) }
      return wantsFolder ? [folder] + below : below + names(in: folder).map { folder + $0 }
    }
    guard part.contains(where: { "*?[".contains($0) }) else {
      let path = folder + part
      guard FileManager.default.fileExists(atPath: path) || part == "." || part == ".." else { return [] }
      return [wantsFolder ? path + "/" : path]
    }
    return names(in: folder).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }.map { folder + $0 }
      .filter { !wantsFolder || isFolder($0) }.map { wantsFolder ? $0 + "/" : $0 }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []).sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
