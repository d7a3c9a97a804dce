import ArgumentParser
import Run

/// Which runs a command is about.
struct RunsOptions: ParsableArguments {
  @Option(help: .config) var config: String?

  @Option(help: .store) var store: String?

  @Option(
    help: ArgumentHelp(
      "The project (default: the one in the configuration, or the only one in the store).", valueName: "name"))
  var project: String?

  /// The same choice again, for another command.
  var arguments: [String] {
    [("--config", config), ("--store", store), ("--project", project)].flatMap { name, value in
      value.map { [name, $0] } ?? []
    }
  }

  var query: StoreQuery { StoreQuery(config: config, store: store, project: project) }
}

extension RunReference: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
