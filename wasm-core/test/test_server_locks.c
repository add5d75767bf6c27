/* test_server_locks.c — heavyweight locks of a simulated server: modes, queues, subtransactions, deadlocks. */
#include "base/rng.h"
#include "sim.h"

static const xip_locktag A = {.kind = XIP_LOCKTAG_RELATION, .a = 1};
static const xip_locktag B = {.kind = XIP_LOCKTAG_RELATION, .a = 2};
static const xip_locktag C = {.kind = XIP_LOCKTAG_TUPLE, .a = 1, .b = 0, .c = 3};

static void start(sim *sim, const xip_server_config *options, uint32_t sessions)
{
    xip_server_config config = *options;
    config.rules = 17;
    config.design = SIM_PG14;
    config.next_xid = 1000;
    sim_start_as(sim, &config, sessions);
    for (uint32_t i = 0; i < sessions; i++)
        sim_begin(sim->s[i]);
}

static xip_outcome take(xip_session *me, xip_locktag tag, xip_lock_mode mode)
{
    return xip_lock_acquire(me, tag, mode, false);
}

/* Those woken, in order, as digits: "20" is session 2, then session 0. */
static bool woken_are(sim *sim, const char *expected)
{
    char found[XIP_MAX_SESSIONS + 1];
    uint32_t n = 0;
    for (xip_session *woken = xip_next_woken(sim->server); woken != NULL; woken = xip_next_woken(sim->server))
        found[n++] = (char)('0' + xip_session_id(woken));
    found[n] = 0;
    CONTEXT("woken: '%s', not '%s'", found, expected);
    return strcmp(found, expected) == 0;
}

static bool blockers_are(xip_session *me, const char *expected)
{
    char found[XIP_MAX_SESSIONS + 1];
    uint32_t ids[XIP_MAX_SESSIONS];
    uint32_t n = xip_blocking_sessions(me, ids, XIP_MAX_SESSIONS);
    for (uint32_t i = 0; i < n; i++)
        found[i] = (char)('0' + ids[i]);
    found[n] = 0;
    CONTEXT("blockers: '%s', not '%s'", found, expected);
    return strcmp(found, expected) == 0;
}

/* PostgreSQL's manual, "Conflicting Lock Modes": x where they conflict. */
static void modes_conflict_as_documented(void)
{
    static const char *const table[] = {"       x", "      xx", "    xxxx", "   xxxxx",
                                        "  xx xxx", "  xxxxxx", " xxxxxxx", "xxxxxxxx"};
    sim sim = {0};
    for (uint32_t held = 1; held <= 8; held++)
        for (uint32_t wanted = 1; wanted <= 8; wanted++) {
            start(&sim, &(xip_server_config){0}, 2);
            CHECK(take(sim.s[0], A, (xip_lock_mode)held) == XIP_DONE);
            xip_outcome expected = table[held - 1][wanted - 1] == 'x' ? XIP_WAIT : XIP_DONE;
            CONTEXT("%u, then %u", held, wanted);
            CHECK(xip_lock_would_wait(sim.s[1], A, (xip_lock_mode)wanted) == (expected == XIP_WAIT));
            CHECK(xip_lock_acquire(sim.s[1], A, (xip_lock_mode)wanted, true) ==
                  (expected == XIP_WAIT ? XIP_NOT_AVAILABLE : XIP_DONE));
            CHECK(take(sim.s[1], A, (xip_lock_mode)wanted) == expected);
            /* One's own locks never conflict. */
            CHECK(!xip_lock_would_wait(sim.s[0], B, (xip_lock_mode)wanted));
            CHECK(take(sim.s[0], B, (xip_lock_mode)held) == XIP_DONE);
            CHECK(take(sim.s[0], B, (xip_lock_mode)wanted) == XIP_DONE);
        }
    sim_stop(&sim);
}

static void first_come_first_served(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 6);
    xip_session **s = sim.s;
    CHECK(take(s[0], A, XIP_SHARE) == XIP_DONE && take(s[5], A, XIP_SHARE) == XIP_DONE);
    CHECK(take(s[1], A, XIP_EXCLUSIVE) == XIP_WAIT && blockers_are(s[1], "05"));
    /* It would not conflict with the holder, but with the session that waits before it. */
    CHECK(xip_lock_would_wait(s[2], A, XIP_SHARE) && take(s[2], A, XIP_SHARE) == XIP_WAIT);
    CHECK(take(s[3], A, XIP_SHARE) == XIP_WAIT);
    CHECK(take(s[4], A, XIP_ACCESS_SHARE) == XIP_DONE);
    /* One of the holders ends: the first waiter still waits, so those behind it do. */
    xip_lock_release(s[5], A, XIP_SHARE);
    CHECK(woken_are(&sim, ""));
    CHECK(blockers_are(s[1], "0") && blockers_are(s[2], "1") && blockers_are(s[3], "1") && blockers_are(s[0], ""));
    /* A holder takes it again without a look at the queue. */
    CHECK(!xip_lock_would_wait(s[0], A, XIP_SHARE) && take(s[0], A, XIP_SHARE) == XIP_DONE);
    xip_lock_release(s[0], A, XIP_SHARE);
    CHECK(woken_are(&sim, ""));
    CHECK(take(s[1], A, XIP_EXCLUSIVE) == XIP_WAIT);
    xip_xact_commit(s[0]);
    CHECK(woken_are(&sim, "1"));
    CHECK(take(s[1], A, XIP_EXCLUSIVE) == XIP_DONE);
    CHECK(blockers_are(s[2], "1"));
    xip_lock_release(s[1], A, XIP_EXCLUSIVE);
    CHECK(woken_are(&sim, "23"));
    CHECK(take(s[2], A, XIP_SHARE) == XIP_DONE && take(s[3], A, XIP_SHARE) == XIP_DONE);
    /* A cancelled wait lets those behind it continue. */
    CHECK(take(s[1], A, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(s[5], A, XIP_SHARE) == XIP_WAIT);
    xip_lock_cancel_wait(s[1]);
    CHECK(woken_are(&sim, "5") && take(s[5], A, XIP_SHARE) == XIP_DONE);
    /* Cancelled between the wake-up and the call: it holds the lock until its transaction ends. */
    CHECK(take(s[1], A, XIP_EXCLUSIVE) == XIP_WAIT);
    for (uint32_t i = 2; i <= 5; i++)
        xip_xact_commit(s[i]);
    xip_lock_cancel_wait(s[1]);
    CHECK(woken_are(&sim, ""));
    CHECK(xip_lock_would_wait(s[2], A, XIP_SHARE));
    xip_xact_abort(s[1]);
    CHECK(!xip_lock_would_wait(s[2], A, XIP_SHARE));
    sim_stop(&sim);
}

/* ProcSleep: before the first session that waits for a lock that the newcomer holds. */
static void a_holder_goes_before_those_who_wait_for_it(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 4);
    xip_session **s = sim.s;
    CHECK(take(s[0], A, XIP_ROW_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[1], A, XIP_ROW_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[2], A, XIP_SHARE) == XIP_WAIT);
    CHECK(take(s[3], A, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT);
    /* Nobody before its place requests a conflicting mode: granted at once, past the queue. */
    CHECK(take(s[0], A, XIP_ROW_SHARE) == XIP_DONE);
    /* This one conflicts with a holder: it waits, at the front. */
    CHECK(take(s[0], A, XIP_SHARE_ROW_EXCLUSIVE) == XIP_WAIT);
    CHECK(blockers_are(s[0], "1") && blockers_are(s[2], "01") && blockers_are(s[3], "012"));
    xip_xact_commit(s[1]);
    CHECK(woken_are(&sim, "0") && take(s[0], A, XIP_SHARE_ROW_EXCLUSIVE) == XIP_DONE);
    xip_xact_commit(s[0]);
    CHECK(woken_are(&sim, "2"));
    sim_stop(&sim);
}

/* Two holders that each want a stronger mode: no search is needed, the second is the victim at once. */
static void an_upgrade_by_two_ends_at_once(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){.deadlocks_when_checked = true}, 2);
    CHECK(take(sim.s[0], A, XIP_SHARE) == XIP_DONE && take(sim.s[1], A, XIP_SHARE) == XIP_DONE);
    CHECK(take(sim.s[0], A, XIP_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(sim.s[1], A, XIP_EXCLUSIVE) == XIP_DEADLOCK);
    xip_xact_abort(sim.s[1]);
    CHECK(woken_are(&sim, "0") && take(sim.s[0], A, XIP_EXCLUSIVE) == XIP_DONE);
    sim_stop(&sim);
}

static void locks_follow_their_subtransaction(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 2);
    xip_session **s = sim.s;
    CHECK(take(s[0], A, XIP_SHARE) == XIP_DONE);
    xip_subxact_start(s[0]);
    CHECK(take(s[0], A, XIP_SHARE) == XIP_DONE && take(s[0], B, XIP_SHARE) == XIP_DONE);
    xip_subxact_start(s[0]);
    CHECK(take(s[0], C, XIP_EXCLUSIVE) == XIP_DONE && take(s[0], B, XIP_SHARE) == XIP_DONE);
    CHECK(take(s[0], B, XIP_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[1], C, XIP_SHARE) == XIP_WAIT);
    xip_subxact_commit(s[0]);
    CHECK(woken_are(&sim, "") && xip_lock_would_wait(s[1], B, XIP_ROW_SHARE));
    /* Lifted and counted once more: two releases are needed. */
    xip_lock_release(s[0], B, XIP_SHARE);
    xip_lock_release(s[0], B, XIP_EXCLUSIVE);
    CHECK(xip_lock_would_wait(s[1], B, XIP_EXCLUSIVE));
    /* Lifted locks do not end with the next subtransaction of the same level. */
    xip_subxact_start(s[0]);
    xip_subxact_abort(s[0]);
    CHECK(woken_are(&sim, "") && xip_lock_would_wait(s[1], B, XIP_EXCLUSIVE));
    xip_subxact_abort(s[0]);
    CHECK(woken_are(&sim, "1") && take(s[1], C, XIP_SHARE) == XIP_DONE);
    CHECK(!xip_lock_would_wait(s[1], B, XIP_EXCLUSIVE));
    CHECK(xip_lock_would_wait(s[1], A, XIP_EXCLUSIVE));
    xip_xact_commit(s[0]);
    CHECK(!xip_lock_would_wait(s[1], A, XIP_EXCLUSIVE) && s[0]->held == NULL);
    sim_stop(&sim);
}

static void waiting_for_an_xid(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 4);
    xip_session **s = sim.s;
    xip_current_xid(s[0]); /* 1000 */
    xip_subxact_start(s[0]);
    xip_current_xid(s[0]); /* 1001 */
    CHECK(xip_wait_for_xid(s[1], 1001, true) == XIP_NOT_AVAILABLE);
    CHECK(xip_wait_for_xid(s[1], 1001, false) == XIP_WAIT && blockers_are(s[1], "0"));
    /* Released: its lock is released, but its fate is open; sessions then wait for its top-level parent. */
    xip_subxact_commit(s[0]);
    CHECK(woken_are(&sim, "1"));
    CHECK(xip_wait_for_xid(s[1], 1001, false) == XIP_WAIT && blockers_are(s[1], "0"));
    CHECK(s[1]->wait_lock->tag.a == 1000);
    CHECK(xip_wait_for_xid(s[2], 1001, true) == XIP_NOT_AVAILABLE);
    xip_subxact_start(s[0]);
    xip_current_xid(s[0]); /* 1002 */
    CHECK(xip_wait_for_xid(s[3], 1002, false) == XIP_WAIT);
    xip_subxact_abort(s[0]);
    CHECK(woken_are(&sim, "3") && xip_wait_for_xid(s[3], 1002, false) == XIP_DONE);
    xip_xact_commit(s[0]);
    CHECK(woken_are(&sim, "1") && xip_wait_for_xid(s[1], 1001, false) == XIP_DONE);
    CHECK(xip_did_commit(s[1], 1001) && s[1]->held == NULL);
    CHECK(xip_wait_for_xid(s[2], 1000, false) == XIP_DONE);
    sim_stop(&sim);
}

static void a_prepared_transaction_keeps_its_locks(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 3);
    xip_session **s = sim.s;
    uint32_t handle;
    CHECK(take(s[0], A, XIP_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[1], A, XIP_SHARE) == XIP_WAIT);
    CHECK(xip_xact_prepare(s[0], &handle) == XIP_OK && s[0]->held == NULL);
    CHECK(woken_are(&sim, ""));
    uint32_t ids[2];
    CHECK(xip_blocking_sessions(s[1], ids, 2) == 1 && ids[0] == XIP_MAX_SESSIONS + handle);
    CHECK(xip_wait_for_xid(s[2], 1000, false) == XIP_WAIT);
    sim_begin(s[0]);
    CHECK(xip_lock_would_wait(s[0], A, XIP_ROW_EXCLUSIVE));
    xip_prepared_finish(s[0], handle, true);
    CHECK(woken_are(&sim, "21") || woken_are(&sim, "12"));
    CHECK(take(s[1], A, XIP_SHARE) == XIP_DONE && xip_wait_for_xid(s[2], 1000, false) == XIP_DONE);
    sim_stop(&sim);
}

/* --- deadlocks -------------------------------------------------------------------------------------------------- */

/* 0 waits for 1, 1 for 2, and finally 2 for 0. */
static xip_outcome close_a_cycle(sim *sim)
{
    xip_session **s = sim->s;
    CHECK(take(s[0], A, XIP_EXCLUSIVE) == XIP_DONE && take(s[1], B, XIP_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[2], C, XIP_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[3], A, XIP_SHARE) == XIP_WAIT);
    CHECK(take(s[0], B, XIP_SHARE) == XIP_WAIT);
    CHECK(take(s[1], C, XIP_SHARE) == XIP_WAIT);
    return take(s[2], A, XIP_SHARE);
}

static void who_dies_of_a_deadlock(void)
{
    sim sim = {0};
    xip_session **s = sim.s;
    start(&sim, &(xip_server_config){0}, 4);
    CHECK(close_a_cycle(&sim) == XIP_WAIT);
    /* The one that waited first; session 3 waits even longer, but is in no cycle. */
    CHECK(woken_are(&sim, "0") && take(s[0], B, XIP_SHARE) == XIP_DEADLOCK);
    xip_xact_abort(s[0]);
    CHECK(woken_are(&sim, "32"));

    start(&sim, &(xip_server_config){0}, 4);
    xip_session_set_deadlock_timeout(s[1], 10);
    CHECK(close_a_cycle(&sim) == XIP_WAIT);
    CHECK(woken_are(&sim, "1") && take(s[1], C, XIP_SHARE) == XIP_DEADLOCK);

    start(&sim, &(xip_server_config){0}, 4);
    xip_session_set_deadlock_timeout(s[2], 10);
    CHECK(close_a_cycle(&sim) == XIP_DEADLOCK);
    CHECK(woken_are(&sim, ""));
    xip_xact_abort(s[2]);
    CHECK(woken_are(&sim, "1") && take(s[1], C, XIP_SHARE) == XIP_DONE);

    start(&sim, &(xip_server_config){.last_waiter_is_victim = true}, 4);
    CHECK(close_a_cycle(&sim) == XIP_DEADLOCK);
    CHECK(woken_are(&sim, "") && blockers_are(s[0], "1"));

    start(&sim, &(xip_server_config){.deadlocks_when_checked = true}, 4);
    CHECK(close_a_cycle(&sim) == XIP_WAIT);
    CHECK(woken_are(&sim, ""));
    CHECK(!xip_deadlock_check(s[3]) && xip_deadlock_check(s[1]));
    CHECK(woken_are(&sim, "1") && take(s[1], C, XIP_SHARE) == XIP_DEADLOCK);
    CHECK(!xip_deadlock_check(s[0]) && !xip_deadlock_check(s[2]));
    /* A victim that waited for an xid. */
    start(&sim, &(xip_server_config){0}, 2);
    xip_current_xid(s[0]);
    xip_current_xid(s[1]);
    CHECK(xip_wait_for_xid(s[0], 1001, false) == XIP_WAIT);
    CHECK(xip_wait_for_xid(s[1], 1000, false) == XIP_WAIT);
    CHECK(woken_are(&sim, "0") && xip_wait_for_xid(s[0], 1001, false) == XIP_DEADLOCK);
    xip_xact_abort(s[0]);
    CHECK(woken_are(&sim, "1") && xip_wait_for_xid(s[1], 1000, false) == XIP_DONE);
    sim_stop(&sim);
}

/*
 * PostgreSQL's own deadlock-soft: 0 holds A, 1 holds B; 2 wants A exclusively, 3 wants B exclusively; then 0 wants B
 * shared and 1 wants A shared, behind them. No victim is needed: the soft edge that is farthest from the session that
 * checks is reversed.
 */
static void a_queue_is_put_in_order_instead(void)
{
    sim sim = {0};
    xip_session **s = sim.s;
    start(&sim, &(xip_server_config){0}, 4);
    xip_session_set_deadlock_timeout(s[1], 10);
    CHECK(take(s[0], A, XIP_ACCESS_SHARE) == XIP_DONE && take(s[1], B, XIP_ACCESS_SHARE) == XIP_DONE);
    CHECK(take(s[2], A, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT && take(s[3], B, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(s[0], B, XIP_ACCESS_SHARE) == XIP_WAIT);
    CHECK(take(s[1], A, XIP_ACCESS_SHARE) == XIP_WAIT);
    CHECK(woken_are(&sim, "0") && take(s[0], B, XIP_ACCESS_SHARE) == XIP_DONE);
    sim_stop(&sim);

    start(&sim, &(xip_server_config){.deadlocks_when_checked = true}, 4);
    CHECK(take(s[0], A, XIP_ACCESS_SHARE) == XIP_DONE && take(s[1], B, XIP_ACCESS_SHARE) == XIP_DONE);
    CHECK(take(s[2], A, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT && take(s[3], B, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(s[0], B, XIP_ACCESS_SHARE) == XIP_WAIT && take(s[1], A, XIP_ACCESS_SHARE) == XIP_WAIT);
    CHECK(blockers_are(s[0], "3") && blockers_are(s[3], "1") && blockers_are(s[1], "2") && blockers_are(s[2], "0"));
    CHECK(!xip_deadlock_check(s[0]));
    CHECK(woken_are(&sim, "1") && take(s[1], A, XIP_ACCESS_SHARE) == XIP_DONE);
    CHECK(s[2]->wait_state == XIP_WAITING && s[3]->wait_state == XIP_WAITING);
    for (uint32_t i = 0; i < 4; i++)
        CHECK(!xip_deadlock_check(s[i]));
    sim_stop(&sim);
}

/*
 * PostgreSQL's deadlock-soft-2: 0 has to jump over both 2 and 3, which wait for 1 in the queue of B, while 1 waits for
 * 0.
 */
static void two_edges_are_reversed_at_once(void)
{
    sim sim = {0};
    xip_session **s = sim.s;
    start(&sim, &(xip_server_config){.deadlocks_when_checked = true}, 4);
    CHECK(take(s[0], A, XIP_SHARE_UPDATE_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[1], B, XIP_ACCESS_SHARE) == XIP_DONE);
    CHECK(take(s[1], A, XIP_SHARE_UPDATE_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(s[2], B, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT && take(s[3], B, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(s[0], B, XIP_SHARE_UPDATE_EXCLUSIVE) == XIP_WAIT && blockers_are(s[0], "23"));
    CHECK(!xip_deadlock_check(s[0]));
    CHECK(woken_are(&sim, "0") && take(s[0], B, XIP_SHARE_UPDATE_EXCLUSIVE) == XIP_DONE);
    CHECK(blockers_are(s[2], "10") && blockers_are(s[3], "120"));
    xip_xact_commit(s[0]);
    CHECK(woken_are(&sim, "1"));
    sim_stop(&sim);
}

/* PostgreSQL's deadlock-hard: eight in a circle, the last one has the short timeout. */
static void a_long_circle_has_one_victim(void)
{
    sim sim = {0};
    xip_session **s = sim.s;
    start(&sim, &(xip_server_config){0}, 8);
    xip_session_set_deadlock_timeout(s[7], 10);
    for (uint32_t i = 0; i < 8; i++)
        CHECK(take(s[i], (xip_locktag){XIP_LOCKTAG_RELATION, 10 + i, 0, 0}, XIP_ACCESS_EXCLUSIVE) == XIP_DONE);
    for (uint32_t i = 0; i < 7; i++)
        CHECK(take(s[i], (xip_locktag){XIP_LOCKTAG_RELATION, 11 + i, 0, 0}, XIP_ACCESS_EXCLUSIVE) == XIP_WAIT);
    CHECK(take(s[7], (xip_locktag){XIP_LOCKTAG_RELATION, 10, 0, 0}, XIP_ACCESS_EXCLUSIVE) == XIP_DEADLOCK);
    size_t used = sim.arena.used;
    xip_xact_abort(s[7]);
    for (uint32_t i = 7; i-- > 0;) {
        CONTEXT("session %u", i);
        CHECK(xip_next_woken(sim.server) == s[i] && xip_next_woken(sim.server) == NULL);
        CHECK(take(s[i], (xip_locktag){XIP_LOCKTAG_RELATION, 11 + i, 0, 0}, XIP_ACCESS_EXCLUSIVE) == XIP_DONE);
        xip_xact_commit(s[i]);
    }
    CHECK(sim.arena.used == used);
    sim_stop(&sim);
}

/* --- many ------------------------------------------------------------------------------------------------------- */

/*
 * Random requests of sessions that run; whenever all wait, or now and then, one of them ends. Nobody waits forever:
 * with deadlocks resolved, some session can always continue. At the end nothing is left of any lock.
 */
static void nobody_waits_for_ever(void)
{
    enum { SESSIONS = 6, STEPS = 300, HISTORIES = CHECK_SANITIZED ? 300 : 2000 };
    sim sim = {0};
    uint32_t victims = 0;
    for (uint64_t seed = check_state.seed; seed < check_state.seed + HISTORIES * check_state.runs; seed++) {
        xip_rng rng = {seed};
        xip_server_config config = {.last_waiter_is_victim = xip_rng_once_in(&rng, 2)};
        CONTEXT("seed %llu", (unsigned long long)seed);
        start(&sim, &config, SESSIONS);
        struct {
            xip_locktag tag;
            xip_lock_mode mode;
        } asked[SESSIONS];
        bool waits[SESSIONS] = {0};
        for (uint32_t step = 0; step < STEPS; step++) {
            for (xip_session *woken = xip_next_woken(sim.server); woken; woken = xip_next_woken(sim.server)) {
                uint32_t id = xip_session_id(woken);
                xip_outcome outcome = take(woken, asked[id].tag, asked[id].mode);
                CHECK(waits[id] && (outcome == XIP_DONE || outcome == XIP_DEADLOCK));
                waits[id] = false;
                victims += outcome == XIP_DEADLOCK;
                if (outcome == XIP_DEADLOCK) {
                    xip_xact_abort(woken);
                    sim_begin(woken);
                }
            }
            uint32_t who = xip_rng_below(&rng, SESSIONS);
            for (uint32_t k = 0; k < SESSIONS && waits[who]; k++)
                who = (who + 1) % SESSIONS;
            if (!CHECK(!waits[who]))
                break;
            xip_session *me = sim.s[who];
            uint32_t what = xip_rng_below(&rng, 12);
            if (what == 0) {
                xip_xact_commit(me);
                sim_begin(me);
            } else if (what == 1 && xip_xact_level(me) < 5) {
                xip_subxact_start(me);
            } else if (what == 2 && xip_xact_level(me) > 1) {
                xip_subxact_abort(me);
            } else if (what == 3 && xip_xact_level(me) > 1) {
                xip_subxact_commit(me);
            } else {
                asked[who].tag = (xip_locktag){.kind = XIP_LOCKTAG_RELATION, .a = 1 + xip_rng_below(&rng, 3)};
                asked[who].mode = (xip_lock_mode)(1 + xip_rng_below(&rng, 8));
                xip_outcome outcome = take(me, asked[who].tag, asked[who].mode);
                waits[who] = outcome == XIP_WAIT;
                victims += outcome == XIP_DEADLOCK;
                if (outcome == XIP_DEADLOCK) {
                    xip_xact_abort(me);
                    sim_begin(me);
                }
            }
            /* Nobody holds a mode that conflicts with another holder's. */
            for (uint32_t a = 0; a < XIP_LOCK_BUCKETS; a++)
                for (const xip_lock *lock = sim.server->buckets[a]; lock != NULL; lock = lock->next)
                    for (const xip_proclock *p = lock->proclocks; p != NULL; p = p->next)
                        for (uint32_t mode = 1; mode < XIP_LOCK_MODES; mode++)
                            if (p->hold_mask & xip_lockbit(mode))
                                CHECK(!xip_lock_is_held_against(lock, p->owner, mode));
        }
        for (uint32_t i = 0; i < SESSIONS; i++)
            xip_session_disconnect(sim.s[i]);
        for (uint32_t a = 0; a < XIP_LOCK_BUCKETS; a++)
            CHECK(sim.server->buckets[a] == NULL);
        if (check_state.failures > 0)
            break;
    }
    CHECK(victims > HISTORIES);
    sim_stop(&sim);
}

static void a_standby_has_to_know(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 2);
    xip_session **s = sim.s;
    CHECK(take(s[0], A, XIP_EXCLUSIVE) == XIP_DONE && take(s[0], C, XIP_ACCESS_EXCLUSIVE) == XIP_DONE);
    CHECK(xip_current_xid_if_any(s[0]) == XIP_INVALID_XID);
    /* Also when it does not get the lock. */
    CHECK(xip_lock_acquire(s[1], A, XIP_ACCESS_EXCLUSIVE, true) == XIP_NOT_AVAILABLE);
    CHECK(xip_current_xid_if_any(s[1]) == 1000);
    sim_stop(&sim);
}

/* Two keys and two owners: what a session holds by itself outlives its transactions, and is given back one by one. */
static void advisory_locks_have_two_owners(void)
{
    sim sim = {0};
    start(&sim, &(xip_server_config){0}, 4);
    xip_session **s = sim.s;
    const xip_advisory own = {.b = 1, .class = XIP_ADVISORY_BIGINT, .is_of_session = true};
    xip_advisory of_xact = own, ints = own, shared = own;
    of_xact.is_of_session = false;
    ints.class = XIP_ADVISORY_INTS;
    shared.is_shared = true;
    /* Twice by the session, once by a subtransaction; (0, 1) is another key. */
    CHECK(xip_advisory_lock(s[0], own, false) == XIP_DONE && xip_advisory_lock(s[0], own, false) == XIP_DONE);
    CHECK(xip_subxact_start(s[0]) == XIP_OK && xip_advisory_lock(s[0], of_xact, false) == XIP_DONE);
    CHECK(xip_advisory_is_held_twice(s[0]));
    CHECK(xip_advisory_lock(s[1], ints, false) == XIP_DONE);
    CHECK(xip_advisory_lock(s[1], own, true) == XIP_NOT_AVAILABLE);
    CHECK(xip_advisory_lock(s[1], shared, false) == XIP_WAIT && blockers_are(s[1], "0"));
    CHECK(xip_advisory_lock(s[2], own, false) == XIP_WAIT && blockers_are(s[2], "01"));
    xip_subxact_abort(s[0]);
    CHECK(!xip_advisory_is_held_twice(s[0]));
    CHECK(xip_advisory_unlock(s[0], own) && woken_are(&sim, ""));
    xip_xact_commit(s[0]);
    CHECK(woken_are(&sim, ""));
    sim_begin(s[0]);
    CHECK(!xip_advisory_unlock(s[0], shared));
    CHECK(xip_advisory_unlock(s[0], own) && woken_are(&sim, "1"));
    CHECK(!xip_advisory_unlock(s[0], own));
    CHECK(xip_advisory_lock(s[1], shared, false) == XIP_DONE);
    /* A wait that is over belongs to the session, too: its rollback keeps the lock, its end does not. */
    xip_xact_abort(s[1]);
    CHECK(woken_are(&sim, "") && blockers_are(s[2], "1"));
    xip_session_disconnect(s[1]);
    CHECK(woken_are(&sim, "2") && xip_advisory_lock(s[2], own, false) == XIP_DONE);
    xip_advisory_unlock_all(s[2]);
    /* With a lock of a table they close a cycle like any other. */
    CHECK(xip_advisory_lock(s[2], of_xact, false) == XIP_DONE && take(s[3], A, XIP_EXCLUSIVE) == XIP_DONE);
    CHECK(take(s[2], A, XIP_SHARE) == XIP_WAIT);
    CHECK(xip_advisory_lock(s[3], own, false) == XIP_WAIT && woken_are(&sim, "2"));
    CHECK(take(s[2], A, XIP_SHARE) == XIP_DEADLOCK);
    sim_stop(&sim);
}

int main(int argc, char **argv)
{
    advisory_locks_have_two_owners();
    check_begin(argc, argv);
    LAW("modes conflict as PostgreSQL's manual says", modes_conflict_as_documented);
    LAW("who comes first is served first, and nobody overtakes a request that conflicts", first_come_first_served);
    LAW("who holds a lock goes before those who wait for it", a_holder_goes_before_those_who_wait_for_it);
    LAW("two who each wait for what the other holds of one lock: the second is told at once",
        an_upgrade_by_two_ends_at_once);
    LAW("a subtransaction's locks go with it or become its parent's", locks_follow_their_subtransaction);
    LAW("who waits for a released subxid waits for its topmost parent", waiting_for_an_xid);
    LAW("a prepared transaction keeps its locks until it is finished", a_prepared_transaction_keeps_its_locks);
    LAW("an access exclusive lock on a relation takes an xid", a_standby_has_to_know);
    LAW("of a cycle dies whose timeout is smallest, then who waited first; or who closed it", who_dies_of_a_deadlock);
    LAW("a cycle through a queue is undone by another order", a_queue_is_put_in_order_instead);
    LAW("a session may jump over several waiters at once", two_edges_are_reversed_at_once);
    LAW("of eight in a circle one dies, and all others go on one after another", a_long_circle_has_one_victim);
    LAW("in any history somebody can run on, and no two hold what conflicts", nobody_waits_for_ever);
    return check_end();
}
