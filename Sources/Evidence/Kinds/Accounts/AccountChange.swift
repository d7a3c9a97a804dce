/// Whether the store has to be told of an account.
package enum AccountChange: Int64, Sendable {
  case none = 0
  case new
  case changed
}
