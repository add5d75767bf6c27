/*
 * standby.h — a server in recovery: it replays the primary's records one by one and takes snapshots in between. It
 * knows the primary only from its WAL.
 * PostgreSQL: src/backend/storage/ipc/procarray.c (RecordKnownAssignedTransactionIds, ProcArrayApplyXidAssignment,
 * ExpireTreeKnownAssignedTransactionIds, ExpireOldKnownAssignedTransactionIds, GetSnapshotData in recovery),
 * src/backend/access/transam/xact.c (xact_redo).
 *
 * In: records. Out: snapshots, and whether an xid runs in them. All of its state is in one arena.
 *
 * It starts from a copy of a primary: of one that was shut down cleanly, with nobody running, or of one that kept
 * running. In the second case it does not know the running transactions until a record lists them, and cannot take a
 * snapshot before.
 *
 * MODEL: the standby is consistent as soon as it knows which xids are running; a real one also replays what was written
 * while it was copied.
 */
#ifndef XIP_STANDBY_STANDBY_H
#define XIP_STANDBY_STANDBY_H

#include "pg/snapshot.h"
#include "pg/wal.h"
#include "standby/known_assigned.h"

/* HotStandbyState, once it replays at all. */
typedef enum xip_standby_state {
    XIP_STANDBY_INITIALIZED = 1, /* it waits for a record of the running transactions */
    XIP_STANDBY_PENDING,         /* that record lacked subtransactions (STANDBY_SNAPSHOT_PENDING) */
    XIP_STANDBY_READY            /* snapshots can be taken */
} xip_standby_state;

typedef struct xip_standby {
    xip_standby_state state;
    xip_xid pending_xmin; /* pending: once all up to this one have ended, nothing is missing any more */
    xip_known_assigned known;
    xip_full_xid first_xid; /* nextXid when it started: all before it had ended */
    xip_full_xid next_xid;
    xip_full_xid latest_completed_xid;
    xip_xid latest_observed_xid; /* the newest that any record named */
    xip_xid last_overflowed_xid; /* invalid: no subtransaction is missing from the array */
    uint64_t xact_completion_count;
    xip_xid **parents; /* pg_subtrans: pages of 2,048 from that of first_xid on */
    uint32_t parent_pages, parent_room;
    uint32_t max_pages;
    xip_xid *subxip;   /* for a new snapshot */
    xip_snapshot kept; /* of the one session that queries this standby; its subxip is as long as the array */
    xip_arena *arena;
    uint64_t replayed; /* records */
} xip_standby;

/* `max_xids`: how far beyond next_xid the primary may count. XIP_ERR_NO_MEMORY when the arena is too small. */
xip_error xip_standby_init(xip_standby *standby, xip_full_xid next_xid, uint32_t max_procs, uint32_t max_xids,
                           xip_arena *arena);
/*
 * The copy is of a primary that kept running, and whose nextXid was this one: call it before anything is replayed. No
 * snapshots until a record of the running transactions has come. XIP_ERR_NO_MEMORY: too many xids.
 */
xip_error xip_standby_copied_running(xip_standby *standby, xip_full_xid next_xid);
/* xact_redo and standby_redo. XIP_ERR_KNOWN_XIDS: more xids than the array can hold; XIP_ERR_NO_MEMORY: too many xids.
 */
xip_error xip_standby_replay(xip_standby *standby, const xip_wal_record *record);
/*
 * GetSnapshotData in recovery, on a standby that is ready: xip is empty, subxip has all that are known to be running.
 * The standby owns its subxip, which is valid until the next record or snapshot.
 */
xip_snapshot xip_standby_snapshot(xip_standby *standby);
/*
 * GetSnapshotData of the session that queries the standby, since 14: its snapshot is reused while no transaction has
 * ended (GetSnapshotDataReuse). An assignment record ends none, so its snapshot may keep a complete list when a new one
 * would be suboverflowed; both agree about every xid. Valid until the next call.
 */
const xip_snapshot *xip_standby_take_snapshot(xip_standby *standby);
/* XidInMVCCSnapshot with this standby's pg_subtrans. */
xip_snapshot_answer xip_standby_snapshot_why(const xip_standby *standby, xip_xid xid, const xip_snapshot *snapshot);
/* SubTransGetParent there: assignment records name the top-level xid directly. Invalid: none. */
xip_xid xip_standby_parent(const xip_standby *standby, xip_xid xid);

#endif
