/* page.c — see page.h. */
#include "heap/page.h"

#include <string.h>

#include "base/assert.h"

enum { PAGE_LAYOUT_VERSION = 4 };

void xip_page_init(xip_page *page)
{
    memset(page, 0, sizeof *page);
    page->pd_lower = XIP_PAGE_HEADER_BYTES;
    page->pd_upper = page->pd_special = XIP_PAGE_BYTES;
    page->pd_pagesize_version = XIP_PAGE_BYTES | PAGE_LAYOUT_VERSION;
}

/* The first unused line pointer, or one past the end. */
static uint32_t first_unused(const xip_page *page)
{
    uint32_t items = xip_page_items(page), at = 1;
    while (at <= items && xip_item_flags(xip_page_item(page, at)) != XIP_LP_UNUSED)
        at++;
    return at;
}

uint32_t xip_page_add(xip_page *page, const void *bytes, uint32_t length)
{
    uint32_t limit = xip_page_items(page) + 1, offset = limit;
    if (page->pd_flags & XIP_PD_HAS_FREE_LINES) {
        offset = first_unused(page);
        if (offset >= limit) /* the hint was wrong */
            page->pd_flags &= (uint16_t)~XIP_PD_HAS_FREE_LINES;
    }
    if (offset > XIP_MAX_ITEMS)
        return 0;
    uint32_t lower = page->pd_lower + (offset == limit ? (uint32_t)XIP_ITEM_BYTES : 0);
    uint32_t aligned = xip_maxalign(length);
    if (lower + aligned > page->pd_upper)
        return 0;
    uint32_t upper = page->pd_upper - aligned;
    memcpy((uint8_t *)page + upper, bytes, length);
    memset((uint8_t *)page + upper + length, 0, aligned - length);
    page->pd_linp[offset - 1] = xip_item_make(upper, XIP_LP_NORMAL, length);
    page->pd_lower = (uint16_t)lower;
    page->pd_upper = (uint16_t)upper;
    return offset;
}

uint32_t xip_page_free_space(const xip_page *page)
{
    uint32_t gap = (uint32_t)page->pd_upper - page->pd_lower;
    if (gap < XIP_ITEM_BYTES)
        return 0;
    uint32_t items = xip_page_items(page);
    if (items >= XIP_MAX_ITEMS && (!(page->pd_flags & XIP_PD_HAS_FREE_LINES) || first_unused(page) > items))
        return 0;
    return gap - XIP_ITEM_BYTES;
}

static void set_free_lines(xip_page *page, bool any)
{
    if (any)
        page->pd_flags |= XIP_PD_HAS_FREE_LINES;
    else
        page->pd_flags &= (uint16_t)~XIP_PD_HAS_FREE_LINES;
}

/* Offsets of items with storage in their new physical order, from the end of the page down. */
static uint32_t order_of_items(const xip_page *page, uint32_t rules, uint16_t *order)
{
    uint32_t count = 0;
    for (uint32_t offset = 1; offset <= xip_page_items(page); offset++) {
        if (xip_item_len(xip_page_item(page, offset)) == 0)
            continue;
        uint32_t at = count++;
        if (rules < 14) /* 13 sorts by physical position; 14 keeps the order of line pointers */
            for (;
                 at > 0 && xip_item_off(xip_page_item(page, order[at - 1])) < xip_item_off(xip_page_item(page, offset));
                 at--)
                order[at] = order[at - 1];
        order[at] = (uint16_t)offset;
    }
    return count;
}

void xip_page_repair(xip_page *page, uint32_t rules)
{
    uint8_t old[XIP_PAGE_BYTES];
    uint16_t order[XIP_MAX_ITEMS];
    memcpy(old, page, sizeof old);
    uint32_t count = order_of_items(page, rules, order);
    uint32_t upper = page->pd_special;
    for (uint32_t i = 0; i < count; i++) {
        xip_item item = xip_page_item(page, order[i]);
        uint32_t aligned = xip_maxalign(xip_item_len(item));
        upper -= aligned;
        memcpy((uint8_t *)page + upper, old + xip_item_off(item), aligned);
        page->pd_linp[order[i] - 1] = xip_item_make(upper, xip_item_flags(item), xip_item_len(item));
    }
    XIP_ASSERT(upper >= page->pd_lower, "items do not grow into the line pointers");
    page->pd_upper = (uint16_t)upper;
    uint32_t items = xip_page_items(page);
    if (rules >= 16) {
        while (items > 0 && xip_item_flags(xip_page_item(page, items)) == XIP_LP_UNUSED)
            items--;
        page->pd_lower = (uint16_t)(XIP_PAGE_HEADER_BYTES + items * XIP_ITEM_BYTES);
    }
    set_free_lines(page, first_unused(page) <= items);
}

void xip_page_truncate_items(xip_page *page)
{
    uint32_t items = xip_page_items(page);
    while (items > 1 && xip_item_flags(xip_page_item(page, items)) == XIP_LP_UNUSED)
        items--;
    page->pd_lower = (uint16_t)(XIP_PAGE_HEADER_BYTES + items * XIP_ITEM_BYTES);
    set_free_lines(page, first_unused(page) <= items);
}

void xip_page_set_prunable(xip_page *page, xip_xid xid)
{
    if (page->pd_prune_xid == XIP_INVALID_XID || xip_xid_precedes(xid, page->pd_prune_xid))
        page->pd_prune_xid = xid;
}
