/* turns.c — a turn: the next operations of a connection's script (pg/script.h), in virtual time. See state.h. */
#include "simulation/savepoints.h"
#include "simulation/state.h"

#define SET(op) (1u << XIP_OP_##op)
enum {
    ROWS = SET(READ_PAGE) | SET(READ_TABLE) | SET(WRITE_TABLE),
    WORK = SET(WORK) | SET(PLAN_WORK) | SET(RUN_WORK) | SET(SHARE_WORK)
};

void turns_begin(const model *m, model_backend *b)
{
    xip_workload workload = (xip_workload)m->params.workload;
    /* A mostly idle connection reads once; in the bare loop not even that. */
    b->script = &xip_scripts[b->active || workload == XIP_WORKLOAD_SNAPSHOT ? workload : XIP_WORKLOAD_READONLY];
    b->rounds = xip_script_rounds(b->script, (uint32_t)m->params.savepoints);
    bool in_parts = xip_script_has(b->script, XIP_OP_RUN_WORK) || xip_script_has(b->script, XIP_OP_SHARE_WORK);
    b->wanted = XIP_OPS_OF_ENGINE | SET(SAVEPOINT) | SET(SUBXACT) | SET(TURN) | ROWS | WORK;
    if (in_parts || m->params.other_work_ns == 0)
        b->wanted &= ~SET(WORK);
    b->next = xip_script_next(b->script, b->rounds, b->wanted, &b->place);
}

static void take_snapshot(model *m, model_backend *b)
{
    double from = m->charge.now;
    bool reused = model_run_engine(b, XIP_OP_SNAPSHOT);
    if (m->counting) {
        m->sums.snapshots++;
        m->sums.reused += reused;
        m->sums.snapshot_ns += m->charge.now - from;
    }
}

/*
 * The time of a piece of other work, a fifth more or less, so that backends do not keep step. The shares are multiples
 * of the golden ratio modulo 1: evenly spread after any number of draws, so that a few samples have the mean of many.
 */
static double time_of_work(model *m, uint32_t core, uint32_t pieces)
{
    m->spread += 0.6180339887498949;
    m->spread -= m->spread >= 1;
    double share = 0.8 + 0.4 * m->spread;
    double alone = m->params.other_work_ns / pieces * share * m->charge.clock_factor;
    return m->busy_on_core[core] > 1 ? alone * m->params.smt_slowdown : alone;
}

/* Piece number `piece` of `pieces`. It touches as large a piece of its thread's private memory: it evicts some of the
 * server's lines from the caches. */
static double other_work(model *m, const model_backend *b, uint32_t pieces, uint32_t piece)
{
    double work = time_of_work(m, m->charge.core, pieces);
    m->charge.now += work;
    uint32_t lines = (uint32_t)(m->params.footprint_bytes / pieces / MACHINE_LINE_BYTES);
    machine_work(m->machine, m->charge.core, b->last_thread, piece * lines, lines);
    return work;
}

/* Runs an operation. False: it goes on at the next turn. */
static bool act(model *m, model_backend *b, xip_op op, double *work)
{
    m->charge.part = CHARGE_ENGINE;
    switch (op) {
    case XIP_OP_SNAPSHOT:
        take_snapshot(m, b);
        break;
    case XIP_OP_BEGIN:
    case XIP_OP_RELEASE:
    case XIP_OP_ASSIGN:
    case XIP_OP_END:
        model_run_engine(b, op);
        break;
    case XIP_OP_SAVEPOINT:
        savepoints_choose(m, b);
        break;
    case XIP_OP_SUBXACT:
        savepoints_assign(b);
        break;
    case XIP_OP_READ_PAGE:
    case XIP_OP_READ_TABLE:
    case XIP_OP_WRITE_TABLE:
        return savepoints_visit(m, b, op);
    case XIP_OP_WORK:
        *work = other_work(m, b, 1, 0);
        break;
    case XIP_OP_PLAN_WORK:
        *work = other_work(m, b, 2, 0);
        break;
    case XIP_OP_RUN_WORK:
        *work = other_work(m, b, 2, 1);
        break;
    case XIP_OP_SHARE_WORK:
        *work = other_work(m, b, b->rounds, b->place.round);
        break;
    case XIP_OP_REPEAT:
    case XIP_OP_AGAIN:
    case XIP_OP_TURN:
    case XIP_OP_OVER:
        break;
    }
    return true;
}

bool turns_take(model *m, model_backend *b, double *work)
{
    for (;;) {
        xip_op done = b->next;
        if (!act(m, b, done, work))
            return false;
        uint32_t at = b->place.at;
        b->next = xip_script_next(b->script, b->rounds, b->wanted, &b->place);
        bool over = b->next == XIP_OP_OVER;
        bool ends = over || b->next == XIP_OP_TURN || b->place.at <= at; /* the last: another round */
        if (over || b->next == XIP_OP_TURN)
            b->next = xip_script_next(b->script, b->rounds, b->wanted, &b->place);
        if (ends || (WORK >> done & 1) || ((WORK | ROWS) >> b->next & 1))
            return over;
    }
}
