#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// simdjson's DOM parser and two scans, as thin as they can be. No exception leaves this interface.

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that must be readable after the end of what is parsed or scanned: `rsj_parse`, `rsj_parse_onto` and
/// `rsj_scan_value` read up to this many beyond `length`, never write them, and give the same answer whatever they hold.
/// The scan reads whole blocks of 64 bytes, simdjson up to SIMDJSON_PADDING. The other functions read no byte beyond
/// `length`.
enum { rsj_padding = 64 };

/// Why a text is not valid JSON.
typedef enum {
  rsj_fault_none = 0,
  rsj_fault_syntax,
  rsj_fault_utf8,
  rsj_fault_depth,
  rsj_fault_number,
  rsj_fault_escape,
  rsj_fault_control_character,
  rsj_fault_unclosed_text,
  rsj_fault_empty,
  rsj_fault_size,
  rsj_fault_memory,
} rsj_fault;

/// A parsed text. Both pointers belong to what it was parsed onto, the parser itself or a tape, and live until that
/// happens again.
///
/// The tape is simdjson's own (doc/tape.md of its repository): one call hands over a whole record, and its reader
/// walks the tape without calling back. Element 0 is the root; the value begins at element 1.
typedef struct {
  const uint64_t *tape;
  uint8_t *strings;
} rsj_document;

typedef struct rsj_parser rsj_parser;

/// Null when memory is short.
rsj_parser *rsj_parser_make(void);
void rsj_parser_free(rsj_parser *parser);
rsj_fault rsj_parse(rsj_parser *parser, const uint8_t *bytes, size_t length, rsj_document *document);

/// What is parsed onto a tape stays there while the parser parses other texts.
typedef struct rsj_tape rsj_tape;

/// Null when memory is short.
rsj_tape *rsj_tape_make(void);
void rsj_tape_free(rsj_tape *tape);
rsj_fault rsj_parse_onto(
    rsj_tape *tape, rsj_parser *parser, const uint8_t *bytes, size_t length, rsj_document *document);

/// Where `needle` first stands; -1 if nowhere. glibc's `memmem` looks for a short text byte by byte.
ptrdiff_t rsj_find(const uint8_t *bytes, size_t length, const uint8_t *needle, size_t needle_length);

/// That of the header with which the program was built: simdjson does not tell it otherwise.
const char *rsj_version(void);

bool rsj_is_utf8(const uint8_t *bytes, size_t length);

/// Whether `eyJ`, with which a signed token begins, or `---` stands anywhere in the bytes. To look for the two by
/// `memmem` took four times as long: a fifth of a second for each 500 MB.
bool rsj_has_token_or_key(const uint8_t *bytes, size_t length);

typedef enum {
  rsj_scan_open = 0,
  /// The bracket that closes the first one was found; `consumed` counts it.
  rsj_scan_closed,
  /// A line ends inside a text, which JSON does not allow; `consumed` stops before the line end.
  rsj_scan_broken_text,
} rsj_scan_status;

/// Where a scan stands. Begin with all zeros.
typedef struct {
  int64_t depth;
  uint64_t in_string;
  uint64_t escaped;
  bool saw_backslash;
} rsj_scan;

/// Looks for the end of the object or array whose first byte began the scan. After `rsj_scan_open` the scan continues
/// with the bytes that follow; after anything else it is over, and `scan` must be zeroed before it is used again.
rsj_scan_status rsj_scan_value(rsj_scan *scan, const uint8_t *bytes, size_t length, size_t *consumed);

#ifdef __cplusplus
}
#endif
