/*
 * server.h — one simulated server on one thread: sessions, transactions, subtransactions, heavyweight locks, horizons.
 *
 * In: calls of one session at a time. Out: answers at once, or XIP_WAIT with the session on a lock's wait queue; when
 * the lock is granted the session is *woken* and the server's driver calls the same operation again. There is no clock
 * and no randomness: the same calls give the same bytes. All state is in one arena, so that a checkpoint is a copy of
 * its used bytes, restored at the same address.
 *
 * Invariants: a session waits for one lock at a time; a woken session holds the lock it waited for.
 */
#ifndef XIP_SERVER_SERVER_H
#define XIP_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "pg/cluster.h"
#include "pg/snapshot.h"
#include "pg/wal.h"
#include "pg/xid.h"
#include "ssi/ssi.h"
#include "ssi/watch.h"
#include "xip.h"

typedef struct xip_server xip_server;
typedef struct xip_session xip_session;
typedef uint32_t xip_cid; /* CommandId */

enum {
    XIP_MAX_SESSIONS = 64, /* of a spec, control session included */
    XIP_MAX_PREPARED = 32, /* max_prepared_transactions */
    XIP_MAX_LEVELS = 4096, /* of nested subtransactions */
    XIP_MAX_SLOTS = 10,    /* max_replication_slots */
    XIP_NO_DATABASE = 0,   /* InvalidOid: a walsender that only sends WAL */
    XIP_FIRST_DATABASE = 1,
    XIP_BEHIND_SLOT = 255, /* no database: a standby that reports through a slot */
    XIP_SERVER_RESERVE_BYTES = 2 << 20,
    XIP_MAX_ELSEWHERE = 65536,
    XIP_INVALID_CID = 0xFFFFFFFF
};

/* Follows the rules of one major version, 13 to 18; see contracts: rules never mix with the design. */
typedef struct xip_server_config {
    uint32_t rules;
    uint32_t design;       /* index on the ladder */
    xip_full_xid next_xid; /* the first xid to assign, normal */
    uint32_t faults;       /* XIP_FAULT_* bits, each breaks one rule */
    /* The victim of a deadlock: the session that closed the cycle, or (default) the one with the smallest
     * deadlock_timeout, then the one that waited first. */
    bool last_waiter_is_victim;
    /* A closing cycle is not searched for; only xip_deadlock_check does (for a driver with its own clock). */
    bool deadlocks_when_checked;
    /* Rules of 17 and later: subtransaction_buffers and transaction_buffers, in pages; 0: as shared_buffers of 128 MB
     * makes them (32). Up to 16 there are 32 of each, and these are ignored. */
    uint32_t subtransaction_buffers, transaction_buffers;
    /* Serializable transactions that are remembered, committed ones included; 0: XIP_MAX_SXACTS. */
    uint32_t sxacts;
    /* It has a standby: WAL records about xids are kept (wal_level=replica). */
    bool writes_wal;
} xip_server_config;

typedef enum xip_isolation { XIP_READ_COMMITTED = 1, XIP_REPEATABLE_READ = 2, XIP_SERIALIZABLE = 3 } xip_isolation;

/* The result of an operation that may wait. */
typedef enum xip_outcome {
    XIP_DONE = 0,
    XIP_WAIT = 1,          /* call again when woken */
    XIP_NOT_AVAILABLE = 2, /* NOWAIT or SKIP LOCKED: another session has it */
    XIP_DEADLOCK = 3       /* this session is the victim: abort its (sub)transaction */
} xip_outcome;

/* --- life -------------------------------------------------------------------------------------------------------- */

/* Bytes that the arena needs before any table, with the default buffers. */
size_t xip_server_bytes(void);
xip_error xip_server_init(xip_server **server, const xip_server_config *config, xip_arena *arena);
xip_error xip_session_connect(xip_server *server, uint32_t *id);
/* A running transaction is aborted first. */
void xip_session_disconnect(xip_session *me);
xip_session *xip_session_at(xip_server *server, uint32_t id); /* NULL when not connected */
uint32_t xip_session_id(const xip_session *me);
xip_server *xip_server_of(const xip_session *me);
/*
 * A session's database: XIP_FIRST_DATABASE by default. XIP_NO_DATABASE is a standby's query together with the walsender
 * that reports it: hot_standby_feedback tells the primary its snapshot's xmin. About one of XIP_BEHIND_SLOT the primary
 * knows only the calls of xip_slot_feedback. Such a session neither sets hints nor prunes. Between transactions only.
 *
 * MODEL: the standby of such a session has replayed everything; its feedback arrives at once and ends with the
 * query's snapshot.
 */
void xip_session_set_database(xip_session *me, uint32_t database);
/* Either of the two kinds: it runs in recovery. */
bool xip_session_is_on_standby(const xip_session *me);
const xip_server_config *xip_server_configured(const xip_server *server);
/*
 * True when the rest of the arena, or of a design's room for xids, may not suffice for one more statement's xids and
 * locks: the driver checks before each statement and reports its limit; heap/ never uses the last
 * XIP_SERVER_RESERVE_BYTES.
 */
bool xip_server_is_full(const xip_server *server);

/* --- transactions (xact.c) --------------------------------------------------------------------------------------- */

/* StartTransaction: level 1. */
void xip_xact_start(xip_session *me, xip_isolation isolation, bool read_only);
/* CommitTransaction: pg_xact, then ProcArrayEndTransaction, then locks; waiters wake. */
void xip_xact_commit(xip_session *me);
/* AbortTransaction, all levels. */
void xip_xact_abort(xip_session *me);
/*
 * The same after an error while no snapshot was active. A server then releases the snapshots of cursors after it has
 * left the proc array, and SnapshotResetXmin advertises the xmin of those that are left, until ROLLBACK
 * (CleanupTransaction); here xip_release_catalog_snapshot ends that.
 */
void xip_xact_fail(xip_session *me);
/* DefineSavepoint + StartSubTransaction: one level deeper. XIP_ERR_ARGUMENT beyond the limit of levels. */
xip_error xip_subxact_start(xip_session *me);
/* CommitSubTransaction of the innermost level (RELEASE calls it once per level). */
void xip_subxact_commit(xip_session *me);
/* AbortSubTransaction + CleanupSubTransaction of the innermost level (ROLLBACK TO then restarts it). */
void xip_subxact_abort(xip_session *me);
/* PREPARE TRANSACTION: the dummy PGPROC takes over xid, subxids and locks. Returns its handle. */
xip_error xip_xact_prepare(xip_session *me, uint32_t *handle);
void xip_prepared_finish(xip_session *me, uint32_t handle, bool commit);

uint32_t xip_xact_level(const xip_session *me); /* 0: no transaction */
xip_isolation xip_xact_isolation(const xip_session *me);
/* GetCurrentTransactionId: of the innermost level; assigns, outermost parents first. */
xip_xid xip_current_xid(xip_session *me);
/* GetTopTransactionId: of the outermost level; subtransactions stay as they are. */
xip_xid xip_top_xid(xip_session *me);
xip_xid xip_current_xid_if_any(const xip_session *me);
xip_xid xip_top_xid_if_any(const xip_session *me);
/* TransactionIdIsCurrentTransactionId: mine, running or subcommitted, at any level; an aborted subtransaction's is not.
 */
bool xip_is_current_xid(const xip_session *me, xip_xid xid);
/* GetCurrentCommandId; `used` marks it, so that the next increment takes effect. */
xip_cid xip_current_cid(xip_session *me, bool used);
/* CommandCounterIncrement. */
void xip_command_counter_increment(xip_session *me);

/*
 * From now on this many transactions (at most XIP_MAX_ELSEWHERE) of unseen connections start and commit before each
 * top-level xid that this session gets: they use up xids as on a busy server. 0: none.
 */
void xip_session_set_elsewhere(xip_session *me, uint32_t transactions);

/* --- snapshots (snapmgr.c) --------------------------------------------------------------------------------------- */

/*
 * GetSafeSnapshot: a SERIALIZABLE READ ONLY DEFERRABLE transaction waits here, before its first snapshot, until nothing
 * can harm it; then it needs no tracking. XIP_DONE at once in all others. Cancelled by xip_lock_cancel_wait.
 */
xip_outcome xip_await_safe_snapshot(xip_session *me);
/*
 * It waits there: neither lock_timeout nor a deadlock check ends that. Unseen: pg_safe_snapshot_blocking_pids names
 * nobody, because the server still remembers an older transaction of this session.
 */
typedef enum xip_safe_wait { XIP_WAITS_FOR_NO_SNAPSHOT = 0, XIP_WAITS_SEEN, XIP_WAITS_UNSEEN } xip_safe_wait;
xip_safe_wait xip_awaits_safe_snapshot(const xip_session *me);
/*
 * GetTransactionSnapshot (REPEATABLE READ: the first one, kept) and PushActiveSnapshot: a copy. A simple query takes
 * two in READ COMMITTED, one to plan and one to execute; the driver calls this twice and pops the first.
 */
const xip_snapshot *xip_push_active_snapshot(xip_session *me);
/* The same with GetLatestSnapshot: REPEATABLE READ, too, then looks through a new one, which it does not keep. */
const xip_snapshot *xip_push_latest_snapshot(xip_session *me);
/* REPEATABLE READ's; NULL: there is none. */
const xip_snapshot *xip_kept_snapshot(const xip_session *me);
/*
 * GetCatalogSnapshot: a snapshot for reading catalogs. It moves RecentXmin and the horizons, and if no other snapshot
 * is held it advertises an xmin until it is released; its contents do not matter here, because catalogs are no tables.
 */
void xip_catalog_snapshot(xip_session *me);
/* InvalidateCatalogSnapshotConditionally: clears the xmin that only this snapshot advertised; does nothing if another
 * snapshot is held. */
void xip_release_catalog_snapshot(xip_session *me);
/* PopActiveSnapshot; after the last one the advertised xmin is cleared, too (SnapshotResetXmin). */
void xip_pop_active_snapshot(xip_session *me);
/*
 * RegisterSnapshot of the active one: it is kept for a cursor, and holds xmin, until it is released or its level
 * aborts. Its number.
 */
uint32_t xip_register_snapshot(xip_session *me);
bool xip_is_registered(const xip_session *me, uint32_t number);
/* PushActiveSnapshot of a registered one: a copy. */
void xip_push_registered_snapshot(xip_session *me, uint32_t number);
/* UnregisterSnapshot, and SnapshotResetXmin. */
void xip_release_registered_snapshot(xip_session *me, uint32_t number);
/* ExportSnapshot: registers it for others until the transaction ends. Not from a subtransaction. Its number. */
uint32_t xip_export_snapshot(xip_session *me);
/* SetTransactionSnapshot, before REPEATABLE READ's first snapshot. False: `from` has exported none of that number. */
bool xip_import_snapshot(xip_session *me, const xip_session *from, uint32_t number);
/* NULL when there is none. */
const xip_snapshot *xip_active_snapshot(const xip_session *me);
/*
 * The snapshot that this session would get if it took one now, in the caller's arrays (xip: one for each PGPROC in use,
 * subxip: 64 for each). In the form of a copy: suboverflowed ones have no subxip. Changes nothing: no xmin, counters or
 * horizons. Faults planted into GetSnapshotData do not show here.
 */
void xip_fresh_snapshot(xip_session *me, xip_snapshot *snapshot);
/* The same, with the faults planted into this server: the snapshot that its next statement will really use. */
void xip_next_snapshot(xip_session *me, xip_snapshot *snapshot);
/* XidInMVCCSnapshot with this server's pg_subtrans. */
bool xip_xid_in_mvcc_snapshot(xip_session *me, xip_xid xid, const xip_snapshot *snapshot);
/*
 * The same with the reason that the snapshot's bounds and lists give. `runs` is this server's answer: it may depart
 * from the reason where faults are planted, and in a design that decides without lists.
 */
xip_snapshot_answer xip_mvcc_snapshot_why(xip_session *me, xip_xid xid, const xip_snapshot *snapshot);

/* --- the fate of an xid (clog.c, subtrans.c, procarray) ---------------------------------------------------------- */

bool xip_did_commit(xip_session *me, xip_xid xid);          /* TransactionIdDidCommit */
bool xip_did_abort(xip_session *me, xip_xid xid);           /* TransactionIdDidAbort */
bool xip_is_in_progress(xip_session *me, xip_xid xid);      /* TransactionIdIsInProgress */
xip_xid xip_subtrans_topmost(xip_session *me, xip_xid xid); /* SubTransGetTopmostTransaction */

/* --- SERIALIZABLE (serializable.c) ------------------------------------------------------------------------------- */

/*
 * Each of these does nothing in other transactions. False: this transaction must roll back, and
 * xip_serialization_failure says why; the statement that asked is over.
 */

/* Whether the latest of these, or the first snapshot, which needs room to track the transaction, has failed. */
bool xip_serializable_failed(const xip_session *me);
/* SerializationNeededForRead: reads with `snapshot` need SIREAD locks and checks. */
bool xip_serializable_reads(xip_session *me, const xip_snapshot *snapshot);
/* PredicateLockRelation, PredicateLockPage, PredicateLockTID; only if xip_serializable_reads. */
bool xip_serializable_lock(xip_session *me, xip_ssi_tag tag);
/* CheckForSerializableConflictOut of a top xid, behind the version `tag`; XIP_INVALID_XID: only whether this
 * transaction is doomed. */
bool xip_serializable_check_out(xip_session *me, xip_ssi_tag tag, xip_xid xid);
/* CheckForSerializableConflictIn */
bool xip_serializable_check_in(xip_session *me, xip_ssi_tag tag);
/* CheckTableForSerializableConflictIn: the table is dropped. */
bool xip_serializable_check_table(xip_session *me, uint32_t relation);
/* TransactionXmin: what ended before it is no conflict. */
xip_xid xip_transaction_xmin(const xip_session *me);
/* RecentXmin: of the latest snapshot. */
xip_xid xip_recent_xmin(const xip_session *me);
/* xip_ssi_locks; a prepared transaction owns its as XIP_MAX_SESSIONS + its handle. */
uint32_t xip_serializable_locks(const xip_server *server, uint32_t from, xip_ssi_lock *locks, uint32_t capacity);
/* For ssi/watch.h; NULL: no serializable transaction has taken a snapshot yet. */
const xip_ssi *xip_server_ssi(const xip_server *server);
/* The driver's number of what follows, by which watch.h names reads and writes. */
void xip_server_at_step(xip_server *server, uint32_t step);
/* A table is gone, and its number may be given to another. */
void xip_serializable_forget(xip_server *server, uint32_t relation);
/* PreCommit_CheckForSerializationFailure: before xip_xact_commit and xip_xact_prepare. */
bool xip_serializable_precommit(xip_session *me);
/* The latest reason; *pivot: the xid that XIP_SSI_TO_PIVOT names. */
xip_ssi_failure xip_serialization_failure(const xip_session *me, xip_xid *pivot);

/* --- heavyweight locks (lockmgr.c, waits.c)
 * ------------------------------------------------------------------------------- */

typedef enum xip_lock_mode { /* LOCKMODE */
                             XIP_ACCESS_SHARE = 1,
                             XIP_ROW_SHARE,
                             XIP_ROW_EXCLUSIVE,
                             XIP_SHARE_UPDATE_EXCLUSIVE,
                             XIP_SHARE,
                             XIP_SHARE_ROW_EXCLUSIVE,
                             XIP_EXCLUSIVE,
                             XIP_ACCESS_EXCLUSIVE
} xip_lock_mode;

typedef enum xip_lock_kind {
    XIP_LOCKTAG_RELATION = 1,
    XIP_LOCKTAG_TRANSACTION,
    XIP_LOCKTAG_TUPLE,
    XIP_LOCKTAG_ADVISORY,
    XIP_AWAITS_SNAPSHOT /* only of a session that waits: for a safe snapshot, which is no lock */
} xip_lock_kind;
typedef struct xip_locktag {
    uint32_t kind; /* xip_lock_kind */
    uint32_t a;    /* relation; xid; of an advisory lock the key's upper half, or its first number */
    uint32_t b;    /* block; the key's lower half, or its second number */
    uint32_t c;    /* offset number; xip_advisory_class, and the database */
} xip_locktag;

/*
 * LockAcquire: held until released or until the (sub)transaction that took it ends. Called again after a wake-up it
 * returns XIP_DONE. `dont_wait`: XIP_NOT_AVAILABLE instead of XIP_WAIT. XIP_DEADLOCK when this session was chosen.
 */
xip_outcome xip_lock_acquire(xip_session *me, xip_locktag tag, xip_lock_mode mode, bool dont_wait);
void xip_lock_release(xip_session *me, xip_locktag tag, xip_lock_mode mode);

/* --- advisory locks (advisory.c) --------------------------------------------------------------------------------- */

typedef enum xip_advisory_class { XIP_ADVISORY_BIGINT = 1, XIP_ADVISORY_INTS = 2 } xip_advisory_class;
/* As SQL's functions name it. The two halves of a bigint, or two ints, which are never the same key. */
typedef struct xip_advisory {
    uint32_t a, b;
    xip_advisory_class class;
    bool is_shared;
    bool is_of_session; /* held until it is unlocked or the session ends; else until the (sub)transaction ends */
} xip_advisory;
/* As xip_lock_acquire. */
xip_outcome xip_advisory_lock(xip_session *me, xip_advisory lock, bool dont_wait);
/* Gives one use of the session's lock back; false: the session does not hold it in this mode. */
bool xip_advisory_unlock(xip_session *me, xip_advisory lock);
void xip_advisory_unlock_all(xip_session *me);
/* Some advisory lock is held both by the session and by its transaction: then the latter cannot be prepared. */
bool xip_advisory_is_held_twice(const xip_session *me);

/* Whether any session holds or (before me) awaits a conflicting lock. */
bool xip_lock_would_wait(xip_session *me, xip_locktag tag, xip_lock_mode mode);
/* XactLockTableWait (dont_wait: ConditionalXactLockTableWait): waits until the xid, or its topmost parent, has
 * ended. */
xip_outcome xip_wait_for_xid(xip_session *me, xip_xid xid, bool dont_wait);
/*
 * pg_blocking_pids: ids of sessions that `me` waits for, holders and those ahead of it in the queue; returns how many,
 * 0 when it does not wait. A prepared transaction (pid 0 there) is XIP_MAX_SESSIONS + its handle.
 */
uint32_t xip_blocking_sessions(xip_session *me, uint32_t *ids, uint32_t capacity);
/*
 * DeadLockCheck of one waiting session, as when its deadlock_timeout has expired: true when it is part of a cycle; then
 * it is the victim, is woken, and its operation returns XIP_DEADLOCK. For deadlocks_when_checked.
 */
bool xip_deadlock_check(xip_session *me);
/* deadlock_timeout of the session, in ms (1,000 unless set); only the order of these values matters. */
void xip_session_set_deadlock_timeout(xip_session *me, uint32_t ms);
/* A cancellation or an error ends the statement: leaves the wait queue, or waits for no safe snapshot any more. */
void xip_lock_cancel_wait(xip_session *me);
/* (woken.c) Next woken session (FIFO by the moment of waking), or NULL. Taking it clears the mark. Victims are woken
 * too. */
xip_session *xip_next_woken(xip_server *server);

/* --- horizons (horizons.c) --------------------------------------------------------------------------------------- */

typedef enum xip_vis_kind { XIP_VIS_SHARED = 0, XIP_VIS_CATALOG, XIP_VIS_DATA, XIP_VIS_TEMP } xip_vis_kind;

/* 14+: GlobalVisTestIsRemovableXid, computing accurate horizons when allowed. 13: xid precedes
 * RecentGlobal(Data)Xmin.
 */
bool xip_is_removable_xid(xip_session *me, xip_vis_kind kind, xip_xid xid);
/* 13: GetOldestXmin for VACUUM. 14+: GetOldestNonRemovableTransactionId. */
xip_xid xip_oldest_nonremovable_xid(xip_session *me, xip_vis_kind kind);
/* Sets or clears PROC_IN_VACUUM and similar flags in MyProc (and its mirror). */
void xip_set_status_flags(xip_session *me, uint8_t flags);

/* --- replication slots (slots.c) --------------------------------------------------------------------------------- */

/* The oldest xids that a slot protects; invalid: none. A physical one has no xmin until a standby reports one. */
typedef struct xip_slot {
    bool is_used;
    bool is_logical;
    xip_xid xmin;         /* of all tables */
    xip_xid catalog_xmin; /* of catalogs */
} xip_slot;

/*
 * ReplicationSlotCreate; a logical one protects the catalogs from now on (CreateInitDecodingContext). XIP_ERR_SLOTS:
 * max_replication_slots are in use.
 *
 * MODEL: a logical slot that is created while a session has an xid would wait for that session; so a driver asks
 * xip_slot_must_wait first.
 */
xip_error xip_slot_create(xip_session *me, bool is_logical, uint32_t *slot);
/* A session has an xid: DecodingContextFindStartpoint waits until it ends. */
bool xip_slot_must_wait(xip_session *me);
/* ReplicationSlotDrop. */
void xip_slot_drop(xip_session *me, uint32_t slot);
/* PhysicalReplicationSlotNewXmin: feedback through a slot. An invalid one clears it; otherwise it never goes
 * backwards. */
void xip_slot_feedback(xip_session *me, uint32_t slot, xip_xid xmin);
/* NULL past the end. */
const xip_slot *xip_slot_at(const xip_server *server, uint32_t slot);

/* --- WAL for a standby (wal.c) ----------------------------------------------------------------------------------- */

/* LogStandbySnapshot: lists the running transactions, so that the standby forgets all others. */
void xip_wal_log_running(xip_session *me);
/* All of it, `*count` words, for xip_wal_next; valid until the next call that writes any. */
const uint32_t *xip_server_wal(const xip_server *server, uint32_t *count);

/* --- watching ---------------------------------------------------------------------------------------------------- */

/* Between true and false lookups in pg_xact and pg_subtrans leave no trace. */
void xip_server_watch(xip_server *server, bool is_watched);

/* --- for heap/ --------------------------------------------------------------------------------------------------- */

/* Room for one pointer to heap/'s own state; NULL at first. The state is also in the arena. */
void **xip_server_heap_slot(xip_server *server);
/* The arena passed to xip_server_init. */
xip_arena *xip_server_arena(xip_server *server);
/* One more with each xip_xact_start of the session: data that live as long as a transaction can tell by it that it is
 * over. */
uint32_t xip_xact_number(const xip_session *me);

#endif
