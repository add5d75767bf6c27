/*
 * machine.c — one access: a hit in L1, or a slower one; see machine.h and state.h.
 *
 * The source of the line for a core without a copy, first match:
 *   1. a core behind the same L3 that has the line alone or dirty (M, E, O): its cache, PEER
 *   2. any core behind the same L3 has it clean, or that L3 holds it: L3
 *   3. a core behind another L3 whose copy answers (M, E, O, F): its cache, FAR
 *   4. another L3 holds bytes that memory lacks: FAR, from no core
 *   5. memory
 *
 * MODEL: the last level cache is a victim cache: it takes a line that a core behind it had no more room for
 * (Skylake-SP, Zen), and when it evicts a line itself, L2 keeps its copy. Its directory knows which lines the cores
 * behind it hold, so a clean copy in one of them costs the other cores no more than L3. MODEL: memory is spread over
 * the sockets by pages of 4 kB. MODEL: a core that becomes the owner waits until its data have arrived and all other
 * cores have given up their copies, whichever takes longer.
 */
#include "base/assert.h"
#include "machine/state.h"
#include "mem/mem.h"

static uint32_t domain_of(const machine *m, uint32_t core)
{
    return core / m->cores_per_l3;
}

static protocol_entry entry_of(const machine *m, uint32_t state, protocol_event event)
{
    protocol_entry entry = m->protocol->at[state][event];
    XIP_ASSERT(entry.can_happen, "the protocol's table has an entry for what happens");
    return entry;
}

/* Sets a core's state of a line, and everything that must agree with it. */
static void set_state(machine *m, machine_record *r, uint32_t core, uint32_t state)
{
    r->copy[core].state = (uint8_t)state;
    machine_front *front = &m->core[core].front[r->line & m->l1_mask];
    if (front->line == r->line)
        front->state = (uint8_t)state;
    if (state != MACHINE_I && state != MACHINE_S)
        r->owner = (uint8_t)core;
    else if (r->owner == core)
        r->owner = MACHINE_NO_CORE;
    if (state == MACHINE_I)
        r->sharers &= ~core_bit(core);
    else
        r->sharers |= core_bit(core);
}

/* The others will read what the owner in M has written: its words count as missed for each core without a copy. */
static void end_epoch(machine *m, machine_record *r, uint32_t owner)
{
    uint16_t epoch = r->epoch;
    if (epoch == 0)
        return;
    for (uint32_t core = 0; core < m->cores; core++)
        r->copy[core].written |= epoch;
    r->copy[owner].written = 0;
    r->epoch = 0;
}

/* Event at another core's copy. */
static void tell(machine *m, machine_record *r, uint32_t core, protocol_event event)
{
    uint32_t state = r->copy[core].state;
    if (state == MACHINE_M)
        end_epoch(m, r, core);
    set_state(m, r, core, entry_of(m, state, event).next);
}

static void drop_private_copy(machine *m, machine_record *r, uint32_t core)
{
    machine_core *c = &m->core[core];
    machine_front *front = &c->front[r->line & m->l1_mask];
    if (front->line == r->line)
        *front = (machine_front){.line = CACHE_NO_LINE};
    cache_remove(&c->l1, r->line);
    r->copy[core].pending = MACHINE_NOT_PENDING;
}

/* Every copy in the L3s is outdated from now on. */
static void drop_from_l3(machine *m, machine_record *r)
{
    for (uint32_t domains = r->on_l3; domains != 0; domains &= domains - 1)
        cache_remove(&m->l3[__builtin_ctz(domains)], r->line);
    r->on_l3 = 0;
    r->dirty_l3 = MACHINE_NO_CORE;
}

/* A core becomes owner: all other copies end. Returns how many there were. */
static uint8_t take_from_others(machine *m, machine_record *r, uint32_t core)
{
    uint8_t losers = 0;
    for (uint64_t others = r->sharers & ~core_bit(core); others != 0; others &= others - 1) {
        uint32_t other = (uint32_t)__builtin_ctzll(others);
        tell(m, r, other, PROTOCOL_OTHER_WRITE);
        drop_private_copy(m, r, other);
        cache_remove(&m->core[other].l2, r->line);
        r->taken |= core_bit(other);
        losers++;
    }
    return losers;
}

void machine_evict(machine *m, uint32_t core, uint32_t line)
{
    if (line == CACHE_NO_LINE)
        return;
    if (is_private(line)) {
        cache_remove(&m->core[core].l1, line);
        return;
    }
    machine_record *r = m->record_of[line];
    uint32_t state = r->copy[core].state;
    protocol_entry entry = entry_of(m, state, PROTOCOL_EVICT);
    uint32_t domain = domain_of(m, core);
    drop_private_copy(m, r, core);
    tell(m, r, core, PROTOCOL_EVICT);
    if (entry.updates_memory)
        r->dirty_l3 = (uint8_t)domain;
    if (r->on_l3 >> domain & 1) {
        cache_touch(&m->l3[domain], line);
        return;
    }
    r->on_l3 |= 1u << domain;
    uint32_t gone = cache_insert(&m->l3[domain], line);
    if (gone == CACHE_NO_LINE)
        return;
    machine_record *g = m->record_of[gone];
    g->on_l3 &= ~(1u << domain);
    if (g->dirty_l3 == domain)
        g->dirty_l3 = MACHINE_NO_CORE;
}

/* The line is the newest of its set in L1. */
static void come_to_front(machine *m, machine_record *r, uint32_t core)
{
    m->core[core].front[r->line & m->l1_mask] = (machine_front){
        .line = r->line,
        .pending = r->copy[core].pending,
        .state = r->copy[core].state,
        .record = r,
    };
}

/* When another core's transfer of this line ends. */
static double wait_for_line(const machine_record *r, uint32_t core, double now)
{
    bool under_way = r->busy_core != core && now >= r->busy_from && now < r->busy_until;
    return under_way ? r->busy_until - now : 0;
}

static void occupy(machine_record *r, uint32_t core, double from, double until)
{
    r->busy_core = (uint8_t)core;
    r->busy_from = from;
    r->busy_until = until;
}

/* The time until all cores with copies have invalidated them. */
static double letting_go_ns(const machine *m, const machine_record *r, uint32_t core)
{
    bool far = (r->sharers & ~m->domain_cores[domain_of(m, core)]) != 0;
    return far ? m->params.far_upgrade_ns : m->params.upgrade_ns;
}

/* The place where a core without a copy finds the line; no state changes. */
static double locate(const machine *m, const machine_record *r, uint32_t core, machine_outcome *out)
{
    const machine_params *p = &m->params;
    uint32_t domain = domain_of(m, core);
    bool near = (r->sharers & m->domain_cores[domain]) != 0 || (r->on_l3 >> domain & 1) != 0;
    bool owned = m->coherent && r->owner != MACHINE_NO_CORE;
    if (owned && domain_of(m, r->owner) == domain && r->copy[r->owner].state != MACHINE_F) {
        out->level = MACHINE_PEER;
        out->from = r->owner;
        return p->peer_ns;
    }
    if (near) {
        out->level = MACHINE_L3;
        return p->l3_ns;
    }
    if (owned || (m->coherent && r->dirty_l3 != MACHINE_NO_CORE)) {
        out->level = MACHINE_FAR;
        out->from = r->owner;
        return p->far_ns;
    }
    uint32_t sockets = (uint32_t)p->sockets;
    bool here = r->line / 64 % sockets == core / (uint32_t)p->cores_per_socket;
    out->level = here ? MACHINE_MEMORY : MACHINE_FAR_MEMORY;
    return here ? p->memory_ns : p->far_memory_ns;
}

/* The line is in neither L1 nor L2 of this core. */
static machine_outcome miss(machine *m, machine_record *r, uint32_t core, uint32_t touch, bool is_write, double now,
                            uint32_t tag)
{
    machine_core *c = &m->core[core];
    machine_outcome out = {.from = MACHINE_NO_CORE};
    double latency = locate(m, r, core, &out);
    uint32_t next = is_write ? MACHINE_M : MACHINE_S;
    if (m->coherent) {
        out.wait_ns = wait_for_line(r, core, now);
        uint32_t owner = r->owner;
        /* A clean shared copy does not change when it answers: nobody has to wait for that. */
        bool occupies = is_write || (out.from != MACHINE_NO_CORE && r->copy[out.from].state != MACHINE_F);
        if (is_write) {
            if (r->sharers != 0) {
                double letting_go = letting_go_ns(m, r, core);
                latency = latency > letting_go ? latency : letting_go;
            }
            out.losers = take_from_others(m, r, core);
            drop_from_l3(m, r);
            next = entry_of(m, MACHINE_I, PROTOCOL_WRITE).next;
        } else {
            bool alone = r->sharers == 0 && (r->on_l3 & ~(1u << domain_of(m, core))) == 0;
            if (owner != MACHINE_NO_CORE)
                tell(m, r, owner, PROTOCOL_OTHER_READ);
            if (out.level == MACHINE_FAR && out.from == MACHINE_NO_CORE)
                r->dirty_l3 = MACHINE_NO_CORE; /* written back on the way */
            next = entry_of(m, MACHINE_I, alone ? PROTOCOL_READ_ALONE : PROTOCOL_READ_SHARED).next;
        }
        if (occupies)
            occupy(r, core, now, now + out.wait_ns + latency);
    }
    out.ns = out.wait_ns + latency;
    out.after = (uint8_t)next;
    c->counts.transfers_within += out.level == MACHINE_PEER;
    c->counts.transfers_across += out.level == MACHINE_FAR;
    c->counts.invalidations += out.losers;

    uint32_t gone = cache_insert(&c->l2, r->line);
    machine_evict(m, core, gone);
    cache_insert(&c->l1, r->line);
    set_state(m, r, core, next);
    uint16_t *stolen = &r->copy[core].written;
    out.taken = (r->taken & core_bit(core)) != 0;
    sharing_miss(m, core, r, tag, *stolen, out.taken, touch);
    *stolen = 0;
    r->taken &= ~core_bit(core);
    return out;
}

/* The line is here and is written, but not in M: the core needs ownership. */
static void own(machine *m, machine_record *r, uint32_t core, double now, uint32_t tag, machine_outcome *out)
{
    protocol_entry entry = entry_of(m, out->before, PROTOCOL_WRITE);
    if (m->coherent) {
        if (entry.asks) {
            out->wait_ns = wait_for_line(r, core, now);
            double latency = letting_go_ns(m, r, core);
            out->ns = out->wait_ns + latency;
            out->upgrade = true;
            out->losers = take_from_others(m, r, core);
            occupy(r, core, now, now + out->ns);
            m->core[core].counts.upgrades++;
            m->core[core].counts.invalidations += out->losers;
            sharing_upgrade(m, core, r, tag);
        }
        drop_from_l3(m, r);
    }
    set_state(m, r, core, entry.next);
    out->after = entry.next;
}

/*
 * Every access except a read or an owner's write of the line used last in its L1 set. A separate function, so that
 * those pay for nothing that they do not use.
 */
static __attribute__((noinline)) machine_outcome access_slowly(machine *m, uint32_t core, uint32_t line, uint32_t touch,
                                                               xip_access_kind kind, double now, uint32_t tag)
{
    machine_record *r = machine_record_of(m, line);
    machine_core *c = &m->core[core];
    uint8_t state = r->copy[core].state;
    bool is_write = kind != XIP_ACCESS_READ;
    machine_outcome out;
    if (state == MACHINE_I) {
        out = miss(m, r, core, touch, is_write, now, tag);
    } else {
        out = (machine_outcome){.from = MACHINE_NO_CORE, .before = state, .after = state};
        if (cache_touch(&c->l1, line)) {
            out.level = MACHINE_L1;
            out.ns = m->params.l1_ns;
        } else {
            out.level = MACHINE_L2;
            out.ns = m->params.l2_ns;
            cache_touch(&c->l2, line);
            cache_insert(&c->l1, line);
        }
        if (is_write && state != MACHINE_M)
            own(m, r, core, now, tag, &out);
        m->pending[r->copy[core].pending].touched |= touch;
    }
    if (is_write)
        r->epoch |= (uint16_t)touch;
    come_to_front(m, r, core);
    c->counts.found[out.level]++;
    if (kind == XIP_ACCESS_ATOMIC)
        out.ns += m->params.atomic_ns;
    return out;
}

machine_outcome machine_touch(machine *m, uint32_t core, uint32_t line, uint32_t touch, xip_access_kind kind,
                              double now, uint32_t tag)
{
    machine_core *c = &m->core[core];
    machine_front *front = &c->front[line & m->l1_mask];
    if (front->line != line || (kind != XIP_ACCESS_READ && front->state != MACHINE_M))
        return access_slowly(m, core, line, touch, kind, now, tag);
    c->counts.found[MACHINE_L1]++;
    if (front->pending != MACHINE_NOT_PENDING)
        m->pending[front->pending].touched |= touch;
    double ns = m->params.l1_ns;
    if (kind != XIP_ACCESS_READ)
        front->record->epoch |= (uint16_t)touch;
    if (kind == XIP_ACCESS_ATOMIC)
        ns += m->params.atomic_ns;
    return (machine_outcome){.ns = ns, .from = MACHINE_NO_CORE, .before = front->state, .after = front->state};
}

machine_outcome machine_access(machine *m, uint32_t core, uint32_t line, uint32_t first, uint32_t size,
                               xip_access_kind kind, uint32_t field, double now, uint32_t tag)
{
    return machine_touch(m, core, line, machine_touch_of(first, size, kind, field), kind, now, tag);
}

machine_outlook machine_ask(machine *m, uint32_t core, uint32_t line, xip_access_kind kind)
{
    const machine_record *r = machine_record_of(m, line);
    uint8_t state = r->copy[core].state;
    bool is_write = kind != XIP_ACCESS_READ;
    machine_outlook at = {.level = MACHINE_L1};
    if (state != MACHINE_I && !is_write) {
        at.ns = m->params.l1_ns;
        return at;
    }
    uint64_t others = m->coherent ? r->sharers & ~core_bit(core) : 0;
    if (state == MACHINE_I) {
        machine_outcome found = {.from = MACHINE_NO_CORE};
        at.ns = locate(m, r, core, &found);
        at.level = found.level;
        at.beyond = true;
        at.across = found.level == MACHINE_FAR || found.level == MACHINE_FAR_MEMORY;
        /* An owner in M, E or O answers and changes; clean copies answer without noticing. */
        at.moves = is_write ? others != 0 : found.from != MACHINE_NO_CORE && r->copy[found.from].state != MACHINE_F;
    } else {
        at.ns = m->params.l1_ns;
        at.beyond = m->coherent && is_write && entry_of(m, state, PROTOCOL_WRITE).asks;
        at.moves = at.beyond;
    }
    if (is_write && at.beyond && others != 0) {
        double letting_go = letting_go_ns(m, r, core);
        at.ns = state == MACHINE_I && at.ns > letting_go ? at.ns : letting_go;
        at.across = at.across || (others & ~m->domain_cores[domain_of(m, core)]) != 0;
    } else if (at.beyond && state != MACHINE_I) {
        at.ns = letting_go_ns(m, r, core);
    }
    return at;
}

machine_state machine_line_state(const machine *m, uint32_t core, uint32_t line)
{
    machine_record *r = line < m->lines && core < m->cores ? m->record_of[line] : NULL;
    return r ? (machine_state)r->copy[core].state : MACHINE_I;
}
