/*
 * scene_api.c — exports of xip-model.wasm for the cache-line view: one scene at a time (simulation/scene.h), which is
 * why it is a static here and nowhere else. Structs are in trace_abi.h.
 */
#include <emscripten.h>

#include "abi/abi.h"
#include "simulation/check.h"
#include "simulation/scene.h"

enum { STATES_AT_ONCE = 4096 };

static machine_params the_params;
static scene *the_scene;
static layout_piece pieces[LAYOUT_MAX_PIECES];
static scene_planned plan[SCENE_MAX_PLAN];
static uint8_t states[STATES_AT_ONCE * MACHINE_MAX_CORES];

/* The caller writes the machine there, in the order of xip_model_machine_param_name, before xip_scene_start. */
EMSCRIPTEN_KEEPALIVE double *xip_scene_params(void)
{
    return (double *)&the_params;
}

/* The caller writes somebody's own layout there, as words in the order of layout_piece, before xip_scene_start. */
EMSCRIPTEN_KEEPALIVE layout_piece *xip_scene_pieces(void)
{
    return pieces;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_max_pieces(void)
{
    return LAYOUT_MAX_PIECES;
}

/* The caller writes a plan there, two words for each operation: backend, xip_op. */
EMSCRIPTEN_KEEPALIVE scene_planned *xip_scene_plan(void)
{
    return plan;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_max_plan(void)
{
    return SCENE_MAX_PLAN;
}

/* Closes the scene that was open. `piece_count`: of the layout; 0: the design's own. `plan_count`: of the plan; 0: the
 * workload. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_start(uint32_t design, uint32_t active, uint32_t idle, uint32_t place,
                                              uint32_t workload, uint32_t piece_count, uint32_t plan_count)
{
    scene_request request = {.design = design,
                             .active = active,
                             .idle = idle,
                             .place = place,
                             .workload = workload,
                             .pieces = pieces,
                             .piece_count = piece_count,
                             .plan = plan,
                             .plan_count = plan_count};
    scene_free(the_scene);
    the_scene = NULL;
    return (uint32_t)scene_create(&the_scene, &the_params, &request);
}

/* Restores the state before operation n. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_goto(uint32_t n)
{
    return (uint32_t)(the_scene ? scene_goto(the_scene, n) : XIP_ERR_ARGUMENT);
}

/* Runs the next operation; its accesses are then at xip_scene_log. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_next(void)
{
    return (uint32_t)(the_scene ? scene_next(the_scene) : XIP_ERR_ARGUMENT);
}

/* The functions from here on need an open scene. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_at(void)
{
    return scene_at(the_scene);
}

EMSCRIPTEN_KEEPALIVE const xip_access *xip_scene_log(void)
{
    return scene_log(the_scene);
}

/* One for each access of the log. */
EMSCRIPTEN_KEEPALIVE const xip_access_outcome *xip_scene_outcomes(void)
{
    return scene_outcomes(the_scene);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_log_count(void)
{
    return scene_log_count(the_scene);
}

/* xip_scene_known operations, the first is number 0. */
EMSCRIPTEN_KEEPALIVE const xip_scene_operation *xip_scene_history(void)
{
    return scene_history(the_scene);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_known(void)
{
    return scene_known(the_scene);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_max_operations(void)
{
    return SCENE_MAX_OPERATIONS;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_cores(void)
{
    return scene_cores(the_scene);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_lines(void)
{
    return scene_lines(the_scene);
}

/* Address of line 0 in the module's memory. */
EMSCRIPTEN_KEEPALIVE const uint8_t *xip_scene_memory(void)
{
    return scene_memory(the_scene);
}

/* A byte for each core, line by line; 4,096 lines at once. NULL when the range is not the server's. */
EMSCRIPTEN_KEEPALIVE const uint8_t *xip_scene_states(uint32_t first, uint32_t count)
{
    uint32_t lines = scene_lines(the_scene);
    if (count > STATES_AT_ONCE || first > lines || count > lines - first)
        return NULL;
    scene_states(the_scene, first, count, states);
    return states;
}

/* Four bytes per line: core, field, first byte, size. */
EMSCRIPTEN_KEEPALIVE const scene_write *xip_scene_writes(void)
{
    return scene_writes(the_scene);
}

/* NULL past the end. */
EMSCRIPTEN_KEEPALIVE const char *xip_scene_region_name(uint32_t region)
{
    const mem_region *r = scene_region(the_scene, region);
    return r ? r->name : NULL;
}

/* In the module's memory. */
EMSCRIPTEN_KEEPALIVE const uint8_t *xip_scene_region_address(uint32_t region)
{
    const mem_region *r = scene_region(the_scene, region);
    return r ? r->base : NULL;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_region_size(uint32_t region)
{
    const mem_region *r = scene_region(the_scene, region);
    return r ? (uint32_t)r->size : 0;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_backend_core(uint32_t backend)
{
    return scene_backend_core(the_scene, backend);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_backend_pgprocno(uint32_t backend)
{
    return scene_backend_pgprocno(the_scene, backend);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_checkpoints(void)
{
    return scene_checkpoints(the_scene);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_checkpoint_bytes(void)
{
    return (uint32_t)scene_checkpoint_bytes(the_scene);
}

/*
 * For the benchmark of only the machine, as xip_scene_params describes it: cores take turns, each scans 10,000 entries
 * as a snapshot of pg13 does (pgprocno, flags, xmin, xid), writes its own xmin, and every fourth time its xid.
 * `restart`: with cold caches. Returns the number of accesses; 0 when the machine cannot be created.
 */
EMSCRIPTEN_KEEPALIVE double xip_scene_bench(uint32_t scans, uint32_t restart)
{
    enum { ENTRIES = 10000, FIRST_PGXACT = 64 * 1024, LINES = 3000, HEADER = 40, ENTRY = 12 };
    static xip_arena memory;
    static machine *m;
    static double now;
    static uint32_t turn;
    if (restart || !m) {
        xip_arena_free(&memory);
        m = NULL;
        now = turn = 0;
        if (!xip_arena_init(&memory, machine_bytes(&the_params, LINES, LINES)) ||
            machine_create(&m, &the_params, LINES, &memory) != XIP_OK)
            return 0;
    }
    uint32_t cores = machine_cores(m);
    double accesses = 0;
#define TOUCH(at, size, kind, field)                                                                                   \
    (now += machine_access(m, core, (at) / 64, (at) % 64, (size), (kind), (field), now, 0).ns, accesses++)
    for (uint32_t scan = 0; scan < scans; scan++, turn++) {
        uint32_t core = turn % cores;
        uint32_t own = FIRST_PGXACT + core * (ENTRIES / cores) * ENTRY;
        for (uint32_t i = 0; i < ENTRIES; i++) {
            uint32_t pgprocno = HEADER + i * 4;
            uint32_t entry = FIRST_PGXACT + i * ENTRY;
            TOUCH(pgprocno, 4, XIP_ACCESS_READ, MEM_PGPROCNO);
            TOUCH(entry + 8, 1, XIP_ACCESS_READ, MEM_VACUUM_FLAGS);
            TOUCH(entry + 4, 4, XIP_ACCESS_READ, MEM_XMIN);
            TOUCH(entry, 4, XIP_ACCESS_READ, MEM_XID);
        }
        TOUCH(own + 4, 4, XIP_ACCESS_WRITE, MEM_XMIN);
        if (turn / cores % 4 == 0)
            TOUCH(own, 4, XIP_ACCESS_WRITE, MEM_XID);
        machine_end_operation(m, core, NULL, NULL);
    }
#undef TOUCH
    return accesses;
}

static model_check_result the_check;

/* The cost of a visibility check on the machine that xip_scene_params describes (simulation/check.h). Returns an
 * xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_scene_check(uint32_t design, uint32_t active, uint32_t idle, double port_ns,
                                              double clock_slowdown)
{
    model_check_request request = {
        .design = design, .active = active, .idle = idle, .port_ns = port_ns, .clock_slowdown = clock_slowdown};
    return (uint32_t)model_check(&the_params, &request, &the_check);
}

/* The result of the last such call: doubles in the order of MODEL_CHECK_MAP. */
EMSCRIPTEN_KEEPALIVE const double *xip_scene_check_result(void)
{
    return (const double *)&the_check;
}

/* NULL past the end. */
EMSCRIPTEN_KEEPALIVE const char *xip_scene_check_name(uint32_t at)
{
#define NAME_OF(name) #name,
    static const char *const names[] = {MODEL_CHECK_MAP(NAME_OF)};
#undef NAME_OF
    return at < sizeof names / sizeof *names ? names[at] : NULL;
}

EMSCRIPTEN_KEEPALIVE const char *xip_scene_field_name(uint32_t field)
{
    return mem_field_name(field);
}

EMSCRIPTEN_KEEPALIVE const char *xip_scene_error_text(uint32_t code)
{
    return xip_error_text((xip_error)code);
}

EMSCRIPTEN_KEEPALIVE const char *xip_scene_abi_json(void)
{
    return xip_abi_json();
}
