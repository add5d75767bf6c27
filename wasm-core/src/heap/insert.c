/*
 * insert.c — a new row, also a speculative one. PostgreSQL: heap_insert, heap_finish_speculative and
 * heap_abort_speculative in src/backend/access/heap/heapam.c.
 */
#include "base/assert.h"
#include "heap/hio.h"
#include "heap/multixact.h"
#include "heap/prune.h"
#include "heap/serializable.h"
#include "heap/visibility.h"

static xip_error insert(xip_session *me, uint32_t rel, const xip_tuple_data *row, uint32_t token, xip_ctid *ctid)
{
    xip_heap *heap = xip_heap_at(me);
    uint8_t bytes[XIP_PAGE_BYTES] __attribute__((aligned(8)));
    uint32_t length = xip_form_tuple(bytes, row);
    xip_tuple_header *header = (xip_tuple_header *)bytes;
    xip_forget_scan(me); /* an earlier statement's scan */
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
    if (token != 0)
        xip_tuple_set_ctid(xip_rel_tuple(heap, rel, *ctid), (xip_ctid){token, XIP_SPEC_TOKEN_OFFSET});
    return XIP_OK;
}

xip_error xip_heap_insert(xip_session *me, uint32_t rel, const xip_tuple_data *row, xip_ctid *ctid)
{
    return insert(me, rel, row, 0, ctid);
}

/* --- speculative insertion: ExecInsert of ON CONFLICT, SpeculativeInsertionLockAcquire and others in lmgr.c --- */

/* A token's lock is the transaction's with the token beside the xid: an xid's own has none. */
static xip_locktag token_tag(xip_xid xid, uint32_t token)
{
    return (xip_locktag){.kind = XIP_LOCKTAG_TRANSACTION, .a = xid, .b = token};
}

xip_error xip_heap_insert_speculative(xip_session *me, uint32_t rel, const xip_tuple_data *row, xip_ctid *ctid)
{
    xip_heap_session *mine = xip_heap_mine(me);
    xip_xid xid = xip_current_xid(me);
    mine->token = mine->token == UINT32_MAX ? 1 : mine->token + 1;
    xip_outcome outcome = xip_lock_acquire(me, token_tag(xid, mine->token), XIP_EXCLUSIVE, false);
    XIP_ASSERT(outcome == XIP_DONE, "nobody knows a token before its row is there");
    return insert(me, rel, row, mine->token, ctid);
}

void xip_heap_end_speculative(xip_session *me, uint32_t rel, xip_ctid ctid, bool stays)
{
    xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), rel, ctid);
    xip_tuple_set_ctid(tuple, ctid);
    if (!stays) {
        xip_page_set_prunable(xip_rel_page(xip_heap_at(me), rel, ctid.block), xip_transaction_xmin(me));
        xip_clear_bits(tuple, XIP_HEAP_XMAX_BITS, XIP_HEAP_KEYS_UPDATED);
        tuple->t_xmin = XIP_INVALID_XID;
    }
    xip_lock_release(me, token_tag(xip_current_xid(me), xip_heap_mine(me)->token), XIP_EXCLUSIVE);
}

xip_outcome xip_wait_for_token(xip_session *me, xip_xid xid, uint32_t token)
{
    xip_outcome outcome = xip_lock_acquire(me, token_tag(xid, token), XIP_SHARE, false);
    if (outcome == XIP_DONE)
        xip_lock_release(me, token_tag(xid, token), XIP_SHARE);
    return outcome;
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
            return (xip_dirty){.found = true,
                               .ctid = at,
                               .wait_for = inserter != XIP_INVALID_XID ? inserter : deleter,
                               .token = inserter != XIP_INVALID_XID ? xip_tuple_token(tuple) : 0};
        all_dead = all_dead && xip_is_surely_dead(me, tuple);
        if (!xip_is_hot_updated(tuple))
            break;
        prior_xmax = xip_update_xid(me, tuple);
        at.offset = xip_tuple_ctid(tuple).offset;
        at_start = false;
    }
    return (xip_dirty){.all_dead = all_dead};
}
