/* test_snapshot.c — a snapshot's contents and answers, in every design; check values come from real servers. */
#include "base/rng.h"
#include "server.h"

/* ---- XidInMVCCSnapshot ---- */

/* 110 … 119 are subtransactions of 105, all others top-level; context counts the questions. */
static xip_xid topmost(void *context, xip_xid xid)
{
    ++*(uint32_t *)context;
    return xid >= 110 && xid <= 119 ? 105 : xid;
}

static void answers_of_a_full_snapshot(void)
{
    uint32_t asked = 0;
    xip_xid xip[] = {107, 103};
    xip_xid subxip[] = {111, 120};
    xip_snapshot s = {.xmin = 103, .xmax = 125, .xip = xip, .xcnt = 2, .subxip = subxip, .subxcnt = 2};
    CHECK(!xip_xid_in_snapshot(102, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(XIP_FROZEN_XID, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(103, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(104, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(107, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(111, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(112, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(120, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(124, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(125, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(4000, &s, topmost, &asked));
    CHECK(asked == 0);
}

static void answers_of_an_overflowed_snapshot(void)
{
    uint32_t asked = 0;
    xip_xid xip[] = {105};
    xip_xid subxip[] = {122}; /* left from before the overflow: must not matter */
    xip_snapshot s = {
        .xmin = 105, .xmax = 125, .xip = xip, .xcnt = 1, .subxip = subxip, .subxcnt = 1, .suboverflowed = true};
    CHECK(!xip_xid_in_snapshot(104, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(125, &s, topmost, &asked));
    CHECK(asked == 0);
    CHECK(xip_xid_in_snapshot(105, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(115, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(122, &s, topmost, &asked));
    CHECK(asked == 3);
    /* The top may have ended before xmin although the sub is in the window. */
    xip_xid other[] = {108};
    s = (xip_snapshot){.xmin = 108, .xmax = 125, .xip = other, .xcnt = 1, .suboverflowed = true};
    CHECK(!xip_xid_in_snapshot(115, &s, topmost, &asked));
}

static void answers_around_the_wrap(void)
{
    uint32_t asked = 0;
    xip_xid xip[] = {UINT32_MAX - 1, 5};
    xip_snapshot s = {.xmin = UINT32_MAX - 1, .xmax = 9, .xip = xip, .xcnt = 2};
    CHECK(!xip_xid_in_snapshot(UINT32_MAX - 2, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(UINT32_MAX - 1, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(UINT32_MAX, &s, topmost, &asked));
    CHECK(!xip_xid_in_snapshot(3, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(5, &s, topmost, &asked));
    CHECK(xip_xid_in_snapshot(9, &s, topmost, &asked));
}

static xip_snapshot_answer why(xip_xid xid, const xip_snapshot *s)
{
    uint32_t asked = 0;
    return xip_snapshot_why(xid, s, topmost, &asked);
}

static bool is_why(xip_snapshot_answer answer, xip_why reason, xip_snapshot_list list, xip_xid parent)
{
    return answer.why == reason && answer.list == list && answer.parent == parent;
}

static void reasons_name_list_and_parent(void)
{
    xip_xid xip[] = {105}, subxip[] = {111, 120};
    xip_snapshot s = {.xmin = 105, .xmax = 125, .xip = xip, .xcnt = 1, .subxip = subxip, .subxcnt = 2};
    CHECK(is_why(why(104, &s), XIP_WHY_BEFORE_XMIN, XIP_LIST_NONE, 0));
    CHECK(is_why(why(125, &s), XIP_WHY_FROM_XMAX, XIP_LIST_NONE, 0));
    CHECK(is_why(why(105, &s), XIP_WHY_LISTED, XIP_LIST_XIP, 0));
    CHECK(is_why(why(111, &s), XIP_WHY_LISTED, XIP_LIST_SUBXIP, 0));
    CHECK(is_why(why(112, &s), XIP_WHY_NOT_LISTED, XIP_LIST_XIP, 0));
    s.suboverflowed = true;
    CHECK(is_why(why(105, &s), XIP_WHY_LISTED, XIP_LIST_XIP, 0));
    CHECK(is_why(why(120, &s), XIP_WHY_NOT_LISTED, XIP_LIST_XIP, 0));
    CHECK(is_why(why(112, &s), XIP_WHY_PARENT_LISTED, XIP_LIST_XIP, 105));
    s.xcnt = 0;
    CHECK(is_why(why(112, &s), XIP_WHY_PARENT_NOT_LISTED, XIP_LIST_XIP, 105));
    s.xmin = 108;
    CHECK(is_why(why(112, &s), XIP_WHY_PARENT_BEFORE_XMIN, XIP_LIST_NONE, 105));
}

/* All running xids are in subxip there, those of top-level transactions too. */
static void recovery_searches_subxip_alone(void)
{
    xip_xid xip[] = {107}, subxip[] = {105, 111};
    xip_snapshot s = {
        .xmin = 105, .xmax = 125, .xip = xip, .xcnt = 1, .subxip = subxip, .subxcnt = 2, .taken_in_recovery = true};
    CHECK(is_why(why(105, &s), XIP_WHY_LISTED, XIP_LIST_SUBXIP, 0));
    CHECK(is_why(why(107, &s), XIP_WHY_NOT_LISTED, XIP_LIST_SUBXIP, 0));
    CHECK(is_why(why(112, &s), XIP_WHY_NOT_LISTED, XIP_LIST_SUBXIP, 0));
    s.suboverflowed = true;
    CHECK(is_why(why(112, &s), XIP_WHY_PARENT_LISTED, XIP_LIST_SUBXIP, 105));
    CHECK(is_why(why(107, &s), XIP_WHY_NOT_LISTED, XIP_LIST_SUBXIP, 0));
}

/* Of the random snapshots: each xid's topmost parent, as a distance from the first xid. */
enum { SPREAD = 40 };
typedef struct family {
    xip_xid first;
    uint32_t top[SPREAD];
} family;

static xip_xid family_topmost(void *context, xip_xid xid)
{
    const family *f = context;
    return f->first + f->top[xid - f->first];
}

static bool listed_in(const xip_xid *xids, uint32_t n, xip_xid xid)
{
    for (uint32_t i = 0; i < n; i++)
        if (xids[i] == xid)
            return true;
    return false;
}

/* A reason is true of the snapshot, and only these three mean "treat as running". */
static bool is_consistent(const xip_snapshot *s, family *f, xip_xid xid)
{
    xip_snapshot_answer answer = xip_snapshot_why(xid, s, family_topmost, f);
    bool means_running =
        answer.why == XIP_WHY_FROM_XMAX || answer.why == XIP_WHY_LISTED || answer.why == XIP_WHY_PARENT_LISTED;
    uint32_t words = 0;
    bool says = xip_xid_in_snapshot(xid, s, family_topmost, f);
    bool counted = xip_xid_in_snapshot_counted(xid, s, family_topmost, f, &words);
    if (answer.runs != means_running || answer.runs != says || answer.runs != counted)
        return false;
    xip_xid sought = answer.parent != XIP_INVALID_XID ? answer.parent : xid;
    bool by_parent = answer.why >= XIP_WHY_PARENT_BEFORE_XMIN;
    if (by_parent != (answer.parent != XIP_INVALID_XID))
        return false;
    if (by_parent && !(s->suboverflowed && sought != xid && sought == f->first + f->top[xid - f->first]))
        return false;
    switch ((xip_why)answer.why) {
    case XIP_WHY_BEFORE_XMIN:
    case XIP_WHY_PARENT_BEFORE_XMIN:
        return answer.list == XIP_LIST_NONE && xip_xid_precedes(sought, s->xmin);
    case XIP_WHY_FROM_XMAX:
        return answer.list == XIP_LIST_NONE && !xip_xid_precedes(xid, s->xmax);
    case XIP_WHY_LISTED:
    case XIP_WHY_NOT_LISTED:
    case XIP_WHY_PARENT_LISTED:
    case XIP_WHY_PARENT_NOT_LISTED:
        break;
    }
    bool looks_in_xip = !s->taken_in_recovery, looks_in_subxip = s->taken_in_recovery || !s->suboverflowed;
    bool in_xip = looks_in_xip && listed_in(s->xip, s->xcnt, sought);
    bool in_subxip = looks_in_subxip && listed_in(s->subxip, s->subxcnt, sought);
    if (answer.runs)
        return answer.list == XIP_LIST_XIP ? in_xip : answer.list == XIP_LIST_SUBXIP && in_subxip;
    return !in_xip && !in_subxip && answer.list == (looks_in_xip ? XIP_LIST_XIP : XIP_LIST_SUBXIP);
}

static void reasons_imply_answers(void)
{
    xip_rng rng = {.state = check_state.seed};
    for (uint32_t round = 0; round < 4000 * check_state.runs; round++) {
        /* Every second snapshot is around the wrap; the special xids there are asked about, too. */
        family f = {.first = round % 2 == 0 ? 1000u : (xip_xid)(UINT32_MAX - SPREAD / 2)};
        xip_xid xip[SPREAD], subxip[SPREAD];
        uint32_t from = xip_rng_below(&rng, SPREAD), to = from + xip_rng_below(&rng, SPREAD - from);
        xip_snapshot s = {.xip = xip,
                          .subxip = subxip,
                          .suboverflowed = xip_rng_once_in(&rng, 2),
                          .taken_in_recovery = xip_rng_once_in(&rng, 3),
                          .search = (uint8_t)xip_rng_below(&rng, XIP_SEARCH_VECTOR_17 + 1)};
        s.xmin = f.first + from;
        s.xmax = f.first + to;
        if (!xip_xid_is_normal(s.xmin) || !xip_xid_is_normal(s.xmax))
            continue;
        for (uint32_t d = 0; d < SPREAD; d++) {
            f.top[d] = d > 0 && xip_rng_once_in(&rng, 3) ? f.top[xip_rng_below(&rng, d)] : d;
            if (!xip_xid_is_normal(f.first + f.top[d]))
                f.top[d] = d;
            if (d >= from && d < to && xip_rng_once_in(&rng, 2)) {
                if (xip_rng_once_in(&rng, 2))
                    xip[s.xcnt++] = f.first + d;
                else
                    subxip[s.subxcnt++] = f.first + d;
            }
        }
        CONTEXT("round %u", round);
        for (uint32_t d = 0; d < SPREAD; d++)
            CHECK(is_consistent(&s, &f, f.first + d));
    }
}

/* Every length around the blocks, every place of the wanted value, from addresses at every multiple of 4. */
static void searches_answer_alike(void)
{
    enum { LONGEST = 83, FIRST = 1000 };
    xip_xid room[LONGEST + 4];
    for (uint32_t n = 0; n <= LONGEST; n++)
        for (uint32_t shift = 0; shift < 4; shift++) {
            xip_xid *xids = room + shift;
            /* The wanted value is also before and after the array. */
            for (uint32_t i = 0; i < LONGEST + 4; i++)
                room[i] = FIRST + LONGEST;
            for (uint32_t i = 0; i < n; i++)
                xids[i] = FIRST + (i * 31) % LONGEST;
            for (uint32_t search = XIP_SEARCH_ONE_BY_ONE; search <= XIP_SEARCH_VECTOR_17; search++) {
                xip_snapshot as_sub = {
                    .xmin = FIRST, .xmax = FIRST + 100, .subxip = xids, .subxcnt = n, .search = (uint8_t)search};
                xip_snapshot as_top = {
                    .xmin = FIRST, .xmax = FIRST + 100, .xip = xids, .xcnt = n, .search = (uint8_t)search};
                for (uint32_t i = 0; i <= LONGEST; i++) {
                    xip_xid sought = FIRST + (i * 31) % LONGEST + (i == LONGEST ? LONGEST : 0);
                    CHECK(xip_xid_in_snapshot(sought, &as_sub, NULL, NULL) == (i < n));
                    CHECK(xip_xid_in_snapshot(sought, &as_top, NULL, NULL) == (i < n));
                }
            }
        }
}

/* ---- contents ---- */

static void is(const xip_snapshot *s, xip_xid xmin, xip_xid xmax, uint32_t xcnt)
{
    CHECK(s->xmin == xmin);
    CHECK(s->xmax == xmax);
    CHECK(s->xcnt == xcnt);
}

/* 13: A gets 486; B gets 487 and a subtransaction 488; C looks: 486:486:. A writes on and commits: 487:487:. */
static void check_values_1_and_2(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 486);
        test_connect(&server, 3);
        xip_backend *a = &server.backends[0];
        xip_backend *b = &server.backends[1];
        xip_backend *c = &server.backends[2];
        CHECK(test_begin_with_xid(a) == 486);
        CHECK(test_begin_with_xid(b) == 487);
        CHECK(xip_assign_subxid(b) == 488);
        CHECK(server.cluster.transam->next_xid == 489);
        is(test_snapshot(c), 486, 486, 0);
        xip_proc_array_end_transaction(a);
        is(test_snapshot(c), 487, 487, 0);
    })
}

/* 15: A has 737, B 738; all three see 737:737:. After A's end 738:738:, after B's 739:739:. */
static void check_value_3(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 737);
        test_connect(&server, 3);
        for (uint32_t i = 0; i < 2; i++)
            test_begin_with_xid(&server.backends[i]);
        for (uint32_t i = 0; i < 3; i++)
            is(test_snapshot(&server.backends[i]), 737, 737, 0);
        xip_proc_array_end_transaction(&server.backends[0]);
        for (uint32_t i = 0; i < 3; i++)
            is(test_snapshot(&server.backends[i]), 738, 738, 0);
        xip_proc_array_end_transaction(&server.backends[1]);
        for (uint32_t i = 0; i < 3; i++)
            is(test_snapshot(&server.backends[i]), 739, 739, 0);
    })
}

/* A newer transaction has ended, so running ones are below xmax and are listed. */
static void running_below_xmax(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 4);
        xip_backend *b = server.backends;
        test_begin_with_xid(&b[2]); /* 1000: not the order of the array */
        test_begin_with_xid(&b[0]); /* 1001 */
        CHECK(xip_assign_subxid(&b[0]) == 1002);
        test_begin_with_xid(&b[1]); /* 1003 */
        xip_proc_array_end_transaction(&b[1]);
        const xip_snapshot *s = test_snapshot(&b[3]);
        is(s, 1000, 1004, 2);
        CHECK(s->xip[0] == (test_in_array_order(design) ? 1001 : 1000) && s->xip[1] == 2001 - s->xip[0]);
        CHECK(s->subxcnt == 1 && s->subxip[0] == 1002 && !s->suboverflowed);
        CHECK(s->curcid == 0);
        /* A backend's own xid lowers xmin and is not listed. */
        s = test_snapshot(&b[2]);
        is(s, 1000, 1004, 1);
        CHECK(s->xip[0] == 1001);
        s = test_snapshot(&b[0]);
        is(s, 1000, 1004, 1);
        CHECK(s->xip[0] == 1000 && s->subxcnt == 0);
        xip_proc_array_end_transaction(&b[2]);
        s = test_snapshot(&b[0]);
        is(s, 1001, 1004, 0);
        s = test_snapshot(&b[3]);
        is(s, 1001, 1004, 1);
    })
}

static void xmax_is_not_next_xid(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 3);
        xip_xid first = test_begin_with_xid(&server.backends[0]);
        for (uint32_t i = 0; i < 10; i++)
            xip_assign_subxid(&server.backends[0]);
        is(test_snapshot(&server.backends[2]), first, first, 0);
        /* The newest subtransaction counts at the end. */
        xip_proc_array_end_transaction(&server.backends[0]);
        is(test_snapshot(&server.backends[2]), first + 11, first + 11, 0);
        CHECK((xip_xid)server.cluster.transam->latest_completed_xid == first + 10);
    })
}

static void older_end_does_not_move_back(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 3);
        xip_xid older = test_begin_with_xid(&server.backends[0]);
        xip_xid newer = test_begin_with_xid(&server.backends[1]);
        xip_proc_array_end_transaction(&server.backends[1]);
        is(test_snapshot(&server.backends[2]), older, newer + 1, 1);
        xip_proc_array_end_transaction(&server.backends[0]);
        is(test_snapshot(&server.backends[2]), newer + 1, newer + 1, 0);
    })
}

static void wraps_around(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, UINT32_MAX);
        test_connect(&server, 4);
        xip_backend *b = server.backends;
        CHECK(test_begin_with_xid(&b[0]) == UINT32_MAX);
        CHECK(test_begin_with_xid(&b[1]) == 3);
        CHECK(xip_assign_subxid(&b[1]) == 4);
        CHECK(test_begin_with_xid(&b[2]) == 5);
        xip_proc_array_end_transaction(&b[2]);
        const xip_snapshot *s = test_snapshot(&b[3]);
        is(s, UINT32_MAX, 6, 2);
        CHECK(s->subxcnt == 1 && s->subxip[0] == 4);
        xip_proc_array_end_transaction(&b[0]);
        is(test_snapshot(&b[3]), 3, 6, 1);
        xip_proc_array_end_transaction(&b[1]);
        is(test_snapshot(&b[3]), 6, 6, 0);
        CHECK(server.cluster.transam->next_xid == ((UINT64_C(1) << 32) | 6));
        if (design->has_dense_arrays)
            CHECK(server.cluster.transam->latest_completed_xid == ((UINT64_C(1) << 32) | 5));
    })
}

/* ---- flags and slots ---- */

static void vacuum_is_skipped(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 4);
        xip_backend *b = server.backends;
        xip_take_snapshot(&b[0]); /* an old xmin, 1000 */
        test_begin_with_xid(&b[0]);
        test_begin_with_xid(&b[1]);
        test_begin_with_xid(&b[2]);
        xip_proc_array_end_transaction(&b[2]);
        is(test_snapshot(&b[3]), 1000, 1003, 2);
        test_set_flags(&b[0], XIP_PROC_IN_VACUUM);
        /* A reused snapshot would not notice: flags are set before the first snapshot of a vacuum. */
        test_forget_kept(&b[3]);
        is(test_snapshot(&b[3]), 1001, 1003, 1);
        CHECK(b[3].recent_xmin == 1001);
        if (!design->array_of_procs) {
            test_set_flags(&b[0], XIP_PROC_IN_LOGICAL_DECODING);
            test_forget_kept(&b[3]);
            is(test_snapshot(&b[3]), 1001, 1003, 1);
        }
        /* Its own xid counts since 14 although it vacuums; up to 13 the whole entry is skipped. */
        test_set_flags(&b[0], XIP_PROC_IN_VACUUM);
        xip_release_snapshot(&b[0]);
        test_forget_kept(&b[0]);
        is(test_snapshot(&b[0]), design->has_pgxact || design->array_of_procs ? 1001 : 1000, 1003, 1);
        xip_proc_array_end_transaction(&b[0]);
        CHECK(test_flags(&b[0]) == 0);
    })
}

static void end_clears_vacuum_flags_only(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 1);
        test_begin_with_xid(&server.backends[0]);
        test_set_flags(&server.backends[0], XIP_PROC_IN_VACUUM | XIP_PROC_IN_LOGICAL_DECODING | 0x01);
        xip_proc_array_end_transaction(&server.backends[0]);
        CHECK(test_flags(&server.backends[0]) == (XIP_PROC_IN_LOGICAL_DECODING | 0x01));
        if (design->has_dense_arrays)
            CHECK(server.cluster.status_flags[0] == (XIP_PROC_IN_LOGICAL_DECODING | 0x01));
    })
}

/* ---- the advertised xmin ---- */

static void xmin_is_advertised_until_reset(void)
{
    FOR_EACH_DESIGN({
        test_server_at_xid(&server, 1000);
        test_connect(&server, 3);
        xip_backend *me = &server.backends[2];
        CHECK(design->proc_xmin(me, me->pgprocno) == XIP_INVALID_XID);
        test_begin_with_xid(&server.backends[0]);
        test_begin_with_xid(&server.backends[1]);
        xip_proc_array_end_transaction(&server.backends[1]);
        xip_begin(me);
        xip_take_snapshot(me);
        CHECK(design->proc_xmin(me, me->pgprocno) == 1000);
        CHECK(me->transaction_xmin == 1000 && me->recent_xmin == 1000);
        /* While it is set, a newer snapshot does not move it. */
        xip_proc_array_end_transaction(&server.backends[0]);
        xip_take_snapshot(me);
        CHECK(me->snapshot.xmin == 1002 && me->recent_xmin == 1002);
        CHECK(design->proc_xmin(me, me->pgprocno) == 1000 && me->transaction_xmin == 1000);
        xip_release_snapshot(me);
        CHECK(design->proc_xmin(me, me->pgprocno) == XIP_INVALID_XID);
        xip_take_snapshot(me);
        CHECK(design->proc_xmin(me, me->pgprocno) == 1002);
        xip_proc_array_end_transaction(me);
        CHECK(design->proc_xmin(me, me->pgprocno) == XIP_INVALID_XID);
        test_begin_with_xid(me);
        xip_take_snapshot(me);
        xip_proc_array_end_transaction(me);
        CHECK(design->proc_xmin(me, me->pgprocno) == XIP_INVALID_XID);
    })
}

static void curcid_is_current(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 1);
        for (uint32_t cid = 0; cid < 3; cid++) {
            server.backends[0].curcid = cid;
            CHECK(test_snapshot(&server.backends[0])->curcid == cid);
        }
        xip_proc_array_end_transaction(&server.backends[0]);
        CHECK(test_snapshot(&server.backends[0])->curcid == 0);
    })
}

static void lxids_count(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 2);
        for (uint32_t i = 1; i < 4; i++) {
            const uint32_t *lxid = (const uint32_t *)(const void *)xip_proc_field(
                &server.cluster, server.backends[1].pgprocno, design->proc_layout->lxid);
            xip_begin(&server.backends[1]);
            CHECK(*lxid == i);
            if (i == 2)
                xip_assign_xid(&server.backends[1]);
            xip_proc_array_end_transaction(&server.backends[1]);
            CHECK(*lxid == 0);
        }
    })
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("below xmin has ended, from xmax on is running, between the lists decide", answers_of_a_full_snapshot);
    LAW("an overflowed snapshot asks for the topmost xid and ignores subxip", answers_of_an_overflowed_snapshot);
    LAW("a snapshot across the wraparound answers alike", answers_around_the_wrap);
    LAW("a reason names the list that was searched, and the topmost parent that decided", reasons_name_list_and_parent);
    LAW("a snapshot taken in recovery is searched in subxip alone", recovery_searches_subxip_alone);
    LAW("a reason is true of the snapshot and implies the answer, whatever the snapshot", reasons_imply_answers);
    LAW("one by one and 16 at once answer alike", searches_answer_alike);
    LAW("check values 1 and 2 of a real 13: 486:486: and then 487:487:", check_values_1_and_2);
    LAW("check value 3 of a real 15: 737:737:, 738:738:, 739:739: for everybody", check_value_3);
    LAW("running ones below xmax are listed, in the order of the array where it is scanned; the own one lowers xmin "
        "and is not listed",
        running_below_xmax);
    LAW("xmax is latestCompletedXid + 1, not nextXid; a subtransaction's xid completes too", xmax_is_not_next_xid);
    LAW("the end of an older transaction does not move latestCompletedXid back", older_end_does_not_move_back);
    LAW("a snapshot across the wraparound has the same contents", wraps_around);
    LAW("a backend in VACUUM, or in logical decoding, is not in others' snapshots", vacuum_is_skipped);
    LAW("the end of a transaction clears the vacuum flags and no other", end_clears_vacuum_flags_only);
    LAW("the first snapshot advertises its xmin, and it stands until the last is gone", xmin_is_advertised_until_reset);
    LAW("a snapshot knows the current command", curcid_is_current);
    LAW("a transaction has a new lxid until it ends", lxids_count);
    return check_end();
}
