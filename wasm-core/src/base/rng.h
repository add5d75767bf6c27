/*
 * rng.h — reproducible randomness for tests and recorded histories: the same seed gives the same numbers everywhere.
 * splitmix64: one addition, then two rounds of shift and product.
 */
#ifndef XIP_BASE_RNG_H
#define XIP_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct xip_rng {
    uint64_t state;
} xip_rng;

static inline uint64_t xip_rng_next(xip_rng *rng)
{
    uint64_t z = rng->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* 0 … n-1; n is small, so the bias of the remainder does not matter. */
static inline uint32_t xip_rng_below(xip_rng *rng, uint32_t n)
{
    return (uint32_t)(xip_rng_next(rng) >> 32) % n;
}

/* True once in n. */
static inline bool xip_rng_once_in(xip_rng *rng, uint32_t n)
{
    return xip_rng_below(rng, n) == 0;
}

#endif
