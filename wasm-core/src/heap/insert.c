/* insert.c — a new row. PostgreSQL: heap_insert in src/backend/access/heap/heapam.c. */
#include "heap/hio.h"
#include "heap/multixact.h"
#include "heap/prune.h"
#include "heap/serializable.h"
#include "heap/visibility.h"

xip_error xip_heap_insert(xip_session *me, uint32_t rel, const xip_tuple_data *row, xip_ctid *ctid)
{
    xip_heap *heap = xip_heap_at(me);
    uint8_t bytes[XIP_PAGE_BYTES] __attribute__((aligned(8)));
    uint32_t length = xip_form_tuple(bytes, row);
    xip_tuple_header *header = (xip_tuple_header *)bytes;
    xip_heap_scan_end(me); /* an earlier statement's scan */
    xip_xid xid = xip_current_xid(me);
    if (length == 0)
        return XIP_ERR_ARGUMENT;
    header->t_xmin = xid;
    header->t_cid = xip_current_cid(me, true);
    xip_set_bits(header, XIP_HEAP_XMAX_INVALID, 0);
    uint32_t block = xip_block_for_tuple(me, rel, length);
    if (block == XIP_NO_BLOCK)
        return XIP_ERR_NO_MEMORY;
    if (!xip_heap_check_in_new(me, rel))
        return XIP_ERR_SERIALIZATION;
    xip_rel_page(heap, rel, block)->pd_flags &= (uint16_t)~XIP_PD_ALL_VISIBLE;
    *ctid = xip_put_tuple(heap, rel, block, bytes, length);
    return XIP_OK;
}

/*
 * heapam_index_fetch_tuple, which prunes, and heap_hot_search_buffer with SnapshotDirty: along the HOT chain of `root`
 * to the first version that counts.
 */
xip_dirty xip_heap_fetch_dirty(xip_session *me, uint32_t rel, xip_ctid root)
{
    xip_heap *heap = xip_heap_at(me);
    xip_page *page = xip_rel_page(heap, rel, root.block);
    xip_xid prior_xmax = XIP_INVALID_XID;
    bool at_start = true, all_dead = true;
    xip_ctid at = root;
    if (page != NULL)
        xip_prune_on_access(me, rel, root.block, true);
    while (page != NULL) {
        uint32_t flags = xip_page_item_flags(page, at.offset);
        if (flags == XIP_LP_REDIRECT && at_start) {
            at.offset = xip_item_off(xip_page_item(page, at.offset));
            at_start = false;
            continue;
        }
        if (flags != XIP_LP_NORMAL)
            break;
        xip_tuple_header *tuple = xip_page_tuple(page, at.offset);
        if ((at_start && xip_is_heap_only(tuple)) ||
            (prior_xmax != XIP_INVALID_XID && prior_xmax != xip_tuple_xmin(tuple)))
            break;
        xip_xid inserter, deleter;
        if (xip_satisfies_dirty(me, tuple, &inserter, &deleter))
            return (xip_dirty){.found = true, .ctid = at, .wait_for = inserter != XIP_INVALID_XID ? inserter : deleter};
        all_dead = all_dead && xip_is_surely_dead(me, tuple);
        if (!xip_is_hot_updated(tuple))
            break;
        prior_xmax = xip_update_xid(me, tuple);
        at.offset = xip_tuple_ctid(tuple).offset;
        at_start = false;
    }
    return (xip_dirty){.all_dead = all_dead};
}
