/* test_server_xact.c — transactions and their levels in a simulated server: xids, counters, the fates of xids. */
#include "server/observe.h"
#include "sim.h"

/* Facts 11, number 1 and 2, seen on 13. */
static void running_above_xmax_is_not_listed(void)
{
    SIM_EACH_DESIGN(13, 486, 3, {
        sim_begin(s[0]);
        CHECK(xip_current_xid(s[0]) == 486);
        sim_begin(s[1]);
        CHECK(xip_current_xid(s[1]) == 487);
        CHECK(xip_subxact_start(s[1]) == XIP_OK);
        CHECK(xip_current_xid(s[1]) == 488);
        CHECK(sim_says(s[2], "486:486:"));
        CHECK(sim.server->cluster.transam->next_xid == 489);
        xip_xact_commit(s[0]);
        CHECK(sim_says(s[2], "487:487:"));
    });
}

/* Number 3, seen on 15. */
static void own_xid_counts_for_xmin(void)
{
    SIM_EACH_DESIGN(15, 737, 3, {
        sim_begin(s[0]);
        xip_current_xid(s[0]);
        sim_begin(s[1]);
        xip_current_xid(s[1]);
        for (uint32_t i = 0; i < 3; i++)
            CHECK(sim_says(s[i], "737:737:"));
        xip_xact_abort(s[0]);
        for (uint32_t i = 0; i < 3; i++)
            CHECK(sim_says(s[i], "738:738:"));
        xip_xact_abort(s[1]);
        for (uint32_t i = 0; i < 3; i++)
            CHECK(sim_says(s[i], "739:739:"));
    });
}

/* Number 4, seen on 15. */
static void an_aborted_subxact_moves_xmax(void)
{
    SIM_EACH_DESIGN(15, 733, 2, {
        sim_begin(s[0]);
        for (uint32_t i = 0; i < 3; i++)
            xip_subxact_start(s[0]);
        CHECK(xip_current_xid(s[0]) == 736 && xip_top_xid_if_any(s[0]) == 733);
        CHECK(xip_subtrans_topmost(s[0], 736) == 733 && xip_subtrans_peek(sim.server, 736) == 735);
        CHECK(sim_says(s[1], "733:733:"));
        xip_subxact_abort(s[0]);
        xip_subxact_start(s[0]);
        CHECK(xip_current_xid_if_any(s[0]) == XIP_INVALID_XID);
        CHECK(sim_says(s[1], "733:737:733"));
        xip_xact_commit(s[0]);
        CHECK(sim_says(s[1], "737:737:"));
        CHECK(xip_did_commit(s[1], 733) && xip_did_commit(s[1], 735));
        CHECK(xip_did_abort(s[1], 736) && !xip_did_commit(s[1], 736));
    });
}

/* Number 5, seen on 17. */
static bool cache_is(xip_session *me, uint32_t count, bool overflowed)
{
    xip_session_view view;
    xip_observe_session(me, &view);
    CONTEXT("%u|%s", view.subxid_count, view.is_overflowed ? "t" : "f");
    return view.subxid_count == count && (view.is_overflowed != 0) == overflowed;
}

static void sixty_four_fit(void)
{
    SIM_EACH_DESIGN(17, 1000, 2, {
        sim_begin(s[0]);
        xip_current_xid(s[0]);
        for (uint32_t i = 1; i <= 65; i++) {
            xip_subxact_start(s[0]);
            xip_current_xid(s[0]);
            CHECK(cache_is(s[0], i < 65 ? i : 64, i == 65));
        }
        /* ROLLBACK TO the savepoint that is 60 levels deep. */
        for (uint32_t i = 0; i < 6; i++)
            xip_subxact_abort(s[0]);
        CHECK(cache_is(s[0], 59, true));
        xip_subxact_start(s[0]);
        xip_current_xid(s[0]);
        CHECK(cache_is(s[0], 60, true));
        /* Released ones stay, readers are suboverflowed, and their copy has no subxip. */
        while (xip_xact_level(s[0]) > 1)
            xip_subxact_commit(s[0]);
        CHECK(cache_is(s[0], 60, true));
        sim_begin(s[1]);
        const xip_snapshot *snapshot = xip_push_active_snapshot(s[1]);
        CHECK(snapshot->suboverflowed && snapshot->subxcnt == 0 && snapshot->snap_xact_completion_count == 0);
        CHECK(xip_xid_in_mvcc_snapshot(s[1], 1030, snapshot) && xip_is_in_progress(s[1], 1030));
        CHECK(!xip_is_in_progress(s[1], 1065) && xip_did_abort(s[1], 1065));
        xip_pop_active_snapshot(s[1]);
        xip_xact_commit(s[1]);
        xip_xact_commit(s[0]);
        CHECK(cache_is(s[0], 0, false));
        CHECK(xip_did_commit(s[1], 1030) && !xip_did_commit(s[1], 1065));
    });
}

/* Number 6: facts 2.4, seen on 17. */
static uint64_t count_of(const xip_session *me)
{
    xip_server_view view;
    xip_observe_server(me->server, &view);
    return view.xact_completion_count;
}

/* The shared counter that the design itself keeps agrees. */
static bool counted(const xip_session *me, uint64_t *before, uint64_t by)
{
    uint64_t now = count_of(me);
    bool holds = now == *before + by;
    if (me->server->config.design == SIM_PG14)
        holds = holds && now == me->server->cluster.transam->xact_completion_count;
    *before = now;
    return holds;
}

static void who_bumps_the_counter(void)
{
    SIM_EACH_DESIGN(17, 1000, 2, {
        xip_session *me = s[0];
        uint64_t count = 1;
        CHECK(count_of(me) == 1);
        sim_says(me, "");
        CHECK(counted(me, &count, 0));
        sim_begin(me);
        xip_xact_abort(me);
        CHECK(counted(me, &count, 0));
        for (uint32_t i = 0; i < 2; i++) {
            sim_begin(me);
            xip_current_xid(me);
            CHECK(counted(me, &count, 0));
            if (i == 0)
                xip_xact_commit(me);
            else
                xip_xact_abort(me);
            CHECK(counted(me, &count, 1));
        }
        sim_begin(me);
        xip_current_xid(me);
        xip_subxact_start(me);
        xip_subxact_commit(me);
        xip_subxact_start(me);
        xip_subxact_abort(me);
        CHECK(counted(me, &count, 0));
        xip_subxact_start(me);
        xip_current_xid(me);
        xip_subxact_commit(me);
        CHECK(counted(me, &count, 0));
        xip_subxact_start(me);
        xip_xid aborted = xip_current_xid(me);
        xip_subxact_abort(me);
        CHECK(counted(me, &count, 1));
        CHECK((xip_xid)sim.server->cluster.transam->latest_completed_xid == aborted);
        xip_xact_commit(me);
        CHECK(counted(me, &count, 1));
        sim_begin(me);
        xip_current_xid(me);
        uint64_t latest = sim.server->cluster.transam->latest_completed_xid;
        uint32_t handle;
        CHECK(xip_xact_prepare(me, &handle) == XIP_OK);
        CHECK(counted(me, &count, 1));
        CHECK(sim.server->cluster.transam->latest_completed_xid == latest);
        xip_prepared_finish(me, handle, true);
        CHECK(counted(me, &count, 1));
        CHECK((xip_xid)sim.server->cluster.transam->latest_completed_xid == aborted + 1);
        uint32_t id;
        CHECK(xip_session_connect(sim.server, &id) == XIP_OK);
        xip_session_disconnect(xip_session_at(sim.server, id));
        CHECK(counted(me, &count, 0));
        /* A rollback of everything counts each level that has an xid. */
        sim_begin(me);
        xip_subxact_start(me);
        xip_current_xid(me);
        xip_subxact_start(me);
        xip_xact_abort(me);
        CHECK(counted(me, &count, 2));
    });
}

/* Number 7, seen on 15. */
static void how_long_xmin_is_advertised(void)
{
    SIM_EACH_DESIGN(15, 733, 2, {
        sim_begin(s[0]);
        CHECK(sim_xmin(s[0]) == XIP_INVALID_XID);
        sim_snapshot(s[0]);
        CHECK(sim_xmin(s[0]) == XIP_INVALID_XID);
        xip_xact_start(s[1], XIP_REPEATABLE_READ, false);
        CHECK(sim_xmin(s[1]) == XIP_INVALID_XID);
        CHECK(sim_says(s[1], "733:733:"));
        CHECK(sim_xmin(s[1]) == 733);
        xip_current_xid(s[0]);
        xip_xact_commit(s[0]);
        CHECK(sim_says(s[1], "733:733:") && sim_says(s[0], "734:734:"));
        CHECK(sim_xmin(s[1]) == 733);
        /* Two active ones: the first keeps its xmin advertised until it is popped. */
        sim_begin(s[0]);
        xip_push_active_snapshot(s[0]);
        xip_push_active_snapshot(s[0]);
        xip_pop_active_snapshot(s[0]);
        CHECK(sim_xmin(s[0]) == 734 && xip_active_snapshot(s[0])->xmin == 734);
        xip_pop_active_snapshot(s[0]);
        CHECK(sim_xmin(s[0]) == XIP_INVALID_XID && xip_active_snapshot(s[0]) == NULL);
        /* A subtransaction that aborts drops its snapshots, one that commits leaves them to its parent. */
        xip_subxact_start(s[0]);
        xip_push_active_snapshot(s[0]);
        xip_subxact_commit(s[0]);
        CHECK(xip_active_snapshot(s[0]) != NULL);
        xip_subxact_start(s[0]);
        xip_push_active_snapshot(s[0]);
        xip_subxact_abort(s[0]);
        CHECK(xip_active_snapshot(s[0]) != NULL && sim_xmin(s[0]) == 734);
        xip_xact_abort(s[0]);
        CHECK(xip_active_snapshot(s[0]) == NULL && sim_xmin(s[0]) == XIP_INVALID_XID);
    });
}

static void commands_are_counted_when_used(void)
{
    SIM_EACH_DESIGN(17, 1000, 1, {
        xip_xact_start(s[0], XIP_REPEATABLE_READ, false);
        CHECK(xip_push_active_snapshot(s[0])->curcid == 0);
        xip_command_counter_increment(s[0]);
        CHECK(xip_current_cid(s[0], true) == 0);
        xip_command_counter_increment(s[0]);
        xip_command_counter_increment(s[0]);
        CHECK(xip_current_cid(s[0], false) == 1);
        CHECK(xip_active_snapshot(s[0])->curcid == 0);
        xip_pop_active_snapshot(s[0]);
        CHECK(xip_push_active_snapshot(s[0])->curcid == 1);
        xip_subxact_start(s[0]);
        CHECK(xip_current_cid(s[0], true) == 1);
        xip_subxact_abort(s[0]);
        xip_command_counter_increment(s[0]);
        CHECK(xip_current_cid(s[0], false) == 2);
        xip_xact_commit(s[0]);
        sim_begin(s[0]);
        CHECK(xip_current_cid(s[0], false) == 0);
    });
}

static void whose_xid_is_current(void)
{
    SIM_EACH_DESIGN(17, 1000, 2, {
        sim_begin(s[0]);
        CHECK(!xip_is_current_xid(s[0], 1000) && !xip_is_current_xid(s[0], XIP_INVALID_XID));
        xip_subxact_start(s[0]);
        xip_subxact_start(s[0]);
        CHECK(xip_current_xid(s[0]) == 1002);
        xip_subxact_commit(s[0]);
        xip_subxact_start(s[0]);
        CHECK(xip_current_xid(s[0]) == 1003);
        for (xip_xid xid = 1000; xid <= 1003; xid++)
            CHECK(xip_is_current_xid(s[0], xid) && !xip_is_current_xid(s[1], xid));
        xip_subxact_abort(s[0]);
        CHECK(!xip_is_current_xid(s[0], 1003) && xip_is_current_xid(s[0], 1002));
        /* Its released child aborts with it. */
        xip_subxact_abort(s[0]);
        CHECK(xip_is_current_xid(s[0], 1000) && !xip_is_current_xid(s[0], 1001) && !xip_is_current_xid(s[0], 1002));
        CHECK(xip_did_abort(s[1], 1002) && !xip_did_abort(s[1], 1000) && xip_is_in_progress(s[1], 1000));
    });
}

static void an_overflow_that_was_rolled_back_is_not_prepared(void)
{
    SIM_EACH_DESIGN(17, 1000, 2, {
        sim_begin(s[0]);
        for (uint32_t i = 0; i < 70; i++) {
            xip_subxact_start(s[0]);
            xip_current_xid(s[0]);
            if (i % 2 == 0)
                xip_subxact_abort(s[0]);
            else
                xip_subxact_commit(s[0]);
        }
        xip_subxact_start(s[0]);
        xip_current_xid(s[0]);
        uint32_t handle;
        CHECK(xip_xact_prepare(s[0], &handle) == XIP_OK && xip_xact_level(s[0]) == 0);
        sim_begin(s[1]);
        xip_current_xid(s[1]);
        xip_xact_commit(s[1]);
        sim_begin(s[1]);
        const xip_snapshot *snapshot = xip_push_active_snapshot(s[1]);
        CHECK(!snapshot->suboverflowed && snapshot->xcnt == 1 && snapshot->xip[0] == 1000 && snapshot->subxcnt == 36);
        CHECK(xip_is_in_progress(s[1], 1000) && xip_is_in_progress(s[1], 1071));
        CHECK(!xip_is_in_progress(s[1], 1001) && xip_did_abort(s[1], 1001));
        xip_pop_active_snapshot(s[1]);
        xip_xact_commit(s[1]);
        const uint32_t *xids;
        uint32_t found;
        uint32_t n;
        CHECK(xip_observe_prepared(sim.server, 0, &found, &xids, &n) && found == handle && n == 37);
        CHECK(handle == XIP_MAX_PREPARED - 1);
        xip_prepared_finish(s[1], handle, false);
        CHECK(!xip_observe_prepared(sim.server, 0, &found, &xids, &n));
        CHECK(xip_did_abort(s[0], 1000) && xip_did_abort(s[0], 1071) && sim_says(s[0], "1073:1073:"));
    });
}

/* Each xid knows its owner, its fate and its parent; those before the server's first have no owner. */
static void xids_have_owners(void)
{
    SIM_EACH_DESIGN(17, 1000, 2, {
        xip_xid_view view;
        sim_begin(s[0]);
        sim_begin(s[1]);
        CHECK(xip_current_xid(s[1]) == 1000);
        xip_subxact_start(s[0]);
        CHECK(xip_current_xid(s[0]) == 1002);
        xip_subxact_abort(s[0]);
        xip_xact_commit(s[1]);
        xip_observe_xid(sim.server, 1000, &view);
        CHECK(view.status == XIP_STATUS_COMMITTED && view.owner == 1 && view.parent == XIP_INVALID_XID);
        xip_observe_xid(sim.server, 1001, &view);
        CHECK(view.status == XIP_STATUS_IN_PROGRESS && view.owner == 0 && view.parent == XIP_INVALID_XID);
        xip_observe_xid(sim.server, 1002, &view);
        CHECK(view.status == XIP_STATUS_ABORTED && view.owner == 0 && view.parent == 1001);
        xip_observe_xid(sim.server, 999, &view);
        CHECK(view.status == XIP_STATUS_COMMITTED && view.owner == XIP_MAX_SESSIONS);
        xip_xact_abort(s[0]);
    });
}

/* From 11 before the wraparound on: special xids are left out, the epoch rises, order stays. */
static void xids_go_round(void)
{
    SIM_EACH_DESIGN(17, UINT64_C(0x4FFFFFFF5), 3, {
        sim_begin(s[0]);
        CHECK(xip_current_xid(s[0]) == 0xFFFFFFF5);
        xip_xid last = 0;
        for (uint32_t i = 0; i < 100; i++) {
            xip_subxact_start(s[0]);
            last = xip_current_xid(s[0]);
            CHECK(xip_xid_is_normal(last));
            if (i % 3 == 0)
                xip_subxact_abort(s[0]);
        }
        CHECK(last == 92 && sim.server->cluster.transam->next_xid == UINT64_C(0x50000005D));
        CHECK(xip_subtrans_topmost(s[1], 92) == 0xFFFFFFF5 && xip_subtrans_peek(sim.server, 3) == 0xFFFFFFFE);
        CHECK(sim_says(s[1], "4294967285:93:4294967285"));
        sim_begin(s[1]);
        xip_push_active_snapshot(s[1]);
        CHECK(xip_is_in_progress(s[1], 91) && xip_is_in_progress(s[1], 0xFFFFFFFE));
        CHECK(!xip_is_in_progress(s[1], 0xFFFFFFFF) && xip_did_abort(s[1], 0xFFFFFFFF));
        CHECK(xip_xid_in_mvcc_snapshot(s[1], 91, xip_active_snapshot(s[1])));
        xip_xact_commit(s[0]);
        CHECK(xip_did_commit(s[1], 91) && xip_did_commit(s[1], 0xFFFFFFF5) && !xip_is_in_progress(s[1], 91));
        CHECK(xip_xid_in_mvcc_snapshot(s[1], 91, xip_active_snapshot(s[1])));
        xip_xact_commit(s[1]);
        CHECK(sim_says(s[2], "93:93:"));
        xip_server_view view;
        xip_observe_server(sim.server, &view);
        CHECK(view.next_xid == UINT64_C(0x50000005D) && view.latest_completed_xid >> 32 == 5);
        CHECK(xip_did_commit(s[2], 0xFFFFFF00) && xip_did_commit(s[2], XIP_FROZEN_XID));
        CHECK(!xip_did_commit(s[2], XIP_INVALID_XID));
    });
    SIM_EACH_DESIGN(13, (UINT64_C(7) << 32) + 3, 2, {
        xip_server_view view;
        xip_observe_server(sim.server, &view);
        CHECK(view.latest_completed_xid == (UINT64_C(6) << 32) + 0xFFFFFFFF);
        CHECK(sim_says(s[0], "3:3:"));
        sim_begin(s[0]);
        CHECK(xip_current_xid(s[0]) == 3);
        CHECK(sim_says(s[1], "3:3:"));
        xip_xact_commit(s[0]);
        CHECK(sim_says(s[1], "4:4:"));
    });
}

/* Seen: 13 gives 99, 98, 97; 17 begins at 0 (here max_connections is 64). */
static void who_gets_which_slot(void)
{
    static const struct {
        uint32_t rules;
        uint32_t slots[5]; /* the first three; then the second disconnects, and two connect */
    } cases[] = {{13, {63, 62, 61, 62, 60}},
                 {15, {63, 62, 61, 62, 60}},
                 {16, {63, 62, 61, 60, 59}},
                 {17, {0, 1, 2, 3, 4}},
                 {18, {0, 1, 2, 3, 4}}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
        SIM_EACH_DESIGN(cases[i].rules, 700, 3, {
            for (uint32_t k = 0; k < 3; k++)
                CHECK(s[k]->backend.pgprocno == cases[i].slots[k]);
            xip_session_disconnect(s[1]);
            CHECK(xip_session_at(sim.server, 1) == NULL);
            for (uint32_t k = 3; k < 5; k++) {
                uint32_t id;
                CHECK(xip_session_connect(sim.server, &id) == XIP_OK);
                CHECK(xip_session_at(sim.server, id)->backend.pgprocno == cases[i].slots[k]);
            }
        });
}

static void limits_are_answered(void)
{
    sim sim = {0};
    sim_start(&sim, 17, SIM_PG14, 700, 1);
    xip_server *none;
    xip_server_config config = {.rules = 17, .design = 99, .next_xid = 700};
    CHECK(xip_server_init(&none, &config, &sim.arena) == XIP_ERR_DESIGN);
    config.design = 0;
    config.rules = 12;
    CHECK(xip_server_init(&none, &config, &sim.arena) == XIP_ERR_ARGUMENT);
    config.rules = 13;
    config.next_xid = UINT64_C(5) << 32;
    CHECK(xip_server_init(&none, &config, &sim.arena) == XIP_ERR_ARGUMENT);
    uint32_t id;
    for (uint32_t i = 1; i < XIP_MAX_SESSIONS; i++)
        CHECK(xip_session_connect(sim.server, &id) == XIP_OK);
    CHECK(xip_session_connect(sim.server, &id) == XIP_ERR_SLOTS);
    xip_session_disconnect(sim.s[0]);
    CHECK(xip_session_connect(sim.server, &id) == XIP_OK && id == 0);
    sim_begin(sim.s[0]);
    while (xip_xact_level(sim.s[0]) < XIP_MAX_LEVELS)
        CHECK(xip_subxact_start(sim.s[0]) == XIP_OK);
    CHECK(xip_subxact_start(sim.s[0]) == XIP_ERR_ARGUMENT);
    /* The deepest level at once needs more memory than anything else. */
    size_t used = sim.arena.used;
    xip_current_xid(sim.s[0]);
    CHECK(sim.arena.used - used < XIP_SERVER_RESERVE_BYTES);
    xip_xact_commit(sim.s[0]);
    uint32_t handle;
    for (uint32_t i = 0; i < XIP_MAX_PREPARED; i++) {
        sim_begin(sim.s[0]);
        CHECK(xip_xact_prepare(sim.s[0], &handle) == XIP_OK && handle == XIP_MAX_PREPARED - 1 - i);
    }
    sim_begin(sim.s[0]);
    CHECK(xip_xact_prepare(sim.s[0], &handle) == XIP_ERR_SLOTS && xip_xact_level(sim.s[0]) == 1);
    xip_xact_abort(sim.s[0]);
    /* An arena that is too small is an error at once, not a later failure. */
    xip_arena small;
    CHECK(xip_arena_init(&small, 100 << 10));
    config = (xip_server_config){.rules = 17, .design = SIM_PG14, .next_xid = 700};
    CHECK(xip_server_init(&none, &config, &small) == XIP_ERR_NO_MEMORY);
    xip_arena_free(&small);
    CHECK(xip_arena_init(&small, xip_server_bytes()));
    for (config.design = 0; config.design < XIP_DESIGN_COUNT; config.design++) {
        xip_arena_reset(&small);
        CHECK(xip_server_init(&none, &config, &small) == XIP_OK);
    }
    xip_arena_free(&small);
    sim_stop(&sim);
}

static void every_fault_has_a_bit_and_a_name(void)
{
    uint32_t bits = 0;
    CHECK(xip_fault_count() >= 12 && xip_fault_at(xip_fault_count()) == NULL);
    for (size_t i = 0; i < xip_fault_count(); i++) {
        const xip_fault_info *fault = xip_fault_at(i);
        CONTEXT("%s", fault->id);
        CHECK(fault->bit != 0 && (fault->bit & (fault->bit - 1)) == 0 && (bits & fault->bit) == 0);
        CHECK(strlen(fault->text) > 10);
        for (size_t k = 0; k < i; k++)
            CHECK(strcmp(fault->id, xip_fault_at(k)->id) != 0);
        bits |= fault->bit;
    }
}

/* A checkpoint is a copy of the used bytes. */
static void a_copy_brings_the_server_back(void)
{
    SIM_EACH_DESIGN(17, 1000, 3, {
        sim_begin(s[0]);
        xip_subxact_start(s[0]);
        xip_current_xid(s[0]);
        size_t used = sim.arena.used;
        uint8_t *copy = malloc(used);
        memcpy(copy, sim.arena.base, used);
        for (uint32_t again = 0; again < 2; again++) {
            xip_subxact_start(s[0]);
            CHECK(xip_current_xid(s[0]) == 1002);
            xip_subxact_abort(s[0]);
            CHECK(sim_says(s[1], "1000:1003:1000"));
            xip_xact_commit(s[0]);
            CHECK(sim_says(s[1], "1003:1003:"));
            sim.arena.used = used;
            memcpy(sim.arena.base, copy, used);
            CHECK(sim_says(s[1], "1000:1000:"));
        }
        free(copy);
    });
}

/* In between the pages of a commit that spans several: nobody sees it here, but a server that crashed then would. */
static void a_sub_committed_xid_is_what_its_parent_is(void)
{
    SIM_EACH_DESIGN(17, 32768 - 2, 2, {
        sim_begin(s[0]);
        xip_current_xid(s[0]);
        for (uint32_t i = 0; i < 3; i++) {
            xip_subxact_start(s[0]);
            xip_current_xid(s[0]);
            xip_subxact_commit(s[0]);
        }
        xip_xid child = 32769;
        xip_clog_set_tree(s[0], &child, 1, XIP_STATUS_SUB_COMMITTED);
        CHECK(!xip_did_commit(s[1], child) && !xip_did_abort(s[1], child));
        xip_xact_commit(s[0]);
        for (xip_xid xid = 32766; xid < 32770; xid++)
            CHECK(xip_clog_peek(sim.server, xid) == XIP_STATUS_COMMITTED && xip_did_commit(s[1], xid));
        for (uint32_t commits = 0; commits < 2; commits++) {
            sim_begin(s[0]);
            xip_xid top = xip_current_xid(s[0]);
            xip_subxact_start(s[0]);
            child = xip_current_xid(s[0]);
            xip_clog_set_tree(s[0], &child, 1, XIP_STATUS_SUB_COMMITTED);
            xip_clog_set_tree(s[0], &top, 1, commits ? XIP_STATUS_COMMITTED : XIP_STATUS_ABORTED);
            CHECK(xip_did_commit(s[1], child) == commits && xip_did_abort(s[1], child) != commits);
            if (commits)
                xip_xact_commit(s[0]);
            else
                xip_xact_abort(s[0]);
        }
    });
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("who runs at or above xmax is not listed: 486:486: while 486 to 488 run", running_above_xmax_is_not_listed);
    LAW("a backend's own xid counts for its xmin, and is not listed", own_xid_counts_for_xmin);
    LAW("the rollback of a subtransaction moves xmax past it", an_aborted_subxact_moves_xmax);
    LAW("64 subxids fit; the 65th overflows for good, also when the count drops to 59", sixty_four_fit);
    LAW("xactCompletionCount rises at each end with an xid, and at nothing else", who_bumps_the_counter);
    LAW("READ COMMITTED advertises xmin while it has a snapshot, REPEATABLE READ from its first one on",
        how_long_xmin_is_advertised);
    LAW("a command id moves on when it was used", commands_are_counted_when_used);
    LAW("an xid is current from its assignment until its subtransaction or a parent aborts", whose_xid_is_current);
    LAW("a sub-committed xid is decided by its parent, also where a commit spans pages",
        a_sub_committed_xid_is_what_its_parent_is);
    LAW("a prepared transaction shows its committed subxids only", an_overflow_that_was_rolled_back_is_not_prepared);
    LAW("an xid has an owner, a status and a parent that a view can ask for", xids_have_owners);
    LAW("xids go round at 2^32: special ones are left out and nothing else changes", xids_go_round);
    LAW("a new connection gets the slot that its server's rules say", who_gets_which_slot);
    LAW("limits are answered with an error", limits_are_answered);
    LAW("every planted fault has a bit and a name of its own", every_fault_has_a_bit_and_a_name);
    LAW("a copy of the used bytes brings the server back", a_copy_brings_the_server_back);
    return check_end();
}
