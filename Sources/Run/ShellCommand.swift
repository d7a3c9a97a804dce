/// A command of this program for the reader to paste into a shell.
package enum ShellCommand {
  /// - Parameter arguments: as the program is to get them.
  package static func text(_ arguments: [String]) -> String {
    ([program] + arguments).map(quoted).joined(separator: " ")
  }

  /// As it was called, where that says in which folder it is.
  private static var program: String {
    guard let name = CommandLine.arguments.first, name.contains("/") else { return Program.name }
    return name
  }

  /// In single quotes, where the shell would read anything into it. A character that is printed as an escape is an
  /// escape for the shell as well (`$'…'` of bash, ksh and zsh).
  private static func quoted(_ argument: String) -> String {
    if !argument.isEmpty, argument.utf8.allSatisfy(isPlain) { return argument }
    guard argument.unicodeScalars.contains(where: VisibleText.isHidden) else {
      return "'" + argument.replacing("'", with: "'\\''") + "'"
    }
    var text = "$'"
    for scalar in argument.unicodeScalars {
      switch scalar {
      case "'", "\\": text += "\\\(scalar)"
      case _ where VisibleText.isHidden(scalar):
        for byte in Character(scalar).utf8 { text += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_./-+:,@%".utf8.contains(byte)
    }
  }
}
