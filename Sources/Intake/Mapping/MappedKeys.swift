/// What a mapping says about the keys of records, cached, since most records have the same keys.
struct MappedKeys {
  struct Facts {
    /// Why a record with the key is rejected.
    let refusal: String?
    let isRead: Bool
    /// Ignored, or not named at all.
    let isUnnamed: Bool
    /// The mapping goes into its value.
    let isContainer: Bool
  }

  private let plan: MappingPlan
  private var seen: [String: Facts] = [:]
  private static let limit = 1000

  init(_ plan: MappingPlan) { self.plan = plan }

  mutating func facts(of name: String) -> Facts {
    if let facts = seen[name] { return facts }
    let facts = Facts(
      refusal: plan.refusal(of: name), isRead: plan.isRead(name),
      isUnnamed: plan.isIgnored(name) || !plan.isNamed(name), isContainer: plan.isContainer(name))
    if seen.count < Self.limit { seen[name] = facts }
    return facts
  }
}
