import ArgumentParser
import Judgement

extension FailOn: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension GateScope: ExpressibleByArgument {}

extension RequiredKinds: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Limit: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
