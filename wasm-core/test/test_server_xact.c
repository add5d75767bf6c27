/* test_server_xact.c — transactions and their levels in a simulated server: xids, counters, what becomes of xids. */
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
        CHECK(xip_subtrans_topmost(s[0], 736) == 733 && xip_subtrans_parent(sim.server, 736) == 735);
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

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("who runs at or above xmax is not listed: 486:486: while 486 to 488 run", running_above_xmax_is_not_listed);
    LAW("a backend's own xid counts for its xmin, and is not listed", own_xid_counts_for_xmin);
    LAW("the rollback of a subtransaction moves xmax past it", an_aborted_subxact_moves_xmax);
    return check_end();
}
