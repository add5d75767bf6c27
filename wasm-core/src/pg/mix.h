/*
 * mix.h — transactions in every state that a visibility check can meet, and the xids to check: one mix, which the lab
 * times (labthreads/operations.c) and the model counts (simulation/check.c).
 *
 * A round of XIP_MIX_COMPANIONS connections: first the staying companions get xids, and some of them subtransactions;
 * then the leaving ones get theirs, and end. A snapshot taken now has XIP_MIX_EACH running xids and as many running
 * subtransactions in its lists. It is checked with four kinds of xids, a quarter each. At last the staying companions
 * end, too.
 *
 *   ended before | r r r r … their subtransactions … | s s s s … |
 *                xmin                                            xmax
 */
#ifndef XIP_PG_MIX_H
#define XIP_PG_MIX_H

#include "pg/procarray.h"
#include "pg/xact.h"

enum {
    XIP_MIX_EACH = 16,      /* xids of each kind */
    XIP_MIX_PARENTS = 4,    /* how many of the staying ones have subtransactions */
    XIP_MIX_CHILDREN = 4,   /* of each parent */
    XIP_MIX_COMPANIONS = 32 /* first the staying, then the leaving ones */
};
_Static_assert(XIP_MIX_PARENTS *XIP_MIX_CHILDREN == XIP_MIX_EACH, "there are as many subtransactions as others");
_Static_assert(2 * XIP_MIX_EACH == XIP_MIX_COMPANIONS, "half of the companions stay");

typedef enum xip_mix_kind {
    XIP_MIX_ENDED_BEFORE = 0, /* below the snapshot's xmin */
    XIP_MIX_ENDED_SINCE = 1,  /* between xmin and xmax, in neither list */
    XIP_MIX_RUNNING = 2,      /* in xip */
    XIP_MIX_SUBXID = 3,       /* in subxip */
    XIP_MIX_KINDS = 4
} xip_mix_kind;

/* The xids to check, one of each kind in turn: kind k's i-th is xids[i * XIP_MIX_KINDS + k]. */
typedef struct xip_mix {
    xip_xid xids[XIP_MIX_EACH * XIP_MIX_KINDS];
} xip_mix;

static inline void xip_mix_keep(xip_mix *mix, uint32_t at, xip_mix_kind kind, xip_xid xid)
{
    mix->xids[at * XIP_MIX_KINDS + kind] = xid;
}

/* A round begins: transactions that ended since the last snapshot have ended before the next one. */
static inline void xip_mix_age(xip_mix *mix)
{
    for (uint32_t i = 0; i < XIP_MIX_EACH; i++)
        xip_mix_keep(mix, i, XIP_MIX_ENDED_BEFORE, mix->xids[i * XIP_MIX_KINDS + XIP_MIX_ENDED_SINCE]);
}

/* The companion at `at`, a staying one with an xid, gets its subtransactions, if it should have any. */
static inline void xip_mix_children(xip_mix *mix, xip_backend *companion, uint32_t at)
{
    if (at >= XIP_MIX_PARENTS)
        return;
    for (uint32_t i = 0; i < XIP_MIX_CHILDREN; i++)
        xip_mix_keep(mix, at * XIP_MIX_CHILDREN + i, XIP_MIX_SUBXID, xip_assign_subxid(companion));
}

/* The lists that a backend outside the companions needs for `groups` rounds at once. */
static inline xip_cluster_size xip_mix_size(uint32_t groups, uint32_t others)
{
    return (xip_cluster_size){
        .max_with_xid = groups * XIP_MIX_COMPANIONS + others,
        /* None of them fills its cache; the size is for all their subtransactions. */
        .max_with_subxid =
            (groups * XIP_MIX_PARENTS * XIP_MIX_CHILDREN + XIP_MAX_CACHED_SUBXIDS - 1) / XIP_MAX_CACHED_SUBXIDS,
    };
}

#endif
