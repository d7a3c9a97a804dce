import Foundation

/// What this thread spends in `body`, for tests of work that would grow by the square of its input. A clock would count
/// what other tests do meanwhile: a minute on it may be a second of work.
///
/// - Returns: its result, and seconds of the processor.
package func effort<Result>(_ body: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
  let start = secondsOfThread()
  let result = try body()
  return (result, secondsOfThread() - start)
}

private func secondsOfThread() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
