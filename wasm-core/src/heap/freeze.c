/* freeze.c — see freeze.h. */
#include "heap/freeze.h"

#include "heap/multixact.h"

xip_freeze_cutoffs xip_freeze_cutoffs_now(xip_session *me, bool freezes)
{
    return (xip_freeze_cutoffs){xip_oldest_nonremovable_xid(me, XIP_VIS_DATA), xip_mxact_oldest(me), freezes};
}

static bool is_old_multi(const xip_tuple_header *tuple, const xip_freeze_cutoffs *cutoffs)
{
    return (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI) && tuple->t_xmax < cutoffs->oldest_multi;
}

static bool is_past(xip_xid xid, const xip_freeze_cutoffs *cutoffs)
{
    return xip_xid_is_normal(xid) && xip_xid_precedes(xid, cutoffs->oldest_xmin);
}

/* Nobody is left in xmax: it was a locker, or an updater that aborted. */
static void clear_xmax(xip_tuple_header *tuple)
{
    tuple->t_xmax = XIP_INVALID_XID;
    xip_clear_bits(tuple, XIP_HEAP_XMAX_BITS, XIP_HEAP_HOT_UPDATED | XIP_HEAP_KEYS_UPDATED);
    xip_set_bits(tuple, XIP_HEAP_XMAX_INVALID, 0);
}

/*
 * A multixact that only locks, and is older than this session looks for: GetMultiXactIdMembers returns no members for
 * it, though another session's transaction may be old enough to look for them.
 */
static bool has_no_members_for(xip_session *me, const xip_tuple_header *tuple)
{
    return (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI) && xip_locked_only(tuple->t_infomask) &&
           tuple->t_xmax < xip_mxact_oldest_visible(me);
}

static void freeze_xmax(xip_session *me, xip_tuple_header *tuple, const xip_freeze_cutoffs *cutoffs)
{
    if (!(tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI)) {
        if (is_past(tuple->t_xmax, cutoffs))
            clear_xmax(tuple);
        return;
    }
    if (has_no_members_for(me, tuple)) {
        clear_xmax(tuple);
        return;
    }
    if (!is_old_multi(tuple, cutoffs))
        return;
    xip_xid updater =
        xip_locked_only(tuple->t_infomask) ? (xip_xid)XIP_INVALID_XID : xip_mxact_updater(me, tuple->t_xmax);
    if (updater == XIP_INVALID_XID || is_past(updater, cutoffs)) {
        clear_xmax(tuple);
        return;
    }
    xip_clear_bits(tuple, XIP_HEAP_XMAX_BITS, 0);
    tuple->t_xmax = updater;
}

/* Up to 15 only xmax is cleared, and only if its multixact has no members left. */
static void forget_old_lockers(xip_session *me, xip_page *page)
{
    for (uint32_t i = 1; i <= xip_page_items(page); i++) {
        if (xip_page_item_flags(page, i) != XIP_LP_NORMAL)
            continue;
        xip_tuple_header *tuple = xip_page_tuple(page, i);
        if (has_no_members_for(me, tuple))
            clear_xmax(tuple);
    }
}

/* With FREEZE; and since 16 a page with such a multixact, or one without running members, is frozen as a whole
 * (freeze_required). */
static void freeze_all(xip_session *me, xip_page *page, const xip_freeze_cutoffs *cutoffs)
{
    bool required = cutoffs->freezes;
    for (uint32_t i = 1; !required && i <= xip_page_items(page); i++) {
        if (xip_page_item_flags(page, i) != XIP_LP_NORMAL)
            continue;
        const xip_tuple_header *tuple = xip_page_tuple(page, i);
        required = is_old_multi(tuple, cutoffs) || has_no_members_for(me, tuple);
    }
    for (uint32_t i = 1; required && i <= xip_page_items(page); i++) {
        if (xip_page_item_flags(page, i) != XIP_LP_NORMAL)
            continue;
        xip_tuple_header *tuple = xip_page_tuple(page, i);
        if (is_past(xip_tuple_xmin(tuple), cutoffs))
            xip_set_bits(tuple, XIP_HEAP_XMIN_FROZEN, 0);
        freeze_xmax(me, tuple, cutoffs);
    }
}

void xip_freeze_page(xip_session *me, uint32_t rel, uint32_t block, const xip_freeze_cutoffs *cutoffs)
{
    xip_heap *heap = xip_heap_at(me);
    xip_page *page = xip_rel_page(heap, rel, block);
    if (heap->rules < 16 && !cutoffs->freezes)
        forget_old_lockers(me, page);
    else
        freeze_all(me, page, cutoffs);
}

bool xip_heap_can_freeze(xip_session *me, uint32_t rel)
{
    xip_heap *heap = xip_heap_at(me);
    for (uint32_t block = 0; block < heap->relations[rel].blocks; block++) {
        xip_page *page = xip_rel_page(heap, rel, block);
        if (xip_page_is_pinned(me, rel, block, false))
            return false;
        for (uint32_t i = 1; i <= xip_page_items(page); i++)
            if (xip_page_item_flags(page, i) == XIP_LP_NORMAL &&
                (xip_page_tuple(page, i)->t_infomask & XIP_HEAP_XMAX_IS_MULTI))
                return false;
    }
    return true;
}
