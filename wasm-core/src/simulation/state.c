/* state.c — see state.h: what both ways through a model share, the places of backends and the window of the samples. */
#include "simulation/state.h"

#include "base/assert.h"
#include "pg/procarray.h"
#include "pg/xact.h"

uint32_t model_free_thread(const model *m, uint32_t last)
{
    if (last != SCHED_NOBODY && m->threads[last].backend == SCHED_NOBODY && m->busy_on_core[m->threads[last].core] == 0)
        return last;
    uint32_t second = SCHED_NOBODY;
    for (uint32_t i = 0; i < m->thread_count; i++) {
        uint32_t t = m->placement[i];
        if (m->threads[t].backend != SCHED_NOBODY)
            continue;
        if (m->busy_on_core[m->threads[t].core] == 0)
            return t;
        if (second == SCHED_NOBODY || t == last)
            second = t;
    }
    return second;
}

void model_finish(model *m, const model_backend *b, double now)
{
    if (!b->active)
        return;
    if (m->counting) {
        m->sums.transactions++;
        m->ended_at = now;
    } else if (++m->warmed > (uint64_t)m->params.warm_up) {
        m->counting = true;
        m->started_at = now;
        machine_clear_counts(m->machine);
    }
}

bool model_is_done(const model *m)
{
    return m->counting && m->sums.transactions >= (uint64_t)m->params.samples;
}

bool model_is_counting(const model *m)
{
    return m->counting && !model_is_done(m);
}

bool model_run_engine(model_backend *b, xip_op op)
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
    case XIP_OP_END:
        xip_proc_array_end_transaction(&b->pg);
        break;
    default:
        XIP_ASSERT(false, "an operation of the engine");
    }
    return false;
}
