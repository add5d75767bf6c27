/*
 * dense.c — 941697c3c1a, 5788e258bb2, 73487a60fc1: no PGXACT and no indirection; an idle connection costs a snapshot 4
 * bytes of xids[]. In return, connecting and disconnecting move four arrays and renumber all entries after the changed
 * one.
 */
#include "designs/dense.h"

#include "designs/designs.h"

const xip_proc_layout xip_dense_proc_layout = {XIP_PROC_LAYOUT_COMMON(xip_pgproc_14),
                                               XIP_PROC_LAYOUT_GROUP(xip_pgproc_14)};

/* See pgxact.h. Scalar like PostgreSQL's scan: SIMD is a separate design. */
static inline bool four_idle(mem_core *core, const uint32_t *xids)
{
    return (mem_read_u32(core, &xids[0], MEM_XID) | mem_read_u32(core, &xids[1], MEM_XID) |
            mem_read_u32(core, &xids[2], MEM_XID) | mem_read_u32(core, &xids[3], MEM_XID)) == 0;
}

/*
 * Out of line, and with a pointer instead of an index, because of V8 11.3's code: inlined, the loop's first jump
 * crossed a boundary of 32 bytes, where Intel's processors of that time keep no decoded instructions (erratum SKX102),
 * and an idle connection cost half as much again. This way neither the surrounding code nor its length matters.
 */
__attribute__((noinline)) bool xip_dense_next_with_xid(xip_backend *me, uint32_t num_procs)
{
    mem_core *core = me->core;
    const uint32_t *xids = me->cluster->xids;
    const uint32_t *end = xids + num_procs;
    for (const uint32_t *entry = xids + me->scan.at; entry < end; entry++) {
        while (MEM_LOOKS_AHEAD && entry + 4 <= end && four_idle(core, entry))
            entry += 4;
        if (entry >= end)
            break;
        xip_xid xid = mem_read_u32(core, entry, MEM_XID);
        if (xid != XIP_INVALID_XID) {
            me->scan.at = (uint32_t)(entry - xids);
            me->scan.xid = xid;
            return true;
        }
    }
    return false;
}

/* Every entry from `at` on has moved by `delta`. */
static void renumber(xip_backend *me, uint32_t at, uint32_t n, int delta)
{
    const uint32_t *pgprocnos = (const uint32_t *)me->cluster->proc_array->pgprocnos;
    for (; at < n; at++) {
        uint32_t *off =
            (uint32_t *)&dense_proc(me->cluster, mem_read_u32(me->core, &pgprocnos[at], MEM_PGPROCNO))->pgxactoff;
        mem_write_u32(me->core, off, mem_read_u32(me->core, off, MEM_PGXACTOFF) + (uint32_t)delta, MEM_PGXACTOFF);
    }
}

void xip_dense_array_add(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    xip_pgproc_14 *proc = dense_proc(cluster, me->pgprocno);
    uint32_t at = insert_sorted(me);
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&cluster->proc_array->num_procs, MEM_NUM_PROCS);
    uint32_t behind = n - 1 - at;
    mem_move(me->core, &cluster->xids[at + 1], &cluster->xids[at], behind * sizeof *cluster->xids, MEM_XID);
    mem_move(me->core, &cluster->subxid_states[at + 1], &cluster->subxid_states[at],
             behind * sizeof *cluster->subxid_states, MEM_SUBXID_STATUS);
    mem_move(me->core, &cluster->status_flags[at + 1], &cluster->status_flags[at], behind, MEM_STATUS_FLAGS);
    mem_write_u32(me->core, &proc->xid, XIP_INVALID_XID, MEM_XID);
    mem_write_u32(me->core, &proc->xmin, XIP_INVALID_XID, MEM_XMIN);
    mem_write_u8(me->core, &proc->subxid_status.count, 0, MEM_SUBXID_STATUS);
    mem_write_u8(me->core, &proc->subxid_status.overflowed, 0, MEM_OVERFLOWED);
    mem_write_u8(me->core, &proc->status_flags, 0, MEM_STATUS_FLAGS);
    mem_write_u32(me->core, (uint32_t *)&proc->pgxactoff, at, MEM_PGXACTOFF);
    mem_write_u32(me->core, &cluster->xids[at], XIP_INVALID_XID, MEM_XID);
    mem_write_u8(me->core, &cluster->subxid_states[at].count, 0, MEM_SUBXID_STATUS);
    mem_write_u8(me->core, &cluster->subxid_states[at].overflowed, 0, MEM_OVERFLOWED);
    mem_write_u8(me->core, &cluster->status_flags[at], 0, MEM_STATUS_FLAGS);
    renumber(me, at + 1, n, +1);
}

void xip_dense_array_remove(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    uint32_t at = mem_read_u32(me->core, (uint32_t *)&dense_proc(cluster, me->pgprocno)->pgxactoff, MEM_PGXACTOFF);
    mem_write_u8(me->core, &cluster->status_flags[at], 0, MEM_STATUS_FLAGS);
    uint32_t left = remove_at(me, at);
    uint32_t behind = left - at;
    mem_move(me->core, &cluster->xids[at], &cluster->xids[at + 1], behind * sizeof *cluster->xids, MEM_XID);
    mem_move(me->core, &cluster->subxid_states[at], &cluster->subxid_states[at + 1],
             behind * sizeof *cluster->subxid_states, MEM_SUBXID_STATUS);
    mem_move(me->core, &cluster->status_flags[at], &cluster->status_flags[at + 1], behind, MEM_STATUS_FLAGS);
    renumber(me, at, left, -1);
}

void xip_dense_reset_xmin(xip_backend *me, xip_xid xmin)
{
    mem_write_u32(me->core, &dense_proc(me->cluster, me->pgprocno)->xmin, xmin, MEM_XMIN);
}

/* Both copies are written under XidGenLock; pgxactoff cannot change meanwhile. */
void xip_dense_publish_xid(xip_backend *me, xip_xid xid)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    uint32_t at = mem_read_u32(me->core, (uint32_t *)&proc->pgxactoff, MEM_PGXACTOFF);
    mem_write_u32(me->core, &proc->xid, xid, MEM_XID);
    mem_write_u32(me->core, &me->cluster->xids[at], xid, MEM_XID);
}

void xip_dense_publish_subxid(xip_backend *me, xip_xid xid)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    uint32_t at = mem_read_u32(me->core, (uint32_t *)&proc->pgxactoff, MEM_PGXACTOFF);
    xip_subxid_status *state = &me->cluster->subxid_states[at];
    uint8_t n = mem_read_u8(me->core, &proc->subxid_status.count, MEM_SUBXID_STATUS);
    if (subxid_fits(n)) {
        mem_write_u32(me->core, &proc->subxids[n], xid, MEM_SUBXIDS);
        mem_barrier_then_write_u8(me->core, &proc->subxid_status.count, (uint8_t)(n + 1), MEM_SUBXID_STATUS);
        mem_barrier_then_write_u8(me->core, &state->count, (uint8_t)(n + 1), MEM_SUBXID_STATUS);
    } else {
        mem_write_u8(me->core, &proc->subxid_status.overflowed, 1, MEM_OVERFLOWED);
        mem_write_u8(me->core, &state->overflowed, 1, MEM_OVERFLOWED);
    }
}

void xip_dense_end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)
{
    xip_cluster *cluster = me->cluster;
    xip_pgproc_14 *proc = dense_proc(cluster, pgprocno);
    uint32_t at = mem_read_u32(me->core, (uint32_t *)&proc->pgxactoff, MEM_PGXACTOFF);
    mem_write_u32(me->core, &cluster->xids[at], XIP_INVALID_XID, MEM_XID);
    mem_write_u32(me->core, &proc->xid, XIP_INVALID_XID, MEM_XID);
    mem_write_u32(me->core, &proc->lxid, 0, MEM_LXID);
    mem_write_u32(me->core, &proc->xmin, XIP_INVALID_XID, MEM_XMIN);
    mem_write_u8(me->core, &proc->delay_chkpt, 0, MEM_DELAY_CHKPT);
    uint8_t flags = mem_read_u8(me->core, &proc->status_flags, MEM_STATUS_FLAGS);
    if (flags & XIP_PROC_VACUUM_STATE_MASK) {
        flags = (uint8_t)(flags & ~XIP_PROC_VACUUM_STATE_MASK);
        mem_write_u8(me->core, &proc->status_flags, flags, MEM_STATUS_FLAGS);
        mem_write_u8(me->core, &cluster->status_flags[at], flags, MEM_STATUS_FLAGS);
    }
    if (mem_read_u8(me->core, &proc->subxid_status.count, MEM_SUBXID_STATUS) > 0 ||
        mem_read_u8(me->core, &proc->subxid_status.overflowed, MEM_OVERFLOWED)) {
        mem_write_u8(me->core, &cluster->subxid_states[at].count, 0, MEM_SUBXID_STATUS);
        mem_write_u8(me->core, &cluster->subxid_states[at].overflowed, 0, MEM_OVERFLOWED);
        mem_write_u8(me->core, &proc->subxid_status.count, 0, MEM_SUBXID_STATUS);
        mem_write_u8(me->core, &proc->subxid_status.overflowed, 0, MEM_OVERFLOWED);
    }
    advance_latest_completed(me, latest_xid);
}

/*
 * MODEL: no workload of the lab sets a vacuum flag, so the designs with dense arrays leave out the branch that takes
 * ProcArrayLock to clear one when a transaction without an xid ends.
 */
void xip_dense_end_without_xid(xip_backend *me)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    mem_write_u32(me->core, &proc->lxid, 0, MEM_LXID);
    mem_write_u32(me->core, &proc->xmin, XIP_INVALID_XID, MEM_XMIN);
    mem_write_u8(me->core, &proc->delay_chkpt, 0, MEM_DELAY_CHKPT);
    mem_read_u8(me->core, &proc->status_flags, MEM_STATUS_FLAGS);
}

xip_xid xip_dense_proc_xmin(xip_backend *me, uint32_t pgprocno)
{
    return mem_read_u32(me->core, &dense_proc(me->cluster, pgprocno)->xmin, MEM_XMIN);
}

void xip_dense_entry(xip_backend *me, uint32_t at, xip_proc_entry *entry)
{
    mem_core *core = me->core;
    const xip_cluster *cluster = me->cluster;
    uint32_t pgprocno = mem_read_u32(core, (uint32_t *)&cluster->proc_array->pgprocnos[at], MEM_PGPROCNO);
    const xip_pgproc_14 *proc = dense_proc(cluster, pgprocno);
    *entry = (xip_proc_entry){
        .pgprocno = pgprocno,
        .xid = mem_read_u32(core, &cluster->xids[at], MEM_XID),
        .xmin = mem_read_u32(core, &proc->xmin, MEM_XMIN),
        .flags = mem_read_u8(core, &cluster->status_flags[at], MEM_STATUS_FLAGS),
        .overflowed = mem_read_u8(core, &cluster->subxid_states[at].overflowed, MEM_OVERFLOWED) != 0,
        .nxids = mem_read_before_barrier_u8(core, &cluster->subxid_states[at].count, MEM_SUBXID_STATUS),
        .subxids = proc->subxids,
    };
}

void xip_dense_remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    uint32_t at = mem_read_u32(me->core, (uint32_t *)&proc->pgxactoff, MEM_PGXACTOFF);
    xip_subxid_status *state = &me->cluster->subxid_states[at];
    uint32_t count = mem_read_u8(me->core, &proc->subxid_status.count, MEM_SUBXID_STATUS);
    count = take_out_subxids(me, proc->subxids, count, xids, n);
    mem_write_u8(me->core, &proc->subxid_status.count, (uint8_t)count, MEM_SUBXID_STATUS);
    mem_write_u8(me->core, &state->count, (uint8_t)count, MEM_SUBXID_STATUS);
    if (forgets_overflow(me)) {
        mem_write_u8(me->core, &proc->subxid_status.overflowed, 0, MEM_OVERFLOWED);
        mem_write_u8(me->core, &state->overflowed, 0, MEM_OVERFLOWED);
    }
    advance_latest_completed(me, latest_xid);
}

void xip_dense_set_flags(xip_backend *me, uint8_t flags)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    uint32_t at = mem_read_u32(me->core, (uint32_t *)&proc->pgxactoff, MEM_PGXACTOFF);
    mem_write_u8(me->core, &proc->status_flags, flags, MEM_STATUS_FLAGS);
    mem_write_u8(me->core, &me->cluster->status_flags[at], flags, MEM_STATUS_FLAGS);
}

void xip_dense_end_and_count(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)
{
    xip_dense_end_with_xid(me, pgprocno, latest_xid);
    bump_completion_count(me);
}

void xip_dense_remove_subxids_and_count(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)
{
    xip_dense_remove_subxids(me, xids, n, latest_xid);
    bump_completion_count(me);
}

static bool get_snapshot(xip_backend *me)
{
    lock_for_snapshot(me);
    dense_scan_and_unlock(me, false);
    return false;
}

const xip_design_ops xip_design_dense = {
    .info = {.id = "dense",
             .name = "dense arrays, no indirection",
             .commit = "941697c3c1a, 5788e258bb2, 73487a60fc1",
             .layout = "xids[] 4 bytes, subxidStates[] 2, statusFlags[] 1, in proc array order",
             .reads = "xids[] of every connection; flags and subtransactions only of those that have an xid",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = DENSE_ASSIGNS,
             .ends = DENSE_ENDS DENSE_ENDS_WITHOUT},
    .get_snapshot = get_snapshot,
    .end_with_xid = xip_dense_end_with_xid,
    .remove_subxids = xip_dense_remove_subxids,
    DENSE_OPS,
};
