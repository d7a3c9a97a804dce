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

  /// The same choice again, for another command.
  var arguments: [String] {
    [("--config", config.config), ("--store", store.store), ("--project", project)].flatMap { name, value in
      value.map { [name, $0] } ?? []
    }
  }

  var query: StoreQuery { StoreQuery(config: config.config, store: store.store, project: project) }
}

extension RunReference: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
