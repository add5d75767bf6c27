/* operations.c — see operations.h. */
#include "labthreads/operations.h"

#include "base/assert.h"
#include "base/clock.h"
#include "labthreads/work.h"
#include "pg/mix.h"

/* Sums over the rounds of a slice; `look_ns` of intervals without any work. */
typedef struct sums {
    double look_ns, check_ns, assign_ns, end_ns;
    uint64_t rounds, running;
} sums;

/* Not overflowed, so no parent is looked up. */
static xip_xid no_topmost(void *context, xip_xid xid)
{
    (void)context;
    XIP_ASSERT(false, "the mix's snapshots have room for all subtransactions");
    return xid;
}

/*
 * Called once per group and not inlined, for the reason given in crew.h: WebAssembly's engines replace functions that
 * are called again by optimised code.
 */
__attribute__((noinline)) static uint64_t check_all(xip_backend *me, const xip_mix *mix)
{
    uint64_t running = 0;
    for (uint32_t repeat = 0; repeat < XIP_OPERATIONS_REPEATS; repeat++)
        for (uint32_t i = 0; i < XIP_MIX_EACH * XIP_MIX_KINDS; i++)
            running += xip_backend_xid_in_snapshot(me, mix->xids[i], &me->snapshot, no_topmost, NULL);
    return running;
}

__attribute__((noinline)) static void assign_half(xip_backend *companions, xip_mix *mix, xip_mix_kind kind)
{
    for (uint32_t i = 0; i < XIP_MIX_EACH; i++)
        xip_mix_keep(mix, i, kind, xip_assign_xid(&companions[i]));
}

__attribute__((noinline)) static void end_half(xip_backend *companions)
{
    for (uint32_t i = 0; i < XIP_MIX_EACH; i++)
        xip_proc_array_end_transaction(&companions[i]);
}

__attribute__((noinline)) static void run_round(xip_backend *me, xip_backend *companions, xip_mix *mix,
                                                uint64_t work_units, xip_tally *tally, sums *s)
{
    xip_backend *leave = companions + XIP_MIX_EACH;
    xip_mix_age(mix);
    for (uint32_t i = 0; i < XIP_MIX_COMPANIONS; i++) {
        xip_begin(&companions[i]);
        if (work_units > 0)
            tally->sink = xip_work(work_units, tally->sink);
    }
    double begin = xip_clock_ns();
    double looked = xip_clock_ns();
    assign_half(companions, mix, XIP_MIX_RUNNING);
    double assigned = xip_clock_ns();
    s->look_ns += looked - begin;
    s->assign_ns += assigned - looked;

    for (uint32_t i = 0; i < XIP_MIX_EACH; i++)
        xip_mix_children(mix, &companions[i], i);

    begin = xip_clock_ns();
    assign_half(leave, mix, XIP_MIX_ENDED_SINCE);
    assigned = xip_clock_ns();
    end_half(leave);
    double ended = xip_clock_ns();
    s->assign_ns += assigned - begin;
    s->end_ns += ended - assigned;

    tally->reused += xip_take_snapshot(me);
    begin = xip_clock_ns();
    s->running += check_all(me, mix);
    s->check_ns += xip_clock_ns() - begin;
    xip_release_snapshot(me);

    begin = xip_clock_ns();
    end_half(companions);
    s->end_ns += xip_clock_ns() - begin;
    s->rounds++;
}

/* With a coarse clock the difference may be negative for a short slice. */
static double without_looks(double ns, double looks_ns)
{
    return ns > looks_ns ? ns - looks_ns : 0;
}

void xip_operations_run(xip_backend *me, xip_backend *companions, uint64_t work_units, const uint32_t *stop,
                        xip_tally *tally)
{
    xip_mix mix = {0};
    sums s = {0};
    /* In the first round no transaction has ended before: it counts for nothing. */
    run_round(me, companions, &mix, 0, &(xip_tally){0}, &(sums){0});
    while (!xip_slice_is_over(stop))
        run_round(me, companions, &mix, work_units, tally, &s);
    const uint64_t checked = (uint64_t)XIP_OPERATIONS_REPEATS * XIP_MIX_EACH * XIP_MIX_KINDS;
    tally->transactions += s.rounds * XIP_MIX_COMPANIONS;
    tally->snapshots += s.rounds;
    tally->checks += s.rounds * checked;
    tally->found_running += s.running;
    tally->assigns += s.rounds * XIP_MIX_COMPANIONS;
    tally->ends += s.rounds * XIP_MIX_COMPANIONS;
    tally->check_ns += without_looks(s.check_ns, s.look_ns);
    tally->assign_ns += without_looks(s.assign_ns, 2 * s.look_ns);
    tally->end_ns += without_looks(s.end_ns, 2 * s.look_ns);
}
