/*
 * mix.h — transactions in every state that a visibility check can meet, and the xids to ask about: one mix, which the
 * lab times (labthreads/operations.c) and the model counts (simulation/check.c).
 *
 * A round of XIP_MIX_COMPANIONS connections: first those who stay get xids, and some of them subtransactions; then
 * those who leave get theirs, and end. A snapshot taken now has XIP_MIX_EACH running xids and as many running
 * subtransactions in its lists. It is asked about four kinds of xids, a quarter each. At last those who stay end, too.
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
    XIP_MIX_PARENTS = 4,    /* of those who stay, how many have subtransactions */
    XIP_MIX_CHILDREN = 4,   /* of each */
    XIP_MIX_COMPANIONS = 32 /* who stay, then who leave */
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

/* What is asked, one of each kind in turn: kind k's i-th is xids[i * XIP_MIX_KINDS + k]. */
typedef struct xip_mix {
    xip_xid xids[XIP_MIX_EACH * XIP_MIX_KINDS];
} xip_mix;

static inline void xip_mix_keep(xip_mix *mix, uint32_t at, xip_mix_kind kind, xip_xid xid)
{
    mix->xids[at * XIP_MIX_KINDS + kind] = xid;
}

/* A round begins: who ended since the last snapshot has ended before the next. */
static inline void xip_mix_age(xip_mix *mix)
{
    for (uint32_t i = 0; i < XIP_MIX_EACH; i++)
        xip_mix_keep(mix, i, XIP_MIX_ENDED_BEFORE, mix->xids[i * XIP_MIX_KINDS + XIP_MIX_ENDED_SINCE]);
}

/* The companion at `at`, who is one of those who stay and has an xid: it gets its subtransactions, if it is to have
 * any. */
static inline void xip_mix_children(xip_mix *mix, xip_backend *companion, uint32_t at)
{
    if (at >= XIP_MIX_PARENTS)
        return;
    for (uint32_t i = 0; i < XIP_MIX_CHILDREN; i++)
        xip_mix_keep(mix, at * XIP_MIX_CHILDREN + i, XIP_MIX_SUBXID, xip_assign_subxid(companion));
}

/* What a backend that is no companion must be able to list, of `groups` rounds at once. */
static inline xip_cluster_size xip_mix_size(uint32_t groups, uint32_t others)
{
    return (xip_cluster_size){
        .max_with_xid = groups * XIP_MIX_COMPANIONS + others,
        /* Not one of them fills its cache: room for all their subtransactions is what is meant. */
        .max_with_subxid =
            (groups * XIP_MIX_PARENTS * XIP_MIX_CHILDREN + XIP_MAX_CACHED_SUBXIDS - 1) / XIP_MAX_CACHED_SUBXIDS,
    };
}

#endif
