#include "CFlowResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const EmbeddedFile files[] = {
    {"cognito/Package.swift", (const unsigned char[]){
#embed "Templates/cognito-package.swift" suffix(, 0)
    }},
    {"cognito/Sources/App/LocalPool.swift", (const unsigned char[]){
#embed "Templates/cognito-LocalPool.swift" suffix(, 0)
    }},
    {"cognito/Sources/App/main.swift", (const unsigned char[]){
#embed "Templates/cognito-main.swift" suffix(, 0)
    }},
    {"cognito/Sources/App/sign-in.flow.xml", (const unsigned char[]){
#embed "Templates/cognito-sign-in.flow.xml" suffix(, 0)
    }},
    {"cognito/Tests/sign-in.scenario.xml", (const unsigned char[]){
#embed "Templates/cognito-sign-in.scenario.xml" suffix(, 0)
    }},
    {"empty/Package.swift", (const unsigned char[]){
#embed "Templates/empty-package.swift" suffix(, 0)
    }},
    {"empty/Sources/App/ScriptedService.swift", (const unsigned char[]){
#embed "Templates/empty-ScriptedService.swift" suffix(, 0)
    }},
    {"empty/Sources/App/main.swift", (const unsigned char[]){
#embed "Templates/empty-main.swift" suffix(, 0)
    }},
    {"empty/Sources/App/my.service.xml", (const unsigned char[]){
#embed "Templates/empty-my.service.xml" suffix(, 0)
    }},
    {"empty/Sources/App/sign-in.flow.xml", (const unsigned char[]){
#embed "Templates/empty-sign-in.flow.xml" suffix(, 0)
    }},
    {"empty/Tests/sign-in.scenario.xml", (const unsigned char[]){
#embed "Templates/empty-sign-in.scenario.xml" suffix(, 0)
    }},
    {"project/.vscode/settings.json", (const unsigned char[]){
#embed "Templates/settings.json" suffix(, 0)
    }},
    {"project/.vscode/extensions.json", (const unsigned char[]){
#embed "Templates/extensions.json" suffix(, 0)
    }},
    {"project/.gitignore", (const unsigned char[]){
#embed "Templates/gitignore" suffix(, 0)
    }},
    {"project/grammar/flow.rng", (const unsigned char[]){
#embed "../../../grammar/flow.rng" suffix(, 0)
    }},
    {"project/grammar/service.rng", (const unsigned char[]){
#embed "../../../grammar/service.rng" suffix(, 0)
    }},
    {"project/grammar/scenario.rng", (const unsigned char[]){
#embed "../../../grammar/scenario.rng" suffix(, 0)
    }},
    {"project/grammar/flow.rnc", (const unsigned char[]){
#embed "../../../grammar/flow.rnc" suffix(, 0)
    }},
    {"project/grammar/service.rnc", (const unsigned char[]){
#embed "../../../grammar/service.rnc" suffix(, 0)
    }},
    {"project/grammar/scenario.rnc", (const unsigned char[]){
#embed "../../../grammar/scenario.rnc" suffix(, 0)
    }},
    {0},
};

const EmbeddedFile *flowc_templates(void) { return files; }
