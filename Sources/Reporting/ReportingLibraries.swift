import CXLSXWriter
package import Platform

package enum ReportingLibraries {
  package static var versions: [LibraryVersion] { [LibraryVersion("libxlsxwriter", lxw_version())] }
}
