/*
 * relstats.h — VACUUM's figures about a table in pg_class. Nothing is planned with them here; it only matters whether
 * they changed, because then every session opens the table again. PostgreSQL: vac_update_relstats in
 * src/backend/commands/vacuum.c; heap_tuple_should_freeze in src/backend/access/heap/heapam.c.
 */
#ifndef XIP_HEAP_RELSTATS_H
#define XIP_HEAP_RELSTATS_H

#include "heap/freeze.h"

typedef struct xip_vacuum_count {
    uint32_t pages;   /* of the table, before truncation */
    uint32_t scanned; /* of these; up to 14 without those that another session has pinned */
    uint32_t live;    /* tuples on those: including concurrent deletions, without insertions */
} xip_vacuum_count;

/* After VACUUM of `rel`. True when a figure changed. */
bool xip_update_relstats(xip_session *me, uint32_t rel, xip_vacuum_count count, const xip_freeze_cutoffs *cutoffs);

#endif
