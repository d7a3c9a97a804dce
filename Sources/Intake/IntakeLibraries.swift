import CLibXML2
import CLibZip
import CPCRE2
import CSimdJSON
import CZlib
package import Platform

package enum IntakeLibraries {
  package static var versions: [LibraryVersion] {
    [
      LibraryVersion("libxml2", libxml2), LibraryVersion("libzip", zip_libzip_version()),
      LibraryVersion("PCRE2", pcre2), LibraryVersion("simdjson", rsj_version()), LibraryVersion("zlib", zlibVersion()),
    ]
  }

  /// libxml2 tells `20914` for 2.9.14, and may add the name of a revision.
  private static var libxml2: String {
    let text = String(cString: relay_xml_version())
    guard let number = Int(text.prefix { $0.isNumber }) else { return text }
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }

  private static var pcre2: String {
    let size = Int(pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil))
    guard size > 0 else { return "unknown" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { text in
      pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), text.baseAddress)
      return text.baseAddress.map { String(cString: $0) } ?? "unknown"
    }
  }
}
