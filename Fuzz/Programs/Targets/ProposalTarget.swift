import Foundation

@testable import Run

/// A file for which `init` writes a configuration, which has to be one.
enum ProposalTarget {
  static let target = FuzzTarget(name: "proposal") { run in
    let file = ScratchFile("export.dat")
    try run { input in
      file.write(input)
      expecting({ _ in false }) {
        let proposal = try ConfigurationProposal(of: [file.folder], in: file.folder)
        _ = try Configuration(yaml: proposal.text, name: "relay-audit.yaml")
      }
    }
  }
}
