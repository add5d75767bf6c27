/*
 * xid.h — transaction ids and their order: 32 bits, compared modulo 2^31; 0, 1 and 2 are special (invalid, bootstrap,
 * frozen). PostgreSQL: src/include/access/transam.h, src/backend/access/transam/transam.c.
 */
#ifndef XIP_PG_XID_H
#define XIP_PG_XID_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t xip_xid;      /* TransactionId */
typedef uint64_t xip_full_xid; /* FullTransactionId: epoch << 32 | xid */

enum { XIP_INVALID_XID = 0, XIP_FROZEN_XID = 2, XIP_FIRST_NORMAL_XID = 3 };

/* TransactionIdIsNormal */
static inline bool xip_xid_is_normal(xip_xid xid)
{
    return xid >= XIP_FIRST_NORMAL_XID;
}

/* NormalTransactionIdPrecedes: both must be normal. */
static inline bool xip_normal_xid_precedes(xip_xid a, xip_xid b)
{
    return (int32_t)(a - b) < 0;
}

/* TransactionIdPrecedes: special xids precede every normal one. */
static inline bool xip_xid_precedes(xip_xid a, xip_xid b)
{
    if (!xip_xid_is_normal(a) || !xip_xid_is_normal(b))
        return a < b;
    return xip_normal_xid_precedes(a, b);
}

static inline bool xip_xid_follows_or_equals(xip_xid a, xip_xid b)
{
    return !xip_xid_precedes(a, b);
}

/* TransactionIdAdvance: skips the special xids. */
static inline xip_xid xip_xid_next(xip_xid xid)
{
    xid++;
    return xid < XIP_FIRST_NORMAL_XID ? (xip_xid)XIP_FIRST_NORMAL_XID : xid;
}

/* TransactionIdOlder: an invalid argument does not count. */
static inline xip_xid xip_xid_older(xip_xid a, xip_xid b)
{
    if (a == XIP_INVALID_XID)
        return b;
    if (b == XIP_INVALID_XID)
        return a;
    return xip_xid_precedes(a, b) ? a : b;
}

/* FullXidRelativeTo: the full xid near `rel` whose low half is `xid`. */
static inline xip_full_xid xip_full_xid_near(xip_full_xid rel, xip_xid xid)
{
    return rel + (uint64_t)(int64_t)(int32_t)(xid - (xip_xid)rel);
}

/* FullTransactionIdAdvance: skips values whose low half is special. */
static inline xip_full_xid xip_full_xid_next(xip_full_xid xid)
{
    xid++;
    return (xip_xid)xid < XIP_FIRST_NORMAL_XID ? (xid & ~(uint64_t)UINT32_MAX) | XIP_FIRST_NORMAL_XID : xid;
}

static inline xip_full_xid xip_full_xid_newer(xip_full_xid a, xip_full_xid b)
{
    return a > b ? a : b;
}

#endif
