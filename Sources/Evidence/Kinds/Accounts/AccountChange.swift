/// Whether the store has to write an account.
package enum AccountChange: Int64, Sendable {
  case none = 0
  case new
  case changed
}
