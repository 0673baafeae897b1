// Modular exponentiation of OpenSSL's libcrypto, opened when it is needed: only its shared library has to be there.
#ifndef FLOW_BENCH_OPENSSL_H
#define FLOW_BENCH_OPENSSL_H

#include <stddef.h>
#include <stdint.h>

/// Nanoseconds of processor time that base^exponent mod modulus takes with BN_mod_exp_mont_consttime, all numbers with the most
/// significant byte first; 0 where libcrypto is not there.
uint64_t openssl_power_ns(
    const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count, const uint8_t *modulus,
    size_t modulus_count);

/// Processor time of this process in nanoseconds.
uint64_t process_cpu_ns(void);

#endif
