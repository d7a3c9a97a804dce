import Judgement
import Timestamps

/// A rule parameter that has a configuration key of its own, and so has the same value in every rule.
struct SharedParameter {
  var name: String
  /// As rules compare it: durations in milliseconds, shares in ten-thousandths.
  var value: RuleValue
  /// As the configuration writes it.
  var text: String

  fileprivate init(_ name: String, _ span: TimeSpan) {
    self.name = name
    value = .integer(span.milliseconds)
    text = span.text
  }

  fileprivate init(_ name: String, share: Double) {
    self.name = name
    value = .integer(Int64((share * 10_000).rounded()))
    text = Limit.share(share).text
  }

  fileprivate init(_ name: String, _ number: Int) {
    self.name = name
    value = .integer(Int64(number))
    text = "\(number)"
  }

  fileprivate init(_ name: String, _ word: String) {
    self.name = name
    value = .text(word)
    text = word
  }
}

extension Configuration {
  var sharedParameters: [SharedParameter] {
    [
      SharedParameter("revoke_within", revokeWithin),
      SharedParameter("delete_within", deleteWithin),
      SharedParameter("clock_skew", clockSkew),
      SharedParameter("unlink_within", unlinkWithin),
      SharedParameter("max_age", maxAge),
      SharedParameter("max_drop", share: maxDrop),
      SharedParameter("max_orphans", share: maxOrphans),
      SharedParameter("max_silence", maxSilence),
      // No export has fewer than none.
      SharedParameter("expected_accounts", accounts ?? -1),
      SharedParameter("accounts_tolerance", share: accountsTolerance),
      SharedParameter("required_proof", requiredProof.rawValue),
      SharedParameter("cleanup", cleanUp.rawValue),
    ]
  }
}
