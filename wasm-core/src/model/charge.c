/* charge.c — see charge.h. */
#include "model/charge.h"

static void charge_line(charge *c, uint32_t line, uint32_t first, uint32_t size, xip_access_kind kind, uint32_t field)
{
    machine_outcome met = machine_access(c->machine, c->core, line, first, size, kind, field, c->now, 0);
    c->accesses++;
    double cost;
    if (met.level == MACHINE_L1 && !met.upgrade && kind != XIP_ACCESS_ATOMIC)
        cost = c->port_ns * c->port_factor + met.wait_ns;
    else if (met.level <= MACHINE_L2 && !met.upgrade)
        cost = met.ns * c->clock_factor;
    else
        cost = met.ns;
    c->now += cost;
    bool from_others =
        met.level == MACHINE_PEER || met.level == MACHINE_FAR || met.taken || met.upgrade || met.wait_ns > 0;
    double own = from_others && cost > c->l2_ns ? c->l2_ns : cost;
    c->scan += own;
    c->coherence += cost - own;
}

void charge_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind, uint32_t field)
{
    (void)core;
    charge *c = context;
    size_t at = (size_t)((const uint8_t *)p - c->base);
    while (size > 0) {
        uint32_t first = (uint32_t)(at % MACHINE_LINE_BYTES);
        uint32_t here = MACHINE_LINE_BYTES - first < size ? MACHINE_LINE_BYTES - first : size;
        charge_line(c, (uint32_t)(at / MACHINE_LINE_BYTES), first, here, kind, field);
        at += here;
        size -= here;
    }
}

/*
 * Turns are run one after the other, so a lock is never found taken; but it may
 * be held until a time that this thread's clock has not reached.
 */
void charge_lock_asked(void *context, uint32_t core, const void *lock, bool exclusive, bool released)
{
    (void)core;
    charge *c = context;
    charge_lock *l = &c->locks[(size_t)((const uint8_t *)lock - c->first_lock) / c->lock_size];
    if (released) {
        double *until = exclusive ? &l->exclusive_until : &l->shared_until;
        if (c->now > *until)
            *until = c->now;
        return;
    }
    double free_at = l->exclusive_until;
    if (exclusive && l->shared_until > free_at)
        free_at = l->shared_until;
    if (free_at > c->now) {
        double wait = free_at - c->now + c->wake_ns;
        c->now += wait;
        c->lock += wait;
    }
}
