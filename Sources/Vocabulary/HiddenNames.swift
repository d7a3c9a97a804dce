/// Keyed hashes of the names of a finding that its report shows masked, where many names may look alike; nil for a name
/// that the report tells.
package struct HiddenNames: Hashable, Codable, Sendable {
  package var uid: String?
  package var object: String?

  package init(uid: String? = nil, object: String? = nil) {
    self.uid = uid
    self.object = object
  }
}
