/*
 * state.h — SSI's state of one server: transactions, their SIREAD locks and the rw-conflicts between them, all in the
 * server's arena. PostgreSQL: src/include/storage/predicate_internals.h.
 */
#ifndef XIP_SSI_STATE_H
#define XIP_SSI_STATE_H

#include "ssi/ssi.h"
#include "ssi/watch.h"

/* SXACT_FLAG_* */
enum {
    XIP_SXACT_COMMITTED = 0x1,
    XIP_SXACT_PREPARED = 0x2, /* past its last check: it can no longer be ended by others */
    XIP_SXACT_ROLLED_BACK = 0x4,
    XIP_SXACT_DOOMED = 0x8,        /* will roll back */
    XIP_SXACT_CONFLICT_OUT = 0x10, /* to a transaction that committed before it */
    XIP_SXACT_READ_ONLY = 0x20,
    XIP_SXACT_RO_SAFE = 0x40,
    XIP_SXACT_RO_UNSAFE = 0x80,
    XIP_SXACT_AWAITS = 0x100,              /* DEFERRABLE_WAITING */
    XIP_SXACT_SUMMARY_CONFLICT_IN = 0x200, /* from, or to, transactions that were summarized */
    XIP_SXACT_SUMMARY_CONFLICT_OUT = 0x400
};

/* SerCommitSeqNo: counts commits and prepares. */
typedef uint64_t xip_commit_seq;
#define XIP_NO_COMMIT_SEQ UINT64_MAX

/* A conflict is in a list of its reader and in one of its writer. */
typedef enum xip_side { XIP_OUT = 0, XIP_IN = 1 } xip_side;
typedef struct xip_rw_conflict {
    xip_sxact *reader; /* sxactOut: the edge leaves it */
    xip_sxact *writer; /* sxactIn */
    struct xip_rw_conflict *next[2], *prev[2];
} xip_rw_conflict;
typedef struct xip_rw_list {
    xip_rw_conflict *first, *last; /* oldest first */
} xip_rw_list;

/* PREDICATELOCK and LOCALPREDICATELOCK: a lock, or only the count of the finer locks inside it. */
typedef struct xip_siread {
    struct xip_siread *next;      /* of the same transaction */
    struct xip_siread *in_bucket; /* while held; oldest first */
    xip_sxact *owner;
    xip_ssi_tag tag;
    bool is_held;
    uint32_t children;         /* childLocks */
    xip_commit_seq commit_seq; /* of the old one's: the latest commit among those whose lock it was */
    uint32_t step;             /* when it was taken */
} xip_siread;

/* A step that changed a table: for the log. */
typedef struct xip_write {
    uint32_t relation, step;
} xip_write;
enum { XIP_WRITES_KEPT = 8 };

struct xip_sxact {
    uint32_t owner;
    uint32_t number; /* in the log; the old one has 0 */
    xip_write writes[XIP_WRITES_KEPT];
    uint32_t write_count; /* more than are kept: nobody knows which */
    uint32_t flags;
    bool did_write; /* MyXactDidWrite */
    xip_commit_seq prepare_seq, commit_seq;
    xip_commit_seq last_commit_before_snapshot;
    xip_commit_seq earliest_out_conflict_commit; /* with XIP_SXACT_CONFLICT_OUT */
    xip_xid top_xid;
    bool has_entry; /* in SerializableXidHash: its xid was assigned after its snapshot */
    xip_xid xmin, finished_before;
    xip_rw_list conflicts[2]; /* outConflicts, inConflicts */
    /* possibleUnsafeConflicts: on the side IN of a read-only transaction those that may harm it, on the side OUT of any
     * other those that it may harm. */
    xip_rw_list possible[2];
    xip_siread *sireads;
    xip_sxact *next;          /* activeList, oldest first: all that are remembered */
    xip_sxact *next_finished; /* FinishedSerializableTransactions, in the order of commits */
};

/* What is left of a summarized transaction that wrote: pg_serial. */
typedef struct xip_old_xact {
    struct xip_old_xact *next; /* newest first */
    xip_xid xid;
    xip_commit_seq min_conflict_commit; /* XIP_NO_COMMIT_SEQ: it had no conflict out */
} xip_old_xact;

enum { XIP_SIREAD_BUCKETS = 64, XIP_FIRST_COMMIT_SEQ = 2 /* FirstNormalSerCommitSeqNo */ };

/* watch.h: what is kept for it, in rings. Counts: so far. */
typedef struct xip_log {
    uint32_t step, xact_count, conflict_count, structure_count;
    xip_seen_xact xacts[XIP_SSI_SEEN_XACTS]; /* by number */
    xip_seen_conflict conflicts[XIP_SSI_SEEN_CONFLICTS];
    xip_seen_structure structures[XIP_SSI_SEEN_STRUCTURES];
} xip_log;

/* What made two transactions conflict. */
typedef struct xip_met {
    xip_ssi_tag tag;
    uint32_t read_step, write_step;
    bool at_write;
} xip_met;

/* Numbers of Tin, Tpivot and Tout; 0: summarized. */
typedef struct xip_roles {
    uint32_t in, pivot, out;
} xip_roles;

struct xip_ssi {
    xip_arena *arena;
    uint32_t most, faults;
    xip_sxact old; /* OldCommittedSxact: not in the list */
    xip_old_xact *old_xacts, *free_old_xacts;
    uint64_t summarized;
    xip_sxact *first, *last;
    xip_sxact *first_finished, *last_finished;
    uint32_t sxact_count, siread_count, conflict_count;
    xip_sxact *free_sxacts;
    xip_siread *free_sireads;
    xip_rw_conflict *free_conflicts;
    uint32_t writable_count; /* WritableSxactCount */
    xip_xid global_xmin;     /* SxactGlobalXmin: the oldest of those that run */
    uint32_t global_xmin_count;
    xip_commit_seq last_commit;       /* LastSxactCommitSeqNo */
    xip_commit_seq can_clear_through; /* CanPartialClearThrough */
    xip_commit_seq have_cleared_through;
    xip_siread *buckets[XIP_SIREAD_BUCKETS];
    xip_log log;
};

static inline bool xip_sxact_is(const xip_sxact *sxact, uint32_t flag)
{
    return (sxact->flags & flag) != 0;
}

/* --- pool.c: zeroed; NULL past the limit of their kind --------------------------------------------------------------
 */
xip_sxact *xip_sxact_take(xip_ssi *ssi);
void xip_sxact_give(xip_ssi *ssi, xip_sxact *sxact);
xip_siread *xip_siread_take(xip_ssi *ssi);
void xip_siread_give(xip_ssi *ssi, xip_siread *siread);
xip_rw_conflict *xip_rw_conflict_take(xip_ssi *ssi);
void xip_rw_conflict_give(xip_ssi *ssi, xip_rw_conflict *conflict);
xip_old_xact *xip_old_xact_take(xip_ssi *ssi);
/* Those that have committed, in the order of commits. */
void xip_finished_add(xip_ssi *ssi, xip_sxact *sxact);
void xip_finished_forget(xip_ssi *ssi, const xip_sxact *sxact);

/* --- sireads.c ---------------------------------------------------------------------------------------------------- */
/* The locks on exactly this target: begin with NULL. */
xip_siread *xip_siread_next(const xip_ssi *ssi, xip_ssi_tag tag, const xip_siread *after);
xip_siread *xip_siread_of(const xip_sxact *me, xip_ssi_tag tag);
/* The old one takes a lock over. */
void xip_siread_inherit(xip_ssi *ssi, xip_siread *siread, xip_commit_seq commit_seq);
/* A write of the tuple makes the lock unnecessary. */
void xip_siread_drop(xip_ssi *ssi, xip_siread *siread);
void xip_sireads_release(xip_ssi *ssi, xip_sxact *sxact);

/* --- summary.c ---------------------------------------------------------------------------------------------------- */
/* SummarizeOldestCommittedSxact. False: nobody has committed. */
bool xip_summarize_oldest(xip_ssi *ssi);
/* SerialSetActiveSerXmin: what is older matters to nobody. Invalid: nothing does. */
void xip_summary_trim(xip_ssi *ssi, xip_xid oldest);
/* The old one's locks of transactions that committed up to `seq` are released. */
void xip_summary_clear(xip_ssi *ssi, xip_commit_seq seq);
/* SerialGetMinConflictCommitSeqNo; 0: it was not summarized, or matters no more. */
xip_commit_seq xip_summary_min_conflict(const xip_ssi *ssi, xip_xid xid);

/* --- conflict.c --------------------------------------------------------------------------------------------------- */
bool xip_rw_conflict_exists(const xip_sxact *reader, const xip_sxact *writer);
/* FlagRWConflict, by `me`, which is one of the two: fails when the conflict completes a dangerous structure. */
xip_ssi_failure xip_rw_conflict_flag(xip_ssi *ssi, const xip_sxact *me, xip_sxact *reader, xip_sxact *writer,
                                     const xip_met *met);
/* SetPossibleUnsafeConflict. False: no room. */
bool xip_rw_possible_set(xip_ssi *ssi, xip_sxact *read_only, xip_sxact *active);
/* ReleaseRWConflict of a conflict, and of a possible one. */
void xip_rw_conflict_release(xip_ssi *ssi, xip_rw_conflict *conflict);
void xip_rw_possible_release(xip_ssi *ssi, xip_rw_conflict *possible);

/* --- watch.c ------------------------------------------------------------------------------------------------------ */
void xip_log_begin(xip_ssi *ssi, xip_sxact *me);
void xip_log_end(xip_ssi *ssi, const xip_sxact *me);
void xip_log_write(const xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag);
/* The only step in which it changed that table; 0: none, several, or unknown. */
uint32_t xip_log_write_step(const xip_sxact *writer, uint32_t relation);
void xip_log_conflict(xip_ssi *ssi, uint32_t reader, uint32_t writer, const xip_met *met);
/* XIP_SSI_FINE: the victim is doomed, and fails later. */
void xip_log_structure(xip_ssi *ssi, const xip_roles *roles, const xip_sxact *victim, xip_ssi_failure failure);
/* The doomed one notices; returns `failure`. */
xip_ssi_failure xip_log_failure(xip_ssi *ssi, const xip_sxact *doomed, xip_ssi_failure failure);
/* The conflict out of a committed transaction that committed first; 0: nobody knows. */
uint32_t xip_log_out_of(const xip_ssi *ssi, const xip_sxact *committed);

#endif
