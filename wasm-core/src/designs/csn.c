/*
 * csn.c — no list at all. Each end of a transaction has a number, one more than the end before; a snapshot is the
 * number of the last end. A log holds for each xid the number with which it ended; the visibility check looks there
 * whether an xid runs in a snapshot. Taking a snapshot reads one line and takes no lock.
 *
 * Writing is done under locks: assignment makes an entry "running", under XidGenLock, before anybody knows the xid; the
 * end of the transaction writes, under ProcArrayLock exclusive, in this order, each a release store:
 *     the entry := n + 1;  latest := max(latest, its newest xid);  csn := n + 1;  oldest := the oldest running xid
 * A reader loads in the reverse order, each an acquire: oldest, csn, latest, and later entries.
 *
 * Why it is right.
 *   1. The ended transactions of a snapshot are those whose number is at most its csn. Numbers are assigned under the
 *      lock, so these sets grow one by one: any two snapshots' are nested, and an end that was over before another
 *      began is in every set that has the other.
 *   2. An entry may be read long after csn. If it had ended with n <= csn when the snapshot was taken, the entry was
 *      written before csn (release, acquire), so the reader sees it. If not, it is 0 or becomes a greater number, and
 *      both mean running. So there is no in-between: an entry that is written before csn changes counts for no snapshot
 *      with the old number, and every snapshot with the new one sees it.
 *   3. Below `oldest` all have ended with numbers that csn had reached when oldest was written; csn is loaded after it.
 *      So xmin = oldest is never too high. latest is loaded after csn, so xmax = latest + 1 is never too low for it.
 *      Both only increase. With nobody ending meanwhile they are exact, as in every other design.
 *   4. Entries of xids below xmax exist: a reader of latest = Y (acquire) sees everything that happened before Y's end,
 *      and every xid below Y was assigned before Y.
 *   5. A subtransaction's entry names its top-level xid (which never changes) and is decided by that one's entry. So
 *      one store commits all children, and none is seen without its parent, however many they are. One that is rolled
 *      back gets its own number.
 *   6. Horizons. The advertised xmin must be at most `oldest` when csn is read, and a horizon must not pass it. So:
 *      read oldest, advertise it, then read oldest again; continue once it has not changed (all sequentially
 *      consistent). A backend that computes a horizon takes at most the oldest running xid, and then reads all xmins:
 *      if it misses this one, its reads came before the store in the order of all such accesses, so its oldest is at
 *      most the second one read here, which is the xmin advertised. If an older xmin is already advertised, it stays
 *      and protects this snapshot, too.
 *   7. `oldest` is maintained at the ends, by going up the log from its old value to the first entry that runs, or to
 *      xmax. Children on the way have ended, because their parents are below them. Each xid is passed once: taking a
 *      snapshot never scans, an end looks at one entry more, on average.
 *   8. The log is a ring. An xid gets a place whose old xid is below every advertised xmin, below `oldest`, and below
 *      the xid of every running transaction (room_before; recomputed, under XidGenLock, once per log). Nobody looks up
 *      such an old one: below a snapshot's xmin the answer is no without the log. A reader's loads of entries (acquire)
 *      come before its xmin is withdrawn, and a backend that finds that xmin gone writes the entry with release, so no
 *      reader finds a place that was already reused.
 *
 * MODEL: the log of csn is a ring in memory with 32 xids per connection (16,384 at least); PostgreSQL would keep such a
 * log on disk, as it does pg_subtrans. A transaction that needs an xid waits while a snapshot or transaction three
 * quarters of the ring back is still in use; the last quarter is reserved for the subtransactions of those that already
 * have one.
 *
 * MODEL: a VACUUM that has an xid appears in csn's snapshots until its flag is set, and in none from then until it
 * ends, even if the flag is cleared before.
 */
#include "designs/by_proc.h"
#include "designs/designs.h"

static uint64_t *entry_of(const xip_cluster *cluster, xip_xid xid)
{
    return &cluster->csn_log[xid & (cluster->csn_log_size - 1)];
}

static uint64_t read_entry(xip_backend *me, xip_xid xid)
{
    return mem_atomic_load_u64(me->core, entry_of(me->cluster, xid), MEM_CSN_LOG);
}

static void write_entry(xip_backend *me, xip_xid xid, uint64_t value)
{
    mem_atomic_store_u64(me->core, entry_of(me->cluster, xid), value, MEM_CSN_LOG);
}

/* ---- assignment: XidGenLock is held ---- */

/*
 * Nobody needs xids before this one. It checks every connected backend: the array cannot change, because changing it
 * also requires XidGenLock.
 */
static xip_xid needed_from(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    xip_xid needed = (xip_xid)mem_atomic_load_u64(me->core, &cluster->csn->oldest, MEM_CSN_OLDEST);
    const uint32_t *pgprocnos = (const uint32_t *)cluster->proc_array->pgprocnos;
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&cluster->proc_array->num_procs, MEM_NUM_PROCS);
    for (uint32_t at = 0; at < n; at++) {
        xip_pgproc_14 *proc = dense_proc(cluster, mem_read_u32(me->core, &pgprocnos[at], MEM_PGPROCNO));
        needed = xip_xid_older(needed, mem_atomic_look_u32(me->core, &proc->xmin, MEM_XMIN));
        needed = xip_xid_older(needed, mem_read_u32(me->core, &proc->xid, MEM_XID));
    }
    return needed;
}

/* Is the place of `xid` in the log free, and `spare` more? */
static bool has_room(xip_backend *me, xip_xid xid, uint32_t spare)
{
    uint32_t *room_before = &me->cluster->csn->room_before;
    if (xip_normal_xid_precedes(xid + spare, mem_read_u32(me->core, room_before, MEM_CSN_ROOM)))
        return true;
    uint32_t now = needed_from(me) + me->cluster->csn_log_size;
    mem_write_u32(me->core, room_before, now, MEM_CSN_ROOM);
    return xip_normal_xid_precedes(xid + spare, now);
}

/* Waits for others only: a backend that itself holds the horizon continues, so that it can end. */
static bool may_assign(xip_backend *me)
{
    xip_xid next = (xip_xid)mem_read_u64(me->core, &me->cluster->transam->next_xid, MEM_NEXT_XID);
    return has_room(me, next, me->cluster->csn_log_size / 4) ||
           mem_read_u32(me->core, &dense_proc(me->cluster, me->pgprocno)->xmin, MEM_XMIN) == needed_from(me);
}

static bool is_passed_over(uint8_t flags)
{
    return (flags & (XIP_PROC_IN_VACUUM | XIP_PROC_IN_LOGICAL_DECODING)) != 0;
}

static void publish_xid(xip_backend *me, xip_xid xid)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    bool room = has_room(me, xid, 0);
    XIP_ASSERT(room, "the log of csn has a place for every xid that is given out");
    bool counts = !is_passed_over(mem_read_u8(me->core, &proc->status_flags, MEM_STATUS_FLAGS));
    write_entry(me, xid, counts ? XIP_CSN_RUNNING : XIP_CSN_NOT_COUNTED);
    mem_write_u32(me->core, &proc->xid, xid, MEM_XID);
}

static void publish_subxid(xip_backend *me, xip_xid xid)
{
    bool room = has_room(me, xid, 0);
    XIP_ASSERT(room, "the log of csn has a place for every xid that is given out");
    xip_xid top = mem_read_u32(me->core, &dense_proc(me->cluster, me->pgprocno)->xid, MEM_XID);
    write_entry(me, xid, XIP_CSN_CHILD | top);
    xip_by_proc_publish_subxid(me, xid);
}

/* ---- ends: ProcArrayLock is held exclusively ---- */

static uint64_t next_number(xip_backend *me)
{
    return mem_atomic_load_u64(me->core, &me->cluster->csn->csn, MEM_CSN) + 1;
}

/* Moves past all that have ended, to the first xid that runs. */
static void move_oldest(xip_backend *me)
{
    xip_csn_state *state = me->cluster->csn;
    xip_full_xid oldest = mem_atomic_load_u64(me->core, &state->oldest, MEM_CSN_OLDEST);
    xip_full_xid end = xip_full_xid_next(mem_atomic_load_u64(me->core, &state->latest, MEM_LATEST_COMPLETED_XID));
    xip_full_xid at = oldest;
    while (at < end && read_entry(me, (xip_xid)at) != XIP_CSN_RUNNING)
        at = xip_full_xid_next(at);
    if (at != oldest)
        mem_atomic_store_u64(me->core, &state->oldest, at, MEM_CSN_OLDEST);
}

/* The transaction's entry has `number` already: advances latest, csn and oldest. */
static void number_ended(xip_backend *me, uint64_t number, xip_xid latest_xid)
{
    xip_csn_state *state = me->cluster->csn;
    xip_full_xid latest = mem_atomic_load_u64(me->core, &state->latest, MEM_LATEST_COMPLETED_XID);
    advance_latest_completed(me, latest_xid);
    if (xip_xid_precedes((xip_xid)latest, latest_xid))
        mem_atomic_store_u64(me->core, &state->latest, xip_full_xid_near(latest, latest_xid), MEM_LATEST_COMPLETED_XID);
    mem_atomic_store_u64(me->core, &state->csn, number, MEM_CSN);
    move_oldest(me);
}

/* Without a latest xid the transaction has not ended: its prepared transaction's dummy has it now. */
static void end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)
{
    xip_xid top = mem_read_u32(me->core, &dense_proc(me->cluster, pgprocno)->xid, MEM_XID);
    if (xip_xid_is_normal(latest_xid)) {
        uint64_t number = next_number(me);
        if (read_entry(me, top) == XIP_CSN_RUNNING)
            write_entry(me, top, number);
        number_ended(me, number, latest_xid);
    }
    xip_by_proc_clear(me, pgprocno);
}

static void remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)
{
    uint64_t number = next_number(me);
    for (uint32_t i = 0; i < n; i++)
        write_entry(me, xids[i], XIP_CSN_SUB | number);
    xip_by_proc_remove_subxids(me, xids, n);
    number_ended(me, number, latest_xid);
}

static void set_flags(xip_backend *me, uint8_t flags)
{
    xip_xid xid = mem_read_u32(me->core, &dense_proc(me->cluster, me->pgprocno)->xid, MEM_XID);
    xip_by_proc_set_flags(me, flags);
    if (!is_passed_over(flags) || !xip_xid_is_normal(xid))
        return;
    write_entry(me, xid, XIP_CSN_NOT_COUNTED);
    move_oldest(me);
}

/* ---- snapshots: no lock ---- */

static bool get_snapshot(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    const xip_csn_state *state = cluster->csn;
    mem_core *core = me->core;
    xip_snapshot *snapshot = &me->snapshot;
    xip_pgproc_14 *proc = dense_proc(cluster, me->pgprocno);

    xip_xid myxid = mem_read_u32(core, &proc->xid, MEM_XID);
    xip_full_xid oldest = mem_atomic_load_u64(core, &state->oldest, MEM_CSN_OLDEST);
    xip_xid xmin = xip_xid_older((xip_xid)oldest, myxid);
    if (mem_read_u32(core, &proc->xmin, MEM_XMIN) == XIP_INVALID_XID) {
        for (;;) {
            mem_write_before_reads_u32(core, &proc->xmin, xmin, MEM_XMIN);
            xip_full_xid again = mem_atomic_load_u64(core, &state->oldest, MEM_CSN_OLDEST);
            if (again == oldest)
                break;
            oldest = again;
            xmin = xip_xid_older((xip_xid)oldest, myxid);
        }
        me->transaction_xmin = xmin;
    }
    uint64_t csn = mem_atomic_load_u64(core, &state->csn, MEM_CSN);
    xip_full_xid latest = mem_atomic_load_u64(core, &state->latest, MEM_LATEST_COMPLETED_XID);

    /* The bounds of horizons stay the same while nobody ends, as with a snapshot that 14 reuses. */
    if (snapshot->snap_xact_completion_count != csn) {
        const xip_proc_array *array = cluster->proc_array;
        xip_global_vis_update(me, latest, xmin, myxid,
                              mem_read_u32(core, &cluster->transam->oldest_xid, MEM_OLDEST_XID),
                              mem_read_u32(core, &array->replication_slot_xmin, MEM_SLOT_XMIN),
                              mem_read_u32(core, &array->replication_slot_catalog_xmin, MEM_SLOT_CATALOG_XMIN));
    }
    fill_snapshot(me, xmin, xip_xid_next((xip_xid)latest), 0, 0, false);
    snapshot->csn = snapshot->snap_xact_completion_count = csn;
    return false;
}

/* Whether the entry's transaction ended within the snapshot. Not for children. */
static bool has_ended(uint64_t entry, uint64_t csn)
{
    return entry != XIP_CSN_RUNNING && (entry & ~XIP_CSN_SUB) <= csn;
}

static bool xid_in_snapshot(xip_backend *me, xip_xid xid, const xip_snapshot *snapshot)
{
    if (xip_xid_precedes(xid, snapshot->xmin))
        return false;
    if (xip_xid_follows_or_equals(xid, snapshot->xmax))
        return true;
    uint64_t entry = read_entry(me, xid);
    if (entry & XIP_CSN_CHILD) {
        xip_xid top = (xip_xid)entry;
        if (xip_xid_precedes(top, snapshot->xmin))
            return false;
        entry = read_entry(me, top);
    }
    return !has_ended(entry, snapshot->csn);
}

/*
 * latest was read after csn, so below xmax there may be xids of transactions that started, and even ended, after csn:
 * any number of them. They are the newest, and run in this snapshot like all from xmax on. So the list ends at the
 * newest xid that has ended in it, and so does xmax; below that one, each backend has at most one that runs.
 */
static void list_running(xip_backend *me)
{
    xip_snapshot *snapshot = &me->snapshot;
    xip_xid own = mem_read_u32(me->core, &dense_proc(me->cluster, me->pgprocno)->xid, MEM_XID);
    uint32_t xcnt = 0;
    uint32_t subxcnt = 0;
    snapshot->suboverflowed = false;
    xip_xid end = snapshot->xmin;
    for (xip_xid xid = snapshot->xmin; xip_xid_precedes(xid, snapshot->xmax); xid = xip_xid_next(xid))
        if (!xid_in_snapshot(me, xid, snapshot))
            end = xip_xid_next(xid);
    snapshot->xmax = end;
    for (xip_xid xid = snapshot->xmin; xip_xid_precedes(xid, end); xid = xip_xid_next(xid)) {
        uint64_t entry = read_entry(me, xid);
        bool is_child = (entry & (XIP_CSN_CHILD | XIP_CSN_SUB)) != 0;
        xip_xid top = entry & XIP_CSN_CHILD ? (xip_xid)entry : xid;
        if (top == own || !xid_in_snapshot(me, xid, snapshot))
            continue;
        if (!is_child)
            append_xid(snapshot, &xcnt, xid);
        else if (subxcnt < snapshot->subxip_capacity)
            snapshot->subxip[subxcnt++] = xid;
        else
            snapshot->suboverflowed = true;
    }
    snapshot->xcnt = xcnt;
    snapshot->subxcnt = subxcnt;
}

/* ---- for a simulated server: one thread ---- */

static uint32_t xids_left(xip_backend *me)
{
    uint32_t used = (xip_xid)me->cluster->transam->next_xid - needed_from(me);
    uint32_t room = me->cluster->csn_log_size / 4 * 3;
    return used < room ? room - used : 0;
}

const xip_design_ops xip_design_csn = {
    .info = {.id = "csn",
             .name = "a commit sequence number, no list",
             .commit = "discussed for years, not committed",
             .layout = "csn, latestCompletedXid and the oldest running xid on one line; a log of 8 bytes an xid: "
                       "running, ended as number n, or whose subtransaction",
             .reads = "the line with the last number, without a lock; after a transaction has ended, also replication "
                      "slots' xmins and oldestXid",
             .checks = "the log's entry of the xid, and of its top-level xid if it is a subtransaction's; between xmin "
                       "and xmax alone",
             .assigns = "under XidGenLock nextXid, an entry of the log, and xid in its PGPROC; once per log every "
                        "connection's xmin; a subtransaction: an entry of the log, and the cache in its PGPROC",
             .ends = "under ProcArrayLock, or by a leader for a group: one entry of the log, the line that snapshots "
                     "read, entries up to the oldest that runs; its PGPROC, latestCompletedXid; without an xid its "
                     "PGPROC alone, no lock"},
    .has_csn_log = true,
    .get_snapshot = get_snapshot,
    .may_assign = may_assign,
    .publish_xid = publish_xid,
    .publish_subxid = publish_subxid,
    .end_with_xid = end_with_xid,
    .remove_subxids = remove_subxids,
    .set_flags = set_flags,
    .xid_in_snapshot = xid_in_snapshot,
    .list_running = list_running,
    .xids_left = xids_left,
    BY_PROC_OPS,
};
