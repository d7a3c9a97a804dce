/// Limits the bytes to which a workbook may unpack. A zip bomb unpacks to a thousand times its size, a spreadsheet to
/// ten or twenty times. Rows that repeat a shared text are counted as well.
final class UnpackingBudget {
  private var left: Int64
  private static let ratio: Int64 = 200
  private static let always: Int64 = 64 << 20
  private static let never: Int64 = 16 << 30

  /// - Parameter fileSize: bytes.
  init(fileSize: Int64) {
    left = min(Self.never, max(Self.always, fileSize.multipliedReportingOverflow(by: Self.ratio).partialValue))
  }

  func charge(_ bytes: Int) throws(ReadFailure) {
    left -= Int64(bytes)
    if left < 0 {
      throw ReadFailure(
        "the workbook unpacks to more than \(Self.ratio) times its size, which no sheet needs; save it as CSV")
    }
  }
}
