/* test_heap_locks.c — row locks in four strengths, waiting and continuing, multixacts; compatibility as in facts
 * section 7. */
#include "heap/multixact.h"
#include "heap_sim.h"

enum { A = 0, B = 1, C = 2, D = 3 };

/* The table has row 1, by xid 1000. */
#define EACH_RULES_ROW(N, ...)                                                                                         \
    EACH_RULES(N, true, {                                                                                              \
        begin(s[A]);                                                                                                   \
        insert(s[A], t, 1, 10);                                                                                        \
        commit(s[A]);                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    })

/* A session's action on row 1: a lock, or an UPDATE (4: no key, 5: key), or a DELETE (6). */
static xip_outcome act(sim *sim, xip_session *me, uint32_t t, uint32_t what, xip_wait_policy policy,
                       xip_heap_op_result *r)
{
    if (what < 4)
        return lock_as(sim, me, t, 1, (xip_tuple_lock)what, policy, r);
    return what == 6 ? delete_as(sim, me, t, 1, r) : update_as(sim, me, t, 1, 11, what == 5, r);
}

static uint32_t strength(uint32_t what)
{
    static const uint32_t of[] = {0, 1, 2, 3, 2, 3, 3};
    return of[what];
}

/* x: waits. KEY SHARE, SHARE, NO KEY UPDATE, UPDATE. */
static bool waits(uint32_t holds, uint32_t wants)
{
    static const char *matrix[] = {"...x", "..xx", ".xxx", "xxxx"};
    return matrix[strength(holds)][strength(wants)] == 'x';
}

static void the_matrix(void)
{
    for (uint32_t holds = 0; holds < 7; holds++)
        for (uint32_t wants = 0; wants < 7; wants++)
            EACH_RULES_ROW(2, {
                CONTEXT("rules of %u: %u, then %u", rules, holds, wants);
                begin(s[A]);
                begin(s[B]);
                xip_heap_op_result r;
                CHECK(act(&sim, s[A], t, holds, XIP_WAIT_BLOCK, &r) == XIP_DONE && r.tm == XIP_TM_OK);
                bool must_wait = waits(holds, wants);
                CHECK(act(&sim, s[B], t, wants, XIP_WAIT_BLOCK, &r) == (must_wait ? XIP_WAIT : XIP_DONE));
                if (!must_wait)
                    continue;
                uint32_t blocker;
                CHECK(xip_blocking_sessions(s[B], &blocker, 1) == 1 && blocker == A);
                rollback(s[A]);
                CHECK(is_woken(&sim, s[B]));
                CHECK(run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_OK);
                commit(s[B]);
            });
}

static void others_are_told_at_once(void)
{
    for (uint32_t holds = 0; holds < 7; holds++)
        for (uint32_t wants = 0; wants < 4; wants++)
            EACH_RULES_ROW(3, {
                CONTEXT("rules of %u: %u, then %u", rules, holds, wants);
                begin(s[A]);
                begin(s[B]);
                begin(s[C]);
                xip_heap_op_result r;
                act(&sim, s[A], t, holds, XIP_WAIT_BLOCK, &r);
                bool busy = waits(holds, wants);
                xip_outcome skip = act(&sim, s[B], t, wants, XIP_WAIT_SKIP, &r);
                CHECK(skip == XIP_DONE && r.tm == (busy ? XIP_TM_WOULD_BLOCK : XIP_TM_OK));
                rollback(s[B]);
                CHECK(act(&sim, s[C], t, wants, XIP_WAIT_ERROR, &r) == (busy ? XIP_NOT_AVAILABLE : XIP_DONE));
            });
}

/* Under KEY SHARE a row may be updated: the new version keeps the locker, the old one has both. */
static void key_share_survives_an_update(void)
{
    EACH_RULES_ROW(3, {
        begin(s[A]);
        begin(s[B]);
        lock(&sim, s[A], t, 1, XIP_LOCK_KEY_SHARE);          /* 1001 */
        xip_heap_op_result r = update(&sim, s[B], t, 1, 11); /* 1002 */
        CHECK(r.tm == XIP_TM_OK);
        item old = item_0(&sim, t, 1), new = item_0(&sim, t, 2);
        CHECK(old.h.t_xmax == 1 && (old.h.t_infomask & 0x1CD0) == 0x1040); /* a multixact with an updater */
        CHECK(xip_mxact_count(s[C], 1) == 2 && xip_mxact_member_at(s[C], 1, 0).status == XIP_MX_KEY_SHARE &&
              xip_mxact_member_at(s[C], 1, 1).status == XIP_MX_NO_KEY_UPDATE);
        CHECK(new.h.t_xmax == 1001 && (new.h.t_infomask & 0x1CD0) == 0x0090);
        commit(s[B]);
        /* The locker still blocks a session that changes the key. */
        begin(s[B]);
        CHECK(update_as(&sim, s[B], t, 1, 12, true, &r) == XIP_WAIT);
        commit(s[A]);
        CHECK(is_woken(&sim, s[B]) && run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_OK);
        CHECK(item_0(&sim, t, 3).h.t_xmax == 0 && (item_0(&sim, t, 3).h.t_infomask & XIP_HEAP_XMAX_INVALID));
    });
}

static void lockers_in_multixacts(void)
{
    EACH_RULES_ROW(4, {
        for (uint32_t i = A; i <= C; i++) {
            begin(s[i]);
            lock(&sim, s[i], t, 1, XIP_LOCK_SHARE);
        }
        item one = item_0(&sim, t, 1);
        CHECK(one.h.t_xmax == 2 && (one.h.t_infomask & 0x1CD0) == 0x10D0);
        CHECK(xip_mxact_count(s[D], 2) == 3);
        commit(s[A]);
        commit(s[B]);
        /* A member that has ended is left out of the next one; the same members need no new one. */
        begin(s[D]);
        lock(&sim, s[D], t, 1, XIP_LOCK_KEY_SHARE);
        CHECK(item_0(&sim, t, 1).h.t_xmax == 3 && xip_mxact_count(s[D], 3) == 2);
        lock(&sim, s[D], t, 1, XIP_LOCK_KEY_SHARE);
        CHECK(item_0(&sim, t, 1).h.t_xmax == 3);
        commit(s[C]);
        commit(s[D]);
        begin(s[A]);
        lock(&sim, s[A], t, 1, XIP_LOCK_SHARE);
        CHECK(!(item_0(&sim, t, 1).h.t_infomask & XIP_HEAP_XMAX_IS_MULTI)); /* nobody left: alone */
    });
}

static void a_committed_updater_stays(void)
{
    EACH_RULES_ROW(4, {
        begin_rr(s[C]);
        CHECK(value(&sim, s[C], t, 1) == 10);
        begin(s[A]);
        begin(s[B]);
        lock(&sim, s[A], t, 1, XIP_LOCK_KEY_SHARE);
        update(&sim, s[B], t, 1, 11);
        commit(s[B]);
        /* C locks the version it sees: the members are the two lockers and the updater. */
        xip_heap_op_result r;
        CHECK(lock_as(&sim, s[C], t, 1, XIP_LOCK_KEY_SHARE, XIP_WAIT_BLOCK, &r) == XIP_DONE && r.tm == XIP_TM_OK);
        uint32_t multi = item_0(&sim, t, 1).h.t_xmax;
        CHECK(xip_mxact_count(s[D], multi) == 3 && xip_mxact_updater(s[D], multi) == 1002);
        CHECK(item_0(&sim, t, 1).h.t_ctid[2] == 2 && (item_0(&sim, t, 1).h.t_infomask2 & XIP_HEAP_HOT_UPDATED));
        /* And the newer version is locked as well. */
        CHECK(item_0(&sim, t, 2).h.t_infomask & XIP_HEAP_XMAX_IS_MULTI);
        commit(s[A]);
        begin(s[D]);
        CHECK(delete_as(&sim, s[D], t, 1, &r) == XIP_WAIT);
        commit(s[C]);
        CHECK(is_woken(&sim, s[D]) && run(s[D], &r) == XIP_DONE && r.tm == XIP_TM_OK);
    });
}

static void what_is_held_already(void)
{
    EACH_RULES_ROW(2, {
        begin(s[A]);
        lock(&sim, s[A], t, 1, XIP_LOCK_EXCLUSIVE);
        item before = item_0(&sim, t, 1);
        CHECK((before.h.t_infomask & 0x1CD0) == 0x00C0 && (before.h.t_infomask2 & XIP_HEAP_KEYS_UPDATED));
        for (uint32_t mode = 0; mode < 4; mode++)
            lock(&sim, s[A], t, 1, (xip_tuple_lock)mode);
        item after = item_0(&sim, t, 1);
        CHECK(same_item(&before, &after));
        commit(s[A]);
        begin(s[A]);
        lock(&sim, s[A], t, 1, XIP_LOCK_SHARE);
        lock(&sim, s[A], t, 1, XIP_LOCK_NO_KEY_EXCLUSIVE); /* the stronger represents both */
        CHECK(item_0(&sim, t, 1).h.t_xmax == 1002 && (item_0(&sim, t, 1).h.t_infomask & 0x1CD0) == 0x00C0);
        /* A lock by a subtransaction is its own member. */
        xip_subxact_start(s[A]);
        lock(&sim, s[A], t, 1, XIP_LOCK_EXCLUSIVE);
        CHECK(item_0(&sim, t, 1).h.t_infomask & XIP_HEAP_XMAX_IS_MULTI);
        xip_subxact_abort(s[A]);
        begin(s[B]);
        xip_heap_op_result r;
        CHECK(lock_as(&sim, s[B], t, 1, XIP_LOCK_KEY_SHARE, XIP_WAIT_BLOCK, &r) == XIP_DONE);
        CHECK(lock_as(&sim, s[B], t, 1, XIP_LOCK_SHARE, XIP_WAIT_SKIP, &r) == XIP_DONE && r.tm == XIP_TM_WOULD_BLOCK);
    });
}

static void a_waiter_finds_the_row_changed(void)
{
    EACH_RULES_ROW(3, {
        begin(s[A]);
        begin(s[B]);
        update(&sim, s[A], t, 1, 11);
        xip_heap_op_result r;
        CHECK(update_as(&sim, s[B], t, 1, 20, false, &r) == XIP_WAIT);
        CHECK(xip_top_xid_if_any(s[B]) == 1002); /* it has its xid before it waits */
        commit(s[A]);
        CHECK(is_woken(&sim, s[B]));
        CHECK(xip_heap_op_run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_UPDATED && r.ctid.offset == 2 && r.xmax == 1001);
        /* EvalPlanQual locks the newest version, then it is updated. */
        xip_heap_lock_row(s[B], t, r.ctid, XIP_LOCK_NO_KEY_EXCLUSIVE, XIP_WAIT_BLOCK, true, false);
        CHECK(xip_heap_op_run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_OK && r.ctid.offset == 2 && !r.traversed);
        row new = {1, 21};
        xip_tuple_data data = row_data(&new);
        xip_heap_update(s[B], t, r.ctid, &data, false, false);
        CHECK(run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_OK && r.ctid.offset == 3);
        commit(s[B]);
        begin(s[C]);
        CHECK(value(&sim, s[C], t, 1) == 21);
        commit(s[C]);

        begin(s[A]);
        begin(s[B]);
        CHECK(delete_as(&sim, s[A], t, 1, &r) == XIP_DONE);
        CHECK(lock_as(&sim, s[B], t, 1, XIP_LOCK_SHARE, XIP_WAIT_BLOCK, &r) == XIP_WAIT);
        xip_xid next = (xip_xid)sim.server->cluster.transam->next_xid;
        commit(s[A]);
        CHECK(is_woken(&sim, s[B]) && run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_DELETED);
        /* The one difference between 13 and 17 that was seen on running servers. */
        CHECK((xip_xid)sim.server->cluster.transam->next_xid == next + (rules == 13));
    });
}

/*
 * heap_lock_updated_tuple: 13 assigns an xid before it sees that a deleted row has no newer version; the minor releases
 * of 2026 of 14 and later look first. Measured on 13.23, 14.23 and 17.10.
 */
static void a_waiter_for_a_deleted_row_and_its_xid(void)
{
    EACH_RULES_ROW(2, {
        const xip_tuple_lock modes[] = {XIP_LOCK_KEY_SHARE, XIP_LOCK_SHARE, XIP_LOCK_NO_KEY_EXCLUSIVE,
                                        XIP_LOCK_EXCLUSIVE};
        for (uint32_t i = 0; i < 4; i++)
            for (uint32_t aborts = 0; aborts < 2; aborts++) {
                int32_t id = 10 + (int32_t)(2 * i + aborts);
                begin(s[A]);
                insert(s[A], t, id, 1);
                commit(s[A]);
                begin(s[A]);
                begin(s[B]);
                xip_heap_op_result r;
                CHECK(delete_as(&sim, s[A], t, id, &r) == XIP_DONE);
                CHECK(lock_as(&sim, s[B], t, id, modes[i], XIP_WAIT_BLOCK, &r) == XIP_WAIT);
                CHECK(xip_top_xid_if_any(s[B]) == XIP_INVALID_XID);
                if (aborts)
                    rollback(s[A]);
                else
                    commit(s[A]);
                CHECK(run(s[B], &r) == XIP_DONE && r.tm == (aborts ? XIP_TM_OK : XIP_TM_DELETED));
                CHECK((xip_top_xid_if_any(s[B]) != XIP_INVALID_XID) == (aborts || rules == 13));
                commit(s[B]);
            }
    });
}

static void to_the_newest_version(void)
{
    EACH_RULES_ROW(3, {
        begin(s[B]);
        statement(s[B]); /* an old snapshot */
        xip_ctid ctid = find(&sim, s[B], t, 1);
        for (int32_t i = 1; i <= 3; i++) {
            begin(s[A]);
            update(&sim, s[A], t, 1, 10 + i);
            commit(s[A]);
        }
        begin(s[A]);
        update(&sim, s[A], t, 1, 14); /* still running */
        xip_heap_op_result r;
        xip_heap_lock(s[B], t, ctid, XIP_LOCK_EXCLUSIVE, XIP_WAIT_BLOCK, false);
        CHECK(xip_heap_op_run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_UPDATED && r.ctid.offset == 2);
        xip_heap_lock(s[B], t, ctid, XIP_LOCK_EXCLUSIVE, XIP_WAIT_SKIP, true);
        CHECK(xip_heap_op_run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_WOULD_BLOCK);
        xip_heap_lock(s[B], t, ctid, XIP_LOCK_EXCLUSIVE, XIP_WAIT_BLOCK, true);
        CHECK(xip_heap_op_run(s[B], &r) == XIP_WAIT);
        commit(s[A]);
        CHECK(is_woken(&sim, s[B]) && run(s[B], &r) == XIP_DONE);
        CHECK(r.tm == XIP_TM_OK && r.traversed && r.ctid.offset == 5);
        CHECK(item_0(&sim, t, 5).h.t_infomask & XIP_HEAP_XMAX_LOCK_ONLY);
    });
}

static void waiters_go_on_in_turn(void)
{
    EACH_RULES_ROW(4, {
        xip_heap_op_result r;
        for (uint32_t i = A; i <= D; i++) {
            begin(s[i]);
            CHECK(update_as(&sim, s[i], t, 1, 10 + (int32_t)i, false, &r) == (i == A ? XIP_DONE : XIP_WAIT));
        }
        rollback(s[A]);
        CHECK(is_woken(&sim, s[B]) && run(s[B], &r) == XIP_DONE && r.tm == XIP_TM_OK);
        /* C gets the queue's lock and now waits for B. */
        CHECK(is_woken(&sim, s[C]) && run(s[C], &r) == XIP_WAIT);
        rollback(s[B]);
        CHECK(is_woken(&sim, s[C]) && run(s[C], &r) == XIP_DONE && r.tm == XIP_TM_OK);
        CHECK(is_woken(&sim, s[D]) && run(s[D], &r) == XIP_WAIT);
        commit(s[C]);
        CHECK(is_woken(&sim, s[D]) && run(s[D], &r) == XIP_DONE && r.tm == XIP_TM_UPDATED);
    });
}

/* FOR UPDATE and then an UPDATE that keeps the keys: the stronger stays in xmax. */
static void the_stronger_stands(void)
{
    EACH_RULES_ROW(1, {
        begin(s[A]);
        lock(&sim, s[A], t, 1, XIP_LOCK_EXCLUSIVE);
        update(&sim, s[A], t, 1, 11);
        item old = item_0(&sim, t, 1);
        CHECK((old.h.t_infomask2 & 0xE000) == (XIP_HEAP_KEYS_UPDATED | XIP_HEAP_HOT_UPDATED));
        CHECK((old.h.t_infomask & 0x1CD0) == 0);
    });
}

/* C queues for the row first; A, which shares it already, must not queue behind C, which waits for A. */
static void an_upgrade_does_not_queue(void)
{
    EACH_RULES_ROW(3, {
        begin(s[A]);
        begin(s[B]);
        begin(s[C]);
        lock(&sim, s[A], t, 1, XIP_LOCK_SHARE);
        lock(&sim, s[B], t, 1, XIP_LOCK_SHARE);
        xip_heap_op_result r;
        CHECK(lock_as(&sim, s[C], t, 1, XIP_LOCK_EXCLUSIVE, XIP_WAIT_BLOCK, &r) == XIP_WAIT);
        CHECK(lock_as(&sim, s[A], t, 1, XIP_LOCK_NO_KEY_EXCLUSIVE, XIP_WAIT_BLOCK, &r) == XIP_WAIT);
        uint32_t blocker = 99;
        CHECK(xip_blocking_sessions(s[A], &blocker, 1) == 1 && blocker == B);
        commit(s[B]);
        CHECK(is_woken(&sim, s[A]) && run(s[A], &r) == XIP_DONE && r.tm == XIP_TM_OK);
    });
}

static void a_deadlock_is_an_outcome(void)
{
    EACH_RULES_ROW(2, {
        begin(s[A]);
        insert(s[A], t, 2, 20);
        commit(s[A]);
        begin(s[A]);
        begin(s[B]);
        xip_heap_op_result r;
        update(&sim, s[A], t, 1, 11);
        update(&sim, s[B], t, 2, 21);
        CHECK(update_as(&sim, s[A], t, 2, 22, false, &r) == XIP_WAIT);
        xip_outcome b = update_as(&sim, s[B], t, 1, 12, false, &r);
        xip_session *victim = b == XIP_DEADLOCK ? s[B] : s[A];
        if (b != XIP_DEADLOCK) {
            CHECK(b == XIP_WAIT && is_woken(&sim, s[A]) && run(s[A], &r) == XIP_DEADLOCK);
        }
        xip_heap_op_drop(victim);
        rollback(victim);
        xip_session *other = victim == s[A] ? s[B] : s[A];
        CHECK(is_woken(&sim, other) && run(other, &r) == XIP_DONE && r.tm == XIP_TM_OK);
        commit(other);
    });
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("who waits for whom: the matrix of four strengths, by locks, updates and deletes", the_matrix);
    LAW("SKIP LOCKED and NOWAIT answer at once where others wait", others_are_told_at_once);
    LAW("FOR KEY SHARE survives an update and is in the new version", key_share_survives_an_update);
    LAW("lockers stand in a multixact; who has ended is left out of the next", lockers_in_multixacts);
    LAW("a committed updater stays in the multixact of its version", a_committed_updater_stays);
    LAW("a lock that is held already is not written again; the stronger of two stands", what_is_held_already);
    LAW("a waiter looks again: updated, deleted, or free", a_waiter_finds_the_row_changed);
    LAW("who waits for a row that is deleted takes an xid on 13, none from 14 on",
        a_waiter_for_a_deleted_row_and_its_xid);
    LAW("a lock goes to the newest version when asked to, and waits on the way", to_the_newest_version);
    LAW("waiters for one row go on one after the other", waiters_go_on_in_turn);
    LAW("of FOR UPDATE and an update that keeps the keys the stronger stands", the_stronger_stands);
    LAW("who upgrades a shared lock does not queue behind who waits for it", an_upgrade_does_not_queue);
    LAW("a deadlock ends one of the two operations", a_deadlock_is_an_outcome);
    return check_end();
}
