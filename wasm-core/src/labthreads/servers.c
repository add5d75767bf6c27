/* servers.c — see servers.h. */
#include "labthreads/servers.h"

#include "base/assert.h"
#include "labthreads/savepoints.h"
#include "pg/mix.h"
#include "pg/procarray.h"

/* Extra room, so that the array is never full when one connects before another has disconnected. */
enum { SPARE_PROCS = 64 };

static uint32_t total(const xip_connections *c)
{
    return c->active * (1 + c->companions) + c->idle + c->mostly_idle;
}

static void server_free(xip_server *server)
{
    xip_savepoints_close(server);
    xip_arena_free(&server->memory);
    xip_arena_free(&server->backends_memory);
    *server = (xip_server){0};
}

void xip_servers_free(xip_servers *servers)
{
    for (uint32_t i = 0; i < XIP_DESIGN_COUNT; i++)
        server_free(&servers->server[i]);
}

/* Bresenham: is position `at` of `n` one of `k` that are spread evenly? It is if it is the middle of a k-th part. */
static bool is_spread(uint64_t at, uint64_t n, uint64_t k)
{
    if (k == 0)
        return false;
    uint64_t before = (2 * at * k + n) / (2 * n);
    uint64_t after = (2 * (at + 1) * k + n) / (2 * n);
    return after > before;
}

static xip_error server_make(xip_server *server, const xip_design_ops *design)
{
    uint32_t max_procs = XIP_MAX_CONNECTIONS + SPARE_PROCS;
    if (!xip_arena_init(&server->memory, xip_cluster_bytes(design, max_procs)))
        return XIP_ERR_NO_MEMORY;
    xip_error error = xip_cluster_init(&server->cluster, design, max_procs, &server->memory);
    server->made = error == XIP_OK;
    return error;
}

static xip_error server_connect(xip_server *server, const xip_connections *connections)
{
    uint32_t n = total(connections);
    /* Only active connections and their companions may have xids at once; and the one that holds savepoints open. */
    xip_cluster_size size = xip_mix_size(connections->companions > 0 ? connections->active : 0, connections->active);
    if (connections->with_savepoints)
        size.max_with_xid = size.max_with_subxid = connections->active + 1;
    /* Only connections that take snapshots need room for them. */
    size_t with_snapshot = connections->active + connections->mostly_idle;
    size_t each = sizeof(xip_xid) * (size.max_with_xid + size.max_with_subxid * XIP_MAX_CACHED_SUBXIDS + 2) +
                  2 * XIP_LINE_SIZE_BYTES;
    xip_arena_free(&server->backends_memory);
    if (!xip_arena_init(&server->backends_memory, sizeof(xip_backend) * n + each * with_snapshot + 1024))
        return XIP_ERR_NO_MEMORY;
    server->backends = xip_arena_take(&server->backends_memory, sizeof(xip_backend) * n, 128);
    server->connections = *connections;
    server->next_mostly_idle = server->next_churn = 0;
    server->mostly_idle_due = server->churn_due = 0;
    const uint32_t group = 1 + connections->companions;
    const uint32_t grouped = connections->active * group;
    uint32_t next_active = 0; /* or companion */
    uint32_t next_mostly = connections->active;
    uint32_t next_idle = connections->active + connections->mostly_idle;
    const uint32_t first_companion = n - connections->active * connections->companions;
    uint32_t rest = n - grouped;
    uint32_t rest_at = 0;
    for (uint32_t at = 0; at < n; at++) {
        uint32_t who;
        if (is_spread(at, n, grouped) && next_active < grouped) {
            uint32_t number = next_active / group;
            uint32_t place = next_active++ % group;
            bool is_active = place == group / 2;
            who = is_active ? number : first_companion + number * connections->companions + place - (place > group / 2);
        } else if (is_spread(rest_at++, rest, connections->mostly_idle) &&
                   next_mostly < connections->active + connections->mostly_idle)
            who = next_mostly++;
        else
            who = next_idle++;
        XIP_ASSERT(who < n, "there are as many positions as connections");
        xip_backend *backend = &server->backends[who];
        xip_error error = XIP_OK;
        if (who < with_snapshot)
            error = xip_backend_init(backend, &server->cluster, NULL, &size, &server->backends_memory);
        else
            *backend = (xip_backend){.cluster = &server->cluster};
        if (error == XIP_OK)
            error = xip_connect(backend);
        if (error != XIP_OK)
            return error;
    }
    return XIP_OK;
}

xip_error xip_servers_connect(xip_servers *servers, uint32_t designs, const xip_connections *connections,
                              bool without_lock, uint32_t faults)
{
    for (uint32_t i = 0; i < XIP_DESIGN_COUNT; i++) {
        xip_server *server = &servers->server[i];
        if (!(designs & (1u << i))) {
            server_free(server);
            continue;
        }
        xip_error error = server->made ? XIP_OK : server_make(server, xip_design_ops_at(i));
        if (error != XIP_OK)
            return error;
        xip_savepoints_close(server);
        xip_cluster_restart(&server->cluster);
        /* Connecting is not measured: it takes its locks whatever the request says. */
        server->cluster.without_lock = without_lock;
        server->cluster.faults = faults;
        error = server_connect(server, connections);
        if (error != XIP_OK)
            return error;
    }
    return XIP_OK;
}

xip_backend *xip_servers_active(xip_servers *servers, uint32_t design, uint32_t number)
{
    return &servers->server[design].backends[number];
}

xip_backend *xip_servers_companions(xip_servers *servers, uint32_t design, uint32_t number)
{
    const xip_server *server = &servers->server[design];
    const xip_connections *c = &server->connections;
    return &server->backends[c->active + c->mostly_idle + c->idle + number * c->companions];
}

xip_backend *xip_server_next_mostly_idle(xip_server *server)
{
    uint32_t k = server->next_mostly_idle++ % server->connections.mostly_idle;
    return &server->backends[server->connections.active + k];
}

uint32_t xip_server_churn(xip_server *server)
{
    const xip_connections *c = &server->connections;
    if (c->idle == 0)
        return 0;
    /* A step that is coprime to most counts visits the idle ones in no particular order of their place in the array. */
    uint32_t k = (uint32_t)(((uint64_t)server->next_churn++ * 7919) % c->idle);
    xip_backend *me = &server->backends[c->active + c->mostly_idle + k];
    xip_disconnect(me);
    xip_error error = xip_connect(me);
    XIP_ASSERT(error == XIP_OK, "there is a free PGPROC: one was just given back");
    return 1;
}
