/*
 * snapshot.h — a snapshot and its answers. Private memory of one backend: not observed.
 * PostgreSQL: src/include/utils/snapshot.h; XidInMVCCSnapshot in src/backend/utils/time/snapmgr.c.
 */
#ifndef XIP_PG_SNAPSHOT_H
#define XIP_PG_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "pg/xid.h"

/* How XidInMVCCSnapshot searches an array for an xid: this changes its time, never the answer. */
typedef enum xip_search {
    XIP_SEARCH_ONE_BY_ONE, /* up to 15 */
    XIP_SEARCH_VECTOR_16,  /* pg_lfind32 of 16: 16 values at a time, the rest one by one */
    XIP_SEARCH_VECTOR_17   /* of 17: the last 16 overlap those before them; fewer than 16 one by one */
} xip_search;

/* SnapshotData: [xmin, xmax) with the running ones inside. */
typedef struct xip_snapshot {
    xip_xid xmin; /* all xids before it have ended */
    xip_xid xmax; /* this one and all after it count as running */
    xip_xid *xip; /* running top-level xids in [xmin, xmax), in proc array order; never the backend's own */
    uint32_t xcnt;
    uint32_t xip_capacity;
    xip_xid *subxip; /* running subtransactions' xids; unusable when suboverflowed */
    uint32_t subxcnt;
    uint32_t subxip_capacity;
    bool suboverflowed;
    bool taken_in_recovery; /* takenDuringRecovery: all running xids are in subxip */
    uint8_t search;         /* xip_search */
    uint32_t curcid;
    uint64_t snap_xact_completion_count; /* 0: never to be reused */
    uint64_t csn;                        /* of the design csn, whose lists are empty until a caller reads them */
} xip_snapshot;

/* Maps a subtransaction to its top-level transaction: SubTransGetTopmostTransaction. `context` is passed through. */
typedef xip_xid (*xip_topmost_fn)(void *context, xip_xid xid);

/* The test that decided. */
typedef enum xip_why {
    XIP_WHY_BEFORE_XMIN = 0, /* it had ended */
    XIP_WHY_FROM_XMAX,       /* it is too new: treated as running */
    XIP_WHY_LISTED,          /* it was running */
    XIP_WHY_NOT_LISTED,      /* it had ended */
    /* The snapshot is suboverflowed and the xid a subtransaction's, so its topmost parent decides in the same way. */
    XIP_WHY_PARENT_BEFORE_XMIN,
    XIP_WHY_PARENT_LISTED,
    XIP_WHY_PARENT_NOT_LISTED
} xip_why;

typedef enum xip_snapshot_list { XIP_LIST_NONE = 0, XIP_LIST_XIP, XIP_LIST_SUBXIP } xip_snapshot_list;

typedef struct xip_snapshot_answer {
    uint8_t runs;   /* 1: treat as running */
    uint8_t why;    /* xip_why */
    uint8_t list;   /* xip_snapshot_list: the one that has it, otherwise the last one searched */
    uint8_t unused; /* always 0, so that answers can be compared as bytes */
    xip_xid parent; /* the topmost parent that decided; invalid: the xid itself did */
} xip_snapshot_answer;

/*
 * XidInMVCCSnapshot: the answer with its reason. It is decided here alone, except in a design whose snapshots have no
 * lists (designs/csn.c). Calls `topmost` only for a suboverflowed snapshot. The backend's own xids must not be passed.
 * Searches as the snapshot says.
 */
xip_snapshot_answer xip_snapshot_why(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context);
/* The answer alone: true means "treat as running". */
bool xip_xid_in_snapshot(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context);
/* The same, one by one; adds to `words` how many of the snapshot's own words it read: bounds, counts, and entries. */
bool xip_xid_in_snapshot_counted(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context,
                                 uint32_t *words);

#endif
