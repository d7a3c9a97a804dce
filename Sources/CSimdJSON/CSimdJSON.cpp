#include "CSimdJSON.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>

// The Swift side reads the tape itself.
static_assert(simdjson::SIMDJSON_VERSION_MAJOR == 3, "check doc/tape.md of this simdjson before raising the version");
static_assert(simdjson::SIMDJSON_PADDING <= rsj_padding, "the callers' padding is too short for this simdjson");

struct rsj_parser {
  simdjson::dom::parser parser;
};

struct rsj_tape {
  simdjson::dom::document document;
};

// SIMDJSON_VERSION is a text in some releases, and bare numbers in others.
extern "C" const char *rsj_version(void) {
  static const auto text = [] {
    std::array<char, 32> text{};
    std::snprintf(
      text.data(), text.size(), "%d.%d.%d", int(simdjson::SIMDJSON_VERSION_MAJOR), int(simdjson::SIMDJSON_VERSION_MINOR),
      int(simdjson::SIMDJSON_VERSION_REVISION));
    return text;
  }();
  return text.data();
}

extern "C" rsj_parser *rsj_parser_make(void) { return new (std::nothrow) rsj_parser; }

extern "C" void rsj_parser_free(rsj_parser *parser) { delete parser; }

extern "C" rsj_tape *rsj_tape_make(void) { return new (std::nothrow) rsj_tape; }

extern "C" void rsj_tape_free(rsj_tape *tape) { delete tape; }

static rsj_fault fault(simdjson::error_code error) {
  switch (error) {
  case simdjson::SUCCESS: return rsj_fault_none;
  case simdjson::UTF8_ERROR: return rsj_fault_utf8;
  case simdjson::DEPTH_ERROR: return rsj_fault_depth;
  case simdjson::NUMBER_ERROR: return rsj_fault_number;
  case simdjson::STRING_ERROR: return rsj_fault_escape;
  case simdjson::UNESCAPED_CHARS: return rsj_fault_control_character;
  case simdjson::UNCLOSED_STRING: return rsj_fault_unclosed_text;
  case simdjson::EMPTY: return rsj_fault_empty;
  case simdjson::CAPACITY: return rsj_fault_size;
  case simdjson::MEMALLOC: return rsj_fault_memory;
  default: return rsj_fault_syntax;
  }
}

static rsj_fault parse(
    simdjson::dom::document &onto, rsj_parser *parser, const uint8_t *bytes, size_t length, rsj_document *document) {
  try {
    simdjson::error_code error = parser->parser.parse_into_document(onto, bytes, length, false).error();
    if (error) { return fault(error); }
    document->tape = onto.tape.get();
    document->strings = onto.string_buf.get();
    return rsj_fault_none;
  } catch (...) {
    return rsj_fault_memory;
  }
}

extern "C" rsj_fault rsj_parse(rsj_parser *parser, const uint8_t *bytes, size_t length, rsj_document *document) {
  return parse(parser->parser.doc, parser, bytes, length, document);
}

extern "C" rsj_fault rsj_parse_onto(
    rsj_tape *tape, rsj_parser *parser, const uint8_t *bytes, size_t length, rsj_document *document) {
  return parse(tape->document, parser, bytes, length, document);
}

extern "C" bool rsj_is_utf8(const uint8_t *bytes, size_t length) {
  return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
