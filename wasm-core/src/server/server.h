/*
 * server.h — one simulated server on one thread: sessions, transactions, subtransactions, heavyweight locks, horizons.
 *
 * What flows in: calls of one session at a time. What comes out: answers at once, or XIP_WAIT with the session on a
 * lock's wait queue; when the lock is granted the session is *woken* and whoever drives the server calls the same
 * operation again. There is no clock and no randomness: the same calls give the same bytes. All state lies in one
 * arena, so that a checkpoint is a copy of its used bytes, put back at the same address.
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
#include "xip.h"

typedef struct xip_server xip_server;
typedef struct xip_session xip_session;
typedef uint32_t xip_cid; /* CommandId */

enum {
    XIP_MAX_SESSIONS = 64, /* of a spec, control session included */
    XIP_MAX_PREPARED = 32, /* max_prepared_transactions */
    XIP_MAX_LEVELS = 4096, /* of nested subtransactions */
    XIP_MAX_SLOTS = 10,    /* max_replication_slots */
    XIP_NO_DATABASE = 0,   /* InvalidOid: of a walsender that sends WAL alone */
    XIP_FIRST_DATABASE = 1,
    XIP_BEHIND_SLOT = 255, /* no database: of a standby that reports through a slot */
    XIP_SERVER_RESERVE_BYTES = 2 << 20,
    XIP_MAX_ELSEWHERE = 65536,
    XIP_INVALID_CID = 0xFFFFFFFF
};

/* Follows the rules of one major version, 13 to 18; see contracts: rules never mix with the design. */
typedef struct xip_server_config {
    uint32_t rules;
    uint32_t design;       /* index on the ladder */
    xip_full_xid next_xid; /* the first xid to be given out, normal */
    uint32_t faults;       /* XIP_FAULT_* bits, one rule broken each */
    /* Who dies of a deadlock: the one who closed the cycle, or (default) whose deadlock_timeout is the smallest, then
     * who waited first. */
    bool last_waiter_is_victim;
    /* No cycle is looked for when one closes; only xip_deadlock_check looks (a driver with a clock of its own). */
    bool deadlocks_when_checked;
    /* Rules of 17 and later: subtransaction_buffers and transaction_buffers, in pages; 0: as shared_buffers of 128 MB
     * makes them (32). Up to 16 there are 32 of each, whatever stands here. */
    uint32_t subtransaction_buffers, transaction_buffers;
    /* It has a standby: what WAL says of xids is kept (wal_level=replica). */
    bool writes_wal;
} xip_server_config;

typedef enum xip_isolation { XIP_READ_COMMITTED = 1, XIP_REPEATABLE_READ = 2, XIP_SERIALIZABLE = 3 } xip_isolation;

/* What an operation that may wait answers. */
typedef enum xip_outcome {
    XIP_DONE = 0,
    XIP_WAIT = 1,          /* call again when woken */
    XIP_NOT_AVAILABLE = 2, /* NOWAIT or SKIP LOCKED: somebody has it */
    XIP_DEADLOCK = 3       /* this session is the victim: abort its (sub)transaction */
} xip_outcome;

/* --- life -------------------------------------------------------------------------------------------------------- */

/* Bytes the arena needs before any table, with buffers as they are by themselves. */
size_t xip_server_bytes(void);
xip_error xip_server_init(xip_server **server, const xip_server_config *config, xip_arena *arena);
xip_error xip_session_connect(xip_server *server, uint32_t *id);
/* A running transaction is aborted first. */
void xip_session_disconnect(xip_session *me);
xip_session *xip_session_at(xip_server *server, uint32_t id); /* NULL when not connected */
uint32_t xip_session_id(const xip_session *me);
xip_server *xip_server_of(const xip_session *me);
/*
 * Where a session belongs: XIP_FIRST_DATABASE unless said otherwise. One of XIP_NO_DATABASE is a standby's query
 * together with the walsender that reports it: its snapshot's xmin is what hot_standby_feedback tells the primary. Of
 * one of XIP_BEHIND_SLOT the primary knows nothing but what comes by xip_slot_feedback. What such a session reads it
 * neither hints nor prunes. Between transactions only.
 *
 * MODEL: that standby has replayed everything, its feedback comes at once and ends with the query's snapshot.
 */
void xip_session_set_database(xip_session *me, uint32_t database);
/* Of either kind: it runs in recovery. */
bool xip_session_is_on_standby(const xip_session *me);
const xip_server_config *xip_server_configured(const xip_server *server);
/*
 * True when what is left of the arena, or of a design's room for xids, may not suffice for one more statement's xids
 * and locks: the driver asks before each statement and answers with its limit; heap/ leaves XIP_SERVER_RESERVE_BYTES
 * alone.
 */
bool xip_server_is_full(const xip_server *server);

/* --- transactions (xact.c) --------------------------------------------------------------------------------------- */

/* StartTransaction: level 1. */
void xip_xact_start(xip_session *me, xip_isolation isolation, bool read_only);
/* CommitTransaction: pg_xact, then ProcArrayEndTransaction, then locks; waiters wake. */
void xip_xact_commit(xip_session *me);
/* AbortTransaction, all levels. */
void xip_xact_abort(xip_session *me);
/* DefineSavepoint + StartSubTransaction: one level deeper. XIP_ERR_ARGUMENT beyond the limit of levels. */
xip_error xip_subxact_start(xip_session *me);
/* CommitSubTransaction of the innermost level (RELEASE calls it once per level). */
void xip_subxact_commit(xip_session *me);
/* AbortSubTransaction + CleanupSubTransaction of the innermost level (ROLLBACK TO then starts it anew). */
void xip_subxact_abort(xip_session *me);
/* PREPARE TRANSACTION: the dummy PGPROC takes over xid, subxids and locks. Answers its handle. */
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
 * From now on so many transactions (at most XIP_MAX_ELSEWHERE) of connections that nobody looks at come and commit
 * before each top-level xid that this session gets: xids pass as on a busy server. 0: none.
 */
void xip_session_set_elsewhere(xip_session *me, uint32_t transactions);

/* --- snapshots (snapmgr.c) --------------------------------------------------------------------------------------- */

/*
 * GetTransactionSnapshot (REPEATABLE READ: the first one, kept) and PushActiveSnapshot: a copy. A simple query takes
 * two in READ COMMITTED, one to plan and one to execute; the driver calls this twice and pops the first.
 */
const xip_snapshot *xip_push_active_snapshot(xip_session *me);
/*
 * GetCatalogSnapshot: one taken to read catalogs. It moves RecentXmin and the horizons, and where no other snapshot is
 * held it advertises an xmin until it is released; what it sees does not matter here, because catalogs are no tables.
 */
void xip_catalog_snapshot(xip_session *me);
/* InvalidateCatalogSnapshotConditionally: the xmin that it alone advertised is gone; beside another snapshot nothing
 * happens. */
void xip_release_catalog_snapshot(xip_session *me);
/* PopActiveSnapshot; with the last one gone the advertised xmin goes too (SnapshotResetXmin). */
void xip_pop_active_snapshot(xip_session *me);
/* NULL when there is none. */
const xip_snapshot *xip_active_snapshot(const xip_session *me);
/* XidInMVCCSnapshot with this server's pg_subtrans. */
bool xip_xid_in_mvcc_snapshot(xip_session *me, xip_xid xid, const xip_snapshot *snapshot);

/* --- what became of an xid (clog.c, subtrans.c, procarray) ------------------------------------------------------- */

bool xip_did_commit(xip_session *me, xip_xid xid);          /* TransactionIdDidCommit */
bool xip_did_abort(xip_session *me, xip_xid xid);           /* TransactionIdDidAbort */
bool xip_is_in_progress(xip_session *me, xip_xid xid);      /* TransactionIdIsInProgress */
xip_xid xip_subtrans_topmost(xip_session *me, xip_xid xid); /* SubTransGetTopmostTransaction */

/* --- heavyweight locks (lockmgr.c) ------------------------------------------------------------------------------- */

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

typedef enum xip_lock_kind { XIP_LOCKTAG_RELATION = 1, XIP_LOCKTAG_TRANSACTION, XIP_LOCKTAG_TUPLE } xip_lock_kind;
typedef struct xip_locktag {
    uint32_t kind; /* xip_lock_kind */
    uint32_t a;    /* relation, or xid */
    uint32_t b;    /* block */
    uint32_t c;    /* offset number */
} xip_locktag;

/*
 * LockAcquire: held until released or until the (sub)transaction that took it ends. Called again after a wake-up it
 * answers XIP_DONE. `dont_wait`: XIP_NOT_AVAILABLE instead of XIP_WAIT. XIP_DEADLOCK when this session was chosen.
 */
xip_outcome xip_lock_acquire(xip_session *me, xip_locktag tag, xip_lock_mode mode, bool dont_wait);
void xip_lock_release(xip_session *me, xip_locktag tag, xip_lock_mode mode);
/* Whether anybody holds or (before me) awaits a conflicting lock. */
bool xip_lock_would_wait(xip_session *me, xip_locktag tag, xip_lock_mode mode);
/* XactLockTableWait (dont_wait: ConditionalXactLockTableWait): until the xid, or its topmost parent, has ended. */
xip_outcome xip_wait_for_xid(xip_session *me, xip_xid xid, bool dont_wait);
/*
 * pg_blocking_pids: ids of sessions that `me` waits for, holders and those before it in the queue; answers how many, 0
 * when it does not wait. A prepared transaction (pid 0 there) is XIP_MAX_SESSIONS + its handle.
 */
uint32_t xip_blocking_sessions(xip_session *me, uint32_t *ids, uint32_t capacity);
/*
 * DeadLockCheck of one waiting session, as when its deadlock_timeout has run out: true when it is part of a cycle; then
 * it is the victim, is woken, and its operation answers XIP_DEADLOCK. For deadlocks_when_checked.
 */
bool xip_deadlock_check(xip_session *me);
/* deadlock_timeout of the session, in ms (1,000 unless set); of weight is only whose is smaller. */
void xip_session_set_deadlock_timeout(xip_session *me, uint32_t ms);
/* A statement is cancelled or an error ends it: off the wait queue. */
void xip_lock_cancel_wait(xip_session *me);
/* Next woken session (FIFO by the moment of waking), or NULL. Taking it clears the mark. Victims are woken too. */
xip_session *xip_next_woken(xip_server *server);

/* --- horizons (horizons.c) --------------------------------------------------------------------------------------- */

typedef enum xip_vis_kind { XIP_VIS_SHARED = 0, XIP_VIS_CATALOG, XIP_VIS_DATA, XIP_VIS_TEMP } xip_vis_kind;

/* 14+: GlobalVisTestIsRemovableXid, computing accurate horizons when allowed. 13: xid precedes RecentGlobal(Data)Xmin.
 */
bool xip_is_removable_xid(xip_session *me, xip_vis_kind kind, xip_xid xid);
/* 13: GetOldestXmin for VACUUM. 14+: GetOldestNonRemovableTransactionId. */
xip_xid xip_oldest_nonremovable_xid(xip_session *me, xip_vis_kind kind);
/* Sets or clears PROC_IN_VACUUM and the like in MyProc (and its mirror). */
void xip_set_status_flags(xip_session *me, uint8_t flags);

/* --- replication slots (slots.c) --------------------------------------------------------------------------------- */

/* What a slot keeps from being removed; invalid: nothing. A physical one has no xmin until a standby reports one. */
typedef struct xip_slot {
    bool is_used;
    bool is_logical;
    xip_xid xmin;         /* of all tables */
    xip_xid catalog_xmin; /* of catalogs */
} xip_slot;

/*
 * ReplicationSlotCreate; a logical one reserves the catalogs as they are needed from now on
 * (CreateInitDecodingContext). XIP_ERR_SLOTS: max_replication_slots are in use.
 *
 * MODEL: a logical one that is made while somebody has an xid would wait for that one; so a driver asks
 * xip_slot_must_wait first.
 */
xip_error xip_slot_create(xip_session *me, bool is_logical, uint32_t *slot);
/* Somebody has an xid: DecodingContextFindStartpoint waits until it ends. */
bool xip_slot_must_wait(xip_session *me);
/* ReplicationSlotDrop. */
void xip_slot_drop(xip_session *me, uint32_t slot);
/* PhysicalReplicationSlotNewXmin: feedback through a slot. Invalid takes it back; else it never goes backwards. */
void xip_slot_feedback(xip_session *me, uint32_t slot, xip_xid xmin);
/* NULL past the end. */
const xip_slot *xip_slot_at(const xip_server *server, uint32_t slot);

/* --- WAL for a standby (wal.c) ----------------------------------------------------------------------------------- */

/* LogStandbySnapshot: who runs, for the standby to forget who does not. */
void xip_wal_log_running(xip_session *me);
/* All of it, `*count` words, to be read with xip_wal_next; good until the next call that writes any. */
const uint32_t *xip_server_wal(const xip_server *server, uint32_t *count);

/* --- watching ---------------------------------------------------------------------------------------------------- */

/* Between true and false lookups in pg_xact and pg_subtrans leave no trace. */
void xip_server_watch(xip_server *server, bool is_watched);

/* --- for heap/ --------------------------------------------------------------------------------------------------- */

/* Room for one pointer of heap/'s own state; NULL at first. What it points to lies in the arena as well. */
void **xip_server_heap_slot(xip_server *server);
/* The arena that xip_server_init was given. */
xip_arena *xip_server_arena(xip_server *server);
/* One more with each xip_xact_start of the session: what lives as long as a transaction knows by it that it is over. */
uint32_t xip_xact_number(const xip_session *me);

#endif
