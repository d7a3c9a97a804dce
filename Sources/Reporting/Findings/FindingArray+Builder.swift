extension FindingArray {
  /// Makes a list of findings that come one by one.
  package struct Builder {
    private let limit: Int
    private let sorts: Bool
    private var few: [Report.Finding] = []
    private var file: FindingFile?
    private var places: [FindingFile.Place] = []
    /// Those of one uid, which may come in any order.
    private var group: [Report.Finding] = []
    /// Whether those in the file came in order, but for that.
    private var isSorted = true

    private static let largestGroup = 10_000

    /// - Parameters:
    ///   - limit: how many stay in memory.
    ///   - sorts: whether the list is to have the order of a report; else it has that in which they come.
    package init(limit: Int = FindingArray.inMemory, sorts: Bool = false) {
      self.limit = limit
      self.sorts = sorts
    }

    /// - Throws: `CannotWrite`, `Interruption.Stopped`.
    package mutating func append(_ finding: Report.Finding) throws {
      if let file { return try append(finding, to: file) }
      few.append(finding)
      guard few.count > limit else { return }
      let file = try FindingFile()
      self.file = file
      if sorts { few.sort(by: Report.Finding.precedes) }
      for finding in few { try append(finding, to: file) }
      few = []
    }

    private mutating func append(_ finding: Report.Finding, to file: FindingFile) throws {
      guard sorts else { return places.append(try file.append(finding)) }
      if let last = group.last, last.subject.uid != finding.subject.uid {
        isSorted = isSorted && Report.Finding.precedes(last, finding)
        try writeGroup(to: file)
      } else if group.count >= Self.largestGroup {
        isSorted = false
        try writeGroup(to: file)
      }
      group.append(finding)
    }

    private mutating func writeGroup(to file: FindingFile) throws {
      group.sort(by: Report.Finding.precedes)
      for finding in group { places.append(try file.append(finding)) }
      group.removeAll(keepingCapacity: true)
    }

    /// To be called once.
    ///
    /// - Throws: as `append`.
    package mutating func finish() throws -> FindingArray {
      guard let file else {
        if sorts { few.sort(by: Report.Finding.precedes) }
        return FindingArray(few)
      }
      try writeGroup(to: file)
      try file.flush()
      var list = FindingArray(file, places)
      if sorts, !isSorted { list.sort() }
      return list
    }
  }
}
