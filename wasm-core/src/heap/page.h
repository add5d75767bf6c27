/*
 * page.h — one 8 kB page with PostgreSQL's header and line pointers at their true offsets.
 * PostgreSQL: src/include/storage/{bufpage,itemid}.h, src/backend/storage/page/bufpage.c.
 *
 * Invariants: pd_lower <= pd_upper <= pd_special; an item with storage lies in [pd_upper, pd_special), on a multiple
 * of 8. MODEL: pd_lsn and pd_checksum stay 0: there is no WAL.
 */
#ifndef XIP_HEAP_PAGE_H
#define XIP_HEAP_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pg/xid.h"

enum {
    XIP_PAGE_BYTES = 8192,
    XIP_PAGE_HEADER_BYTES = 24,
    XIP_ITEM_BYTES = 4,
    XIP_MAX_ITEMS = 291,         /* MaxHeapTuplesPerPage */
    XIP_MAX_TUPLE_BYTES = 8160,  /* MaxHeapTupleSize */
    XIP_PD_HAS_FREE_LINES = 0x1, /* a hint: some line pointer may be unused */
    XIP_PD_PAGE_FULL = 0x2,      /* an update found no room: prune when next read */
    XIP_PD_ALL_VISIBLE = 0x4     /* every tuple is visible to everybody */
};

typedef enum xip_lp_flags { XIP_LP_UNUSED = 0, XIP_LP_NORMAL = 1, XIP_LP_REDIRECT = 2, XIP_LP_DEAD = 3 } xip_lp_flags;

/* ItemIdData: lp_off in bits 0 to 14, lp_flags in 15 and 16, lp_len in 17 to 31. */
typedef uint32_t xip_item;

typedef struct xip_page {
    uint64_t pd_lsn;
    uint16_t pd_checksum;
    uint16_t pd_flags;
    uint16_t pd_lower;
    uint16_t pd_upper;
    uint16_t pd_special;
    uint16_t pd_pagesize_version;
    uint32_t pd_prune_xid; /* oldest xid that may have left something to prune, or invalid */
    xip_item pd_linp[(XIP_PAGE_BYTES - XIP_PAGE_HEADER_BYTES) / XIP_ITEM_BYTES];
} xip_page;
_Static_assert(sizeof(xip_page) == XIP_PAGE_BYTES, "BLCKSZ");
_Static_assert(offsetof(xip_page, pd_lower) == 12, "pd_lower");
_Static_assert(offsetof(xip_page, pd_prune_xid) == 20, "pd_prune_xid");
_Static_assert(offsetof(xip_page, pd_linp) == XIP_PAGE_HEADER_BYTES, "SizeOfPageHeaderData");

static inline uint32_t xip_maxalign(uint32_t bytes)
{
    return (bytes + 7) & ~7u;
}
static inline uint32_t xip_item_off(xip_item item)
{
    return item & 0x7FFF;
}
static inline uint32_t xip_item_flags(xip_item item)
{
    return item >> 15 & 3;
}
static inline uint32_t xip_item_len(xip_item item)
{
    return item >> 17;
}
static inline xip_item xip_item_make(uint32_t off, uint32_t flags, uint32_t len)
{
    return off | flags << 15 | len << 17;
}

/* PageGetMaxOffsetNumber */
static inline uint32_t xip_page_items(const xip_page *page)
{
    return ((uint32_t)page->pd_lower - XIP_PAGE_HEADER_BYTES) / XIP_ITEM_BYTES;
}
static inline xip_item xip_page_item(const xip_page *page, uint32_t offset)
{
    return page->pd_linp[offset - 1];
}
/* Past the end of the array counts as unused. */
static inline uint32_t xip_page_item_flags(const xip_page *page, uint32_t offset)
{
    return offset >= 1 && offset <= xip_page_items(page) ? xip_item_flags(xip_page_item(page, offset)) : XIP_LP_UNUSED;
}
static inline bool xip_page_is_empty(const xip_page *page)
{
    return page->pd_lower <= XIP_PAGE_HEADER_BYTES;
}

void xip_page_init(xip_page *page);
/* PageAddItemExtended with PAI_IS_HEAP: the lowest unused line pointer when the hint says there is one. 0: no room. */
uint32_t xip_page_add(xip_page *page, const void *bytes, uint32_t length);
/* PageGetHeapFreeSpace, in bytes: room for one more item besides its line pointer. */
uint32_t xip_page_free_space(const xip_page *page);
/* PageRepairFragmentation: moves items together at the end of the page. Since 16 removes unused line pointers at the
 * end.
 */
void xip_page_repair(xip_page *page, uint32_t rules);
/* PageTruncateLinePointerArray (14+): removes unused line pointers at the end, all but the first. */
void xip_page_truncate_items(xip_page *page);
/* PageSetPrunable: keeps the oldest. */
void xip_page_set_prunable(xip_page *page, xip_xid xid);

#endif
