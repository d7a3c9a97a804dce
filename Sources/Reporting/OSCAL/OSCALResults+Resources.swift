import Timestamps

extension OSCALResults {
  /// Hashes of what the verdicts rest on: the rules and the configuration, and each source.
  func resources(_ writer: inout JSONWriter) {
    let plan: [Report.Source?] = [nil]
    // A source that is read as two kinds is one resource.
    var paths: Set<String> = []
    writer.array(plan + report.sources.filter { paths.insert($0.path).inserted }) { writer, source in
      writer.object { writer in
        if let source { resource(source, &writer) } else { resourceOfPlan(&writer) }
      }
    }
  }

  private func resourceOfPlan(_ writer: inout JSONWriter) {
    writer.key("uuid", identity.uuid("plan"))
    writer.key("title", "Rules and configuration of the audit")
    writer.key(
      "description",
      "No assessment plan was imported. The rules and the configuration with these hashes say what was assessed.")
    writer.properties([
      OSCALProperty("rules-sha256", report.run.rulesSHA256), OSCALProperty("config-sha256", report.run.configSHA256),
    ])
  }

  private func resource(_ source: Report.Source, _ writer: inout JSONWriter) {
    writer.key("uuid", identity.uuid("source/\(source.path)"))
    writer.key("title", OSCALText.line(source.path) ?? "-")
    writer.properties([
      OSCALProperty("kind", source.kind), OSCALProperty("format", source.format),
      OSCALProperty("records", source.records), OSCALProperty("rejected", source.rejected),
      OSCALProperty("truncated", source.truncated ? "yes" : nil),
      OSCALProperty("superseded", source.superseded ? "yes" : nil),
      OSCALProperty("captured-at", source.capturedAt.rfc3339),
    ])
    writer.key("rlinks") {
      $0.array([source]) { writer, source in
        writer.object { writer in
          writer.key("href", OSCALText.reference(source.path))
          writer.key("hashes") {
            $0.array([source.sha256]) { writer, hash in
              writer.object {
                $0.key("algorithm", "SHA-256")
                $0.key("value", hash)
              }
            }
          }
        }
      }
    }
  }
}
