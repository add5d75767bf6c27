/*
 * test_heap_random.c — random histories of four sessions on a few rows, against a model of the truth: the committed
 * values, each transaction's changes, its kept snapshot. Every session's view is compared after every step.
 *
 * A waiter that finds its row changed rolls back: EvalPlanQual is not part of heap/.
 */
#include "base/rng.h"
#include "heap_sim.h"

enum { SESSIONS = 4, ROWS = 5, STEPS = 120, DEPTH = 4, ABSENT = -1, PAD = 400 };

typedef struct view {
    int32_t v[ROWS];
} view;

typedef struct actor {
    xip_session *me;
    bool open, repeatable, has_snapshot;
    view kept;       /* REPEATABLE READ: the committed values when the snapshot was taken */
    view own[DEPTH]; /* own changes by level; UNCHANGED: none */
    uint32_t depth;  /* levels above the top one */
    bool waits;
    int32_t id, wanted; /* the write it waits for */
} actor;
enum { UNCHANGED = -2 };

typedef struct history {
    sim *sim;
    uint32_t t;
    xip_rng rng;
    actor actors[SESSIONS];
    view committed;
    bool touched[ROWS]; /* an open transaction has inserted it: no other one does */
    uint32_t wrong;     /* views that differed from the model */
} history;

static view all(int32_t v)
{
    view out;
    for (uint32_t i = 0; i < ROWS; i++)
        out.v[i] = v;
    return out;
}

static int32_t expected(const history *h, const actor *a, int32_t id)
{
    for (uint32_t level = a->depth + 1; level-- > 0;)
        if (a->own[level].v[id] != UNCHANGED)
            return a->own[level].v[id];
    return a->repeatable ? a->kept.v[id] : h->committed.v[id];
}

static void open_statement(history *h, actor *a)
{
    statement(a->me);
    if (!a->has_snapshot && a->repeatable)
        a->kept = h->committed;
    a->has_snapshot = true;
}

static void close_actor(history *h, actor *a, bool commits)
{
    for (int32_t id = 0; commits && id < ROWS; id++)
        for (uint32_t level = 0; level <= a->depth; level++)
            if (a->own[level].v[id] != UNCHANGED)
                h->committed.v[id] = a->own[level].v[id];
    a->open = a->waits = false;
    if (commits)
        xip_xact_commit(a->me);
    else
        xip_xact_abort(a->me);
}

/* All views of sessions that can run a query. */
static void look(history *h)
{
    for (uint32_t i = 0; i < SESSIONS; i++) {
        actor *a = &h->actors[i];
        if (!a->open || a->waits)
            continue;
        open_statement(h, a);
        int32_t seen[ROWS];
        uint32_t times[ROWS] = {0};
        uint16_t offsets[XIP_MAX_OFFSETS];
        for (uint32_t block = 0; block < xip_relation_blocks(h->sim->server, h->t); block++) {
            uint32_t n = xip_heap_scan_page(a->me, h->t, block, xip_active_snapshot(a->me), offsets);
            for (uint32_t k = 0; k < n; k++) {
                row r = item_at(h->sim, h->t, (xip_ctid){block, offsets[k]}).row;
                seen[r.id] = r.v;
                times[r.id]++;
            }
        }
        xip_heap_scan_end(a->me);
        statement_end(a->me);
        for (int32_t id = 0; id < ROWS; id++) {
            int32_t v = expected(h, a, id);
            h->wrong += times[id] != (v == ABSENT ? 0 : 1) || (v != ABSENT && seen[id] != v);
        }
    }
}

/* Every chain of versions ends. */
static void chains_end(history *h)
{
    for (uint32_t block = 0; block < xip_relation_blocks(h->sim->server, h->t); block++)
        for (uint32_t offset = 1; offset <= XIP_MAX_OFFSETS; offset++) {
            xip_ctid at = {block, offset};
            uint32_t steps = 0;
            const xip_tuple_header *tuple;
            while ((tuple = xip_heap_tuple(h->sim->server, h->t, at, NULL)) != NULL && xip_has_successor(tuple, at) &&
                   ++steps < 10000)
                at = xip_tuple_ctid(tuple);
            h->wrong += steps >= 10000;
        }
}

static xip_tuple_data padded(uint8_t *bytes, int32_t id, int32_t v)
{
    memset(bytes, 0, PAD);
    memcpy(bytes, &id, 4);
    memcpy(bytes + 4, &v, 4);
    return (xip_tuple_data){.bytes = bytes, .length = PAD, .natts = 2};
}

static void finish_write(history *h, actor *a, xip_outcome outcome, const xip_heap_op_result *r)
{
    a->waits = outcome == XIP_WAIT;
    if (a->waits)
        return;
    if (outcome != XIP_DONE)
        xip_heap_op_drop(a->me);
    if (outcome == XIP_DONE && r->tm == XIP_TM_OK)
        a->own[a->depth].v[a->id] = a->wanted;
    else
        close_actor(h, a, false);
}

static void write_row(history *h, actor *a)
{
    int32_t id = (int32_t)xip_rng_below(&h->rng, ROWS);
    int32_t now = expected(h, a, id);
    uint8_t bytes[PAD];
    open_statement(h, a);
    now = expected(h, a, id);
    a->id = id;
    a->wanted = xip_rng_once_in(&h->rng, 5) ? ABSENT : (int32_t)xip_rng_below(&h->rng, 1000);
    xip_heap_op_result r = {0};
    if (now == ABSENT) {
        bool is_free = h->committed.v[id] == ABSENT && a->wanted != ABSENT;
        for (uint32_t i = 0; i < SESSIONS; i++)
            for (uint32_t level = 0; h->actors[i].open && level <= h->actors[i].depth; level++)
                is_free = is_free && (&h->actors[i] == a || h->actors[i].own[level].v[id] == UNCHANGED);
        if (is_free) {
            xip_tuple_data data = padded(bytes, id, a->wanted);
            xip_ctid ctid;
            CHECK(xip_heap_insert(a->me, h->t, &data, &ctid) == XIP_OK);
            a->own[a->depth].v[id] = a->wanted;
        }
        statement_end(a->me);
        return;
    }
    xip_ctid ctid = find(h->sim, a->me, h->t, id);
    if (ctid.offset == 0) { /* look() has counted it */
        h->wrong++;
        statement_end(a->me);
        return;
    }
    if (a->wanted == ABSENT) {
        xip_heap_delete(a->me, h->t, ctid);
    } else {
        xip_tuple_data data = padded(bytes, id, a->wanted);
        bool key = xip_rng_once_in(&h->rng, 6);
        xip_heap_update(a->me, h->t, ctid, &data, key, key);
    }
    xip_outcome outcome = run(a->me, &r);
    finish_write(h, a, outcome, &r);
}

static void lock_row(history *h, actor *a)
{
    int32_t id = (int32_t)xip_rng_below(&h->rng, ROWS);
    xip_heap_op_result r;
    open_statement(h, a);
    xip_ctid ctid = find(h->sim, a->me, h->t, id);
    if (ctid.offset == 0) {
        statement_end(a->me);
        return;
    }
    xip_heap_lock(a->me, h->t, ctid, (xip_tuple_lock)xip_rng_below(&h->rng, 4), XIP_WAIT_SKIP, !a->repeatable);
    if (run(a->me, &r) == XIP_WAIT) { /* a newer version on the chain is held: then even SKIP LOCKED waits */
        a->waits = true;
        a->id = id;
        a->wanted = UNCHANGED;
    }
}

static void run_woken(history *h)
{
    xip_session *woken;
    while ((woken = xip_next_woken(h->sim->server)) != NULL)
        for (uint32_t i = 0; i < SESSIONS; i++) {
            actor *a = &h->actors[i];
            if (a->me != woken || !a->waits)
                continue;
            xip_heap_op_result r;
            finish_write(h, a, run(a->me, &r), &r);
        }
}

static void open_actor(history *h, actor *a)
{
    a->open = true;
    a->repeatable = xip_rng_once_in(&h->rng, 2);
    a->has_snapshot = false;
    a->depth = 0;
    a->own[0] = all(UNCHANGED);
    xip_xact_start(a->me, a->repeatable ? XIP_REPEATABLE_READ : XIP_READ_COMMITTED, false);
}

static void step_level(history *h, actor *a)
{
    if (a->depth == 0 || (a->depth + 1 < DEPTH && xip_rng_once_in(&h->rng, 2))) {
        CHECK(xip_subxact_start(a->me) == XIP_OK);
        a->own[++a->depth] = all(UNCHANGED);
    } else if (xip_rng_once_in(&h->rng, 2)) {
        xip_subxact_commit(a->me);
        for (uint32_t id = 0; id < ROWS; id++)
            if (a->own[a->depth].v[id] != UNCHANGED)
                a->own[a->depth - 1].v[id] = a->own[a->depth].v[id];
        a->depth--;
    } else {
        xip_subxact_abort(a->me);
        a->depth--;
    }
}

static void step(history *h)
{
    actor *a = &h->actors[xip_rng_below(&h->rng, SESSIONS)];
    if (a->waits)
        return;
    if (!a->open) {
        xip_vacuum_result result;
        if (!xip_rng_once_in(&h->rng, 8)) {
            open_actor(h, a);
            return;
        }
        xip_xact_start(a->me, XIP_READ_COMMITTED, false);
        xip_heap_vacuum(a->me, h->t, false, &result);
        xip_xact_commit(a->me);
        return;
    }
    switch (xip_rng_below(&h->rng, 10)) {
    case 0:
        close_actor(h, a, true);
        break;
    case 1:
        close_actor(h, a, xip_rng_once_in(&h->rng, 2));
        break;
    case 2:
        step_level(h, a);
        break;
    case 3:
        lock_row(h, a);
        break;
    default:
        write_row(h, a);
    }
}

/* How many views were wrong. */
static uint32_t run_history(sim *sim, uint64_t seed, uint32_t rules, uint32_t faults)
{
    history h = {.sim = sim, .rng = {seed}};
    xip_server_config config = {.rules = rules, .design = SIM_PG14, .next_xid = 1000, .faults = faults};
    if (xip_rng_once_in(&h.rng, 3))
        config.next_xid = UINT32_MAX - xip_rng_below(&h.rng, 60); /* over the wrap */
    sim_start_as(sim, &config, SESSIONS);
    h.t = table_new(sim, xip_rng_once_in(&h.rng, 2));
    h.committed = all(ABSENT);
    for (uint32_t i = 0; i < SESSIONS; i++)
        h.actors[i].me = sim->s[i];
    for (uint32_t i = 0; i < STEPS && h.wrong == 0; i++) {
        step(&h);
        run_woken(&h);
        look(&h);
        chains_end(&h);
    }
    return h.wrong;
}

static void views_are_right(void)
{
    sim sim = {0};
    uint32_t rounds = (CHECK_SANITIZED ? 200 : 1500) * check_state.runs;
    for (uint32_t i = 0; i < rounds; i++) {
        uint64_t seed = check_state.seed + i;
        uint32_t rules = 13 + i % 6;
        CONTEXT("--seed %llu, rules of %u", (unsigned long long)seed, rules);
        if (!CHECK(run_history(&sim, seed, rules, XIP_FAULT_NONE) == 0))
            break;
    }
    sim_stop(&sim);
}

static void faults_are_caught(void)
{
    static const uint32_t faults[] = {XIP_FAULT_HINT_TOO_EARLY, XIP_FAULT_LOCK_ONLY_IGNORED,
                                      XIP_FAULT_ABORTED_IS_CURRENT, XIP_FAULT_HORIZON_IGNORES_XMIN,
                                      XIP_FAULT_REUSE_WITHOUT_XMIN};
    sim sim = {0};
    for (uint32_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        bool caught = false;
        for (uint32_t i = 0; i < 400 && !caught; i++)
            caught = run_history(&sim, check_state.seed + i, 13 + i % 6, faults[k]) > 0;
        CONTEXT("fault %x", faults[k]);
        CHECK(caught);
    }
    sim_stop(&sim);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("in random histories every snapshot sees each row once, or not at all, as it should", views_are_right);
    LAW("the same histories catch planted faults of visibility, hints and horizons", faults_are_caught);
    return check_end();
}
