import Foundation

/// Where, and by whom, the program is run.
enum Machine {
  /// The name that the machine gives itself. `ProcessInfo.hostName` would ask the network.
  static var host: String? {
    var name = [CChar](repeating: 0, count: 256)
    // The last byte stays 0 where the name is cut.
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// The user's name, or the number of one who has none in the machine's own file, as in many containers. The C library
  /// would ask whatever else keeps users here, which may be a server.
  static var user: String {
    let number = "\(geteuid())"
    let file = (try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)) ?? ""
    for line in file.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, fields[2] == number, !fields[0].isEmpty { return String(fields[0]) }
    }
    return number
  }
}
