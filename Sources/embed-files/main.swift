import Foundation

// embed-files FOLDER OUTPUT: writes a Swift file that holds every text file under FOLDER.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  try? FileHandle(fileDescriptor: STDERR_FILENO).write(contentsOf: Data("usage: embed-files FOLDER OUTPUT\n".utf8))
  exit(64)
}
let root = URL(fileURLWithPath: arguments[1], isDirectory: true)
let embedded = [".sql", ".yaml", ".html", ".css", ".js", ".json"]

var source = """
  /// Files of the repository, embedded at build time: path inside the folder, and text.
  enum EmbeddedFiles {
    static let all: [(path: String, text: String)] = [

  """
for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
where embedded.contains(where: path.hasSuffix) {
  let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
  // Four number signs: no file here can close such a literal, or start an interpolation in it.
  source += "    (path: ####\"\(path)\"####, text: ####\"\"\"\n\(text)\n\"\"\"####),\n"
}
source += "  ]\n}\n"
try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[2]), options: .atomic)
