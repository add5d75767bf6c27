/*
 * two_pass.c — the dense arrays read in two passes. The first reads only xids[], 16 bytes at a time, and notes the
 * places of those that have an xid; the second visits these places and reads xid, flags and subtransactions. So the
 * many without an xid cost a quarter of a load each and no branch, and the code for the few is outside the loop that
 * runs for all.
 *
 * Reuse is left out, so that the scan itself is measured. It would work with this scan as it does with pg14's.
 *
 * Why it is right. The answer must be the one of dense.c, which reads each word once, whole, between taking
 * ProcArrayLock shared and releasing it. While that lock is held:
 *   1. No place moves and no xid is cleared, because both need the lock exclusively. Every word changes from 0 to an
 *      xid at most once, when its backend gets one under XidGenLock.
 *   2. A word that is written meanwhile does not matter. Let it become X. An xid below xmax was in the array before
 *      XidGenLock was released, hence before a later xid was assigned, hence before that one ended and moved
 *      latestCompletedXid under ProcArrayLock, hence before this lock was taken: it is not written now. So X is at or
 *      above xmax, and it does not matter whether pass one notes it (whole, torn or not at all): pass two leaves it
 *      out.
 *   3. All other words are constant, so the vector load reads the same values as a word's own load. A place that was
 *      noted still has an xid in pass two, and it is the same one.
 * Therefore the places of all xids below xmax are noted, in the order of the array, and no other makes a difference.
 */
#include "designs/dense.h"
#include "designs/designs.h"

enum {
    WORDS = 4,        /* in a vector */
    BLOCK = 8 * WORDS /* one branch for this many: two lines */
};

/* Backends with an xid, noted in the snapshot's own xip: pass two overwrites each with its result. */
static inline uint32_t note(xip_snapshot *snapshot, uint32_t n, uint32_t place)
{
    XIP_ASSERT(n < snapshot->xip_capacity, "no more backends have an xid than the server was made for");
    snapshot->xip[n] = place;
    return n + 1;
}

static inline bool any_in_block(mem_core *core, const uint32_t *xids)
{
    mem_u32x4 seen = mem_read_u32x4(core, xids, MEM_XID);
    for (uint32_t at = WORDS; at < BLOCK; at += WORDS)
        seen |= mem_read_u32x4(core, xids + at, MEM_XID);
    return mem_any_u32x4(seen);
}

/*
 * Returns how many places it noted. A separate function for the reason given in pgxact.h. A block in which a backend
 * has an xid is read a second time, vector by vector; so the log of an observed build shows it twice, as it happens.
 * After the last whole block vectors would reach beyond the last connection, so it continues word by word there.
 */
static __attribute__((noinline)) uint32_t pass_one(xip_backend *me, uint32_t num_procs)
{
    mem_core *core = me->core;
    const uint32_t *xids = me->cluster->xids;
    uint32_t n = 0;
    uint32_t at = 0;
    for (; at + BLOCK <= num_procs; at += BLOCK) {
        if (!any_in_block(core, &xids[at]))
            continue;
        for (uint32_t k = at; k < at + BLOCK; k += WORDS) {
            mem_u32x4 words = mem_read_u32x4(core, &xids[k], MEM_XID);
            for (uint32_t i = 0; i < WORDS && mem_any_u32x4(words); i++)
                if (words[i] != XIP_INVALID_XID)
                    n = note(&me->snapshot, n, k + i);
        }
    }
    for (; at < num_procs; at++)
        if (mem_read_u32(core, &xids[at], MEM_XID) != XIP_INVALID_XID)
            n = note(&me->snapshot, n, at);
    return n;
}

static bool get_snapshot(xip_backend *me)
{
    lock_for_snapshot(me);
    dense_scan s = dense_scan_begin(me, false);
    const uint32_t *places = me->snapshot.xip;
    uint32_t n = pass_one(me, s.num_procs);
    for (uint32_t i = 0; i < n; i++) {
        /* Pass two never writes further in xip than it has read. */
        uint32_t place = places[i];
        dense_visit(me, &s, place, mem_read_u32(me->core, &me->cluster->xids[place], MEM_XID));
    }
    dense_scan_end_and_unlock(me, &s);
    return false;
}

const xip_design_ops xip_design_two_pass = {
    .info = {.id = "two-pass",
             .name = "two passes, the first with SIMD",
             .commit = "an open idea of the author of 14's commits",
             .layout = "as dense",
             .reads = "xids[] of every connection, 16 bytes a load; then xid, flags and subtransactions of those that "
                      "have an xid",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = DENSE_ASSIGNS,
             .ends = DENSE_ENDS DENSE_ENDS_WITHOUT},
    .get_snapshot = get_snapshot,
    .end_with_xid = xip_dense_end_with_xid,
    .remove_subxids = xip_dense_remove_subxids,
    DENSE_OPS,
};
