/*
 * sim_standby_api.c — exports of xip-engine.wasm for the one standby of the simulated server: it replays that server's
 * WAL as far as it is told. What web/src/engine/standby-core.ts calls.
 *
 * It keeps nothing that WAL does not say, so a checkpoint leaves it out: whoever goes back starts it anew and replays.
 */
#include <emscripten.h>

#include "sim_instance.h"
#include "standby/standby.h"

/* Room for some 200,000 xids of pg_subtrans beside KnownAssignedXids. */
enum { STANDBY_BYTES = 1 << 20, STANDBY_XIDS = 1 << 20 };
static _Alignas(128) uint8_t memory[STANDBY_BYTES];
static struct {
    xip_arena arena;
    xip_standby standby;
    uint32_t at; /* word of the primary's WAL that comes next */
} it;

/* Begins where the server began. `max_procs`: PROCARRAY_MAXPROCS of the standby. An xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_start(uint32_t max_procs)
{
    it.arena = (xip_arena){.base = memory, .size = STANDBY_BYTES, .used = 0};
    it.at = 0;
    memset(memory, 0, sizeof memory);
    return (uint32_t)xip_standby_init(&it.standby, sim.server->config.next_xid, max_procs, STANDBY_XIDS, &it.arena);
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

/* The record at `at`: out: where the next one is, kind, xid, count, &xids. 0 at the end. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_wal_record(uint32_t at)
{
    uint32_t count;
    const uint32_t *words = xip_server_wal(sim.server, &count);
    xip_wal_record record;
    if (!xip_wal_next(words, count, &at, &record))
        return 0;
    sim.out[0] = at;
    sim.out[1] = (uint32_t)record.kind;
    sim.out[2] = record.xid;
    sim.out[3] = record.count;
    sim.out[4] = address_of(record.xids);
    return 1;
}

/* Replays records until the standby stands at `to` or beyond, or at WAL's end. An xip_error; the record stays before
 * it. */
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
 * The session's snapshot, in out as put_snapshot puts it (0-7); then latestCompletedXid (8, 9), nextXid (10, 11),
 * lastOverflowedXid, completion count, and KnownAssignedXids: capacity, tail, head, how many are valid, &xids, &valid
 * (12-19).
 */
EMSCRIPTEN_KEEPALIVE void xip_sim_standby_snapshot(void)
{
    const xip_standby *standby = &it.standby;
    put_snapshot(0, xip_standby_take_snapshot(&it.standby));
    const uint32_t more[] = {(uint32_t)standby->latest_completed_xid,
                             (uint32_t)(standby->latest_completed_xid >> 32),
                             (uint32_t)standby->next_xid,
                             (uint32_t)(standby->next_xid >> 32),
                             standby->last_overflowed_xid,
                             (uint32_t)standby->xact_completion_count,
                             standby->known.capacity,
                             standby->known.tail,
                             standby->known.head,
                             standby->known.count,
                             address_of(standby->known.xids),
                             address_of(standby->known.valid)};
    memcpy(&sim.out[8], more, sizeof more);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_standby_is_running(uint32_t xid)
{
    return xip_standby_xid_in_snapshot(&it.standby, xid, xip_standby_take_snapshot(&it.standby));
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
