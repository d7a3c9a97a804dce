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

  /// The user's name, or the number of one without a name, as in many containers.
  static var user: String {
    let name = NSUserName()
    return name.isEmpty ? "\(geteuid())" : name
  }
}
