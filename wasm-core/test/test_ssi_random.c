/*
 * Random histories of SERIALIZABLE transactions on a server with a table: those that commit could have run one after
 * the other (ssi_history.h). They read single rows and ranges by an index, and the whole table; update, delete and
 * insert; have subtransactions, are READ ONLY, wait for safe snapshots, and are prepared. The checker has to find
 * circles in REPEATABLE READ, and with each planted fault of SSI.
 *
 * One run has 3,000 histories; `--runs 334` has a million.
 */
#include "base/rng.h"
#include "heap_sim.h"
#include "ssi_history.h"
#include "xip.h"

enum {
    SESSIONS = 4,
    ROWS = 5,   /* from the start */
    FRESH = 8,  /* inserted later, each at most once */
    STEPS = 56, /* so many transactions at most, with the first one */
    PREPARED = 2,
    ROUNDS = 3000,
    INDEX = 1,
    LEAF = 1
};

typedef struct world {
    sim sim;
    uint32_t t;
    xip_isolation level;
    uint32_t last_v, fresh;
    uint32_t now[SESSIONS]; /* the history's number of the transaction */
    uint32_t mark[SESSIONS];
    bool waits[SESSIONS];
    uint32_t prepared[PREPARED], handle[PREPARED], prepared_count;
    uint16_t root[HISTORY_ROWS]; /* where the index's entry of a row points; 0: none */
    history history;
} world;

static struct counts {
    uint64_t histories, committed, failed, waited, prepared;
} counted;

static void note(world *w, uint32_t s, uint32_t row, uint32_t v, uint32_t by)
{
    CHECK(history_note(&w->history, w->now[s], row, v, by));
}

/* --- ends ----------------------------------------------------------------------------------------------------------
 */

static void give_up(world *w, uint32_t s)
{
    xip_heap_op_drop(w->sim.s[s]);
    rollback(w->sim.s[s]);
    w->waits[s] = false;
}

static void fail(world *w, uint32_t s)
{
    counted.failed++;
    give_up(w, s);
}

static void end(world *w, uint32_t s, xip_rng *rng)
{
    xip_session *me = w->sim.s[s];
    while (xip_xact_level(me) > 1)
        xip_subxact_commit(me);
    if (!xip_serializable_precommit(me)) {
        fail(w, s);
        return;
    }
    if (w->prepared_count < PREPARED && xip_rng_below(rng, 8) == 0) {
        uint32_t n = w->prepared_count++;
        CHECK(xip_xact_prepare(me, &w->handle[n]) == XIP_OK);
        w->prepared[n] = w->now[s];
        counted.prepared++;
        return;
    }
    commit(me);
    w->history.committed[w->now[s]] = true;
    counted.committed++;
}

static void finish_prepared(world *w, uint32_t s, bool commits)
{
    uint32_t n = --w->prepared_count;
    xip_prepared_finish(w->sim.s[s], w->handle[n], commits);
    w->history.committed[w->prepared[n]] = commits;
}

/* --- reads ---------------------------------------------------------------------------------------------------------
 */

static bool locks(xip_session *me, xip_ssi_tag tag)
{
    return !xip_serializable_reads(me, xip_active_snapshot(me)) || xip_serializable_lock(me, tag);
}

static uint32_t absent(uint32_t row)
{
    return (row < ROWS ? HISTORY_DELETED : HISTORY_UNBORN) + row;
}

/* Its visible version's place, 0: none; *failed: the transaction must roll back. */
static uint16_t fetch(world *w, uint32_t s, uint32_t row, bool *failed)
{
    xip_session *me = w->sim.s[s];
    uint16_t offset = w->root[row];
    bool dead = false;
    uint32_t n = offset == 0 ? 0 : xip_heap_scan_roots(me, w->t, 0, xip_active_snapshot(me), &offset, 1, &dead);
    *failed = xip_serializable_failed(me);
    return n == 0 ? 0 : offset;
}

static uint32_t version_at(world *w, uint16_t offset, uint32_t row)
{
    return offset == 0 ? absent(row) : (uint32_t)item_0(&w->sim, w->t, offset).row.v;
}

/* By the index: its leaf is locked, and each row that is found. */
static bool read_range(world *w, uint32_t s, uint32_t first, uint32_t last)
{
    if (!locks(w->sim.s[s], (xip_ssi_tag){w->t, INDEX, LEAF, 0}))
        return false;
    for (uint32_t row = first; row <= last; row++) {
        bool failed;
        uint16_t offset = fetch(w, s, row, &failed);
        if (failed)
            return false;
        note(w, s, row, version_at(w, offset, row), 0);
    }
    return true;
}

static bool read_all(world *w, uint32_t s)
{
    xip_session *me = w->sim.s[s];
    uint16_t offsets[XIP_MAX_OFFSETS];
    uint32_t met[HISTORY_ROWS] = {0};
    if (!locks(me, (xip_ssi_tag){w->t, 0, XIP_SSI_NO_BLOCK, 0}))
        return false;
    uint32_t n = xip_heap_scan_page(me, w->t, 0, xip_active_snapshot(me), offsets);
    if (xip_serializable_failed(me))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        row r = item_0(&w->sim, w->t, offsets[i]).row;
        met[r.id] = (uint32_t)r.v;
    }
    for (uint32_t row = 0; row < ROWS + FRESH; row++)
        note(w, s, row, met[row] == 0 ? absent(row) : met[row], 0);
    xip_heap_scan_end(me);
    return true;
}

/* --- writes: false if the transaction fails, or would have to wait --------------------------------------------------
 */

static bool insert_one(world *w, uint32_t s, uint32_t id)
{
    xip_session *me = w->sim.s[s];
    row r = {(int32_t)id, (int32_t)w->last_v++};
    xip_tuple_data data = row_data(&r);
    xip_ctid ctid = {0};
    if (xip_heap_insert(me, w->t, &data, &ctid) != XIP_OK)
        return false;
    CHECK(ctid.block == 0);
    w->root[id] = (uint16_t)ctid.offset;
    note(w, s, id, HISTORY_UNBORN + id, (uint32_t)r.v);
    return xip_serializable_check_in(me, (xip_ssi_tag){w->t, INDEX, LEAF, 0});
}

static bool change_one(world *w, uint32_t s, uint32_t id, bool deletes)
{
    xip_session *me = w->sim.s[s];
    bool failed;
    if (!locks(me, (xip_ssi_tag){w->t, INDEX, LEAF, 0}))
        return false;
    uint16_t offset = fetch(w, s, id, &failed);
    if (failed)
        return false;
    uint32_t old = version_at(w, offset, id);
    if (offset == 0) {
        note(w, s, id, old, 0);
        return true;
    }
    row r = {(int32_t)id, (int32_t)(deletes ? HISTORY_DELETED + id : w->last_v++)};
    xip_tuple_data data = row_data(&r);
    if (deletes)
        xip_heap_delete(me, w->t, (xip_ctid){0, offset});
    else
        xip_heap_update(me, w->t, (xip_ctid){0, offset}, &data, false, false);
    xip_heap_op_result result;
    if (xip_heap_op_run(me, &result) != XIP_DONE || result.error != XIP_OK || result.tm != XIP_TM_OK)
        return false;
    CHECK(deletes || (result.hot && result.ctid.block == 0));
    note(w, s, id, old, (uint32_t)r.v);
    return true;
}

/* --- steps ---------------------------------------------------------------------------------------------------------
 */

static void begin_one(world *w, uint32_t s, xip_rng *rng)
{
    uint32_t kind = xip_rng_below(rng, 10);
    w->now[s] = w->history.xacts++;
    xip_xact_start(w->sim.s[s], w->level, kind < 3);
    w->sim.s[s]->is_deferrable = kind < 2;
}

static void save_or_undo(world *w, uint32_t s)
{
    xip_session *me = w->sim.s[s];
    if (xip_xact_level(me) == 1) {
        CHECK(xip_subxact_start(me) == XIP_OK);
        w->mark[s] = w->history.count;
        return;
    }
    xip_subxact_abort(me);
    history_undo(&w->history, w->now[s], w->mark[s]);
}

static bool run_statement(world *w, uint32_t s, xip_rng *rng)
{
    uint32_t kind = xip_rng_below(rng, 10), row = xip_rng_below(rng, ROWS);
    bool reads = kind < 5 || w->sim.s[s]->is_read_only;
    if (reads && kind % 5 == 0)
        return read_all(w, s);
    if (reads)
        return kind % 5 < 3 ? read_range(w, s, row, row) : read_range(w, s, row, ROWS + FRESH - 1);
    if (kind == 9 && w->fresh < ROWS + FRESH)
        return insert_one(w, s, w->fresh++);
    return change_one(w, s, row, kind == 8);
}

/* A DEFERRABLE transaction's first statement. False: it waits. */
static bool has_snapshot(world *w, uint32_t s)
{
    bool waits = xip_await_safe_snapshot(w->sim.s[s]) == XIP_WAIT;
    counted.waited += waits && !w->waits[s];
    w->waits[s] = waits;
    return !waits;
}

static void step(world *w, xip_rng *rng)
{
    uint32_t s = xip_rng_below(rng, SESSIONS), kind = xip_rng_below(rng, 16);
    xip_session *me = w->sim.s[s];
    if (xip_xact_level(me) == 0) {
        if (w->prepared_count > 0 && kind < 5)
            finish_prepared(w, s, kind < 4);
        else if (w->history.xacts < HISTORY_XACTS)
            begin_one(w, s, rng);
        return;
    }
    if (w->waits[s] && kind == 0) {
        give_up(w, s);
        return;
    }
    if (!w->waits[s] && kind < 6) {
        if (kind == 0)
            give_up(w, s);
        else if (kind == 1)
            save_or_undo(w, s);
        else
            end(w, s, rng);
        return;
    }
    if (!has_snapshot(w, s))
        return;
    statement(me);
    if (run_statement(w, s, rng))
        statement_end(me);
    else
        fail(w, s);
}

static void set_up(world *w)
{
    xip_session *me = w->sim.s[0];
    w->now[0] = w->history.xacts++;
    xip_xact_start(me, w->level, false);
    for (uint32_t id = 0; id < ROWS; id++) {
        statement(me);
        CHECK(insert_one(w, 0, id));
        statement_end(me);
    }
    CHECK(xip_serializable_precommit(me));
    commit(me);
    w->history.committed[0] = true;
}

/* Returns whether the committed transactions could have run one after the other. */
static bool run_history(world *w, xip_isolation level, uint32_t rules, uint32_t faults, uint64_t seed)
{
    xip_rng rng = {seed};
    xip_server_config config = {.rules = rules, .design = SIM_PG14, .next_xid = 1000, .faults = faults};
    sim_start_as(&w->sim, &config, SESSIONS);
    w->t = table_new(&w->sim, true);
    w->level = level;
    w->last_v = HISTORY_FIRST;
    w->fresh = ROWS;
    w->prepared_count = 0;
    memset(w->root, 0, sizeof w->root);
    memset(w->waits, 0, sizeof w->waits);
    history_start(&w->history);
    set_up(w);
    for (uint32_t i = 0; i < STEPS; i++)
        step(w, &rng);
    counted.histories++;
    return is_serializable(&w->history);
}

/* --- laws ----------------------------------------------------------------------------------------------------------
 */

static world w;

static void serializable(void)
{
    uint32_t rounds = (CHECK_SANITIZED ? ROUNDS / 10 : ROUNDS) * check_state.runs;
    counted = (struct counts){0};
    for (uint32_t i = 0; i < rounds; i++) {
        CONTEXT("seed %llu, history %u", (unsigned long long)check_state.seed, i);
        if (!CHECK(run_history(&w, XIP_SERIALIZABLE, 13 + i % 6, XIP_FAULT_NONE, check_state.seed + i)))
            return;
    }
    printf("%llu histories: %llu committed, %llu failed, %llu waited for a safe snapshot, %llu prepared\n",
           (unsigned long long)counted.histories, (unsigned long long)counted.committed,
           (unsigned long long)counted.failed, (unsigned long long)counted.waited,
           (unsigned long long)counted.prepared);
    CHECK(counted.failed > 0 && counted.waited > 0 && counted.prepared > 0);
}

/* Every planted fault, and snapshots alone. */
static void checker(void)
{
    static const struct {
        xip_isolation level;
        uint32_t faults;
    } broken[] = {{XIP_REPEATABLE_READ, XIP_FAULT_NONE},
                  {XIP_SERIALIZABLE, XIP_FAULT_MISSES_CONFLICT_OUT},
                  {XIP_SERIALIZABLE, XIP_FAULT_PROMOTION_FORGETS},
                  {XIP_SERIALIZABLE, XIP_FAULT_SIREAD_ENDS_AT_COMMIT},
                  {XIP_SERIALIZABLE, XIP_FAULT_UNSAFE_IS_SAFE}};
    for (uint32_t k = 0; k < sizeof broken / sizeof *broken; k++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < ROUNDS; i++)
            found += !run_history(&w, broken[k].level, 17, broken[k].faults, check_state.seed + i);
        printf("fault %x: %u of %u histories have no serial order\n", broken[k].faults, found, (uint32_t)ROUNDS);
        CONTEXT("fault %x", broken[k].faults);
        CHECK(found > 0);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("committed SERIALIZABLE transactions could have run one after the other", serializable);
    LAW("the checker finds circles in REPEATABLE READ, and with each planted fault of SSI", checker);
    sim_stop(&w.sim);
    return check_end();
}
