/*
 * prune.h — removes the row versions of one page that are dead to all. PostgreSQL: src/backend/access/heap/pruneheap.c.
 */
#ifndef XIP_HEAP_PRUNE_H
#define XIP_HEAP_PRUNE_H

#include "heap/state.h"

/*
 * heap_page_prune_opt: on access, when there may be something to remove and the page is short of room. `mine_too` as in
 * xip_page_is_pinned.
 */
void xip_prune_on_access(xip_session *me, uint32_t rel, uint32_t block, bool mine_too);

/* VACUUM's additions to pruning. */
typedef struct xip_prune_vacuum {
    xip_xid oldest_xmin;  /* invalid: not for VACUUM */
    bool mark_unused_now; /* 17+, no indexes: dead line pointers become free at once */
} xip_prune_vacuum;
/* heap_page_prune; the caller has the cleanup lock. Returns how many tuples were removed. */
uint32_t xip_prune_page(xip_session *me, uint32_t rel, uint32_t block, xip_prune_vacuum vacuum);

#endif
