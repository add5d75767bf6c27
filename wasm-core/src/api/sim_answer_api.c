/*
 * sim_answer_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h) and its standby: what any
 * snapshot answers about xids, and why (pg/snapshot.h). web/src/engine/server/snapshot-answers.ts calls them.
 */
#include <emscripten.h>
#include <string.h>

#include "api/sim_instance.h"

/* A standby lists most: 65 xids for each of its 122 PGPROCs. */
enum { MAX_LISTED = 8192 };
_Static_assert(MAX_LISTED >= XIP_MAX_OWNERS * (1 + XIP_MAX_CACHED_SUBXIDS), "a whole snapshot fits");

static struct {
    xip_snapshot snapshot;
    xip_xid listed[MAX_LISTED];
} asked;

static xip_xid topmost(void *context, xip_xid xid)
{
    return xip_subtrans_topmost(context, xid);
}

/* The snapshot of the next questions. The caller writes its xip to the address returned, and its subxip after that. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_ask_snapshot(uint32_t xmin, uint32_t xmax, uint32_t xcnt, uint32_t subxcnt,
                                                   uint32_t suboverflowed, uint32_t taken_in_recovery)
{
    XIP_ASSERT(xcnt <= MAX_LISTED && subxcnt <= MAX_LISTED - xcnt, "a snapshot lists what can run");
    asked.snapshot = (xip_snapshot){.xmin = xmin,
                                    .xmax = xmax,
                                    .xip = asked.listed,
                                    .xcnt = xcnt,
                                    .subxip = asked.listed + xcnt,
                                    .subxcnt = subxcnt,
                                    .suboverflowed = suboverflowed != 0,
                                    .taken_in_recovery = taken_in_recovery != 0};
    return address_of(asked.listed);
}

/*
 * Its answers about `count` xids from `first` on, by the pg_subtrans that session `id` reads, or by the standby's if
 * the snapshot was taken in recovery. Returns the number of runs of neighbours with the same answer; out.answered.
 * Leaves no trace of a lookup.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_answers(uint32_t id, uint32_t first, uint32_t count)
{
    XIP_ASSERT(count <= SIM_MAX_XIDS, "the answers fit, even if no two are alike");
    xip_session *me = session(id);
    sim_run *run = NULL;
    uint32_t runs = 0;
    xip_snapshot_answer before = {0};
    xip_xid xid = first;
    xip_server_watch(sim.server, true);
    for (uint32_t i = 0; i < count; i++, xid = xip_xid_next(xid)) {
        xip_snapshot_answer answer = asked.snapshot.taken_in_recovery
                                         ? sim_standby_why(xid, &asked.snapshot)
                                         : xip_snapshot_why(xid, &asked.snapshot, topmost, me);
        if (run == NULL || memcmp(&answer, &before, sizeof answer) != 0) {
            run = &sim.out.answered.runs[runs++];
            *run = (sim_run){
                .first = xid, .runs = answer.runs, .why = answer.why, .list = answer.list, .parent = answer.parent};
            before = answer;
        }
        run->last = xid;
    }
    xip_server_watch(sim.server, false);
    return runs;
}
