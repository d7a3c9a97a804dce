import CLibZip

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A zip file's entries, by their names.
///
/// # Safety
/// It owns `archive`, which owns the file. An entry retains its archive, so the archive outlives its entries. One
/// thread at a time uses an archive and its entries.
final class ZipArchive {
  fileprivate let archive: OpaquePointer
  fileprivate let budget: UnpackingBudget

  private static let entryLimit = 10_000
  /// libzip keeps some hundred bytes for each entry of the directory, which the size of the file bounds.
  static let sizeLimit: Int64 = 512 << 20

  static let tooLarge = "the workbook is larger than \(sizeLimit >> 20) MiB; save its sheets as CSV"

  static let damage = "the workbook is damaged or cut short; export or copy it again"

  /// - Parameters:
  ///   - file: closed by the archive in any case.
  ///   - size: of the file, in bytes.
  init(_ file: UnsafeMutablePointer<FILE>, size: Int64, budget: UnpackingBudget) throws(ReadFailure) {
    guard size <= Self.sizeLimit else {
      fclose(file)
      throw ReadFailure(Self.tooLarge)
    }
    guard let source = zip_source_filep_create(file, 0, -1, nil) else {
      fclose(file)
      throw ReadFailure("there is no memory to read the workbook")
    }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, nil) else {
      zip_source_free(source)
      throw ReadFailure(Self.damage)
    }
    self.archive = archive
    self.budget = budget
    guard zip_get_num_entries(archive, 0) <= Self.entryLimit else {
      throw ReadFailure("the archive has more than \(Self.entryLimit) entries, which no workbook needs")
    }
  }

  deinit { zip_discard(archive) }

  func has(_ name: String) -> Bool { zip_name_locate(archive, name, ZIP_FL_NOCASE) >= 0 }

  /// Nil where there is none of that name.
  func entry(_ name: String) throws(ReadFailure) -> ZipEntry? {
    let index = zip_name_locate(archive, name, ZIP_FL_NOCASE)
    return index < 0 ? nil : try ZipEntry(self, index: UInt64(index))
  }
}

/// One entry of a zip file, decompressed as it is read.
///
/// # Safety
/// It owns `file`, and retains the archive that `file` belongs to.
final class ZipEntry {
  private let archive: ZipArchive
  private let file: OpaquePointer

  fileprivate init(_ archive: ZipArchive, index: UInt64) throws(ReadFailure) {
    var facts = zip_stat_t()
    guard zip_stat_index(archive.archive, index, 0, &facts) == 0 else { throw ReadFailure(ZipArchive.damage) }
    if facts.valid & UInt64(ZIP_STAT_ENCRYPTION_METHOD) != 0, facts.encryption_method != UInt16(ZIP_EM_NONE) {
      throw ReadFailure("the workbook is encrypted; save it without a password")
    }
    guard let file = zip_fopen_index(archive.archive, index, 0) else {
      let code = zip_error_code_zip(zip_get_error(archive.archive))
      throw ReadFailure(
        code == ZIP_ER_COMPNOTSUPP
          ? "the workbook is compressed in a way that no spreadsheet program uses; save it again" : ZipArchive.damage)
    }
    self.archive = archive
    self.file = file
  }

  deinit { zip_fclose(file) }

  /// Reads at least one byte, or returns 0 at the end, after a check of the checksum.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    let got = zip_fread(file, base, UInt64(buffer.count))
    guard got >= 0 else { throw ReadFailure(ZipArchive.damage) }
    try archive.budget.charge(Int(got))
    return Int(got)
  }
}
