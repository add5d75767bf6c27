/*
 * check.c — where reads and writes find rw-conflicts, and the last check before a commit.
 * PostgreSQL: CheckForSerializableConflictOut, CheckTargetForConflictsIn, CheckForSerializableConflictIn,
 * PreCommit_CheckForSerializationFailure in predicate.c.
 */
#include "ssi/state.h"
#include "xip.h"

static const char *const REASONS[] = {
#define X(name, text) text,
    XIP_SSI_FAILURE_MAP(X)
#undef X
};

const char *xip_ssi_reason(xip_ssi_failure failure)
{
    return failure < XIP_SSI_FAILURES ? REASONS[failure] : "";
}

xip_ssi_failure xip_ssi_check_read(xip_ssi *ssi, const xip_sxact *me)
{
    return xip_sxact_is(me, XIP_SXACT_DOOMED) ? xip_log_failure(ssi, me, XIP_SSI_PIVOT_OUT) : XIP_SSI_FINE;
}

/* SerializableXidHash */
static xip_sxact *sxact_of(const xip_ssi *ssi, xip_xid xid)
{
    xip_sxact *sxact = ssi->first;
    while (sxact != NULL && !(sxact->has_entry && sxact->top_xid == xid))
        sxact = sxact->next;
    return sxact;
}

/*
 * A read-only transaction does not mind a writer that has committed, unless that one is a pivot whose out-conflict
 * committed before the reader took its snapshot: otherwise the reader can be put first.
 */
static bool is_harmless(const xip_sxact *me, const xip_sxact *writer)
{
    return xip_sxact_is(me, XIP_SXACT_READ_ONLY) && xip_sxact_is(writer, XIP_SXACT_COMMITTED) &&
           (!xip_sxact_is(writer, XIP_SXACT_CONFLICT_OUT) ||
            me->last_commit_before_snapshot < writer->earliest_out_conflict_commit);
}

/* A writer of which only the xid is left. Whether it was concurrent is not asked. */
static xip_ssi_failure conflict_out_to_old(xip_ssi *ssi, xip_sxact *me, xip_xid xid, const xip_met *met)
{
    xip_commit_seq seq = xip_summary_min_conflict(ssi, xid);
    if (seq == 0)
        return XIP_SSI_FINE;
    if (!xip_sxact_is(me, XIP_SXACT_SUMMARY_CONFLICT_OUT))
        xip_log_conflict(ssi, me->number, 0, met);
    if (seq != XIP_NO_COMMIT_SEQ &&
        (!xip_sxact_is(me, XIP_SXACT_READ_ONLY) || seq <= me->last_commit_before_snapshot)) {
        xip_log_structure(ssi, &(xip_roles){.in = me->number}, me, XIP_SSI_TO_OLD_PIVOT);
        return XIP_SSI_TO_OLD_PIVOT;
    }
    const xip_rw_conflict *in = me->conflicts[XIP_IN].first;
    if (xip_sxact_is(me, XIP_SXACT_SUMMARY_CONFLICT_IN) || in != NULL) {
        xip_roles roles = {.in = in == NULL ? 0 : in->reader->number, .pivot = me->number};
        xip_log_structure(ssi, &roles, me, XIP_SSI_PIVOT_TO_OLD);
        return XIP_SSI_PIVOT_TO_OLD;
    }
    me->flags |= XIP_SXACT_SUMMARY_CONFLICT_OUT;
    return XIP_SSI_FINE;
}

/* The writer's own conflict out is to a summarized transaction, which has committed first, but nobody knows when. */
static xip_ssi_failure conflict_out_to_pivot_of_old(xip_ssi *ssi, const xip_sxact *me, xip_sxact *writer,
                                                    const xip_met *met)
{
    bool is_past_checks = xip_sxact_is(writer, XIP_SXACT_PREPARED);
    xip_ssi_failure failure = is_past_checks ? XIP_SSI_TO_PIVOT_OF_OLD : XIP_SSI_FINE;
    xip_log_conflict(ssi, me->number, writer->number, met);
    xip_log_structure(ssi, &(xip_roles){.in = me->number, .pivot = writer->number}, is_past_checks ? me : writer,
                      failure);
    if (!is_past_checks)
        writer->flags |= XIP_SXACT_DOOMED;
    return failure;
}

xip_ssi_failure xip_ssi_conflict_out(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag, xip_xid xid, bool is_concurrent,
                                     xip_xid *pivot)
{
    xip_ssi_failure failure = xip_ssi_check_read(ssi, me);
    if (failure != XIP_SSI_FINE || (ssi->faults & XIP_FAULT_MISSES_CONFLICT_OUT))
        return failure;
    *pivot = xid;
    xip_sxact *writer = sxact_of(ssi, xid);
    xip_met met = {.tag = tag, .read_step = ssi->log.step, .write_step = xip_log_write_step(writer, tag.relation)};
    if (writer == NULL)
        return conflict_out_to_old(ssi, me, xid, &met);
    if (writer == me || xip_sxact_is(writer, XIP_SXACT_DOOMED))
        return XIP_SSI_FINE;
    if (xip_sxact_is(writer, XIP_SXACT_SUMMARY_CONFLICT_OUT))
        return conflict_out_to_pivot_of_old(ssi, me, writer, &met);
    if (is_harmless(me, writer) || !is_concurrent || xip_rw_conflict_exists(me, writer))
        return XIP_SSI_FINE;
    return xip_rw_conflict_flag(ssi, me, me, writer, &met);
}

static xip_met met_lock(const xip_ssi *ssi, const xip_siread *lock)
{
    return (xip_met){.tag = lock->tag, .read_step = lock->step, .write_step = ssi->log.step, .at_write = true};
}

/*
 * Every lock of a transaction that overlaps `me` is an rw-conflict in. The old one's never is: it has no
 * finishedBefore, which so precedes every xmin. CheckTargetForConflictsIn of 13 to 18 says the same.
 */
static xip_ssi_failure check_target(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag, bool is_subtransaction)
{
    xip_siread *mine = NULL;
    for (xip_siread *at = xip_siread_next(ssi, tag, NULL); at != NULL; at = xip_siread_next(ssi, tag, at)) {
        xip_sxact *reader = at->owner;
        if (reader == me) {
            if (!is_subtransaction && tag.offset != 0)
                mine = at;
            continue;
        }
        bool overlaps =
            !xip_sxact_is(reader, XIP_SXACT_COMMITTED) || xip_xid_precedes(me->xmin, reader->finished_before);
        if (xip_sxact_is(reader, XIP_SXACT_DOOMED) || !overlaps || xip_rw_conflict_exists(reader, me))
            continue;
        xip_met met = met_lock(ssi, at);
        xip_ssi_failure failure = xip_rw_conflict_flag(ssi, me, reader, me, &met);
        if (failure != XIP_SSI_FINE)
            return failure;
    }
    if (mine != NULL)
        xip_siread_drop(ssi, mine);
    return XIP_SSI_FINE;
}

xip_ssi_failure xip_ssi_conflict_in(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag, bool is_subtransaction)
{
    if (xip_sxact_is(me, XIP_SXACT_DOOMED))
        return xip_log_failure(ssi, me, XIP_SSI_PIVOT_IN);
    me->did_write = true;
    xip_log_write(ssi, me, tag);
    xip_ssi_failure failure = XIP_SSI_FINE;
    /* From the finest to the coarsest. */
    if (tag.offset != 0)
        failure = check_target(ssi, me, tag, is_subtransaction);
    tag.offset = 0;
    if (failure == XIP_SSI_FINE && tag.block != XIP_SSI_NO_BLOCK)
        failure = check_target(ssi, me, tag, is_subtransaction);
    tag.block = XIP_SSI_NO_BLOCK;
    if (failure == XIP_SSI_FINE)
        failure = check_target(ssi, me, tag, is_subtransaction);
    return failure;
}

static xip_ssi_failure check_locks_of(xip_ssi *ssi, xip_sxact *me, xip_sxact *reader, uint32_t relation)
{
    for (const xip_siread *at = reader->sireads; at != NULL; at = at->next) {
        if (!at->is_held || at->tag.relation != relation || at->tag.index != 0 || xip_rw_conflict_exists(reader, me))
            continue;
        xip_met met = met_lock(ssi, at);
        xip_ssi_failure failure = xip_rw_conflict_flag(ssi, me, reader, me, &met);
        if (failure != XIP_SSI_FINE)
            return failure;
    }
    return XIP_SSI_FINE;
}

xip_ssi_failure xip_ssi_conflict_in_table(xip_ssi *ssi, xip_sxact *me, uint32_t relation)
{
    me->did_write = true;
    xip_log_write(ssi, me, (xip_ssi_tag){.relation = relation});
    xip_ssi_failure failure = check_locks_of(ssi, me, &ssi->old, relation);
    for (xip_sxact *at = ssi->first; at != NULL && failure == XIP_SSI_FINE; at = at->next)
        if (at != me)
            failure = check_locks_of(ssi, me, at, relation);
    return failure;
}

/* Who makes `pivot`, with its out-conflict to `me`, dangerous by a conflict in; NULL: nobody. */
static const xip_sxact *far_reader(const xip_sxact *me, const xip_sxact *pivot)
{
    for (const xip_rw_conflict *far = pivot->conflicts[XIP_IN].first; far != NULL; far = far->next[XIP_IN]) {
        const xip_sxact *reader = far->reader;
        if (reader == me || !xip_sxact_is(reader, XIP_SXACT_COMMITTED | XIP_SXACT_READ_ONLY | XIP_SXACT_DOOMED))
            return reader;
    }
    return NULL;
}

/*
 * `me` is about to be the first to commit of a dangerous structure whose pivot and Tin still run: the pivot is doomed,
 * because Tin would fail again when it is retried. A prepared pivot can no longer be ended.
 */
xip_ssi_failure xip_ssi_precommit(xip_ssi *ssi, xip_sxact *me)
{
    if (xip_sxact_is(me, XIP_SXACT_DOOMED))
        return xip_log_failure(ssi, me, XIP_SSI_PIVOT_COMMIT);
    for (xip_rw_conflict *near = me->conflicts[XIP_IN].first; near != NULL; near = near->next[XIP_IN]) {
        xip_sxact *pivot = near->reader;
        const xip_sxact *far = far_reader(me, pivot);
        if (xip_sxact_is(pivot, XIP_SXACT_COMMITTED | XIP_SXACT_DOOMED) || far == NULL)
            continue;
        xip_roles roles = {.in = far->number, .pivot = pivot->number, .out = me->number};
        if (xip_sxact_is(pivot, XIP_SXACT_PREPARED)) {
            xip_log_structure(ssi, &roles, me, XIP_SSI_PREPARED_PIVOT);
            return XIP_SSI_PREPARED_PIVOT;
        }
        xip_log_structure(ssi, &roles, pivot, XIP_SSI_FINE);
        pivot->flags |= XIP_SXACT_DOOMED;
    }
    me->prepare_seq = ++ssi->last_commit;
    me->flags |= XIP_SXACT_PREPARED;
    return XIP_SSI_FINE;
}
