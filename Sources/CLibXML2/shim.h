#ifndef FLOWC_CLIBXML2_SHIM_H
#define FLOWC_CLIBXML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/relaxng.h>
#include <libxml/SAX2.h>

/* `xmlFree` is a mutable global, which Swift 6 refuses to touch. */
static inline void flowc_xml_free(void *pointer) { xmlFree(pointer); }

#endif
