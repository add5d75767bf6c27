/*
 * sireads.c — SIREAD locks: taken, promoted to coarser ones, dropped.
 * PostgreSQL: PredicateLockAcquire, CheckAndPromotePredicateLockRequest, DeleteChildTargetLocks, DecrementParentLocks
 * in predicate.c.
 *
 * A transaction counts the finer locks inside each page and relation. Too many of them are replaced by one coarser
 * lock: the third on a page (max_pred_locks_per_page), the 32nd in a relation (max_pred_locks_per_relation = -2: half
 * of max_pred_locks_per_transaction = 64, less one).
 *
 * MODEL: max_pred_locks_per_transaction, _relation and _page have their defaults.
 */
#include "ssi/state.h"
#include "xip.h"

enum { MOST_ON_PAGE = 2, MOST_IN_RELATION = 31 };

static bool is_same(xip_ssi_tag a, xip_ssi_tag b)
{
    return a.relation == b.relation && a.index == b.index && a.block == b.block && a.offset == b.offset;
}

/* GetParentPredicateLockTag: the next coarser target; false for a relation. */
static bool parent_of(xip_ssi_tag tag, xip_ssi_tag *parent)
{
    *parent = tag;
    if (tag.offset != 0)
        parent->offset = 0;
    else if (tag.block != XIP_SSI_NO_BLOCK)
        parent->block = XIP_SSI_NO_BLOCK;
    else
        return false;
    return true;
}

/* TargetTagIsCoveredBy */
static bool is_inside(xip_ssi_tag inner, xip_ssi_tag outer)
{
    if (inner.relation != outer.relation || inner.index != outer.index || outer.offset != 0)
        return false;
    if (outer.block == XIP_SSI_NO_BLOCK)
        return inner.block != XIP_SSI_NO_BLOCK;
    return inner.offset != 0 && inner.block == outer.block;
}

static xip_siread **bucket_of(xip_ssi *ssi, xip_ssi_tag tag)
{
    uint32_t mixed = ((tag.relation * 31 + tag.index) * 31 + tag.block) * 31 + tag.offset;
    return &ssi->buckets[mixed % XIP_SIREAD_BUCKETS];
}

xip_siread *xip_siread_next(const xip_ssi *ssi, xip_ssi_tag tag, const xip_siread *after)
{
    xip_siread *at = after != NULL ? after->in_bucket : *bucket_of((xip_ssi *)ssi, tag);
    while (at != NULL && !is_same(at->tag, tag))
        at = at->in_bucket;
    return at;
}

xip_siread *xip_siread_of(const xip_sxact *me, xip_ssi_tag tag)
{
    for (xip_siread *at = me->sireads; at != NULL; at = at->next)
        if (is_same(at->tag, tag))
            return at;
    return NULL;
}

static xip_siread *entry_or_new(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag)
{
    xip_siread *entry = xip_siread_of(me, tag);
    if (entry != NULL)
        return entry;
    entry = xip_siread_take(ssi);
    if (entry == NULL)
        return NULL;
    entry->tag = tag;
    entry->owner = me;
    entry->next = me->sireads;
    me->sireads = entry;
    return entry;
}

/* CreatePredicateLock: last among those on its target. */
static void hold(xip_ssi *ssi, xip_siread *entry)
{
    xip_siread **at = bucket_of(ssi, entry->tag);
    while (*at != NULL)
        at = &(*at)->in_bucket;
    *at = entry;
    entry->in_bucket = NULL;
    entry->is_held = true;
    entry->step = ssi->log.step;
}

static void let_go(xip_ssi *ssi, xip_siread *entry)
{
    xip_siread **at = bucket_of(ssi, entry->tag);
    while (*at != entry)
        at = &(*at)->in_bucket;
    *at = entry->in_bucket;
    entry->is_held = false;
}

static void forget(xip_ssi *ssi, xip_siread *entry)
{
    xip_siread **at = &entry->owner->sireads;
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    xip_siread_give(ssi, entry);
}

/* DecrementParentLocks */
static void count_down_parents(xip_ssi *ssi, const xip_sxact *me, xip_ssi_tag tag)
{
    for (xip_ssi_tag parent; parent_of(tag, &parent); tag = parent) {
        xip_siread *entry = xip_siread_of(me, parent);
        if (entry == NULL)
            continue;
        if (entry->children > 0)
            entry->children--;
        if (entry->children == 0 && !entry->is_held)
            forget(ssi, entry);
    }
}

/* DeleteChildTargetLocks */
static void drop_inside(xip_ssi *ssi, const xip_sxact *me, xip_ssi_tag outer)
{
    for (;;) {
        xip_siread *inner = me->sireads;
        while (inner != NULL && !(inner->is_held && is_inside(inner->tag, outer)))
            inner = inner->next;
        if (inner == NULL)
            return;
        xip_siread_drop(ssi, inner);
    }
}

/* PredicateLockExists, and CoarserLockCovers for its parents. */
static bool is_covered(const xip_sxact *me, xip_ssi_tag tag)
{
    do {
        const xip_siread *entry = xip_siread_of(me, tag);
        if (entry != NULL && entry->is_held)
            return true;
    } while (parent_of(tag, &tag));
    return false;
}

/* CheckAndPromotePredicateLockRequest: *coarser is the coarsest parent that has too many locks inside. */
static bool is_promoted(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag, xip_ssi_tag *coarser, bool *has_room)
{
    bool promotes = false;
    for (xip_ssi_tag parent; parent_of(tag, &parent); tag = parent) {
        xip_siread *entry = entry_or_new(ssi, me, parent);
        if (entry == NULL) {
            *has_room = false;
            return false;
        }
        entry->children++;
        if (entry->children > (parent.block == XIP_SSI_NO_BLOCK ? MOST_IN_RELATION : MOST_ON_PAGE)) {
            *coarser = parent;
            promotes = true;
        }
    }
    return promotes;
}

xip_ssi_failure xip_ssi_read(xip_ssi *ssi, xip_sxact *me, xip_ssi_tag tag)
{
    while (!is_covered(me, tag)) {
        xip_siread *entry = entry_or_new(ssi, me, tag);
        if (entry == NULL)
            return XIP_SSI_NO_ROOM;
        hold(ssi, entry);
        xip_ssi_tag coarser = tag;
        bool has_room = true;
        if (!is_promoted(ssi, me, tag, &coarser, &has_room)) {
            if (tag.offset == 0)
                drop_inside(ssi, me, tag);
            return has_room ? XIP_SSI_FINE : XIP_SSI_NO_ROOM;
        }
        if (ssi->faults & XIP_FAULT_PROMOTION_FORGETS) {
            drop_inside(ssi, me, coarser);
            return XIP_SSI_FINE;
        }
        tag = coarser;
    }
    return XIP_SSI_FINE;
}

void xip_siread_inherit(xip_ssi *ssi, xip_siread *siread, xip_commit_seq commit_seq)
{
    xip_siread *old = xip_siread_of(&ssi->old, siread->tag);
    if (old == NULL) {
        let_go(ssi, siread);
        old = entry_or_new(ssi, &ssi->old, siread->tag);
        if (old == NULL)
            return;
        hold(ssi, old);
    }
    if (old->commit_seq < commit_seq)
        old->commit_seq = commit_seq;
}

void xip_siread_drop(xip_ssi *ssi, xip_siread *siread)
{
    const xip_sxact *me = siread->owner;
    xip_ssi_tag tag = siread->tag;
    let_go(ssi, siread);
    forget(ssi, siread);
    count_down_parents(ssi, me, tag);
}

void xip_sireads_release(xip_ssi *ssi, xip_sxact *sxact)
{
    while (sxact->sireads != NULL) {
        xip_siread *entry = sxact->sireads;
        if (entry->is_held)
            let_go(ssi, entry);
        forget(ssi, entry);
    }
}

static void forget_relation(xip_ssi *ssi, xip_sxact *sxact, uint32_t relation)
{
    for (xip_siread *at = sxact->sireads, *next; at != NULL; at = next) {
        next = at->next;
        if (at->tag.relation != relation)
            continue;
        if (at->is_held)
            let_go(ssi, at);
        forget(ssi, at);
    }
}

void xip_ssi_forget_relation(xip_ssi *ssi, uint32_t relation)
{
    for (xip_sxact *sxact = ssi->first; sxact != NULL; sxact = sxact->next)
        forget_relation(ssi, sxact, relation);
    forget_relation(ssi, &ssi->old, relation);
}

typedef struct lock_list {
    xip_ssi_lock *locks;
    uint32_t from, capacity, count; /* count: met so far */
} lock_list;

static void list_locks(lock_list *list, const xip_sxact *sxact)
{
    for (const xip_siread *at = sxact->sireads; at != NULL; at = at->next) {
        if (!at->is_held)
            continue;
        if (list->count >= list->from && list->count - list->from < list->capacity)
            list->locks[list->count - list->from] =
                (xip_ssi_lock){.owner = sxact->owner,
                               .is_committed = xip_sxact_is(sxact, XIP_SXACT_COMMITTED),
                               .is_safe = xip_sxact_is(sxact, XIP_SXACT_RO_SAFE),
                               .transaction = sxact->number,
                               .step = at->step,
                               .tag = at->tag};
        list->count++;
    }
}

uint32_t xip_ssi_locks(const xip_ssi *ssi, uint32_t from, xip_ssi_lock *locks, uint32_t capacity)
{
    lock_list list = {.locks = locks, .from = from, .capacity = capacity};
    list_locks(&list, &ssi->old);
    for (const xip_sxact *at = ssi->first; at != NULL; at = at->next)
        list_locks(&list, at);
    return list.count;
}
