/*
 * bare.h — accesses that somebody has made up, on a modelled machine: no server, no values, one operation at a time.
 *
 * MODEL: in a table of accesses that a reader enters, stores have no values, so each counts as a change.
 */
#ifndef XIP_SIMULATION_BARE_H
#define XIP_SIMULATION_BARE_H

#include "machine/machine.h"
#include "trace_abi.h"

enum { BARE_MAX_ACCESSES = 4096, BARE_MAX_BYTES = 1 << 23 };

typedef struct bare_access {
    uint32_t at;   /* byte of the memory */
    uint32_t size; /* 1 to 64 bytes, within a line or over two */
    uint32_t kind; /* xip_access_kind */
} bare_access;

typedef struct bare bare;

/* Cold caches over `bytes` of memory. XIP_ERR_ARGUMENT, XIP_ERR_NO_MEMORY. */
xip_error bare_create(bare **made, const machine_params *machine, uint32_t bytes);
void bare_free(bare *b);

/*
 * One operation of a core, from `now` on. Its outcomes follow, two for an access that spans two lines; at most
 * 2 × BARE_MAX_ACCESSES. A store counts as one that changes its words. XIP_ERR_ARGUMENT: no such core, or an access
 * outside the memory; none has happened then.
 */
xip_error bare_run(bare *b, uint32_t core, double now, const bare_access *accesses, uint32_t count);
const xip_access_outcome *bare_outcomes(const bare *b);
uint32_t bare_count(const bare *b);

#endif
