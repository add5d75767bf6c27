/*
 * waits.c — waiting for a transaction, and which sessions wait for which.
 * PostgreSQL: XactLockTableWait in src/backend/storage/lmgr/lmgr.c, pg_blocking_pids in
 * src/backend/utils/adt/lockfuncs.c.
 */
#include "base/assert.h"
#include "server/state.h"

/*
 * Every transaction holds its xid's lock exclusively until it has left the proc array. A released subtransaction has
 * released its lock although its fate is still open: then the caller waits for the topmost parent's.
 */
xip_outcome xip_wait_for_xid(xip_session *me, xip_xid xid, bool dont_wait)
{
    XIP_ASSERT(!xip_is_current_xid(me, xid), "nobody waits for itself");
    if (me->wait_xid_asked != xid) {
        me->wait_xid_asked = xid;
        me->wait_xid_now = xid;
    }
    for (;;) {
        xip_locktag tag = {.kind = XIP_LOCKTAG_TRANSACTION, .a = me->wait_xid_now};
        xip_outcome outcome = xip_lock_acquire(me, tag, XIP_SHARE, dont_wait);
        if (outcome == XIP_WAIT)
            return outcome;
        bool is_over = outcome != XIP_DONE;
        if (outcome == XIP_DONE) {
            xip_lock_release(me, tag, XIP_SHARE);
            is_over = !xip_is_in_progress(me, me->wait_xid_now);
        }
        if (is_over) {
            me->wait_xid_asked = me->wait_xid_now = XIP_INVALID_XID;
            return outcome;
        }
        me->wait_xid_now = xip_subtrans_walk(me, me->wait_xid_now, XIP_LOOKUP_WAIT);
    }
}

uint32_t xip_blocking_sessions(xip_session *me, uint32_t *ids, uint32_t capacity)
{
    if (me->wait_state != XIP_WAITING)
        return 0;
    const xip_lock *lock = me->wait_lock;
    uint32_t conflicts = xip_lock_conflicts(me->wait_mode);
    uint32_t count = 0;
    for (const xip_proclock *at = lock->proclocks; at != NULL; at = at->next) {
        if (at->owner == me->id)
            continue;
        bool blocks = (at->hold_mask & conflicts) != 0;
        for (const xip_session *before = me->wait_prev; !blocks && before != NULL; before = before->wait_prev)
            blocks = before->id == at->owner && (xip_lockbit(before->wait_mode) & conflicts);
        if (blocks && count < capacity)
            ids[count] = at->owner;
        count += blocks;
    }
    return count;
}
