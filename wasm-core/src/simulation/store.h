/*
 * store.h — checkpoints of one piece of memory: pages that have changed since the checkpoint before.
 *
 *   page ──► newest version ──► older ──► … ──► as it was at checkpoint 0
 *
 * Checkpoints are made in order. Going to one restores each page's newest version that is not from a later checkpoint.
 * Only the first `used` bytes count, and they only grow; the bytes after them may be anything.
 */
#ifndef XIP_MODEL_STORE_H
#define XIP_MODEL_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_PAGE_BYTES = 1024, STORE_MAX_CHECKPOINTS = 512 };

typedef struct store_version {
    uint32_t checkpoint;
    uint32_t older; /* index + 1; 0: there is none, and then the page was zero */
    uint8_t bytes[STORE_PAGE_BYTES];
} store_version;

typedef struct store {
    uint8_t *memory;
    size_t size; /* bytes */
    size_t used; /* bytes, at the newest checkpoint */
    uint32_t pages;
    uint32_t *newest; /* of each page, index + 1 */
    store_version *versions;
    uint32_t capacity, count; /* of versions */
    uint32_t checkpoints;
} store;

/* `memory` starts on a boundary of 64 bytes; at most `budget` bytes are taken for versions. False without memory. */
bool store_init(store *st, uint8_t *memory, size_t size, size_t budget);
void store_free(store *st);
/* Adds a checkpoint; false when there is no room for it, and then nothing has changed. */
bool store_add(store *st, size_t used);
void store_go(store *st, uint32_t checkpoint);

#endif
