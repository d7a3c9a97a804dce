import CLibXML2
import Foundation
import Synchronization

/// The memory of libxml2. Where it gets none, it leaves out what it was to add to a page, and does not always say so.
///
/// # Safety
/// libxml2 gets memory of the C library's own functions, as it does by itself, so that it may free what it allocated
/// before.
enum PageMemory {
  private static let failures = Atomic(0)

  /// How often libxml2 got no memory, on any thread.
  static var shortages: Int { failures.load(ordering: .relaxed) }

  /// To be called once, before `shortages` is of use.
  static func count() {
    xmlMemSetup(
      free, { PageMemory.counted(malloc($0)) }, { PageMemory.counted(realloc($0, $1)) },
      { text in text.flatMap { PageMemory.counted(strdup($0)) } })
  }

  /// Where there is never any memory, libxml2's parser of HTML does not end. The process then ends as Swift would end
  /// it.
  private static let patience = 1000

  private static func counted<Memory>(_ memory: Memory?) -> Memory? {
    if memory == nil, failures.add(1, ordering: .relaxed).newValue > patience { abort() }
    return memory
  }
}
