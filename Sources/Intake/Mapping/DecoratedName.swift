/// Names of columns as products decorate them.
enum DecoratedName {
  /// Of Salesforce's custom fields, of Elasticsearch's whole texts, and of the types of Azure's Log Analytics.
  private static let suffixes = ["__c", "__pc", ".keyword", "_b", "_s", "_t"]
  /// Of ServiceNow's custom columns.
  private static let prefix = "u_"
  /// Of Jira's.
  private static let around = ("custom field (", ")")

  /// The name as the company gave it: `Status` of `Status__c` and of `Custom field (Status)`.
  static func plain(_ name: String) -> String {
    let lower = name.lowercased()
    if lower.hasPrefix(around.0), lower.hasSuffix(around.1) {
      return String(name.dropFirst(around.0.count).dropLast(around.1.count))
    }
    var rest = name[...]
    if let suffix = suffixes.first(where: { lower.hasSuffix($0) && lower.count > $0.count + 1 }) {
      rest = rest.dropLast(suffix.count)
    }
    if lower.hasPrefix(prefix), rest.count > prefix.count + 1 { rest = rest.dropFirst(prefix.count) }
    return String(rest)
  }
}
