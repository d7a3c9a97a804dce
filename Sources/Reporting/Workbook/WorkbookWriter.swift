import CXLSXWriter
import Foundation

/// Writes a workbook row by row. Rows go to temporary files, so that memory does not grow with them.
///
/// # Safety
/// `book` is valid until `close`, which takes the writer's life, or until `deinit`; the formats and the sheets belong
/// to it. One thread at a time uses a writer, since it is not Sendable.
final class WorkbookWriter {
  /// Rows below the header that a sheet of the format can have.
  static let rowLimit = 1_048_575

  enum Cell {
    /// Nil and the empty text leave the cell empty.
    case text(String?)
    case number(Int)
  }

  struct Column {
    var title: String
    /// In characters.
    var width: Double

    init(_ title: String, _ width: Double) {
      self.title = title
      self.width = width
    }
  }

  private var book: UnsafeMutablePointer<lxw_workbook>?
  private let plain: UnsafeMutablePointer<lxw_format>
  private let header: UnsafeMutablePointer<lxw_format>
  private var sheets: [UnsafeMutablePointer<lxw_worksheet>] = []
  private let folder: String

  /// - Parameters:
  ///   - folder: for temporary files, which have no names.
  ///   - created: seconds since 1970.
  ///   - isLarge: whether a sheet may take more than 4 GB.
  init(path: String, folder: String, title: String, created: Int, isLarge: Bool) throws(FileProblem) {
    let book = folder.withCString { folder in
      // # Safety: the library copies the folder's name, and does not write to it.
      var options = lxw_workbook_options(
        constant_memory: 1, tmpdir: UnsafeMutablePointer(mutating: folder), use_zip64: isLarge ? 1 : 0)
      return workbook_new_opt(path, &options)
    }
    guard let book else { throw FileProblem(cause: "there is no memory for a workbook") }
    guard let plain = workbook_add_format(book), let header = workbook_add_format(book) else {
      lxw_workbook_free(book)
      throw FileProblem(cause: "there is no memory for a workbook")
    }
    // Text stays text where a cell is edited.
    format_set_num_format(plain, "@")
    format_set_align(plain, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
    format_set_bold(header)
    format_set_num_format(header, "@")
    format_set_bottom(header, UInt8(LXW_BORDER_THIN.rawValue))
    self.book = book
    self.plain = plain
    self.header = header
    self.folder = folder
    title.withCString { title in
      // # Safety: the library copies the texts, and does not write to them. A date of zero would be the clock's.
      var properties = lxw_doc_properties()
      properties.title = UnsafeMutablePointer(mutating: title)
      properties.created = max(1, created)
      workbook_set_properties(book, &properties)
    }
  }

  deinit { if let book { lxw_workbook_free(book) } }

  /// Adds a sheet with its header, which stays in view, and a filter over all rows.
  ///
  /// - Parameter rows: passes each row to the function that it is given, which does nothing beyond `limit`.
  func sheet(
    _ name: String, _ columns: [Column], limit: Int = WorkbookWriter.rowLimit,
    _ rows: (_ row: ([Cell]) throws(FileProblem) -> Void) throws(FileProblem) -> Void
  ) throws(FileProblem) {
    guard let sheet = workbook_add_worksheet(book, name) else {
      throw FileProblem(cause: "the workbook's sheet \(name) cannot be made: \(String(cString: strerror(errno)))")
    }
    sheets.append(sheet)
    for (index, column) in columns.enumerated() {
      let index = lxw_col_t(index)
      try check(worksheet_set_column(sheet, index, index, column.width, nil))
      try check(worksheet_write_string(sheet, 0, index, column.title, header))
    }
    worksheet_freeze_panes(sheet, 1, 0)
    var last: lxw_row_t = 0
    try rows { (cells) throws(FileProblem) in
      guard last < limit else { return }
      last += 1
      for (index, cell) in cells.enumerated() {
        switch cell {
        case .text(let text):
          guard let text, !text.isEmpty else { continue }
          try check(worksheet_write_string(sheet, last, lxw_col_t(index), CellText.text(text), plain))
        case .number(let number):
          try check(worksheet_write_number(sheet, last, lxw_col_t(index), Double(number), nil))
        }
      }
    }
    try check(worksheet_autofilter(sheet, 0, 0, last, lxw_col_t(columns.count - 1)))
  }

  /// Writes the file.
  func close() throws(FileProblem) {
    try reserve(try sizes())
    let book = self.book
    self.book = nil
    try check(workbook_close(book))
  }

  /// Bytes of the sheets' rows. The library does not notice that a temporary file was not written.
  private func sizes() throws(FileProblem) -> [Int] {
    var sizes: [Int] = []
    for sheet in sheets {
      // # Safety: the file is the sheet's, which the workbook keeps until it is closed.
      guard let file = sheet.pointee.optimize_tmpfile, fflush(file) == 0, ferror(file) == 0 else {
        throw FileProblem(cause: "its rows cannot be written to a temporary file: \(String(cString: strerror(errno)))")
      }
      sizes.append(ftell(file))
    }
    return sizes
  }

  /// Makes sure that there is room for what `workbook_close` writes: each sheet once more, and the archive.
  private func reserve(_ sizes: [Int]) throws(FileProblem) {
    let size = (sizes.max() ?? 0) + sizes.reduce(0, +) + (1 << 20)
    let path = folder + "/.room"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileProblem(cause: String(cString: strerror(errno))) }
    unlink(path)
    let problem = posix_fallocate(descriptor, 0, size)
    Foundation.close(descriptor)
    guard problem == 0 else {
      throw FileProblem(
        cause: "\((size >> 20) + 1) MiB have to be free while it is written: \(String(cString: strerror(problem)))")
    }
  }

  private func check(_ error: lxw_error) throws(FileProblem) {
    guard error != LXW_NO_ERROR else { return }
    throw FileProblem(cause: String(cString: lxw_strerror(error)))
  }
}
