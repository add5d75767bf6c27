/*
 * prune.c — see prune.h. First all tuples are judged, then chains are followed from their roots, then the page is
 * changed. Index entries point to roots: a root becomes a redirect or dead, never unused, until VACUUM has cleaned the
 * indexes.
 */
#include "heap/prune.h"

#include <string.h>

#include "heap/multixact.h"
#include "heap/visibility.h"

typedef struct pruning {
    xip_session *me;
    xip_heap *heap;
    xip_page *page;
    uint32_t items;
    xip_prune_vacuum vacuum;
    uint8_t htsv[XIP_MAX_ITEMS + 1]; /* xip_htsv of normal items */
    bool done[XIP_MAX_ITEMS + 1];    /* its fate is decided */
    uint16_t redirect[XIP_MAX_ITEMS + 1];
    bool dead[XIP_MAX_ITEMS + 1], unused[XIP_MAX_ITEMS + 1];
    bool changes;
    uint32_t removed;
    xip_xid prune_xid; /* the next pd_prune_xid */
} pruning;

/* ---- is it dead to all? ---- */

/* heap_prune_satisfies_vacuum */
static xip_htsv judge(pruning *p, xip_tuple_header *tuple)
{
    xip_xid dead_after, oldest = p->vacuum.oldest_xmin;
    xip_htsv result = xip_satisfies_vacuum_horizon(p->me, tuple, &dead_after);
    if (result != XIP_TUPLE_RECENTLY_DEAD)
        return result;
    bool below_cutoff = oldest != XIP_INVALID_XID && xip_xid_precedes(dead_after, oldest);
    if (p->heap->rules < 14 && oldest != XIP_INVALID_XID) /* 13: one horizon decides; VACUUM has its own */
        return below_cutoff ? XIP_TUPLE_DEAD : result;
    bool dead = (p->heap->rules >= 17 && below_cutoff) || xip_is_removable_xid(p->me, XIP_VIS_DATA, dead_after);
    return dead ? XIP_TUPLE_DEAD : result;
}

static void judge_all(pruning *p)
{
    /* 14+ from the end, where the newest versions are; 13 judges on the way, with the same result. */
    for (uint32_t i = p->items; i >= 1; i--)
        if (xip_page_item_flags(p->page, i) == XIP_LP_NORMAL)
            p->htsv[i] = (uint8_t)judge(p, xip_page_tuple(p->page, i));
}

/* ---- planning the changes ---- */

static void mark_unused(pruning *p, uint32_t offset, bool was_tuple)
{
    p->unused[offset] = p->done[offset] = p->changes = true;
    p->removed += was_tuple;
}

static void mark_dead(pruning *p, uint32_t offset, bool was_tuple)
{
    if (p->vacuum.mark_unused_now) {
        mark_unused(p, offset, was_tuple);
        return;
    }
    p->dead[offset] = p->done[offset] = p->changes = true;
    p->removed += was_tuple;
}

static void mark_redirect(pruning *p, uint32_t offset, uint32_t to, bool was_tuple)
{
    p->redirect[offset] = (uint16_t)to;
    p->done[offset] = p->done[to] = true;
    /* A redirect that stays as it is needs no change. */
    if (was_tuple || xip_item_off(xip_page_item(p->page, offset)) != to)
        p->changes = true;
    p->removed += was_tuple;
}

/* heap_prune_record_prunable: the page is worth another look when this one's deleter is past the horizon. */
static void note_prunable(pruning *p, uint32_t offset)
{
    if (p->htsv[offset] != XIP_TUPLE_RECENTLY_DEAD && p->htsv[offset] != XIP_TUPLE_DELETE_IN_PROGRESS)
        return;
    xip_xid xid = xip_update_xid(p->me, xip_page_tuple(p->page, offset));
    if (p->prune_xid == XIP_INVALID_XID || xip_xid_precedes(xid, p->prune_xid))
        p->prune_xid = xid;
}

/* The chain from `root` on: offsets, and how many from its start up to the last dead one. */
static uint32_t follow(pruning *p, uint32_t root, uint16_t *chain, uint32_t *dead)
{
    uint32_t count = 0, at = root;
    xip_xid prior_xmax = XIP_INVALID_XID;
    *dead = 0;
    while (at >= 1 && at <= p->items && !p->done[at]) {
        uint32_t flags = xip_page_item_flags(p->page, at);
        if (flags == XIP_LP_REDIRECT && count == 0) {
            chain[count++] = (uint16_t)at;
            at = xip_item_off(xip_page_item(p->page, at));
            continue;
        }
        if (flags != XIP_LP_NORMAL)
            break;
        const xip_tuple_header *tuple = xip_page_tuple(p->page, at);
        if (prior_xmax != XIP_INVALID_XID && xip_tuple_xmin(tuple) != prior_xmax)
            break;
        chain[count++] = (uint16_t)at;
        if (p->heap->rules < 17)
            note_prunable(p, at);
        if (p->htsv[at] == XIP_TUPLE_DEAD)
            *dead = count;
        else if (p->htsv[at] != XIP_TUPLE_RECENTLY_DEAD) /* continue past it: a dead one may follow */
            break;
        if (!xip_is_hot_updated(tuple))
            break;
        at = xip_tuple_ctid(tuple).offset;
        prior_xmax = xip_update_xid(p->me, tuple);
    }
    return count;
}

/* heap_prune_chain */
static void prune_chain(pruning *p, uint32_t root)
{
    uint16_t chain[XIP_MAX_ITEMS];
    uint32_t dead;
    uint32_t count = follow(p, root, chain, &dead);
    bool is_tuple = xip_page_item_flags(p->page, root) == XIP_LP_NORMAL;
    if (!is_tuple && count < 2) { /* a redirect to nothing */
        mark_dead(p, root, false);
        return;
    }
    if (dead == 0)
        return;
    for (uint32_t i = 1; i < dead; i++)
        mark_unused(p, chain[i], true);
    if (dead == count)
        mark_dead(p, root, is_tuple);
    else
        mark_redirect(p, root, chain[dead], is_tuple);
}

static bool is_root(const pruning *p, uint32_t offset)
{
    uint32_t flags = xip_page_item_flags(p->page, offset);
    return flags == XIP_LP_REDIRECT || (flags == XIP_LP_NORMAL && !xip_is_heap_only(xip_page_tuple(p->page, offset)));
}

/* A heap-only tuple that no chain leads to, as an aborted update leaves it: if dead, it is removed alone. */
static bool is_loose_and_dead(const pruning *p, uint32_t offset)
{
    return p->htsv[offset] == XIP_TUPLE_DEAD && !xip_is_hot_updated(xip_page_tuple(p->page, offset));
}

static void plan(pruning *p)
{
    for (uint32_t i = 1; i <= p->items; i++) {
        uint32_t flags = xip_page_item_flags(p->page, i);
        if (flags == XIP_LP_DEAD && p->vacuum.mark_unused_now)
            mark_unused(p, i, false);
        else if (is_root(p, i) && !p->done[i])
            prune_chain(p, i);
        else if (p->heap->rules < 17 && flags == XIP_LP_NORMAL && !p->done[i] &&
                 xip_is_heap_only(xip_page_tuple(p->page, i)) && is_loose_and_dead(p, i))
            mark_unused(p, i, true);
    }
    if (p->heap->rules < 17)
        return;
    for (uint32_t i = p->items; i >= 1; i--) { /* 17+: roots first */
        if (xip_page_item_flags(p->page, i) != XIP_LP_NORMAL || p->unused[i] || p->dead[i] || p->redirect[i])
            continue;
        if (xip_is_heap_only(xip_page_tuple(p->page, i)) && !p->done[i] && is_loose_and_dead(p, i))
            mark_unused(p, i, true);
        else
            note_prunable(p, i);
    }
}

/* heap_page_prune_execute */
static void carry_out(pruning *p)
{
    for (uint32_t i = 1; i <= p->items; i++) {
        xip_item *item = &p->page->pd_linp[i - 1];
        if (p->redirect[i])
            *item = xip_item_make(p->redirect[i], XIP_LP_REDIRECT, 0);
        else if (p->dead[i])
            *item = xip_item_make(0, XIP_LP_DEAD, 0);
        else if (p->unused[i])
            *item = xip_item_make(0, XIP_LP_UNUSED, 0);
    }
    xip_page_repair(p->page, p->heap->rules);
}

uint32_t xip_prune_page(xip_session *me, uint32_t rel, uint32_t block, xip_prune_vacuum vacuum)
{
    xip_heap *heap = xip_heap_at(me);
    xip_page *page = xip_rel_page(heap, rel, block);
    pruning p = {.me = me, .heap = heap, .page = page, .items = xip_page_items(page), .vacuum = vacuum};
    judge_all(&p);
    plan(&p);
    if (p.changes)
        carry_out(&p);
    page->pd_prune_xid = p.prune_xid;
    page->pd_flags &= (uint16_t)~XIP_PD_PAGE_FULL;
    return p.removed;
}

static bool is_short_of_room(const xip_heap *heap, uint32_t rel, const xip_page *page)
{
    uint32_t saved = XIP_PAGE_BYTES * (100 - heap->relations[rel].fillfactor) / 100;
    uint32_t wanted = saved > XIP_PAGE_BYTES / 10 ? saved : XIP_PAGE_BYTES / 10;
    return (page->pd_flags & XIP_PD_PAGE_FULL) || xip_page_free_space(page) < wanted;
}

void xip_prune_on_access(xip_session *me, uint32_t rel, uint32_t block, bool mine_too)
{
    xip_heap *heap = xip_heap_at(me);
    const xip_page *page = xip_rel_page(heap, rel, block);
    if (xip_session_is_on_standby(me)) /* RecoveryInProgress */
        return;
    /* The horizon is checked first: in 14+ the check may compute new ones. */
    if (page->pd_prune_xid == XIP_INVALID_XID || !xip_is_removable_xid(me, XIP_VIS_DATA, page->pd_prune_xid) ||
        !is_short_of_room(heap, rel, page) || xip_page_is_pinned(me, rel, block, mine_too))
        return;
    xip_prune_page(me, rel, block, (xip_prune_vacuum){0});
}
