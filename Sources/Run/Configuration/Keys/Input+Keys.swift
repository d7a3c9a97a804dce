import Evidence
import Intake
import Timestamps

extension Configuration.Input {
  /// Every key of an entry of `inputs`, in the order in which they are read: what a key is checked against comes before
  /// it.
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "path", .path, standard: "none: it is required",
        """
        A file or folder. `*`, `?` and `[…]` stand for parts of a name, `**` for folders.
        """
      ) { entry, input in
        guard let path = try entry.text("path") else { throw entry.error("path", "is missing") }
        (input.name, input.path) = (path, path)
      },
      .choice(
        "kind", \.kind, standard: "recognised by content",
        "The kind of evidence. To read one file as several kinds, give each its own entry."),
      ConfigurationKey(
        "captured_at", .time, standard: "a date in the name, else the modification time",
        "When the file was captured: it shows the state at that time."
      ) {
        $1.capturedAt = try $0.value(
          "captured_at", "an RFC 3339 time such as 2026-11-20T01:00:00Z", { Timestamp(rfc3339: $0) })
      },
      .choice(
        "mode", \.mode, standard: "what was read stays true",
        """
        `snapshot`: a row that the entry's newest files no longer show no longer counts. The files that the entry \
        matches are one snapshot, whatever their names.
        """),
      .choice(
        "time_unit", \.timeUnit, standard: "seconds and milliseconds are told apart by magnitude",
        """
        How times are written: seconds, milliseconds, microseconds or nanoseconds since 1970, or RFC 3339.
        """),
      ConfigurationKey(
        "time_zone", .text, standard: "none: such a time is a reject",
        "The zone of times that are written without one: a name of the IANA database, such as `Europe/Berlin`."
      ) { try InputReader($0).readZone(&$1) },
      ConfigurationKey(
        "delimiter", .choice(Delimiter.names), standard: "the one that makes the most fields of the header",
        "What stands between the fields of a table."
      ) {
        $1.record.delimiter = try $0.value(
          "delimiter", "a comma, a semicolon, a tab or a bar", { Delimiter.named($0) })
      },
      .choice(
        "encoding", \.record.encoding, standard: "UTF-8, or what a byte order mark says",
        "The encoding of the file, where no byte order mark tells it."),
      ConfigurationKey(
        "columns", .map(names: "our column", values: .text), standard: "`{}`",
        """
        Their columns, by our names. A dot goes into an object, also into JSON that a text or a cell holds; a number \
        chooses an element of a list. Case makes no difference.
        """
      ) { try InputReader($0).readColumns(&$1) },
      ConfigurationKey(
        "constants", .map(names: "our column", values: .text), standard: "`{}`",
        "Columns with one value for the whole file, used where a record has none."
      ) { try InputReader($0).readConstants(&$1) },
      ConfigurationKey(
        "values", .map(names: "column", values: .map(names: "their value", values: .text)), standard: "`{}`",
        """
        What their values mean, by our column names or theirs: `{state: {Y: given, N: refused}}`. The key `''` is for \
        an absent value, the value `''` for none. Case makes no difference. A key without a value is an error.
        """
      ) { try InputReader($0).readValues(&$1) },
      ConfigurationKey(
        "where", .map(names: "their column", values: .either(.text, .list(.text))), standard: "`{}`",
        """
        The values that a record must have. Other records are skipped and counted. `''` is an absent or empty value.
        """
      ) { try InputReader($0).readFilters(&$1) },
      ConfigurationKey(
        "ignore", .list(.text), standard: "`[]`",
        "Their columns that decide nothing. A column that has one of our names is not read as ours."
      ) { try InputReader($0).readIgnored(&$1) },
      ConfigurationKey(
        "pattern", .text, standard: "none",
        """
        A regular expression (PCRE2) for the lines of a text log. Its named groups are the columns; lines that do not \
        match are skipped and counted.
        """
      ) { try InputReader($0).readPattern(&$1) },
    ]
  }
}
