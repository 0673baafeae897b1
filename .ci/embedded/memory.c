// What the Swift runtime wants of a C library, for a WebAssembly module that stands alone: memory that grows, in blocks of
// powers of two with a list of free ones for each size, and the three ways to move bytes.
#include <stddef.h>
#include <stdint.h>

enum { smallest = 4, classes = 28, page = 65536 };

struct block {
    struct block *next;
};
static struct block *unused[classes];
extern unsigned char __heap_base;
static uintptr_t next_byte;

static unsigned class_of(size_t size) {
    unsigned class = smallest;
    while (class < classes && ((size_t)1 << class) < size) class++;
    return class;
}

/// A block begins with its class, kept in the eight bytes before what the caller sees; both are aligned to 16.
void *malloc(size_t size) {
    unsigned class = class_of(size + 16);
    if (class >= classes) return NULL;
    if (unused[class]) {
        struct block *block = unused[class];
        unused[class] = block->next;
        return block;
    }
    if (!next_byte) next_byte = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    uintptr_t start = next_byte, end = start + ((size_t)1 << class);
    size_t have = __builtin_wasm_memory_size(0) * (size_t)page;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + page - 1) / page) == (size_t)-1) return NULL;
    next_byte = end;
    *(unsigned *)start = class;
    return (void *)(start + 16);
}

void free(void *pointer) {
    if (!pointer) return;
    unsigned class = *(unsigned *)((uintptr_t)pointer - 16);
    struct block *block = pointer;
    block->next = unused[class];
    unused[class] = block;
}

/// No alignment above 16 is asked for by what is linked here.
int posix_memalign(void **result, size_t alignment, size_t size) {
    *result = alignment <= 16 ? malloc(size) : NULL;
    return *result ? 0 : 12;
}

void *memcpy(void *to, const void *from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    while (count--) *target++ = *source++;
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    if (target <= source) return memcpy(to, from, count);
    while (count--) target[count] = source[count];
    return to;
}

void *memset(void *to, int value, size_t count) {
    unsigned char *target = to;
    while (count--) *target++ = (unsigned char)value;
    return to;
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count--; a++, b++) {
        if (*a != *b) return *a < *b ? -1 : 1;
    }
    return 0;
}

/// Seeds of hashes: no flow hashes anything, and a page may start as it likes.
void arc4random_buf(void *to, size_t count) { memset(to, 42, count); }
