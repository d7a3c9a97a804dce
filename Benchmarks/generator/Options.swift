import Foundation

struct Options {
  var folder = ""
  var accounts: UInt64 = 0
  var seed: UInt64 = 1
  var changed = 0.0
  var noise: UInt64 = 0
  var onlyFindings = false
  var allFindings = false
  var onlyEvidence = false

  init(_ arguments: [String]) {
    var plain: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--seed": seed = rest.popFirst().flatMap(UInt64.init) ?? 1
      case "--changed": changed = rest.popFirst().flatMap(Double.init) ?? 0
      case "--noise": noise = rest.popFirst().flatMap(UInt64.init) ?? 0
      case "--findings": onlyFindings = true
      case "--all-findings": (onlyFindings, allFindings) = (true, true)
      case "--evidence": onlyEvidence = true
      default: plain.append(argument)
      }
    }
    guard plain.count == 2, let count = UInt64(plain[1]) else { fail("a folder and a number of accounts are needed") }
    folder = plain[0]
    accounts = count
    if isStream, onlyEvidence { fail("standard output takes the export alone; --evidence needs a folder") }
  }

  /// Whether the export goes to standard output, and nothing else is written.
  var isStream: Bool { folder == "-" }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("generate: \(message)\n".utf8))
  exit(1)
}
