/* by_proc.c — see by_proc.h. */
#include "designs/by_proc.h"

static void set_subxid_status(xip_backend *me, uint32_t pgprocno, uint8_t count, uint8_t overflowed)
{
    xip_subxid_status *own = &dense_proc(me->cluster, pgprocno)->subxid_status;
    xip_subxid_status *copy = me->cluster->subxid_states ? &me->cluster->subxid_states[pgprocno] : NULL;
    mem_write_u8(me->core, &own->count, count, MEM_SUBXID_STATUS);
    mem_write_u8(me->core, &own->overflowed, overflowed, MEM_OVERFLOWED);
    if (copy == NULL)
        return;
    mem_write_u8(me->core, &copy->count, count, MEM_SUBXID_STATUS);
    mem_write_u8(me->core, &copy->overflowed, overflowed, MEM_OVERFLOWED);
}

static void write_flags(xip_backend *me, uint32_t pgprocno, uint8_t flags)
{
    mem_write_u8(me->core, &dense_proc(me->cluster, pgprocno)->status_flags, flags, MEM_STATUS_FLAGS);
    if (me->cluster->status_flags)
        mem_write_u8(me->core, &me->cluster->status_flags[pgprocno], flags, MEM_STATUS_FLAGS);
}

void xip_by_proc_array_add(xip_backend *me)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    insert_sorted(me);
    mem_write_u32(me->core, &proc->xid, XIP_INVALID_XID, MEM_XID);
    mem_write_u32(me->core, &proc->xmin, XIP_INVALID_XID, MEM_XMIN);
    set_subxid_status(me, me->pgprocno, 0, 0);
    write_flags(me, me->pgprocno, 0);
}

void xip_by_proc_array_remove(xip_backend *me)
{
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&me->cluster->proc_array->num_procs, MEM_NUM_PROCS);
    const uint32_t *pgprocnos = (const uint32_t *)me->cluster->proc_array->pgprocnos;
    uint32_t at = 0;
    while (at < n && mem_read_u32(me->core, &pgprocnos[at], MEM_PGPROCNO) != me->pgprocno)
        at++;
    XIP_ASSERT(at < n, "who disconnects is in the array");
    remove_at(me, at);
}

/* A subxid is stored before its count, with a barrier on both sides: nobody copies one that is not yet stored. */
void xip_by_proc_publish_subxid(xip_backend *me, xip_xid xid)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    uint8_t n = mem_read_u8(me->core, &proc->subxid_status.count, MEM_SUBXID_STATUS);
    if (!subxid_fits(n)) {
        set_subxid_status(me, me->pgprocno, n, 1);
        return;
    }
    mem_write_u32(me->core, &proc->subxids[n], xid, MEM_SUBXIDS);
    mem_barrier_then_write_u8(me->core, &proc->subxid_status.count, (uint8_t)(n + 1), MEM_SUBXID_STATUS);
    if (me->cluster->subxid_states)
        mem_barrier_then_write_u8(me->core, &me->cluster->subxid_states[me->pgprocno].count, (uint8_t)(n + 1),
                                  MEM_SUBXID_STATUS);
}

void xip_by_proc_clear(xip_backend *me, uint32_t pgprocno)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, pgprocno);
    mem_write_u32(me->core, &proc->xid, XIP_INVALID_XID, MEM_XID);
    mem_write_u32(me->core, &proc->lxid, 0, MEM_LXID);
    mem_write_u32(me->core, &proc->xmin, XIP_INVALID_XID, MEM_XMIN);
    mem_write_u8(me->core, &proc->delay_chkpt, 0, MEM_DELAY_CHKPT);
    uint8_t flags = mem_read_u8(me->core, &proc->status_flags, MEM_STATUS_FLAGS);
    if (flags & XIP_PROC_VACUUM_STATE_MASK)
        write_flags(me, pgprocno, (uint8_t)(flags & ~XIP_PROC_VACUUM_STATE_MASK));
    if (mem_read_u8(me->core, &proc->subxid_status.count, MEM_SUBXID_STATUS) > 0 ||
        mem_read_u8(me->core, &proc->subxid_status.overflowed, MEM_OVERFLOWED))
        set_subxid_status(me, pgprocno, 0, 0);
}

void xip_by_proc_remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n)
{
    xip_pgproc_14 *proc = dense_proc(me->cluster, me->pgprocno);
    uint32_t count = mem_read_u8(me->core, &proc->subxid_status.count, MEM_SUBXID_STATUS);
    uint8_t overflowed = mem_read_u8(me->core, &proc->subxid_status.overflowed, MEM_OVERFLOWED);
    count = take_out_subxids(me, proc->subxids, count, xids, n);
    set_subxid_status(me, me->pgprocno, (uint8_t)count, forgets_overflow(me) ? 0 : overflowed);
}

void xip_by_proc_set_flags(xip_backend *me, uint8_t flags)
{
    write_flags(me, me->pgprocno, flags);
}

void xip_by_proc_entry(xip_backend *me, uint32_t at, xip_proc_entry *entry)
{
    mem_core *core = me->core;
    uint32_t pgprocno = mem_read_u32(core, (uint32_t *)&me->cluster->proc_array->pgprocnos[at], MEM_PGPROCNO);
    const xip_pgproc_14 *proc = dense_proc(me->cluster, pgprocno);
    *entry = (xip_proc_entry){
        .pgprocno = pgprocno,
        .xid = mem_read_u32(core, &proc->xid, MEM_XID),
        .xmin = mem_read_u32(core, &proc->xmin, MEM_XMIN),
        .flags = mem_read_u8(core, &proc->status_flags, MEM_STATUS_FLAGS),
        .overflowed = mem_read_u8(core, &proc->subxid_status.overflowed, MEM_OVERFLOWED) != 0,
        .nxids = mem_read_before_barrier_u8(core, &proc->subxid_status.count, MEM_SUBXID_STATUS),
        .subxids = proc->subxids,
    };
}
