/*
 * snapshot.c — see snapshot.h. Linear search in array order: the arrays are not sorted by xid in any version.
 *
 * MODEL: the xids of a snapshot are compared one by one, as up to 15; from 16 on several are compared at once.
 */
#include "pg/snapshot.h"

#include <stddef.h>

/* Always inlined, so that who does not count carries nothing of it: `words` is then NULL everywhere. */
#define INLINE __attribute__((always_inline)) static inline

INLINE void read_words(uint32_t *words, uint32_t n)
{
    if (words)
        *words += n;
}

INLINE bool contains(const xip_xid *xids, uint32_t n, xip_xid xid, uint32_t *words)
{
    for (uint32_t i = 0; i < n; i++)
        if (xids[i] == xid) {
            read_words(words, i + 1);
            return true;
        }
    read_words(words, n);
    return false;
}

INLINE bool is_in(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context, uint32_t *words)
{
    read_words(words, 1);
    if (xip_xid_precedes(xid, snapshot->xmin))
        return false;
    read_words(words, 1);
    if (xip_xid_follows_or_equals(xid, snapshot->xmax))
        return true;
    read_words(words, 1);
    if (!snapshot->suboverflowed) {
        read_words(words, 1);
        if (contains(snapshot->subxip, snapshot->subxcnt, xid, words))
            return true;
    } else {
        xid = topmost(context, xid);
        if (xip_xid_precedes(xid, snapshot->xmin))
            return false;
    }
    read_words(words, 1);
    return contains(snapshot->xip, snapshot->xcnt, xid, words);
}

bool xip_xid_in_snapshot(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context)
{
    return is_in(xid, snapshot, topmost, context, NULL);
}

bool xip_xid_in_snapshot_counted(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context,
                                 uint32_t *words)
{
    return is_in(xid, snapshot, topmost, context, words);
}
