/* statements.c — the workloads of plain statements: a transaction in stages. See state.h. */
#include "simulation/state.h"
#include "pg/procarray.h"
#include "pg/xact.h"

enum { BATCH_STATEMENTS = 100 };

void model_take_snapshot(model *m, model_backend *b)
{
    double from = m->charge.now;
    bool reused = xip_take_snapshot(&b->pg);
    if (m->counting) {
        m->sums.snapshots++;
        m->sums.reused += reused;
        m->sums.snapshot_ns += m->charge.now - from;
    }
}

/*
 * A piece of other work, a fifth more or less, so that backends do not keep step. The shares are multiples
 * of the golden ratio modulo 1: evenly spread after any number of draws, so that a few samples have the mean of many.
 */
static double other_work(model *m, uint32_t core, uint32_t pieces)
{
    m->spread += 0.6180339887498949;
    m->spread -= m->spread >= 1;
    double share = 0.8 + 0.4 * m->spread;
    double alone = m->params.other_work_ns / pieces * share * m->charge.clock_factor;
    return m->busy_on_core[core] > 1 ? alone * m->params.smt_slowdown : alone;
}

/* That work touches as large a piece of its thread's private memory: it evicts some of the server's lines from the
 * caches. */
void model_other_work(model *m, const model_backend *b, uint32_t pieces, uint32_t piece, double *work)
{
    *work = other_work(m, m->charge.core, pieces);
    m->charge.now += *work;
    uint32_t lines = (uint32_t)(m->params.footprint_bytes / pieces / MACHINE_LINE_BYTES);
    machine_work(m->machine, m->charge.core, b->last_thread, piece * lines, lines);
}

bool statements_stage(model *m, model_backend *b, double *work)
{
    model_workload workload = (model_workload)m->params.workload;
    switch (b->stage) {
    case STAGE_BEGIN:
        if (workload != MODEL_SNAPSHOT && b->statements == 0)
            xip_begin(&b->pg);
        model_take_snapshot(m, b);
        xip_release_snapshot(&b->pg);
        b->stage = STAGE_PLANNED;
        if (workload == MODEL_SNAPSHOT) {
            b->stage = STAGE_BEGIN;
            return true;
        }
        return false;
    case STAGE_PLANNED:
    case STAGE_WORKED:
        model_other_work(m, b, 2, b->stage == STAGE_PLANNED ? 0 : 1, work);
        b->stage = b->stage == STAGE_PLANNED ? STAGE_RUN : STAGE_END;
        return false;
    case STAGE_RUN:
        model_take_snapshot(m, b);
        if (workload == MODEL_READWRITE && b->active)
            xip_assign_xid(&b->pg);
        b->stage = STAGE_WORKED;
        return false;
    case STAGE_END:
        xip_release_snapshot(&b->pg);
        b->stage = STAGE_BEGIN;
        if (workload == MODEL_BATCH && b->active && ++b->statements < BATCH_STATEMENTS)
            return false;
        b->statements = 0;
        xip_proc_array_end_transaction(&b->pg);
        return true;
    }
    return true;
}
