/// Why the state of a store cannot be moved.
package enum StateError: Error, Hashable, Sendable {
  /// A line or a change is not as this version writes them; `what` is wrong, without personal data.
  case malformed(what: String)
  /// The store is no longer as it was when its state was written: another run, or another change, came between.
  case storeHasChanged
  /// Two shards changed the same account or record, or one did it twice.
  case repeated
}
