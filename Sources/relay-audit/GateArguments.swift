import ArgumentParser
import Judgement

extension FailOn: @retroactive ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension GateScope: @retroactive ExpressibleByArgument {}

extension RequiredKinds: @retroactive ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Limit: @retroactive ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
