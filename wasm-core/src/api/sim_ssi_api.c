/*
 * sim_ssi_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h): SERIALIZABLE's locks, and what
 * ssi/watch.h remembers of its transactions.
 */
#include <emscripten.h>

#include "api/sim_instance.h"

_Static_assert((int)SIM_MAX_SXACTS == (int)XIP_SSI_SEEN_XACTS, "all fit");
_Static_assert((int)SIM_MAX_CONFLICTS == (int)XIP_SSI_SEEN_CONFLICTS, "all fit");
_Static_assert((int)SIM_MAX_STRUCTURES == (int)XIP_SSI_SEEN_STRUCTURES, "all fit");

/* xip_server_at_step */
EMSCRIPTEN_KEEPALIVE void xip_sim_at_step(uint32_t step)
{
    xip_server_at_step(sim.server, step);
}
/* The number of SIREAD locks; out.sireads, from number `from` on. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_sireads(uint32_t from)
{
    xip_ssi_lock locks[SIM_MAX_SIREADS];
    uint32_t count = xip_serializable_locks(sim.server, from, locks, SIM_MAX_SIREADS);
    for (uint32_t i = 0; i < SIM_MAX_SIREADS && from + i < count; i++)
        sim.out.sireads.locks[i] = (sim_siread){.owner = locks[i].owner,
                                                .committed = locks[i].is_committed,
                                                .safe = locks[i].is_safe,
                                                .transaction = locks[i].transaction,
                                                .step = locks[i].step,
                                                .relation = locks[i].tag.relation,
                                                .index = locks[i].tag.index,
                                                .page = locks[i].tag.block,
                                                .offset = locks[i].tag.offset};
    return count;
}
static sim_sxact sxact_of(xip_seen_xact seen)
{
    return (sim_sxact){.number = seen.number,
                       .owner = seen.owner,
                       .state = seen.state,
                       .read_only = seen.is_read_only,
                       .remembered = seen.is_remembered,
                       .xid = seen.top_xid,
                       .commit_seq = seen.commit_seq,
                       .began = seen.began,
                       .ended = seen.ended};
}
static sim_rw_conflict conflict_of(const xip_seen_conflict *seen)
{
    return (sim_rw_conflict){.reader = seen->reader,
                             .writer = seen->writer,
                             .step = seen->step,
                             .read_step = seen->read_step,
                             .write_step = seen->write_step,
                             .at_write = seen->at_write,
                             .relation = seen->tag.relation,
                             .index = seen->tag.index,
                             .page = seen->tag.block,
                             .offset = seen->tag.offset};
}
static sim_structure structure_of(const xip_seen_structure *seen)
{
    return (sim_structure){.step = seen->step,
                           .failed_at = seen->failed_at,
                           .failure = seen->failure,
                           .victim = seen->victim,
                           .tin = seen->in,
                           .pivot = seen->pivot,
                           .tout = seen->out};
}
/* False: no transaction was serializable yet. out.ssi. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_ssi(void)
{
    const xip_ssi *ssi = xip_server_ssi(sim.server);
    if (ssi == NULL)
        return 0;
    sim_ssi *out = &sim.out.ssi;
    out->sxact_count = xip_ssi_seen_xacts(ssi);
    for (uint32_t i = 0; i < out->sxact_count; i++)
        out->sxacts[i] = sxact_of(xip_ssi_seen_xact(ssi, i));
    out->conflict_count = xip_ssi_seen_conflicts(ssi);
    for (uint32_t i = 0; i < out->conflict_count; i++)
        out->conflicts[i] = conflict_of(xip_ssi_seen_conflict(ssi, i));
    out->structure_count = xip_ssi_seen_structures(ssi);
    for (uint32_t i = 0; i < out->structure_count; i++)
        out->structures[i] = structure_of(xip_ssi_seen_structure(ssi, i));
    return 1;
}
