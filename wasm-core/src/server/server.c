/* server.c — a server's configuration and memory; connecting and disconnecting sessions. See server.h. */
#include "base/assert.h"
#include "designs/designs.h"
#include "pg/procarray.h"
#include "server/state.h"

#include <string.h>

enum {
    MAX_PROCS = XIP_ELSEWHERE_PROC + 1,
    /* The largest design's shared memory, and a statement's possible additional needs. */
    FIXED_BYTES = 1792 << 10,
    /* csn's log: the xids that a scenario may use while a transaction stays open, and a quarter more. */
    CSN_LOG_XIDS = 1 << 17,
    /* MODEL: shared_buffers is always 128 MB, the default, so pg_xact and pg_subtrans get 32 buffers each.
     */
    SHARED_BUFFERS = 16384
};

size_t xip_server_bytes(void)
{
    xip_slru_shape shape = xip_slru_shape_16();
    return sizeof(xip_server) + FIXED_BYTES + 2 * xip_slru_bytes(shape) + XIP_SERVER_RESERVE_BYTES;
}

/*
 * The free list of PGPROCs. Up to 15 a stack that was filled so that the highest slot comes first; in 16 the same order
 * at first, but a freed slot goes to the end; since 17 slot 0 comes first. Prepared transactions have separate PGPROCs
 * after those of connections.
 *
 * MODEL: max_connections is 64 and there are no auxiliary processes, so slots have other numbers than on a server with
 * its default settings; their order is the same.
 */
static void arrange_slots(xip_server *server)
{
    xip_cluster *cluster = &server->cluster;
    uint32_t rules = server->config.rules;
    cluster->last_freed_first = rules <= 15;
    cluster->free_head = 0;
    cluster->free_count = XIP_MAX_SESSIONS;
    for (uint32_t i = 0; i < XIP_MAX_SESSIONS; i++)
        cluster->free_slots[i] = rules <= 16 ? XIP_MAX_SESSIONS - 1 - i : i;
    /* TwoPhaseShmemInit pushes them from the first to the last, so the last comes first. */
    server->free_prepared_count = XIP_MAX_PREPARED;
    for (uint32_t i = 0; i < XIP_MAX_PREPARED; i++)
        server->free_prepared[i] = i;
}

/* Every xid before the first has ended. The one before the first normal xid is the last of the epoch before. */
static void set_xids(xip_server *server)
{
    xip_transam *transam = server->cluster.transam;
    xip_full_xid next = server->config.next_xid;
    transam->next_xid = next;
    transam->oldest_xid = (xip_xid)next;
    transam->latest_completed_xid = (xip_xid)next == XIP_FIRST_NORMAL_XID ? next - 1 - XIP_FIRST_NORMAL_XID : next - 1;
    transam->xact_completion_count = 1;
    server->xact_completion_count = 1;
    xip_cluster_follow_xids(&server->cluster);
}

static xip_slru_shape shape_17(uint32_t setting)
{
    return xip_slru_shape_17(setting == 0 ? xip_slru_automatic_size(SHARED_BUFFERS) : setting);
}

/* pg_subtrans and pg_xact, with the page of the first xid in each. */
static xip_error make_slrus(xip_server *server, xip_arena *arena)
{
    const xip_server_config *config = &server->config;
    bool is_old = config->rules <= 16;
    xip_slru_shape subtrans = is_old ? xip_slru_shape_16() : shape_17(config->subtransaction_buffers);
    xip_slru_shape xact = is_old ? xip_slru_shape_xact_16(SHARED_BUFFERS) : shape_17(config->transaction_buffers);
    xip_pages_init(&server->subtrans_store, server, XIP_SLRU_PAGE_BYTES / sizeof(xip_xid));
    xip_pages_init(&server->xact_store, server, XIP_SLRU_PAGE_BYTES * 4);
    xip_pages_init(&server->owners, server, XIP_PAGES_BYTES);
    if (xip_slru_init(&server->subtrans, subtrans, xip_pages_as_store, &server->subtrans_store, arena) != XIP_OK ||
        xip_slru_init(&server->xact, xact, xip_pages_as_store, &server->xact_store, arena) != XIP_OK)
        return XIP_ERR_NO_MEMORY;
    server->cluster.subtrans = &server->subtrans;
    xip_session *me = &server->elsewhere;
    me->backend.cluster = &server->cluster;
    me->server = server;
    me->id = XIP_MAX_SESSIONS;
    xip_clog_start(me);
    xip_subtrans_start(me);
    return XIP_OK;
}

xip_error xip_server_init(xip_server **result, const xip_server_config *config, xip_arena *arena)
{
    const xip_design_ops *design = xip_design_ops_at(config->design);
    if (design == NULL)
        return XIP_ERR_DESIGN;
    xip_xid low = (xip_xid)config->next_xid;
    if ((config->subtransaction_buffers != 0 && !xip_slru_is_size(config->subtransaction_buffers)) ||
        (config->transaction_buffers != 0 && !xip_slru_is_size(config->transaction_buffers)))
        return XIP_ERR_ARGUMENT;
    if (config->rules < 13 || config->rules > 18 || !xip_xid_is_normal(low) ||
        config->next_xid == XIP_FIRST_NORMAL_XID || config->next_xid >> 62 != 0)
        return XIP_ERR_ARGUMENT;
    xip_server *server = xip_arena_take(arena, sizeof *server, 128);
    if (server == NULL)
        return XIP_ERR_NO_MEMORY;
    server->config = *config;
    server->arena = arena;
    xip_error error = xip_cluster_init(&server->cluster, design, MAX_PROCS, arena);
    if (error == XIP_OK)
        error = xip_cluster_widen_csn_log(&server->cluster, CSN_LOG_XIDS, arena);
    if (error != XIP_OK)
        return error;
    server->cluster.faults = config->faults;
    set_xids(server);
    arrange_slots(server);
    error = make_slrus(server, arena);
    if (error != XIP_OK)
        return error;
    if (xip_server_is_full(server))
        return XIP_ERR_NO_MEMORY;
    *result = server;
    return XIP_OK;
}

bool xip_server_is_full(const xip_server *server)
{
    const xip_design_ops *design = server->cluster.design;
    xip_session *first = server->sessions[0];
    /* A statement gives every level at most one xid. With one thread there is nobody to wait for. */
    if (design->xids_left != NULL && first != NULL && design->xids_left(&first->backend) <= XIP_MAX_LEVELS)
        return true;
    return server->arena->size - server->arena->used < XIP_SERVER_RESERVE_BYTES;
}

const xip_server_config *xip_server_configured(const xip_server *server)
{
    return &server->config;
}

xip_arena *xip_server_arena(xip_server *server)
{
    return server->arena;
}

void xip_server_watch(xip_server *server, bool is_watched)
{
    server->is_watched = is_watched;
}

void **xip_server_heap_slot(xip_server *server)
{
    return &server->heap;
}

xip_server *xip_server_of(const xip_session *me)
{
    return me->server;
}

uint32_t xip_session_id(const xip_session *me)
{
    return me->id;
}

/* A backend that has just started knows no bounds. */
static void forget_horizons(xip_session *me)
{
    memset(me->vis, 0, sizeof me->vis);
    me->vis_completion_counts[0] = me->vis_completion_counts[1] = 0;
    me->last_horizon_recent_xmin = me->recent_global_xmin = me->recent_global_data_xmin = XIP_INVALID_XID;
}

xip_error xip_session_connect(xip_server *server, uint32_t *id)
{
    uint32_t free = 0;
    while (free < XIP_MAX_SESSIONS && server->sessions[free] != NULL && server->sessions[free]->is_connected)
        free++;
    if (free == XIP_MAX_SESSIONS)
        return XIP_ERR_SLOTS;
    xip_session *me = server->sessions[free];
    if (me == NULL) {
        me = xip_arena_take(server->arena, sizeof *me, 128);
        if (me == NULL)
            return XIP_ERR_NO_MEMORY;
        server->sessions[free] = me;
        me->backend.snapshot.xip_capacity = MAX_PROCS;
        me->backend.snapshot.xip = xip_pool_take(server, MAX_PROCS * sizeof(xip_xid));
    }
    me->backend.cluster = &server->cluster;
    me->server = server;
    me->id = free;
    me->deadlock_timeout_ms = XIP_DEFAULT_DEADLOCK_TIMEOUT_MS;
    xip_error error = xip_connect(&me->backend);
    if (error != XIP_OK)
        return error;
    me->is_connected = true;
    me->status_flags = 0;
    me->database = XIP_FIRST_DATABASE;
    server->databases[me->backend.pgprocno] = XIP_FIRST_DATABASE;
    forget_horizons(me);
    me->horizons_computed = me->snapshots_taken = me->snapshots_reused = 0;
    me->was_reused = false;
    me->backend.slru = me->xact_counts = (xip_slru_counts){0};
    me->fetched_xid = XIP_INVALID_XID;
    me->elsewhere = 0;
    *id = free;
    return XIP_OK;
}

void xip_session_disconnect(xip_session *me)
{
    if (me->level > 0)
        xip_xact_abort(me);
    xip_locks_release_own(me);
    xip_disconnect(&me->backend);
    me->is_connected = false;
}

xip_session *xip_session_at(xip_server *server, uint32_t id)
{
    xip_session *session = id < XIP_MAX_SESSIONS ? server->sessions[id] : NULL;
    return session != NULL && session->is_connected ? session : NULL;
}

void xip_session_set_database(xip_session *me, uint32_t database)
{
    XIP_ASSERT(me->level == 0 && database <= UINT8_MAX, "a session changes its database while it has no transaction");
    me->database = database;
    /* A server's backend stays in its database: this call represents a new one. Bounds of another database would be
     * wrong. */
    forget_horizons(me);
    me->server->databases[me->backend.pgprocno] = (uint8_t)database;
    xip_set_status_flags(me, database == XIP_NO_DATABASE ? XIP_PROC_AFFECTS_ALL_HORIZONS : 0);
}

void xip_session_set_deadlock_timeout(xip_session *me, uint32_t ms)
{
    me->deadlock_timeout_ms = ms;
}
