/*
 * sim_answer_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h) and its standby: what any
 * snapshot answers about xids, and why (pg/snapshot.h). web/src/engine/server/snapshot-answers.ts calls them.
 */
#include <emscripten.h>
#include <string.h>

#include "api/sim_instance.h"

/* A standby lists most: 65 xids for each of its 122 PGPROCs. */
enum { MAX_LISTED = 8192, RUN_WORDS = 4, ANSWER_AT = 2 };
_Static_assert(MAX_LISTED >= XIP_MAX_OWNERS * (1 + XIP_MAX_CACHED_SUBXIDS), "a whole snapshot fits");
_Static_assert(sizeof(xip_snapshot_answer) == sizeof(uint64_t), "JavaScript reads two words an answer");

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
 * the snapshot was taken in recovery. Returns the number of runs of neighbours with the same answer; in out, 4 words
 * each: the first xid, the last one, xip_snapshot_answer (2). Leaves no trace of a lookup.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_answers(uint32_t id, uint32_t first, uint32_t count)
{
    XIP_ASSERT(count <= SIM_OUT_WORDS / RUN_WORDS, "the answers fit, even if no two are alike");
    xip_session *me = session(id);
    uint32_t *run = NULL, runs = 0;
    uint64_t words, before = 0;
    xip_xid xid = first;
    xip_server_watch(sim.server, true);
    for (uint32_t i = 0; i < count; i++, xid = xip_xid_next(xid)) {
        xip_snapshot_answer answer = asked.snapshot.taken_in_recovery
                                         ? sim_standby_why(xid, &asked.snapshot)
                                         : xip_snapshot_why(xid, &asked.snapshot, topmost, me);
        memcpy(&words, &answer, sizeof words);
        if (run == NULL || words != before) {
            run = &sim.out[RUN_WORDS * runs++];
            run[0] = xid;
            memcpy(run + ANSWER_AT, &words, sizeof words);
            before = words;
        }
        run[1] = xid;
    }
    xip_server_watch(sim.server, false);
    return runs;
}
