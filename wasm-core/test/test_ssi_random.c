/*
 * Random histories of SERIALIZABLE transactions on a server with a table: those that commit could have run one after
 * the other. The checker knows nothing of SSI: each written value occurs once, so values tell who read and who replaced
 * whose version; the committed transactions with these dependencies must have no circle (Adya). In REPEATABLE READ,
 * the planted fault, it has to find circles.
 */
#include "heap_sim.h"
#include "base/rng.h"

enum { SESSIONS = 4, ROWS = 4, STEPS = 60, MAX_XACTS = STEPS + SESSIONS, MAX_ACTS = 8 * STEPS };

/* A transaction read the version with value `v`, or replaced it by `by`. */
typedef struct act {
    uint32_t xact;
    int32_t v, by; /* by 0: only read */
} act;

typedef struct history {
    sim sim;
    uint32_t t;
    xip_isolation level;
    int32_t last_v;
    uint32_t xacts, now[SESSIONS];
    bool committed[MAX_XACTS];
    act acts[MAX_ACTS];
    uint32_t count;
    uint32_t failures;
} history;

static void note(history *h, uint32_t s, int32_t v, int32_t by)
{
    if (CHECK(h->count < MAX_ACTS))
        h->acts[h->count++] = (act){h->now[s], v, by};
}

/* --- the checker ---------------------------------------------------------------------------------------------------
 */

/* The transaction of `a` comes before that of `b`: b read or replaced what a made, or replaced what a read. */
static bool precedes(const act *a, const act *b)
{
    return (a->by != 0 && a->by == b->v) || (a->by == 0 && b->by != 0 && a->v == b->v);
}

/* Takes away whom nobody precedes, until none is left (serializable) or everybody left is preceded. */
static bool is_serializable(const history *h)
{
    static bool edge[MAX_XACTS][MAX_XACTS];
    bool left[MAX_XACTS];
    memset(edge, 0, sizeof edge);
    memcpy(left, h->committed, sizeof left);
    for (uint32_t i = 0; i < h->count; i++)
        for (uint32_t k = 0; k < h->count; k++) {
            const act *a = &h->acts[i], *b = &h->acts[k];
            if (a->xact != b->xact && precedes(a, b))
                edge[a->xact][b->xact] = true;
        }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t b = 0; b < h->xacts; b++) {
            bool is_first = left[b];
            for (uint32_t a = 0; a < h->xacts && is_first; a++)
                is_first = !(left[a] && edge[a][b]);
            if (is_first) {
                left[b] = false;
                more = true;
            }
        }
    }
    for (uint32_t a = 0; a < h->xacts; a++)
        if (left[a])
            return false;
    return true;
}

/* --- sessions ------------------------------------------------------------------------------------------------------
 */

static void give_up(history *h, uint32_t s)
{
    h->failures++;
    xip_heap_op_drop(h->sim.s[s]);
    rollback(h->sim.s[s]);
}

static void begin_one(history *h, uint32_t s, bool is_read_only)
{
    h->now[s] = h->xacts++;
    xip_xact_start(h->sim.s[s], h->level, is_read_only);
}

/* A sequential scan, or the one row `id` by its first version: as an index would find it. */
static bool read_some(history *h, uint32_t s, uint32_t id)
{
    xip_session *me = h->sim.s[s];
    uint16_t offsets[XIP_MAX_OFFSETS] = {(uint16_t)id};
    bool dead = false;
    const xip_snapshot *snapshot = xip_active_snapshot(me);
    if (id == 0 && xip_serializable_reads(me, snapshot))
        CHECK(xip_serializable_lock(me, (xip_ssi_tag){h->t, 0, XIP_SSI_NO_BLOCK, 0}));
    uint32_t n = id == 0 ? xip_heap_scan_page(me, h->t, 0, snapshot, offsets)
                         : xip_heap_scan_roots(me, h->t, 0, snapshot, offsets, 1, &dead);
    if (xip_serializable_failed(me))
        return false;
    CHECK(n == (id == 0 ? ROWS : 1));
    for (uint32_t i = 0; i < n; i++)
        note(h, s, item_0(&h->sim, h->t, offsets[i]).row.v, 0);
    xip_heap_scan_end(me);
    return true;
}

/* False: it failed, or would have to wait. */
static bool write_one(history *h, uint32_t s, uint32_t id)
{
    xip_session *me = h->sim.s[s];
    uint16_t offsets[XIP_MAX_OFFSETS] = {(uint16_t)id};
    bool dead = false;
    uint32_t n = xip_heap_scan_roots(me, h->t, 0, xip_active_snapshot(me), offsets, 1, &dead);
    if (xip_serializable_failed(me) || !CHECK(n == 1))
        return false;
    int32_t old = item_0(&h->sim, h->t, offsets[0]).row.v;
    row r = {(int32_t)id, ++h->last_v};
    xip_tuple_data data = row_data(&r);
    xip_heap_update(me, h->t, (xip_ctid){0, offsets[0]}, &data, false, false);
    xip_heap_op_result result;
    if (xip_heap_op_run(me, &result) != XIP_DONE || result.error != XIP_OK || result.tm != XIP_TM_OK)
        return false;
    CHECK(result.hot && result.ctid.block == 0);
    note(h, s, old, r.v);
    return true;
}

static void step(history *h, xip_rng *rng)
{
    uint32_t s = xip_rng_below(rng, SESSIONS), id = 1 + xip_rng_below(rng, ROWS), kind = xip_rng_below(rng, 10);
    xip_session *me = h->sim.s[s];
    if (xip_xact_level(me) == 0) {
        begin_one(h, s, kind < 2);
        return;
    }
    if (kind < 3) {
        h->committed[h->now[s]] = xip_serializable_precommit(me);
        if (h->committed[h->now[s]])
            commit(me);
        else
            give_up(h, s);
        return;
    }
    statement(me);
    bool reads = kind < 7 || me->is_read_only;
    if (reads ? read_some(h, s, kind == 3 ? 0 : id) : write_one(h, s, id))
        statement_end(me);
    else
        give_up(h, s);
}

/* Returns whether the committed transactions could have run one after the other. */
static bool run_history(history *h, xip_isolation level, uint32_t rules, uint64_t seed)
{
    xip_rng rng = {seed};
    sim_start(&h->sim, rules, SIM_PG14, 1000, SESSIONS);
    h->t = table_new(&h->sim, true);
    h->level = level;
    h->last_v = 0;
    h->xacts = h->count = 0;
    memset(h->committed, 0, sizeof h->committed);
    begin_one(h, 0, false);
    for (int32_t id = 1; id <= ROWS; id++) {
        insert(h->sim.s[0], h->t, id, ++h->last_v);
        note(h, 0, -id, h->last_v);
    }
    h->committed[0] = xip_serializable_precommit(h->sim.s[0]);
    commit(h->sim.s[0]);
    for (uint32_t i = 0; i < STEPS; i++)
        step(h, &rng);
    return is_serializable(h);
}

static history h;

static void serializable(void)
{
    uint32_t rounds = (CHECK_SANITIZED ? 300 : 3000) * check_state.runs;
    for (uint32_t i = 0; i < rounds; i++) {
        CONTEXT("seed %llu, history %u", (unsigned long long)check_state.seed, i);
        if (!CHECK(run_history(&h, XIP_SERIALIZABLE, 13 + i % 6, check_state.seed + i)))
            return;
    }
    CHECK(h.failures > 0);
}

static void checker(void)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < 300; i++)
        found += !run_history(&h, XIP_REPEATABLE_READ, 17, check_state.seed + i);
    CHECK(found > 30);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("committed SERIALIZABLE transactions could have run one after the other", serializable);
    LAW("the checker finds circles in REPEATABLE READ", checker);
    sim_stop(&h.sim);
    return check_end();
}
