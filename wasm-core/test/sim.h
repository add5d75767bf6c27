/*
 * sim.h — a simulated server for tests: new, in its own arena, with connected sessions. Designs by their index on the
 * ladder, rules by number.
 */
#ifndef XIP_TEST_SIM_H
#define XIP_TEST_SIM_H

#include "check.h"
#include "designs/designs.h"
#include "server/state.h"

enum { SIM_BYTES = 16 << 20, SIM_PG14 = 5 };

typedef struct sim {
    xip_arena arena;
    xip_server *server;
    xip_session *s[XIP_MAX_SESSIONS];
} sim;

static inline void sim_start_as(sim *sim, const xip_server_config *config, uint32_t sessions)
{
    if (sim->arena.base == NULL && !xip_arena_init(&sim->arena, SIM_BYTES)) {
        fprintf(stderr, "sim.h: no memory for a simulated server\n");
        exit(2);
    }
    xip_arena_reset(&sim->arena);
    CHECK(xip_server_init(&sim->server, config, &sim->arena) == XIP_OK);
    for (uint32_t i = 0; i < sessions; i++) {
        uint32_t id;
        CHECK(xip_session_connect(sim->server, &id) == XIP_OK && id == i);
        sim->s[i] = xip_session_at(sim->server, id);
    }
}

static inline void sim_start(sim *sim, uint32_t rules, uint32_t design, xip_full_xid next_xid, uint32_t sessions)
{
    sim_start_as(sim, &(xip_server_config){.rules = rules, .design = design, .next_xid = next_xid}, sessions);
}

static inline void sim_stop(sim *sim)
{
    xip_arena_free(&sim->arena);
}

/* Runs `body` with `sim` once for each design under the rules given, each time with a new server and `n` connected
 * sessions. */
#define SIM_EACH_DESIGN(RULES, NEXT_XID, N, ...)                                                                       \
    do {                                                                                                               \
        sim sim = {0};                                                                                                 \
        for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {                                                     \
            CONTEXT("%s, rules of %d", xip_design_at(rung)->id, (int)(RULES));                                         \
            sim_start(&sim, (RULES), rung, (NEXT_XID), (N));                                                           \
            xip_session **s = sim.s;                                                                                   \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
        sim_stop(&sim);                                                                                                \
    } while (0)

static inline void sim_begin(xip_session *me)
{
    xip_xact_start(me, XIP_READ_COMMITTED, false);
}

/* A statement's snapshot as pg_current_snapshot() prints it, e.g. "733:737:733"; valid until the next call. */
static inline const char *sim_snapshot(xip_session *me)
{
    static char text[512];
    bool is_alone = xip_xact_level(me) == 0;
    if (is_alone)
        sim_begin(me);
    const xip_snapshot *snapshot = xip_push_active_snapshot(me);
    int n = snprintf(text, sizeof text, "%u:%u:", snapshot->xmin, snapshot->xmax);
    xip_xid last = XIP_INVALID_XID;
    for (uint32_t i = 0; i < snapshot->xcnt && n < (int)sizeof text - 16; i++) {
        xip_xid next = XIP_INVALID_XID;
        for (uint32_t k = 0; k < snapshot->xcnt; k++)
            if (last == XIP_INVALID_XID || xip_xid_precedes(last, snapshot->xip[k]))
                next = xip_xid_older(next, snapshot->xip[k]);
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%u", i > 0 ? "," : "", next);
        last = next;
    }
    xip_pop_active_snapshot(me);
    if (is_alone)
        xip_xact_commit(me);
    return text;
}

static inline bool sim_says(xip_session *me, const char *snapshot)
{
    return strcmp(sim_snapshot(me), snapshot) == 0;
}

static inline xip_xid sim_xmin(xip_session *me)
{
    return me->server->cluster.design->proc_xmin(&me->backend, me->backend.pgprocno);
}

#endif
