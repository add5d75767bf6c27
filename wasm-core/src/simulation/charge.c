/* charge.c — see charge.h. */
#include "simulation/charge.h"

static bool is_slru_lock(const charge_slru *s, const void *p)
{
    const xip_lwlock *lock = p;
    return (lock >= s->bank_locks && lock < s->bank_locks + s->banks) ||
           (lock >= s->buffer_locks && lock < s->buffer_locks + s->buffers);
}

static charge_part part_of(const charge *c, const void *p, uint32_t size, uint32_t field)
{
    if (c->slru.banks == 0)
        return CHARGE_ENGINE;
    switch (field) {
    case MEM_SLRU_PAGE_NUMBER:
    case MEM_SLRU_PAGE_STATUS:
    case MEM_SLRU_PAGE_DIRTY:
    case MEM_SLRU_PAGE_LRU_COUNT:
    case MEM_SLRU_CUR_LRU_COUNT:
    case MEM_SLRU_LATEST_PAGE:
        return CHARGE_SUBTRANS_SLOTS;
    case MEM_SLRU_PAGE:
        return size > MACHINE_LINE_BYTES ? CHARGE_SUBTRANS_PAGES : CHARGE_SUBTRANS_WORDS;
    case MEM_LWLOCK_STATE:
        return is_slru_lock(&c->slru, p) ? CHARGE_SUBTRANS_LOCKS : c->part;
    default:
        return c->part;
    }
}

static void charge_line(charge *c, charge_part part, uint32_t line, uint32_t first, uint32_t size, xip_access_kind kind,
                        uint32_t field)
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
    if (part == CHARGE_SUBTRANS_PAGES && met.level != MACHINE_L1)
        cost /= c->fill_buffers;
    c->now += cost;
    c->by_part[part] += cost;
    if (part >= CHARGE_SUBTRANS_LOCKS)
        return;
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
    charge_part part = part_of(c, p, size, field);
    while (size > 0) {
        uint32_t first = (uint32_t)(at % MACHINE_LINE_BYTES);
        uint32_t here = MACHINE_LINE_BYTES - first < size ? MACHINE_LINE_BYTES - first : size;
        charge_line(c, part, (uint32_t)(at / MACHINE_LINE_BYTES), first, here, kind, field);
        at += here;
        size -= here;
    }
}

void charge_own_words(charge *c, uint32_t words, charge_part part)
{
    double cost = words * c->port_ns * c->port_factor;
    c->now += cost;
    c->scan += cost;
    c->by_part[part] += cost;
}

static void charge_wait(charge *c, double ns)
{
    c->now += ns;
    c->lock += ns;
}

void charge_slru_wait(charge *c, double ns)
{
    charge_wait(c, ns);
    c->slru_wait += ns;
    c->slru_waits++;
}

void charge_pay(charge *c)
{
    charge_slru *s = &c->slru;
    if (s->banks == 0)
        return;
    charge_wait(c, s->owed[c->thread] + s->slru_owed[c->thread]);
    c->slru_wait += s->slru_owed[c->thread];
    s->owed[c->thread] = s->slru_owed[c->thread] = 0;
}

/* In the workloads with savepoints: see holds.h. */
static void held_lock_asked(charge *c, const void *lock, bool exclusive, bool released)
{
    charge_slru *s = &c->slru;
    const xip_lwlock *at = lock;
    bool of_slru = is_slru_lock(s, lock);
    c->slru_locks += of_slru && !released;
    bool of_bank = at >= s->bank_locks && at < s->bank_locks + s->banks;
    /* A buffer's own lock is never found taken: a backend whose page is being read waits before it looks
     * (savepoints.c). */
    if (of_slru && !of_bank)
        return;
    charge_held *held = of_bank ? &s->held[CHARGE_LOCKS + (at - s->bank_locks)]
                                : &s->held[((const uint8_t *)lock - c->first_lock) / (ptrdiff_t)c->lock_size];
    if (released) {
        hold one = {.from = held->opened_at, .to = c->now, .thread = c->thread, .exclusive = exclusive};
        uint32_t owing = holds_add(&held->all, one, c->began, c->wake_ns, of_bank ? s->slru_owed : s->owed);
        c->slru_waits += of_bank ? owing : 0;
        return;
    }
    double wait = holds_free_from(&held->all, c->now, exclusive, c->wake_ns) - c->now;
    if (wait > 0 && of_bank)
        charge_slru_wait(c, wait);
    else if (wait > 0)
        charge_wait(c, wait);
    held->opened_at = c->now;
}

/*
 * Turns are run one after the other, so a lock is never found taken; but it may
 * be held until a time that this thread's clock has not reached.
 */
void charge_lock_asked(void *context, uint32_t core, const void *lock, bool exclusive, bool released)
{
    (void)core;
    charge *c = context;
    if (c->slru.banks > 0) {
        held_lock_asked(c, lock, exclusive, released);
        return;
    }
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
