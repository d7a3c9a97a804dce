/// How much a workbook may unpack to. Small files of a bomb unpack to a thousand times their size; those of
/// spreadsheets to ten or twenty times. Rows made of texts that stand in the file once are counted as well.
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
