/*
 * relstats.h — the figures that VACUUM leaves of a table in pg_class. Nothing is planned with them here; of weight is
 * whether they changed, for then every session opens the table anew. PostgreSQL: vac_update_relstats in
 * src/backend/commands/vacuum.c; heap_tuple_should_freeze in src/backend/access/heap/heapam.c.
 */
#ifndef XIP_HEAP_RELSTATS_H
#define XIP_HEAP_RELSTATS_H

#include "heap/freeze.h"

typedef struct xip_vacuum_count {
    uint32_t pages;   /* of the table, before its end is cut off */
    uint32_t scanned; /* of them; up to 14 not those that somebody has pinned */
    uint32_t live;    /* tuples on those: concurrent deletions among them, insertions not */
} xip_vacuum_count;

/* After VACUUM of `rel`. True when a figure changed. */
bool xip_update_relstats(xip_session *me, uint32_t rel, xip_vacuum_count count, const xip_freeze_cutoffs *cutoffs);

#endif
