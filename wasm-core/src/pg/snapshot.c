/*
 * snapshot.c — see snapshot.h. Linear search in array order: the arrays are not sorted by xid in any version.
 *
 * MODEL: the xids of a snapshot are compared one by one, as up to PostgreSQL 15; only readers in the workloads with
 * savepoints compare 16 at once, as from 16 on.
 */
#include "pg/snapshot.h"

#include <stddef.h>

#include "mem/mem.h"

/* Always inlined, so that callers that do not count pay nothing: `words` is then NULL everywhere. */
#define INLINE __attribute__((always_inline)) static inline

INLINE void read_words(uint32_t *words, uint32_t n)
{
    if (words)
        *words += n;
}

enum { VECTOR = 4, BLOCK = 4 * VECTOR };

/* Xids are at any multiple of 4. */
typedef xip_xid unaligned_u32x4 __attribute__((vector_size(16), aligned(4)));

INLINE mem_u32x4 equal_at(const xip_xid *xids, mem_u32x4 wanted)
{
    return (mem_u32x4)(*(const unaligned_u32x4 *)(const void *)xids == wanted);
}

/* 16 values with one branch. */
INLINE bool block_contains(const xip_xid *xids, mem_u32x4 wanted)
{
    return mem_any_u32x4((equal_at(xids, wanted) | equal_at(xids + VECTOR, wanted)) |
                         (equal_at(xids + 2 * VECTOR, wanted) | equal_at(xids + 3 * VECTOR, wanted)));
}

/* pg_lfind32: src/include/port/pg_lfind.h. A separate function, so that callers that search few values stay small. */
static __attribute__((noinline)) bool vector_contains(const xip_xid *xids, uint32_t n, xip_xid xid, xip_search search)
{
    mem_u32x4 wanted = {xid, xid, xid, xid};
    uint32_t at = 0;
    for (; at + BLOCK <= n; at += BLOCK)
        if (block_contains(xids + at, wanted))
            return true;
    if (search == XIP_SEARCH_VECTOR_17)
        return at < n && block_contains(xids + n - BLOCK, wanted);
    for (; at < n; at++)
        if (xids[at] == xid)
            return true;
    return false;
}

INLINE bool contains(const xip_xid *xids, uint32_t n, xip_xid xid, xip_search search, uint32_t *words)
{
    if (!words && search != XIP_SEARCH_ONE_BY_ONE && n >= BLOCK)
        return vector_contains(xids, n, xid, search);
    for (uint32_t i = 0; i < n; i++)
        if (xids[i] == xid) {
            read_words(words, i + 1);
            return true;
        }
    read_words(words, n);
    return false;
}

INLINE xip_snapshot_answer after_search(bool found, xip_snapshot_list list, xip_xid parent)
{
    xip_why why = found ? XIP_WHY_LISTED : XIP_WHY_NOT_LISTED;
    if (parent != XIP_INVALID_XID)
        why = found ? XIP_WHY_PARENT_LISTED : XIP_WHY_PARENT_NOT_LISTED;
    return (xip_snapshot_answer){.runs = found, .why = (uint8_t)why, .list = (uint8_t)list, .parent = parent};
}

/* takenDuringRecovery is in the same word as suboverflowed. Callers that use the answer alone pay nothing for `why`. */
INLINE xip_snapshot_answer decide(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context,
                                  uint32_t *words)
{
    xip_search search = (xip_search)snapshot->search;
    read_words(words, 1);
    if (xip_xid_precedes(xid, snapshot->xmin))
        return (xip_snapshot_answer){.runs = false, .why = XIP_WHY_BEFORE_XMIN};
    read_words(words, 1);
    if (xip_xid_follows_or_equals(xid, snapshot->xmax))
        return (xip_snapshot_answer){.runs = true, .why = XIP_WHY_FROM_XMAX};
    read_words(words, 1);
    xip_xid parent = XIP_INVALID_XID;
    if (snapshot->suboverflowed) {
        xip_xid top = topmost(context, xid);
        if (xip_xid_precedes(top, snapshot->xmin))
            return (xip_snapshot_answer){.runs = false, .why = XIP_WHY_PARENT_BEFORE_XMIN, .parent = top};
        if (top != xid)
            parent = top;
        xid = top;
    }
    if (!snapshot->suboverflowed || snapshot->taken_in_recovery) {
        read_words(words, 1);
        bool found = contains(snapshot->subxip, snapshot->subxcnt, xid, search, words);
        if (found || snapshot->taken_in_recovery)
            return after_search(found, XIP_LIST_SUBXIP, parent);
    }
    read_words(words, 1);
    return after_search(contains(snapshot->xip, snapshot->xcnt, xid, search, words), XIP_LIST_XIP, parent);
}

xip_snapshot_answer xip_snapshot_why(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context)
{
    return decide(xid, snapshot, topmost, context, NULL);
}

bool xip_xid_in_snapshot(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context)
{
    return decide(xid, snapshot, topmost, context, NULL).runs;
}

bool xip_xid_in_snapshot_counted(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context,
                                 uint32_t *words)
{
    return decide(xid, snapshot, topmost, context, words).runs;
}
