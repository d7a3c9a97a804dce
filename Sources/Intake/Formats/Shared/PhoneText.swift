import Evidence

/// Refuses phone numbers that lost digits or gained some on their way through a spreadsheet or a data frame.
enum PhoneText {
  /// - Parameter name: of the field.
  static func checked(_ text: String, _ name: String) throws(RecordRejection) -> String {
    var text = text
    if text.withUTF8({ SubjectText.isDecimal(phone: $0) }) { throw FieldError.decimal(name) }
    return text
  }
}

extension RecordFields {
  /// The text of a field that has a phone number.
  func phone(_ name: String) throws(RecordRejection) -> String? {
    guard let text = try text(name) else { return nil }
    return try PhoneText.checked(text, prefix + name)
  }
}
