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
