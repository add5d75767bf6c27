/*
 * tuple.h — the bits of a tuple header and conclusions from them alone.
 * PostgreSQL: src/include/access/htup_details.h.
 */
#ifndef XIP_HEAP_TUPLE_H
#define XIP_HEAP_TUPLE_H

#include "heap/heap.h"
#include "heap/page.h"

enum {
    XIP_TUPLE_HEADER_BYTES = 23,
    /* t_infomask */
    XIP_HEAP_HASNULL = 0x0001,
    XIP_HEAP_HASVARWIDTH = 0x0002,
    XIP_HEAP_XMAX_KEYSHR_LOCK = 0x0010,
    XIP_HEAP_COMBOCID = 0x0020,
    XIP_HEAP_XMAX_EXCL_LOCK = 0x0040,
    XIP_HEAP_XMAX_LOCK_ONLY = 0x0080,
    XIP_HEAP_XMAX_SHR_LOCK = XIP_HEAP_XMAX_EXCL_LOCK | XIP_HEAP_XMAX_KEYSHR_LOCK,
    XIP_HEAP_LOCK_MASK = XIP_HEAP_XMAX_SHR_LOCK,
    XIP_HEAP_XMIN_COMMITTED = 0x0100,
    XIP_HEAP_XMIN_INVALID = 0x0200,
    XIP_HEAP_XMIN_FROZEN = 0x0300,
    XIP_HEAP_XMAX_COMMITTED = 0x0400,
    XIP_HEAP_XMAX_INVALID = 0x0800,
    XIP_HEAP_XMAX_IS_MULTI = 0x1000,
    XIP_HEAP_UPDATED = 0x2000,
    XIP_HEAP_XMAX_BITS = XIP_HEAP_XMAX_COMMITTED | XIP_HEAP_XMAX_INVALID | XIP_HEAP_XMAX_IS_MULTI | XIP_HEAP_LOCK_MASK |
                         XIP_HEAP_XMAX_LOCK_ONLY,
    /* t_infomask2 */
    XIP_HEAP_NATTS_MASK = 0x07FF,
    XIP_HEAP_KEYS_UPDATED = 0x2000,
    XIP_HEAP_HOT_UPDATED = 0x4000,
    XIP_HEAP_ONLY_TUPLE = 0x8000,
    /* t_ctid's offset while its block is the token of a speculative insertion: SpecTokenOffsetNumber */
    XIP_SPEC_TOKEN_OFFSET = 0xFFFE
};

static inline bool xip_xmin_committed(const xip_tuple_header *tuple)
{
    return (tuple->t_infomask & XIP_HEAP_XMIN_COMMITTED) != 0;
}
/* Aborted and not frozen: frozen has both bits. */
static inline bool xip_xmin_invalid(const xip_tuple_header *tuple)
{
    return (tuple->t_infomask & XIP_HEAP_XMIN_FROZEN) == XIP_HEAP_XMIN_INVALID;
}
static inline bool xip_xmin_frozen(const xip_tuple_header *tuple)
{
    return (tuple->t_infomask & XIP_HEAP_XMIN_FROZEN) == XIP_HEAP_XMIN_FROZEN;
}
/* HeapTupleHeaderGetXmin */
static inline xip_xid xip_tuple_xmin(const xip_tuple_header *tuple)
{
    return xip_xmin_frozen(tuple) ? (xip_xid)XIP_FROZEN_XID : tuple->t_xmin;
}
/* HEAP_XMAX_IS_LOCKED_ONLY */
static inline bool xip_locked_only(uint32_t infomask)
{
    return (infomask & XIP_HEAP_XMAX_LOCK_ONLY) ||
           (infomask & (XIP_HEAP_XMAX_IS_MULTI | XIP_HEAP_LOCK_MASK)) == XIP_HEAP_XMAX_EXCL_LOCK;
}
static inline bool xip_is_keyshr_locked(uint32_t infomask)
{
    return (infomask & XIP_HEAP_LOCK_MASK) == XIP_HEAP_XMAX_KEYSHR_LOCK;
}
static inline bool xip_is_shr_locked(uint32_t infomask)
{
    return (infomask & XIP_HEAP_LOCK_MASK) == XIP_HEAP_XMAX_SHR_LOCK;
}
static inline bool xip_is_excl_locked(uint32_t infomask)
{
    return (infomask & XIP_HEAP_LOCK_MASK) == XIP_HEAP_XMAX_EXCL_LOCK;
}
/* HeapTupleHeaderIsHotUpdated: the successor counts only if neither xmin nor xmax is marked invalid. */
static inline bool xip_is_hot_updated(const xip_tuple_header *tuple)
{
    return (tuple->t_infomask2 & XIP_HEAP_HOT_UPDATED) && !(tuple->t_infomask & XIP_HEAP_XMAX_INVALID) &&
           !xip_xmin_invalid(tuple);
}
static inline bool xip_is_heap_only(const xip_tuple_header *tuple)
{
    return (tuple->t_infomask2 & XIP_HEAP_ONLY_TUPLE) != 0;
}

static inline xip_ctid xip_tuple_ctid(const xip_tuple_header *tuple)
{
    return (xip_ctid){(uint32_t)tuple->t_ctid[0] << 16 | tuple->t_ctid[1], tuple->t_ctid[2]};
}
static inline void xip_tuple_set_ctid(xip_tuple_header *tuple, xip_ctid ctid)
{
    tuple->t_ctid[0] = (uint16_t)(ctid.block >> 16);
    tuple->t_ctid[1] = (uint16_t)ctid.block;
    tuple->t_ctid[2] = (uint16_t)ctid.offset;
}
/* HeapTupleHeaderGetSpeculativeToken; 0: the tuple is none of a speculative insertion. */
static inline uint32_t xip_tuple_token(const xip_tuple_header *tuple)
{
    xip_ctid ctid = xip_tuple_ctid(tuple);
    return ctid.offset == XIP_SPEC_TOKEN_OFFSET ? ctid.block : 0;
}
static inline bool xip_ctid_equal(xip_ctid a, xip_ctid b)
{
    return a.block == b.block && a.offset == b.offset;
}
/* There is a next version at another ctid. */
static inline bool xip_has_successor(const xip_tuple_header *tuple, xip_ctid self)
{
    return !xip_ctid_equal(xip_tuple_ctid(tuple), self);
}

static inline void xip_set_bits(xip_tuple_header *tuple, uint32_t infomask, uint32_t infomask2)
{
    tuple->t_infomask = (uint16_t)(tuple->t_infomask | infomask);
    tuple->t_infomask2 = (uint16_t)(tuple->t_infomask2 | infomask2);
}
static inline void xip_clear_bits(xip_tuple_header *tuple, uint32_t infomask, uint32_t infomask2)
{
    tuple->t_infomask = (uint16_t)(tuple->t_infomask & ~infomask);
    tuple->t_infomask2 = (uint16_t)(tuple->t_infomask2 & ~infomask2);
}

/* The tuple behind a line pointer that is LP_NORMAL. */
static inline xip_tuple_header *xip_page_tuple(xip_page *page, uint32_t offset)
{
    return (xip_tuple_header *)((uint8_t *)page + xip_item_off(xip_page_item(page, offset)));
}

#endif
