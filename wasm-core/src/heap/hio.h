/*
 * hio.h — choosing the page for a new tuple. PostgreSQL: src/backend/access/heap/hio.c.
 */
#ifndef XIP_HEAP_HIO_H
#define XIP_HEAP_HIO_H

#include "heap/state.h"

/*
 * RelationGetBufferForTuple: the session's target block, else one from the free space map, else the last page, else a
 * new one. XIP_NO_BLOCK when memory or XIP_MAX_BLOCKS is used up.
 */
uint32_t xip_block_for_tuple(xip_session *me, uint32_t rel, uint32_t length);
/* RelationPutHeapTuple: `bytes` begins with a header whose ctid is set to its new place. The page has room. */
xip_ctid xip_put_tuple(xip_heap *heap, uint32_t rel, uint32_t block, const void *bytes, uint32_t length);
/* heap_form_tuple: header, bitmap, data into `to`; returns the length, or 0 when it is too long for a page. */
uint32_t xip_form_tuple(uint8_t *to, const xip_tuple_data *row);

#endif
