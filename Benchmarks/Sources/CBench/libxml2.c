// libxml2 alone on the same bytes: what the compiler is measured against.
#include "CBench.h"

#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <string.h>

void *bench_schema(const char *path) {
    xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt(path);
    if (!parser) return NULL;
    xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
    xmlRelaxNGFreeParserCtxt(parser);
    return schema;
}

int bench_parse_and_validate(const void *schema, const char *bytes, size_t count) {
    xmlDocPtr document = xmlReadMemory(bytes, (int)count, "bench.xml", NULL, XML_PARSE_NONET);
    if (!document) return 0;
    xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt((xmlRelaxNGPtr)schema);
    int result = xmlRelaxNGValidateDoc(context, document);
    xmlRelaxNGFreeValidCtxt(context);
    xmlFreeDoc(document);
    return result == 0;
}

static void count_start(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                        const xmlChar **namespaceList, int attributes, int defaulted, const xmlChar **attributeList) {
    *(int *)data += 1 + attributes;
}

int bench_sax(const char *bytes, size_t count) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = count_start;
    int found = 0;
    if (xmlSAXUserParseMemory(&handler, &found, bytes, (int)count) != 0) return -1;
    return found;
}
