/* hio.c — see hio.h. */
#include "heap/hio.h"

#include <string.h>

#include "base/assert.h"
#include "heap/fsm.h"

/* RelationGetTargetPageFreeSpace: the space that inserts leave free for later updates. */
static uint32_t saved_space(const xip_relation *relation)
{
    return XIP_PAGE_BYTES * (100 - relation->fillfactor) / 100;
}

/* The free space that a page needs for a tuple of `length` bytes, a multiple of 8. */
static uint32_t wanted_space(const xip_heap *heap, uint32_t rel, uint32_t length)
{
    uint32_t saved = saved_space(&heap->relations[rel]);
    /* 14+: a page that is empty except for line pointers will do for any tuple. */
    const uint32_t nearly_empty = XIP_MAX_TUPLE_BYTES - XIP_MAX_ITEMS / 8 * XIP_ITEM_BYTES;
    if (heap->rules >= 14 && length + saved > nearly_empty)
        return length > nearly_empty ? length : nearly_empty;
    return length + saved;
}

static uint32_t extend(xip_heap *heap, uint32_t rel)
{
    xip_relation *relation = &heap->relations[rel];
    xip_page_name name = relation->blocks < XIP_MAX_BLOCKS ? xip_heap_take_page(heap) : 0;
    if (name == 0)
        return XIP_NO_BLOCK;
    xip_page_name *names = xip_heap_page_at(heap, relation->map);
    names[relation->blocks] = name;
    xip_page_init(xip_heap_page_at(heap, name));
    return relation->blocks++;
}

uint32_t xip_block_for_tuple(xip_session *me, uint32_t rel, uint32_t length)
{
    xip_heap *heap = xip_heap_at(me);
    uint32_t *target = xip_heap_target(me, rel);
    uint32_t wanted = wanted_space(heap, rel, xip_maxalign(length)), blocks = heap->relations[rel].blocks;
    bool use_fsm = wanted <= XIP_MAX_TUPLE_BYTES; /* 13 with a low fillfactor: only a new page will do */
    uint32_t block = use_fsm ? *target : (uint32_t)XIP_NO_BLOCK;
    if (block == XIP_NO_BLOCK && use_fsm) {
        block = xip_fsm_search(heap, rel, wanted);
        if (block == XIP_NO_BLOCK && blocks > 0)
            block = blocks - 1;
    }
    while (block != XIP_NO_BLOCK) {
        uint32_t has = xip_page_free_space(xip_rel_page(heap, rel, block));
        if (wanted <= has)
            break;
        block = xip_fsm_record_and_search(heap, rel, block, has, wanted);
    }
    if (block == XIP_NO_BLOCK)
        block = extend(heap, rel);
    if (block != XIP_NO_BLOCK)
        *target = block;
    return block;
}

xip_ctid xip_put_tuple(xip_heap *heap, uint32_t rel, uint32_t block, const void *bytes, uint32_t length)
{
    xip_page *page = xip_rel_page(heap, rel, block);
    xip_ctid ctid = {block, xip_page_add(page, bytes, length)};
    XIP_ASSERT(ctid.offset != 0, "a page that was chosen has room");
    xip_tuple_set_ctid(xip_page_tuple(page, ctid.offset), ctid);
    return ctid;
}

uint32_t xip_form_tuple(uint8_t *to, const xip_tuple_data *row)
{
    uint32_t bitmap = row->null_bitmap == NULL ? 0 : (row->natts + 7) / 8;
    uint32_t hoff = xip_maxalign(XIP_TUPLE_HEADER_BYTES + bitmap);
    if (row->natts > 1600 /* MaxHeapAttributeNumber */ || row->length > XIP_MAX_TUPLE_BYTES ||
        xip_maxalign(hoff + row->length) > XIP_MAX_TUPLE_BYTES)
        return 0;
    memset(to, 0, hoff);
    xip_tuple_header *header = (xip_tuple_header *)to;
    header->t_infomask2 = (uint16_t)row->natts;
    header->t_infomask = (uint16_t)((bitmap ? XIP_HEAP_HASNULL : 0) | (row->has_varwidth ? XIP_HEAP_HASVARWIDTH : 0));
    header->t_hoff = (uint8_t)hoff;
    if (bitmap > 0)
        memcpy(to + XIP_TUPLE_HEADER_BYTES, row->null_bitmap, bitmap);
    if (row->length > 0)
        memcpy(to + hoff, row->bytes, row->length);
    return hoff + row->length;
}
