import Platform

extension FindingArray {
  /// How many are sorted in memory at a time.
  static let mostSorted = 10_000

  /// Makes a list of findings that come one by one.
  package struct Builder {
    /// Those that come in any order, while they come.
    private var sort: SpilledSort<Report.Finding>?
    private var list: List

    /// - Parameters:
    ///   - limit: how many stay in memory.
    ///   - sorts: whether the list is to have the order of a report; else it has that in which they come.
    package init(limit: Int = FindingArray.inMemory, sorts: Bool = false) {
      list = List(limit: limit)
      if sorts {
        sort = SpilledSort(limit: Swift.min(Swift.max(limit, 16), mostSorted), by: Report.Finding.precedes)
      }
    }

    /// - Throws: `CannotWrite`, `Interruption.Stopped`.
    package mutating func append(_ finding: Report.Finding) throws {
      guard sort != nil else { return try list.append(finding) }
      try CannotWrite.translated { try sort?.append(finding) }
    }

    /// To be called once.
    ///
    /// - Throws: as `append`.
    package mutating func finish() throws -> FindingArray {
      if var sorted = try CannotWrite.translated({ try sort?.finish() }) {
        sort = nil
        try CannotWrite.translated { try sorted.takeEach { try list.append($0) } }
      }
      return try list.finish()
    }
  }

  /// Findings in their order.
  private struct List {
    let limit: Int
    private var few: [Report.Finding] = []
    private var file: FindingFile?

    init(limit: Int) { self.limit = limit }

    mutating func append(_ finding: Report.Finding) throws {
      if let file { return try file.append(finding) }
      few.append(finding)
      guard few.count > limit else { return }
      let file = try FindingFile()
      for finding in few { try file.append(finding) }
      few = []
      self.file = file
    }

    func finish() throws -> FindingArray {
      guard let file else { return FindingArray(few) }
      try file.flush()
      return FindingArray(file)
    }
  }
}
