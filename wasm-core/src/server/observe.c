/* observe.c — see observe.h. */
#include "server/observe.h"

#include "pg/procarray.h"
#include "server/state.h"

void xip_observe_server(const xip_server *server, xip_server_view *view)
{
    const xip_transam *transam = server->cluster.transam;
    *view = (xip_server_view){
        .next_xid = transam->next_xid,
        .latest_completed_xid = xip_full_xid_near(transam->next_xid, (xip_xid)transam->latest_completed_xid),
        .xact_completion_count = server->config.rules >= 14 ? server->xact_completion_count : 0,
        .prepared = XIP_MAX_PREPARED - server->free_prepared_count,
    };
    while (view->session_ids < XIP_MAX_SESSIONS && server->sessions[view->session_ids] != NULL)
        view->session_ids++;
}

static bool find_entry(xip_backend *backend, uint32_t pgprocno, xip_proc_entry *entry)
{
    uint32_t n = xip_num_procs(backend);
    for (uint32_t at = 0; at < n; at++) {
        backend->cluster->design->entry(backend, at, entry);
        if (entry->pgprocno == pgprocno)
            return true;
    }
    return false;
}

void xip_observe_session(xip_session *me, xip_session_view *view)
{
    xip_proc_entry entry = {0};
    find_entry(&me->backend, me->backend.pgprocno, &entry);
    *view = (xip_session_view){
        .id = me->id,
        .pgprocno = me->backend.pgprocno,
        .level = me->level,
        .isolation = me->isolation,
        .xid = entry.xid,
        .current_xid = xip_current_xid_if_any(me),
        .xmin = entry.xmin,
        .curcid = me->backend.curcid,
        .status_flags = entry.flags,
        .subxid_count = entry.nxids,
        .is_overflowed = entry.overflowed,
        .subxids = entry.subxids,
        .own_xid_count = me->xid_count,
        .own_xids = me->xids,
        .is_waiting = me->wait_state == XIP_WAITING || me->wait_state == XIP_WAITING_SAFELY,
        .xacts = me->xact_number,
        .snapshots_taken = me->snapshots_taken,
        .snapshots_reused = me->snapshots_reused,
        .was_reused = me->was_reused,
    };
    if (me->wait_state == XIP_WAITING) {
        view->waits_for = me->wait_lock->tag;
        view->wait_mode = me->wait_mode;
    } else if (me->wait_state == XIP_WAITING_SAFELY) {
        view->waits_for = (xip_locktag){.kind = XIP_AWAITS_SNAPSHOT};
    }
    if (me->first_snapshot != NULL) {
        view->taken = XIP_SNAPSHOT_TRANSACTION;
        view->snapshot = me->first_snapshot;
    } else if (me->snapshots_taken > 0) {
        view->taken = XIP_SNAPSHOT_STATEMENT;
        view->snapshot = &me->backend.snapshot;
    }
}

void xip_observe_horizons(const xip_session *me, xip_horizon_view *view)
{
    *view = (xip_horizon_view){
        .recent_global_xmin = me->recent_global_xmin,
        .recent_global_data_xmin = me->recent_global_data_xmin,
        .computed = me->horizons_computed,
    };
    for (uint32_t kind = 0; kind < 4; kind++) {
        view->maybe_needed[kind] = me->vis[kind].maybe_needed;
        view->definitely_needed[kind] = me->vis[kind].definitely_needed;
    }
}

/* The session or prepared transaction that has the PGPROC. */
static uint32_t who_is(const xip_server *server, uint32_t pgprocno)
{
    for (uint32_t i = 0; i < XIP_MAX_SESSIONS && server->sessions[i] != NULL; i++)
        if (server->sessions[i]->is_connected && server->sessions[i]->backend.pgprocno == pgprocno)
            return i;
    return pgprocno; /* a dummy's number is XIP_MAX_SESSIONS + its handle */
}

static xip_horizon_holder holder_of(const xip_session *me, const xip_proc_entry *entry)
{
    uint32_t database = me->server->databases[entry->pgprocno];
    bool has_both = entry->xid != XIP_INVALID_XID && entry->xmin != XIP_INVALID_XID && entry->xid != entry->xmin;
    xip_xid xid = xip_xid_older(entry->xid, entry->xmin);
    uint32_t kind = entry->pgprocno >= XIP_MAX_SESSIONS ? XIP_HOLDS_BY_PREPARED
                    : database == XIP_NO_DATABASE       ? XIP_HOLDS_BY_FEEDBACK
                    : entry->xid == xid                 ? XIP_HOLDS_BY_XID
                                                        : XIP_HOLDS_BY_XMIN;
    return (xip_horizon_holder){
        .kind = kind,
        .who = who_is(me->server, entry->pgprocno),
        .xid = xid,
        .other = !has_both           ? XIP_INVALID_XID
                 : xid == entry->xid ? entry->xmin
                                     : entry->xid,
        .database = database,
        .exempt = xip_exemption_of(me, entry, XIP_VIS_DATA),
    };
}

uint32_t xip_observe_known(xip_session *me, xip_horizon_holder holders[XIP_MAX_HOLDERS], uint32_t oldest[4])
{
    xip_horizons now = xip_horizons_now(me);
    for (uint32_t kind = 0; kind < 4; kind++)
        oldest[kind] = now.oldest[kind];
    uint32_t count = 0;
    uint32_t n = xip_num_procs(&me->backend);
    for (uint32_t at = 0; at < n; at++) {
        xip_proc_entry entry;
        me->server->cluster.design->entry(&me->backend, at, &entry);
        xip_horizon_holder holder = holder_of(me, &entry);
        if (holder.xid != XIP_INVALID_XID && holder.exempt != XIP_EXEMPT_BEHIND_SLOT)
            holders[count++] = holder;
    }
    for (uint32_t i = 0; i < XIP_MAX_SLOTS; i++) {
        const xip_slot *slot = &me->server->slots[i];
        if (slot->is_used && slot->xmin != XIP_INVALID_XID)
            holders[count++] = (xip_horizon_holder){.kind = XIP_HOLDS_BY_SLOT, .who = i, .xid = slot->xmin};
        if (slot->is_used && slot->catalog_xmin != XIP_INVALID_XID)
            holders[count++] = (xip_horizon_holder){.kind = XIP_HOLDS_BY_SLOT_CATALOG,
                                                    .who = i,
                                                    .xid = slot->catalog_xmin,
                                                    .exempt = XIP_EXEMPT_CATALOGS_ONLY};
    }
    return count;
}

xip_xid xip_observe_holders(xip_session *me, xip_horizon_holder *holders, uint32_t capacity, uint32_t *count)
{
    xip_horizon_holder known[XIP_MAX_HOLDERS];
    uint32_t oldest[4];
    uint32_t n = xip_observe_known(me, known, oldest);
    xip_xid horizon = oldest[XIP_VIS_DATA];
    *count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (known[i].exempt == XIP_COUNTS && known[i].xid == horizon && *count < capacity)
            holders[(*count)++] = known[i];
    return horizon;
}

bool xip_observe_prepared(const xip_server *server, uint32_t n, uint32_t *handle, const uint32_t **xids,
                          uint32_t *xid_count)
{
    for (uint32_t i = 0; i < XIP_MAX_PREPARED; i++) {
        const xip_prepared *this = server->prepared[i];
        if (this == NULL || !this->is_used)
            continue;
        uint32_t older = 0;
        for (uint32_t k = 0; k < XIP_MAX_PREPARED; k++) {
            const xip_prepared *other = server->prepared[k];
            older += other != NULL && other->is_used && xip_xid_precedes(other->xids[0], this->xids[0]);
        }
        if (older == n) {
            *handle = i;
            *xids = this->xids;
            *xid_count = this->xid_count;
            return true;
        }
    }
    return false;
}

void xip_observe_xid(const xip_server *server, xip_xid xid, xip_xid_view *view)
{
    *view = (xip_xid_view){
        .status = xip_clog_peek(server, xid),
        .owner = xip_owner_of(server, xid),
        .parent = xip_subtrans_peek(server, xid),
    };
}

static const xip_slru_ctl *slru_of(const xip_server *server, xip_slru_kind kind)
{
    return kind == XIP_SLRU_SUBTRANS ? &server->subtrans : &server->xact;
}

void xip_observe_slru(const xip_server *server, xip_slru_kind kind, xip_slru_view *view)
{
    const xip_slru_ctl *slru = slru_of(server, kind);
    *view = (xip_slru_view){
        .buffers = slru->shape.buffers,
        .banks = slru->shape.banks,
        .latest_page = *slru->latest_page,
        .lookup_count = kind == XIP_SLRU_SUBTRANS ? server->lookup_count : 0,
    };
}

bool xip_observe_buffer(const xip_server *server, xip_slru_kind kind, uint32_t slot, xip_buffer_view *view)
{
    const xip_slru_ctl *slru = slru_of(server, kind);
    if (slot >= slru->shape.buffers)
        return false;
    uint32_t bank = slru->shape.banks == 1 ? 0 : slot / XIP_SLRU_BANK_SLOTS;
    bool is_empty = slru->page_status[slot] == XIP_SLRU_EMPTY;
    *view = (xip_buffer_view){
        .page = is_empty ? (uint32_t)XIP_SLRU_NO_PAGE : slru->page_number[slot],
        .is_dirty = slru->page_dirty[slot] != 0,
        .age = slru->cur_lru_count[bank] - slru->page_lru_count[slot],
    };
    return true;
}

const xip_slru_counts *xip_observe_slru_counts(const xip_session *me, xip_slru_kind kind)
{
    return kind == XIP_SLRU_SUBTRANS ? &me->backend.slru : &me->xact_counts;
}

const xip_subtrans_lookup *xip_observe_lookup(const xip_server *server, uint64_t n)
{
    bool is_kept = n < server->lookup_count && server->lookup_count - n <= XIP_LOOKUPS_KEPT;
    return is_kept ? &server->lookups[n % XIP_LOOKUPS_KEPT] : NULL;
}

/* Held locks come first, then the one that is waited for, as in GetLockStatusData's instances. */
static void list_proclock(const xip_server *server, const xip_lock *lock, const xip_proclock *its, uint32_t from,
                          xip_lock_view *locks, uint32_t capacity, uint32_t *count)
{
    const xip_session *who = its->owner < XIP_MAX_SESSIONS ? server->sessions[its->owner] : NULL;
    bool waits = who != NULL && who->wait_state == XIP_WAITING && who->wait_lock == lock;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t mode = 1; mode < XIP_LOCK_MODES; mode++) {
            bool is_granted = i == 0;
            if (is_granted ? !(its->hold_mask & xip_lockbit(mode)) : !waits || who->wait_mode != mode)
                continue;
            uint32_t at = (*count)++;
            if (at >= from && at - from < capacity)
                locks[at - from] = (xip_lock_view){.owner = its->owner,
                                                   .tag = lock->tag,
                                                   .mode = mode,
                                                   .is_granted = is_granted,
                                                   .is_fast = is_granted && (its->fast_mask & xip_lockbit(mode))};
        }
}

uint32_t xip_observe_locks(const xip_server *server, uint32_t from, xip_lock_view *locks, uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t bucket = 0; bucket < XIP_LOCK_BUCKETS; bucket++)
        for (const xip_lock *lock = server->buckets[bucket]; lock != NULL; lock = lock->next)
            for (const xip_proclock *its = lock->proclocks; its != NULL; its = its->next)
                list_proclock(server, lock, its, from, locks, capacity, &count);
    return count;
}
