/*
 * sim_instance.h — the one simulated server of a module, shared by its files of exports: sim_api.c (life,
 * transactions, snapshots, locks), sim_heap_api.c (tables), sim_view_api.c (the state for a trace), sim_ssi_api.c (what
 * SERIALIZABLE remembers), sim_answer_api.c (what snapshots answer), sim_standby_api.c (its standby) and sim_abi_api.c
 * (the layout of all answers).
 *
 * One module instance is one server, so its arena is a static there and nowhere else; its address is always the same,
 * and a checkpoint taken in one instance can be restored in another. Answers of more than one number are in `out`
 * (sim_abi.h); they are valid until the next call. Nothing is allocated per call.
 */
#ifndef XIP_SIM_INSTANCE_H
#define XIP_SIM_INSTANCE_H

#include "base/assert.h"
#include "heap/state.h"
#include "server/state.h"
#include "sim_abi.h"

typedef struct sim_instance {
    xip_arena arena;
    xip_server *server;
    sim_out out;
    uint32_t addresses[XIP_MAX_OFFSETS]; /* of the last scan's tuples */
    uint16_t offsets[XIP_MAX_OFFSETS];
    uint16_t lengths[XIP_MAX_OFFSETS]; /* of those tuples, in bytes */
    uint8_t row[SIM_ROW_BYTES];
    uint8_t bitmap[SIM_BITMAP_BYTES];
} sim_instance;

extern sim_instance sim;

static inline uint32_t address_of(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

/* An id that is not connected is a fault of the caller, which keeps the list. */
static inline xip_session *session(uint32_t id)
{
    xip_session *found = xip_session_at(sim.server, id);
    XIP_ASSERT(found != NULL, "a session is connected before it is used");
    return found;
}

static inline sim_list list_of(const uint32_t *words, uint32_t count)
{
    return (sim_list){.at = address_of(words), .count = count};
}

static inline sim_snapshot snapshot_of(const xip_snapshot *snapshot)
{
    return (sim_snapshot){.xmin = snapshot->xmin,
                          .xmax = snapshot->xmax,
                          .curcid = snapshot->curcid,
                          .suboverflowed = snapshot->suboverflowed,
                          .xip = list_of(snapshot->xip, snapshot->xcnt),
                          .subxip = list_of(snapshot->subxip, snapshot->subxcnt)};
}

static inline sim_ctid ctid_of(xip_ctid ctid)
{
    return (sim_ctid){.block = ctid.block, .offset = ctid.offset};
}

/* Answers of a snapshot taken on the server's standby: sim_standby_api.c. */
xip_snapshot_answer sim_standby_why(xip_xid xid, const xip_snapshot *snapshot);

static inline const xip_page *page_at(uint32_t relation, uint32_t block)
{
    return (const xip_page *)(const void *)xip_relation_page(sim.server, relation, block);
}

#endif
