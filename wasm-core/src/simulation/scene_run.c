/* scene_run.c — one operation after the other, the backend with the earliest clock first; going back is a checkpoint
 * and the way from there. See scene.h. */
#include "base/assert.h"
#include "designs/designs.h"
#include "pg/procarray.h"
#include "pg/xact.h"
#include "simulation/scene_state.h"

enum {
    /* About as long as a client can wait: this many accesses take some 20 ms. */
    ACCESSES_PER_CHECKPOINT = 1000000,
    OPERATIONS_PER_CHECKPOINT = 256
};

void scene_checkpoint(scene *s)
{
    if (s->checkpoints_full)
        return;
    s->state->arena_used = s->memory.used;
    if (store_add(&s->checkpoints, s->memory.used))
        s->checkpoint_at[s->checkpoints.checkpoints - 1] = s->state->done;
    else
        s->checkpoints_full = true;
    s->since_checkpoint = 0;
}

/* The backend whose clock is earliest; the first of several. */
static scene_backend *next_backend(scene *s)
{
    scene_backend *next = &s->backends[0];
    for (uint32_t i = 1; i < s->request.active; i++)
        if (s->backends[i].clock < next->clock)
            next = &s->backends[i];
    return next;
}

/* How many operations the scene has. */
static uint32_t most(const scene *s)
{
    return s->plan ? s->request.plan_count : SCENE_MAX_OPERATIONS;
}

/* The engine's operations alone are replayed: other work touches no shared memory. */
static xip_op next_operation(const scene *s, scene_backend *b)
{
    const xip_script *script = &xip_scripts[s->request.workload];
    xip_op op = xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, &b->place);
    return op == XIP_OP_OVER ? xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, &b->place) : op;
}

/* Returns whether a snapshot was reused. */
static bool act(scene_backend *b, xip_op op)
{
    switch (op) {
    case XIP_OP_BEGIN:
        xip_begin(&b->pg);
        break;
    case XIP_OP_SNAPSHOT:
        return xip_take_snapshot(&b->pg);
    case XIP_OP_RELEASE:
        xip_release_snapshot(&b->pg);
        break;
    case XIP_OP_ASSIGN:
        xip_assign_xid(&b->pg);
        break;
    default:
        XIP_ASSERT(op == XIP_OP_END, "no other operation is replayed");
        xip_proc_array_end_transaction(&b->pg);
    }
    return false;
}

/* Whose turn it is, and for what. */
static xip_op next_turn(scene *s, scene_backend **whose)
{
    if (!s->plan) {
        *whose = next_backend(s);
        return next_operation(s, *whose);
    }
    const scene_planned *planned = &s->plan[s->state->done];
    *whose = &s->backends[planned->backend];
    (*whose)->clock = s->state->now;
    return (xip_op)planned->op;
}

static void run_one(scene *s, bool logs)
{
    scene_backend *b = NULL;
    xip_op op = next_turn(s, &b);
    s->running = b;
    s->started = b->clock;
    s->logs = logs;
    s->accesses = 0;
    s->log_count = 0;
    s->overflowed = false;
    s->homeless = false;
    machine_counts before = *machine_counts_of(s->machine, b->core);
    s->observer.on = true;
    bool reused = act(b, op);
    s->observer.on = false;
    scene_settle(s);
    machine_end_operation(s->machine, b->core, scene_decide, s);
    machine_counts after = *machine_counts_of(s->machine, b->core);
#define MET(field) ((uint32_t)(after.field - before.field))
    xip_scene_operation *o = &s->history[s->state->done++];
    *o = (xip_scene_operation){
        .backend = (uint32_t)(b - s->backends),
        .core = b->core,
        .kind = (uint32_t)op,
        .transaction = b->transaction,
        .reused = reused,
        .accesses = s->accesses,
        .misses = MET(found[MACHINE_L3]) + MET(found[MACHINE_PEER]) + MET(found[MACHINE_FAR]) +
                  MET(found[MACHINE_MEMORY]) + MET(found[MACHINE_FAR_MEMORY]) + MET(upgrades),
        .true_sharing = MET(sharing[MACHINE_TRUE_SHARING]),
        .false_sharing = MET(sharing[MACHINE_FALSE_SHARING]),
        .for_horizon = MET(sharing[MACHINE_FOR_HORIZON]),
        .upgrades = MET(upgrades),
        .transfers_within = MET(transfers_within),
        .transfers_across = MET(transfers_across),
        .start_ns = s->started,
        .end_ns = b->clock,
    };
#undef MET
    b->transaction += op == XIP_OP_END;
    s->state->now = b->clock;
    if (s->state->done <= s->known)
        return;
    s->known = s->state->done;
    s->since_checkpoint += s->accesses;
    if (s->since_checkpoint >= ACCESSES_PER_CHECKPOINT ||
        s->state->done - s->checkpoint_at[s->checkpoints.checkpoints - 1] >= OPERATIONS_PER_CHECKPOINT)
        scene_checkpoint(s);
}

xip_error scene_next(scene *s)
{
    if (s->state->done >= most(s))
        return XIP_ERR_ARGUMENT;
    run_one(s, true);
    if (s->homeless)
        return XIP_ERR_ARGUMENT;
    return s->overflowed ? XIP_ERR_LOG_FULL : XIP_OK;
}

xip_error scene_goto(scene *s, uint32_t n)
{
    if (s->plan ? n > most(s) : n >= most(s))
        return XIP_ERR_ARGUMENT;
    uint32_t nearest = s->checkpoints.checkpoints - 1;
    while (s->checkpoint_at[nearest] > n)
        nearest--;
    uint32_t done = s->state->done;
    if (done > n || done < s->checkpoint_at[nearest]) {
        store_go(&s->checkpoints, nearest);
        s->memory.used = s->state->arena_used;
    }
    while (s->state->done < n)
        run_one(s, false);
    s->log_count = 0;
    return XIP_OK;
}
