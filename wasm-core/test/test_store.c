/*
 * test_store.c — checkpoints restore the exact bytes, also when there is no room for more.
 * build: -DXIP_OBSERVED=1
 */
#include "base/rng.h"
#include "check.h"
#include "simulation/store.h"

enum { BYTES = 40 * 1000, CHECKPOINTS = 60 };

static _Alignas(64) uint8_t memory[BYTES];
static uint8_t copies[CHECKPOINTS][BYTES];
static size_t used_at[CHECKPOINTS];

/* Random changes to a memory that grows, a copy for each checkpoint, and random journeys between them. */
static void one_journey(xip_rng *rng, size_t budget, bool may_fill_up)
{
    store st;
    size_t used = 1 + xip_rng_below(rng, BYTES / 2);
    memset(memory, 0xAA, sizeof memory); /* bytes after `used` do not count */
    memset(memory, 0, used);
    if (!CHECK(store_init(&st, memory, BYTES, budget)))
        return;
    for (uint32_t i = 0; i < CHECKPOINTS; i++) {
        uint32_t changes = xip_rng_below(rng, 30);
        size_t more = xip_rng_below(rng, 900);
        if (used + more > BYTES)
            more = BYTES - used;
        memset(memory + used, 0, more);
        used += more;
        for (uint32_t k = 0; k < changes; k++)
            memory[xip_rng_below(rng, (uint32_t)used)] = (uint8_t)xip_rng_next(rng);
        bool added = store_add(&st, used);
        CHECK(added || may_fill_up);
        if (added) {
            memcpy(copies[st.checkpoints - 1], memory, used);
            used_at[st.checkpoints - 1] = used;
        }
        CHECK(st.count * sizeof(store_version) <= budget);
        if (st.checkpoints == 0)
            break;
        uint32_t to = xip_rng_below(rng, st.checkpoints);
        store_go(&st, to);
        CHECK(memcmp(memory, copies[to], used_at[to]) == 0);
        /* Checkpoints are made at the end of the known ones: back there. */
        store_go(&st, st.checkpoints - 1);
        used = used_at[st.checkpoints - 1];
        CHECK(memcmp(memory, copies[st.checkpoints - 1], used) == 0);
    }
    CHECK(may_fill_up || st.checkpoints == CHECKPOINTS);
    store_free(&st);
}

static void journeys(void)
{
    for (uint32_t run = 0; run < 40 * check_state.runs; run++) {
        xip_rng rng = {check_state.seed + run};
        CONTEXT("seed %llu", (unsigned long long)check_state.seed + run);
        one_journey(&rng, 4 << 20, false);
        one_journey(&rng, 100000, true);
    }
}

/* A page that does not change is kept once, however many checkpoints there are. */
static void only_changes_take_room(void)
{
    store st;
    memset(memory, 7, sizeof memory);
    CHECK(store_init(&st, memory, BYTES, 1 << 20));
    CHECK(store_add(&st, BYTES));
    uint32_t first = st.count;
    for (uint32_t i = 0; i < 20; i++) {
        memory[5000] = (uint8_t)i;
        CHECK(store_add(&st, BYTES));
    }
    CHECK(st.count == first + 19 + 1);
    store_free(&st);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a checkpoint gives back what was there, and one without room changes nothing", journeys);
    LAW("only what has changed takes room", only_changes_take_room);
    return check_end();
}
