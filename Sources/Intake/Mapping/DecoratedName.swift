/// Names of columns as products decorate them.
enum DecoratedName {
  /// Of Salesforce's custom fields, and of Elasticsearch's whole texts.
  private static let suffixes = ["__c", "__pc", ".keyword"]
  /// Of Azure's Log Analytics. Elsewhere they are units, and `expires_s` counts seconds.
  private static let types = ["_b", "_s"]
  /// Of Jira's custom fields.
  private static let around = ("custom field (", ")")

  /// The name as the company gave it: `Status` of `Status__c` and of `Custom field (Status)`.
  ///
  /// - Parameter hasType: whether the end may be the type of the column.
  static func plain(_ name: String, hasType: Bool = false) -> String {
    let lower = name.lowercased()
    if lower.hasPrefix(around.0), lower.hasSuffix(around.1) {
      return String(name.dropFirst(around.0.count).dropLast(around.1.count))
    }
    let ends = hasType ? suffixes + types : suffixes
    guard let end = ends.first(where: { lower.hasSuffix($0) && lower.count > $0.count + 1 }) else { return name }
    return String(name.dropLast(end.count))
  }
}
