#include "CFlowResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const EmbeddedFile files[] = {
    {"site.css", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/Documentation/Page/site.css" suffix(, 0)
    }},
    {"site.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/Documentation/Page/site.js" suffix(, 0)
    }},
    {0},
};

const EmbeddedFile *flowc_site(void) { return files; }
