#include "CFlowResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const EmbeddedFile files[] = {
    {"page.html", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/page.html" suffix(, 0)
    }},
    {"style.css", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/style.css" suffix(, 0)
    }},
    {"player.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/player.js" suffix(, 0)
    }},
    {"texts.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/texts.js" suffix(, 0)
    }},
    {"fields.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/fields.js" suffix(, 0)
    }},
    {"walk.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/walk.js" suffix(, 0)
    }},
    {"scenario.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/scenario.js" suffix(, 0)
    }},
    {"picture.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/picture.js" suffix(, 0)
    }},
    {"stage.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/stage.js" suffix(, 0)
    }},
    {"service.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/service.js" suffix(, 0)
    }},
    {"panels.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/panels.js" suffix(, 0)
    }},
    {"main.js", (const unsigned char[]){
#embed "../../Tools/FlowDiagrams/View/Page/main.js" suffix(, 0)
    }},
    {0},
};

const EmbeddedFile *flowc_view(void) { return files; }
