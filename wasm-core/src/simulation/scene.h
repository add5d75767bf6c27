/*
 * scene.h — one operation of one backend at a time, on a modelled machine, with the result of each access: for the
 * cache-line view.
 *
 *   backends ─ by their clocks ─► one operation ─ engine ─► accesses ─► machine ─► outcomes ─► the backend's clock
 *
 * A scene is a server of one design, some active backends with a core each, and any number of idle connections. Its
 * operations are numbered; the same scene's operation n is always the same. Going back means restoring a checkpoint and
 * continuing from there (store.h). With a plan somebody has chosen who does what: its operations follow one another,
 * each from the end of the one before.
 *
 * MODEL: An operation's accesses follow one another; latencies that a real core would overlap add up here. MODEL:
 * each operation runs to its end before the next one starts, so a lock is always free. MODEL: between its operations a
 * backend does nothing else.
 */
#ifndef XIP_MODEL_SCENE_H
#define XIP_MODEL_SCENE_H

#include "machine/machine.h"
#include "mem/mem.h"
#include "pg/cluster.h"
#include "pg/script.h"
#include "simulation/layout.h"
#include "trace_abi.h"

enum { SCENE_MAX_OPERATIONS = 20000, SCENE_MIN_ACTIVE = 2, SCENE_MAX_PLAN = 1024 };

/* The places of the active connections among all: first, side by side in the middle, or spread evenly. */
typedef enum scene_place { SCENE_FIRST = 0, SCENE_MIDDLE = 1, SCENE_SPREAD = 2, SCENE_PLACE_COUNT } scene_place;
/* An operation of a plan. Words of 32 bits: the caller fills them from JavaScript. */
typedef struct scene_planned {
    uint32_t backend;
    uint32_t op; /* xip_op, one of XIP_OPS_OF_ENGINE */
} scene_planned;

typedef struct scene_request {
    uint32_t design; /* index in the ladder */
    uint32_t active, idle;
    uint32_t place;    /* scene_place */
    uint32_t workload; /* xip_workload; one that is replayed */
    /* Where the fields are, if not where the design has them; `piece_count` 0: there. */
    const layout_piece *pieces;
    uint32_t piece_count;
    /* Who does what, if not the workload by the backends' clocks; `plan_count` 0: that. Read by scene_create alone. */
    const scene_planned *plan;
    uint32_t plan_count;
} scene_request;

/* The last write to a line. */
typedef struct scene_write {
    uint8_t core; /* MACHINE_NO_CORE: none since the connections were made */
    uint8_t field;
    uint8_t first, size; /* bytes from the line's start */
} scene_write;

typedef struct scene scene;

/*
 * Connects all backends; no operation has run. XIP_ERR_DESIGN, XIP_ERR_CORES (fewer than 2 active ones, or more than
 * the machine has cores), XIP_ERR_CONNECTIONS, XIP_ERR_WORKLOAD, XIP_ERR_ARGUMENT (also: the pieces make no layout, or
 * the plan has an operation that its backend cannot do then), XIP_ERR_NO_MEMORY.
 */
xip_error scene_create(scene **made, const machine_params *machine, const scene_request *request);
void scene_free(scene *s);

/* Restores the state before operation n, forwards or back. XIP_ERR_ARGUMENT from SCENE_MAX_OPERATIONS on, and past a
 * plan's end. */
xip_error scene_goto(scene *s, uint32_t n);
/* Runs the next operation and keeps its accesses. XIP_ERR_ARGUMENT (also: the plan is over, or the layout has no place
 * for a field that it touches), XIP_ERR_LOG_FULL. */
xip_error scene_next(scene *s);
/* How many operations have been run. */
uint32_t scene_at(const scene *s);

/* The accesses of the last scene_next, and their results. */
const xip_access *scene_log(const scene *s);
const xip_access_outcome *scene_outcomes(const scene *s);
uint32_t scene_log_count(const scene *s);

/* Operations that have ever been run: the first is number 0. */
const xip_scene_operation *scene_history(const scene *s);
uint32_t scene_known(const scene *s);

uint32_t scene_cores(const scene *s);
/* Lines of the server's shared memory, or of the layout's, and where the server's first one starts. */
uint32_t scene_lines(const scene *s);
const uint8_t *scene_memory(const scene *s);
/* State of each core's copy of `count` lines from `first` on, line by line, as bytes. */
void scene_states(const scene *s, uint32_t first, uint32_t count, uint8_t *states);
/* One for each line. */
const scene_write *scene_writes(const scene *s);
/* NULL past the end. */
const mem_region *scene_region(const scene *s, uint32_t region);
/* The active backend's core and PGPROC. */
uint32_t scene_backend_core(const scene *s, uint32_t backend);
uint32_t scene_backend_pgprocno(const scene *s, uint32_t backend);

/* Bytes that checkpoints take, and how many there are: for tests. */
size_t scene_checkpoint_bytes(const scene *s);
uint32_t scene_checkpoints(const scene *s);

#endif
