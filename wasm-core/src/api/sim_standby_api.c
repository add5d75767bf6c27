/*
 * sim_standby_api.c — exports of xip-engine.wasm for the one standby of the simulated server: it replays that server's
 * WAL as far as the caller says. web/src/engine/server/standby-core.ts calls them.
 *
 * Its state follows from WAL alone, so a checkpoint leaves it out: to go back, a caller restarts it and replays.
 */
#include <emscripten.h>

#include "api/sim_instance.h"
#include "standby/standby.h"

/* Room for some 200,000 xids of pg_subtrans besides KnownAssignedXids. */
enum { STANDBY_BYTES = 1 << 20, STANDBY_XIDS = 1 << 20 };
static _Alignas(128) uint8_t memory[STANDBY_BYTES];
static struct {
    xip_arena arena;
    xip_standby standby;
    uint32_t at; /* next word of the primary's WAL */
} it;

/* nextXid of the primary when it had written this many words of WAL. */
static xip_full_xid next_xid_at(uint32_t to)
{
    uint32_t count;
    const uint32_t *words = xip_server_wal(sim.server, &count);
    xip_full_xid next = sim.server->config.next_xid;
    xip_wal_record record;
    for (uint32_t at = 0; at < to && xip_wal_next(words, count, &at, &record);) {
        bool tells_next = record.kind == XIP_WAL_RUNNING_XACTS;
        next = xip_full_xid_newer(next, xip_full_xid_near(next, tells_next ? record.xid : xip_xid_next(record.xid)));
        for (uint32_t i = 0; !tells_next && i < record.count; i++)
            next = xip_full_xid_newer(next, xip_full_xid_near(next, xip_xid_next(record.xids[i])));
    }
    return next;
}

/*
 * Begins at the server's start, with nobody running; or, when `from` is not 0, as a copy of the running server at that
 * word of its WAL. `max_procs`: PROCARRAY_MAXPROCS of the standby. An xip_error.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_start(uint32_t max_procs, uint32_t from)
{
    it.arena = (xip_arena){.base = memory, .size = STANDBY_BYTES, .used = 0};
    it.at = from;
    memset(memory, 0, sizeof memory);
    xip_full_xid first = sim.server->config.next_xid;
    xip_error error = xip_standby_init(&it.standby, first, max_procs, STANDBY_XIDS, &it.arena);
    if (error == XIP_OK && from > 0)
        error = xip_standby_copied_running(&it.standby, next_xid_at(from));
    return (uint32_t)error;
}

/* Words that the primary has written: an LSN. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_wal_end(void)
{
    uint32_t count;
    xip_server_wal(sim.server, &count);
    return count;
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_at(void)
{
    return it.at;
}

/* The record at `at`: out.wal_record. 0 at the end. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_wal_record(uint32_t at)
{
    uint32_t count;
    const uint32_t *words = xip_server_wal(sim.server, &count);
    xip_wal_record record;
    if (!xip_wal_next(words, count, &at, &record))
        return 0;
    sim.out.wal_record = (sim_wal_record){.next = at,
                                          .kind = (uint32_t)record.kind,
                                          .xid = record.xid,
                                          .xids = list_of(record.xids, record.count),
                                          .overflowed = record.overflowed};
    return 1;
}

/* Replays records until the standby is at `to` or beyond, or at WAL's end. An xip_error; it then stays before the
 * record. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_replay(uint32_t to)
{
    uint32_t count;
    const uint32_t *words = xip_server_wal(sim.server, &count);
    while (it.at < to) {
        uint32_t next = it.at;
        xip_wal_record record;
        if (!xip_wal_next(words, count, &next, &record))
            break;
        xip_error error = xip_standby_replay(&it.standby, &record);
        if (error != XIP_OK)
            return (uint32_t)error;
        it.at = next;
    }
    return XIP_OK;
}

/*
 * A new snapshot, or the one session's, and what it was taken from: out.standby. A standby that is not ready has a
 * snapshot too, but nobody may use it.
 */
EMSCRIPTEN_KEEPALIVE void xip_sim_standby_snapshot(uint32_t anew)
{
    const xip_standby *standby = &it.standby;
    xip_snapshot snapshot = anew != 0 ? xip_standby_snapshot(&it.standby) : *xip_standby_take_snapshot(&it.standby);
    sim.out.standby = (sim_standby){.snapshot = snapshot_of(&snapshot),
                                    .latest_completed_xid = standby->latest_completed_xid,
                                    .next_xid = standby->next_xid,
                                    .last_overflowed_xid = standby->last_overflowed_xid,
                                    .completion_count = (uint32_t)standby->xact_completion_count,
                                    .readiness = (uint32_t)standby->state,
                                    .pending_xmin = standby->pending_xmin,
                                    .capacity = standby->known.capacity,
                                    .tail = standby->known.tail,
                                    .head = standby->known.head,
                                    .compressions = standby->known.compressions,
                                    .xids = list_of(standby->known.xids, standby->known.head),
                                    .valid = address_of(standby->known.valid)};
}
xip_snapshot_answer sim_standby_why(xip_xid xid, const xip_snapshot *snapshot)
{
    return xip_standby_snapshot_why(&it.standby, xid, snapshot);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_is_running(uint32_t xid)
{
    return sim_standby_why(xid, xip_standby_take_snapshot(&it.standby)).runs;
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_parent(uint32_t xid)
{
    return xip_standby_parent(&it.standby, xid);
}

/* pg_log_standby_snapshot() on the primary. */
EMSCRIPTEN_KEEPALIVE void xip_sim_log_running(uint32_t id)
{
    xip_wal_log_running(session(id));
}
