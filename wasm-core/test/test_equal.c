/*
 * test_equal.c — designs never change an answer: random histories run in lockstep in all of them, and in a model that
 * knows the truth. The first difference is shrunk to the fewest operations that still show it, and printed with its
 * seed.
 */
#include "base/rng.h"
#include "server.h"

enum {
    HISTORIES = CHECK_SANITIZED ? 3000 : 20000,
    STEPS = 60,
    BACKENDS = 10,
    MAX_XIDS = STEPS * 140,
    MAX_SUBXIDS = 130 /* in one transaction */
};

typedef enum op_kind {
    OP_COME_OR_GO,
    OP_ASSIGN,
    OP_SUBXIDS,
    OP_ROLL_BACK,
    OP_END,
    OP_SNAPSHOT,
    OP_RELEASE,
    OP_COUNT
} op_kind;
static const char *const op_names[OP_COUNT] = {"connects or disconnects", "assigns an xid", "assigns subxids",
                                               "rolls subxids back",      "ends",           "takes a snapshot",
                                               "releases its snapshot"};

/* Operations that make no sense at their place are skipped, so any may be left out. */
typedef struct op {
    op_kind kind;
    uint32_t who;
    uint32_t n;
} op;

/* The truth. Xids by distance from the first one. */
static struct {
    xip_xid first;
    uint32_t given;         /* how many xids were assigned */
    uint32_t top[MAX_XIDS]; /* of its transaction */
    bool ended[MAX_XIDS];   /* of a top: its transaction has ended */
    bool aborted[MAX_XIDS]; /* of a subtransaction: it was rolled back */
    bool connected[BACKENDS];
    bool in_transaction[BACKENDS];
    uint32_t own[BACKENDS]; /* top + 1 of the running transaction with xid, or 0 */
    uint32_t subxids[BACKENDS];
    uint64_t ends;                  /* with an xid, and rollbacks of subtransactions */
    uint64_t snapshot_at[BACKENDS]; /* ends + 1 when the connection last took a snapshot, or 0 */
    uint64_t shared_at;             /* ends + 1 when anybody last took one, or 0 */
    xip_xid xmin[BACKENDS];         /* advertised, or invalid */
    uint32_t xmax;                  /* distance */
} truth;

static test_server servers[XIP_DESIGN_COUNT];
static char difference[256];

/* Distances jump over the special xids at a wraparound. */
static uint32_t distance(xip_xid xid)
{
    uint32_t d = xid - truth.first;
    return xid < truth.first ? d - XIP_FIRST_NORMAL_XID : d;
}

static xip_xid xid_at(uint32_t d)
{
    xip_xid xid = truth.first + d;
    return xid < truth.first ? xid + XIP_FIRST_NORMAL_XID : xid;
}

static xip_xid topmost(void *context, xip_xid xid)
{
    (void)context;
    return xid_at(truth.top[distance(xid)]);
}

__attribute__((format(printf, 2, 3))) static bool differs(uint32_t rung, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = snprintf(difference, sizeof difference, "%s: ", xip_design_at(rung)->id);
    vsnprintf(difference + n, sizeof difference - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

/* One design's snapshot against the truth. */
static bool is_true(uint32_t rung, uint32_t who, bool reused)
{
    xip_backend *me = &servers[rung].backends[who];
    const xip_snapshot *s = &me->snapshot;
    uint32_t xmin = truth.xmax;
    for (uint32_t d = truth.xmax; d-- > 0;)
        if (truth.top[d] == d && !truth.ended[d])
            xmin = d;
    if (s->xmax != xid_at(truth.xmax) || s->xmin != xid_at(xmin))
        return differs(rung, "%u:%u: instead of %u:%u:", s->xmin, s->xmax, xid_at(xmin), xid_at(truth.xmax));
    uint32_t listed = 0;
    for (uint32_t d = 0; d < truth.given + 3; d++) {
        bool is_own = d < truth.given && truth.own[who] == truth.top[d] + 1;
        bool expected = d >= truth.given || d >= truth.xmax || !truth.ended[truth.top[d]];
        if (expected && d < truth.xmax && truth.aborted[d]) {
            /* An overflowed snapshot looks up its top, which runs: it is invisible either way. */
            if (s->suboverflowed)
                continue;
            expected = false;
        }
        /* Own xids are never looked up. */
        if (!is_own && xip_xid_in_snapshot(xid_at(d), s, topmost, NULL) != expected)
            return differs(rung, "xid %u is %s", xid_at(d), expected ? "not seen running" : "seen running");
        if (!is_own && xip_backend_xid_in_snapshot(me, xid_at(d), s, topmost, NULL) != expected)
            return differs(rung, "xid %u is %s by the design", xid_at(d),
                           expected ? "not seen running" : "seen running");
        if (!is_own && d < truth.xmax && truth.top[d] == d && !truth.ended[d])
            listed++;
    }
    if (xip_xid_in_snapshot(xid_at(0) - 1, s, topmost, NULL) && xip_xid_is_normal(xid_at(0) - 1))
        return differs(rung, "an xid before all is seen running");
    if (s->xcnt != listed)
        return differs(rung, "lists %u instead of %u", s->xcnt, listed);
    for (uint32_t i = 0; i < s->xcnt; i++)
        if (!test_contains(s->xip, s->xcnt, s->xip[i]) || topmost(NULL, s->xip[i]) != s->xip[i])
            return differs(rung, "lists %u twice, or it is no top-level xid", s->xip[i]);
    xip_xid advertised = me->cluster->design->proc_xmin(&servers[rung].backends[who], me->pgprocno);
    if (advertised != truth.xmin[who] || me->transaction_xmin != truth.xmin[who] || me->recent_xmin != s->xmin)
        return differs(rung, "advertises %u instead of %u", advertised, truth.xmin[who]);
    uint64_t kept_at = me->cluster->design == &xip_design_shared_snapshot ? truth.shared_at : truth.snapshot_at[who];
    if (reused != (me->cluster->design->reuses && kept_at == truth.ends + 1))
        return differs(rung, "reused: %d, at the wrong time", reused);
    return true;
}

/* Compares with the first two rungs': PostgreSQL's own contents are equal. 9.1 has another order of the array, and if
 * the array is not scanned the rung chooses the order. */
static bool is_equal(uint32_t rung, uint32_t who, bool reused)
{
    const xip_snapshot *s = &servers[rung].backends[who].snapshot;
    const xip_snapshot *old = &servers[0].backends[who].snapshot;
    const xip_snapshot *other = &servers[1].backends[who].snapshot;
    const xip_design_ops *design = xip_design_ops_at(rung);
    bool in_order = test_in_array_order(design);
    for (uint32_t i = 0; i < s->xcnt; i++)
        if (in_order ? s->xip[i] != other->xip[i] : !test_contains(other->xip, other->xcnt, s->xip[i]))
            return differs(rung, "xip has another order, or others, than in pg13");
    /* A reused one does not list xids assigned since: those are at or above xmax and running without a list. */
    if (reused)
        return true;
    /* Its log knows every subtransaction: nothing overflows, and xids at or above xmax are not listed. That each is
     * judged correctly was checked above. */
    if (design->has_csn_log)
        return !s->suboverflowed || differs(rung, "overflows");
    if (s->suboverflowed != old->suboverflowed)
        return differs(rung, "suboverflowed is %d", s->suboverflowed);
    if (!s->suboverflowed && s->subxcnt != old->subxcnt)
        return differs(rung, "%u subxids instead of %u", s->subxcnt, old->subxcnt);
    for (uint32_t i = 0; !s->suboverflowed && i < s->subxcnt; i++)
        if (!test_contains(old->subxip, old->subxcnt, s->subxip[i]))
            return differs(rung, "subxid %u is too many", s->subxip[i]);
    if (in_order &&
        (s->subxcnt != other->subxcnt || memcmp(s->subxip, other->subxip, s->subxcnt * sizeof *s->subxip) != 0))
        return differs(rung, "subxip has another order than in pg13");
    if (rung == 1) {
        const xip_backend *me = &servers[1].backends[who];
        if (me->recent_global_xmin != servers[0].backends[who].recent_global_xmin)
            return differs(rung, "RecentGlobalXmin is %u", me->recent_global_xmin);
    }
    return true;
}

static bool take_and_list(xip_backend *me)
{
    bool reused = xip_take_snapshot(me);
    xip_list_running(me);
    return reused;
}

static bool snapshot(uint32_t who)
{
    bool reused[XIP_DESIGN_COUNT];
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        reused[rung] = take_and_list(&servers[rung].backends[who]);
    if (truth.xmin[who] == XIP_INVALID_XID)
        truth.xmin[who] = servers[0].backends[who].snapshot.xmin;
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        if (!is_true(rung, who, reused[rung]) || (rung > 0 && !is_equal(rung, who, reused[rung])))
            return false;
    truth.snapshot_at[who] = truth.shared_at = truth.ends + 1;
    return true;
}

static bool assign(uint32_t who, bool is_top)
{
    uint32_t d = truth.given++;
    truth.top[d] = is_top ? d : truth.own[who] - 1;
    truth.ended[d] = truth.aborted[d] = false;
    if (is_top)
        truth.own[who] = d + 1;
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {
        xip_backend *me = &servers[rung].backends[who];
        xip_xid xid = is_top ? xip_assign_xid(me) : xip_assign_subxid(me);
        if (xid != xid_at(d))
            return differs(rung, "gives out %u instead of %u", xid, xid_at(d));
    }
    return true;
}

/* ROLLBACK TO: a subtransaction, the n-th newest of the remaining ones, and all that came after it. */
static void roll_back(uint32_t who, uint32_t n)
{
    xip_xid xids[MAX_SUBXIDS];
    uint32_t at = MAX_SUBXIDS;
    for (uint32_t d = truth.given; d-- > truth.own[who] && at > 0 && n > 0;)
        if (truth.top[d] == truth.own[who] - 1 && !truth.aborted[d]) {
            truth.aborted[d] = true;
            xids[--at] = xid_at(d);
            n--;
        }
    if (at == MAX_SUBXIDS)
        return;
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        xip_xid_cache_remove(&servers[rung].backends[who], xids + at, MAX_SUBXIDS - at);
    uint32_t newest = distance(xids[MAX_SUBXIDS - 1]) + 1;
    if (newest > truth.xmax)
        truth.xmax = newest;
    truth.ends++;
}

static void end(uint32_t who)
{
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        xip_proc_array_end_transaction(&servers[rung].backends[who]);
    if (truth.own[who] != 0) {
        uint32_t newest = truth.given;
        while (truth.top[newest - 1] != truth.own[who] - 1)
            newest--;
        if (newest > truth.xmax)
            truth.xmax = newest;
        truth.ended[truth.own[who] - 1] = true;
        truth.ends++;
    }
    truth.own[who] = truth.subxids[who] = 0;
    truth.in_transaction[who] = false;
    truth.xmin[who] = XIP_INVALID_XID;
}

static void come_or_go(uint32_t who)
{
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {
        xip_backend *me = &servers[rung].backends[who];
        if (truth.connected[who])
            xip_disconnect(me);
        else
            xip_connect(me);
    }
    truth.connected[who] = !truth.connected[who];
    truth.snapshot_at[who] = 0;
}

static bool begin(uint32_t who)
{
    for (uint32_t rung = 0; !truth.in_transaction[who] && rung < XIP_DESIGN_COUNT; rung++)
        xip_begin(&servers[rung].backends[who]);
    truth.in_transaction[who] = true;
    return true;
}

static bool step(const op *o)
{
    uint32_t who = o->who;
    if (o->kind == OP_COME_OR_GO) {
        if (!truth.in_transaction[who])
            come_or_go(who);
        return true;
    }
    if (!truth.connected[who])
        return true;
    switch (o->kind) {
    case OP_ASSIGN:
        return truth.own[who] != 0 || (begin(who) && assign(who, true));
    case OP_SUBXIDS:
        for (uint32_t i = 0; truth.own[who] != 0 && i < o->n && truth.subxids[who] < MAX_SUBXIDS; i++) {
            truth.subxids[who]++;
            if (!assign(who, false))
                return false;
        }
        return true;
    case OP_ROLL_BACK:
        if (truth.own[who] != 0)
            roll_back(who, o->n);
        return true;
    case OP_END:
        if (truth.in_transaction[who])
            end(who);
        return true;
    case OP_SNAPSHOT:
        return begin(who) && snapshot(who);
    case OP_RELEASE:
        for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
            xip_release_snapshot(&servers[rung].backends[who]);
        truth.xmin[who] = XIP_INVALID_XID;
        return true;
    case OP_COME_OR_GO:
    case OP_COUNT:
        break;
    }
    return true;
}

/* Returns the step of the first difference, or `n`. */
static uint32_t run(const op *ops, uint32_t n, xip_full_xid first)
{
    memset(&truth, 0, sizeof truth);
    truth.first = (xip_xid)first;
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {
        test_server_at_xid(&servers[rung], first);
        for (uint32_t i = 0; i < BACKENDS; i++) {
            xip_backend *me = &servers[rung].backends[i];
            me->top_xid = me->latest_xid = XIP_INVALID_XID;
            me->next_lxid = 0;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (!step(&ops[i]))
            return i;
    return n;
}

static void shrink_and_tell(op *ops, uint32_t n, xip_full_xid first, uint64_t seed)
{
    for (uint32_t again = 1; again;) {
        again = 0;
        for (uint32_t i = n; i-- > 0;) {
            op left_out = ops[i];
            memmove(&ops[i], &ops[i + 1], (n - i - 1) * sizeof *ops);
            uint32_t at = run(ops, n - 1, first);
            if (at < n - 1) {
                n = at + 1;
                again = 1;
                if (i > n)
                    i = n;
            } else {
                memmove(&ops[i + 1], &ops[i], (n - i - 1) * sizeof *ops);
                ops[i] = left_out;
            }
        }
    }
    run(ops, n, first);
    CONTEXT("seed %llu: %s", (unsigned long long)seed, difference);
    CHECK(false && "designs agree with each other and with the truth");
    printf("    from xid %u on:\n", (xip_xid)first);
    for (uint32_t i = 0; i < n; i++)
        printf("      %u %s%s\n", ops[i].who, op_names[ops[i].kind],
               ops[i].kind == OP_SUBXIDS || ops[i].kind == OP_ROLL_BACK ? " (several)" : "");
}

static void random_histories(void)
{
    static const xip_full_xid starts[] = {700, UINT64_C(0x7FFFFF80), UINT64_C(0xFFFFFFC0), UINT64_C(0xFFFFFFFF),
                                          UINT64_C(0x5FFFFFFF0)};
    static const op_kind often[] = {OP_COME_OR_GO, OP_ASSIGN, OP_ASSIGN,   OP_SUBXIDS,  OP_SUBXIDS, OP_ROLL_BACK,
                                    OP_END,        OP_END,    OP_SNAPSHOT, OP_SNAPSHOT, OP_RELEASE};
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        test_server_start(&servers[rung], xip_design_ops_at(rung));
    for (uint64_t seed = check_state.seed; seed < check_state.seed + (uint64_t)HISTORIES * check_state.runs; seed++) {
        xip_rng rng = {seed};
        op ops[BACKENDS + STEPS];
        uint32_t n = 0;
        xip_full_xid first = starts[xip_rng_below(&rng, 5)];
        uint32_t backends = 2 + xip_rng_below(&rng, BACKENDS - 1);
        for (; n < backends; n++)
            ops[n] = (op){.kind = OP_COME_OR_GO, .who = n};
        for (uint32_t i = 0; i < STEPS; i++)
            ops[n++] = (op){
                .kind = often[xip_rng_below(&rng, sizeof often / sizeof *often)],
                .who = xip_rng_below(&rng, backends),
                .n = xip_rng_once_in(&rng, 8) ? xip_rng_below(&rng, MAX_SUBXIDS) : 1 + xip_rng_below(&rng, 6),
            };
        uint32_t at = run(ops, n, first);
        if (at < n) {
            shrink_and_tell(ops, at + 1, first, seed);
            return;
        }
    }
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        test_server_stop(&servers[rung]);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("in any history every design's snapshot tells the truth, and all say the same", random_histories);
    return check_end();
}
