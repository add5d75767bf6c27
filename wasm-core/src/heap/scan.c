/*
 * scan.c — a page's visible tuples. PostgreSQL: heapgetpage (13 to 16), heap_prepare_pagescan (17) in heapam.c.
 *
 * MODEL: every statement goes through the whole table in the order of the line pointers. A server that uses an index
 * visits rows in the order of the keys, or of the line pointers where their HOT chains begin; so after an UPDATE a
 * statement that changes or locks several rows may do so in another order there.
 */
#include "heap/prune.h"
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
    uint32_t items = xip_page_items(page), count = 0;
    for (uint32_t i = 1; i <= items; i++)
        if (xip_item_flags(xip_page_item(page, i)) == XIP_LP_NORMAL &&
            (all_visible || xip_satisfies_mvcc(me, xip_page_tuple(page, i), snapshot)))
            offsets[count++] = (uint16_t)i;
    return count;
}
