#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A path as the system has it: bytes, which need not be UTF-8.
struct RawPath: Hashable {
  /// Ends in NUL.
  let bytes: [CChar]

  init(_ text: String) {
    bytes = Array(text.utf8CString)
  }

  init(bytes: [CChar]) {
    self.bytes = bytes
  }

  /// The folder that it is in, and its last part without NUL.
  var parts: (folder: RawPath, name: [CChar]) {
    let slash = CChar(UInt8(ascii: "/"))
    guard let last = bytes.lastIndex(of: slash) else { return (RawPath("."), Array(bytes.dropLast())) }
    return (RawPath(bytes: bytes[...last] + [0]), Array(bytes[(last + 1)...].dropLast()))
  }

  /// By the values of their bytes.
  func precedes(_ other: RawPath) -> Bool {
    bytes.lexicographicallyPrecedes(other.bytes) { UInt8(bitPattern: $0) < UInt8(bitPattern: $1) }
  }

  /// For people: bytes that are not UTF-8 are written as `\xE9`.
  var display: String {
    let raw = bytes.dropLast().map { UInt8(bitPattern: $0) }
    if let text = String(validating: raw, as: UTF8.self) { return text }
    var result = ""
    var rest = raw[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      if let text = String(validating: rest.prefix(length), as: UTF8.self) {
        result += text
        rest = rest.dropFirst(length)
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += "\\x" + (hex.count < 2 ? "0" + hex : hex)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  func appending(_ name: [CChar]) -> RawPath {
    var joined = Array(bytes.dropLast())
    if joined.last != CChar(UInt8(ascii: "/")) { joined.append(CChar(UInt8(ascii: "/"))) }
    return RawPath(bytes: joined + name + [0])
  }

  func appending(_ name: String) -> RawPath { appending(Array(name.utf8CString.dropLast())) }

  /// Its last part, for people.
  var name: String { display.split(separator: "/").last.map(String.init) ?? "" }

  /// Its last part, and the names of so many folders around it, both as written and with links resolved.
  func names(ofParents count: Int) -> [String] {
    func last(_ path: RawPath?) -> [String] {
      (path?.display.split(separator: "/").suffix(count + 1).reversed() ?? []).map(String.init)
    }
    let (written, real) = (last(self), last(resolved()))
    return (0...count).flatMap { index in [written, real].compactMap { index < $0.count ? $0[index] : nil } }
  }

  /// The names in a folder, sorted by their bytes; nil if it cannot be listed, and `errno` says why.
  func names() -> [[CChar]]? {
    guard let folder = opendir(bytes) else { return nil }
    defer { closedir(folder) }
    var names: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        // A list that breaks off must not pass for a whole one.
        guard errno == 0 else { return nil }
        break
      }
      // # Safety: `entry` is valid until the next `readdir`; POSIX ends `d_name`, of 256 bytes, with a NUL.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      let dot = CChar(UInt8(ascii: "."))
      if name != [dot], name != [dot, dot] { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) { UInt8(bitPattern: $0) < UInt8(bitPattern: $1) } }
  }

  /// The path without links; nil if nothing is there.
  func resolved() -> RawPath? {
    // # Safety: `realpath` allocates a string that ends in NUL; it is copied, then freed.
    guard let result = realpath(bytes, nil) else { return nil }
    defer { free(result) }
    return RawPath(bytes: Array(UnsafeBufferPointer(start: result, count: strlen(result))) + [0])
  }

  /// Whether this is the folder, or in it; both without links.
  func isIn(_ folder: RawPath) -> Bool {
    let base = folder.bytes.dropLast()
    if base.elementsEqual([CChar(UInt8(ascii: "/"))]) { return true }
    return bytes == folder.bytes || bytes.starts(with: base) && bytes[base.count] == CChar(UInt8(ascii: "/"))
  }

  static func message(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
