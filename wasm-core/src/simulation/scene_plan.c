/* scene_plan.c — which plans a scene can run: what a backend can do depends on what it has done. See scene_state.h. */
#include "base/assert.h"
#include "pg/script.h"
#include "simulation/scene_state.h"

typedef struct session {
    bool begun, holds_snapshot, has_xid;
} session;

/* False: it cannot do that now. */
static bool does(session *s, xip_op op)
{
    switch (op) {
    case XIP_OP_BEGIN:
        if (s->begun)
            return false;
        *s = (session){.begun = true};
        return true;
    case XIP_OP_SNAPSHOT:
        if (!s->begun || s->holds_snapshot)
            return false;
        s->holds_snapshot = true;
        return true;
    case XIP_OP_RELEASE:
        if (!s->holds_snapshot)
            return false;
        s->holds_snapshot = false;
        return true;
    case XIP_OP_ASSIGN:
        if (!s->begun || s->has_xid)
            return false;
        s->has_xid = true;
        return true;
    case XIP_OP_END:
        if (!s->begun || s->holds_snapshot)
            return false;
        *s = (session){0};
        return true;
    default:
        return false;
    }
}

bool scene_plan_holds(const scene_planned *plan, uint32_t count, uint32_t active)
{
    session sessions[XIP_MAX_ACTIVE] = {0};
    XIP_ASSERT(active <= XIP_MAX_ACTIVE, "the request has been checked");
    if (count > SCENE_MAX_PLAN)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (plan[i].backend >= active || !does(&sessions[plan[i].backend], (xip_op)plan[i].op))
            return false;
    return true;
}
