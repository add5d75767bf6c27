/*
 * sxact.c — serializable transactions: from the snapshot to the moment when nobody needs to remember them.
 * PostgreSQL: GetSerializableTransactionSnapshotInt, ReleasePredicateLocks, ClearOldPredicateLocks,
 * ReleaseOneSerializableXact in predicate.c.
 */
#include "ssi/state.h"
#include "xip.h"

static void release_one(xip_ssi *ssi, xip_sxact *sxact, bool is_partial);

/* --- begin ------------------------------------------------------------------------------------------------------- */

static void join_global_xmin(xip_ssi *ssi, xip_xid xmin)
{
    if (ssi->global_xmin == XIP_INVALID_XID) {
        ssi->global_xmin = xmin;
        ssi->global_xmin_count = 1;
        xip_summary_trim(ssi, xmin);
    } else if (ssi->global_xmin == xmin) {
        ssi->global_xmin_count++;
    }
}

/* Every read-write transaction that runs may still make the snapshot unsafe. False: no room. */
static bool note_possible_conflicts(xip_ssi *ssi, xip_sxact *me)
{
    for (xip_sxact *other = ssi->first; other != NULL; other = other->next)
        if (other != me && !xip_sxact_is(other, XIP_SXACT_COMMITTED | XIP_SXACT_DOOMED | XIP_SXACT_READ_ONLY) &&
            !xip_rw_possible_set(ssi, me, other))
            return false;
    return true;
}

static void release_possible(xip_ssi *ssi, xip_sxact *read_only)
{
    while (read_only->possible[XIP_IN].first != NULL)
        xip_rw_possible_release(ssi, read_only->possible[XIP_IN].first);
}

/* For lack of room the oldest that has committed is summarized, also for one that turns out to need no tracking. */
static xip_sxact *take(xip_ssi *ssi)
{
    xip_sxact *sxact = xip_sxact_take(ssi);
    while (sxact == NULL && xip_summarize_oldest(ssi))
        sxact = xip_sxact_take(ssi);
    return sxact;
}

xip_ssi_failure xip_ssi_begin(xip_ssi *ssi, const xip_ssi_start *start, xip_sxact **sxact)
{
    xip_sxact *me = take(ssi);
    if (me == NULL)
        return XIP_SSI_NO_ROOM;
    if (start->is_read_only && ssi->writable_count == 0) {
        xip_sxact_give(ssi, me);
        return XIP_SSI_FINE;
    }
    me->owner = start->owner;
    me->last_commit_before_snapshot = ssi->last_commit;
    me->prepare_seq = me->commit_seq = XIP_NO_COMMIT_SEQ;
    me->top_xid = start->top_xid;
    me->xmin = start->xmin;
    if (start->is_read_only) {
        me->flags |= XIP_SXACT_READ_ONLY;
        bool has_room = note_possible_conflicts(ssi, me);
        if (!has_room || me->possible[XIP_IN].first == NULL) {
            release_possible(ssi, me);
            xip_sxact_give(ssi, me);
            return has_room ? XIP_SSI_FINE : XIP_SSI_NO_ROOM;
        }
    } else {
        ssi->writable_count++;
    }
    join_global_xmin(ssi, start->xmin);
    xip_log_begin(ssi, me);
    *sxact = me;
    return XIP_SSI_FINE;
}

void xip_ssi_set_xid(xip_sxact *me, xip_xid top_xid)
{
    me->top_xid = top_xid;
    me->has_entry = true;
}

bool xip_ssi_is_safe(const xip_sxact *me)
{
    return xip_sxact_is(me, XIP_SXACT_RO_SAFE);
}

bool xip_ssi_is_unsafe(const xip_sxact *me)
{
    return xip_sxact_is(me, XIP_SXACT_RO_UNSAFE);
}

void xip_ssi_await(xip_sxact *me)
{
    me->flags |= XIP_SXACT_AWAITS;
}

bool xip_ssi_awaits(const xip_sxact *me)
{
    return xip_sxact_is(me, XIP_SXACT_AWAITS);
}

const xip_sxact *xip_ssi_next_answered(const xip_ssi *ssi, const xip_sxact *after)
{
    const xip_sxact *at = after != NULL ? after->next : ssi->first;
    while (at != NULL && !(xip_ssi_awaits(at) && xip_sxact_is(at, XIP_SXACT_RO_SAFE | XIP_SXACT_RO_UNSAFE)))
        at = at->next;
    return at;
}

uint32_t xip_ssi_who_may_harm(const xip_sxact *me, uint32_t *owners, uint32_t capacity)
{
    uint32_t count = 0;
    for (const xip_rw_conflict *at = me->possible[XIP_IN].first; at != NULL; at = at->next[XIP_IN], count++)
        if (count < capacity)
            owners[count] = at->reader->owner;
    return count;
}

bool xip_ssi_is_oldest_of_owner(const xip_ssi *ssi, const xip_sxact *me)
{
    const xip_sxact *at = ssi->first;
    while (at->owner != me->owner)
        at = at->next;
    return at == me;
}

uint32_t xip_ssi_owner(const xip_sxact *sxact)
{
    return sxact->owner;
}

void xip_ssi_hand_over(xip_sxact *me, uint32_t owner)
{
    me->owner = owner;
}

void xip_ssi_did_write(xip_sxact *me)
{
    me->did_write = true;
}

/* --- end --------------------------------------------------------------------------------------------------------- */

static void mark_ended(xip_ssi *ssi, xip_sxact *me, bool is_commit)
{
    if (is_commit) {
        me->flags |= XIP_SXACT_COMMITTED;
        me->commit_seq = ++ssi->last_commit;
        if (!me->did_write)
            me->flags |= XIP_SXACT_READ_ONLY;
        return;
    }
    me->flags |= XIP_SXACT_DOOMED | XIP_SXACT_ROLLED_BACK;
    me->flags &= ~(uint32_t)XIP_SXACT_PREPARED;
}

/* Keeps of its out-conflicts only those to running transactions, and remembers the earliest commit of the others. */
static void settle_out(xip_ssi *ssi, xip_sxact *me, bool is_commit)
{
    /* To which old one, nobody knows: as early as can be. */
    if (is_commit && !xip_sxact_is(me, XIP_SXACT_READ_ONLY) && xip_sxact_is(me, XIP_SXACT_SUMMARY_CONFLICT_OUT)) {
        me->earliest_out_conflict_commit = XIP_FIRST_COMMIT_SEQ;
        me->flags |= XIP_SXACT_CONFLICT_OUT;
    }
    for (xip_rw_conflict *at = me->conflicts[XIP_OUT].first, *next; at != NULL; at = next) {
        next = at->next[XIP_OUT];
        const xip_sxact *writer = at->writer;
        bool has_committed = xip_sxact_is(writer, XIP_SXACT_COMMITTED);
        if (is_commit && !xip_sxact_is(me, XIP_SXACT_READ_ONLY) && has_committed) {
            if (!xip_sxact_is(me, XIP_SXACT_CONFLICT_OUT) || writer->prepare_seq < me->earliest_out_conflict_commit)
                me->earliest_out_conflict_commit = writer->prepare_seq;
            me->flags |= XIP_SXACT_CONFLICT_OUT;
        }
        if (!is_commit || has_committed || writer->last_commit_before_snapshot >= ssi->last_commit)
            xip_rw_conflict_release(ssi, at);
    }
}

static void settle_in(xip_ssi *ssi, xip_sxact *me, bool is_commit)
{
    for (xip_rw_conflict *at = me->conflicts[XIP_IN].first, *next; at != NULL; at = next) {
        next = at->next[XIP_IN];
        if (!is_commit || xip_sxact_is(at->reader, XIP_SXACT_COMMITTED | XIP_SXACT_READ_ONLY))
            xip_rw_conflict_release(ssi, at);
    }
}

/* Read-only transactions that waited for this one's end are unsafe, or perhaps safe now. */
static void settle_possible(xip_ssi *ssi, xip_sxact *me, bool is_commit)
{
    for (xip_rw_conflict *at = me->possible[XIP_OUT].first; at != NULL; at = me->possible[XIP_OUT].first) {
        xip_sxact *read_only = at->writer;
        if (is_commit && me->did_write && xip_sxact_is(me, XIP_SXACT_CONFLICT_OUT) &&
            me->earliest_out_conflict_commit <= read_only->last_commit_before_snapshot) {
            release_possible(ssi, read_only); /* FlagSxactUnsafe */
            read_only->flags |= ssi->faults & XIP_FAULT_UNSAFE_IS_SAFE ? XIP_SXACT_RO_SAFE : XIP_SXACT_RO_UNSAFE;
            continue;
        }
        xip_rw_possible_release(ssi, at);
        if (read_only->possible[XIP_IN].first == NULL)
            read_only->flags |= XIP_SXACT_RO_SAFE;
    }
}

/* SetNewSxactGlobalXmin */
static void find_global_xmin(xip_ssi *ssi)
{
    ssi->global_xmin = XIP_INVALID_XID;
    ssi->global_xmin_count = 0;
    for (const xip_sxact *at = ssi->first; at != NULL; at = at->next) {
        if (xip_sxact_is(at, XIP_SXACT_ROLLED_BACK | XIP_SXACT_COMMITTED))
            continue;
        if (ssi->global_xmin == XIP_INVALID_XID || xip_xid_precedes(at->xmin, ssi->global_xmin)) {
            ssi->global_xmin = at->xmin;
            ssi->global_xmin_count = 1;
        } else if (at->xmin == ssi->global_xmin) {
            ssi->global_xmin_count++;
        }
    }
    xip_summary_trim(ssi, ssi->global_xmin);
}

/* The finished ones are in the order of their commits: up to the first that still matters. */
static void clear_finished(xip_ssi *ssi)
{
    for (xip_sxact *at = ssi->first_finished, *next; at != NULL; at = next) {
        next = at->next_finished;
        bool is_over =
            ssi->global_xmin == XIP_INVALID_XID || xip_xid_follows_or_equals(ssi->global_xmin, at->finished_before);
        if (!is_over && (at->commit_seq <= ssi->have_cleared_through || at->commit_seq > ssi->can_clear_through))
            return;
        xip_commit_seq seq = at->commit_seq;
        bool is_partial = !is_over && !xip_sxact_is(at, XIP_SXACT_READ_ONLY);
        if (!is_partial)
            xip_finished_forget(ssi, at);
        release_one(ssi, at, is_partial);
        if (!is_over)
            ssi->have_cleared_through = seq;
    }
}

/* ClearOldPredicateLocks */
static void clear_old(xip_ssi *ssi)
{
    clear_finished(ssi);
    xip_summary_clear(ssi, ssi->can_clear_through);
}

/* ReleaseOneSerializableXact. Partial: only out-conflicts of a committed transaction can still matter. */
static void release_one(xip_ssi *ssi, xip_sxact *sxact, bool is_partial)
{
    xip_sireads_release(ssi, sxact);
    while (!is_partial && sxact->conflicts[XIP_OUT].first != NULL)
        xip_rw_conflict_release(ssi, sxact->conflicts[XIP_OUT].first);
    while (sxact->conflicts[XIP_IN].first != NULL)
        xip_rw_conflict_release(ssi, sxact->conflicts[XIP_IN].first);
    if (!is_partial)
        xip_sxact_give(ssi, sxact);
}

void xip_ssi_release(xip_ssi *ssi, xip_sxact *me, bool is_commit, xip_xid next_xid)
{
    bool was_read_only = xip_sxact_is(me, XIP_SXACT_READ_ONLY);
    me->finished_before = next_xid;
    if (is_commit && (ssi->faults & XIP_FAULT_SIREAD_ENDS_AT_COMMIT))
        xip_sireads_release(ssi, me);
    mark_ended(ssi, me, is_commit);
    xip_log_end(ssi, me);
    if (was_read_only)
        release_possible(ssi, me);
    else if (--ssi->writable_count == 0)
        ssi->can_clear_through = ssi->last_commit;
    settle_out(ssi, me, is_commit);
    settle_in(ssi, me, is_commit);
    if (!was_read_only)
        settle_possible(ssi, me, is_commit);
    bool clears = me->xmin == ssi->global_xmin && --ssi->global_xmin_count == 0;
    if (clears)
        find_global_xmin(ssi);
    if (!is_commit) {
        release_one(ssi, me, false);
    } else {
        xip_finished_add(ssi, me);
    }
    if (clears)
        clear_old(ssi);
}
