#ifndef FLOW_BENCH_LIBXML2_H
#define FLOW_BENCH_LIBXML2_H
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#endif
