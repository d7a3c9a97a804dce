import Foundation
import Testing

/// SIGTERM, SIGINT and SIGHUP end a run with 128 and their number, and change nothing (docs/contract.md, section 3).
@Suite struct SignalTests {
  private static let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"

  /// Sends each signal to a run that reads, and TERM also to one that waits for input.
  private static let script = """
    import os, signal, subprocess, sys, time
    def stop(number, feeds):
        # A shell may have started the tests with signals that are ignored.
        reset = lambda: [signal.signal(each, signal.SIG_DFL) for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]
        run = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=reset)
        line = b'{"uid":"u1","purpose":"link:email","given_at":"2026-01-01T00:00:00Z"}\\n' * 200
        sent = began = None
        start = time.monotonic()
        while run.poll() is None and time.monotonic() - start < 60:
            if feeds or not sent:
                try:
                    run.stdin.write(line)
                    run.stdin.flush()
                except BrokenPipeError:
                    pass
            # The store holds a transaction when it has its key: then the signal comes.
            if not sent and os.path.exists("store/audit.sqlite") and time.monotonic() - start > 1:
                run.send_signal(number)
                sent = time.monotonic()
            time.sleep(0.01)
        took = time.monotonic() - sent
        try:
            run.stdin.close()
        except BrokenPipeError:
            pass
        print(run.returncode, "soon" if took < 5 else took, run.stderr.read().decode().strip().splitlines()[-1:])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        stop(number, True)
    stop(signal.SIGTERM, False)
    """

  @Test func endARun() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    let arguments = ["audit", "in", "-", "--store", "store/audit.sqlite", "--as-of", Workplace.asOf]
    #expect(try place.run(arguments, input: Data()).status == 0)
    func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for folder in ["store", "reports/out"] {
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path(folder).path) {
          contents["\(folder)/\(name)"] = try Data(contentsOf: place.path("\(folder)/\(name)"))
        }
      }
      return contents
    }
    let before = try contents()
    let outcome = try place.run(
      [Self.python, "-c", Self.script, Workplace.program.path] + arguments, program: URL(filePath: "/usr/bin/env"))
    let said = "; the store and the reports are as they were before']"
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "143 soon ['relay-audit: error: stopped by SIGTERM" + said,
        "130 soon ['relay-audit: error: stopped by SIGINT" + said,
        "129 soon ['relay-audit: error: stopped by SIGHUP" + said,
      ], "\(outcome)")
    // Cut off, it has no time for words.
    #expect(lines.last?.hasPrefix("143 soon ") == true)
    #expect(try contents() == before)
  }

  /// Whoever completes the reports of a killed run goes on to a run of its own.
  @Test func endARunThatCompletedAnother() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    let settings = ["--store", "store/audit.sqlite", "--as-of", Workplace.asOf]
    let killed = try Faults.run(["audit", "in"] + settings, in: place, at: 1, of: ["renameat"], .killed)
    #expect(killed.status == SIGKILL)
    let outcome = try place.run(
      [Self.python, "-c", Self.script, Workplace.program.path, "audit", "in", "-"] + settings,
      program: URL(filePath: "/usr/bin/env"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("143 soon ['relay-audit: error: stopped by SIGTERM") == true, "\(outcome)")
    #expect(try place.text("reports/out/report.json").contains("\"number\": 1"))
    #expect(try place.run("history", "--store", "store/audit.sqlite").output.split(separator: "\n").count == 1)
  }
}
