import History
import Platform
import Reporting
import Storage

/// Puts reports in their places when the store keeps their run, so that the two agree whatever happens in between.
enum ReportPlaces {
  /// Completes what a killed process left, as far as it can be completed.
  ///
  /// - Parameter isNoted: whether the store may note that it is done.
  /// - Returns: what cannot be completed, a sentence each.
  static func completeDue(in store: Connection, isNoted: Bool = true) throws -> [String] {
    defer { Interruption.settle() }
    return try DueReports.all(in: store).compactMap { entry in
      do {
        let isDone = try ReportSwap.complete(ReportSwap.Place(folder: entry.folder, pending: entry.pending))
        if isDone, isNoted { DueReports.remove(entry, in: store) }
        return nil
      } catch let error as CannotWrite {
        return
          "the reports of an earlier run are not in their places yet: \(error.path) cannot be written: \(error.cause)"
      }
    }
  }

  /// - Parameters:
  ///   - swaps: of one run.
  ///   - isKept: whether the store keeps the run. `DueReports` has the swaps of such a run.
  /// - Returns: the paths of files that may be of other runs, and stay.
  /// - Throws: `UserError`.
  static func complete(_ swaps: [ReportSwap], isKept: Bool, in store: Connection) throws -> [String] {
    var strangers: [String] = []
    for swap in swaps {
      let entry = DueReports.Entry(swap.place)
      do {
        strangers += try swap.complete {
          // If the store cannot be read, another run probably holds it; continue as if the report were due.
          !isKept || (try? DueReports.isDue(entry, in: store)) ?? true
        }
      } catch let error as CannotWrite where isKept {
        throw UserError(
          .cannotWrite,
          "the run is in the store, and its reports are not in their places: \(error.path) cannot be written: "
            + error.cause,
          remedy: "the next audit puts them there, or write them with `relay-audit report last`")
      }
      if isKept { DueReports.remove(entry, in: store) }
    }
    return strangers
  }
}

extension DueReports.Entry {
  init(_ place: ReportSwap.Place) { self.init(folder: place.folder, pending: place.pending) }
}
