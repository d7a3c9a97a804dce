import Foundation

extension Timestamp {
  /// The clock's time.
  package static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
