// Counts allocations by standing in front of glibc's own functions, and reads clocks and files.
#define _GNU_SOURCE
#include "CBench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __GLIBC__
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static int64_t allocations;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
    allocations++;
    return __libc_realloc(pointer, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    allocations++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int64_t bench_allocations(void) { return allocations; }
#else
int64_t bench_allocations(void) { return -1; }
#endif

uint64_t bench_cpu_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

char *bench_read(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    if (bytes) bytes[size] = 0;
    *count = bytes ? (size_t)size : 0;
    return bytes;
}

void bench_free(void *pointer) { free(pointer); }

int bench_write(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    if (!file) return -1;
    size_t written = fwrite(bytes, 1, count, file);
    return fclose(file) == 0 && written == count ? 0 : -1;
}

void bench_exit(int status) { exit(status); }
