/* procarray.c — see procarray.h. */
#include "pg/procarray.h"

#include "base/assert.h"
#include "pg/lwlock.h"
#include "pg/semaphore.h"

/* The free list of PGPROCs: ProcStructLock is a spinlock held for a few instructions. On no measured path except
 * churn's. */
static void free_list_lock(xip_cluster *cluster)
{
    uint32_t expected = 0;
    while (!__atomic_compare_exchange_n(&cluster->free_lock, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        expected = 0;
        xip_nap();
    }
}

static void free_list_unlock(xip_cluster *cluster)
{
    __atomic_store_n(&cluster->free_lock, 0, __ATOMIC_RELEASE);
}

/*
 * MODEL: in the lab every design gives a new connection the PGPROC that has been free for longest, beginning with slot
 * 0, as PostgreSQL 17 does; up to 15 the highest free slot came first. The array is sorted by slot either way.
 */
static bool take_slot(xip_cluster *cluster, uint32_t *slot)
{
    free_list_lock(cluster);
    bool found = cluster->free_count > 0;
    if (found) {
        *slot = cluster->free_slots[cluster->free_head];
        cluster->free_head = (cluster->free_head + 1) % cluster->max_procs;
        cluster->free_count--;
    }
    free_list_unlock(cluster);
    return found;
}

static void give_slot(xip_cluster *cluster, uint32_t slot)
{
    free_list_lock(cluster);
    if (cluster->last_freed_first)
        cluster->free_head = (cluster->free_head + cluster->max_procs - 1) % cluster->max_procs;
    uint32_t place = cluster->last_freed_first ? 0 : cluster->free_count;
    cluster->free_slots[(cluster->free_head + place) % cluster->max_procs] = slot;
    cluster->free_count++;
    free_list_unlock(cluster);
}

/* ProcArrayAdd and ProcArrayRemove: a backend that moves entries holds both locks if the design requires it. */
static void lock_array(xip_backend *me)
{
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    if (me->cluster->design->connect_takes_xid_gen_lock)
        xip_lwlock_acquire(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
}

static void unlock_array(xip_backend *me)
{
    if (me->cluster->design->connect_takes_xid_gen_lock)
        xip_lwlock_release(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
}

static void init_proc(xip_backend *me, uint32_t pid)
{
    const xip_proc_layout *layout = me->cluster->design->proc_layout;
    uint8_t *proc = xip_proc_field(me->cluster, me->pgprocno, 0);
    mem_write_u32(me->core, (uint32_t *)(void *)(proc + layout->pid), pid, MEM_PID);
    mem_write_u32(me->core, (uint32_t *)(void *)(proc + layout->lxid), 0, MEM_LXID);
    mem_write_u32(me->core, (uint32_t *)(void *)(proc + layout->database_id), 1, MEM_DATABASE_ID);
}

void xip_connect_at(xip_backend *me, uint32_t pgprocno)
{
    me->pgprocno = pgprocno;
    me->top_xid = me->latest_xid = XIP_INVALID_XID;
    me->curcid = 0;
    me->transaction_xmin = me->recent_xmin = XIP_INVALID_XID;
    me->snapshot.snap_xact_completion_count = me->catalog_snapshot.snap_xact_completion_count = 0;
    me->vis_shared = me->vis_catalog = me->vis_data = me->vis_temp = (xip_global_vis){0};
    init_proc(me, me->pgprocno + 1000);
    lock_array(me);
    me->cluster->design->array_add(me);
    unlock_array(me);
}

xip_error xip_connect(xip_backend *me)
{
    uint32_t slot;
    if (!take_slot(me->cluster, &slot))
        return XIP_ERR_SLOTS;
    xip_connect_at(me, slot);
    return XIP_OK;
}

void xip_disconnect_at(xip_backend *me)
{
    XIP_ASSERT(me->top_xid == XIP_INVALID_XID, "a backend ends its transaction before it disconnects");
    lock_array(me);
    me->cluster->design->array_remove(me);
    unlock_array(me);
}

void xip_disconnect(xip_backend *me)
{
    xip_disconnect_at(me);
    give_slot(me->cluster, me->pgprocno);
}

void xip_connect_prepared(xip_backend *dummy, uint32_t pgprocno, const xip_xid *xids, uint32_t n)
{
    const xip_design_ops *design = dummy->cluster->design;
    dummy->pgprocno = pgprocno;
    init_proc(dummy, 0);
    lock_array(dummy);
    design->array_add(dummy);
    design->publish_xid(dummy, xids[0]);
    for (uint32_t i = 1; i < n; i++)
        design->publish_subxid(dummy, xids[i]);
    unlock_array(dummy);
}

void xip_disconnect_prepared(xip_backend *me, xip_backend *dummy, xip_xid latest_xid)
{
    const xip_design_ops *design = me->cluster->design;
    lock_array(me);
    design->end_with_xid(me, dummy->pgprocno, latest_xid);
    design->array_remove(dummy);
    unlock_array(me);
}

void xip_proc_array_clear_transaction(xip_backend *me)
{
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    me->cluster->design->end_with_xid(me, me->pgprocno, XIP_INVALID_XID);
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    me->top_xid = me->latest_xid = XIP_INVALID_XID;
    me->curcid = 0;
}

void xip_xid_cache_remove(xip_backend *me, const xip_xid *xids, uint32_t n)
{
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    me->cluster->design->remove_subxids(me, xids, n, xids[n - 1]);
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
}

void xip_set_proc_flags(xip_backend *me, uint8_t flags)
{
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    me->cluster->design->set_flags(me, flags);
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
}

/*
 * ProcArrayGroupClearXid. The list is a stack of pgprocno + 1. A member's fields are written before it is pushed
 * (release) and read after the list is taken (acquire).
 */
bool xip_group_join(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    const xip_proc_layout *layout = cluster->design->proc_layout;
    uint32_t *list = &cluster->proc_hdr->proc_array_group_first;
    uint32_t self = me->pgprocno + 1;
    uint8_t *proc = xip_proc_field(cluster, me->pgprocno, 0);
    uint32_t *group_next = (uint32_t *)(void *)(proc + layout->group_next);
    mem_atomic_store_u8(me->core, proc + layout->group_member, 1, MEM_GROUP_MEMBER);
    mem_write_u32(me->core, (uint32_t *)(void *)(proc + layout->group_member_xid), me->latest_xid,
                  MEM_GROUP_MEMBER_XID);
    uint32_t first = mem_atomic_load_u32(me->core, list, MEM_GROUP_FIRST);
    do
        mem_write_u32(me->core, group_next, first, MEM_GROUP_NEXT);
    while (!mem_atomic_cas_u32(me->core, list, &first, self, MEM_GROUP_FIRST));
    return first == 0;
}

static void wait_for_leader(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    const uint8_t *member = xip_proc_field(cluster, me->pgprocno, 0) + cluster->design->proc_layout->group_member;
    uint32_t extra = 0;
    for (;;) {
        xip_semaphore_wait(me->core, &cluster->semaphores[me->pgprocno].value);
        if (mem_atomic_load_u8(me->core, member, MEM_GROUP_MEMBER) == 0)
            break;
        extra++;
    }
    while (extra-- > 0)
        xip_semaphore_post(me->core, &cluster->semaphores[me->pgprocno].value);
}

void xip_group_lead(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    const xip_proc_layout *layout = cluster->design->proc_layout;
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    uint32_t members =
        mem_atomic_exchange_u32(me->core, &cluster->proc_hdr->proc_array_group_first, 0, MEM_GROUP_FIRST);
    for (uint32_t at = members; at != 0;) {
        uint8_t *member = xip_proc_field(cluster, at - 1, 0);
        xip_xid latest =
            mem_read_u32(me->core, (uint32_t *)(void *)(member + layout->group_member_xid), MEM_GROUP_MEMBER_XID);
        cluster->design->end_with_xid(me, at - 1, latest);
        at = mem_read_u32(me->core, (uint32_t *)(void *)(member + layout->group_next), MEM_GROUP_NEXT);
    }
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    /* As soon as group_member is 0 the member continues and may push itself again: its link is read before. */
    for (uint32_t at = members; at != 0;) {
        uint32_t link = at;
        uint8_t *member = xip_proc_field(cluster, link - 1, 0);
        at = mem_read_u32(me->core, (uint32_t *)(void *)(member + layout->group_next), MEM_GROUP_NEXT);
        mem_write_u32(me->core, (uint32_t *)(void *)(member + layout->group_next), 0, MEM_GROUP_NEXT);
        mem_atomic_store_u8(me->core, member + layout->group_member, 0, MEM_GROUP_MEMBER);
        if (link != me->pgprocno + 1)
            xip_semaphore_post(me->core, &cluster->semaphores[link - 1].value);
    }
}

void xip_proc_array_end_transaction(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    if (me->top_xid == XIP_INVALID_XID) {
        cluster->design->end_without_xid(me);
    } else if (cluster->faults & XIP_FAULT_NO_EXCLUSIVE_AT_END) {
        cluster->design->end_with_xid(me, me->pgprocno, me->latest_xid);
    } else if (cluster->design->proc_layout->group_next == 0) {
        xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
        cluster->design->end_with_xid(me, me->pgprocno, me->latest_xid);
        xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    } else if (xip_lwlock_try_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE)) {
        cluster->design->end_with_xid(me, me->pgprocno, me->latest_xid);
        xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    } else if (xip_group_join(me)) {
        xip_group_lead(me);
    } else {
        wait_for_leader(me);
    }
    me->top_xid = me->latest_xid = XIP_INVALID_XID;
    me->curcid = 0;
}

uint32_t xip_num_procs(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    int32_t *n = cluster->proc_array_91 ? &cluster->proc_array_91->num_procs : &cluster->proc_array->num_procs;
    return mem_read_u32(me->core, (uint32_t *)n, MEM_NUM_PROCS);
}

void xip_set_slot_xmins(xip_backend *me, xip_xid xmin, xip_xid catalog_xmin)
{
    xip_proc_array *array = me->cluster->proc_array;
    XIP_ASSERT(array != NULL, "replication slots came with 9.4: pg9.1 has none");
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    mem_write_u32(me->core, &array->replication_slot_xmin, xmin, MEM_SLOT_XMIN);
    mem_write_u32(me->core, &array->replication_slot_catalog_xmin, catalog_xmin, MEM_SLOT_CATALOG_XMIN);
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
}
