import CMemory

/// How a command that reads much has the process allocate.
enum Allocation {
  /// To be called before the first thread that allocates: it has no effect later.
  static func prepare() { relay_use_two_heaps() }
}
