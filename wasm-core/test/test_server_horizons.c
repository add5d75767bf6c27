/* test_server_horizons.c — the age from which nothing is needed: by the rules of 13, by those of 14 and later; its
 * holders. */
#include "server/observe.h"
#include "sim.h"

/* An autocommitted write. */
static void burn_xid(xip_session *me)
{
    sim_begin(me);
    xip_current_xid(me);
    xip_xact_commit(me);
}

static xip_horizon_view horizons(const xip_session *me)
{
    xip_horizon_view view;
    xip_observe_horizons(me, &view);
    return view;
}

/* Seen on 17: bounds 3367 and 730 (oldestXid) in a fresh session; after one question 3367 and 3367. */
static void a_snapshot_leaves_bounds(void)
{
    SIM_EACH_DESIGN(17, 730, 2, {
        for (uint32_t i = 730; i < 760; i++)
            burn_xid(s[0]);
        sim_begin(s[1]);
        CHECK(horizons(s[1]).maybe_needed[XIP_VIS_DATA] == 0);
        xip_push_active_snapshot(s[1]);
        for (uint32_t kind = XIP_VIS_SHARED; kind <= XIP_VIS_DATA; kind++) {
            CHECK(horizons(s[1]).definitely_needed[kind] == 760);
            CHECK(horizons(s[1]).maybe_needed[kind] == 730);
        }
        CHECK(!xip_is_removable_xid(s[1], XIP_VIS_DATA, 760) && horizons(s[1]).computed == 0);
        CHECK(xip_is_removable_xid(s[1], XIP_VIS_DATA, 740) && horizons(s[1]).computed == 1);
        CHECK(horizons(s[1]).maybe_needed[XIP_VIS_DATA] == 760);
        CHECK(horizons(s[1]).maybe_needed[XIP_VIS_TEMP] == 760);
    });
}

/* GlobalVisTestShouldUpdate. */
static void accurate_ones_once_for_each_recent_xmin(void)
{
    SIM_EACH_DESIGN(17, 730, 3, {
        xip_xact_start(s[0], XIP_REPEATABLE_READ, false);
        sim_snapshot(s[0]); /* holds 730 */
        for (uint32_t i = 0; i < 10; i++)
            burn_xid(s[1]);
        sim_begin(s[2]);
        xip_push_active_snapshot(s[2]);
        for (uint32_t i = 0; i < 3; i++)
            CHECK(!xip_is_removable_xid(s[2], XIP_VIS_DATA, 735) && horizons(s[2]).computed == 1);
        xip_pop_active_snapshot(s[2]);
        /* The holder ends, but RecentXmin is unchanged: nobody computes again. */
        xip_xact_commit(s[0]);
        xip_push_active_snapshot(s[2]);
        CHECK(!xip_is_removable_xid(s[2], XIP_VIS_DATA, 735) && horizons(s[2]).computed == 1);
        xip_pop_active_snapshot(s[2]);
        burn_xid(s[1]);
        xip_push_active_snapshot(s[2]);
        CHECK(xip_is_removable_xid(s[2], XIP_VIS_DATA, 735) && horizons(s[2]).computed == 2);
        CHECK(xip_is_removable_xid(s[2], XIP_VIS_DATA, 740) && horizons(s[2]).computed == 2);
        xip_xact_commit(s[2]);
        CHECK(xip_oldest_nonremovable_xid(s[2], XIP_VIS_DATA) == 741);
    });
}

static void in_13_every_snapshot_knows(void)
{
    SIM_EACH_DESIGN(13, 730, 3, {
        xip_xact_start(s[0], XIP_REPEATABLE_READ, false);
        sim_snapshot(s[0]);
        for (uint32_t i = 0; i < 10; i++)
            burn_xid(s[1]);
        sim_snapshot(s[2]);
        CHECK(horizons(s[2]).recent_global_data_xmin == 730 && horizons(s[2]).recent_global_xmin == 730);
        CHECK(xip_is_removable_xid(s[2], XIP_VIS_DATA, 729) && !xip_is_removable_xid(s[2], XIP_VIS_DATA, 730));
        /* It stays until the next snapshot. */
        xip_xact_commit(s[0]);
        CHECK(!xip_is_removable_xid(s[2], XIP_VIS_DATA, 735));
        CHECK(xip_oldest_nonremovable_xid(s[2], XIP_VIS_DATA) == 740);
        CHECK(!xip_is_removable_xid(s[2], XIP_VIS_DATA, 735));
        sim_snapshot(s[2]);
        CHECK(xip_is_removable_xid(s[2], XIP_VIS_DATA, 739) && !xip_is_removable_xid(s[2], XIP_VIS_CATALOG, 740));
        CHECK(horizons(s[2]).computed == 0 && horizons(s[2]).maybe_needed[XIP_VIS_DATA] == 0);
        if (rung == 1)
            CHECK(s[2]->backend.recent_global_data_xmin == horizons(s[2]).recent_global_data_xmin);
    });
}

static void who_holds_the_horizon(void)
{
    SIM_EACH_DESIGN(17, 730, 4, {
        xip_horizon_holder holders[8];
        uint32_t n;
        CHECK(xip_observe_holders(s[0], holders, 8, &n) == 730 && n == 0);
        sim_begin(s[1]);
        xip_current_xid(s[1]);
        xip_xact_start(s[2], XIP_REPEATABLE_READ, false);
        sim_snapshot(s[2]);
        burn_xid(s[3]);
        CHECK(xip_observe_holders(s[0], holders, 8, &n) == 730 && n == 2);
        CHECK(holders[0].who == 1 && holders[0].kind == XIP_HOLDS_BY_XID && holders[0].xid == 730);
        CHECK(holders[1].who == 2 && holders[1].kind == XIP_HOLDS_BY_XMIN);
        xip_xact_commit(s[2]);
        uint32_t handle;
        CHECK(xip_xact_prepare(s[1], &handle) == XIP_OK);
        CHECK(xip_observe_holders(s[0], holders, 8, &n) == 730 && n == 1);
        CHECK(holders[0].who == XIP_MAX_SESSIONS + handle && holders[0].kind == XIP_HOLDS_BY_PREPARED);
        CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 730);
        xip_prepared_finish(s[0], handle, false);
        CHECK(xip_observe_holders(s[0], holders, 8, &n) == 732 && n == 0);
    });
}

static void a_vacuum_holds_nothing_back(void)
{
    static const uint32_t versions[] = {13, 17};
    for (uint32_t v = 0; v < 2; v++)
        SIM_EACH_DESIGN(versions[v], 730, 2, {
            sim_begin(s[0]);
            xip_set_status_flags(s[0], XIP_PROC_IN_VACUUM);
            xip_push_active_snapshot(s[0]);
            CHECK(sim_xmin(s[0]) == 730);
            burn_xid(s[1]);
            CHECK(xip_oldest_nonremovable_xid(s[1], XIP_VIS_DATA) == 731);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 731);
            sim_snapshot(s[1]);
            CHECK(xip_is_removable_xid(s[1], XIP_VIS_DATA, 730));
            xip_xact_commit(s[0]);
            xip_session_view view;
            xip_observe_session(s[0], &view);
            CHECK(view.status_flags == 0 && view.xmin == XIP_INVALID_XID);
            /* With its own xid the flag is cleared as well. */
            sim_begin(s[0]);
            xip_set_status_flags(s[0], XIP_PROC_IN_VACUUM);
            xip_current_xid(s[0]);
            xip_xact_commit(s[0]);
            xip_observe_session(s[0], &view);
            CHECK(view.status_flags == 0 && view.xid == XIP_INVALID_XID);
        });
}

/* Sessions: 0 and 1 of this database, 2 of another one, 3 a standby's. */
static void each_kind_of_relation_asks_its_own(void)
{
    static const uint32_t versions[] = {13, 14, 17};
    for (uint32_t v = 0; v < 3; v++)
        SIM_EACH_DESIGN(versions[v], 730, 4, {
            xip_session_set_database(s[2], 2);
            xip_session_set_database(s[3], XIP_NO_DATABASE);
            xip_xact_start(s[2], XIP_REPEATABLE_READ, true);
            sim_snapshot(s[2]); /* 730 */
            burn_xid(s[1]);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 731);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_CATALOG) == 731);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_SHARED) == 730);
            CHECK(xip_oldest_nonremovable_xid(s[2], XIP_VIS_DATA) == 730);
            /* On access 13 counts everybody, 14 only sessions of the same database. */
            sim_snapshot(s[0]);
            CHECK(xip_is_removable_xid(s[0], XIP_VIS_DATA, 730) == (versions[v] >= 14));
            xip_xact_start(s[3], XIP_REPEATABLE_READ, true);
            sim_snapshot(s[3]); /* 731 */
            burn_xid(s[1]);
            burn_xid(s[1]);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 731);
            xip_horizon_holder known[XIP_MAX_HOLDERS];
            uint32_t oldest[4];
            CHECK(xip_observe_known(s[0], known, oldest) == 2);
            CHECK(oldest[XIP_VIS_DATA] == 731 && oldest[XIP_VIS_SHARED] == 730);
            /* In the array's order, which is that of pgprocno. */
            const xip_horizon_holder *foreign = &known[known[0].who == 2 ? 0 : 1];
            const xip_horizon_holder *standby = &known[known[0].who == 2 ? 1 : 0];
            CHECK(foreign->who == 2 && foreign->exempt == XIP_EXEMPT_OTHER_DATABASE && foreign->database == 2);
            CHECK(standby->kind == XIP_HOLDS_BY_FEEDBACK && standby->exempt == XIP_COUNTS && standby->xid == 731);
            xip_xact_commit(s[3]);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 733);
        });
}

static void a_prepared_transaction_keeps_its_database(void)
{
    SIM_EACH_DESIGN(17, 730, 2, {
        uint32_t handle;
        xip_session_set_database(s[1], 2);
        sim_begin(s[1]);
        CHECK(xip_xact_prepare(s[1], &handle) == XIP_OK);
        burn_xid(s[0]);
        CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 732);
        CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_SHARED) == 730);
        xip_prepared_finish(s[0], handle, true);
        sim_begin(s[0]);
        CHECK(xip_xact_prepare(s[0], &handle) == XIP_OK);
        burn_xid(s[1]);
        CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 732);
        CHECK(xip_oldest_nonremovable_xid(s[1], XIP_VIS_DATA) == 734);
    });
}

static void slots_hold_what_was_reserved(void)
{
    static const uint32_t versions[] = {13, 17};
    for (uint32_t v = 0; v < 2; v++)
        SIM_EACH_DESIGN(versions[v], 730, 2, {
            uint32_t logical;
            uint32_t physical;
            sim_begin(s[1]);
            xip_current_xid(s[1]); /* 730 */
            CHECK(xip_slot_must_wait(s[0]));
            xip_xact_commit(s[1]);
            CHECK(!xip_slot_must_wait(s[0]));
            CHECK(xip_slot_create(s[0], true, &logical) == XIP_OK &&
                  xip_slot_at(s[0]->server, logical)->catalog_xmin == 731);
            for (uint32_t i = 0; i < 5; i++)
                burn_xid(s[1]);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 736);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_CATALOG) == 731);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_SHARED) == 731);
            sim_snapshot(s[0]);
            CHECK(xip_is_removable_xid(s[0], XIP_VIS_DATA, 735) && !xip_is_removable_xid(s[0], XIP_VIS_CATALOG, 731));
            CHECK(xip_is_removable_xid(s[0], XIP_VIS_CATALOG, 730));
            /* A physical one holds nothing until a standby reports, and then never goes backwards. */
            CHECK(xip_slot_create(s[0], false, &physical) == XIP_OK);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 736);
            xip_slot_feedback(s[0], physical, 733);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 733);
            xip_slot_feedback(s[0], physical, 732);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 733);
            burn_xid(s[1]);
            sim_snapshot(s[0]);
            CHECK(xip_is_removable_xid(s[0], XIP_VIS_DATA, 732) && !xip_is_removable_xid(s[0], XIP_VIS_DATA, 733));
            /* A new logical one may begin where slots already protect everything. */
            uint32_t another;
            CHECK(xip_slot_create(s[0], true, &another) == XIP_OK);
            CHECK(xip_slot_at(s[0]->server, another)->catalog_xmin == 731);
            xip_slot_drop(s[0], logical);
            xip_slot_drop(s[0], another);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_CATALOG) == 733);
            xip_slot_feedback(s[0], physical, XIP_INVALID_XID);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 737);
            xip_slot_feedback(s[0], physical, 737);
            xip_slot_drop(s[0], physical);
            burn_xid(s[1]);
            CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 738);
            for (uint32_t i = 0; i < XIP_MAX_SLOTS; i++)
                CHECK(xip_slot_create(s[0], false, &physical) == XIP_OK);
            CHECK(xip_slot_create(s[0], false, &physical) == XIP_ERR_SLOTS);
        });
}

static void who_decodes_is_passed_over(void)
{
    SIM_EACH_DESIGN(17, 730, 2, {
        xip_set_status_flags(s[1], XIP_PROC_IN_LOGICAL_DECODING);
        xip_xact_start(s[1], XIP_REPEATABLE_READ, true);
        sim_snapshot(s[1]);
        burn_xid(s[0]);
        CHECK(xip_oldest_nonremovable_xid(s[0], XIP_VIS_DATA) == 731);
        xip_horizon_holder known[XIP_MAX_HOLDERS];
        uint32_t oldest[4];
        CHECK(xip_observe_known(s[0], known, oldest) == 1 && known[0].exempt == XIP_EXEMPT_DECODING);
        xip_xact_commit(s[1]);
        xip_session_view view;
        xip_observe_session(s[1], &view);
        CHECK(view.status_flags == XIP_PROC_IN_LOGICAL_DECODING); /* it survives the transaction */
    });
}

/* Seen on 14.23 and 17.10: a table is opened again after a slot has advanced, and the access prunes. */
static void catalogs_have_a_snapshot_of_their_own(void)
{
    SIM_EACH_DESIGN(17, 730, 2, {
        uint32_t slot;
        CHECK(xip_slot_create(s[0], false, &slot) == XIP_OK);
        burn_xid(s[0]);
        xip_slot_feedback(s[0], slot, 730);
        burn_xid(s[0]);
        sim_snapshot(s[1]);
        CHECK(!xip_is_removable_xid(s[1], XIP_VIS_DATA, 730));
        xip_slot_feedback(s[0], slot, 732);
        sim_begin(s[1]);
        xip_push_active_snapshot(s[1]);
        CHECK(!xip_is_removable_xid(s[1], XIP_VIS_DATA, 730)); /* reused */
        xip_catalog_snapshot(s[1]);
        CHECK(horizons(s[1]).definitely_needed[XIP_VIS_DATA] == 732);
        xip_xact_commit(s[1]);
    });
}

static void the_top_xid_alone(void)
{
    SIM_EACH_DESIGN(17, 730, 1, {
        sim_begin(s[0]);
        xip_subxact_start(s[0]);
        CHECK(xip_top_xid(s[0]) == 730 && xip_top_xid(s[0]) == 730 && xip_current_xid_if_any(s[0]) == XIP_INVALID_XID);
        CHECK(xip_current_xid(s[0]) == 731 && xip_top_xid_if_any(s[0]) == 730);
    });
}

static void a_session_shows_itself(void)
{
    SIM_EACH_DESIGN(17, 730, 2, {
        xip_session_view view;
        xip_observe_session(s[0], &view);
        CHECK(view.id == 0 && view.level == 0 && view.snapshot == NULL && view.taken == XIP_SNAPSHOT_NONE);
        sim_begin(s[0]);
        xip_subxact_start(s[0]);
        xip_current_xid(s[0]);
        sim_snapshot(s[0]);
        sim_snapshot(s[0]);
        xip_observe_session(s[0], &view);
        CHECK(view.level == 2 && view.xid == 730 && view.current_xid == 731 && view.subxid_count == 1);
        CHECK(view.subxids[0] == 731 && view.own_xid_count == 2 && view.own_xids[1] == 731 && !view.is_overflowed);
        CHECK(view.taken == XIP_SNAPSHOT_STATEMENT && view.snapshot->xmax == 730 && view.snapshots_taken == 2);
        CHECK(view.was_reused == xip_design_ops_at(rung)->reuses && view.snapshots_reused == view.was_reused);
        xip_xact_start(s[1], XIP_REPEATABLE_READ, false);
        sim_snapshot(s[1]);
        CHECK(xip_wait_for_xid(s[1], 731, false) == XIP_WAIT);
        xip_observe_session(s[1], &view);
        CHECK(view.taken == XIP_SNAPSHOT_TRANSACTION && view.is_waiting && view.waits_for.a == 731);
        CHECK(view.waits_for.kind == XIP_LOCKTAG_TRANSACTION && view.wait_mode == XIP_SHARE && view.xmin == 730);
    });
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("14+: a snapshot leaves its xmin and oldestXid as bounds; what lies between is asked for",
        a_snapshot_leaves_bounds);
    LAW("14+: accurate horizons are computed once for each RecentXmin", accurate_ones_once_for_each_recent_xmin);
    LAW("13: every snapshot computes the horizon, and it stands until the next", in_13_every_snapshot_knows);
    LAW("who holds the horizon is known by name", who_holds_the_horizon);
    LAW("a lazy VACUUM holds no horizon back, and its flag ends with its transaction", a_vacuum_holds_nothing_back);
    LAW("a table's horizon leaves other databases out, a standby's feedback holds all; 13 cuts on access as everybody "
        "lets",
        each_kind_of_relation_asks_its_own);
    LAW("a prepared transaction holds the tables of its own database", a_prepared_transaction_keeps_its_database);
    LAW("a logical slot holds catalogs alone, a physical one what its standby reports", slots_hold_what_was_reserved);
    LAW("who decodes holds nothing back", who_decodes_is_passed_over);
    LAW("14+: a reused snapshot leaves the bounds, catalogs' own may move them", catalogs_have_a_snapshot_of_their_own);
    LAW("the top transaction can have an xid while its subtransaction has none", the_top_xid_alone);
    LAW("a session shows xids, snapshot and wait", a_session_shows_itself);
    return check_end();
}
