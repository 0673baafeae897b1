// What the benchmarks compare with, in C: a dense table, and libxml2 alone.
#ifndef FLOW_BENCH_H
#define FLOW_BENCH_H

#include <stddef.h>
#include <stdint.h>

#define SIGNIN25_STATES 25
#define SIGNIN25_EVENTS 21
#define SIGNIN25_EDGES 70

/// Names of the events, by number.
extern const char *const signin25_events[SIGNIN25_EVENTS];
/// State, event, next state.
extern const uint8_t signin25_edges[SIGNIN25_EDGES][3];

/// A session on a dense table of 16-bit next states; 0xFFFF where an event is not accepted.
struct dense_session {
    const uint16_t *table;
    uint32_t events;
    uint32_t state;
};
/// Takes one event; 1 if it was accepted. Never inlined.
int dense_step(struct dense_session *session, uint32_t event);

/// Allocations (malloc, calloc, realloc, memalign) of this process so far; -1 where they are not counted.
int64_t bench_allocations(void);

/// Processor time of this process in nanoseconds.
uint64_t bench_cpu_ns(void);

/// A RELAX NG schema, parsed; NULL if it cannot be.
void *bench_schema(const char *path);
/// Parses a document to a tree and validates it, with libxml2 alone; 1 if it is valid.
int bench_parse_and_validate(const void *schema, const char *bytes, size_t count);
/// Parses a document with a SAX2 handler that counts elements and attributes; their number.
int bench_sax(const char *bytes, size_t count);

/// Reads a file; the caller frees. NULL if it cannot be read.
char *bench_read(const char *path, size_t *count);
void bench_free(void *pointer);
/// Writes a file; 0 if that went well.
int bench_write(const char *path, const void *bytes, size_t count);
void bench_exit(int status);

#endif
