/*
 * test_plan.c — a scene whose operations somebody has chosen: who does what, one after the other (simulation/scene.h).
 * build: -DXIP_OBSERVED=1
 */
#include "check.h"
#include "designs/designs.h"
#include "model_machine.h"
#include "pg/script.h"
#include "simulation/scene.h"

enum { ACTIVE = 5, IDLE = 40, PLANNED = 300 };

static scene_planned plan[PLANNED];

static xip_error open_scene(scene **made, uint32_t design, uint32_t plan_count)
{
    machine_params machine = small_machine_of(4);
    scene_request request = {.design = design,
                             .active = ACTIVE,
                             .idle = IDLE,
                             .place = SCENE_SPREAD,
                             .workload = XIP_WORKLOAD_READWRITE,
                             .plan = plan,
                             .plan_count = plan_count};
    *made = NULL;
    return scene_create(made, &machine, &request);
}

/* Whatever an access says but its times: these hold a wait, which depends on when the others run. */
static bool same_access(const scene *a, const scene *b, uint32_t i)
{
    xip_access_outcome x = scene_outcomes(a)[i];
    xip_access_outcome y = scene_outcomes(b)[i];
    x.at = y.at = x.ns = y.ns = x.wait = y.wait = 0;
    return memcmp(&x, &y, sizeof x) == 0 && memcmp(&scene_log(a)[i], &scene_log(b)[i], sizeof *scene_log(a)) == 0;
}

/* Planned as the workload would have it, every access does what it does there, and nobody waits for anybody. */
static void a_plan_is_run_as_it_is_written(void)
{
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        CONTEXT("%s", xip_design_at(design)->id);
        scene *own = NULL;
        scene *planned = NULL;
        if (!CHECK(open_scene(&own, design, 0) == XIP_OK))
            return;
        for (uint32_t n = 0; n < PLANNED; n++) {
            CHECK(scene_next(own) == XIP_OK);
            plan[n] = (scene_planned){scene_history(own)[n].backend, scene_history(own)[n].kind};
        }
        if (!CHECK(scene_goto(own, 0) == XIP_OK && open_scene(&planned, design, PLANNED) == XIP_OK))
            return;
        double now = 0;
        for (uint32_t n = 0; n < PLANNED; n++) {
            if (!CHECK(scene_next(own) == XIP_OK && scene_next(planned) == XIP_OK &&
                       scene_log_count(own) == scene_log_count(planned)))
                break;
            const xip_scene_operation *o = &scene_history(planned)[n];
            CHECK(o->backend == plan[n].backend && o->kind == plan[n].op && o->start_ns == now);
            now = o->end_ns;
            for (uint32_t i = 0; i < scene_log_count(own); i++)
                if (!CHECK(same_access(own, planned, i) && scene_outcomes(planned)[i].wait == 0))
                    break;
        }
        CHECK(scene_next(planned) == XIP_ERR_ARGUMENT && scene_goto(planned, PLANNED) == XIP_OK &&
              scene_goto(planned, PLANNED + 1) == XIP_ERR_ARGUMENT);
        scene_free(own);
        scene_free(planned);
    }
}

static void going_back_gives_the_same(void)
{
    scene *s = NULL;
    if (!CHECK(open_scene(&s, 0, PLANNED) == XIP_OK))
        return;
    static xip_scene_operation first[PLANNED];
    for (uint32_t n = 0; n < PLANNED; n++) {
        CHECK(scene_next(s) == XIP_OK);
        first[n] = scene_history(s)[n];
    }
    for (uint32_t n = PLANNED; n > 0; n -= 7 < n ? 7 : n) {
        CHECK(scene_goto(s, n - 1) == XIP_OK && scene_next(s) == XIP_OK);
        CHECK(memcmp(&first[n - 1], &scene_history(s)[n - 1], sizeof *first) == 0);
    }
    scene_free(s);
}

static void what_a_backend_cannot_do_is_refused(void)
{
    struct {
        const char *what;
        uint32_t count;
        scene_planned plan[5];
    } wrong[] = {
        {"a snapshot outside a transaction", 1, {{0, XIP_OP_SNAPSHOT}}},
        {"two snapshots at a time", 3, {{0, XIP_OP_BEGIN}, {0, XIP_OP_SNAPSHOT}, {0, XIP_OP_SNAPSHOT}}},
        {"to release what another has taken", 3, {{0, XIP_OP_BEGIN}, {0, XIP_OP_SNAPSHOT}, {1, XIP_OP_RELEASE}}},
        {"a second xid", 3, {{0, XIP_OP_BEGIN}, {0, XIP_OP_ASSIGN}, {0, XIP_OP_ASSIGN}}},
        {"to end with a snapshot", 3, {{0, XIP_OP_BEGIN}, {0, XIP_OP_SNAPSHOT}, {0, XIP_OP_END}}},
        {"to end twice", 3, {{0, XIP_OP_BEGIN}, {0, XIP_OP_END}, {0, XIP_OP_END}}},
        {"to begin twice", 2, {{0, XIP_OP_BEGIN}, {0, XIP_OP_BEGIN}}},
        {"nobody", 1, {{ACTIVE, XIP_OP_BEGIN}}},
        {"what is not replayed", 2, {{0, XIP_OP_BEGIN}, {0, XIP_OP_WORK}}},
    };
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CONTEXT("%s", wrong[i].what);
        memcpy(plan, wrong[i].plan, sizeof wrong[i].plan);
        scene *s = NULL;
        CHECK(open_scene(&s, 0, wrong[i].count) == XIP_ERR_ARGUMENT && s == NULL);
        /* Without its last operation it can be run. */
        if (wrong[i].count > 1)
            CHECK(open_scene(&s, 0, wrong[i].count - 1) == XIP_OK);
        scene_free(s);
    }
    scene *s = NULL;
    CHECK(open_scene(&s, 0, SCENE_MAX_PLAN + 1) == XIP_ERR_ARGUMENT);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a plan is run as it is written, and each operation begins when the one before has ended",
        a_plan_is_run_as_it_is_written);
    LAW("going back gives the same", going_back_gives_the_same);
    LAW("what a backend cannot do then is refused", what_a_backend_cannot_do_is_refused);
    return check_end();
}
