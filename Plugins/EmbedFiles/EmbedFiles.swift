import Foundation
import PackagePlugin

/// Generates `EmbeddedFiles.swift` for a target from the folder of the repository that belongs to it.
@main
struct EmbedFiles: BuildToolPlugin {
  private static let folders = ["Judgement": "rules", "Reporting": "reports"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let folder = Self.folders[target.name] else { return [] }
    let root = context.package.directoryURL.appending(path: folder)
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .sorted()
      .map { root.appending(path: $0) }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(folder)/",
        executable: try context.tool(named: "embed-files").url,
        arguments: [root.path, output.path],
        inputFiles: files,
        outputFiles: [output])
    ]
  }
}
