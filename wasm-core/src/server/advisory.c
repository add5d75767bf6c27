/*
 * advisory.c — locks on keys that people choose. They are like all others, except that a session can hold them across
 * its transactions, and give them back one by one. PostgreSQL: src/backend/utils/adt/lockfuncs.c, LockRelease and
 * LockReleaseSession in src/backend/storage/lmgr/lock.c.
 */
#include "server/state.h"

enum { CLASS_BITS = 2 };

/* Each database has keys of its own. */
static xip_locktag tag_of(const xip_session *me, xip_advisory lock)
{
    uint32_t c = me->database << CLASS_BITS | (uint32_t)lock.class;
    return (xip_locktag){.kind = XIP_LOCKTAG_ADVISORY, .a = lock.a, .b = lock.b, .c = c};
}

static xip_lock_mode mode_of(xip_advisory lock)
{
    return lock.is_shared ? XIP_SHARE : XIP_EXCLUSIVE;
}

xip_outcome xip_advisory_lock(xip_session *me, xip_advisory lock, bool dont_wait)
{
    uint32_t level = lock.is_of_session ? 0 : me->level;
    return xip_lock_acquire_for(me, tag_of(me, lock), mode_of(lock), level, dont_wait);
}

bool xip_advisory_unlock(xip_session *me, xip_advisory lock)
{
    return xip_lock_release_own(me, tag_of(me, lock), mode_of(lock));
}

void xip_advisory_unlock_all(xip_session *me)
{
    xip_locks_release_own(me);
}

bool xip_advisory_is_held_twice(const xip_session *me)
{
    for (const xip_held *own = me->held; own != NULL; own = own->next)
        for (const xip_held *held = me->held; own->level == 0 && held != NULL && held->level > 0; held = held->next)
            if (held->lock == own->lock)
                return true;
    return false;
}
