/*
 * relstats.h — the figures that VACUUM leaves of a table in pg_class. Nothing is planned with them here; of weight is
 * whether they changed, for then every session opens the table anew. PostgreSQL: vac_update_relstats in
 * src/backend/commands/vacuum.c; heap_tuple_should_freeze in src/backend/access/heap/heapam.c.
 */
#ifndef XIP_HEAP_RELSTATS_H
#define XIP_HEAP_RELSTATS_H

#include "heap/freeze.h"

/*
 * After VACUUM of `rel`, which counted `live` tuples (concurrent deletions among them, insertions not). True when a
 * figure changed.
 */
bool xip_update_relstats(xip_session *me, uint32_t rel, uint32_t live, const xip_freeze_cutoffs *cutoffs);

#endif
