// Valgrind's client requests are macros: Swift can only call functions.
#include <stddef.h>
#include <valgrind/memcheck.h>

static inline void hide(const void *start, size_t count) { VALGRIND_MAKE_MEM_UNDEFINED(start, count); }
static inline void disclose(const void *start, size_t count) { VALGRIND_MAKE_MEM_DEFINED(start, count); }
static inline int is_measured(void) { return RUNNING_ON_VALGRIND; }
