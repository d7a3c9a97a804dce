import CFuzzer
import Foundation

@testable import Intake

// relay-audit-fuzz --target=NAME [flags of libFuzzer] [folders and files of inputs]
//
// libFuzzer passes over flags with two dashes, and hands them on to the processes that it starts itself.
let names = FuzzTarget.all.map(\.name)
let prefix = "--target="
guard let name = CommandLine.arguments.dropFirst().first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count),
  let target = FuzzTarget.all.first(where: { $0.name == name })
else {
  report("relay-audit-fuzz: name a target with --target=NAME: \(names.joined(separator: ", "))")
  exit(64)
}
if CommandLine.arguments.contains("--print-json") {
  let parser = try JSONParser()
  for path in CommandLine.arguments.dropFirst() where !path.hasPrefix("-") {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let value = bytes.withUnsafeBufferPointer { JSONTarget.canonical($0, parser) } ?? ""
    FileHandle.standardOutput.write(Data((value + "\n").utf8))
  }
  exit(0)
}
__lsan_disable()
try target.prepare { body in
  __lsan_enable()
  current = body
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  exit(
    LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let bytes = UnsafeBufferPointer(start: data, count: size)
      current?(bytes)
      return 0
    })
}
