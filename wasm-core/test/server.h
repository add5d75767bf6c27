/*
 * server.h — a small server for single-threaded tests: one cluster in one design, some backends, none connected yet.
 */
#ifndef XIP_TEST_SERVER_H
#define XIP_TEST_SERVER_H

#include "check.h"
#include "designs/designs.h"
#include "pg/lwlock.h"
#include "pg/procarray.h"
#include "pg/xact.h"

enum { TEST_PROCS = 24 };

typedef struct test_server {
    xip_arena memory;
    xip_cluster cluster;
    xip_backend *backends; /* TEST_PROCS of them */
} test_server;

static inline void test_server_start(test_server *server, const xip_design_ops *design)
{
    xip_cluster_size size = {.max_with_xid = TEST_PROCS, .max_with_subxid = TEST_PROCS};
    bool enough = xip_arena_init(&server->memory, 1 << 20);
    enough = enough && xip_cluster_init(&server->cluster, design, TEST_PROCS, &server->memory) == XIP_OK;
    server->backends = enough ? xip_arena_take(&server->memory, sizeof(xip_backend) * TEST_PROCS, 128) : NULL;
    for (uint32_t i = 0; server->backends && i < TEST_PROCS; i++)
        enough =
            enough && xip_backend_init(&server->backends[i], &server->cluster, NULL, &size, &server->memory) == XIP_OK;
    if (!enough || !server->backends) {
        fprintf(stderr, "server.h: no memory for a test server\n");
        exit(2);
    }
}

static inline void test_server_stop(test_server *server)
{
    xip_arena_free(&server->memory);
}

/* nextXid, with everything before it ended: as after a restart at that point. Nobody is connected. */
static inline void test_server_at_xid(test_server *server, xip_full_xid next)
{
    server->cluster.transam->next_xid = next;
    server->cluster.transam->oldest_xid = (xip_xid)next;
    xip_cluster_restart(&server->cluster);
}

static inline void test_connect(test_server *server, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        CHECK(xip_connect(&server->backends[i]) == XIP_OK);
}

/* A snapshot in READ COMMITTED: taken, and its xmin no longer advertised. */
static inline const xip_snapshot *test_snapshot(xip_backend *me)
{
    xip_take_snapshot(me);
    xip_list_running(me);
    xip_release_snapshot(me);
    return &me->snapshot;
}

static inline xip_xid test_begin_with_xid(xip_backend *me)
{
    xip_begin(me);
    return xip_assign_xid(me);
}

static inline bool test_contains(const xip_xid *xids, uint32_t n, xip_xid xid)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++)
        found += xids[i] == xid;
    return found == 1;
}

/* Vacuum flags of a backend, in every copy that its design keeps. One thread: no lock. */
static inline void test_set_flags(xip_backend *me, uint8_t flags)
{
    me->cluster->design->set_flags(me, flags);
}

/* Do a snapshot's lists have the order of the array? */
static inline bool test_in_array_order(const xip_design_ops *design)
{
    return !design->has_running_set && !design->has_csn_log;
}

static inline uint8_t test_flags(const xip_backend *me)
{
    const xip_cluster *cluster = me->cluster;
    if (cluster->pgxact)
        return cluster->pgxact[me->pgprocno].vacuum_flags;
    if (cluster->proc_array_91)
        return ((const xip_pgproc_91 *)(const void *)cluster->procs)[me->pgprocno].vacuum_flags;
    return ((const xip_pgproc_14 *)(const void *)cluster->procs)[me->pgprocno].status_flags;
}

/* So that the next snapshot is built again, even if one was kept. */
static inline void test_forget_kept(xip_backend *me)
{
    me->snapshot.snap_xact_completion_count = 0;
    if (me->cluster->shared_snapshot)
        me->cluster->shared_snapshot->published = me->cluster->shared_snapshot->claimed = 0;
}

/* Runs `body` with `server` and `design` once for each rung, each time with a new server. */
#define FOR_EACH_DESIGN(...)                                                                                           \
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {                                                         \
        const xip_design_ops *design = xip_design_ops_at(rung);                                                        \
        test_server server;                                                                                            \
        CONTEXT("%s", design->info.id);                                                                                \
        test_server_start(&server, design);                                                                            \
        __VA_ARGS__;                                                                                                   \
        test_server_stop(&server);                                                                                     \
    }

#endif
