#include "CFlowResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const EmbeddedFile files[] = {
    {"services/cognito.service.xml", (const unsigned char[]){
#embed "../../../flows/services/cognito.service.xml" suffix(, 0)
    }},
    {"library/account-codes.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/account-codes.flow.xml" suffix(, 0)
    }},
    {"library/account.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/account.flow.xml" suffix(, 0)
    }},
    {"library/answers.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/answers.flow.xml" suffix(, 0)
    }},
    {"library/auth-errors.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/auth-errors.flow.xml" suffix(, 0)
    }},
    {"library/cognito.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/cognito.flow.xml" suffix(, 0)
    }},
    {"library/passwordless.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/passwordless.flow.xml" suffix(, 0)
    }},
    {"library/passwords.flow.xml", (const unsigned char[]){
#embed "../../../flows/library/passwords.flow.xml" suffix(, 0)
    }},
    {0},
};

const EmbeddedFile *flowc_library(void) { return files; }
