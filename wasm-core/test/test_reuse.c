/* test_reuse.c — xactCompletionCount, reuse, replication slots, and the horizons that a snapshot leaves. */
#include "server.h"

static uint64_t count_of(const test_server *server)
{
    return server->cluster.transam->xact_completion_count;
}

static void start_pg14(test_server *server, uint32_t connections)
{
    CONTEXT("pg14");
    test_server_start(server, &xip_design_pg14);
    test_server_at_xid(server, 1000);
    test_connect(server, connections);
}

static void ends_with_xid_count(void)
{
    test_server server;
    start_pg14(&server, 3);
    xip_backend *b = server.backends;
    uint64_t before = count_of(&server);
    CHECK(before > 0);
    xip_begin(&b[0]);
    test_snapshot(&b[0]);
    xip_proc_array_end_transaction(&b[0]);
    CHECK(count_of(&server) == before); /* read-only */
    test_begin_with_xid(&b[0]);
    xip_assign_subxid(&b[0]);
    CHECK(count_of(&server) == before); /* assignment */
    CHECK(xip_connect(&b[3]) == XIP_OK);
    xip_disconnect(&b[3]);
    CHECK(count_of(&server) == before); /* connecting and disconnecting */
    test_begin_with_xid(&b[1]);
    xip_proc_array_end_transaction(&b[1]);
    CHECK(count_of(&server) == before + 1);
    xip_proc_array_end_transaction(&b[0]);
    CHECK(count_of(&server) == before + 2);
    xip_set_slot_xmins(&b[0], 0, 0);
    CHECK(count_of(&server) == before + 2);
    test_server_stop(&server);
}

static void reuse_needs_the_same_count(void)
{
    test_server server;
    start_pg14(&server, 3);
    xip_backend *me = &server.backends[2];
    CHECK(!xip_take_snapshot(me)); /* never filled */
    xip_release_snapshot(me);
    CHECK(xip_take_snapshot(me));
    xip_release_snapshot(me);
    test_begin_with_xid(&server.backends[0]);
    CHECK(xip_take_snapshot(me)); /* an assignment changes nothing: it is at or above xmax */
    xip_release_snapshot(me);
    CHECK(me->snapshot.xmax == 1000 && me->snapshot.xcnt == 0);
    xip_begin(&server.backends[1]);
    xip_proc_array_end_transaction(&server.backends[1]);
    CHECK(xip_take_snapshot(me)); /* nor does an end without xid */
    xip_release_snapshot(me);
    xip_assign_xid(me);
    CHECK(xip_take_snapshot(me)); /* nor one's own xid */
    xip_release_snapshot(me);
    xip_proc_array_end_transaction(&server.backends[0]);
    CHECK(!xip_take_snapshot(me));
    xip_release_snapshot(me);
    CHECK(me->snapshot.xmin == 1001 && me->snapshot.xmax == 1001);
    /* 0 means never: copies and imported snapshots have it. */
    me->snapshot.snap_xact_completion_count = 0;
    CHECK(!xip_take_snapshot(me));
    test_server_stop(&server);
}

static void reuse_sets_xmin(void)
{
    test_server server;
    start_pg14(&server, 3);
    xip_backend *me = &server.backends[2];
    test_begin_with_xid(&server.backends[0]);
    test_begin_with_xid(&server.backends[1]);
    xip_proc_array_end_transaction(&server.backends[1]);
    test_snapshot(me);
    me->recent_xmin = me->transaction_xmin = 0;
    me->curcid = 7;
    xip_global_vis before = me->vis_data;
    CHECK(xip_take_snapshot(me));
    CHECK(me->cluster->design->proc_xmin(me, me->pgprocno) == 1000);
    CHECK(me->transaction_xmin == 1000 && me->recent_xmin == 1000 && me->snapshot.curcid == 7);
    CHECK(me->snapshot.xcnt == 1 && me->snapshot.xip[0] == 1000 && me->snapshot.xmax == 1002);
    CHECK(me->vis_data.definitely_needed == before.definitely_needed);
    /* If an xmin is already advertised, it stays. */
    me->transaction_xmin = 1;
    CHECK(xip_take_snapshot(me));
    CHECK(me->transaction_xmin == 1);
    test_server_stop(&server);
}

static void new_connection_reuses_nothing(void)
{
    test_server server;
    start_pg14(&server, 2);
    xip_backend *me = &server.backends[1];
    test_snapshot(me);
    CHECK(me->snapshot.snap_xact_completion_count != 0);
    xip_disconnect(me);
    CHECK(xip_connect(me) == XIP_OK);
    CHECK(!xip_take_snapshot(me));
    test_server_stop(&server);
}

static void only_some_reuse(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 1);
        test_snapshot(&server.backends[0]);
        CHECK(xip_take_snapshot(&server.backends[0]) == design->reuses);
    })
}

static void faults_are_planted(void)
{
    test_server server;
    start_pg14(&server, 2);
    server.cluster.faults = XIP_FAULT_NO_COMPLETION_COUNT;
    test_snapshot(&server.backends[1]);
    uint64_t before = count_of(&server);
    test_begin_with_xid(&server.backends[0]);
    xip_proc_array_end_transaction(&server.backends[0]);
    CHECK(count_of(&server) == before);
    CHECK(xip_take_snapshot(&server.backends[1]) && server.backends[1].snapshot.xmax == 1000);
    test_server_stop(&server);
}

static bool has_global_xmin(const xip_design_ops *design)
{
    return design == &xip_design_pg13 || design == &xip_design_pg91;
}

static void others_xmin_counts(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 4);
        xip_backend *b = server.backends;
        test_begin_with_xid(&b[0]); /* 1000 */
        test_begin_with_xid(&b[1]); /* 1001 */
        xip_proc_array_end_transaction(&b[1]);
        xip_begin(&b[2]);
        xip_take_snapshot(&b[2]); /* holds xmin 1000 */
        xip_proc_array_end_transaction(&b[0]);
        test_snapshot(&b[3]);
        CHECK(b[3].snapshot.xmin == 1002);
        if (has_global_xmin(design)) {
            CHECK(b[3].recent_global_xmin == 1000 && b[3].recent_global_data_xmin == 1000);
        } else {
            CHECK(b[3].recent_global_xmin == 0);
            CHECK(b[3].vis_data.definitely_needed == 1002 && b[3].vis_data.maybe_needed == 1000);
        }
        xip_release_snapshot(&b[2]);
        test_snapshot(&b[3]);
        if (has_global_xmin(design))
            CHECK(b[3].recent_global_xmin == 1002 && b[3].recent_global_data_xmin == 1002);
    })
}

static void slots_hold_horizons_back(void)
{
    FOR_EACH_DESIGN({
        if (!design->array_of_procs) {
            test_server_at_xid(&server, 1000);
            test_connect(&server, 1);
            xip_backend *me = &server.backends[0];
            xip_set_slot_xmins(me, 990, 980);
            test_snapshot(me);
            CHECK(me->snapshot.xmin == 1000);
            if (has_global_xmin(design)) {
                CHECK(me->recent_global_data_xmin == 990 && me->recent_global_xmin == 980);
            } else {
                CHECK(me->vis_data.definitely_needed == 990);
                CHECK(me->vis_catalog.definitely_needed == 980 && me->vis_shared.definitely_needed == 980);
                CHECK(me->vis_temp.definitely_needed == 1000 && me->vis_temp.maybe_needed == 1000);
            }
        }
    })
}

static void bounds_move_forward(void)
{
    FOR_EACH_DESIGN({
        if (!has_global_xmin(design)) {
            test_server_at_xid(&server, 1000);
            test_connect(&server, 2);
            xip_backend *me = &server.backends[0];
            test_snapshot(me);
            CHECK(me->vis_data.definitely_needed == 1000);
            /* A slot that comes later would pull them back. */
            xip_set_slot_xmins(me, 900, 800);
            server.cluster.transam->oldest_xid = 500;
            test_forget_kept(me);
            test_snapshot(me);
            CHECK(me->vis_data.definitely_needed == 1000 && me->vis_catalog.definitely_needed == 1000);
            CHECK(me->vis_data.maybe_needed == 1000 && me->vis_shared.maybe_needed == 1000);
            /* The temporary one follows the own xid. */
            test_begin_with_xid(me); /* 1000 */
            test_begin_with_xid(&server.backends[1]);
            xip_proc_array_end_transaction(&server.backends[1]);
            test_snapshot(me);
            CHECK(me->vis_temp.definitely_needed == 1000 && me->vis_temp.maybe_needed == 1000);
            xip_proc_array_end_transaction(me);
            test_snapshot(me);
            CHECK(me->vis_temp.definitely_needed == 1002);
        }
    })
}

static void bounds_have_epochs(void)
{
    FOR_EACH_DESIGN({
        if (!has_global_xmin(design)) {
            xip_full_xid start = (UINT64_C(9) << 32) | 3;
            test_server_at_xid(&server, start);
            server.cluster.transam->oldest_xid = UINT32_MAX - 10;
            test_connect(&server, 1);
            test_begin_with_xid(&server.backends[0]);
            xip_proc_array_end_transaction(&server.backends[0]);
            test_snapshot(&server.backends[0]);
            CHECK(server.backends[0].vis_data.definitely_needed == start + 1);
            CHECK(server.backends[0].vis_data.maybe_needed == ((UINT64_C(8) << 32) | (UINT32_MAX - 10)));
        }
    })
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("xactCompletionCount goes up by one at each end with an xid and never else", ends_with_xid_count);
    LAW("a snapshot is reused while the count stands, whatever was assigned meanwhile", reuse_needs_the_same_count);
    LAW("reuse advertises xmin where none is, refreshes curcid, leaves lists and horizons", reuse_sets_xmin);
    LAW("a new connection reuses nothing of the one before", new_connection_reuses_nothing);
    LAW("only rungs that say so reuse", only_some_reuse);
    LAW("a commit that does not bump the count leaves a stale snapshot in use", faults_are_planted);
    LAW("RecentGlobalXmin of 13 and before heeds others' xmin; later designs do not read it", others_xmin_counts);
    LAW("replication slots hold the horizons back, not the snapshot", slots_hold_horizons_back);
    LAW("GlobalVis bounds only move forward; the one for temporary tables follows the own xid", bounds_move_forward);
    LAW("GlobalVis bounds are right across an epoch", bounds_have_epochs);
    return check_end();
}
