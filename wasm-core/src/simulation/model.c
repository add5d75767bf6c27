/* model.c — see model.h. With savepoints: which backend's turn it is, on which thread, and which of its numbers count.
 */
#include "simulation/model.h"

#include <string.h>

#include "base/assert.h"
#include "simulation/flow.h"

static void start_on(model *m, uint32_t thread, uint32_t backend, double ready_since, double now)
{
    model_thread *t = &m->threads[thread];
    model_backend *b = &m->backends[backend];
    t->backend = backend;
    m->busy_cores += m->busy_on_core[t->core]++ == 0;
    b->last_thread = thread;
    if (m->counting && b->active)
        m->sums.queue += now - ready_since;
    sched_heap_push(&m->running, now, thread);
}

static void leave(model *m, uint32_t thread)
{
    model_thread *t = &m->threads[thread];
    t->backend = SCHED_NOBODY;
    m->busy_cores -= --m->busy_on_core[t->core] == 0;
}

/* Backends that have woken until `now` become ready, and run if a thread is free. */
static void wake_until(model *m, double now)
{
    while (m->sleeping.count > 0 && m->sleeping.time[0] <= now) {
        double at;
        uint32_t backend = sched_heap_pop(&m->sleeping, &at);
        uint32_t thread = m->running.count < m->thread_count && m->ready.count == 0
                              ? model_free_thread(m, m->backends[backend].last_thread)
                              : SCHED_NOBODY;
        if (thread != SCHED_NOBODY)
            start_on(m, thread, backend, at, at);
        else
            sched_queue_push(&m->ready, at, backend);
    }
}

static void count_savepoints(model *m, const model_backend *b)
{
    const charge *c = &m->charge;
    model_sums *s = &m->sums;
    for (uint32_t i = 0; i < CHARGE_PART_COUNT; i++)
        s->by_part[i] += c->by_part[i];
    s->slru_wait += c->slru_wait;
    s->slru_locks += c->slru_locks;
    s->slru_waits += c->slru_waits;
    s->asked.checks += m->turn.checks;
    s->asked.words += m->turn.words;
    s->asked.own_words += m->turn.own_words;
    s->asked.parents += m->turn.parents;
    s->slru.lookups += b->pg.slru.lookups;
    s->slru.hits += b->pg.slru.hits;
    s->slru.reads += b->pg.slru.reads;
    s->slru.writes += b->pg.slru.writes;
}

static void count_turn(model *m, const model_backend *b, double work)
{
    charge *c = &m->charge;
    if (m->counting && b->active) {
        m->sums.work += work;
        m->sums.scan += c->scan;
        m->sums.coherence += c->coherence;
        m->sums.lock += c->lock;
        count_savepoints(m, b);
    }
    m->accesses += c->accesses;
    if (m->counting)
        m->sums.accesses += c->accesses;
    c->scan = c->coherence = c->lock = c->slru_wait = 0;
    c->accesses = c->slru_locks = c->slru_waits = 0;
    memset(c->by_part, 0, sizeof c->by_part);
    m->turn = (model_asked){0};
}

/* The thread whose clock is earliest takes a turn. */
static void turn(model *m)
{
    double now;
    uint32_t thread = sched_heap_pop(&m->running, &now);
    model_thread *t = &m->threads[thread];
    uint32_t backend = t->backend;
    model_backend *b = &m->backends[backend];
    charge *c = &m->charge;
    c->core = t->core;
    c->thread = thread;
    c->began = c->now = now;
    c->clock_factor = 1 + (m->params.clock_slowdown - 1) * m->busy_cores / m->core_count;
    c->port_factor = c->clock_factor * m->busy_on_core[t->core];
    double work = 0;
    b->pg.slru = (xip_slru_counts){0};
    charge_pay(c);
    m->observer.on = true;
    bool over = turns_take(m, b, &work);
    m->observer.on = false;
    machine_end_operation(m->machine, t->core, NULL, NULL);
    count_turn(m, b, work);
    if (!over) {
        sched_heap_push(&m->running, c->now, thread);
        return;
    }
    model_finish(m, b, c->now);
    double pause = m->params.think_ns + m->params.network_ns;
    double again = b->active ? c->now + pause : now + m->params.mostly_idle_every_ns;
    if (b->active && pause == 0 && m->ready.count == 0) {
        sched_heap_push(&m->running, c->now, thread);
        return;
    }
    leave(m, thread);
    if (b->active && pause == 0)
        sched_queue_push(&m->ready, c->now, backend);
    else
        sched_heap_push(&m->sleeping, again, backend);
    if (m->ready.count > 0) {
        double since;
        uint32_t next = sched_queue_pop(&m->ready, &since);
        start_on(m, thread, next, since, c->now > since ? c->now : since);
    }
}

bool model_run(model *m, uint64_t accesses)
{
    if (m->flow)
        return flow_run(m, accesses);
    uint64_t until = m->accesses + accesses;
    while (!model_is_done(m) && m->accesses < until) {
        if (m->running.count == 0)
            wake_until(m, m->sleeping.time[0]);
        wake_until(m, m->running.time[0]);
        turn(m);
        m->accesses++; /* a turn of only other work counts, too: the caller gets its turn back */
    }
    return model_is_done(m);
}
