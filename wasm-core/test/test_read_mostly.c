/*
 * test_read_mostly.c — GlobalVis on a read-mostly workload: how often the accurate horizons have to be computed. The
 * table is pgbench's accounts at scale 1 (100,000 rows, 61 on a page of 8 kB, 1,640 pages); of 100 transactions of 16
 * sessions 99 read one row and one updates one, all by its place, as through an index. 13 computes a horizon with every
 * snapshot.
 */
#include "base/rng.h"
#include "heap_sim.h"
#include "server/observe.h"

enum {
    ROWS = 100000,
    ROWS_ON_A_PAGE = 61,
    ROW_BYTES = 97, /* aid, bid, abalance, filler char(84) */
    SESSIONS = 16,
    TRANSACTIONS = 200000,
    READS_TO_A_WRITE = 99,
    BYTES = 64 << 20
};

static xip_ctid places[ROWS];

static xip_tuple_data account(uint8_t *bytes, int32_t id, int32_t balance)
{
    memset(bytes, ' ', ROW_BYTES);
    memcpy(bytes, &id, sizeof id);
    memcpy(bytes + 8, &balance, sizeof balance);
    return (xip_tuple_data){.bytes = bytes, .length = ROW_BYTES, .natts = 4};
}

static void fill(sim *sim, uint32_t rel)
{
    uint8_t bytes[ROW_BYTES];
    xip_session *me = sim->s[0];
    begin(me);
    statement(me);
    for (int32_t id = 0; id < ROWS; id++) {
        xip_tuple_data data = account(bytes, id, 0);
        if (!CHECK(xip_heap_insert(me, rel, &data, &places[id]) == XIP_OK))
            break;
    }
    statement_end(me);
    commit(me);
    CHECK(xip_relation_blocks(sim->server, rel) == (ROWS + ROWS_ON_A_PAGE - 1) / ROWS_ON_A_PAGE);
}

/* Visits the row's page as an index scan does: it is pruned, if that is due. */
static void look_up(xip_session *me, uint32_t rel, uint32_t id)
{
    uint16_t offsets[XIP_MAX_OFFSETS];
    xip_heap_scan_page(me, rel, places[id].block, xip_active_snapshot(me), offsets);
    xip_heap_scan_end(me);
}

static void read_one(xip_session *me, uint32_t rel, uint32_t id)
{
    begin(me);
    statement(me); /* to plan */
    xip_pop_active_snapshot(me);
    statement(me);
    look_up(me, rel, id);
    statement_end(me);
    commit(me);
}

static void write_one(xip_session *me, uint32_t rel, uint32_t id, int32_t balance)
{
    uint8_t bytes[ROW_BYTES];
    begin(me);
    statement(me);
    xip_pop_active_snapshot(me);
    statement(me);
    look_up(me, rel, id);
    xip_tuple_data data = account(bytes, (int32_t)id, balance);
    xip_heap_update(me, rel, places[id], &data, false, false);
    xip_heap_op_result result = {0};
    CHECK(run(me, &result) == XIP_DONE && result.tm == XIP_TM_OK);
    commit(me);
    places[id] = result.ctid;
}

static uint64_t computed(const sim *sim)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < SESSIONS; i++) {
        xip_horizon_view view;
        xip_observe_horizons(sim->s[i], &view);
        n += view.computed;
    }
    return n;
}

static void accurate_ones_are_rare(void)
{
    static const uint32_t versions[] = {14, 17};
    for (uint32_t v = 0; v < 2; v++) {
        sim sim = {0};
        CHECK(xip_arena_init(&sim.arena, BYTES));
        sim_start(&sim, versions[v], SIM_PG14, 1000, SESSIONS);
        uint32_t rel = table_new(&sim, true);
        fill(&sim, rel);
        uint64_t before = computed(&sim);
        xip_rng rng = {check_state.seed + v};
        uint32_t writes = 0;
        for (uint32_t i = 0; i < TRANSACTIONS; i++) {
            xip_session *me = sim.s[xip_rng_below(&rng, SESSIONS)];
            uint32_t id = xip_rng_below(&rng, ROWS);
            if (xip_rng_once_in(&rng, READS_TO_A_WRITE + 1)) {
                write_one(me, rel, id, (int32_t)i);
                writes++;
            } else {
                read_one(me, rel, id);
            }
        }
        uint64_t n = computed(&sim) - before;
        CONTEXT("rules of %u: %llu accurate horizons in %d transactions, %u of them writes", versions[v],
                (unsigned long long)n, (int)TRANSACTIONS, writes);
        CHECK(n > 0 && n < TRANSACTIONS / 100);
        printf("    rules of %u: accurate horizons in %.2f %% of %d transactions, %u of them writes\n", versions[v],
               100.0 * (double)n / TRANSACTIONS, (int)TRANSACTIONS, writes);
        sim_stop(&sim);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("14+: on a read-mostly workload accurate horizons are computed in under 1 % of transactions",
        accurate_ones_are_rare);
    return check_end();
}
