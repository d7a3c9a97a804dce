import CPlatform

/// A library that others wrote, with the version that it tells when it is asked.
package struct LibraryVersion: Sendable {
  package let name: String
  package let version: String

  /// - Parameter text: begins with the version; what follows a space, such as a date, is left out. Nil where the
  ///   library tells none.
  package init(_ name: String, _ text: UnsafePointer<CChar>?) {
    self.init(name, text.map { String(cString: $0) } ?? "unknown")
  }

  package init(_ name: String, _ text: String) {
    self.name = name
    version = String(text.prefix { $0 != " " })
  }

  /// The system's C library; nil where it has no version of its own.
  package static var system: Self? { relay_c_library_version().map { Self("glibc", $0) } }
}
