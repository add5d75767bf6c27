/*
 * test_standby.c — a standby next to a simulated primary: at any place of the primary's WAL its snapshot says about
 * every xid what was true on the primary then; the array against a plain list; the boundary of 64.
 */
#include "base/rng.h"
#include "sim.h"
#include "standby/standby.h"

#include <stdlib.h>

enum { PROCS = 127, STANDBY_BYTES = 8 << 20, MAX_XIDS = 1 << 16 };

typedef struct pair {
    sim primary;
    xip_arena arena;
    xip_standby standby;
    uint32_t at; /* next word of the primary's WAL to replay */
} pair;

static void pair_start(pair *p, xip_full_xid next_xid, uint32_t sessions)
{
    xip_server_config config = {.rules = 17, .design = SIM_PG14, .next_xid = next_xid, .writes_wal = true};
    sim_start_as(&p->primary, &config, sessions);
    if (p->arena.base == NULL)
        CHECK(xip_arena_init(&p->arena, STANDBY_BYTES));
    xip_arena_reset(&p->arena);
    p->at = 0;
    CHECK(xip_standby_init(&p->standby, next_xid, PROCS, MAX_XIDS, &p->arena) == XIP_OK);
}

static void pair_stop(pair *p)
{
    sim_stop(&p->primary);
    xip_arena_free(&p->arena);
}

/* One record; false at the end of WAL. */
static bool replay(pair *p)
{
    uint32_t count;
    const uint32_t *words = xip_server_wal(p->primary.server, &count);
    xip_wal_record record;
    if (!xip_wal_next(words, count, &p->at, &record))
        return false;
    CHECK(xip_standby_replay(&p->standby, &record) == XIP_OK);
    return true;
}

static void catch_up(pair *p)
{
    while (replay(p))
        ;
}

static bool runs_in(pair *p, xip_xid xid)
{
    xip_snapshot snapshot = xip_standby_snapshot(&p->standby);
    return xip_standby_snapshot_why(&p->standby, xid, &snapshot).runs;
}

static void assign_subxids(xip_session *me, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        CHECK(xip_subxact_start(me) == XIP_OK);
        xip_current_xid(me);
        xip_subxact_commit(me);
    }
}

static void a_list_of_running_xids_is_in_subxip(void)
{
    pair p = {0};
    pair_start(&p, 731, 3);
    xip_session **s = p.primary.s;
    sim_begin(s[0]);
    xip_current_xid(s[0]); /* 731 */
    assign_subxids(s[0], 2);
    sim_begin(s[1]);
    xip_current_xid(s[1]); /* 734 */
    catch_up(&p);
    xip_snapshot snapshot = xip_standby_snapshot(&p.standby);
    /* Nobody has ended, so xmax excludes all of them. */
    CHECK(snapshot.xmin == 731 && snapshot.xmax == 731 && snapshot.xcnt == 0 && snapshot.subxcnt == 0);
    xip_xact_commit(s[1]);
    CHECK(runs_in(&p, 734));
    catch_up(&p);
    snapshot = xip_standby_snapshot(&p.standby);
    CHECK(snapshot.xmin == 731 && snapshot.xmax == 735 && snapshot.xcnt == 0 && snapshot.subxcnt == 3);
    CHECK(!snapshot.suboverflowed && runs_in(&p, 731) && runs_in(&p, 733) && !runs_in(&p, 734) && runs_in(&p, 735));
    xip_xact_commit(s[0]);
    catch_up(&p);
    CHECK(!runs_in(&p, 731) && !runs_in(&p, 733) && p.standby.known.count == 0);
    pair_stop(&p);
}

/* 63 are in the array, the 64th makes them leave it, and only a record of the running transactions makes it forget. */
static void the_64th_subxid_overflows_until_running_xacts(void)
{
    for (uint32_t n = 63; n <= 65; n++) {
        CONTEXT("%u subtransactions", n);
        pair p = {0};
        pair_start(&p, 1000, 3);
        xip_session **s = p.primary.s;
        sim_begin(s[0]);
        xip_current_xid(s[0]); /* 1000 */
        assign_subxids(s[0], n);
        sim_begin(s[1]);
        xip_current_xid(s[1]);
        xip_xact_commit(s[1]);
        catch_up(&p);
        xip_snapshot snapshot = xip_standby_snapshot(&p.standby);
        CHECK(snapshot.suboverflowed == (n >= 64));
        CHECK(snapshot.subxcnt == (n < 64 ? n + 1 : 1 + n - 64));
        CHECK(xip_standby_parent(&p.standby, 1064) == (n >= 64 ? 1000u : 0u));
        for (xip_xid xid = 1000; xid <= 1000 + n; xid++)
            CHECK(runs_in(&p, xid));
        CHECK(!runs_in(&p, 1001 + n));
        xip_xact_commit(s[0]);
        catch_up(&p);
        for (xip_xid xid = 1000; xid <= 1001 + n; xid++)
            CHECK(!runs_in(&p, xid));
        snapshot = xip_standby_snapshot(&p.standby);
        CHECK(!snapshot.suboverflowed); /* xmin is past it */
        CHECK((p.standby.last_overflowed_xid == XIP_INVALID_XID) == (n < 64));
        xip_wal_log_running(s[2]);
        catch_up(&p);
        CHECK(p.standby.last_overflowed_xid == XIP_INVALID_XID);
        pair_stop(&p);
    }
}

/* The primary's own snapshot overflows with the 65th, the standby's with the 64th: 64 are in the primary's cache. */
static void primary_and_standby_overflow_one_apart(void)
{
    pair p = {0};
    pair_start(&p, 1000, 3);
    xip_session **s = p.primary.s;
    sim_begin(s[0]);
    xip_current_xid(s[0]);
    assign_subxids(s[0], 64);
    sim_begin(s[1]);
    xip_current_xid(s[1]);
    xip_xact_commit(s[1]);
    catch_up(&p);
    sim_begin(s[2]);
    CHECK(!xip_push_active_snapshot(s[2])->suboverflowed);
    xip_pop_active_snapshot(s[2]);
    CHECK(xip_standby_snapshot(&p.standby).suboverflowed);
    pair_stop(&p);
}

/* --- a copy of a primary that keeps running ----------------------------------------------------------------------- */

/* The standby again, as a copy that is made now. */
static void copy_now(pair *p)
{
    xip_arena_reset(&p->arena);
    xip_full_xid first = p->primary.server->config.next_xid;
    CHECK(xip_standby_init(&p->standby, first, PROCS, MAX_XIDS, &p->arena) == XIP_OK);
    CHECK(xip_standby_copied_running(&p->standby, p->primary.server->cluster.transam->next_xid) == XIP_OK);
    xip_server_wal(p->primary.server, &p->at);
}

static void a_copy_waits_for_a_record_of_who_runs(void)
{
    pair p = {0};
    pair_start(&p, 1000, 3);
    xip_session **s = p.primary.s;
    sim_begin(s[1]);
    xip_current_xid(s[1]); /* 1000 */
    sim_begin(s[0]);
    xip_current_xid(s[0]); /* 1001 */
    assign_subxids(s[0], 3);
    copy_now(&p);
    xip_session *third = s[2];
    sim_begin(third);
    xip_current_xid(third); /* 1005 */
    xip_xact_commit(third);
    catch_up(&p);
    CHECK(p.standby.state == XIP_STANDBY_INITIALIZED && p.standby.known.count == 0);
    xip_wal_log_running(third);
    catch_up(&p);
    CHECK(p.standby.state == XIP_STANDBY_READY && p.standby.known.count == 5);
    for (xip_xid xid = 1000; xid <= 1004; xid++)
        CHECK(runs_in(&p, xid));
    CHECK(!runs_in(&p, 1005) && !xip_standby_snapshot(&p.standby).suboverflowed);
    pair_stop(&p);
}

/* Subtransactions are missing in the record: until all that ran then have ended, or a complete record comes. */
static void an_overflowed_record_leaves_it_pending(void)
{
    for (uint32_t whole = 0; whole < 2; whole++) {
        pair p = {0};
        pair_start(&p, 1000, 3);
        xip_session **s = p.primary.s;
        sim_begin(s[0]);
        xip_current_xid(s[0]); /* 1000 */
        assign_subxids(s[0], 65);
        copy_now(&p);
        xip_wal_log_running(s[2]);
        catch_up(&p);
        CHECK(p.standby.state == XIP_STANDBY_PENDING && p.standby.pending_xmin == 1065);
        CHECK(p.standby.last_overflowed_xid == 1065 && p.standby.known.count == 1);
        sim_begin(s[1]);
        xip_current_xid(s[1]); /* 1066 */
        if (whole == 0)
            assign_subxids(s[1], 65);
        catch_up(&p);
        xip_wal_log_running(s[2]);
        catch_up(&p);
        CHECK(p.standby.state == XIP_STANDBY_PENDING);
        xip_xact_commit(s[0]);
        xip_wal_log_running(s[2]);
        catch_up(&p);
        /* There are two ways: the oldest running one is past the missing ones (still overflowed), or nothing is
         * missing. */
        CHECK(p.standby.state == XIP_STANDBY_READY);
        CHECK(runs_in(&p, 1066) && !runs_in(&p, 1000) && !runs_in(&p, 1065));
        CHECK(p.standby.known.count == (whole == 0 ? 2 : 1));
        pair_stop(&p);
    }
}

/* --- random histories -------------------------------------------------------------------------------------------- */

enum { SESSIONS = 5, STEPS = 160, HISTORIES = CHECK_SANITIZED ? 60 : 400, FIRST_PREPARED = 3 };

/* The transactions that ran on the primary when this many words of WAL had been written. */
typedef struct truth {
    xip_full_xid next;
    uint32_t wal_words;
    uint8_t *runs; /* by xid from the first one on: fate */
} truth;

/*
 * About a rolled-back subtransaction whose top one still runs a suboverflowed snapshot may say either: nobody sees its
 * rows anyway, and PostgreSQL's says that it runs, because pg_subtrans leads from it to the top.
 */
typedef enum fate { FATE_ENDED = 0, FATE_RUNS, FATE_ROLLED_BACK_BELOW_ONE_THAT_RUNS } fate;

static fate fate_of(const xip_server *server, xip_xid xid)
{
    switch (xip_clog_peek(server, xid)) {
    case XIP_STATUS_IN_PROGRESS:
        return FATE_RUNS;
    case XIP_STATUS_ABORTED:
        for (xip_xid at = xip_subtrans_peek(server, xid); at != XIP_INVALID_XID; at = xip_subtrans_peek(server, at))
            if (xip_clog_peek(server, at) == XIP_STATUS_IN_PROGRESS)
                return FATE_ROLLED_BACK_BELOW_ONE_THAT_RUNS;
        return FATE_ENDED;
    case XIP_STATUS_COMMITTED:
    case XIP_STATUS_SUB_COMMITTED:
        return FATE_ENDED;
    }
    return FATE_ENDED;
}

/* Read from the primary's own structures. */
static void note_truth(pair *p, xip_full_xid first, truth *t)
{
    xip_server *server = p->primary.server;
    t->next = server->cluster.transam->next_xid;
    xip_server_wal(server, &t->wal_words);
    uint32_t n = (uint32_t)(t->next - first);
    t->runs = calloc(n + 1, 1);
    for (uint32_t i = 0; i < n; i++)
        t->runs[i] = (uint8_t)fate_of(server, (xip_xid)(first + i));
}

static void step(pair *p, xip_rng *rng, uint32_t *prepared, uint32_t *prepared_count)
{
    xip_session *me = p->primary.s[xip_rng_below(rng, SESSIONS)];
    if (xip_xact_level(me) == 0)
        sim_begin(me);
    switch (xip_rng_below(rng, 12)) {
    case 0:
    case 1:
        xip_current_xid(me);
        break;
    case 2:
        xip_subxact_start(me);
        xip_current_xid(me);
        break;
    case 3:
        assign_subxids(me, 1 + xip_rng_below(rng, 20));
        break;
    case 4:
        assign_subxids(me, xip_rng_below(rng, 8) == 0 ? 60 + xip_rng_below(rng, 10) : 3);
        break;
    case 5:
        if (xip_xact_level(me) > 1)
            xip_subxact_commit(me);
        break;
    case 6:
        if (xip_xact_level(me) > 1)
            xip_subxact_abort(me);
        break;
    case 7:
    case 8:
        xip_xact_commit(me);
        break;
    case 9:
        xip_xact_abort(me);
        break;
    case 10:
        if (*prepared_count < FIRST_PREPARED && xip_xact_prepare(me, &prepared[*prepared_count]) == XIP_OK)
            ++*prepared_count;
        break;
    default:
        if (*prepared_count > 0)
            xip_prepared_finish(me, prepared[--*prepared_count], xip_rng_below(rng, 2) == 0);
        else
            xip_wal_log_running(me);
        break;
    }
}

/* A copy made where step `from` ended, ready or not. */
static void the_copy_says_it_too(pair *p, const truth *truths, uint32_t from, xip_full_xid first, uint32_t *ready)
{
    xip_arena_reset(&p->arena);
    CHECK(xip_standby_init(&p->standby, first, PROCS, MAX_XIDS, &p->arena) == XIP_OK);
    CHECK(xip_standby_copied_running(&p->standby, truths[from].next) == XIP_OK);
    p->at = truths[from].wal_words;
    for (uint32_t i = from; i < STEPS; i++) {
        while (p->at < truths[i].wal_words)
            replay(p);
        if (p->standby.state != XIP_STANDBY_READY)
            continue;
        ++*ready;
        xip_snapshot snapshot = xip_standby_snapshot(&p->standby);
        bool all = true;
        for (xip_full_xid xid = first; xid < truths[i].next; xid++) {
            if (!xip_xid_is_normal((xip_xid)xid))
                continue;
            fate is = (fate)truths[i].runs[xid - first];
            bool either = is == FATE_ROLLED_BACK_BELOW_ONE_THAT_RUNS && snapshot.suboverflowed;
            bool says = xip_standby_snapshot_why(&p->standby, (xip_xid)xid, &snapshot).runs;
            all = all && (either || says == (is == FATE_RUNS));
        }
        CHECK(all);
    }
}

/* The history runs first; then the standby replays it, and stops where each step of the primary ended. */
static void says_what_was_true_on_the_primary(void)
{
    pair p = {0};
    static truth truths[STEPS];
    uint32_t ready = 0;
    for (uint32_t seed = 1; seed <= HISTORIES * check_state.runs; seed++) {
        CONTEXT("seed %u", seed);
        xip_rng rng = {check_state.seed + seed};
        /* Near 2^32 as well, so that xids wrap. */
        xip_full_xid first = seed % 3 == 0 ? (xip_full_xid)UINT32_MAX - 200 : 1000;
        pair_start(&p, first, SESSIONS);
        uint32_t prepared[FIRST_PREPARED];
        uint32_t prepared_count = 0;
        for (uint32_t i = 0; i < STEPS; i++) {
            step(&p, &rng, prepared, &prepared_count);
            note_truth(&p, first, &truths[i]);
        }
        for (uint32_t i = 0; i < STEPS; i++) {
            while (p.at < truths[i].wal_words)
                replay(&p);
            xip_snapshot snapshot = xip_standby_snapshot(&p.standby);
            const xip_snapshot *kept = xip_standby_take_snapshot(&p.standby);
            bool all = true;
            for (xip_full_xid xid = first; xid < truths[i].next; xid++) {
                if (!xip_xid_is_normal((xip_xid)xid))
                    continue;
                bool says = xip_standby_snapshot_why(&p.standby, (xip_xid)xid, &snapshot).runs;
                bool kept_says = xip_standby_snapshot_why(&p.standby, (xip_xid)xid, kept).runs;
                fate is = (fate)truths[i].runs[xid - first];
                bool either = is == FATE_ROLLED_BACK_BELOW_ONE_THAT_RUNS && snapshot.suboverflowed;
                all = all && (either || (says == (is == FATE_RUNS) && kept_says == says));
            }
            CHECK(all);
        }
        the_copy_says_it_too(&p, truths, xip_rng_below(&rng, STEPS), first, &ready);
        for (uint32_t i = 0; i < STEPS; i++)
            free(truths[i].runs);
    }
    CHECK(ready > HISTORIES);
    pair_stop(&p);
}

/* --- the array against a plain list ------------------------------------------------------------------------------ */

static void the_array_holds_what_a_list_holds(void)
{
    xip_arena arena = {0};
    CHECK(xip_arena_init(&arena, 1 << 20));
    static uint8_t list[1 << 16];
    for (uint32_t seed = 1; seed <= 40 * check_state.runs; seed++) {
        CONTEXT("seed %u", seed);
        xip_rng rng = {check_state.seed + seed};
        xip_arena_reset(&arena);
        memset(list, 0, sizeof list);
        xip_known_assigned known;
        CHECK(xip_known_init(&known, 2, &arena) == XIP_OK); /* 130 of them: it has to compress */
        xip_xid next = 100;
        uint32_t held = 0;
        for (uint32_t i = 0; i < 2000; i++) {
            uint32_t n = 1 + xip_rng_below(&rng, 5);
            if (held + n <= known.capacity && xip_rng_below(&rng, 2) == 0) {
                CHECK(xip_known_add(&known, next, next + n - 1) == XIP_OK);
                for (; n > 0; n--, held++)
                    list[next++] = 1;
            } else if (xip_rng_below(&rng, 20) == 0) {
                xip_xid before = next - xip_rng_below(&rng, 40);
                xip_known_remove_preceding(&known, before);
                for (xip_xid xid = 100; xid < before; xid++) {
                    held -= list[xid];
                    list[xid] = 0;
                }
            } else {
                xip_xid xid = next - 1 - xip_rng_below(&rng, next - 100 < 150 ? next - 99 : 150);
                xip_known_remove(&known, &xid, 1);
                xip_known_maybe_compress(&known);
                held -= list[xid];
                list[xid] = 0;
            }
            xip_xid xmin = next;
            xip_xid got[256];
            uint32_t count = xip_known_get(&known, got, &xmin, next);
            bool same = count == held && known.count == held;
            for (uint32_t k = 0; same && k < count; k++)
                same = list[got[k]] && (k == 0 ? got[0] == xmin : got[k - 1] < got[k]) &&
                       xip_known_contains(&known, got[k]);
            CHECK(same && xip_known_oldest(&known) == (held == 0 ? 0 : xmin));
        }
        CHECK(known.compressions > 0);
    }
    xip_arena_free(&arena);
}

static void more_than_fit_is_an_error(void)
{
    xip_arena arena = {0};
    CHECK(xip_arena_init(&arena, 1 << 16));
    xip_known_assigned known;
    CHECK(xip_known_init(&known, 1, &arena) == XIP_OK);
    CHECK(xip_known_add(&known, 10, 74) == XIP_OK);
    CHECK(xip_known_add(&known, 75, 75) == XIP_ERR_KNOWN_XIDS);
    CHECK(known.count == 65 && xip_known_contains(&known, 74) && !xip_known_contains(&known, 75));
    xip_arena_free(&arena);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("who runs stands in subxip, subtransactions too, and xip is empty", a_list_of_running_xids_is_in_subxip);
    LAW("the 64th subxid of a transaction leaves the array for pg_subtrans; a record of who runs forgets the overflow",
        the_64th_subxid_overflows_until_running_xacts);
    LAW("with 64 subxids the primary's snapshots have not overflowed, the standby's have",
        primary_and_standby_overflow_one_apart);
    LAW("a copy of a running primary waits for a record of who runs", a_copy_waits_for_a_record_of_who_runs);
    LAW("where that record lacks subtransactions it is pending until none of them can run",
        an_overflowed_record_leaves_it_pending);
    LAW("random histories: at each place of WAL a snapshot says what was true on the primary",
        says_what_was_true_on_the_primary);
    LAW("the array holds what a list holds, through compressions", the_array_holds_what_a_list_holds);
    LAW("more xids than fit are an error, and those that are there stay", more_than_fit_is_an_error);
    return check_end();
}
