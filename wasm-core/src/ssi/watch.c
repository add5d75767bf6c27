/* watch.c — the log of what SSI has done. See watch.h. */
#include "ssi/state.h"

void xip_ssi_at_step(xip_ssi *ssi, uint32_t step)
{
    ssi->log.step = step;
}

/* --- kept --------------------------------------------------------------------------------------------------------- */

static xip_seen_xact *entry_of(xip_ssi *ssi, const xip_sxact *me)
{
    xip_seen_xact *entry = &ssi->log.xacts[me->number % XIP_SSI_SEEN_XACTS];
    return me->number != 0 && entry->number == me->number ? entry : NULL;
}

void xip_log_begin(xip_ssi *ssi, xip_sxact *me)
{
    me->number = ++ssi->log.xact_count;
    ssi->log.xacts[me->number % XIP_SSI_SEEN_XACTS] =
        (xip_seen_xact){.number = me->number,
                        .owner = me->owner,
                        .is_read_only = xip_sxact_is(me, XIP_SXACT_READ_ONLY),
                        .began = ssi->log.step};
}

static xip_sxact_state state_of(const xip_sxact *me)
{
    if (xip_sxact_is(me, XIP_SXACT_RO_SAFE))
        return XIP_SXACT_IS_SAFE;
    if (xip_sxact_is(me, XIP_SXACT_RO_UNSAFE) && xip_sxact_is(me, XIP_SXACT_AWAITS))
        return XIP_SXACT_IS_UNSAFE;
    if (xip_sxact_is(me, XIP_SXACT_ROLLED_BACK))
        return XIP_SXACT_DID_ABORT;
    if (xip_sxact_is(me, XIP_SXACT_COMMITTED))
        return XIP_SXACT_DID_COMMIT;
    if (xip_sxact_is(me, XIP_SXACT_DOOMED))
        return XIP_SXACT_WILL_FAIL;
    return xip_sxact_is(me, XIP_SXACT_PREPARED) ? XIP_SXACT_CANNOT_END : XIP_SXACT_RUNS;
}

static void describe(const xip_sxact *me, xip_seen_xact *entry)
{
    entry->state = state_of(me);
    entry->top_xid = me->top_xid;
    entry->commit_seq = entry->state == XIP_SXACT_DID_COMMIT ? (uint32_t)me->prepare_seq : 0;
}

void xip_log_end(xip_ssi *ssi, const xip_sxact *me)
{
    xip_seen_xact *entry = entry_of(ssi, me);
    if (entry == NULL)
        return;
    describe(me, entry);
    entry->ended = ssi->log.step;
}

void xip_log_write(const xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag)
{
    xip_write *last = me->write_count == 0 ? NULL : &me->writes[me->write_count - 1];
    if (last != NULL && last->step == ssi->log.step && last->relation == tag.relation)
        return;
    if (me->write_count < XIP_WRITES_KEPT)
        me->writes[me->write_count] = (xip_write){.relation = tag.relation, .step = ssi->log.step};
    me->write_count++;
}

uint32_t xip_log_write_step(const xip_sxact *writer, uint32_t relation)
{
    uint32_t step = 0;
    if (writer == NULL || writer->write_count > XIP_WRITES_KEPT)
        return 0;
    for (uint32_t i = 0; i < writer->write_count; i++) {
        if (writer->writes[i].relation != relation)
            continue;
        if (step != 0)
            return 0;
        step = writer->writes[i].step;
    }
    return step;
}

void xip_log_conflict(xip_ssi *ssi, uint32_t reader, uint32_t writer, const xip_met *met)
{
    xip_log *log = &ssi->log;
    log->conflicts[log->conflict_count++ % XIP_SSI_SEEN_CONFLICTS] = (xip_seen_conflict){.reader = reader,
                                                                                         .writer = writer,
                                                                                         .step = log->step,
                                                                                         .read_step = met->read_step,
                                                                                         .write_step = met->write_step,
                                                                                         .at_write = met->at_write,
                                                                                         .tag = met->tag};
}

void xip_log_structure(xip_ssi *ssi, const xip_roles *roles, const xip_sxact *victim, xip_ssi_failure failure)
{
    xip_log *log = &ssi->log;
    log->structures[log->structure_count++ % XIP_SSI_SEEN_STRUCTURES] =
        (xip_seen_structure){.step = log->step,
                             .failed_at = failure == XIP_SSI_FINE ? 0 : log->step,
                             .failure = failure,
                             .victim = victim->number,
                             .in = roles->in,
                             .pivot = roles->pivot,
                             .out = roles->out};
}

xip_ssi_failure xip_log_failure(xip_ssi *ssi, const xip_sxact *doomed, xip_ssi_failure failure)
{
    xip_log *log = &ssi->log;
    for (uint32_t i = 0; i < XIP_SSI_SEEN_STRUCTURES; i++) {
        xip_seen_structure *at = &log->structures[i];
        if (doomed->number == 0 || at->victim != doomed->number || at->failure != XIP_SSI_FINE)
            continue;
        at->failure = failure;
        at->failed_at = log->step;
    }
    return failure;
}

uint32_t xip_log_out_of(const xip_ssi *ssi, const xip_sxact *committed)
{
    if (xip_sxact_is(committed, XIP_SXACT_SUMMARY_CONFLICT_OUT))
        return 0;
    for (uint32_t i = 0; i < XIP_SSI_SEEN_XACTS; i++)
        if (ssi->log.xacts[i].commit_seq == committed->earliest_out_conflict_commit)
            return ssi->log.xacts[i].number;
    return 0;
}

/* --- told --------------------------------------------------------------------------------------------------------- */

/* Of `count` so far, the latest `most` are kept. */
static uint32_t kept_of(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

uint32_t xip_ssi_seen_xacts(const xip_ssi *ssi)
{
    return kept_of(ssi->log.xact_count, XIP_SSI_SEEN_XACTS);
}

xip_seen_xact xip_ssi_seen_xact(const xip_ssi *ssi, uint32_t i)
{
    uint32_t number = ssi->log.xact_count - xip_ssi_seen_xacts(ssi) + i + 1;
    xip_seen_xact seen = ssi->log.xacts[number % XIP_SSI_SEEN_XACTS];
    for (const xip_sxact *at = ssi->first; at != NULL; at = at->next) {
        if (at->number != number)
            continue;
        describe(at, &seen);
        seen.is_remembered = true;
    }
    return seen;
}

uint32_t xip_ssi_seen_conflicts(const xip_ssi *ssi)
{
    return kept_of(ssi->log.conflict_count, XIP_SSI_SEEN_CONFLICTS);
}

const xip_seen_conflict *xip_ssi_seen_conflict(const xip_ssi *ssi, uint32_t i)
{
    uint32_t first = ssi->log.conflict_count - xip_ssi_seen_conflicts(ssi);
    return &ssi->log.conflicts[(first + i) % XIP_SSI_SEEN_CONFLICTS];
}

uint32_t xip_ssi_seen_structures(const xip_ssi *ssi)
{
    return kept_of(ssi->log.structure_count, XIP_SSI_SEEN_STRUCTURES);
}

const xip_seen_structure *xip_ssi_seen_structure(const xip_ssi *ssi, uint32_t i)
{
    uint32_t first = ssi->log.structure_count - xip_ssi_seen_structures(ssi);
    return &ssi->log.structures[(first + i) % XIP_SSI_SEEN_STRUCTURES];
}
