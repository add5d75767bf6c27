/* programs.c — see programs.h. */
#include "simulation/programs.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "pg/lwlock.h"
#include "pg/procarray.h"

/* A transaction's other work is taken in so many pieces: whether the core's other thread computes, too, is asked for
 * each. */
enum { PIECES = 16 };

/* Computing cores run at a lower clock the more of them there are. */
static double clock_factor(const model *m)
{
    return 1 + (m->params.clock_slowdown - 1) * m->busy_cores / m->core_count;
}

/* --- other work --- */

void program_pass(model *m, uint32_t id, double ns)
{
    m->flow->strands.of[id].clock += ns;
    m->flow->strands.of[id].times.own += ns;
    m->flow->threads[id].seen.own += ns;
}

static void work_piece(model *m, uint32_t id)
{
    model_flow *f = m->flow;
    flow_thread *t = &f->threads[id];
    uint32_t core = m->threads[id].core;
    double ns = t->piece_ns * clock_factor(m) * (f->strands.computing[core] > 1 ? m->params.smt_slowdown : 1);
    program_pass(m, id, ns);
    if (model_is_counting(m) && m->backends[m->threads[id].backend].active)
        m->sums.work += ns;
    machine_work(m->machine, core, id, t->piece_line, t->piece_lines);
    t->piece_line += t->piece_lines;
    t->pieces_left--;
}

/*
 * @param share of a transaction's other work @param memory of what a transaction's other work touches, from `from` on:
 * both as parts of 1
 */
static void begin_work(model *m, uint32_t id, double share, double from, double memory)
{
    flow_thread *t = &m->flow->threads[id];
    /* A fifth more or less, so that backends do not keep step: multiples of the golden ratio modulo 1 are evenly
     * spread after any number of draws. */
    m->spread = fmod(m->spread + 0.6180339887498949, 1);
    double ns = m->params.other_work_ns * share * (0.8 + 0.4 * m->spread);
    uint32_t pieces = (uint32_t)fmax(1, PIECES * share);
    double lines = m->params.footprint_bytes / MACHINE_LINE_BYTES;
    t->piece_ns = ns / pieces;
    t->pieces_left = ns > 0 ? pieces : 0;
    t->piece_line = (uint32_t)(lines * from);
    t->piece_lines = (uint32_t)(lines * memory / pieces);
}

/* --- what the engine does becomes the strand's program --- */

static void begin_program(model *m, uint32_t id)
{
    strand *s = &m->flow->strands.of[id];
    m->observer.sink_context = &s->program;
    steps_clear(&s->program);
    m->observer.on = true;
    m->flow->threads[id].op_began = s->clock;
}

static uint32_t accesses_in(const steps *program)
{
    uint32_t accesses = 0;
    for (uint32_t i = 0; i < program->count; i++)
        accesses += program->at[i].accesses;
    return accesses;
}

/* @param cost its cost; NULL: by its accesses */
static void end_program(model *m, uint32_t id, const core_cost *cost)
{
    strand *s = &m->flow->strands.of[id];
    m->observer.on = false;
    XIP_ASSERT(!s->program.is_full, "there is room for the longest operation");
    uint32_t accesses = accesses_in(&s->program);
    core_cost by_accesses = core_accesses(&m->params, accesses);
    const core_cost *is = cost ? cost : &by_accesses;
    s->access_ns = accesses > 0 ? is->ns / accesses * clock_factor(m) : 0;
    s->window = (uint32_t)fmax(1, m->params.window_instructions / fmax(is->instructions, 1) * accesses);
    m->accesses += accesses + 1;
    if (model_is_counting(m))
        m->sums.accesses += accesses;
}

static void record(model *m, uint32_t id, model_backend *b, xip_op op)
{
    begin_program(m, id);
    bool reused = model_run_engine(b, op);
    if (op != XIP_OP_SNAPSHOT) {
        end_program(m, id, NULL);
        return;
    }
    core_cost cost = core_snapshot(m->flow->counts, &m->params, reused ? 0 : m->flow->connections);
    end_program(m, id, &cost);
    m->flow->threads[id].in_snapshot = true;
    if (!model_is_counting(m))
        return;
    m->sums.snapshots++;
    m->sums.reused += reused;
}

/* --- ending in a group --- */

/* Whether a transaction's end meets the lock taken, and its design has groups (9.6+). */
static bool ends_in_group(const model *m, const model_backend *b)
{
    return b->pg.top_xid != XIP_INVALID_XID && m->cluster.design->proc_layout->group_next != 0 &&
           !locks_is_free(&m->flow->strands.locks, XIP_LOCK_PROC_ARRAY, true);
}

static void join_group(model *m, uint32_t id, model_backend *b)
{
    model_flow *f = m->flow;
    flow_thread *t = &f->threads[id];
    begin_program(m, id);
    bool leads = xip_group_join(&b->pg);
    end_program(m, id, NULL);
    b->pg.top_xid = b->pg.latest_xid = XIP_INVALID_XID;
    b->pg.curcid = 0;
    t->group = leads ? GROUP_LEADS : GROUP_FOLLOWS;
    if (leads)
        return;
    t->next_member = f->members;
    f->members = id;
}

/* The leader asks for the lock. Only when it has it are the members known. */
static void ask_for_lock(model *m, uint32_t id, model_backend *b)
{
    steps *program = &m->flow->strands.of[id].program;
    begin_program(m, id);
    xip_lwlock_acquire(&b->pg, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    uint32_t own = program->count;
    xip_lwlock_release(&b->pg, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    program->count = own;
    end_program(m, id, NULL);
}

static void lead_group(model *m, uint32_t id, model_backend *b)
{
    model_flow *f = m->flow;
    steps *program = &f->strands.of[id].program;
    begin_program(m, id);
    xip_group_lead(&b->pg);
    /* It has the lock. */
    XIP_ASSERT(program->count > 0 && program->at[0].kind == STEP_LOCK, "leading begins with the lock");
    memmove(program->at, program->at + 1, --program->count * sizeof *program->at);
    end_program(m, id, NULL);
    f->threads[id].followers = f->members;
    f->members = SCHED_NOBODY;
}

static void wake_followers(model *m, uint32_t leader)
{
    model_flow *f = m->flow;
    double at = f->strands.of[leader].clock + m->params.wake_ns;
    for (uint32_t id = f->threads[leader].followers; id != SCHED_NOBODY; id = f->threads[id].next_member) {
        strand *s = &f->strands.of[id];
        f->threads[id].group = GROUP_NONE;
        if (!s->over)
            continue; /* it still writes what it joined with, and will not sleep */
        s->times.sleeping += at - s->clock;
        strands_resume(&f->strands, id, at);
    }
}

/* The thread's next step in its group. False: it sleeps. */
static bool go_on_in_group(model *m, uint32_t id, model_backend *b)
{
    flow_thread *t = &m->flow->threads[id];
    switch (t->group) {
    case GROUP_LEADS:
        ask_for_lock(m, id, b);
        t->group = GROUP_LOCKED;
        return true;
    case GROUP_LOCKED:
        lead_group(m, id, b);
        t->group = GROUP_ENDED;
        return true;
    case GROUP_ENDED:
        wake_followers(m, id);
        t->group = GROUP_NONE;
        return true;
    case GROUP_NONE:
    case GROUP_FOLLOWS:
        break;
    }
    return false;
}

void program_next(model *m, uint32_t id, xip_op op)
{
    model_backend *b = &m->backends[m->threads[id].backend];
    if (op == XIP_OP_PLAN_WORK || op == XIP_OP_RUN_WORK)
        begin_work(m, id, 0.5, op == XIP_OP_RUN_WORK ? 0.5 : 0, 0.5);
    else if (op == XIP_OP_WORK)
        begin_work(m, id, 1, 0, 1);
    else if (op == XIP_OP_SHARE_WORK)
        /* Each of the statements touches the same memory as the one before. */
        begin_work(m, id, 1.0 / b->rounds, 0, 1);
    else if (op == XIP_OP_END && ends_in_group(m, b))
        join_group(m, id, b);
    else
        record(m, id, b, op);
}

bool program_goes_on(model *m, uint32_t id)
{
    if (m->flow->threads[id].pieces_left == 0)
        return go_on_in_group(m, id, &m->backends[m->threads[id].backend]);
    work_piece(m, id);
    return true;
}
