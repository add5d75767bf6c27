/*
 * scene_state.h — a scene's insides. Private to scene.c (the request, and what it takes), scene_plan.c (which plans can
 * be run), scene_record.c (an operation's accesses), scene_run.c (the order of operations, forwards and back) and
 * scene_answer.c (what is read from outside).
 */
#ifndef XIP_MODEL_SCENE_STATE_H
#define XIP_MODEL_SCENE_STATE_H

#include "simulation/scene.h"
#include "simulation/store.h"

/* One active backend; in the arena, so that going back restores it, too. */
typedef struct scene_backend {
    xip_backend pg;
    double clock; /* ns */
    uint32_t core;
    xip_script_place place;
    uint32_t transaction;
} scene_backend;

/* The state that changes as operations run: in the arena. */
typedef struct scene_state {
    size_t arena_used;
    uint32_t done; /* operations */
    double now;    /* ns: when the last operation of a plan ended */
} scene_state;

/* A store that is about to happen: its log has what it touches, not yet what it changes. */
typedef struct scene_store {
    const uint8_t *at; /* NULL: none */
    uint32_t logged;   /* its first access in the log */
    uint8_t before[MACHINE_LINE_BYTES];
} scene_store;

struct scene {
    scene_request request;
    scene_planned *plan; /* NULL: the workload by the backends' clocks */
    xip_arena memory;    /* the server's shared memory first */
    scene_state *state;
    scene_backend *backends;
    machine *machine;
    scene_write *writes;
    xip_cluster cluster;
    mem_observer observer;
    struct mem_core core;
    mem_region regions[MEM_MAX_REGIONS];
    uint32_t region_count;
    layout *layout; /* NULL: the design's own */
    uint32_t lines, sockets;

    /* the operation that runs */
    scene_backend *running;
    double started; /* ns */
    uint32_t accesses;
    bool logs;
    bool overflowed;
    bool homeless; /* it touched a field that the layout has no place for */
    scene_store store;
    xip_access *log;
    xip_access_outcome *outcomes;
    uint32_t log_count, log_capacity;

    xip_scene_operation *history;
    uint32_t known;
    store checkpoints;
    uint32_t checkpoint_at[STORE_MAX_CHECKPOINTS]; /* operations before it */
    uint64_t since_checkpoint;                     /* accesses */
    bool checkpoints_full;
};

/* scene_plan.c */
/* Whether each backend can do what the plan wants of it, when it is its turn. */
bool scene_plan_holds(const scene_planned *plan, uint32_t count, uint32_t active);

/* scene_record.c */
/* The sink of the engine's accesses; the context is the scene. */
void scene_take_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind,
                       uint32_t field);
/* The last store has happened: notes the words whose value it changed. */
void scene_settle(scene *s);
/* What machine_end_operation says about an access that missed. */
void scene_decide(void *context, uint32_t tag, machine_sharing sharing);

/* scene_run.c */
/* Keeps the present state, while there is room for it. */
void scene_checkpoint(scene *s);

#endif
