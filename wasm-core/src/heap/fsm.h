/*
 * fsm.h — the free space map: a tree of maxima over each block's free space when last recorded, in steps of 32 bytes.
 * PostgreSQL: src/backend/storage/freespace/{freespace,fsmpage}.c.
 *
 * MODEL: the free space map is one leaf page, enough for 4,069 blocks; its upper pages are one number, because that is
 * all they hold for so small a table.
 */
#ifndef XIP_HEAP_FSM_H
#define XIP_HEAP_FSM_H

#include "heap/state.h"

/* GetPageWithFreeSpace: a block believed to have `bytes` free, or XIP_NO_BLOCK. */
uint32_t xip_fsm_search(xip_heap *heap, uint32_t rel, uint32_t bytes);
/* RecordPageWithFreeSpace. Does nothing when there is no memory for a map: it is only a hint. */
void xip_fsm_record(xip_heap *heap, uint32_t rel, uint32_t block, uint32_t free_bytes);
/* RecordAndGetPageWithFreeSpace */
uint32_t xip_fsm_record_and_search(xip_heap *heap, uint32_t rel, uint32_t block, uint32_t free_bytes, uint32_t bytes);
/* FreeSpaceMapVacuum: copies the leaf page's values to the upper pages. */
void xip_fsm_vacuum(xip_heap *heap, uint32_t rel);
/* FreeSpaceMapPrepareTruncateRel */
void xip_fsm_truncate(xip_heap *heap, uint32_t rel, uint32_t blocks);

#endif
