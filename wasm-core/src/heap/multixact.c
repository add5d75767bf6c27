/* multixact.c — see multixact.h. */
#include "heap/multixact.h"

#include "base/assert.h"

/* The position of a multixact's members in multi_members. */
typedef struct xip_multi_start {
    uint32_t first, count;
} xip_multi_start;
_Static_assert(sizeof(xip_multi_start) == 8 && sizeof(xip_mxact_member) == 8, "entries of xip_growing");

enum { MAX_MEMBERS = 4096 /* of one multixact: sessions and their subtransactions */ };

xip_tuple_lock xip_lock_of_status(uint32_t status)
{
    static const uint8_t lock[] = {XIP_LOCK_KEY_SHARE,        XIP_LOCK_SHARE,
                                   XIP_LOCK_NO_KEY_EXCLUSIVE, XIP_LOCK_EXCLUSIVE,
                                   XIP_LOCK_NO_KEY_EXCLUSIVE, XIP_LOCK_EXCLUSIVE};
    return (xip_tuple_lock)lock[status];
}

xip_mxact_status xip_status_of_lock(xip_tuple_lock mode, bool updates)
{
    XIP_ASSERT(!updates || mode >= XIP_LOCK_NO_KEY_EXCLUSIVE, "an update takes an exclusive lock");
    return (xip_mxact_status)((uint32_t)mode + (updates ? 2u : 0u));
}

xip_lock_mode xip_hwlock_of(xip_tuple_lock mode)
{
    static const uint8_t hw[] = {XIP_ACCESS_SHARE, XIP_ROW_SHARE, XIP_EXCLUSIVE, XIP_ACCESS_EXCLUSIVE};
    return (xip_lock_mode)hw[mode];
}

bool xip_tuple_locks_conflict(xip_tuple_lock a, xip_tuple_lock b)
{
    /* Bit n: conflicts with mode n. */
    static const uint8_t conflicts[] = {0x8, 0xC, 0xE, 0xF};
    return (conflicts[a] >> b & 1) != 0;
}

/* ---- members ---- */

static xip_multi_start *start_of(const xip_heap *heap, uint32_t multi)
{
    xip_multi_start *start = multi == 0 ? NULL : xip_growing_at(heap, &heap->multi_starts, multi - 1);
    XIP_ASSERT(start != NULL, "a multixact in a tuple exists");
    return start;
}

static xip_mxact_member member_of(const xip_heap *heap, const xip_multi_start *start, uint32_t index)
{
    const xip_mxact_member *member = xip_growing_at(heap, &heap->multi_members, start->first + index);
    return *member;
}

/* mXactCachePut: the oldest is removed when it is full. */
static void remember(xip_session *me, uint32_t multi)
{
    xip_heap_session *mine = xip_heap_mine(me);
    for (uint32_t i = 0; i < mine->multi_count; i++)
        if (mine->multis[i] == multi)
            return;
    if (mine->multi_count == XIP_MXACT_CACHE) {
        for (uint32_t i = 1; i < XIP_MXACT_CACHE; i++)
            mine->multis[i - 1] = mine->multis[i];
        mine->multi_count--;
    }
    mine->multis[mine->multi_count++] = multi;
}

/* The oldest multixact that a running transaction may be a member of, or `oldest`. */
static uint32_t oldest_member(xip_session *me, uint32_t oldest)
{
    const xip_heap *heap = xip_heap_at(me);
    for (uint32_t i = 0; i < XIP_MXACT_MEMBERS; i++) {
        const xip_oldest_member *member = &heap->oldest_members[i];
        if (member->top_xid != XIP_INVALID_XID && member->multi < oldest && xip_is_in_progress(me, member->top_xid))
            oldest = member->multi;
    }
    return oldest;
}

static uint32_t next_multi(const xip_heap *heap)
{
    return heap->multi_starts.count + 1;
}

void xip_mxact_set_oldest_member(xip_session *me)
{
    xip_heap *heap = xip_heap_at(me);
    xip_xid top = xip_top_xid_if_any(me);
    XIP_ASSERT(top != XIP_INVALID_XID, "who locks or changes a row has an xid");
    uint32_t free = XIP_MXACT_MEMBERS;
    for (uint32_t i = 0; i < XIP_MXACT_MEMBERS; i++) {
        xip_xid other = heap->oldest_members[i].top_xid;
        if (other == top)
            return;
        if (free == XIP_MXACT_MEMBERS && (other == XIP_INVALID_XID || !xip_is_in_progress(me, other)))
            free = i;
    }
    XIP_ASSERT(free < XIP_MXACT_MEMBERS, "no more transactions run than sessions and prepared ones");
    heap->oldest_members[free] = (xip_oldest_member){top, next_multi(heap)};
}

uint32_t xip_mxact_oldest(xip_session *me)
{
    const xip_heap *heap = xip_heap_at(me);
    uint32_t oldest = oldest_member(me, next_multi(heap));
    for (uint32_t id = 0; id < XIP_MAX_SESSIONS; id++) {
        const xip_heap_session *other = &heap->sessions[id];
        if (other->oldest_visible == 0 || other->oldest_visible >= oldest)
            continue;
        xip_session *session = xip_session_at(heap->server, id);
        if (session != NULL && xip_xact_level(session) > 0 && xip_xact_number(session) == other->xact)
            oldest = other->oldest_visible;
    }
    return oldest;
}

uint32_t xip_mxact_oldest_visible(xip_session *me)
{
    xip_heap_session *mine = xip_heap_mine(me);
    if (mine->oldest_visible == 0) /* MultiXactIdSetOldestVisible */
        mine->oldest_visible = oldest_member(me, next_multi(xip_heap_at(me)));
    return mine->oldest_visible;
}

uint32_t xip_mxact_count(xip_session *me, uint32_t multi)
{
    xip_mxact_oldest_visible(me);
    remember(me, multi);
    return start_of(xip_heap_at(me), multi)->count;
}

xip_mxact_member xip_mxact_member_at(xip_session *me, uint32_t multi, uint32_t index)
{
    const xip_heap *heap = xip_heap_at(me);
    return member_of(heap, start_of(heap, multi), index);
}

xip_xid xip_mxact_updater(xip_session *me, uint32_t multi)
{
    uint32_t count = xip_mxact_count(me, multi);
    for (uint32_t i = 0; i < count; i++) {
        xip_mxact_member member = xip_mxact_member_at(me, multi, i);
        if (xip_status_updates(member.status))
            return member.xid;
    }
    return XIP_INVALID_XID;
}

bool xip_mxact_is_running(xip_session *me, uint32_t multi)
{
    uint32_t count = xip_mxact_count(me, multi);
    for (uint32_t i = 0; i < count; i++)
        if (xip_is_in_progress(me, xip_mxact_member_at(me, multi, i).xid))
            return true;
    return false;
}

/* ---- making them ---- */

static bool same_members(const xip_heap *heap, uint32_t multi, const xip_mxact_member *members, uint32_t count)
{
    const xip_multi_start *start = start_of(heap, multi);
    if (start->count != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        xip_mxact_member member = member_of(heap, start, i);
        if (member.xid != members[i].xid || member.status != members[i].status)
            return false;
    }
    return true;
}

/* By xid as a number, then by status, as mxactMemberComparator does. */
static void insert_sorted(xip_mxact_member *members, uint32_t count, xip_mxact_member add)
{
    uint32_t at = count;
    for (; at > 0 &&
           (members[at - 1].xid > add.xid || (members[at - 1].xid == add.xid && members[at - 1].status > add.status));
         at--)
        members[at] = members[at - 1];
    members[at] = add;
}

/* MultiXactIdCreateFromMembers; members are sorted. */
static uint32_t create_from(xip_session *me, const xip_mxact_member *members, uint32_t count)
{
    xip_heap *heap = xip_heap_at(me);
    xip_heap_session *mine = xip_heap_mine(me);
    for (uint32_t i = mine->multi_count; i-- > 0;)
        if (same_members(heap, mine->multis[i], members, count))
            return mine->multis[i];
    uint32_t first = xip_growing_add(heap, &heap->multi_members, count);
    for (uint32_t i = 0; i < count; i++)
        *(xip_mxact_member *)xip_growing_at(heap, &heap->multi_members, first + i) = members[i];
    uint32_t multi = xip_growing_add(heap, &heap->multi_starts, 1) + 1;
    *start_of(heap, multi) = (xip_multi_start){first, count};
    remember(me, multi);
    return multi;
}

uint32_t xip_mxact_create(xip_session *me, xip_mxact_member a, xip_mxact_member b)
{
    xip_mxact_member members[2];
    insert_sorted(members, 0, a);
    insert_sorted(members, 1, b);
    return create_from(me, members, 2);
}

uint32_t xip_mxact_expand(xip_session *me, uint32_t multi, xip_mxact_member add)
{
    xip_mxact_member members[MAX_MEMBERS];
    uint32_t count = xip_mxact_count(me, multi), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        xip_mxact_member member = xip_mxact_member_at(me, multi, i);
        if (member.xid == add.xid && member.status == add.status)
            return multi;
    }
    for (uint32_t i = 0; i < count; i++) {
        xip_mxact_member member = xip_mxact_member_at(me, multi, i);
        if (xip_is_in_progress(me, member.xid) || (xip_status_updates(member.status) && xip_did_commit(me, member.xid)))
            members[kept++] = member;
    }
    XIP_ASSERT(kept < MAX_MEMBERS, "a multixact has few members");
    insert_sorted(members, kept++, add);
    return create_from(me, members, kept);
}

/* ---- the meaning of a multixact for a tuple ---- */

void xip_mxact_hint_bits(xip_session *me, uint32_t multi, uint32_t *infomask, uint32_t *infomask2)
{
    uint32_t bits = XIP_HEAP_XMAX_IS_MULTI, bits2 = 0;
    xip_tuple_lock strongest = XIP_LOCK_KEY_SHARE;
    bool has_update = false;
    uint32_t count = xip_mxact_count(me, multi);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t status = xip_mxact_member_at(me, multi, i).status;
        xip_tuple_lock mode = xip_lock_of_status(status);
        if (mode > strongest)
            strongest = mode;
        if (mode == XIP_LOCK_EXCLUSIVE)
            bits2 |= XIP_HEAP_KEYS_UPDATED;
        has_update = has_update || xip_status_updates(status);
    }
    if (strongest >= XIP_LOCK_NO_KEY_EXCLUSIVE)
        bits |= XIP_HEAP_XMAX_EXCL_LOCK;
    else
        bits |= strongest == XIP_LOCK_SHARE ? XIP_HEAP_XMAX_SHR_LOCK : XIP_HEAP_XMAX_KEYSHR_LOCK;
    if (!has_update)
        bits |= XIP_HEAP_XMAX_LOCK_ONLY;
    *infomask = bits;
    *infomask2 = bits2;
}

bool xip_mxact_conflicts(xip_session *me, uint32_t multi, xip_tuple_lock mode, bool *is_member)
{
    bool conflict = false;
    uint32_t count = xip_mxact_count(me, multi);
    for (uint32_t i = 0; i < count; i++) {
        if (conflict && (is_member == NULL || *is_member))
            break;
        xip_mxact_member member = xip_mxact_member_at(me, multi, i);
        if (xip_is_current_xid(me, member.xid)) {
            if (is_member != NULL)
                *is_member = true;
            continue;
        }
        if (conflict || !xip_tuple_locks_conflict(xip_lock_of_status(member.status), mode))
            continue;
        bool of_no_account =
            xip_status_updates(member.status) ? xip_did_abort(me, member.xid) : !xip_is_in_progress(me, member.xid);
        conflict = !of_no_account;
    }
    return conflict;
}

xip_outcome xip_mxact_wait(xip_session *me, uint32_t multi, uint32_t status, bool dont_wait, uint32_t *member,
                           uint32_t *remain)
{
    uint32_t count = xip_mxact_count(me, multi);
    for (; *member < count; ++*member) {
        xip_mxact_member at = xip_mxact_member_at(me, multi, *member);
        if (xip_is_current_xid(me, at.xid)) {
            ++*remain;
            continue;
        }
        if (!xip_tuple_locks_conflict(xip_lock_of_status(at.status), xip_lock_of_status(status))) {
            if (xip_is_in_progress(me, at.xid))
                ++*remain;
            continue;
        }
        xip_outcome outcome = xip_wait_for_xid(me, at.xid, dont_wait);
        if (outcome != XIP_DONE)
            return outcome;
    }
    return XIP_DONE;
}
