import CPlatform

package enum SystemThreads {
  /// Whether the system gives the process another thread now; limits on processes and memory may keep it from that.
  package static var areThere: Bool { relay_can_make_thread() }
}
