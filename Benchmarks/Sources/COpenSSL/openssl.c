#define _GNU_SOURCE
#include "COpenSSL.h"

#include <dlfcn.h>
#include <time.h>

uint64_t process_cpu_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t openssl_power_ns(
    const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count, const uint8_t *modulus,
    size_t modulus_count) {
    static void *library;
    if (!library) library = dlopen("libcrypto.so.3", RTLD_NOW);
    if (!library) library = dlopen("libcrypto.dylib", RTLD_NOW);
    if (!library) return 0;
    void *(*read)(const uint8_t *, int, void *) = dlsym(library, "BN_bin2bn");
    void *(*make)(void) = dlsym(library, "BN_new");
    void *(*context)(void) = dlsym(library, "BN_CTX_new");
    void *(*montgomery)(void) = dlsym(library, "BN_MONT_CTX_new");
    int (*prepare)(void *, const void *, void *) = dlsym(library, "BN_MONT_CTX_set");
    int (*power)(void *, const void *, const void *, const void *, void *, void *) =
        dlsym(library, "BN_mod_exp_mont_consttime");
    void (*forget)(void *) = dlsym(library, "BN_free");
    if (!read || !make || !context || !montgomery || !prepare || !power || !forget) return 0;
    static void *working, *prepared, *modulus_number;
    if (!working) {
        working = context();
        prepared = montgomery();
        modulus_number = read(modulus, (int)modulus_count, NULL);
        prepare(prepared, modulus_number, working);
    }
    void *base_number = read(base, (int)base_count, NULL);
    void *exponent_number = read(exponent, (int)exponent_count, NULL);
    void *result = make();
    uint64_t start = process_cpu_ns();
    int worked = power(result, base_number, exponent_number, modulus_number, working, prepared);
    uint64_t taken = process_cpu_ns() - start;
    forget(base_number);
    forget(exponent_number);
    forget(result);
    return worked ? taken : 0;
}
