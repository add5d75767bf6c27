/* test_subxids.c — the cache of 64 subtransactions per backend, and its effect on a snapshot. */
#include "server.h"

/* The log of csn has room for all: it lists those below xmax, however many. */
static bool overflows(const xip_design_ops *design)
{
    return !design->has_csn_log;
}

static void sixty_four_fit(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 3);
        xip_backend *b = server.backends;
        test_begin_with_xid(&b[0]); /* 1000 */
        for (uint32_t i = 1; i <= 64; i++)
            CHECK(xip_assign_subxid(&b[0]) == 1000 + i);
        test_begin_with_xid(&b[1]); /* 1065: moves xmax past all of them */
        xip_proc_array_end_transaction(&b[1]);
        const xip_snapshot *s = test_snapshot(&b[2]);
        CHECK(!s->suboverflowed && s->xcnt == 1 && s->subxcnt == 64);
        for (uint32_t i = 1; i <= 64; i++)
            CHECK(s->subxip[i - 1] == 1000 + i);
        CHECK(b[0].latest_xid == 1064);
    })
}

static void the_65th_overflows(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 3);
        xip_backend *b = server.backends;
        test_begin_with_xid(&b[0]);
        for (uint32_t i = 1; i <= 65; i++)
            xip_assign_subxid(&b[0]);
        test_begin_with_xid(&b[1]);
        xip_proc_array_end_transaction(&b[1]);
        const xip_snapshot *s = test_snapshot(&b[2]);
        CHECK(s->suboverflowed == overflows(design) && s->xcnt == 1 && s->xip[0] == 1000);
        CHECK(overflows(design) || s->subxcnt == 65);
        /* It stays overflowed while the top transaction runs, whatever else happens. */
        xip_assign_subxid(&b[0]);
        test_begin_with_xid(&b[1]);
        xip_proc_array_end_transaction(&b[1]);
        CHECK(test_snapshot(&b[2])->suboverflowed == overflows(design));
        CHECK(overflows(design) || b[2].snapshot.subxcnt == 66);
        /* The backend's own overflow does not affect its own snapshot. */
        CHECK(!test_snapshot(&b[0])->suboverflowed);
        xip_proc_array_end_transaction(&b[0]);
        s = test_snapshot(&b[2]);
        CHECK(!s->suboverflowed && s->xcnt == 0 && s->subxcnt == 0);
        /* And the next transaction of the same backend starts with an empty cache. */
        test_begin_with_xid(&b[0]);
        xip_assign_subxid(&b[0]);
        test_begin_with_xid(&b[1]);
        xip_proc_array_end_transaction(&b[1]);
        s = test_snapshot(&b[2]);
        CHECK(!s->suboverflowed && s->subxcnt == 1 && s->subxip[0] == b[0].latest_xid);
    })
}

static void those_before_the_overflow_stay(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 5);
        xip_backend *b = server.backends;
        for (uint32_t who = 0; who < 3; who++) {
            test_begin_with_xid(&b[who]);
            for (uint32_t i = 0; i < (who == 1 ? 65u : 2u); i++)
                xip_assign_subxid(&b[who]);
        }
        test_begin_with_xid(&b[3]);
        xip_proc_array_end_transaction(&b[3]);
        const xip_snapshot *s = test_snapshot(&b[4]);
        CHECK(s->suboverflowed == overflows(design) && s->xcnt == 3);
        CHECK(s->subxcnt == (overflows(design) ? 2 : 69) && s->subxip[0] == 1001 && s->subxip[1] == 1002);
    })
}

static void not_filtered_against_xmax(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 3);
        xip_backend *b = server.backends;
        test_begin_with_xid(&b[0]); /* 1000 */
        test_begin_with_xid(&b[1]); /* 1001 */
        xip_proc_array_end_transaction(&b[1]);
        xip_assign_subxid(&b[0]); /* 1002, at xmax */
        const xip_snapshot *s = test_snapshot(&b[2]);
        CHECK(s->xmax == 1002 && s->xcnt == 1);
        CHECK(s->subxcnt == overflows(design) && (s->subxcnt == 0 || s->subxip[0] == 1002));
        /* Nothing is collected from a transaction above xmax. */
        xip_proc_array_end_transaction(&b[0]);
        test_begin_with_xid(&b[0]);
        xip_assign_subxid(&b[0]);
        s = test_snapshot(&b[2]);
        CHECK(s->xmax == 1003 && s->xcnt == 0 && s->subxcnt == 0);
    })
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("64 subxids fit the cache and are listed in a snapshot", sixty_four_fit);
    LAW("the 65th subxid sets suboverflowed until the top transaction ends; csn lists it", the_65th_overflows);
    LAW("what was gathered before an overflow was met stays, later ones are not gathered",
        those_before_the_overflow_stay);
    LAW("subxids are not filtered against xmax; of a transaction at or above xmax none is gathered",
        not_filtered_against_xmax);
    return check_end();
}
