/* relstats.c — see relstats.h. */
#include "heap/relstats.h"

#include "heap/multixact.h"

/* The oldest unfrozen xids, which limit how far relfrozenxid and relminmxid may advance (NewRelfrozenXid,
 * NewRelminMxid). */
typedef struct unfrozen {
    xip_xid xid;
    uint32_t multi;
} unfrozen;

static void look_at_xid(xip_xid xid, unfrozen *oldest)
{
    if (xip_xid_is_normal(xid))
        oldest->xid = xip_xid_older(oldest->xid, xid);
}

static void look_at_xmax(xip_session *me, const xip_tuple_header *tuple, unfrozen *oldest)
{
    if (!(tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI)) {
        look_at_xid(tuple->t_xmax, oldest);
        return;
    }
    if (tuple->t_xmax < oldest->multi)
        oldest->multi = tuple->t_xmax;
    uint32_t count = xip_mxact_count(me, tuple->t_xmax);
    for (uint32_t i = 0; i < count; i++)
        look_at_xid(xip_mxact_member_at(me, tuple->t_xmax, i).xid, oldest);
}

static void look_at_page(xip_session *me, xip_page *page, unfrozen *oldest)
{
    for (uint32_t i = 1; i <= xip_page_items(page); i++) {
        if (xip_page_item_flags(page, i) != XIP_LP_NORMAL)
            continue;
        const xip_tuple_header *tuple = xip_page_tuple(page, i);
        look_at_xid(xip_tuple_xmin(tuple), oldest);
        look_at_xmax(me, tuple, oldest);
    }
}

static uint32_t rounded(uint64_t dividend, uint64_t divisor)
{
    return (uint32_t)((2 * dividend + divisor) / (2 * divisor));
}

/* vac_estimate_reltuples: unscanned pages are assumed to be as dense as the table was. */
static uint32_t estimate(const xip_relstats *was, xip_vacuum_count count)
{
    uint32_t unscanned = count.pages - count.scanned;
    if (unscanned == 0)
        return count.live;
    if (was->pages == 0 || was->tuples == XIP_RELTUPLES_UNKNOWN)
        return rounded((uint64_t)count.live * count.pages, count.scanned);
    return rounded((uint64_t)was->tuples * unscanned, was->pages) + count.live;
}

bool xip_update_relstats(xip_session *me, uint32_t rel, xip_vacuum_count count, const xip_freeze_cutoffs *cutoffs)
{
    xip_heap *heap = xip_heap_at(me);
    xip_relation *relation = &heap->relations[rel];
    unfrozen oldest = {cutoffs->oldest_xmin, cutoffs->oldest_multi};
    xip_relstats *was = &relation->stats;
    /* If nothing could be scanned, nothing is known. */
    bool learnt = count.scanned > 0 || count.pages == 0;
    xip_relstats now = {.pages = learnt ? relation->blocks : was->pages,
                        .tuples = learnt ? estimate(was, count) : was->tuples};
    for (uint32_t block = 0; block < relation->blocks; block++) {
        xip_page *page = xip_rel_page(heap, rel, block);
        now.all_visible += (page->pd_flags & XIP_PD_ALL_VISIBLE) != 0;
        look_at_page(me, page, &oldest);
    }
    /* Up to 14 relfrozenxid advances to FreezeLimit: with FREEZE the horizon itself, else 50 million transactions ago.
     * They never go back. */
    if (heap->rules < 15)
        oldest = (unfrozen){cutoffs->oldest_xmin, cutoffs->oldest_multi};
    bool moves = heap->rules >= 15 || cutoffs->freezes;
    now.frozen_xid = moves && xip_xid_precedes(was->frozen_xid, oldest.xid) ? oldest.xid : was->frozen_xid;
    now.min_multi = moves && was->min_multi < oldest.multi ? oldest.multi : was->min_multi;
    bool changed = was->pages != now.pages || was->tuples != now.tuples || was->all_visible != now.all_visible ||
                   was->frozen_xid != now.frozen_xid || was->min_multi != now.min_multi;
    *was = now;
    return changed;
}

void xip_relation_born(xip_session *me, uint32_t rel)
{
    xip_relstats *stats = &xip_heap_at(me)->relations[rel].stats;
    stats->frozen_xid = xip_recent_xmin(me);
    stats->min_multi = xip_mxact_oldest(me);
}
