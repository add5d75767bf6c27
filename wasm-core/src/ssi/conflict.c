/*
 * conflict.c — rw-conflicts: recorded, released, and the dangerous structure that a new one may complete.
 * PostgreSQL: SetRWConflict, FlagRWConflict, OnConflict_CheckForSerializationFailure in predicate.c.
 */
#include "ssi/state.h"

static void append(xip_rw_list *list, xip_rw_conflict *conflict, xip_side side)
{
    conflict->next[side] = NULL;
    conflict->prev[side] = list->last;
    if (list->last == NULL)
        list->first = conflict;
    else
        list->last->next[side] = conflict;
    list->last = conflict;
}

static void unlink_from(xip_rw_list *list, xip_rw_conflict *conflict, xip_side side)
{
    if (conflict->prev[side] == NULL)
        list->first = conflict->next[side];
    else
        conflict->prev[side]->next[side] = conflict->next[side];
    if (conflict->next[side] == NULL)
        list->last = conflict->prev[side];
    else
        conflict->next[side]->prev[side] = conflict->prev[side];
}

static bool set(xip_ssi *ssi, xip_sxact *reader, xip_sxact *writer, xip_rw_list *out, xip_rw_list *in)
{
    xip_rw_conflict *conflict = xip_rw_conflict_take(ssi);
    if (conflict == NULL)
        return false;
    conflict->reader = reader;
    conflict->writer = writer;
    append(out, conflict, XIP_OUT);
    append(in, conflict, XIP_IN);
    return true;
}

bool xip_rw_possible_set(xip_ssi *ssi, xip_sxact *read_only, xip_sxact *active)
{
    return set(ssi, active, read_only, &active->possible[XIP_OUT], &read_only->possible[XIP_IN]);
}

void xip_rw_conflict_release(xip_ssi *ssi, xip_rw_conflict *conflict)
{
    unlink_from(&conflict->reader->conflicts[XIP_OUT], conflict, XIP_OUT);
    unlink_from(&conflict->writer->conflicts[XIP_IN], conflict, XIP_IN);
    xip_rw_conflict_give(ssi, conflict);
}

void xip_rw_possible_release(xip_ssi *ssi, xip_rw_conflict *possible)
{
    unlink_from(&possible->reader->possible[XIP_OUT], possible, XIP_OUT);
    unlink_from(&possible->writer->possible[XIP_IN], possible, XIP_IN);
    xip_rw_conflict_give(ssi, possible);
}

/* RWConflictExists */
bool xip_rw_conflict_exists(const xip_sxact *reader, const xip_sxact *writer)
{
    if (xip_sxact_is(reader, XIP_SXACT_DOOMED) || xip_sxact_is(writer, XIP_SXACT_DOOMED))
        return false;
    for (const xip_rw_conflict *at = reader->conflicts[XIP_OUT].first; at != NULL; at = at->next[XIP_OUT])
        if (at->writer == writer)
            return true;
    return false;
}

/*
 * reader → writer → t2, and t2 committed first, or will because it is prepared. No harm if the reader or the writer
 * committed before t2, or if the reader only reads and took its snapshot before t2 committed.
 */
static bool makes_pivot_of_writer(const xip_sxact *reader, const xip_sxact *writer, xip_roles *roles)
{
    *roles = (xip_roles){.in = reader->number, .pivot = writer->number};
    if (xip_sxact_is(writer, XIP_SXACT_SUMMARY_CONFLICT_OUT))
        return true;
    for (const xip_rw_conflict *at = writer->conflicts[XIP_OUT].first; at != NULL; at = at->next[XIP_OUT]) {
        const xip_sxact *t2 = at->writer;
        if (xip_sxact_is(t2, XIP_SXACT_PREPARED) &&
            (!xip_sxact_is(reader, XIP_SXACT_COMMITTED) || t2->prepare_seq <= reader->commit_seq) &&
            (!xip_sxact_is(writer, XIP_SXACT_COMMITTED) || t2->prepare_seq <= writer->commit_seq) &&
            (!xip_sxact_is(reader, XIP_SXACT_READ_ONLY) || t2->prepare_seq <= reader->last_commit_before_snapshot)) {
            roles->out = t2->number;
            return true;
        }
    }
    return false;
}

/*
 * t0 → reader → writer, and the writer commits first. No harm if t0 committed before the writer, or if t0 only reads
 * and took its snapshot before the writer committed.
 */
static bool makes_pivot_of_reader(const xip_sxact *reader, const xip_sxact *writer, xip_roles *roles)
{
    *roles = (xip_roles){.pivot = reader->number, .out = writer->number};
    if (!xip_sxact_is(writer, XIP_SXACT_PREPARED) || xip_sxact_is(reader, XIP_SXACT_READ_ONLY))
        return false;
    if (xip_sxact_is(reader, XIP_SXACT_SUMMARY_CONFLICT_IN))
        return true;
    for (const xip_rw_conflict *at = reader->conflicts[XIP_IN].first; at != NULL; at = at->next[XIP_IN]) {
        const xip_sxact *t0 = at->reader;
        if (!xip_sxact_is(t0, XIP_SXACT_DOOMED) &&
            (!xip_sxact_is(t0, XIP_SXACT_COMMITTED) || t0->commit_seq >= writer->prepare_seq) &&
            (!xip_sxact_is(t0, XIP_SXACT_READ_ONLY) || t0->last_commit_before_snapshot >= writer->prepare_seq)) {
            roles->in = t0->number;
            return true;
        }
    }
    return false;
}

/* The writer has committed with a conflict out to somebody who had committed before. */
static bool was_pivot(const xip_ssi *ssi, const xip_sxact *reader, const xip_sxact *writer, xip_roles *roles)
{
    if (!xip_sxact_is(writer, XIP_SXACT_COMMITTED) || !xip_sxact_is(writer, XIP_SXACT_CONFLICT_OUT))
        return false;
    *roles = (xip_roles){.in = reader->number, .pivot = writer->number, .out = xip_log_out_of(ssi, writer)};
    return true;
}

static xip_ssi_failure victim_is(xip_ssi *ssi, const xip_sxact *victim, const xip_roles *roles, xip_ssi_failure failure)
{
    xip_log_structure(ssi, roles, victim, failure);
    return failure;
}

/*
 * OnConflict_CheckForSerializationFailure. The writer is ended if it can be: at once if it is `me`, otherwise it is
 * doomed and fails at its next check. A writer that is past its last check wins, and the reader, `me`, fails.
 */
static xip_ssi_failure check(xip_ssi *ssi, const xip_sxact *me, const xip_sxact *reader, xip_sxact *writer)
{
    xip_roles roles;
    if (!was_pivot(ssi, reader, writer, &roles) && !makes_pivot_of_writer(reader, writer, &roles) &&
        !makes_pivot_of_reader(reader, writer, &roles))
        return XIP_SSI_FINE;
    if (me == writer)
        return victim_is(ssi, me, &roles, XIP_SSI_PIVOT_WRITE);
    if (xip_sxact_is(writer, XIP_SXACT_PREPARED))
        return victim_is(ssi, me, &roles, XIP_SSI_TO_PIVOT);
    writer->flags |= XIP_SXACT_DOOMED;
    return victim_is(ssi, writer, &roles, XIP_SSI_FINE);
}

xip_ssi_failure xip_rw_conflict_flag(xip_ssi *ssi, const xip_sxact *me, xip_sxact *reader, xip_sxact *writer,
                                     const xip_met *met)
{
    xip_log_conflict(ssi, reader->number, writer->number, met);
    xip_ssi_failure failure = check(ssi, me, reader, writer);
    if (failure != XIP_SSI_FINE)
        return failure;
    if (reader == &ssi->old) {
        writer->flags |= XIP_SXACT_SUMMARY_CONFLICT_IN;
        return XIP_SSI_FINE;
    }
    return set(ssi, reader, writer, &reader->conflicts[XIP_OUT], &writer->conflicts[XIP_IN]) ? XIP_SSI_FINE
                                                                                             : XIP_SSI_NO_ROOM;
}
