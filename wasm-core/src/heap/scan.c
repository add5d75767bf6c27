/*
 * scan.c — a page's visible tuples: all of them, or those that an index points to. PostgreSQL: heapgetpage (13 to 16),
 * heap_prepare_pagescan (17) and heap_hot_search_buffer in heapam.c, heapam_scan_bitmap_next_block and
 * heapam_index_fetch_tuple in heapam_handler.c. The caller plans which of them a statement takes.
 *
 * MODEL: a statement reads a table in the order that a server's plan would choose for that one table and its known
 * size: by line pointers, by the starts of HOT chains, or by key. After ANALYZE, and after CREATE INDEX on a table that
 * has rows, it reads by line pointers, as a server does while the table is small; where a larger table would show a
 * different order, the statement is refused. GROUP BY and DISTINCT are refused too where no ORDER BY decides which
 * group comes first. A query with joins, subqueries, WITH or windows reads its tables whole, and PostgreSQL 18, in
 * WebAssembly, computes its answer, whatever the rules.
 */
#include "heap/multixact.h"
#include "heap/prune.h"
#include "heap/serializable.h"
#include "heap/visibility.h"

uint32_t xip_heap_scan_page(xip_session *me, uint32_t rel, uint32_t block, const xip_snapshot *snapshot,
                            uint16_t *offsets)
{
    xip_heap *heap = xip_heap_at(me);
    xip_heap_session *mine = &heap->sessions[xip_session_id(me)];
    xip_page *page = xip_rel_page(heap, rel, block);
    if (page == NULL) {
        mine->pin_block = XIP_NO_BLOCK;
        return 0;
    }
    mine->updates = false;
    if (block == 0)
        mine->scan_blocks = heap->relations[rel].blocks;
    mine->pin_rel = rel;
    mine->pin_block = block;
    xip_prune_on_access(me, rel, block, false);
    bool all_visible = (page->pd_flags & XIP_PD_ALL_VISIBLE) != 0;
    bool tracks = xip_serializable_reads(me, snapshot);
    uint32_t items = xip_page_items(page), count = 0;
    for (uint32_t i = 1; i <= items; i++) {
        if (xip_item_flags(xip_page_item(page, i)) != XIP_LP_NORMAL)
            continue;
        xip_tuple_header *tuple = xip_page_tuple(page, i);
        bool is_visible = all_visible || xip_satisfies_mvcc(me, tuple, snapshot);
        if (tracks && !xip_heap_check_out(me, (xip_ssi_tag){rel, 0, block, i}, tuple, is_visible))
            return 0;
        if (is_visible)
            offsets[count++] = (uint16_t)i;
    }
    return count;
}

/*
 * heap_hot_search_buffer with an MVCC snapshot: the visible version of the HOT chain at `root`, or 0; also 0 when a
 * serializable transaction must roll back.
 */
static uint32_t hot_search(xip_session *me, uint32_t rel, xip_ctid root, const xip_snapshot *snapshot, bool *all_dead)
{
    xip_page *page = xip_rel_page(xip_heap_at(me), rel, root.block);
    uint32_t offset = root.offset;
    xip_xid prior_xmax = XIP_INVALID_XID;
    bool at_start = true, asks = *all_dead, tracks = xip_serializable_reads(me, snapshot);
    for (;;) {
        uint32_t flags = xip_page_item_flags(page, offset);
        if (flags == XIP_LP_REDIRECT && at_start) {
            offset = xip_item_off(xip_page_item(page, offset));
            at_start = false;
            continue;
        }
        if (flags != XIP_LP_NORMAL)
            return 0;
        xip_tuple_header *tuple = xip_page_tuple(page, offset);
        if ((at_start && xip_is_heap_only(tuple)) ||
            (prior_xmax != XIP_INVALID_XID && prior_xmax != xip_tuple_xmin(tuple)))
            return 0;
        bool is_visible = xip_satisfies_mvcc(me, tuple, snapshot);
        if (tracks && !xip_heap_check_out(me, (xip_ssi_tag){rel, 0, root.block, offset}, tuple, is_visible))
            return 0;
        if (is_visible) {
            *all_dead = false;
            if (tracks && !xip_heap_lock_tuple_read(me, rel, (xip_ctid){root.block, offset}, tuple))
                return 0;
            return offset;
        }
        if (asks && *all_dead)
            *all_dead = xip_is_surely_dead(me, tuple);
        if (!xip_is_hot_updated(tuple))
            return 0;
        prior_xmax = xip_update_xid(me, tuple);
        offset = xip_tuple_ctid(tuple).offset;
        at_start = false;
    }
}

uint32_t xip_heap_scan_roots(xip_session *me, uint32_t rel, uint32_t block, const xip_snapshot *snapshot,
                             uint16_t *offsets, uint32_t roots, bool *all_dead)
{
    xip_heap *heap = xip_heap_at(me);
    xip_heap_session *mine = &heap->sessions[xip_session_id(me)];
    xip_page *page = xip_rel_page(heap, rel, block);
    bool asks = all_dead != NULL, stays = asks && mine->pin_rel == rel && mine->pin_block == block;
    if (page == NULL)
        return 0;
    mine->pin_rel = rel;
    mine->pin_block = block;
    mine->scan_blocks = 0; /* an index's blocks are no stream of consecutive ones */
    /* An index scan that stays on its page has already visited it (xs_cbuf). */
    if (!stays) {
        mine->updates = false;
        xip_prune_on_access(me, rel, block, false);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < roots; i++) {
        bool dead = asks;
        uint32_t found = hot_search(me, rel, (xip_ctid){block, offsets[i]}, snapshot, &dead);
        if (xip_serializable_failed(me))
            return 0;
        if (found != 0)
            offsets[count++] = (uint16_t)found;
        if (asks)
            *all_dead = dead;
    }
    return count;
}

xip_figures xip_heap_figures(xip_server *server, uint32_t rel)
{
    const xip_relation *relation = &xip_heap_of(server)->relations[rel];
    const xip_relstats *stats = &relation->stats;
    return (xip_figures){stats->pages,       stats->tuples,     relation->fillfactor,
                         stats->all_visible, stats->frozen_xid, stats->min_multi};
}

bool xip_heap_satisfies(xip_session *me, uint32_t rel, xip_ctid ctid)
{
    xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), rel, ctid);
    return tuple != NULL && xip_satisfies_mvcc(me, tuple, xip_active_snapshot(me));
}
