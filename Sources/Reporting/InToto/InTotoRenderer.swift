package import Foundation

/// `statement.json`: an in-toto statement over the digests of the report's files and of its sources, ready to be
/// signed. Its predicate is test-result v0.1, whose tests are the rules
/// (https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md).
package struct InTotoRenderer: Renderer {
  package let name = "intoto"
  package let file = "statement.json"

  package init() {}

  /// It names the files that are written with it: of one run, the same formats give the same statement.
  package func files(of report: Report) -> [ReportFile] {
    [
      ReportFile(
        name: file,
        .closing { others, output in
          var writer = JSONWriter()
          InTotoStatement(report: report, files: others).write(&writer)
          try output(writer.take() + [0x0A])
        })
    ]
  }

  /// The report's files that a statement names; nil where the bytes are no statement.
  package static func files(in statement: Data) -> [WrittenFile]? {
    try? JSONObject(JSONSerialization.jsonObject(with: statement)).objects("subject")
      .filter { try $0.object("annotations").text("role") == "report" }
      .map { WrittenFile(name: try $0.text("name"), sha256: try $0.object("digest").text("sha256")) }
  }
}
