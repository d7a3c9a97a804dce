// encoding.h would include the system's ICU, whose declarations collide with those of Foundation's own.
// It only adds fields at the end of a structure that nobody here looks into.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

/// `xmlFree` is a variable that holds a function, which Swift does not let threads share.
static inline void relay_xml_free(void *memory) { xmlFree(memory); }

/// `xmlParserVersion` is a variable too.
static inline const char *relay_xml_version(void) { return xmlParserVersion; }

/// Whether a parser gave up: these fields are deprecated in later versions, whose headers have functions instead.
static inline int relay_xml_is_broken(xmlParserCtxtPtr context) {
  return !context->wellFormed || context->disableSAX;
}

/// Frees a parser that made no document, and what it kept of one all the same.
static inline void relay_xml_free_parser(xmlParserCtxtPtr context) {
  if (context->myDoc) xmlFreeDoc(context->myDoc);
  context->myDoc = NULL;
  xmlFreeParserCtxt(context);
}
