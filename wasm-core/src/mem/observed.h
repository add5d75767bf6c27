/*
 * observed.h — the observed side of mem.h: a log of accesses, the regions that give an address its name, and a sink for
 * callers that want each access at once. Only observed builds include it (XIP_OBSERVED); they have one thread, so
 * neither needs a lock.
 */
#ifndef XIP_MEM_OBSERVED_H
#define XIP_MEM_OBSERVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace_abi.h"

enum { MEM_MAX_REGIONS = 16 };

/* One named piece of shared memory. */
typedef struct mem_region {
    const char *name;
    const uint8_t *base;
    size_t size; /* bytes */
} mem_region;

/* Takes an access as it happens; `core` is the id of the accessing core. */
typedef void (*mem_sink)(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind,
                         uint32_t field);

/* Called when a lock is requested, before any access to it, and when it was released, after the last. */
typedef void (*mem_lock_sink)(void *context, uint32_t core, const void *lock, bool exclusive, bool released);

typedef struct mem_observer {
    mem_sink sink;           /* when set, accesses go there instead of into the log */
    mem_lock_sink lock_sink; /* or NULL */
    void *sink_context;      /* of both */
    mem_region regions[MEM_MAX_REGIONS];
    uint32_t region_count;
    xip_access *log;
    uint32_t capacity; /* accesses */
    uint32_t count;
    bool on;
    bool overflowed; /* an access came when the log was full; it is not in the log */
} mem_observer;

struct mem_core {
    mem_observer *observer;
    uint32_t id;
};

void mem_note_lock(struct mem_core *core, const void *lock, bool exclusive, bool released);
void mem_note(struct mem_core *core, const void *p, size_t size, xip_access_kind kind, uint32_t field);

#endif
