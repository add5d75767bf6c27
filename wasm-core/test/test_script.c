/*
 * test_script.c — threads, simulation and replay do what the table of workloads says (pg/script.h).
 * build: -DXIP_OBSERVED=1
 */
#include "check.h"
#include "designs/designs.h"
#include "labthreads/workload.h"
#include "model_machine.h"
#include "pg/procarray.h"
#include "pg/regions.h"
#include "pg/xact.h"
#include "simulation/model.h"
#include "simulation/scene.h"

enum { LOG = 1 << 15, CONNECTIONS = 3, TRANSACTIONS = 3, REPLAYED = 60, SAVEPOINTS = 3 };

/* ---- the table itself ---- */

/* Every operation where it may be: snapshots are released, work comes in halves, rounds are closed. */
static void check_order(const xip_script *script)
{
    bool begun = false;
    bool taken = false;
    bool repeats = false;
    bool planned = false;
    for (const uint8_t *op = script->ops; *op != XIP_OP_OVER; op++)
        switch ((xip_op)*op) {
        case XIP_OP_BEGIN:
            CHECK(!begun && !repeats);
            begun = true;
            break;
        case XIP_OP_SNAPSHOT:
            CHECK(!taken);
            taken = true;
            break;
        case XIP_OP_RELEASE:
            CHECK(taken);
            taken = false;
            break;
        case XIP_OP_END:
            CHECK(begun && !taken && !repeats);
            begun = false;
            break;
        case XIP_OP_ASSIGN:
            CHECK(begun);
            break;
        case XIP_OP_SAVEPOINT:
        case XIP_OP_SUBXACT:
            CHECK(begun && repeats && script->savepoints > 0);
            break;
        case XIP_OP_READ_PAGE:
        case XIP_OP_READ_TABLE:
        case XIP_OP_WRITE_TABLE:
            CHECK(taken && script->savepoints > 0);
            break;
        case XIP_OP_PLAN_WORK:
            CHECK(!planned && !taken);
            planned = true;
            break;
        case XIP_OP_RUN_WORK:
            CHECK(planned && taken);
            planned = false;
            break;
        case XIP_OP_SHARE_WORK:
            CHECK(repeats);
            break;
        case XIP_OP_REPEAT:
            CHECK(!repeats && !taken && xip_script_rounds(script, 1) > 0);
            repeats = true;
            break;
        case XIP_OP_AGAIN:
            CHECK(repeats && !taken);
            repeats = false;
            break;
        case XIP_OP_WORK:
        case XIP_OP_TURN:
        case XIP_OP_OVER:
            break;
        }
    CHECK(!begun && !taken && !repeats && !planned);
}

static void the_table_is_sound(void)
{
    for (uint32_t i = 0; i < XIP_WORKLOAD_COUNT; i++) {
        const xip_script *script = &xip_scripts[i];
        CONTEXT("%s", script->name);
        for (uint32_t k = 0; k < i; k++)
            CHECK(strcmp(script->name, xip_scripts[k].name) != 0);
        CHECK(script->ops[0] != XIP_OP_OVER);
        check_order(script);
    }
}

/* How often the operations come in a transaction. */
static uint32_t count_of(const xip_script *script, uint32_t rounds, uint32_t wanted)
{
    xip_script_place place = {0};
    uint32_t n = 0;
    while (xip_script_next(script, rounds, wanted, &place) != XIP_OP_OVER)
        n++;
    return n;
}

static void rounds_are_followed(void)
{
    const xip_script *script = &xip_scripts[XIP_WORKLOAD_SUBTRANS_60];
    for (uint32_t rounds = 0; rounds < 4; rounds++) {
        CONTEXT("%u rounds", rounds);
        CHECK(count_of(script, rounds, 1u << XIP_OP_BEGIN | 1u << XIP_OP_END) == 2);
        CHECK(count_of(script, rounds, 1u << XIP_OP_SNAPSHOT) == 4 * rounds);
        CHECK(count_of(script, rounds, 1u << XIP_OP_SUBXACT) == rounds);
    }
    const xip_script *batch = &xip_scripts[XIP_WORKLOAD_BATCH];
    CHECK(count_of(batch, batch->rounds, 1u << XIP_OP_SNAPSHOT) == 200);
}

/* ---- threads ---- */

typedef struct observed_server {
    xip_arena memory;
    xip_cluster cluster;
    mem_observer observer;
    struct mem_core core;
    xip_backend me;
    xip_tally tally;
    xip_access log[LOG];
} observed_server;

static void open_server(observed_server *s, const xip_design_ops *design)
{
    xip_cluster_size size = {.max_procs = CONNECTIONS, .max_with_xid = 2, .max_with_subxid = 1};
    xip_arena_free(&s->memory);
    bool made = xip_arena_init(&s->memory, xip_cluster_bytes(design, CONNECTIONS) + 65536) &&
                xip_cluster_init(&s->cluster, design, CONNECTIONS, &s->memory) == XIP_OK;
    if (!CHECK(made))
        exit(2);
    s->tally = (xip_tally){0};
    s->observer = (mem_observer){.log = s->log, .capacity = LOG};
    s->core = (struct mem_core){.observer = &s->observer};
    s->observer.region_count = xip_cluster_regions(&s->cluster, s->observer.regions);
    CHECK(xip_backend_init(&s->me, &s->cluster, &s->core, &size, &s->memory) == XIP_OK);
    CHECK(xip_connect(&s->me) == XIP_OK);
    for (uint32_t i = 1; i < CONNECTIONS; i++) {
        xip_backend other = {.cluster = &s->cluster, .core = &s->core};
        CHECK(xip_connect(&other) == XIP_OK);
    }
    s->observer.on = true;
}

static void interpret(observed_server *s, const xip_script *script)
{
    xip_script_place place = {0};
    for (;;)
        switch (xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, &place)) {
        case XIP_OP_BEGIN:
            xip_begin(&s->me);
            break;
        case XIP_OP_SNAPSHOT:
            s->tally.reused += xip_take_snapshot(&s->me);
            s->tally.snapshots++;
            break;
        case XIP_OP_RELEASE:
            xip_release_snapshot(&s->me);
            break;
        case XIP_OP_ASSIGN:
            xip_assign_xid(&s->me);
            break;
        case XIP_OP_END:
            xip_proc_array_end_transaction(&s->me);
            break;
        default:
            s->tally.transactions++;
            return;
        }
}

static void threads_do_the_same(void)
{
    static observed_server straight, table;
    for (uint32_t d = 0; xip_design_ops_at(d); d++)
        for (uint32_t i = 0; i < XIP_WORKLOAD_COUNT; i++) {
            const xip_script *script = &xip_scripts[i];
            if (script->savepoints > 0)
                continue; /* their rows and SLRU are the lab's; web/src/engine/lab/lab.wasm.test.ts counts snapshots */
            open_server(&straight, xip_design_ops_at(d));
            open_server(&table, xip_design_ops_at(d));
            const xip_task task = {.rounds = script->rounds};
            for (uint32_t n = 0; n < TRANSACTIONS; n++) {
                xip_workload_transaction(&straight.me, (xip_workload)i, &task, &straight.tally);
                interpret(&table, script);
            }
            CONTEXT("%s in %s", script->name, xip_design_at(d)->id);
            CHECK(straight.tally.transactions == TRANSACTIONS && table.tally.transactions == TRANSACTIONS);
            CHECK(straight.tally.snapshots == table.tally.snapshots);
            CHECK(straight.tally.reused == table.tally.reused);
            CHECK(!straight.observer.overflowed && straight.observer.count > 0);
            CHECK(straight.observer.count == table.observer.count);
            CHECK(memcmp(straight.log, table.log, straight.observer.count * sizeof *straight.log) == 0);
        }
    xip_arena_free(&straight.memory);
    xip_arena_free(&table.memory);
}

/* ---- simulation ---- */

static void the_simulation_does_the_same(void)
{
    static xip_arena memory;
    xip_arena_init(&memory, 64 << 20);
    machine_params machine = small_machine_of(2);
    for (uint32_t i = 0; i < XIP_WORKLOAD_COUNT; i++) {
        const xip_script *script = &xip_scripts[i];
        model_params p = {.workload = i,
                          .active = 1,
                          .mostly_idle_every_ns = 1e8,
                          .threads_per_core = 2,
                          SMALL_CORE,
                          .other_work_ns = script->other_work_us * 1e3,
                          .smt_slowdown = 1.25,
                          .clock_slowdown = 1,
                          .wake_ns = 2200,
                          .warm_up = 2,
                          .samples = 10,
                          .seed = 1,
                          .savepoints = SAVEPOINTS,
                          .rows = 100};
        CONTEXT("%s", script->name);
        model *m = NULL;
        xip_arena_reset(&memory);
        xip_error error = model_create(&m, &machine, &p, &memory);
        if (!CHECK(error == (script->simulated ? XIP_OK : XIP_ERR_WORKLOAD)) || error != XIP_OK)
            continue;
        while (!model_run(m, 1000000))
            ;
        model_result r = model_result_of(m);
        uint32_t each = count_of(script, xip_script_rounds(script, SAVEPOINTS), 1u << XIP_OP_SNAPSHOT);
        CHECK(r.transactions == 10 && r.snapshots == 10.0 * each);
        /* A fifth more or less for each piece. */
        CHECK(r.work >= 0.8 * p.other_work_ns && r.work <= 1.2 * p.other_work_ns);
    }
    xip_arena_free(&memory);
}

/* ---- replay ---- */

static void the_replay_does_the_same(void)
{
    machine_params machine = small_machine_of(2);
    for (uint32_t i = 0; i < XIP_WORKLOAD_COUNT; i++) {
        const xip_script *script = &xip_scripts[i];
        scene_request request = {.active = 2, .workload = i};
        CONTEXT("%s", script->name);
        scene *s = NULL;
        xip_error error = scene_create(&s, &machine, &request);
        if (!CHECK(error == (script->replayed ? XIP_OK : XIP_ERR_WORKLOAD)) || error != XIP_OK)
            continue;
        CHECK(scene_goto(s, REPLAYED) == XIP_OK);
        xip_script_place places[2] = {{0}, {0}};
        uint32_t transactions[2] = {0, 0};
        for (uint32_t n = 0; n < REPLAYED; n++) {
            const xip_scene_operation *o = &scene_history(s)[n];
            xip_script_place *place = &places[o->backend];
            xip_op op = xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, place);
            if (op == XIP_OP_OVER) {
                op = xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, place);
                transactions[o->backend]++;
            }
            CONTEXT("%s, operation %u", script->name, n);
            CHECK(o->kind == (uint32_t)op && o->transaction == transactions[o->backend]);
        }
        CHECK(transactions[0] > 1 && transactions[1] > 1);
        scene_free(s);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("every workload has a name of its own, and a list in which each operation may come where it comes",
        the_table_is_sound);
    LAW("a place follows the rounds, none of them too", rounds_are_followed);
    LAW("a thread's straight code makes the accesses of its list, in every design", threads_do_the_same);
    LAW("the simulation takes the list's snapshots and does its other work, or refuses the workload",
        the_simulation_does_the_same);
    LAW("the replay shows the list's operations one by one, or refuses the workload", the_replay_does_the_same);
    return check_end();
}
