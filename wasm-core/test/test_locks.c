/*
 * test_locks.c — LWLocks in virtual time (simulation/locks.c, carried out by strands.c): who may hold one, who sleeps
 * for how long, and that nobody sleeps for ever. build: -DXIP_OBSERVED=1
 */
#include <math.h>

#include "base/rng.h"
#include "check.h"
#include "model_machine.h"
#include "simulation/strands.h"

enum { STRANDS = 12, ROUNDS = CHECK_SANITIZED ? 10 : 40, WAKE_NS = 2200, LOCK_LINE = 0, LINES = 64 };

/* A strand pauses, takes the lock, keeps it for a while and lets it go. */
typedef struct job {
    double pause_ns, hold_ns;
    bool exclusive;
} job;

typedef enum stage { PAUSES, ASKS, HOLDS } stage;

typedef struct worker {
    job jobs[ROUNDS];
    uint32_t count, at;
    stage stage;
    bool asleep;             /* when last looked at */
    double asked_at, had_at; /* ns; its last round's */
    double asked, paused, held;
    double slept; /* as the look at it each time saw it */
} worker;

static struct {
    xip_arena arena;
    machine *machine;
    strands strands;
    worker of[STRANDS];
    uint32_t most_sharers;
    uint32_t barged; /* got the lock while others had waited for longer */
    bool overlapped; /* somebody held a lock that excludes another's hold */
    double busy_ns;  /* the lock was held */
} l;

static void spend(strand *s, double ns)
{
    s->clock += ns;
    s->times.own += ns;
}

static void program(strand *s, step_kind kind, bool exclusive)
{
    s->program.at[0] = (step){.line = LOCK_LINE, .accesses = 1, .kind = (uint8_t)kind, .exclusive = exclusive};
    s->program.count = 1;
}

static bool refill(void *context, uint32_t id)
{
    (void)context;
    strand *s = &l.strands.of[id];
    worker *w = &l.of[id];
    if (w->stage == HOLDS) {
        w->stage = PAUSES;
        w->at++;
    }
    if (w->at == w->count)
        return false;
    const job *now = &w->jobs[w->at];
    if (w->stage == PAUSES) {
        w->stage = ASKS;
        spend(s, now->pause_ns);
        w->paused += now->pause_ns;
        w->asked_at = s->clock;
        program(s, STEP_LOCK, now->exclusive);
        return true;
    }
    w->stage = HOLDS;
    w->had_at = s->clock;
    w->asked += s->clock - w->asked_at;
    for (uint32_t i = 0; i < l.strands.count; i++)
        l.barged += l.of[i].asleep && l.of[i].asked_at < w->asked_at;
    spend(s, now->hold_ns);
    w->held += now->hold_ns;
    program(s, STEP_UNLOCK, now->exclusive);
    return true;
}

/* Its locked instruction that takes the lock is over, and the one that lets it go is not. */
static bool has_lock(uint32_t id)
{
    bool step_is_over = l.strands.of[id].at > 0;
    return (l.of[id].stage == ASKS && step_is_over) || (l.of[id].stage == HOLDS && !step_is_over);
}

static bool wants_lock(uint32_t id)
{
    return l.of[id].stage == ASKS && l.strands.of[id].at == 0;
}

static bool is_queued(uint32_t id)
{
    const locks *all = &l.strands.locks;
    uint32_t at = all->of[0].first;
    while (at != LOCKS_NOBODY && at != id)
        at = all->next[at];
    return at == id;
}

/* Everybody as they are until the next event, `dt` ns later. */
static void look(double dt)
{
    uint32_t sharers = 0, owners = 0, queued = 0, trying = 0;
    for (uint32_t i = 0; i < l.strands.count; i++) {
        worker *w = &l.of[i];
        bool holds = has_lock(i);
        bool exclusive = w->at < w->count && w->jobs[w->at].exclusive;
        bool sleeps = is_queued(i);
        sharers += holds && !exclusive;
        owners += holds && exclusive;
        queued += sleeps;
        trying += wants_lock(i) && !sleeps;
        w->asleep = sleeps || (wants_lock(i) && l.strands.of[i].slept);
        w->slept += w->asleep ? dt : 0;
    }
    const lock_state *lock = &l.strands.locks.of[0];
    l.overlapped = l.overlapped || owners > 1 || (owners == 1 && sharers > 0);
    CHECK(lock->exclusive == (owners == 1) && lock->shared == sharers);
    /* Sleepers are sleepers because of somebody, or somebody was woken, or came, and is about to take the lock. */
    CHECK(queued == 0 || dt == 0 || owners + sharers + trying > 0);
    l.busy_ns += owners + sharers > 0 ? dt : 0;
    if (sharers > l.most_sharers)
        l.most_sharers = sharers;
}

static machine_params gold(void)
{
    return small_machine_of(10);
}

/* Lines cost nothing: only waits, holds and pauses take time. */
static machine_params without_lines(void)
{
    machine_params m = gold();
    m.l1_ns = m.l2_ns = m.l3_ns = m.peer_ns = m.far_ns = m.memory_ns = m.far_memory_ns = m.upgrade_ns =
        m.far_upgrade_ns = m.atomic_ns = 0;
    return m;
}

static bool open(uint32_t count, const machine_params *m)
{
    xip_arena_reset(&l.arena);
    memset(l.of, 0, sizeof l.of);
    l.most_sharers = l.barged = 0;
    l.overlapped = false;
    l.busy_ns = 0;
    strand_params p = {.access_ns = m->l1_ns / 2,
                       .shared_factor = 2,
                       .wake_ns = WAKE_NS,
                       .fill_buffers = 10,
                       .window = 64,
                       .lines = {.clean_ns = m->l1_ns * 4, .tenure_ns = m->peer_ns / 2}};
    bool fine = machine_create(&l.machine, m, LINES, &l.arena) == XIP_OK &&
                strands_init(&l.strands, count, l.machine, &p, LINES, 1, refill, NULL, &l.arena) == XIP_OK;
    for (uint32_t i = 0; fine && i < count; i++) {
        l.strands.of[i].core = i;
        fine = steps_init(&l.strands.of[i].program, 1, NULL, NULL, 1, &l.arena) == XIP_OK;
    }
    return CHECK(fine);
}

/* Runs to the end, with a look between any two events. Returns when the last has ended. */
static double run(void)
{
    strands *all = &l.strands;
    strands_start(all);
    double now = 0;
    while (all->events.count > 0) {
        now = all->events.time[0];
        strands_run(all, now);
        look(all->events.count > 0 ? all->events.time[0] - now : 0);
    }
    return now;
}

static void add(uint32_t id, double pause_ns, double hold_ns, bool exclusive)
{
    worker *w = &l.of[id];
    w->jobs[w->count++] = (job){pause_ns, hold_ns, exclusive};
}

/* 0 to `most`, and hardly ever the same twice. */
static double some(xip_rng *rng, double most)
{
    return most * xip_rng_below(rng, 1u << 30) / (1u << 30);
}

/* @param one_in of so many rounds one is exclusive; 0: none */
static bool draw(xip_rng *rng, uint32_t count, const machine_params *m, uint32_t one_in)
{
    if (!open(count, m))
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t round = 0; round < ROUNDS; round++)
            add(i, some(rng, 4000), some(rng, 1500), one_in > 0 && xip_rng_once_in(rng, one_in));
    return true;
}

/* Runs `law` on drawn strands, with a real machine's lines or without, from 1 to STRANDS of them. */
static void for_drawn(void (*law)(uint32_t count, uint32_t one_in, bool with_lines))
{
    static const uint32_t kinds[] = {1, 2, 8, 0};
    xip_rng rng = {check_state.seed};
    for (uint32_t turn = 0; turn < check_state.runs; turn++)
        for (uint32_t count = 1; count <= STRANDS; count++)
            for (uint32_t kind = 0; kind < 4; kind++)
                for (uint32_t with_lines = 0; with_lines < 2; with_lines++) {
                    machine_params m = with_lines ? gold() : without_lines();
                    CONTEXT("turn %u: %u strands, %s%u exclusive, %s lines", turn, count, kinds[kind] ? "one in " : "",
                            kinds[kind], with_lines ? "with" : "without");
                    if (!draw(&rng, count, &m, kinds[kind]))
                        return;
                    law(count, kinds[kind], with_lines);
                }
}

static void excludes_and_shares(uint32_t count, uint32_t one_in, bool with_lines)
{
    (void)with_lines;
    run();
    CHECK(!l.overlapped);
    CHECK(one_in == 1 ? l.most_sharers == 0 : count < 4 || l.most_sharers > 1);
}

static void holders_exclude_or_share(void)
{
    for_drawn(excludes_and_shares);
}

static void gets_in(uint32_t count, uint32_t one_in, bool with_lines)
{
    (void)one_in;
    (void)with_lines;
    run();
    for (uint32_t i = 0; i < count; i++)
        CHECK(l.of[i].at == ROUNDS && l.strands.of[i].over);
    const lock_state *lock = &l.strands.locks.of[0];
    CHECK(!lock->exclusive && lock->shared == 0 && lock->first == LOCKS_NOBODY && !lock->waking);
}

static void everybody_gets_in(void)
{
    for_drawn(gets_in);
}

static void waits_only_for_a_holder(uint32_t count, uint32_t one_in, bool with_lines)
{
    (void)with_lines;
    run(); /* looks at each moment whether there is a reason to sleep */
    for (uint32_t i = 0; i < count; i++)
        CHECK((count > 1 && one_in > 0) || l.strands.of[i].times.sleeping == 0);
}

static void nobody_waits_for_a_free_lock(void)
{
    for_drawn(waits_only_for_a_holder);
}

static void adds_up(uint32_t count, uint32_t one_in, bool with_lines)
{
    run();
    double held = 0;
    for (uint32_t i = 0; i < count; i++) {
        const worker *w = &l.of[i];
        const strand *s = &l.strands.of[i];
        const strand_times *t = &s->times;
        double lines = t->moving + t->queueing + t->fetching + t->own - w->paused - w->held;
        held += w->held;
        CHECK(fabs(w->paused + w->held + t->sleeping + lines - s->clock) < 1e-6 * s->clock);
        /* A sleeping backend books its wait only when it wakes up; this check reads it meanwhile. */
        CHECK(with_lines || fabs(t->sleeping - w->slept) < 1e-6 * s->clock);
        CHECK(with_lines || (fabs(lines) < 1e-6 * s->clock && fabs(w->asked - t->sleeping) < 1e-6 * s->clock));
        CHECK(w->asked >= t->sleeping * (1 - 1e-9));
    }
    if (with_lines)
        return;
    /* Exclusive holds never overlap, shared ones may. */
    CHECK(one_in == 1 ? fabs(l.busy_ns - held) < 1e-6 * held : l.busy_ns < held * (1 + 1e-9));
}

static void waits_and_holds_add_up(void)
{
    for_drawn(adds_up);
}

static void the_running_may_go_first(void)
{
    machine_params m = without_lines();
    if (!open(3, &m))
        return;
    add(0, 0, 1000, true);
    add(1, 500, 100, true);
    /* It comes when the lock is free and the one that waited for it is still waking up. */
    add(2, 1500, 5000, true);
    run();
    CHECK(l.of[2].had_at == 1500 && l.strands.of[2].times.sleeping == 0);
    /* The waiter wakes up at 3,200, finds the lock taken until 6,500, and goes back to sleep. */
    CHECK(l.of[1].had_at == 6500 + WAKE_NS);
    CHECK(l.strands.of[1].times.sleeping == 6500 + WAKE_NS - 500);
    /* In long runs it happens as well. */
    xip_rng rng = {check_state.seed};
    if (draw(&rng, STRANDS, &m, 2))
        run();
    CHECK(l.barged > 0);
}

static void a_release_wakes_the_first_or_all_sharers(void)
{
    machine_params m = without_lines();
    static const bool queues[][4] = {{false, true, false, true}, {true, false, false, true}};
    /* Sharers that are woken together hold it together; then those that want it alone, one after the other. */
    static const double gets[][4] = {{1, 2, 1, 3}, {1, 2, 2, 3}};
    for (uint32_t q = 0; q < 4; q++) {
        CONTEXT("queue %u", q);
        if (!open(5, &m))
            return;
        add(4, 0, 1000, true);
        /* Of those that wake up at the same time the one with the lowest number runs first. */
        bool backwards = q >= 2;
        for (uint32_t i = 0; i < 4; i++)
            add(backwards ? 3 - i : i, 100 * (i + 1), 50, queues[q % 2][i]);
        run();
        for (uint32_t i = 0; i < 4; i++) {
            double turn = gets[q % 2][i];
            CHECK(l.of[backwards ? 3 - i : i].had_at == 1000 + turn * WAKE_NS + (turn - 1) * 50);
        }
        CHECK(!l.overlapped);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    CHECK(xip_arena_init(&l.arena, 4u << 20));
    LAW("an exclusive holder excludes everybody, shared holders share", holders_exclude_or_share);
    LAW("nobody sleeps for a lock that nobody holds and nobody is about to take", nobody_waits_for_a_free_lock);
    LAW("a running strand may take a lock whose waiter is still waking up", the_running_may_go_first);
    LAW("a release wakes the first sleeper, and if that one shares, all who share",
        a_release_wakes_the_first_or_all_sharers);
    LAW("everybody gets the lock in the end, and leaves it free", everybody_gets_in);
    LAW("waits, holds and pauses add up to the clock, and the lock is busy as long as it is held",
        waits_and_holds_add_up);
    xip_arena_free(&l.arena);
    return check_end();
}
