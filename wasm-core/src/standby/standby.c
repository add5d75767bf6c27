/* standby.c — see standby.h. */
#include "standby/standby.h"

#include "base/assert.h"

#include <string.h>

enum { PER_PAGE = 2048 };

static uint32_t page_of(const xip_standby *standby, xip_full_xid xid)
{
    return (uint32_t)(xid / PER_PAGE - standby->first_xid / PER_PAGE);
}

xip_error xip_standby_init(xip_standby *standby, xip_full_xid next_xid, uint32_t max_procs, uint32_t max_xids,
                           xip_arena *arena)
{
    *standby =
        (xip_standby){.state = XIP_STANDBY_READY,
                      .first_xid = next_xid,
                      .next_xid = next_xid,
                      .latest_completed_xid = (xip_xid)next_xid == XIP_FIRST_NORMAL_XID ? next_xid - 4 : next_xid - 1,
                      .arena = arena,
                      .max_pages = max_xids / PER_PAGE + 2,
                      .xact_completion_count = 1};
    standby->latest_observed_xid = (xip_xid)standby->latest_completed_xid;
    xip_error error = xip_known_init(&standby->known, max_procs, arena);
    if (error != XIP_OK)
        return error;
    standby->subxip = xip_arena_take(arena, standby->known.capacity * sizeof(xip_xid), sizeof(xip_xid));
    standby->kept.subxip = xip_arena_take(arena, standby->known.capacity * sizeof(xip_xid), sizeof(xip_xid));
    standby->parents = xip_arena_take(arena, standby->max_pages * sizeof *standby->parents, sizeof(void *));
    return standby->subxip != NULL && standby->kept.subxip != NULL && standby->parents != NULL ? XIP_OK
                                                                                               : XIP_ERR_NO_MEMORY;
}

/* ExtendSUBTRANS for each page up to that of `xid`. */
static xip_error extend_parents(xip_standby *standby, xip_full_xid xid)
{
    uint32_t page = page_of(standby, xid);
    if (page >= standby->max_pages)
        return XIP_ERR_NO_MEMORY;
    for (; standby->parent_pages <= page; standby->parent_pages++) {
        xip_xid *words = xip_arena_take(standby->arena, PER_PAGE * sizeof(xip_xid), sizeof(xip_xid));
        if (words == NULL)
            return XIP_ERR_NO_MEMORY;
        standby->parents[standby->parent_pages] = words;
    }
    return XIP_OK;
}

xip_error xip_standby_copied_running(xip_standby *standby, xip_full_xid next_xid)
{
    XIP_ASSERT(standby->replayed == 0, "a copy is made before anything is replayed");
    standby->state = XIP_STANDBY_INITIALIZED;
    if (next_xid == standby->first_xid)
        return XIP_OK;
    xip_full_xid last = (xip_xid)next_xid == XIP_FIRST_NORMAL_XID ? next_xid - 4 : next_xid - 1;
    standby->next_xid = next_xid;
    standby->latest_completed_xid = last;
    standby->latest_observed_xid = (xip_xid)last;
    return extend_parents(standby, last);
}

static xip_xid *parent_word(const xip_standby *standby, xip_xid xid)
{
    xip_full_xid full = xip_full_xid_near(standby->next_xid, xid);
    if (full < standby->first_xid || page_of(standby, full) >= standby->parent_pages)
        return NULL;
    return &standby->parents[page_of(standby, full)][full % PER_PAGE];
}

xip_xid xip_standby_parent(const xip_standby *standby, xip_xid xid)
{
    const xip_xid *word = xip_xid_is_normal(xid) ? parent_word(standby, xid) : NULL;
    return word == NULL ? (xip_xid)XIP_INVALID_XID : *word;
}

/*
 * RecordKnownAssignedTransactionIds: all xids up to this one must be running, or a record of their end would have come
 * before.
 */
static xip_error observe(xip_standby *standby, xip_xid xid)
{
    if (!xip_xid_precedes(standby->latest_observed_xid, xid))
        return XIP_OK;
    xip_full_xid full = xip_full_xid_near(standby->next_xid, xid);
    xip_error error = extend_parents(standby, full);
    if (error == XIP_OK && standby->state != XIP_STANDBY_INITIALIZED)
        error = xip_known_add(&standby->known, xip_xid_next(standby->latest_observed_xid), xid);
    if (error != XIP_OK)
        return error;
    standby->latest_observed_xid = xid;
    standby->next_xid = xip_full_xid_next(full);
    return XIP_OK;
}

static xip_xid newest(const xip_wal_record *record)
{
    xip_xid xid = record->xid;
    for (uint32_t i = 0; i < record->count; i++)
        if (xip_xid_precedes(xid, record->xids[i]))
            xid = record->xids[i];
    return xid;
}

/* ProcArrayApplyXidAssignment: sets their parent to the top one, and removes them from the array: the primary's cache
 * may also have dropped them.
 */
static void apply_assignment(xip_standby *standby, const xip_wal_record *record)
{
    for (uint32_t i = 0; i < record->count; i++) {
        xip_xid *word = parent_word(standby, record->xids[i]);
        XIP_ASSERT(word != NULL && xip_xid_precedes(record->xid, record->xids[i]),
                   "a parent has its xid before its child");
        *word = record->xid;
    }
    if (standby->state == XIP_STANDBY_INITIALIZED)
        return;
    xip_known_remove(&standby->known, record->xids, record->count);
    xip_xid max_xid = newest(record);
    if (xip_xid_precedes(standby->last_overflowed_xid, max_xid))
        standby->last_overflowed_xid = max_xid;
}

/* MaintainLatestCompletedXidRecovery */
static void complete(xip_standby *standby, xip_xid xid)
{
    xip_full_xid full = xip_full_xid_near(standby->latest_completed_xid, xid);
    standby->latest_completed_xid = xip_full_xid_newer(standby->latest_completed_xid, full);
    standby->xact_completion_count++;
}

/* ExpireTreeKnownAssignedTransactionIds */
static void apply_end(xip_standby *standby, const xip_wal_record *record)
{
    xip_known_remove(&standby->known, &record->xid, 1);
    xip_known_remove(&standby->known, record->xids, record->count);
    xip_known_maybe_compress(&standby->known);
    complete(standby, newest(record));
}

/* Adds the running xids to the array, in the order of xids: the record has them session by session. */
static xip_error learn_running(xip_standby *standby, const xip_xid *xids, uint32_t count)
{
    if (count > standby->known.capacity)
        return XIP_ERR_KNOWN_XIDS;
    xip_xid *sorted = standby->subxip;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t at = n;
        for (; at > 0 && xip_xid_precedes(xids[n], sorted[at - 1]); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = xids[n];
    }
    for (uint32_t i = 0; i < count; i++) {
        xip_error error = xip_known_add(&standby->known, sorted[i], sorted[i]);
        if (error != XIP_OK)
            return error;
    }
    return XIP_OK;
}

/*
 * The rest of ProcArrayApplyRecoveryInfo, for a standby that is not ready. A record without a gap is complete; one with
 * a gap leaves subtransactions out, and they stay missing until all that ran then have ended.
 */
static xip_error begin_to_know(xip_standby *standby, const xip_wal_record *record)
{
    uint32_t running = record->count - 1; /* after oldestRunningXid */
    if (standby->state == XIP_STANDBY_PENDING) {
        if (record->overflowed && running > 0) {
            if (xip_xid_precedes(standby->pending_xmin, record->xids[0]))
                standby->state = XIP_STANDBY_READY;
            return XIP_OK;
        }
        xip_known_remove_preceding(&standby->known, XIP_INVALID_XID);
        standby->state = XIP_STANDBY_INITIALIZED;
    }
    xip_xid next = record->xid;
    xip_full_xid last = xip_full_xid_near(standby->next_xid, next == XIP_FIRST_NORMAL_XID ? UINT32_MAX : next - 1);
    xip_error error = last < standby->first_xid ? XIP_OK : extend_parents(standby, last);
    if (error == XIP_OK)
        error = learn_running(standby, record->xids + 1, running);
    if (error != XIP_OK)
        return error;
    standby->latest_observed_xid = (xip_xid)last;
    standby->state = record->overflowed ? XIP_STANDBY_PENDING : XIP_STANDBY_READY;
    standby->pending_xmin = record->overflowed ? (xip_xid)last : (xip_xid)XIP_INVALID_XID;
    standby->last_overflowed_xid = standby->pending_xmin;
    return XIP_OK;
}

/*
 * ProcArrayApplyRecoveryInfo: every xid older than the oldest running one has ended, whatever the array says
 * (ExpireOldKnownAssignedTransactionIds). Nothing else ever clears an overflow.
 */
static xip_error apply_running(xip_standby *standby, const xip_wal_record *record)
{
    XIP_ASSERT(record->count > 0, "who runs comes behind oldestRunningXid");
    xip_xid oldest = record->xids[0];
    xip_known_remove_preceding(&standby->known, oldest);
    if (xip_xid_precedes(standby->last_overflowed_xid, oldest))
        standby->last_overflowed_xid = XIP_INVALID_XID;
    complete(standby, oldest == XIP_FIRST_NORMAL_XID ? UINT32_MAX : oldest - 1);
    xip_full_xid next = xip_full_xid_near(standby->next_xid, record->xid);
    standby->next_xid = xip_full_xid_newer(standby->next_xid, next);
    return standby->state == XIP_STANDBY_READY ? XIP_OK : begin_to_know(standby, record);
}

xip_error xip_standby_replay(xip_standby *standby, const xip_wal_record *record)
{
    xip_error error =
        record->kind == XIP_WAL_RUNNING_XACTS ? apply_running(standby, record) : observe(standby, newest(record));
    if (error != XIP_OK)
        return error;
    switch (record->kind) {
    case XIP_WAL_ASSIGNMENT:
        apply_assignment(standby, record);
        break;
    case XIP_WAL_COMMIT:
    case XIP_WAL_ABORT:
        apply_end(standby, record);
        break;
    case XIP_WAL_RUNNING_XACTS:
    case XIP_WAL_XID:
    case XIP_WAL_KINDS:
        break;
    }
    standby->replayed++;
    return XIP_OK;
}

xip_snapshot xip_standby_snapshot(xip_standby *standby)
{
    xip_xid xmax = xip_xid_next((xip_xid)standby->latest_completed_xid);
    xip_snapshot snapshot = {.xmin = xmax,
                             .xmax = xmax,
                             .subxip = standby->subxip,
                             .subxip_capacity = standby->known.capacity,
                             .taken_in_recovery = true,
                             .snap_xact_completion_count = standby->xact_completion_count};
    snapshot.subxcnt = xip_known_get(&standby->known, standby->subxip, &snapshot.xmin, xmax);
    snapshot.suboverflowed = !xip_xid_precedes(standby->last_overflowed_xid, snapshot.xmin);
    return snapshot;
}

const xip_snapshot *xip_standby_take_snapshot(xip_standby *standby)
{
    if (standby->kept.snap_xact_completion_count == standby->xact_completion_count)
        return &standby->kept;
    xip_snapshot taken = xip_standby_snapshot(standby);
    xip_xid *own = standby->kept.subxip;
    memcpy(own, taken.subxip, taken.subxcnt * sizeof *own);
    taken.subxip = own;
    standby->kept = taken;
    return &standby->kept;
}

typedef struct walk {
    const xip_standby *standby;
    xip_xid xmin;
} walk;

/*
 * SubTransGetTopmostTransaction: it stops at an xid before the snapshot's xmin. One step is enough, because assignment
 * records name the top one.
 */
static xip_xid topmost(void *context, xip_xid xid)
{
    const walk *from = context;
    xip_xid last = xid;
    while (xid != XIP_INVALID_XID) {
        last = xid;
        if (xip_xid_precedes(xid, from->xmin))
            break;
        xid = xip_standby_parent(from->standby, xid);
    }
    return last;
}

xip_snapshot_answer xip_standby_snapshot_why(const xip_standby *standby, xip_xid xid, const xip_snapshot *snapshot)
{
    walk from = {.standby = standby, .xmin = snapshot->xmin};
    return xip_snapshot_why(xid, snapshot, topmost, &from);
}
