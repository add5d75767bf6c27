/*
 * test_server_random.c — random histories of transactions, subtransactions and prepared transactions, in a simulated
 * server of each design at once, against a naive oracle: a list of xids with the times when they ended. The first
 * difference is shrunk to the fewest operations that still show it. Each planted fault of this layer has to be found.
 */
#include "base/rng.h"
#include "sim.h"

enum {
    HISTORIES = CHECK_SANITIZED ? 200 : 1200,
    STEPS = 70,
    SESSIONS = 5,
    MAX_PREPARED = 3,
    MAX_XIDS = STEPS * 80,
    MAX_DEPTH = 140,
    MAX_ACTIVE = 3
};

typedef enum op_kind {
    OP_COME_OR_GO,
    OP_BEGIN,
    OP_BEGIN_REPEATABLE,
    OP_ASSIGN,
    OP_SAVEPOINTS, /* n of them, each with an xid */
    OP_SAVEPOINT,
    OP_RELEASE,
    OP_ROLLBACK_TO, /* n levels */
    OP_COMMIT,
    OP_ABORT,
    OP_PREPARE,
    OP_FINISH,
    OP_PUSH,
    OP_POP,
    OP_VACUUM,
    OP_HORIZON,
    OP_COUNT
} op_kind;
static const char *const op_names[OP_COUNT] = {"comes or goes",
                                               "begins",
                                               "begins (repeatable read)",
                                               "assigns",
                                               "savepoints with xids",
                                               "savepoint",
                                               "releases",
                                               "rolls back levels",
                                               "commits",
                                               "aborts",
                                               "prepares",
                                               "finishes prepared",
                                               "pushes",
                                               "pops",
                                               "begins a VACUUM",
                                               "asks for horizons"};

/* Operations that make no sense at their place are skipped, so any may be left out. */
typedef struct op {
    op_kind kind;
    uint32_t who;
    uint32_t n;
} op;

typedef enum fate { RUNS, COMMITTED, ABORTED } fate;
enum { NONE = UINT32_MAX, NEVER = UINT32_MAX, PREPARED_OWNER = 100 };

/* The truth. Xids by distance from the first one. */
static struct {
    xip_xid first;
    uint32_t now, given;
    uint32_t xmax; /* the newest that ended, plus 1 */
    struct {
        fate fate;
        uint32_t owner, level, top, ended; /* level: of the subtransaction it belongs to now */
    } xids[MAX_XIDS];
    struct {
        bool connected, repeatable, vacuums;
        uint32_t level, own[MAX_DEPTH + 1]; /* by level, or NONE */
        uint32_t first_taken;               /* NONE: not yet */
        uint32_t active, taken[MAX_ACTIVE], at_level[MAX_ACTIVE];
        xip_xid xmin;
        xip_xid global_xmin; /* 13: as its last snapshot left it */
    } s[SESSIONS];
    bool prepared[MAX_PREPARED];
    uint32_t handle[MAX_PREPARED];
} truth;

static sim sims[XIP_DESIGN_COUNT];
static char difference[256];
static uint32_t rules;

static xip_xid xid_at(uint32_t d)
{
    xip_xid xid = truth.first + d;
    return xid < truth.first ? xid + XIP_FIRST_NORMAL_XID : xid;
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

#define EACH_RUNG                                                                                                      \
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)                                                           \
        for (xip_session *me = sims[rung].s[who]; me != NULL; me = NULL)

/* --- the oracle --------------------------------------------------------------------------------------------------- */

static bool ran_at(uint32_t d, uint32_t time)
{
    return truth.xids[d].ended > time;
}

static xip_xid oldest_running(uint32_t below)
{
    for (uint32_t d = 0; d < below; d++)
        if (truth.xids[d].fate == RUNS)
            return xid_at(d);
    return xid_at(below);
}

/* Min over everybody's xmin; with xids it is the horizon, without it 13's globalxmin. */
static xip_xid oldest_xmin(xip_xid start)
{
    xip_xid oldest = start;
    for (uint32_t i = 0; i < SESSIONS; i++)
        if (truth.s[i].connected && !truth.s[i].vacuums)
            oldest = xip_xid_older(oldest, truth.s[i].xmin);
    return oldest;
}

static void finish(uint32_t d, fate fate)
{
    truth.xids[d].fate = fate;
    truth.xids[d].ended = truth.now;
    if (d + 1 > truth.xmax)
        truth.xmax = d + 1;
}

/* Ends all of an owner's xids that still run, from a level on. */
static void finish_all(uint32_t owner, uint32_t level, fate fate)
{
    for (uint32_t d = 0; d < truth.given; d++)
        if (truth.xids[d].fate == RUNS && truth.xids[d].owner == owner && truth.xids[d].level >= level)
            finish(d, fate);
}

/* --- checks ------------------------------------------------------------------------------------------------------- */

static bool snapshot_is_true(uint32_t rung, uint32_t who, const xip_snapshot *s, uint32_t taken, bool is_fresh)
{
    xip_session *me = sims[rung].s[who];
    uint32_t listed = 0;
    for (uint32_t d = 0; d < truth.given + 2; d++) {
        bool is_given = d < truth.given;
        if (is_given && (truth.xids[d].owner == who || truth.xids[d].fate == ABORTED))
            continue;
        if (!is_fresh && d + 80 < truth.given && d % 8 != truth.now % 8)
            continue;
        bool expected = !is_given || ran_at(d, taken);
        if (xip_xid_in_mvcc_snapshot(me, xid_at(d), s) != expected)
            return differs(rung, "xid %u is %s", xid_at(d), expected ? "not seen running" : "seen running");
        listed += is_given && truth.xids[d].top == d && truth.xids[d].fate == RUNS && d < truth.xmax;
    }
    if (!is_fresh)
        return true;
    if (s->xmax != xid_at(truth.xmax) || s->xmin != oldest_running(truth.xmax) || s->xcnt != listed)
        return differs(rung, "%u:%u: with %u instead of %u:%u: with %u", s->xmin, s->xmax, s->xcnt,
                       oldest_running(truth.xmax), xid_at(truth.xmax), listed);
    if (s->snap_xact_completion_count != 0 || (s->suboverflowed && s->subxcnt > 0))
        return differs(rung, "a copy that could be reused, or has subxip although suboverflowed");
    return true;
}

static bool xids_are_true(uint32_t rung, uint32_t who)
{
    xip_session *me = sims[rung].s[who];
    for (uint32_t d = 0; d < truth.given; d++) {
        xip_xid xid = xid_at(d);
        fate fate = truth.xids[d].fate;
        /* The newest ones each time, those before in turns. */
        if (d + 80 < truth.given && d % 8 != truth.now % 8)
            continue;
        if (xip_is_in_progress(me, xid) != (fate == RUNS))
            return differs(rung, "xid %u: TransactionIdIsInProgress is wrong", xid);
        if (xip_did_commit(me, xid) != (fate == COMMITTED) || xip_did_abort(me, xid) != (fate == ABORTED))
            return differs(rung, "xid %u: what became of it is wrong", xid);
        if (xip_is_current_xid(me, xid) != (fate == RUNS && truth.xids[d].owner == who))
            return differs(rung, "xid %u: TransactionIdIsCurrentTransactionId is wrong", xid);
        if (fate == RUNS && xip_subtrans_topmost(me, xid) != xid_at(truth.xids[d].top))
            return differs(rung, "xid %u: topmost is %u", xid, xip_subtrans_topmost(me, xid));
    }
    if (sim_xmin(me) != truth.s[who].xmin)
        return differs(rung, "advertises %u instead of %u", sim_xmin(me), truth.s[who].xmin);
    return true;
}

static bool horizons_are_true(uint32_t who)
{
    xip_xid next = xid_at(truth.xmax);
    xip_xid horizon = oldest_xmin(xip_xid_older(next, oldest_running(truth.given)));
    for (uint32_t d = 0; d < truth.given; d++) {
        bool is_removable = false;
        EACH_RUNG
        {
            bool now = xip_is_removable_xid(me, XIP_VIS_DATA, xid_at(d));
            if (rung > 0 && now != is_removable)
                return differs(rung, "xid %u: removable or not depends on the design", xid_at(d));
            is_removable = now;
            if (now && !xip_xid_precedes(xid_at(d), horizon))
                return differs(rung, "xid %u is removable although %u is needed", xid_at(d), horizon);
            bool is_older =
                truth.s[who].global_xmin != XIP_INVALID_XID && xip_xid_precedes(xid_at(d), truth.s[who].global_xmin);
            if (rules == 13 && now != is_older)
                return differs(rung, "xid %u: RecentGlobalDataXmin is not %u", xid_at(d), truth.s[who].global_xmin);
        }
    }
    EACH_RUNG
    {
        xip_xid found = xip_oldest_nonremovable_xid(me, XIP_VIS_DATA);
        if (found != horizon)
            return differs(rung, "the horizon is %u instead of %u", found, horizon);
    }
    /* Since 14 it has just been computed: everything before it is known to be removable. */
    for (uint32_t d = 0; rules >= 14 && d < truth.given; d++)
        EACH_RUNG
    if (xip_is_removable_xid(me, XIP_VIS_DATA, xid_at(d)) != xip_xid_precedes(xid_at(d), horizon))
        return differs(rung, "xid %u: not known to be removable after the horizon was computed", xid_at(d));
    return true;
}

/* --- operations -----------------------------------------------------------------------------------------------------
 */

static void forget_snapshots(uint32_t who, uint32_t level)
{
    while (truth.s[who].active > 0 && truth.s[who].at_level[truth.s[who].active - 1] >= level)
        truth.s[who].active--;
    if (truth.s[who].active == 0 && truth.s[who].first_taken == NONE)
        truth.s[who].xmin = XIP_INVALID_XID;
}

static void over(uint32_t who)
{
    truth.s[who].level = 0;
    truth.s[who].first_taken = NONE;
    truth.s[who].vacuums = false;
    forget_snapshots(who, 0);
}

static bool assign(uint32_t who)
{
    uint32_t level = truth.s[who].level;
    for (uint32_t l = 1; l <= level; l++) {
        if (truth.s[who].own[l] != NONE)
            continue;
        uint32_t d = truth.given++;
        truth.s[who].own[l] = d;
        truth.xids[d].fate = RUNS;
        truth.xids[d].owner = who;
        truth.xids[d].level = l;
        truth.xids[d].ended = NEVER;
        truth.xids[d].top = truth.s[who].own[1];
    }
    EACH_RUNG
    if (xip_current_xid(me) != xid_at(truth.s[who].own[level]))
        return differs(rung, "gives out %u instead of %u", xip_current_xid(me), xid_at(truth.s[who].own[level]));
    return true;
}

static void savepoint(uint32_t who)
{
    if (truth.s[who].level == MAX_DEPTH)
        return;
    truth.s[who].own[++truth.s[who].level] = NONE;
    EACH_RUNG
    xip_subxact_start(me);
}

static void release(uint32_t who)
{
    uint32_t level = truth.s[who].level--;
    for (uint32_t d = 0; d < truth.given; d++)
        if (truth.xids[d].owner == who && truth.xids[d].fate == RUNS && truth.xids[d].level == level)
            truth.xids[d].level--;
    for (uint32_t i = 0; i < truth.s[who].active; i++)
        if (truth.s[who].at_level[i] == level)
            truth.s[who].at_level[i]--;
    EACH_RUNG
    xip_subxact_commit(me);
}

static void rollback_to(uint32_t who)
{
    uint32_t level = truth.s[who].level--;
    finish_all(who, level, ABORTED);
    forget_snapshots(who, level);
    EACH_RUNG
    xip_subxact_abort(me);
}

static void end(uint32_t who, bool commit)
{
    finish_all(who, 0, commit ? COMMITTED : ABORTED);
    over(who);
    EACH_RUNG
    {
        if (commit)
            xip_xact_commit(me);
        else
            xip_xact_abort(me);
    }
}

static bool prepare(uint32_t who, uint32_t slot)
{
    if (truth.prepared[slot] || truth.given + truth.s[who].level > MAX_XIDS)
        return true;
    while (truth.s[who].level > 1)
        release(who);
    if (truth.s[who].own[1] == NONE && !assign(who))
        return false;
    for (uint32_t d = 0; d < truth.given; d++)
        if (truth.xids[d].fate == RUNS && truth.xids[d].owner == who)
            truth.xids[d].owner = PREPARED_OWNER + slot;
    truth.prepared[slot] = true;
    over(who);
    EACH_RUNG
    if (xip_xact_prepare(me, &truth.handle[slot]) != XIP_OK)
        return differs(rung, "cannot prepare");
    return true;
}

static void finish_prepared(uint32_t who, uint32_t slot, bool commit)
{
    if (!truth.prepared[slot])
        return;
    finish_all(PREPARED_OWNER + slot, 0, commit ? COMMITTED : ABORTED);
    truth.prepared[slot] = false;
    EACH_RUNG
    xip_prepared_finish(me, truth.handle[slot], commit);
}

static bool push(uint32_t who)
{
    uint32_t at = truth.s[who].active;
    if (at == MAX_ACTIVE)
        return true;
    bool is_fresh = !truth.s[who].repeatable || truth.s[who].first_taken == NONE;
    uint32_t taken = is_fresh ? truth.now : truth.s[who].first_taken;
    if (truth.s[who].repeatable)
        truth.s[who].first_taken = taken;
    if (truth.s[who].xmin == XIP_INVALID_XID)
        truth.s[who].xmin = oldest_running(truth.xmax);
    if (is_fresh)
        truth.s[who].global_xmin = oldest_xmin(oldest_running(truth.xmax));
    truth.s[who].taken[at] = taken;
    truth.s[who].at_level[at] = truth.s[who].level;
    truth.s[who].active++;
    EACH_RUNG
    if (!snapshot_is_true(rung, who, xip_push_active_snapshot(me), taken, is_fresh))
        return false;
    return true;
}

static void come_or_go(uint32_t who)
{
    if (truth.s[who].connected) {
        finish_all(who, 0, ABORTED);
        over(who);
        EACH_RUNG
        xip_session_disconnect(me);
    } else {
        /* The lowest free id is assigned, so the last one to disconnect must connect in that order. */
        for (uint32_t i = 0; i < who; i++)
            if (!truth.s[i].connected)
                return;
        for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {
            uint32_t id;
            CHECK(xip_session_connect(sims[rung].server, &id) == XIP_OK && id == who);
            sims[rung].s[who] = xip_session_at(sims[rung].server, id);
        }
        truth.s[who].global_xmin = XIP_INVALID_XID;
    }
    truth.s[who].connected = !truth.s[who].connected;
}

static void begin(uint32_t who, bool repeatable, bool vacuums)
{
    truth.s[who].level = 1;
    truth.s[who].own[1] = NONE;
    truth.s[who].repeatable = repeatable;
    truth.s[who].vacuums = vacuums;
    EACH_RUNG
    {
        xip_xact_start(me, repeatable ? XIP_REPEATABLE_READ : XIP_READ_COMMITTED, false);
        if (vacuums)
            xip_set_status_flags(me, XIP_PROC_IN_VACUUM);
    }
}

static bool step_in_transaction(const op *o)
{
    uint32_t who = o->who;
    bool has_room = truth.given + truth.s[who].level + o->n < MAX_XIDS;
    switch (o->kind) {
    case OP_ASSIGN:
        return truth.s[who].vacuums || !has_room || assign(who);
    case OP_SAVEPOINTS:
        for (uint32_t i = 0; i < o->n && has_room && !truth.s[who].vacuums; i++) {
            savepoint(who);
            if (!assign(who))
                return false;
            if (o->n % 3 == 0)
                release(who);
        }
        return true;
    case OP_SAVEPOINT:
        savepoint(who);
        return true;
    case OP_RELEASE:
        if (truth.s[who].level > 1)
            release(who);
        return true;
    case OP_ROLLBACK_TO:
        for (uint32_t i = 0; i < o->n && truth.s[who].level > 1; i++)
            rollback_to(who);
        return true;
    case OP_COMMIT:
    case OP_ABORT:
        end(who, o->kind == OP_COMMIT);
        return true;
    case OP_PREPARE:
        return truth.s[who].vacuums || prepare(who, o->n % MAX_PREPARED);
    case OP_PUSH:
        return push(who);
    case OP_POP:
        if (truth.s[who].active > 0) {
            truth.s[who].active--;
            forget_snapshots(who, UINT32_MAX);
            EACH_RUNG
            xip_pop_active_snapshot(me);
        }
        return true;
    default:
        return true;
    }
}

static bool step(const op *o)
{
    uint32_t who = o->who;
    truth.now++;
    if (o->kind == OP_COME_OR_GO)
        come_or_go(who);
    if (!truth.s[who].connected)
        return true;
    if (truth.s[who].level > 0) {
        if (!step_in_transaction(o))
            return false;
    } else if (o->kind == OP_BEGIN || o->kind == OP_BEGIN_REPEATABLE || o->kind == OP_VACUUM) {
        begin(who, o->kind == OP_BEGIN_REPEATABLE, o->kind == OP_VACUUM);
    } else if (o->kind == OP_FINISH) {
        finish_prepared(who, o->n % MAX_PREPARED, o->n % 2 == 0);
    }
    EACH_RUNG
    {
        if (!xids_are_true(rung, who))
            return false;
        const xip_active *active = me->active;
        for (uint32_t i = truth.s[who].active; i-- > 0; active = active->below)
            if (!snapshot_is_true(rung, who, active->snapshot, truth.s[who].taken[i], false))
                return false;
    }
    return o->kind != OP_HORIZON || horizons_are_true(who);
}

/* --- running, shrinking ---------------------------------------------------------------------------------------------
 */

typedef struct history {
    op ops[SESSIONS + STEPS];
    uint32_t n;
    xip_full_xid first;
    uint32_t faults;
} history;

/* Returns the step of the first difference, or `n`. */
static uint32_t run(const history *h, const op *ops, uint32_t n)
{
    memset(&truth, 0, sizeof truth);
    truth.first = (xip_xid)h->first;
    for (uint32_t i = 0; i < SESSIONS; i++)
        truth.s[i].first_taken = NONE;
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        sim_start_as(&sims[rung],
                     &(xip_server_config){.rules = rules, .design = rung, .next_xid = h->first, .faults = h->faults},
                     0);
    for (uint32_t i = 0; i < n; i++)
        if (!step(&ops[i]))
            return i;
    return n;
}

static void make(history *h, uint64_t seed)
{
    static const xip_full_xid starts[] = {700, UINT64_C(0x7FFFFF80), UINT64_C(0xFFFFFFC0), UINT64_C(0xFFFFFFFF),
                                          UINT64_C(0x5FFFFFFF0)};
    static const uint8_t weights[OP_COUNT] = {1, 4, 3, 5, 3, 4, 3, 4, 3, 2, 1, 2, 8, 6, 1, 3};
    static const uint32_t versions[] = {13, 13, 14, 15, 17, 17, 18};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < OP_COUNT; i++)
        sum += weights[i];
    xip_rng rng = {seed};
    rules = versions[xip_rng_below(&rng, 7)];
    *h = (history){.first = starts[xip_rng_below(&rng, 5)]};
    uint32_t sessions = 2 + xip_rng_below(&rng, SESSIONS - 1);
    for (; h->n < sessions; h->n++)
        h->ops[h->n] = (op){.kind = OP_COME_OR_GO, .who = h->n};
    for (uint32_t i = 0; i < STEPS; i++) {
        uint32_t at = xip_rng_below(&rng, sum);
        uint32_t kind = 0;
        for (; at >= weights[kind]; kind++)
            at -= weights[kind];
        h->ops[h->n++] = (op){
            .kind = (op_kind)kind,
            .who = xip_rng_below(&rng, sessions),
            .n = kind == OP_SAVEPOINTS && xip_rng_once_in(&rng, 4) ? 60 + xip_rng_below(&rng, 12)
                                                                   : 1 + xip_rng_below(&rng, 6),
        };
    }
}

static void shrink(history *h, uint32_t n)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = n; i-- > 0;) {
            op left_out = h->ops[i];
            memmove(&h->ops[i], &h->ops[i + 1], (n - i - 1) * sizeof *h->ops);
            uint32_t at = run(h, h->ops, n - 1);
            if (at < n - 1) {
                n = at + 1;
                again = true;
                if (i > n)
                    i = n;
            } else {
                memmove(&h->ops[i + 1], &h->ops[i], (n - i - 1) * sizeof *h->ops);
                h->ops[i] = left_out;
            }
        }
    }
    h->n = n;
    run(h, h->ops, n);
}

static void random_histories(void)
{
    for (uint64_t seed = check_state.seed; seed < check_state.seed + (uint64_t)HISTORIES * check_state.runs; seed++) {
        history h;
        make(&h, seed);
        uint32_t at = run(&h, h.ops, h.n);
        if (at == h.n)
            continue;
        shrink(&h, at + 1);
        CONTEXT("seed %llu, rules of %u: %s", (unsigned long long)seed, rules, difference);
        CHECK(false && "designs agree with each other and with the truth");
        printf("    from xid %u on:\n", (xip_xid)h.first);
        for (uint32_t i = 0; i < h.n; i++)
            printf("      %u %s (%u)\n", h.ops[i].who, op_names[h.ops[i].kind], h.ops[i].n);
        return;
    }
}

static void faults_are_found(void)
{
    static const uint32_t faults[] = {
        XIP_FAULT_NO_COMPLETION_COUNT, XIP_FAULT_IGNORES_XMAX,         XIP_FAULT_XMIN_WITHOUT_OWN,
        XIP_FAULT_OVERFLOW_FORGOTTEN,  XIP_FAULT_NO_SUBXIDS,           XIP_FAULT_ABORTED_IS_CURRENT,
        XIP_FAULT_IGNORES_SUBXIP,      XIP_FAULT_HORIZON_IGNORES_XMIN, XIP_FAULT_REUSE_WITHOUT_XMIN};
    for (uint32_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        bool is_found = false;
        for (uint64_t seed = check_state.seed; !is_found && seed < check_state.seed + 400; seed++) {
            history h;
            make(&h, seed);
            h.faults = faults[i];
            is_found = run(&h, h.ops, h.n) < h.n;
        }
        CONTEXT("fault 0x%x", faults[i]);
        CHECK(is_found);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("in any history every design answers what a list of running xids answers", random_histories);
    LAW("each planted fault of transactions, snapshots and horizons makes a difference", faults_are_found);
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        sim_stop(&sims[rung]);
    return check_end();
}
