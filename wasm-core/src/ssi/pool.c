/*
 * pool.c — room for transactions, locks and conflicts: freed ones are used again. The limits of each kind are
 * PostgreSQL's ways to run out of shared memory (InitPredicateLocks in predicate.c), in numbers of our own.
 */
#include "base/assert.h"
#include "ssi/state.h"

#include <string.h>

static void *fresh(xip_ssi *ssi, size_t size)
{
    void *bytes = xip_arena_take(ssi->arena, size, 16);
    XIP_ASSERT(bytes != NULL, "a driver asks whether the server is full before each statement");
    return bytes;
}

xip_ssi *xip_ssi_create(xip_arena *arena, uint32_t most, uint32_t faults)
{
    xip_ssi *ssi = xip_arena_take(arena, sizeof *ssi, 16);
    if (ssi == NULL)
        return NULL;
    ssi->arena = arena;
    ssi->most = most;
    ssi->faults = faults;
    ssi->last_commit = XIP_FIRST_COMMIT_SEQ - 1;
    ssi->old.owner = XIP_SSI_NOBODY;
    ssi->old.flags = XIP_SXACT_COMMITTED;
    return ssi;
}

/* CreatePredXact: last in the list of those that are remembered. NULL: there is no room. */
xip_sxact *xip_sxact_take(xip_ssi *ssi)
{
    if (ssi->sxact_count == ssi->most)
        return NULL;
    xip_sxact *sxact = ssi->free_sxacts;
    if (sxact != NULL)
        ssi->free_sxacts = sxact->next;
    else
        sxact = fresh(ssi, sizeof *sxact);
    memset(sxact, 0, sizeof *sxact);
    ssi->sxact_count++;
    if (ssi->last == NULL)
        ssi->first = sxact;
    else
        ssi->last->next = sxact;
    ssi->last = sxact;
    return sxact;
}

/* ReleasePredXact */
void xip_sxact_give(xip_ssi *ssi, xip_sxact *sxact)
{
    xip_sxact *before = NULL;
    for (xip_sxact *at = ssi->first; at != sxact; at = at->next)
        before = at;
    if (before == NULL)
        ssi->first = sxact->next;
    else
        before->next = sxact->next;
    if (ssi->last == sxact)
        ssi->last = before;
    sxact->next = ssi->free_sxacts;
    ssi->free_sxacts = sxact;
    ssi->sxact_count--;
}

xip_siread *xip_siread_take(xip_ssi *ssi)
{
    if (ssi->siread_count == XIP_MAX_SIREADS)
        return NULL;
    xip_siread *siread = ssi->free_sireads;
    if (siread != NULL)
        ssi->free_sireads = siread->next;
    else
        siread = fresh(ssi, sizeof *siread);
    memset(siread, 0, sizeof *siread);
    ssi->siread_count++;
    return siread;
}

void xip_siread_give(xip_ssi *ssi, xip_siread *siread)
{
    siread->next = ssi->free_sireads;
    ssi->free_sireads = siread;
    ssi->siread_count--;
}

xip_rw_conflict *xip_rw_conflict_take(xip_ssi *ssi)
{
    if (ssi->conflict_count == XIP_MAX_RW_CONFLICTS)
        return NULL;
    xip_rw_conflict *conflict = ssi->free_conflicts;
    if (conflict != NULL)
        ssi->free_conflicts = conflict->next[XIP_OUT];
    else
        conflict = fresh(ssi, sizeof *conflict);
    memset(conflict, 0, sizeof *conflict);
    ssi->conflict_count++;
    return conflict;
}

void xip_rw_conflict_give(xip_ssi *ssi, xip_rw_conflict *conflict)
{
    conflict->next[XIP_OUT] = ssi->free_conflicts;
    ssi->free_conflicts = conflict;
    ssi->conflict_count--;
}

xip_old_xact *xip_old_xact_take(xip_ssi *ssi)
{
    xip_old_xact *old = ssi->free_old_xacts;
    if (old != NULL)
        ssi->free_old_xacts = old->next;
    else
        old = fresh(ssi, sizeof *old);
    return old;
}

/* --- those that have committed ------------------------------------------------------------------------------------ */

void xip_finished_add(xip_ssi *ssi, xip_sxact *sxact)
{
    sxact->next_finished = NULL;
    if (ssi->last_finished == NULL)
        ssi->first_finished = sxact;
    else
        ssi->last_finished->next_finished = sxact;
    ssi->last_finished = sxact;
}

void xip_finished_forget(xip_ssi *ssi, const xip_sxact *sxact)
{
    xip_sxact *before = NULL;
    for (xip_sxact *at = ssi->first_finished; at != sxact; at = at->next_finished)
        before = at;
    if (before == NULL)
        ssi->first_finished = sxact->next_finished;
    else
        before->next_finished = sxact->next_finished;
    if (ssi->last_finished == sxact)
        ssi->last_finished = before;
}
