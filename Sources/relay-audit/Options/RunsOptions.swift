import ArgumentParser
import Run

/// Which runs a command is about.
struct RunsOptions: ParsableArguments {
  @OptionGroup var config: ConfigOption

  @OptionGroup var store: StoreOption

  @Option(
    help: ArgumentHelp(
      "The project (default: the one in the configuration, or the only one in the store).", valueName: "name"))
  var project: String?

  var query: StoreQuery { StoreQuery(config: config.config, store: store.store, project: project) }
}

extension RunReference: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
