/*
 * state.h — the state of a simulated server, for the files of this folder and for code directly on top of them. Plain
 * data in one arena: pointers point into it, so a checkpoint is a copy of its used bytes restored at the same address.
 */
#ifndef XIP_SERVER_STATE_H
#define XIP_SERVER_STATE_H

#include "pg/layout.h"
#include "pg/slru.h"
#include "server/observe.h"
#include "server/pages.h"
#include "server/server.h"

typedef enum xip_xid_status {
    XIP_STATUS_IN_PROGRESS = 0,
    XIP_STATUS_COMMITTED = 1,
    XIP_STATUS_ABORTED = 2,
    XIP_STATUS_SUB_COMMITTED = 3
} xip_xid_status;

enum {
    XIP_MAX_OWNERS = XIP_MAX_SESSIONS + XIP_MAX_PREPARED, /* owners of locks: sessions, then prepared transactions */
    XIP_LOCK_MODES = 9,                                   /* 1 … 8 */
    XIP_LOCK_BUCKETS = 256,
    XIP_FAST_LOCKS = 16,            /* FP_LOCK_SLOTS_PER_BACKEND */
    XIP_SHARED_RELATIONS = 1 << 21, /* from this number on they belong to no database: never in such a slot */
    XIP_POOL_CLASSES = 24,          /* powers of two */
    XIP_DEFAULT_DEADLOCK_TIMEOUT_MS = 1000,
    XIP_ELSEWHERE_PROC = XIP_MAX_SESSIONS + XIP_MAX_PREPARED /* its PGPROC, after all others */
};

typedef struct xip_lock xip_lock;

/* PROCLOCK: one owner's modes of one lock, or its request. */
typedef struct xip_proclock {
    struct xip_proclock *next; /* of the same lock, oldest first */
    uint32_t owner;
    uint32_t hold_mask;
    uint32_t fast_mask;            /* of these: in its backend's own slots; only pg_locks shows that */
    uint32_t uses[XIP_LOCK_MODES]; /* how often its owner took it: LOCALLOCK.nLocks */
} xip_proclock;

/* LOCK. Invariant: it exists while anybody holds it or waits for it. */
struct xip_lock {
    xip_lock *next; /* in the bucket */
    xip_locktag tag;
    uint32_t grant_mask, wait_mask;
    uint32_t granted[XIP_LOCK_MODES], waiting[XIP_LOCK_MODES];
    xip_proclock *proclocks;
    xip_session *first_waiter, *last_waiter;
};

/* One (lock, mode) taken at one level: an entry of a resource owner. Newest first, so levels never rise. At level 0:
 * the session's own, which outlive transactions. */
typedef struct xip_held {
    struct xip_held *next;
    xip_lock *lock;
    uint32_t mode;
    uint32_t level;
    uint32_t count;
} xip_held;

typedef enum xip_wait_state {
    XIP_NOT_WAITING = 0,
    XIP_WAITING,       /* in the lock's queue */
    XIP_GRANTED,       /* woken: holds the lock, but its operation has not seen it yet */
    XIP_IS_VICTIM,     /* woken: chosen to end a deadlock */
    XIP_WAITING_SAFELY /* for a safe snapshot: no lock's queue has it, and no deadlock is looked for */
} xip_wait_state;

/* TransactionStateData. */
typedef struct xip_level {
    xip_xid xid;      /* invalid: none assigned */
    uint32_t xids_at; /* index of xid in the session's xids */
} xip_level;

/* ActiveSnapshotElt. */
typedef struct xip_active {
    struct xip_active *below;
    xip_snapshot *snapshot;
    uint32_t level;
} xip_active;

/* A member of RegisteredSnapshots: of a cursor, or exported. */
typedef struct xip_registered {
    struct xip_registered *next; /* older */
    xip_snapshot *snapshot;
    uint32_t number;
    uint32_t level;
    bool is_exported;
} xip_registered;

struct xip_session {
    xip_backend backend; /* its curcid is currentCommandId */
    xip_server *server;
    uint32_t id;
    bool is_connected;
    uint32_t deadlock_timeout_ms;

    uint32_t xact_number; /* how many this id has started, over all its connections */
    uint32_t level;       /* 0: no transaction */
    xip_isolation isolation;
    bool is_read_only, is_deferrable;
    bool is_cid_used;     /* currentCommandIdUsed */
    uint8_t status_flags; /* as in MyProc */
    uint32_t database;
    xip_level *levels; /* [1 … level]; [0] is not used */
    uint32_t level_room;
    /* Every xid of the running transaction that is not aborted, in the order of assignment, which is ascending: the top
     * one first. A level's descendants come after it, so aborting it means cutting the list at its xid. */
    xip_xid *xids;
    uint32_t xid_count, xid_room;
    xip_xid *unreported; /* subtransactions' xids that no assignment record has named: unreportedXids */
    uint32_t unreported_count, unreported_room;
    xip_xid *aborted_xids; /* kept for a planted fault only */
    uint32_t aborted_count, aborted_room;

    xip_sxact *sxact; /* MySerializableXact; NULL: not tracked */
    xip_ssi_failure ssi_failure;
    xip_xid ssi_pivot;

    xip_active *active;           /* top of the stack */
    xip_snapshot *first_snapshot; /* REPEATABLE READ's FirstXactSnapshot */
    xip_registered *registered;
    uint32_t registrations; /* so far, over all its transactions */
    uint32_t snapshots_taken, snapshots_reused;
    bool was_reused; /* the last one taken */

    xip_held *held;
    uint32_t fast_locks; /* proclocks of mine with a fast_mask */
    xip_wait_state wait_state;
    xip_lock *wait_lock;
    uint32_t wait_mode;
    uint32_t wait_level; /* at which it will hold the lock */
    uint64_t wait_began; /* server's wait_count then */
    bool is_deadlock_checked;
    xip_session *wait_prev, *wait_next; /* in the lock's queue */
    xip_session *woken_next;
    bool is_woken;
    xip_xid wait_xid_asked, wait_xid_now; /* xip_wait_for_xid: the requested xid, and the one whose lock it awaits */

    xip_slru_counts xact_counts; /* for pg_xact; those for pg_subtrans are the backend's */
    xip_xid fetched_xid;         /* cachedFetchXid: the last one looked up that had ended, and how */
    xip_xid_status fetched_status;
    uint32_t elsewhere; /* transactions that run elsewhere before this session gets a top-level xid */

    /* Horizons by the rules, in addition to those that the design computes. */
    xip_global_vis vis[4]; /* by xip_vis_kind */
    /* The completion counts at their last moves: by the transaction's static snapshot [0], by that of catalogs [1]. */
    uint64_t vis_completion_counts[2];
    xip_xid last_horizon_recent_xmin; /* ComputeXidHorizonsResultLastXmin */
    uint32_t horizons_computed;
    xip_xid recent_global_xmin, recent_global_data_xmin; /* 13 */
};

/* GlobalTransactionData and its dummy PGPROC. */
typedef struct xip_prepared {
    xip_backend backend;
    bool is_used;
    xip_xid *xids; /* top one first */
    uint32_t xid_count, xid_room;
    xip_held *held;
    xip_sxact *sxact;
} xip_prepared;

struct xip_server {
    xip_server_config config;
    xip_arena *arena;
    xip_cluster cluster;
    xip_session *sessions[XIP_MAX_SESSIONS];
    xip_prepared *prepared[XIP_MAX_PREPARED];
    uint32_t free_prepared[XIP_MAX_PREPARED]; /* freeGXacts: a stack */
    uint32_t free_prepared_count;
    uint8_t databases[XIP_MAX_OWNERS + 1]; /* PGPROC.databaseId, by pgprocno */
    xip_slot slots[XIP_MAX_SLOTS];
    xip_xid slot_xmin, slot_catalog_xmin; /* replication_slot_xmin and …catalog_xmin, also if the design has none */
    uint64_t xact_completion_count;       /* by the rules of 14, also if the design keeps none */
    xip_slru_ctl subtrans, xact;          /* pg_subtrans and pg_xact */
    xip_pages subtrans_store, xact_store;
    xip_pages owners; /* one byte per xid: its session's id, only for the views (observe.h) */
    bool is_watched;  /* an observer is looking: lookups count nothing and move no page */
    xip_subtrans_lookup lookups[XIP_LOOKUPS_KEPT]; /* a ring */
    uint64_t lookup_count;
    xip_session elsewhere; /* unseen connections: elsewhere.c */
    xip_lock *buckets[XIP_LOCK_BUCKETS];
    xip_session *first_woken, *last_woken;
    uint64_t wait_count; /* how many waits have begun */
    uint32_t *wal;       /* pg/wal.h */
    uint32_t wal_count, wal_room;
    void *free_chunks[XIP_POOL_CLASSES];
    xip_ssi *ssi;  /* NULL until the first serializable transaction takes a snapshot */
    uint32_t step; /* xip_server_at_step */
    void *heap;    /* xip_server_heap_slot */
};

/* --- pool.c ------------------------------------------------------------------------------------------------------ */

/* Zeroed bytes; the driver has asked xip_server_is_full, so there are some. */
void *xip_pool_take(xip_server *server, size_t size);
void xip_pool_give(xip_server *server, void *chunk, size_t size);
/* Makes room for `count` elements of `size` bytes; *room is the current capacity. Moves the array. */
void *xip_pool_grow(xip_server *server, void *array, uint32_t *room, uint32_t count, size_t size);

/* --- clog.c, subtrans.c ------------------------------------------------------------------------------------------ */

/* BootStrapCLOG and StartupSUBTRANS: create the page of the first xid, unless that xid itself does. `me` need not be
 * connected. */
void xip_clog_start(xip_session *me);
void xip_subtrans_start(xip_session *me);
/* ExtendCLOG for a new xid. */
void xip_clog_extend(xip_session *me, xip_full_xid xid);
/* TransactionIdSetTreeStatus: xids[0] is the parent, its children ascend. */
void xip_clog_set_tree(xip_session *me, const xip_xid *xids, uint32_t count, xip_xid_status status);
/* The next xid, with ExtendSUBTRANS and SubTransSetParent; no parent: a top-level one. */
xip_xid xip_subtrans_assign(xip_session *me, xip_xid parent);
/* SubTransGetParent */
xip_xid xip_subtrans_parent(xip_session *me, xip_xid xid);
/* SubTransGetTopmostTransaction, with the reason. */
xip_xid xip_subtrans_walk(xip_session *me, xip_xid xid, xip_lookup_why why);
/* For observers: counts nothing, moves no page. */
xip_xid_status xip_clog_peek(const xip_server *server, xip_xid xid);
xip_xid xip_subtrans_peek(const xip_server *server, xip_xid xid);

/* --- varsup.c ---------------------------------------------------------------------------------------------------- */

/* GetNewTransactionId: the next xid, with its pages. No parent: a top-level one. */
xip_xid xip_next_xid(xip_session *me, xip_xid parent);
/* The session that got an xid; XIP_MAX_SESSIONS: it is from before the server was started. For the views. */
uint32_t xip_owner_of(const xip_server *server, xip_xid xid);

/* --- elsewhere.c ------------------------------------------------------------------------------------------------- */

/* Runs this many transactions, or as many as the design has room for. */
void xip_elsewhere_run(xip_server *server, uint32_t transactions);

/* --- wal.c ------------------------------------------------------------------------------------------------------- */

/* `xid`, of the top level or of a subtransaction, has just been assigned. */
void xip_wal_assigned(xip_session *me, xip_xid xid);
/* xids[0] ends, together with its children that did not abort before. */
void xip_wal_ended(xip_server *server, const xip_xid *xids, uint32_t count, bool committed);

/* --- registered.c ------------------------------------------------------------------------------------------------ */

/* CopySnapshot */
xip_snapshot *xip_copy_snapshot(xip_server *server, const xip_snapshot *from);
void xip_free_snapshot(xip_server *server, xip_snapshot *snapshot);
/* NULL: there is none of this number. */
xip_snapshot *xip_registered_snapshot(const xip_session *me, uint32_t number);
/* The xmin of the oldest; invalid: there are none. */
xip_xid xip_oldest_registered(const xip_session *me);
/* The xmin of the oldest that no resource owner releases, if there are others, too; else invalid. */
xip_xid xip_left_by_cursors(const xip_session *me);
/* UnregisterSnapshot; the advertised xmin stays as it is. */
void xip_unregister_snapshot(xip_session *me, uint32_t number);
/* Those of `level` and deeper. */
void xip_drop_registered(xip_session *me, uint32_t level);
/* Those of `level` become its parent's. */
void xip_lift_registered(xip_session *me, uint32_t level);

/* --- snapmgr.c, horizons.c --------------------------------------------------------------------------------------- */
/* Drops active snapshots of `level` and deeper: AtSubAbort_Snapshot. */
void xip_drop_snapshots(xip_session *me, uint32_t level);
/* AtSubCommit_Snapshot: those of `level` become its parent's. */
void xip_lift_snapshots(xip_session *me, uint32_t level);
/* AtEOXact_Snapshot: drops all, including the kept one of REPEATABLE READ. The end of the transaction clears the
 * advertised xmin.
 */
void xip_forget_snapshots(xip_session *me);
/* The horizon of each xip_vis_kind as `me` would compute it. */
typedef struct xip_horizons {
    xip_xid oldest[4];
} xip_horizons;
xip_horizons xip_horizons_now(xip_session *me);
/* Why an entry of the proc array does not count for the horizon of `kind`; 0: it counts. */
typedef enum xip_exemption {
    XIP_COUNTS = 0,
    XIP_EXEMPT_VACUUM,
    XIP_EXEMPT_DECODING,
    XIP_EXEMPT_OTHER_DATABASE,
    XIP_EXEMPT_CATALOGS_ONLY, /* of slots: a catalog_xmin holds no table */
    XIP_EXEMPT_BEHIND_SLOT    /* no process of this server has it: its slot holds the horizon instead */
} xip_exemption;
xip_exemption xip_exemption_of(const xip_session *me, const xip_proc_entry *entry, xip_vis_kind kind);
/* After GetSnapshotData: updates the horizons by the rules' version. */
void xip_horizons_after_snapshot(xip_session *me, bool of_catalogs);

/* --- woken.c ----------------------------------------------------------------------------------------------------- */

/* Its wait is over, with this result. */
void xip_wake(xip_session *who, xip_wait_state state);
/* Removes a session from the list of the woken: the driver need not continue it any more. */
void xip_lock_forget_woken(xip_session *who);

/* --- serializable.c ---------------------------------------------------------------------------------------------- */

/* GetSerializableTransactionSnapshot, after `snapshot` was taken. */
void xip_serializable_begin(xip_session *me, const xip_snapshot *snapshot);
/* The loop of GetSafeSnapshot, after xip_serializable_begin. */
typedef enum xip_safety {
    XIP_SAFE_SNAPSHOT = 0, /* or the transaction could not be tracked: xip_serializable_failed */
    XIP_UNSAFE_SNAPSHOT,   /* forgotten: a new one is needed */
    XIP_AWAITS_SAFETY
} xip_safety;
xip_safety xip_serializable_await(xip_session *me);
/* It waits for a safe snapshot, or was about to when its statement was ended. */
bool xip_serializable_awaits(const xip_session *me);
/* GetSafeSnapshotBlockingPids, as xip_blocking_sessions. */
uint32_t xip_serializable_blockers(const xip_session *me, uint32_t *ids, uint32_t capacity);
/* RegisterPredicateLockingXid */
void xip_serializable_set_xid(xip_session *me, xip_xid top_xid);
/* PostPrepare_PredicateLocks */
void xip_serializable_hand_over(xip_session *me, uint32_t handle);
/* ReleasePredicateLocks at the end of a transaction, and PredicateLockTwoPhaseFinish. */
void xip_serializable_end(xip_session *me, bool is_commit);
void xip_serializable_end_prepared(xip_server *server, xip_prepared *prepared, bool is_commit);

/* --- locktable.c, lockmgr.c, deadlock.c -------------------------------------------------------------------------- */

static inline uint32_t xip_lockbit(uint32_t mode)
{
    return 1u << mode;
}
bool xip_same_locktag(xip_locktag a, xip_locktag b);
/* NULL: nobody holds it or waits for it. */
xip_lock *xip_lock_find(const xip_server *server, xip_locktag tag);
xip_lock *xip_lock_find_or_make(xip_server *server, xip_locktag tag);
/* NULL: `owner` neither holds it nor waits for it. */
xip_proclock *xip_proclock_find(const xip_lock *lock, uint32_t owner);
xip_proclock *xip_proclock_find_or_make(xip_server *server, xip_lock *lock, uint32_t owner);
/* CleanUpLock: removes `owner`'s entry if it neither holds nor awaits the lock, and the lock with its last entry. */
void xip_lock_clean_up(xip_server *server, xip_lock *lock, uint32_t owner);
/* Modes that conflict with `mode`, as bits. */
uint32_t xip_lock_conflicts(uint32_t mode);
/* LockCheckConflicts: another owner holds a mode that conflicts. */
bool xip_lock_is_held_against(const xip_lock *lock, uint32_t owner, uint32_t mode);
/* GrantLock and GrantLockLocal, at the given level. */
void xip_lock_grant(xip_session *me, xip_lock *lock, uint32_t mode, uint32_t level);
/* FastPathTransferRelationLocks: somebody wants it in a strong mode. */
void xip_locks_leave_fast_path(xip_server *server, xip_lock *lock);
/* LockAcquire of a new xid's lock, which nobody else can hold, at the given level. */
void xip_lock_acquire_at(xip_session *me, xip_locktag tag, xip_lock_mode mode, uint32_t level);
/* ReleaseLocks of a level that aborts, and of deeper ones. */
void xip_locks_release(xip_session *me, uint32_t level);
/* ProcReleaseLocks: those of the whole transaction, advisory ones last. */
void xip_locks_release_all(xip_session *me);
/* Gives one use back, or all of them, of a lock that the session holds at level 0; false: it does not. */
bool xip_lock_release_own(xip_session *me, xip_locktag tag, uint32_t mode);
void xip_locks_release_own(xip_session *me);
/* (waits.c) xip_lock_acquire for a level. */
xip_outcome xip_lock_acquire_for(xip_session *me, xip_locktag tag, xip_lock_mode mode, uint32_t level, bool dont_wait);
/* LockReassignCurrentOwner: locks of `level` become its parent's. */
void xip_locks_lift(xip_session *me, uint32_t level);
/* PostPrepare_Locks, and the release at COMMIT PREPARED. */
void xip_locks_hand_over(xip_session *me, uint32_t handle);
void xip_locks_release_prepared(xip_server *server, uint32_t handle);
/* ProcLockWakeup: grants the lock to all waiters that may have it now and wakes them, from the front of the queue. */
void xip_lock_wake_waiters(xip_server *server, xip_lock *lock);
/* Leaves the queue as the victim, and is woken. */
void xip_lock_end_wait_as_victim(xip_session *who);

typedef enum xip_deadlock { XIP_NO_DEADLOCK = 0, XIP_SOFT_DEADLOCK, XIP_HARD_DEADLOCK } xip_deadlock;
/*
 * DeadLockCheck: looks for cycles through `who`, which waits. Soft: queues were rearranged so that there is none, and
 * waiters woken. Hard: `who` is the victim; nothing was changed.
 */
xip_deadlock xip_deadlock_search(xip_session *who);
/* Handles a new wait by the configured rule. True when `me`, who has just begun to wait, is the victim. */
bool xip_deadlock_after_wait(xip_session *me);

#endif
