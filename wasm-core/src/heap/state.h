/*
 * state.h — heap/'s state of a server: relations with their pages, multixacts, and for each session its combo cids, its
 * target blocks and the one operation that it may be in the middle of. All of it is in the server's arena.
 *
 * Memory is taken in pages of 8 kB, for tables and for everything that grows; freed pages are reused.
 */
#ifndef XIP_HEAP_STATE_H
#define XIP_HEAP_STATE_H

#include "heap/heap.h"
#include "heap/page.h"
#include "heap/tuple.h"

enum {
    XIP_NO_BLOCK = 0xFFFFFFFF,
    XIP_UNIT_BYTES = 128,    /* pages are named by their distance from the arena's base in these */
    XIP_MAX_BLOCKS = 2048,   /* of one relation: one page of page names */
    XIP_FSM_LEAVES = 4069,   /* LeafNodesPerPage */
    XIP_FSM_INNER = 4095,    /* NonLeafNodesPerPage */
    XIP_GROWING_PAGES = 512, /* of one growing array */
    XIP_COMBO_PAGES = 64,
    XIP_MXACT_CACHE = 256 /* MAX_CACHE_ENTRIES */
};

/* A page in the arena: distance from its base in units of 128 bytes; 0 is none. */
typedef uint32_t xip_page_name;

typedef struct xip_fsm_page {
    uint32_t next_slot; /* fp_next_slot */
    uint8_t nodes[XIP_FSM_INNER + XIP_FSM_LEAVES];
} xip_fsm_page;
_Static_assert(sizeof(xip_fsm_page) <= XIP_PAGE_BYTES, "one page");

/* pg_class: VACUUM's last results. Since 14 reltuples is -1 before the first. */
#define XIP_RELTUPLES_UNKNOWN UINT32_MAX
typedef struct xip_relstats {
    uint32_t pages, tuples, all_visible;
    xip_xid frozen_xid;
    uint32_t min_multi;
} xip_relstats;

typedef struct xip_relation {
    bool used, has_index;
    bool has_vm; /* the visibility map's file exists: the first VACUUM creates it */
    uint32_t fillfactor;
    uint32_t blocks;
    xip_page_name map;  /* page of XIP_MAX_BLOCKS page names */
    xip_page_name fsm;  /* the free space map's leaf page; none until it is needed */
    uint32_t fsm_upper; /* the leaf page's maximum according to the map's upper pages */
    xip_relstats stats;
} xip_relation;

/* An array of 8-byte entries that grows page by page. */
typedef struct xip_growing {
    uint32_t count;
    xip_page_name pages[XIP_GROWING_PAGES];
} xip_growing;
enum { XIP_GROWING_PER_PAGE = XIP_PAGE_BYTES / 8 };

/* An operation's next action. */
typedef enum xip_op_phase {
    XIP_PHASE_TEST = 0,   /* look at the tuple */
    XIP_PHASE_TUPLE_LOCK, /* queue for it */
    XIP_PHASE_HOLDERS,    /* wait until those in xmax have ended */
    XIP_PHASE_WOKEN,      /* they have: look again */
    XIP_PHASE_CHAIN,      /* lock: later versions are locked too */
    XIP_PHASE_CHAIN_WAIT, /* lock: wait for a holder of a later version */
    XIP_PHASE_FETCH,      /* lock: go to the newest version */
    XIP_PHASE_FETCH_WAIT  /* lock: wait for a transaction that is changing it */
} xip_op_phase;

/* An operation in progress: plain data, so that a checkpoint holds it. */
typedef struct xip_heap_op {
    uint32_t kind;  /* xip_heap_op_kind */
    uint32_t phase; /* xip_op_phase */
    uint32_t rel;
    xip_ctid self; /* the version worked on */
    xip_cid cid;   /* es_output_cid */
    uint32_t mode; /* xip_tuple_lock */
    uint32_t policy;
    bool find_last, follow_updates, indexed_changed;
    bool crosschecks; /* UPDATE, DELETE: only of what the transaction's own snapshot sees */
    bool has_xid;     /* UPDATE, DELETE: the xid is assigned before the first look */
    bool have_tuple_lock, skip_tuple_lock, first_time;
    bool checked_lockers, locker_remains, traversed;
    /* the tuple's state before the wait */
    uint32_t seen; /* xip_tm */
    xip_xid xwait;
    uint32_t infomask, infomask2;
    xip_ctid t_ctid;
    uint32_t status; /* multixact status wanted, while waiting for a multixact */
    uint32_t member, remain;
    /* along the update chain */
    xip_ctid chain;
    xip_xid prior_xmax, chain_xid;
    bool chain_after_wait; /* the chain is followed after a wait, not instead of one */
    /* UPDATE: the new version, header and all */
    xip_page_name row;
    uint32_t row_bytes;
} xip_heap_op;

/* The page on which a cursor rests between two FETCHes. */
typedef struct xip_cursor_pin {
    uint32_t snapshot; /* its number; the pin ends with it */
    uint32_t rel, block, scan_blocks;
} xip_cursor_pin;

typedef struct xip_heap_session {
    uint32_t xact;        /* xip_xact_number when combos and multixacts below were made */
    uint32_t combo_count; /* pairs of cmin and cmax */
    xip_page_name combo_pages[XIP_COMBO_PAGES];
    uint32_t multi_count; /* multixacts made or read by this transaction, oldest first: mXactCache */
    uint32_t multis[XIP_MXACT_CACHE];
    uint32_t oldest_visible;            /* OldestVisibleMXactId; 0: none */
    uint32_t target[XIP_MAX_RELATIONS]; /* RelationGetTargetBlock */
    /* Relations whose target block is forgotten once the current statement, of this transaction and command, is
     * over.
     */
    uint64_t stale_targets;
    uint32_t stale_xact;
    xip_cid stale_cid;
    uint32_t pin_rel, pin_block; /* page of the running scan; XIP_NO_BLOCK: none */
    uint32_t scan_blocks;        /* of the relation when that scan began */
    xip_cursor_pin cursors[XIP_MAX_CURSORS];
    uint32_t held; /* pages of scans that are over here and would still run on a server: xip_heap_hold */
    struct {
        uint32_t rel, block;
    } holds[XIP_MAX_HELD];
    uint32_t token; /* of its latest speculative insertion, over all its transactions */
    bool updates;   /* the statement is an UPDATE: it keeps the page of op.self pinned as well */
    xip_heap_op op;
} xip_heap_session;

/* OldestMemberMXactId[], by the transaction instead of its backend: it survives PREPARE TRANSACTION. */
typedef struct xip_oldest_member {
    xip_xid top_xid;
    uint32_t multi;
} xip_oldest_member;
enum { XIP_MXACT_MEMBERS = XIP_MAX_SESSIONS + XIP_MAX_PREPARED };

typedef struct xip_heap {
    xip_server *server;
    xip_arena *arena;
    uint32_t rules, faults;
    xip_page_name free; /* list of free pages, linked by their first word */
    xip_relation relations[XIP_MAX_RELATIONS];
    xip_growing multi_starts; /* xip_multi_start, by multixact id - 1 */
    xip_growing multi_members;
    xip_oldest_member oldest_members[XIP_MXACT_MEMBERS];
    xip_heap_session sessions[XIP_MAX_SESSIONS];
} xip_heap;

/* The heap's state of a server, created at first use. NULL when the arena is full. */
xip_heap *xip_heap_of(xip_server *server);
/* The same of a session's server, which exists. */
xip_heap *xip_heap_at(xip_session *me);
/* A session's own state, after forgetting that of an earlier transaction. */
xip_heap_session *xip_heap_mine(xip_session *me);

/* RelationGetTargetBlock, as a writable place. */
uint32_t *xip_heap_target(xip_session *me, uint32_t rel);
/* Every session opens the relation again: one in the middle of a statement does so with its next one. */
void xip_heap_forget_targets(xip_heap *heap, uint32_t rel);

/* A zeroed page; none when memory is used up. */
xip_page_name xip_heap_take_page(xip_heap *heap);
/* Whether one more operation can finish: besides tuples it may use half of XIP_SERVER_RESERVE_BYTES. */
bool xip_heap_has_room(xip_session *me);
void xip_heap_give_page(xip_heap *heap, xip_page_name page);
static inline void *xip_heap_page_at(const xip_heap *heap, xip_page_name name)
{
    return heap->arena->base + (size_t)name * XIP_UNIT_BYTES;
}

/* The entry at `index`, or NULL past the end. */
void *xip_growing_at(const xip_heap *heap, const xip_growing *array, uint32_t index);
/* Adds `more` entries; xip_heap_has_room was checked before. Returns the index of the first. */
uint32_t xip_growing_add(xip_heap *heap, xip_growing *array, uint32_t more);
/* A page for a step that must not fail, from the reserve if necessary. */
xip_page_name xip_heap_reserved_page(xip_heap *heap);

/* A page of a relation; NULL past its end. */
xip_page *xip_rel_page(xip_heap *heap, uint32_t rel, uint32_t block);
/* A tuple that is LP_NORMAL, or NULL. */
xip_tuple_header *xip_rel_tuple(xip_heap *heap, uint32_t rel, xip_ctid ctid);
/*
 * Whether a session other than me, in the middle of a statement, has the page pinned: then nobody gets the cleanup
 * lock. `mine_too`: a second pin of my own also prevents it, as when an UPDATE checks a unique key.
 */
bool xip_page_is_pinned(xip_session *me, uint32_t rel, uint32_t block, bool mine_too);
/* A new statement: an earlier one's scan pins nothing any more. Held pages are those of the running one. */
void xip_forget_scan(xip_session *me);

#endif
