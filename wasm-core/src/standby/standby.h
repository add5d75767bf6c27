/*
 * standby.h — a server in recovery: it replays the primary's records one by one and takes snapshots in between.
 * Knows the primary only by its WAL.
 * PostgreSQL: src/backend/storage/ipc/procarray.c (RecordKnownAssignedTransactionIds, ProcArrayApplyXidAssignment,
 * ExpireTreeKnownAssignedTransactionIds, ExpireOldKnownAssignedTransactionIds, GetSnapshotData in recovery),
 * src/backend/access/transam/xact.c (xact_redo).
 *
 * What flows in: records. What comes out: snapshots, and what an xid is in them. All of its state lies in one arena.
 *
 * It starts from a copy of a primary: of one that was shut down cleanly, where nobody ran, or of one that went on
 * running. Then it does not know who runs until a record tells, and can give no snapshot.
 *
 * MODEL: it is consistent as soon as it knows who runs; a real one also replays what was written while it was copied.
 */
#ifndef XIP_STANDBY_STANDBY_H
#define XIP_STANDBY_STANDBY_H

#include "pg/snapshot.h"
#include "pg/wal.h"
#include "standby/known_assigned.h"

/* HotStandbyState, as far as it replays at all. */
typedef enum xip_standby_state {
    XIP_STANDBY_INITIALIZED = 1, /* it waits for a record of who runs */
    XIP_STANDBY_PENDING,         /* that record lacked subtransactions (STANDBY_SNAPSHOT_PENDING) */
    XIP_STANDBY_READY            /* snapshots can be taken */
} xip_standby_state;

typedef struct xip_standby {
    xip_standby_state state;
    xip_xid pending_xmin; /* pending: when all up to this one have ended, nothing is missing any more */
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
    xip_xid *subxip;   /* of a snapshot taken anew */
    xip_snapshot kept; /* of the one session that queries this standby; its subxip is as long as the array */
    xip_arena *arena;
    uint64_t replayed; /* records */
} xip_standby;

/* `max_xids`: how far beyond next_xid the primary may count. XIP_ERR_NO_MEMORY when the arena is too small. */
xip_error xip_standby_init(xip_standby *standby, xip_full_xid next_xid, uint32_t max_procs, uint32_t max_xids,
                           xip_arena *arena);
/*
 * The copy is of a primary that went on running, and whose nextXid was this one: before anything is replayed. Nobody's
 * snapshot until a record of who runs has come. XIP_ERR_NO_MEMORY: too many xids.
 */
xip_error xip_standby_copied_running(xip_standby *standby, xip_full_xid next_xid);
/* xact_redo and standby_redo. XIP_ERR_KNOWN_XIDS: more xids than the array can hold; XIP_ERR_NO_MEMORY: too many xids.
 */
xip_error xip_standby_replay(xip_standby *standby, const xip_wal_record *record);
/*
 * GetSnapshotData in recovery, of a standby that is ready: xip is empty, subxip has all that are known to be running.
 * Its subxip is the standby's own and good until the next record or snapshot.
 */
xip_snapshot xip_standby_snapshot(xip_standby *standby);
/*
 * GetSnapshotData of the session that queries the standby, from 14 on: the one it has is used again while no
 * transaction has ended (GetSnapshotDataReuse). An assignment record ends none, so its snapshot may go on with a whole
 * list when one taken anew would be suboverflowed; both say the same of every xid. Good until the next call.
 */
const xip_snapshot *xip_standby_take_snapshot(xip_standby *standby);
/* XidInMVCCSnapshot of a snapshot taken in recovery: true means "treat as running". */
bool xip_standby_xid_in_snapshot(xip_standby *standby, xip_xid xid, const xip_snapshot *snapshot);
/* SubTransGetParent there: assignment records name the top-level xid at once. Invalid: none. */
xip_xid xip_standby_parent(const xip_standby *standby, xip_xid xid);

#endif
