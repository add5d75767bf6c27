/*
 * ssi.h — what makes SERIALIZABLE serializable: SIREAD locks, rw-conflicts between transactions, and the dangerous
 * structure that one of three transactions has to end. PostgreSQL: src/backend/storage/lmgr/predicate.c, README-SSI.
 *
 * In: what a serializable transaction reads and writes, its snapshot's xmin, its top xid, its end. Out: nothing, or why
 * that transaction must roll back now. It waits for nothing and knows no pages, no sessions and no SQL.
 *
 * Rules:
 * 1. A SIREAD lock blocks nobody. It is on a relation, a page or a tuple, and covers what is inside.
 * 2. It outlives its transaction, until all transactions that overlapped it have ended.
 * 3. An rw-conflict goes from a reader to a writer whose change the reader's snapshot does not show.
 * 4. Tin → Tpivot → Tout is dangerous when Tout commits first. A Tin that only reads counts only if Tout committed
 *    before Tin took its snapshot.
 * 5. The transaction that finds such a structure dooms the pivot, or rolls back itself if the pivot is past its last
 * check.
 * 6. A READ ONLY snapshot is safe when all writers that ran at that moment have ended and none of them had a conflict
 * out to a transaction that had committed before the snapshot. One such conflict makes it unsafe for good.
 * 7. Past the limit of remembered transactions the oldest committed one is summarized: its locks belong to a nameless
 * old one, its conflicts become flags of their partners, and of itself only the xid and the earliest commit among its
 * conflicts out are left.
 */
#ifndef XIP_SSI_SSI_H
#define XIP_SSI_SSI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "pg/xid.h"

typedef struct xip_ssi xip_ssi;     /* of one server: PredXact and the lock tables */
typedef struct xip_sxact xip_sxact; /* SERIALIZABLEXACT */

enum {
    XIP_SSI_NO_BLOCK = 0xFFFFFFFF,
    /* Ten for each of max_connections = 100, 3 autovacuum workers and their launcher, 8 workers, 10 walsenders and
     * XIP_MAX_PREPARED, less one for the old: PredicateLockShmemInit. */
    XIP_MAX_SXACTS = 10 * (100 + 4 + 8 + 10 + 32) - 1,
    XIP_MAX_SIREADS = 8192,
    XIP_MAX_RW_CONFLICTS = 5 * XIP_MAX_SXACTS,
    XIP_SSI_NOBODY = 0xFFFFFFFF
};

/* PREDICATELOCKTARGETTAG. Offsets begin at 1; a page has offset 0, a relation XIP_SSI_NO_BLOCK as well. */
typedef struct xip_ssi_tag {
    uint32_t relation; /* the table's number */
    uint32_t index;    /* 0: the table itself */
    uint32_t block, offset;
} xip_ssi_tag;

/* Why the transaction that asked must roll back: the reason codes of PostgreSQL's DETAIL. */
#define XIP_SSI_FAILURE_MAP(X)                                                                                         \
    X(XIP_SSI_FINE, "")                                                                                                \
    X(XIP_SSI_PIVOT_OUT, "Canceled on identification as a pivot, during conflict out checking.")                       \
    X(XIP_SSI_PIVOT_IN, "Canceled on identification as a pivot, during conflict in checking.")                         \
    X(XIP_SSI_PIVOT_WRITE, "Canceled on identification as a pivot, during write.")                                     \
    X(XIP_SSI_TO_PIVOT, "Canceled on conflict out to pivot %u, during read.")                                          \
    X(XIP_SSI_PIVOT_COMMIT, "Canceled on identification as a pivot, during commit attempt.")                           \
    X(XIP_SSI_PREPARED_PIVOT, "Canceled on commit attempt with conflict in from prepared pivot.")                      \
    X(XIP_SSI_TO_OLD_PIVOT, "Canceled on conflict out to old pivot %u.")                                               \
    X(XIP_SSI_PIVOT_TO_OLD,                                                                                            \
      "Canceled on identification as a pivot, with conflict out to old committed transaction %u.")                     \
    X(XIP_SSI_TO_PIVOT_OF_OLD, "Canceled on conflict out to old pivot.")                                               \
    X(XIP_SSI_NO_ROOM, "")
typedef enum xip_ssi_failure {
#define X(name, text) name,
    XIP_SSI_FAILURE_MAP(X)
#undef X
        XIP_SSI_FAILURES
} xip_ssi_failure;
/* After "Reason code: ". %u stands for an xid, mostly the pivot's top one. */
const char *xip_ssi_reason(xip_ssi_failure failure);

/* most: XIP_MAX_SXACTS, or fewer. faults: XIP_FAULT_* bits. NULL when the arena is full. */
xip_ssi *xip_ssi_create(xip_arena *arena, uint32_t most, uint32_t faults);
/* How many transactions were summarized: SummarizeOldestCommittedSxact. */
uint64_t xip_ssi_summarized(const xip_ssi *ssi);

/* --- a transaction (sxact.c) ------------------------------------------------------------------------------------- */

typedef struct xip_ssi_start {
    uint32_t owner; /* by which the caller knows who runs it */
    xip_xid xmin, top_xid;
    bool is_read_only;
} xip_ssi_start;
/*
 * GetSerializableTransactionSnapshot, after the snapshot was taken. *sxact stays NULL for a read-only transaction that
 * no other can harm: it needs no tracking. XIP_SSI_NO_ROOM.
 */
xip_ssi_failure xip_ssi_begin(xip_ssi *ssi, const xip_ssi_start *start, xip_sxact **sxact);
uint32_t xip_ssi_owner(const xip_sxact *sxact);
/* PostPrepare_PredicateLocks: somebody else has it now. */
void xip_ssi_hand_over(xip_sxact *me, uint32_t owner);
/* RegisterPredicateLockingXid */
void xip_ssi_set_xid(xip_sxact *me, xip_xid top_xid);
/* SXACT_FLAG_RO_SAFE: nothing can harm this read-only transaction any more; the caller releases it. */
bool xip_ssi_is_safe(const xip_sxact *me);
/* SXACT_FLAG_RO_UNSAFE: a DEFERRABLE transaction, which only awaits this answer, releases it and tries again. */
bool xip_ssi_is_unsafe(const xip_sxact *me);
/* SXACT_FLAG_DEFERRABLE_WAITING, until the transaction is released. */
void xip_ssi_await(xip_sxact *me);
bool xip_ssi_awaits(const xip_sxact *me);
/* The next in the order of their snapshots that awaits an answer and has one. Begin with NULL; NULL past the last. */
const xip_sxact *xip_ssi_next_answered(const xip_ssi *ssi, const xip_sxact *after);
/* GetSafeSnapshotBlockingPids: owners of those that may still harm it; returns how many there are. */
uint32_t xip_ssi_who_may_harm(const xip_sxact *me, uint32_t *owners, uint32_t capacity);
/* That function looks at the oldest remembered transaction of a process: it does not see a wait of a later one. */
bool xip_ssi_is_oldest_of_owner(const xip_ssi *ssi, const xip_sxact *me);
/* PreCommit_CheckForSerializationFailure. XIP_SSI_FINE: from now on it cannot be ended by others. */
xip_ssi_failure xip_ssi_precommit(xip_ssi *ssi, xip_sxact *me);
/* ReleasePredicateLocks, after the proc array has forgotten the transaction. `next_xid`: the server's. Forgets `me`. */
void xip_ssi_release(xip_ssi *ssi, xip_sxact *me, bool is_commit, xip_xid next_xid);
/* PredicateLockTwoPhaseFinish counts a prepared transaction as one that wrote. */
void xip_ssi_did_write(xip_sxact *me);

/* --- reads (sireads.c, check.c) ---------------------------------------------------------------------------------- */

/* PredicateLockRelation, PredicateLockPage, PredicateLockTID: XIP_SSI_NO_ROOM, or fine. */
xip_ssi_failure xip_ssi_read(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag);
/* CheckForSerializableConflictOutNeeded: XIP_SSI_PIVOT_OUT when another transaction has doomed this one. */
xip_ssi_failure xip_ssi_check_read(xip_ssi *ssi, const xip_sxact *me);
/*
 * CheckForSerializableConflictOut: `me` meets a version that `xid`, the top one of a transaction, has made or ended.
 * is_concurrent (XidIsConcurrent): the snapshot of `me` lists it as running, or is older. *pivot: the xid that
 * XIP_SSI_TO_PIVOT names. `tag`: that version, for the log.
 */
xip_ssi_failure xip_ssi_conflict_out(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag, xip_xid xid, bool is_concurrent,
                                     xip_xid *pivot);

/* --- writes (check.c) -------------------------------------------------------------------------------------------- */

/*
 * CheckForSerializableConflictIn at the granularity of `tag` and every coarser one. In the top transaction a write of a
 * tuple makes its own SIREAD lock on it unnecessary.
 */
xip_ssi_failure xip_ssi_conflict_in(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag, bool is_subtransaction);

/* CheckTableForSerializableConflictIn: the whole table is dropped; every lock on it or inside counts. */
xip_ssi_failure xip_ssi_conflict_in_table(xip_ssi *ssi, xip_sxact *me, uint32_t relation);

/* --- watching ---------------------------------------------------------------------------------------------------- */

/* A row of pg_locks. XIP_SSI_NOBODY owns those of summarized transactions. */
typedef struct xip_ssi_lock {
    uint32_t owner;
    bool is_committed;
    bool is_safe;               /* nothing can harm the owner any more: its locks go at its next read */
    uint32_t transaction, step; /* the owner's number in the log (watch.h); when it was taken */
    xip_ssi_tag tag;
} xip_ssi_lock;
/* GetPredicateLockStatusData: those from number `from` on; returns how many there are in all. */
uint32_t xip_ssi_locks(const xip_ssi *ssi, uint32_t from, xip_ssi_lock *locks, uint32_t capacity);

/* A table is gone: its number may be given to another. */
void xip_ssi_forget_relation(xip_ssi *ssi, uint32_t relation);

#endif
