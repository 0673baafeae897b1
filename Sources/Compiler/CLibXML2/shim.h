#ifndef FLOWC_CLIBXML2_SHIM_H
#define FLOWC_CLIBXML2_SHIM_H

/* Debian's libxml2 is built with ICU, and its headers would bring ICU's, which clash with the copy inside Foundation.
   Only the members of xmlCharEncodingHandler differ without them, and nothing here touches those. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/relaxng.h>
#include <libxml/xmlschemastypes.h>
#include <libxml/SAX2.h>

/* `xmlFree` is a mutable global, which Swift 6 refuses to touch. */
static inline void flowc_xml_free(void *pointer) { xmlFree(pointer); }

#endif
