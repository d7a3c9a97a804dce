import Judgement
import Timestamps

/// A rule parameter that has a configuration key of its own, and so has the same value in every rule.
struct SharedParameter {
  var name: String
  /// The configuration's key: `deletion.revoke_within`.
  var key: String
  /// As rules compare it: durations in milliseconds, shares in ten-thousandths.
  var value: RuleValue
  /// As the configuration writes it.
  var text: String

  /// - Parameter name: of the parameter, where it is not the key's last part.
  private init(_ key: String, as name: String? = nil, _ value: RuleValue, text: String) {
    self.name = name ?? key.split(separator: ".").last.map(String.init) ?? key
    self.key = key
    self.value = value
    self.text = text
  }

  fileprivate init(_ key: String, _ span: TimeSpan) {
    self.init(key, .integer(span.milliseconds), text: span.text)
  }

  fileprivate init(_ key: String, share: Share) {
    self.init(key, .integer(Int64(share.tenThousandths)), text: share.text)
  }

  fileprivate init(_ key: String, as name: String, _ number: Int) {
    self.init(key, as: name, .integer(Int64(number)), text: "\(number)")
  }

  fileprivate init(_ key: String, word: String) { self.init(key, .text(word), text: word) }
}

extension Configuration {
  /// The values in force by name, as the configuration writes them.
  var sharedTexts: [String: String] {
    Dictionary(uniqueKeysWithValues: sharedParameters.map { ($0.name, $0.text) })
  }

  static let expectedAccounts = "expected_accounts"

  var sharedParameters: [SharedParameter] {
    [
      SharedParameter("deletion.revoke_within", revokeWithin),
      SharedParameter("deletion.delete_within", deleteWithin),
      SharedParameter("deletion.clock_skew", clockSkew),
      SharedParameter("consent.unlink_within", unlinkWithin),
      SharedParameter("evidence.max_age", maxAge),
      SharedParameter("evidence.max_drop", share: maxDrop),
      SharedParameter("evidence.max_orphans", share: maxOrphans),
      SharedParameter("evidence.max_silence", maxSilence),
      // No export has fewer than none.
      SharedParameter("evidence.accounts", as: Self.expectedAccounts, accounts ?? -1),
      SharedParameter("evidence.accounts_tolerance", share: accountsTolerance),
      SharedParameter("deletion.required_proof", word: requiredProof.rawValue),
      SharedParameter("deletion.cleanup", word: cleanUp.rawValue),
    ]
  }
}
