/*
 * freeze.h — what makes VACUUM freeze young tuples: FREEZE, and since 16 a multixact that nobody can be a member of
 * any more. PostgreSQL: FreezeMultiXactId, heap_prepare_freeze_tuple in heapam.c; GetOldestMultiXactId in multixact.c.
 *
 * MODEL: xids never come near vacuum_freeze_min_age, and there are no full page images (full_page_writes = off); these
 * are the other two reasons to freeze a page.
 */
#ifndef XIP_HEAP_FREEZE_H
#define XIP_HEAP_FREEZE_H

#include "heap/state.h"

typedef struct xip_freeze_cutoffs {
    xip_xid oldest_xmin;
    uint32_t oldest_multi; /* no running transaction is or becomes a member of an older one */
    bool freezes;          /* all that is older must be frozen */
} xip_freeze_cutoffs;

/* vacuum_get_cutoffs */
xip_freeze_cutoffs xip_freeze_cutoffs_now(xip_session *me, bool freezes);
/* Freezes everything possible on the page, if FREEZE or some multixact requires it. After pruning. */
void xip_freeze_page(xip_session *me, uint32_t rel, uint32_t block, const xip_freeze_cutoffs *cutoffs);

#endif
