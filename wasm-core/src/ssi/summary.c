/*
 * summary.c — what is left of committed transactions for which there is no more room: their locks belong to one
 * nameless old transaction, and their xids are kept with the earliest commit among their conflicts out.
 * PostgreSQL: SummarizeOldestCommittedSxact, ReleaseOneSerializableXact, SerialAdd, SerialGetMinConflictCommitSeqNo,
 * SerialSetActiveSerXmin in predicate.c.
 */
#include "ssi/state.h"

/* Locks on one target collapse into one, with the latest commit. */
static void inherit_locks(xip_ssi *ssi, xip_sxact *sxact)
{
    for (xip_siread *at = sxact->sireads; at != NULL; at = at->next)
        if (at->is_held)
            xip_siread_inherit(ssi, at, sxact->commit_seq);
    xip_sireads_release(ssi, sxact);
}

static void conflicts_to_flags(xip_ssi *ssi, xip_sxact *sxact)
{
    for (xip_rw_conflict *at = sxact->conflicts[XIP_OUT].first; at != NULL; at = sxact->conflicts[XIP_OUT].first) {
        at->writer->flags |= XIP_SXACT_SUMMARY_CONFLICT_IN;
        xip_rw_conflict_release(ssi, at);
    }
    for (xip_rw_conflict *at = sxact->conflicts[XIP_IN].first; at != NULL; at = sxact->conflicts[XIP_IN].first) {
        at->reader->flags |= XIP_SXACT_SUMMARY_CONFLICT_OUT;
        xip_rw_conflict_release(ssi, at);
    }
}

/* SerialAdd */
static void add(xip_ssi *ssi, const xip_sxact *sxact)
{
    xip_old_xact *old = xip_old_xact_take(ssi);
    *old = (xip_old_xact){
        .next = ssi->old_xacts,
        .xid = sxact->top_xid,
        .min_conflict_commit =
            xip_sxact_is(sxact, XIP_SXACT_CONFLICT_OUT) ? sxact->earliest_out_conflict_commit : XIP_NO_COMMIT_SEQ,
    };
    ssi->old_xacts = old;
}

bool xip_summarize_oldest(xip_ssi *ssi)
{
    xip_sxact *sxact = ssi->first_finished;
    if (sxact == NULL)
        return false;
    xip_finished_forget(ssi, sxact);
    if (sxact->top_xid != XIP_INVALID_XID && !xip_sxact_is(sxact, XIP_SXACT_READ_ONLY))
        add(ssi, sxact);
    inherit_locks(ssi, sxact);
    conflicts_to_flags(ssi, sxact);
    xip_sxact_give(ssi, sxact);
    ssi->summarized++;
    return true;
}

uint64_t xip_ssi_summarized(const xip_ssi *ssi)
{
    return ssi->summarized;
}

void xip_summary_trim(xip_ssi *ssi, xip_xid oldest)
{
    for (xip_old_xact **at = &ssi->old_xacts; *at != NULL;) {
        xip_old_xact *old = *at;
        if (oldest != XIP_INVALID_XID && !xip_xid_precedes(old->xid, oldest)) {
            at = &old->next;
            continue;
        }
        *at = old->next;
        old->next = ssi->free_old_xacts;
        ssi->free_old_xacts = old;
    }
}

void xip_summary_clear(xip_ssi *ssi, xip_commit_seq seq)
{
    for (xip_siread *at = ssi->old.sireads, *next; at != NULL; at = next) {
        next = at->next;
        if (at->commit_seq <= seq)
            xip_siread_drop(ssi, at);
    }
}

xip_commit_seq xip_summary_min_conflict(const xip_ssi *ssi, xip_xid xid)
{
    const xip_old_xact *at = ssi->old_xacts;
    while (at != NULL && at->xid != xid)
        at = at->next;
    return at == NULL ? 0 : at->min_conflict_commit;
}
