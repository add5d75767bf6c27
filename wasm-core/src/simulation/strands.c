/* strands.c — see strands.h. */
#include "simulation/strands.h"

#include <math.h>

#include "base/assert.h"

typedef enum outcome { GOES_ON, STOPS } outcome;

xip_error strands_init(strands *made, uint32_t count, machine *machine, const strand_params *params, uint32_t lines,
                       uint32_t locks, strands_refill refill, void *context, xip_arena *arena)
{
    *made = (strands){.of = xip_arena_take(arena, count * sizeof(strand), 64),
                      .count = count,
                      .params = *params,
                      .machine = machine,
                      .refill = refill,
                      .context = context};
    uint32_t most = count * STRAND_SLOTS;
    if (!made->of || lines_init(&made->lines, machine, &params->lines, lines, most, arena) != XIP_OK ||
        locks_init(&made->locks, locks, count, arena) != XIP_OK || !sched_heap_init(&made->events, count + most, arena))
        return XIP_ERR_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        made->of[i] = (strand){.access_ns = params->access_ns, .window = params->window};
    return XIP_OK;
}

void strands_start(strands *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        all->on_core[all->of[i].core]++;
        sched_heap_push(&all->events, all->of[i].clock, i);
    }
}

static void compute(strands *all, strand *s, bool computes)
{
    if (s->computes == computes)
        return;
    s->computes = computes;
    if (computes)
        all->computing[s->core]++;
    else
        all->computing[s->core]--;
}

static void spend(strands *all, strand *s, double ns, bool at_ports)
{
    double spent = at_ports && all->computing[s->core] > 1 ? ns * all->params.shared_factor : ns;
    s->clock += spent;
    s->times.own += spent;
}

/* --- lines that are under way --- */

/* For each slot in use, the first one first. */
#define EACH_SLOT(s, i)                                                                                                \
    for (uint32_t left_ = (s)->under_way, i; left_ != 0 && (i = (uint32_t)__builtin_ctz(left_), true);                 \
         left_ &= left_ - 1)

static void forget_arrived(strand *s)
{
    EACH_SLOT(s, i)
    if (s->slots[i].arrives_at <= s->clock)
        s->under_way &= ~(1u << i);
}

static uint32_t slots_in_use(const strand *s)
{
    return (uint32_t)__builtin_popcount(s->under_way);
}

static uint32_t take_slot(strand *s, strand_slot slot)
{
    uint32_t at = (uint32_t)__builtin_ctz(~s->under_way);
    XIP_ASSERT(at < STRAND_SLOTS, "a strand asks only while it has a slot");
    s->under_way |= 1u << at;
    s->slots[at] = slot;
    return at;
}

/* The slot whose arrival the strand waits for, or STRAND_SLOTS when none has come up yet. */
static uint32_t cause_of(const strand *s)
{
    if (s->need == STRAND_NEEDS_ONE)
        return isinf(s->slots[s->oldest].arrives_at) ? STRAND_SLOTS : s->oldest;
    uint32_t cause = STRAND_SLOTS;
    EACH_SLOT(s, i)
    {
        const strand_slot *slot = &s->slots[i];
        bool is_queued = isinf(slot->arrives_at);
        if (is_queued && s->need == STRAND_NEEDS_ALL)
            return STRAND_SLOTS;
        if (is_queued)
            continue;
        bool later = cause != STRAND_SLOTS && slot->arrives_at > s->slots[cause].arrives_at;
        if (cause == STRAND_SLOTS || later == (s->need == STRAND_NEEDS_ALL))
            cause = i;
    }
    return cause;
}

/* The strand goes on when its cause has arrived, if that is known. */
static void wait_on(strands *all, uint32_t id)
{
    strand *s = &all->of[id];
    uint32_t at = cause_of(s);
    s->waits = at == STRAND_SLOTS;
    if (s->waits)
        return;
    const strand_slot *cause = &s->slots[at];
    double until = cause->arrives_at > s->clock ? cause->arrives_at : s->clock;
    double queued = cause->served_at > s->clock ? cause->served_at - s->clock : 0;
    s->times.queueing += queued;
    *(cause->moved ? &s->times.moving : &s->times.fetching) += until - s->clock - queued;
    s->clock = until;
    sched_heap_push(&all->events, until, id);
}

static outcome wait_for(strands *all, uint32_t id, strand_need need, uint32_t slot)
{
    strand *s = &all->of[id];
    s->need = (uint8_t)need;
    s->oldest = slot;
    compute(all, s, false);
    wait_on(all, id);
    return STOPS;
}

static void served_at(strand_slot *slot, const line_served *served, double now)
{
    slot->served_at = now + served->waited_ns;
    slot->arrives_at = served->arrives_at;
    slot->moved = served->moved;
}

/* Asks for a line; the slot says when it comes. */
static uint32_t ask(strands *all, uint32_t id, const step *one, xip_access_kind kind)
{
    strand *s = &all->of[id];
    uint32_t at = take_slot(s, (strand_slot){.asked_at = s->clock,
                                             .arrives_at = INFINITY,
                                             .line = one->line,
                                             .access = s->accesses,
                                             .is_store = kind == XIP_ACCESS_WRITE});
    line_request request = {.strand = id, .slot = at, .core = s->core, .touch = one->touch, .kind = (uint8_t)kind};
    line_served served;
    double call_at;
    if (lines_ask(&all->lines, one->line, request, s->clock, &served, &call_at))
        served_at(&s->slots[at], &served, s->clock);
    if (call_at >= 0)
        sched_heap_push(&all->events, call_at, all->count + one->line);
    return at;
}

/* --- steps --- */

/* A line that this core's other thread has asked for, or that this one has: waits for it, or has it. */
static bool is_coming(strands *all, strand *s, const step *one, uint32_t *slot)
{
    EACH_SLOT(s, i)
    if (s->slots[i].line == one->line) {
        *slot = i;
        return true;
    }
    double at = lines_coming(&all->lines, one->line, s->core, s->clock);
    if (at <= 0 || slots_in_use(s) == STRAND_SLOTS)
        return false;
    *slot = take_slot(s, (strand_slot){.asked_at = s->clock,
                                       .served_at = s->clock,
                                       .arrives_at = at,
                                       .line = one->line,
                                       .access = s->accesses,
                                       .moved = true});
    return true;
}

static void next_step(strand *s)
{
    s->at++;
    s->phase = STRAND_BEGIN;
}

static outcome load_or_store(strands *all, uint32_t id, const step *one)
{
    strand *s = &all->of[id];
    xip_access_kind kind = one->kind == STEP_READ ? XIP_ACCESS_READ : XIP_ACCESS_WRITE;
    EACH_SLOT(s, i)
    if (!s->slots[i].is_store && s->slots[i].access + s->window < s->accesses)
        return wait_for(all, id, STRAND_NEEDS_ONE, i);
    uint32_t slot;
    if (is_coming(all, s, one, &slot))
        return wait_for(all, id, STRAND_NEEDS_ONE, slot);
    double ns = one->accesses * s->access_ns;
    if (all->lines.of[one->line].near) {
        /* Nothing but its instructions. */
    } else if (machine_ask(all->machine, s->core, one->line, kind).beyond) {
        uint32_t room = all->params.fill_buffers / all->on_core[s->core];
        if (slots_in_use(s) >= (room > 0 ? room : 1))
            return wait_for(all, id, STRAND_NEEDS_ANY, 0);
        ask(all, id, one, kind);
    } else {
        machine_outcome met = machine_touch(all->machine, s->core, one->line, one->touch, kind, s->clock, 0);
        bool streams = met.level == MACHINE_L2 && ns < all->params.l2_line_ns;
        ns = streams ? all->params.l2_line_ns : ns;
    }
    s->accesses += one->accesses;
    spend(all, s, ns, true);
    next_step(s);
    return GOES_ON;
}

/* The step's line, to be changed by a locked instruction. True: this core has it, and the instruction is done. */
static bool owns(strands *all, uint32_t id, const step *one)
{
    strand *s = &all->of[id];
    if (machine_ask(all->machine, s->core, one->line, XIP_ACCESS_ATOMIC).beyond) {
        ask(all, id, one, XIP_ACCESS_ATOMIC);
        return false;
    }
    spend(all, s, machine_touch(all->machine, s->core, one->line, one->touch, XIP_ACCESS_ATOMIC, s->clock, 0).ns,
          false);
    return true;
}

static void release(strands *all, strand *s, const step *one)
{
    for (uint32_t id = locks_release(&all->locks, one->lock, one->exclusive); id != LOCKS_NOBODY;) {
        uint32_t next = all->locks.next[id];
        strand *woken = &all->of[id];
        double at = s->clock + all->params.wake_ns;
        woken->times.sleeping += at - woken->clock;
        woken->clock = at;
        sched_heap_push(&all->events, at, id);
        id = next;
    }
}

static outcome locked(strands *all, uint32_t id, const step *one)
{
    strand *s = &all->of[id];
    if (s->phase == STRAND_BEGIN && !owns(all, id, one)) {
        s->phase = STRAND_OWNED;
        return wait_for(all, id, STRAND_NEEDS_ALL, 0);
    }
    all->lines.of[one->line].version++;
    if (one->kind == STEP_UNLOCK)
        release(all, s, one);
    next_step(s);
    return GOES_ON;
}

/*
 * LWLockAttemptLock: the compare-and-swap has the line. It fails when another one went before it since the load.
 * Without queues nobody is before anybody, and it fails only when the lock is taken.
 */
static outcome swap(strands *all, strand *s, const step *one)
{
    uint32_t *version = &all->lines.of[one->line].version;
    bool fails =
        all->params.lines.no_queues ? !locks_is_free(&all->locks, one->lock, one->exclusive) : *version != s->version;
    if (fails) {
        s->failed++;
        s->phase = STRAND_BEGIN;
        return GOES_ON;
    }
    ++*version;
    locks_take(&all->locks, one->lock, one->exclusive);
    next_step(s);
    return GOES_ON;
}

static outcome take_lock(strands *all, uint32_t id, const step *one)
{
    strand *s = &all->of[id];
    if (s->phase == STRAND_OWNED)
        return swap(all, s, one);
    if (s->slept)
        locks_woken(&all->locks, one->lock);
    s->slept = false;
    if (s->phase == STRAND_BEGIN) {
        s->phase = STRAND_LOADED;
        if (machine_ask(all->machine, s->core, one->line, XIP_ACCESS_READ).beyond) {
            ask(all, id, one, XIP_ACCESS_READ);
            return wait_for(all, id, STRAND_NEEDS_ALL, 0);
        }
        machine_touch(all->machine, s->core, one->line, one->touch, XIP_ACCESS_READ, s->clock, 0);
    }
    spend(all, s, s->access_ns, true);
    s->version = all->lines.of[one->line].version;
    if (!locks_is_free(&all->locks, one->lock, one->exclusive)) {
        s->phase = STRAND_BEGIN;
        s->slept = true;
        compute(all, s, false);
        locks_sleep(&all->locks, one->lock, id, one->exclusive);
        return STOPS;
    }
    if (owns(all, id, one))
        return swap(all, s, one);
    s->phase = STRAND_OWNED;
    return wait_for(all, id, STRAND_NEEDS_ALL, 0);
}

static bool is_free_of_cost(const strands *all, const step *one)
{
    return one->lock != STEPS_NO_LOCK && (all->params.free_locks >> one->lock & 1) != 0;
}

static outcome carry_out(strands *all, uint32_t id)
{
    strand *s = &all->of[id];
    const step *one = &s->program.at[s->at];
    if (is_free_of_cost(all, one)) {
        next_step(s);
        return GOES_ON;
    }
    forget_arrived(s);
    if (one->kind < STEP_ATOMIC)
        return load_or_store(all, id, one);
    uint32_t slot;
    if (slots_in_use(s) > 0 || (s->phase == STRAND_BEGIN && is_coming(all, s, one, &slot)))
        return wait_for(all, id, STRAND_NEEDS_ALL, 0);
    return one->kind == STEP_LOCK ? take_lock(all, id, one) : locked(all, id, one);
}

/* The strand goes on in place until another one's clock is earlier. */
static void go_on(strands *all, uint32_t id)
{
    strand *s = &all->of[id];
    compute(all, s, true);
    for (;;) {
        bool is_first = all->events.count == 0 || s->clock <= all->events.time[0];
        if (!is_first || s->clock > all->until) {
            sched_heap_push(&all->events, s->clock, id);
            return;
        }
        if (s->at < s->program.count) {
            if (carry_out(all, id) == STOPS)
                return;
        } else if (all->refill(all->context, id)) {
            s->at = 0;
        } else {
            s->over = true;
            compute(all, s, false);
            return;
        }
    }
}

static void serve_line(strands *all, uint32_t line, double now)
{
    line_request request;
    line_served served;
    double call_at;
    bool one = lines_next(&all->lines, line, now, &request, &served, &call_at);
    if (call_at >= 0)
        sched_heap_push(&all->events, call_at, all->count + line);
    if (!one)
        return;
    strand *s = &all->of[request.strand];
    served_at(&s->slots[request.slot], &served, now);
    if (s->waits)
        wait_on(all, request.strand);
}

void strands_resume(strands *all, uint32_t id, double at)
{
    strand *s = &all->of[id];
    s->over = false;
    s->clock = at;
    s->at = s->program.count;
    sched_heap_push(&all->events, at, id);
}

bool strands_run(strands *all, double until)
{
    all->until = until;
    while (all->events.count > 0 && all->events.time[0] <= all->until) {
        double now;
        uint32_t id = sched_heap_pop(&all->events, &now);
        all->events_done++;
        if (id < all->count)
            go_on(all, id);
        else
            serve_line(all, id - all->count, now);
    }
    return all->events.count > 0;
}
