/*
 * heap.h — tables as PostgreSQL keeps them: 8 kB pages with line pointers and tuple headers at their true offsets,
 * versions chained by ctid, HOT, hint bits, row locks in xmax, multixacts, combo cids, pruning, VACUUM.
 * PostgreSQL: src/backend/access/heap/{heapam,heapam_visibility,pruneheap,hio,vacuumlazy}.c.
 *
 * In: rows as bytes already laid out (heap_form_tuple's data part, without header), and calls of one session. Out: line
 * pointers, bytes, and outcomes of operations that may wait. Knows no SQL and no column types.
 */
#ifndef XIP_HEAP_HEAP_H
#define XIP_HEAP_HEAP_H

#include "server/server.h"

enum { XIP_BLCKSZ = 8192, XIP_MAX_RELATIONS = 64, XIP_MAX_OFFSETS = 291 /* MaxHeapTuplesPerPage */ };

typedef struct xip_ctid {
    uint32_t block;
    uint32_t offset; /* OffsetNumber, from 1 */
} xip_ctid;

/* HeapTupleHeaderData without the bitmap: 23 bytes on the page. */
typedef struct __attribute__((packed)) xip_tuple_header {
    uint32_t t_xmin;
    uint32_t t_xmax;
    uint32_t t_cid;     /* cmin, cmax or combo cid */
    uint16_t t_ctid[3]; /* block high, block low, offset */
    uint16_t t_infomask2;
    uint16_t t_infomask;
    uint8_t t_hoff;
} xip_tuple_header;
_Static_assert(sizeof(xip_tuple_header) == 23, "SizeofHeapTupleHeader");

/* TM_Result */
typedef enum xip_tm {
    XIP_TM_OK = 0,
    XIP_TM_INVISIBLE,
    XIP_TM_SELF_MODIFIED,
    XIP_TM_UPDATED,
    XIP_TM_DELETED,
    XIP_TM_BEING_MODIFIED,
    XIP_TM_WOULD_BLOCK
} xip_tm;

typedef enum xip_tuple_lock { /* LockTupleMode */
                              XIP_LOCK_KEY_SHARE = 0,
                              XIP_LOCK_SHARE,
                              XIP_LOCK_NO_KEY_EXCLUSIVE,
                              XIP_LOCK_EXCLUSIVE
} xip_tuple_lock;
typedef enum xip_wait_policy { XIP_WAIT_BLOCK = 0, XIP_WAIT_SKIP, XIP_WAIT_ERROR } xip_wait_policy;

/* A tuple to store: null bitmap and data part as heap_form_tuple lays them out. */
typedef struct xip_tuple_data {
    const uint8_t *bytes; /* data part, starts at t_hoff */
    uint32_t length;
    const uint8_t *null_bitmap; /* NULL when there are no nulls */
    uint32_t natts;
    bool has_varwidth; /* HEAP_HASVARWIDTH */
} xip_tuple_data;

/* --- relations ------------------------------------------------------------------------------------------------------
 */
xip_error xip_relation_create(xip_server *server, bool has_index, uint32_t fillfactor, uint32_t *rel);
/* heapam_relation_set_new_filenode: relfrozenxid and relminmxid of a table that has just been created. */
void xip_relation_born(xip_session *me, uint32_t rel);
void xip_relation_drop(xip_server *server, uint32_t rel); /* pages become free; the driver does this at commit */
/* CREATE INDEX and DROP INDEX: VACUUM depends on it. */
void xip_relation_set_has_index(xip_server *server, uint32_t rel, bool has_index);
uint32_t xip_relation_blocks(xip_server *server, uint32_t rel);
const uint8_t *xip_relation_page(xip_server *server, uint32_t rel, uint32_t block); /* NULL past the end */

/* --- scanning: heap_prepare_pagescan / heapgetpage -------------------------------------------------------------------
 */
/*
 * Prunes the page when worth it, then tests every tuple against `snapshot`, setting hint bits. Writes the visible
 * offsets, in order, to `offsets` (XIP_MAX_OFFSETS long) and returns how many.
 */
uint32_t xip_heap_scan_page(xip_session *me, uint32_t rel, uint32_t block, const xip_snapshot *snapshot,
                            uint16_t *offsets);
/*
 * The same for the `roots` that an index points to, in their order (a bitmap's is that of the line pointers): they are
 * in `offsets`, which then has the visible versions of their HOT chains. For an index scan, which fetches one root
 * after the other, all_dead says that nobody will ever need the chain: the entry may be killed. NULL for a bitmap.
 */
uint32_t xip_heap_scan_roots(xip_session *me, uint32_t rel, uint32_t block, const xip_snapshot *snapshot,
                             uint16_t *offsets, uint32_t roots, bool *all_dead);
/* A table's figures: relpages, reltuples (UINT32_MAX: -1), fillfactor, relallvisible, relfrozenxid and relminmxid. */
typedef struct xip_figures {
    uint32_t pages, tuples, fillfactor, all_visible, frozen_xid, min_multi;
} xip_figures;
xip_figures xip_heap_figures(xip_server *server, uint32_t rel);
/*
 * A scan keeps its page pinned until it moves to the next one, ends, or its statement does (no active snapshot any
 * more), and nobody prunes a page that another session has pinned. Scanning past the end also ends the scan. A
 * statement that leaves a pin behind ends it with this: the session's next one has a snapshot again.
 */
void xip_heap_scan_end(xip_session *me);
/*
 * For a driver that has read all rows before it writes the first: the page on which a server's scan stands meanwhile
 * stays pinned as if the scan still ran, until the next scan's end. Pages past XIP_MAX_HELD are not.
 */
enum { XIP_MAX_HELD = 16 };
void xip_heap_hold(xip_session *me, uint32_t rel, uint32_t block);
/*
 * A FETCH has ended: the page of its scan stays pinned for the cursor of that registered snapshot, until the next one
 * goes on or the snapshot is released.
 */
enum { XIP_MAX_CURSORS = 8 }; /* of a session */
void xip_heap_cursor_rests(xip_session *me, uint32_t snapshot);
void xip_heap_cursor_goes_on(xip_session *me, uint32_t snapshot);
/*
 * heapam_tuple_satisfies_snapshot: whether the active snapshot sees one version, without going to its page as a scan
 * does.
 */
bool xip_heap_satisfies(xip_session *me, uint32_t rel, xip_ctid ctid);
/* Header and data of a tuple; NULL if the line pointer is not LP_NORMAL. */
const xip_tuple_header *xip_heap_tuple(xip_server *server, uint32_t rel, xip_ctid ctid, uint32_t *length);
/* cmin and cmax through combo cids, as the owner sees them; all others see the raw field
 * (HeapTupleHeaderGetRawCommandId). */
xip_cid xip_tuple_cmin(xip_session *me, const xip_tuple_header *tuple);
xip_cid xip_tuple_cmax(xip_session *me, const xip_tuple_header *tuple);

/* --- changing --------------------------------------------------------------------------------------------------------
 */
/* heap_insert: assigns the xid first, never waits. XIP_ERR_NO_MEMORY when pages are used up, XIP_ERR_ARGUMENT: too
 * long. XIP_ERR_SERIALIZATION, here and in xip_heap_op_result: the transaction must roll back
 * (xip_serialization_failure). A scan then returns no rows.
 */
xip_error xip_heap_insert(xip_session *me, uint32_t rel, const xip_tuple_data *row, xip_ctid *ctid);
/*
 * The same for INSERT … ON CONFLICT: the row's ctid is a token, whose lock the session holds until it says whether the
 * row stays or was never there (heap_finish_speculative, heap_abort_speculative). An error in between leaves the token.
 */
xip_error xip_heap_insert_speculative(xip_session *me, uint32_t rel, const xip_tuple_data *row, xip_ctid *ctid);
void xip_heap_end_speculative(xip_session *me, uint32_t rel, xip_ctid ctid, bool stays);
/* SpeculativeInsertionWait: waits until the transaction has said so. */
xip_outcome xip_wait_for_token(xip_session *me, xip_xid xid, uint32_t token);

/* The one operation that a session may be in the middle of. */
typedef enum xip_heap_op_kind { XIP_OP_NONE = 0, XIP_OP_UPDATE, XIP_OP_DELETE, XIP_OP_LOCK } xip_heap_op_kind;
typedef struct xip_heap_op_result {
    xip_tm tm;
    xip_ctid ctid; /* UPDATE done: the new version. LOCK done: the version that was locked. Else: TM_FailureData.ctid */
    xip_xid xmax;  /* TM_FailureData */
    xip_cid cmax;  /* TM_FailureData */
    bool traversed;  /* LOCK followed the update chain */
    bool hot;        /* UPDATE: the new version is heap-only */
    xip_error error; /* XIP_OK; otherwise nothing was changed: no memory, the row is too long, serialization */
} xip_heap_op_result;

/*
 * heap_update of the version at ctid, found with the active snapshot. `row` is copied. key_changed: takes
 * LockTupleExclusive (a column of a key changes), otherwise NoKeyExclusive. indexed_changed: HOT is impossible.
 */
void xip_heap_update(xip_session *me, uint32_t rel, xip_ctid ctid, const xip_tuple_data *row, bool key_changed,
                     bool indexed_changed);
void xip_heap_delete(xip_session *me, uint32_t rel, xip_ctid ctid);
/*
 * Right after one of these two: a version that the snapshot kept by REPEATABLE READ does not see counts as updated
 * (`crosscheck` of heap_update and heap_delete: changes that a foreign key makes).
 */
void xip_heap_crosscheck(xip_session *me);
/* Whether the version at ctid counts for its own transaction now (SnapshotSelf). */
bool xip_heap_is_live(xip_session *me, uint32_t rel, xip_ctid ctid);
/*
 * heap_lock_tuple (heapam_tuple_lock with find_last_version: follows to the newest version, TM_Deleted when that one is
 * gone, TM_Updated when not asked to follow).
 */
void xip_heap_lock(xip_session *me, uint32_t rel, xip_ctid ctid, xip_tuple_lock mode, xip_wait_policy policy,
                   bool find_last_version);
/*
 * The same with TUPLE_LOCK_FLAG_LOCK_UPDATE_IN_PROGRESS as an argument: FOR UPDATE and similar clauses follow updates
 * (xip_heap_lock), EvalPlanQual of an UPDATE or DELETE does not.
 */
void xip_heap_lock_row(xip_session *me, uint32_t rel, xip_ctid ctid, xip_tuple_lock mode, xip_wait_policy policy,
                       bool find_last_version, bool follow_updates);
/*
 * Policy SKIP: XIP_DONE with XIP_TM_WOULD_BLOCK when another session has it; policy ERROR: XIP_NOT_AVAILABLE. After
 * XIP_DEADLOCK and XIP_NOT_AVAILABLE the operation is over; the statement fails.
 */
/*
 * Between operations, until the next scan's end: the slot that holds a duplicate of a speculative insertion keeps its
 * page pinned, also while the session waits.
 */
void xip_heap_pin(xip_session *me, uint32_t rel, xip_ctid ctid);
/* Runs the operation that one of the three above set up, or continues it after a wait. XIP_DONE: *result says how it
 * ended.
 */
xip_outcome xip_heap_op_run(xip_session *me, xip_heap_op_result *result);
/* An error or a cancel ends the statement. */
void xip_heap_op_drop(xip_session *me);

/*
 * For unique keys: HeapTupleSatisfiesDirty over the HOT chain of `root`: the live version and the transaction to wait
 * for. May prune the page first, as every fetch through an index does. So the order of _bt_check_unique's fetches
 * matters: the roots with the key in the order of their ctids up to the first that is found, and on a conflict the new
 * tuple itself, before the error. A tuple that failed its own check never got an index entry.
 */
typedef struct xip_dirty {
    bool found;
    xip_ctid ctid;
    xip_xid wait_for;
    uint32_t token; /* not 0: wait_for may yet take its row back, so wait for this token instead */
    bool all_dead;  /* not found, and nobody will ever need the chain: its index entry may be killed */
} xip_dirty;
xip_dirty xip_heap_fetch_dirty(xip_session *me, uint32_t rel, xip_ctid root);

/* --- VACUUM
 * ------------------------------------------------------------------------------------------------------------ */
typedef struct xip_vacuum_result {
    xip_xid oldest_xmin; /* the horizon it worked with */
    uint32_t tuples_deleted, tuples_remaining, dead_not_yet_removable, line_pointers_reclaimed, pages_truncated;
    uint32_t tuples_live; /* the future reltuples */
    bool new_relstats;    /* pg_class got other figures, so every session opens the table again */
} xip_vacuum_result;
/*
 * vacuum_rel's beginning: marks the session as a VACUUM and takes its snapshot, in a separate transaction that the
 * driver starts and ends. The table's lock comes afterwards, so a VACUUM that still waits for it already does not count
 * for horizons.
 */
void xip_heap_vacuum_begin(xip_session *me);
/* lazy_vacuum_rel; begins itself if xip_heap_vacuum_begin was not called. `freezes`: with FREEZE. */
void xip_heap_vacuum(xip_session *me, uint32_t rel, bool freezes, xip_vacuum_result *result);
/* Whether FREEZE knows what to do with the table: no page is pinned, for which it would wait, and no xmax a multixact.
 */
bool xip_heap_can_freeze(xip_session *me, uint32_t rel);

/* --- why (decision path)
 * -------------------------------------------------------------------------------------------------- */
/* One question that a visibility routine asked. The list with PostgreSQL's names is XIP_QUESTION_MAP in questions.h. */
typedef struct xip_step_asked {
    uint32_t question; /* xip_question */
    uint32_t a, b;     /* its values, e.g. xid and snapshot xmin; 0 where unused */
    uint32_t answer;   /* 0 no, 1 yes, or what the question's text says */
} xip_step_asked;
/*
 * HeapTupleSatisfiesMVCC with the same code as scans, but hint bits stay as they are. Returns whether visible; the
 * questions asked are in steps (not NULL), *count of them (at most `capacity`).
 */
bool xip_heap_explain(xip_session *me, uint32_t rel, xip_ctid ctid, const xip_snapshot *snapshot, xip_step_asked *steps,
                      uint32_t capacity, uint32_t *count);
/* The current result of HeapTupleSatisfiesVacuum: 0 dead, 1 live, 2 recently dead, 3 insert in progress, 4 delete in
 * progress. */
uint32_t xip_heap_vacuum_status(xip_session *me, uint32_t rel, xip_ctid ctid, xip_xid *dead_after);

#endif
