/*
 * test_machine.c — the machine against a slow one that was written independently of it, and sharing by hand.
 *
 * The slow one knows no tables, masks or epochs: it has a list of copies with the time of their last use, counts the
 * writes to each word, and remembers which writes each core knew when it lost its copy.
 */
#include "base/rng.h"
#include "check.h"
#include "machine/machine.h"
#include "mem/mem.h"

enum { MAX_LINES = 48, WORDS = 16, MAX_OPEN = 512, NOBODY = MACHINE_NO_CORE };

typedef struct slow_miss {
    uint32_t line, tag;
    bool taken, upgrade, is_latest;
    uint64_t known[WORDS]; /* writes to each word that the core knew of before it fetched */
    uint64_t now[WORDS];   /* that there were then */
    uint16_t touched, not_xmin;
} slow_miss;

typedef struct slow_copy {
    machine_state state;
    uint64_t l1_used, l2_used; /* 0: not there */
    bool taken;
    uint64_t known[WORDS];
} slow_copy;

typedef struct slow_machine {
    machine_params p;
    uint32_t cores, cores_per_l3, domains, lines;
    uint64_t clock;
    slow_copy copy[MACHINE_MAX_CORES][MAX_LINES];
    uint64_t writes[MAX_LINES][WORDS];
    uint64_t l3_used[8][MAX_LINES]; /* 0: not there */
    bool l3_dirty[8][MAX_LINES];
    double busy_from[MAX_LINES], busy_until[MAX_LINES];
    uint32_t busy_core[MAX_LINES];
    slow_miss open[MACHINE_MAX_CORES][MAX_OPEN];
    uint32_t open_count[MACHINE_MAX_CORES];
    uint64_t sharing[MACHINE_MAX_CORES][MACHINE_SHARING_COUNT];
} slow_machine;

static slow_machine slow;

static void slow_start(const machine_params *p, uint32_t lines)
{
    memset(&slow, 0, sizeof slow);
    slow.p = *p;
    slow.lines = lines;
    slow.cores = (uint32_t)(p->sockets * p->cores_per_socket);
    slow.domains = (uint32_t)(p->sockets * p->l3_per_socket);
    slow.cores_per_l3 = slow.cores / slow.domains;
    for (uint32_t l = 0; l < lines; l++)
        slow.busy_core[l] = NOBODY;
}

static uint32_t sets(double bytes, double ways)
{
    return (uint32_t)(bytes / 64 / ways);
}

static void slow_lose(uint32_t core, uint32_t line, bool taken)
{
    slow_copy *c = &slow.copy[core][line];
    c->state = MACHINE_I;
    c->l1_used = c->l2_used = 0;
    c->taken = taken;
    memcpy(c->known, slow.writes[line], sizeof c->known);
    for (uint32_t i = 0; i < slow.open_count[core]; i++)
        if (slow.open[core][i].line == line)
            slow.open[core][i].is_latest = false;
}

static void slow_into_l3(uint32_t domain, uint32_t line, bool dirty)
{
    if (dirty)
        slow.l3_dirty[domain][line] = true;
    if (slow.l3_used[domain][line] == 0) {
        uint32_t n = sets(slow.p.l3_bytes, slow.p.l3_ways);
        uint32_t there = 0;
        uint32_t oldest = line;
        for (uint32_t l = line % n; l < slow.lines; l += n)
            if (slow.l3_used[domain][l] > 0) {
                there++;
                if (oldest == line || slow.l3_used[domain][l] < slow.l3_used[domain][oldest])
                    oldest = l;
            }
        if (there == (uint32_t)slow.p.l3_ways) {
            slow.l3_used[domain][oldest] = 0;
            slow.l3_dirty[domain][oldest] = false;
        }
    }
    slow.l3_used[domain][line] = ++slow.clock;
}

/* The line becomes the newest of the core's L1, and of L2 unless it was in L1. */
static void slow_use(uint32_t core, uint32_t line)
{
    slow_copy *mine = slow.copy[core];
    uint32_t n1 = sets(slow.p.l1_bytes, slow.p.l1_ways);
    uint32_t n2 = sets(slow.p.l2_bytes, slow.p.l2_ways);
    bool in_l1 = mine[line].l1_used > 0;
    if (!in_l1) {
        if (mine[line].l2_used == 0) {
            uint32_t there = 0;
            uint32_t oldest = MAX_LINES;
            for (uint32_t l = line % n2; l < slow.lines; l += n2)
                if (mine[l].l2_used > 0) {
                    there++;
                    if (oldest == MAX_LINES || mine[l].l2_used < mine[oldest].l2_used)
                        oldest = l;
                }
            if (there == (uint32_t)slow.p.l2_ways) {
                bool dirty = mine[oldest].state == MACHINE_M || mine[oldest].state == MACHINE_O;
                slow_lose(core, oldest, false);
                slow_into_l3(core / slow.cores_per_l3, oldest, dirty);
            }
        }
        mine[line].l2_used = ++slow.clock;
        uint32_t there = 0;
        uint32_t oldest = MAX_LINES;
        for (uint32_t l = line % n1; l < slow.lines; l += n1)
            if (mine[l].l1_used > 0) {
                there++;
                if (oldest == MAX_LINES || mine[l].l1_used < mine[oldest].l1_used)
                    oldest = l;
            }
        if (there == (uint32_t)slow.p.l1_ways)
            mine[oldest].l1_used = 0;
    }
    mine[line].l1_used = ++slow.clock;
}

static machine_outcome slow_access(uint32_t core, uint32_t line, uint32_t first, uint32_t size, xip_access_kind kind,
                                   uint32_t field, double now, uint32_t tag)
{
    const machine_params *p = &slow.p;
    slow_copy *mine = &slow.copy[core][line];
    uint32_t domain = core / slow.cores_per_l3;
    bool write = kind != XIP_ACCESS_READ;
    bool coherent = p->coherent != 0;
    machine_protocol protocol = (machine_protocol)p->protocol;
    machine_outcome out = {.from = NOBODY, .before = (uint8_t)mine->state};
    bool miss = mine->state == MACHINE_I;
    bool must_own = write && mine->state != MACHINE_M && mine->state != MACHINE_E;
    bool upgrade = must_own && !miss && coherent;
    bool others_here = false, others_far = false, far_l3 = false;
    uint32_t owner = NOBODY;
    for (uint32_t c = 0; c < slow.cores; c++) {
        machine_state s = slow.copy[c][line].state;
        if (c == core || s == MACHINE_I)
            continue;
        if (c / slow.cores_per_l3 == domain)
            others_here = true;
        else
            others_far = true;
        if (s != MACHINE_S && coherent)
            owner = c;
    }
    for (uint32_t d = 0; d < slow.domains; d++)
        far_l3 = far_l3 || (d != domain && slow.l3_used[d][line] > 0);
    double letting_go = others_far ? p->far_upgrade_ns : p->upgrade_ns;
    if ((miss || upgrade) && coherent && slow.busy_core[line] != core && now >= slow.busy_from[line] &&
        now < slow.busy_until[line])
        out.wait_ns = slow.busy_until[line] - now;
    if (miss) {
        bool dirty_far = false;
        for (uint32_t d = 0; d < slow.domains; d++)
            dirty_far = dirty_far || (d != domain && slow.l3_dirty[d][line]);
        bool owner_here = owner != NOBODY && owner / slow.cores_per_l3 == domain;
        bool forwards = owner != NOBODY && slow.copy[owner][line].state == MACHINE_F;
        if (owner_here && !forwards) {
            out.level = MACHINE_PEER;
            out.from = (uint8_t)owner;
            out.ns = p->peer_ns;
        } else if (others_here || slow.l3_used[domain][line] > 0) {
            out.level = MACHINE_L3;
            out.ns = p->l3_ns;
        } else if (coherent && (owner != NOBODY || dirty_far)) {
            out.level = MACHINE_FAR;
            out.from = (uint8_t)owner;
            out.ns = p->far_ns;
        } else {
            bool home = (line / 64) % (uint32_t)p->sockets == core / (uint32_t)p->cores_per_socket;
            out.level = home ? MACHINE_MEMORY : MACHINE_FAR_MEMORY;
            out.ns = home ? p->memory_ns : p->far_memory_ns;
        }
        if (write && coherent && (others_here || others_far) && letting_go > out.ns)
            out.ns = letting_go;
        bool owner_moves = out.from != NOBODY && !forwards;
        if (coherent && (write || owner_moves)) {
            slow.busy_core[line] = core;
            slow.busy_from[line] = now;
            slow.busy_until[line] = now + out.wait_ns + out.ns;
        }
    } else if (upgrade) {
        out.ns = letting_go;
        slow.busy_core[line] = core;
        slow.busy_from[line] = now;
        slow.busy_until[line] = now + out.wait_ns + out.ns;
    } else {
        out.ns = mine->l1_used > 0 ? p->l1_ns : p->l2_ns;
    }
    if (!miss)
        out.level = mine->l1_used > 0 ? MACHINE_L1 : MACHINE_L2;
    out.ns += out.wait_ns;
    out.upgrade = upgrade;
    if (kind == XIP_ACCESS_ATOMIC)
        out.ns += p->atomic_ns;

    machine_state next = mine->state;
    if (write)
        next = MACHINE_M;
    else if (miss && !coherent)
        next = MACHINE_S;
    else if (miss)
        next = !others_here && !others_far && !far_l3 ? MACHINE_E : protocol == MACHINE_MESIF ? MACHINE_F : MACHINE_S;
    if (miss || upgrade) {
        uint32_t n = slow.open_count[core]++;
        slow_miss *m = &slow.open[core][n];
        *m = (slow_miss){.line = line, .tag = tag, .taken = mine->taken, .upgrade = upgrade, .is_latest = miss};
        memcpy(m->known, mine->known, sizeof m->known);
        memcpy(m->now, slow.writes[line], sizeof m->now);
        for (uint32_t i = 0; miss && i < n; i++)
            if (slow.open[core][i].line == line)
                slow.open[core][i].is_latest = false;
    }
    for (uint32_t c = 0; coherent && c < slow.cores; c++) {
        slow_copy *other = &slow.copy[c][line];
        if (c == core || other->state == MACHINE_I)
            continue;
        if (write) {
            slow_lose(c, line, true);
            out.losers++;
        } else if (miss && other->state != MACHINE_S) {
            other->state = protocol == MACHINE_MOESI && (other->state == MACHINE_M || other->state == MACHINE_O)
                               ? MACHINE_O
                               : MACHINE_S;
        }
    }
    if (coherent && write)
        for (uint32_t d = 0; d < slow.domains && out.before != MACHINE_M; d++) {
            slow.l3_used[d][line] = 0;
            slow.l3_dirty[d][line] = false;
        }
    if (coherent && miss && out.level == MACHINE_FAR && out.from == NOBODY)
        for (uint32_t d = 0; d < slow.domains; d++)
            slow.l3_dirty[d][line] = false;
    slow_use(core, line);
    mine->state = next;
    mine->taken = false;
    out.after = (uint8_t)next;
    for (uint32_t w = first / 4; w <= (first + size - 1) / 4; w++) {
        if (write)
            slow.writes[line][w]++;
        for (uint32_t i = 0; i < slow.open_count[core]; i++) {
            slow_miss *m = &slow.open[core][i];
            if (m->line != line || !m->is_latest)
                continue;
            m->touched |= (uint16_t)(1 << w);
            if (write || field != MEM_XMIN)
                m->not_xmin |= (uint16_t)(1 << w);
        }
    }
    return out;
}

static machine_sharing slow_class(const slow_miss *m)
{
    bool stolen = false, by_scan = false;
    if (!m->taken || m->upgrade)
        return MACHINE_NOT_SHARED;
    for (uint32_t w = 0; w < WORDS; w++) {
        if (m->known[w] == m->now[w])
            continue;
        stolen = stolen || (m->not_xmin >> w & 1);
        by_scan = by_scan || (m->touched >> w & 1);
    }
    return stolen ? MACHINE_TRUE_SHARING : by_scan ? MACHINE_FOR_HORIZON : MACHINE_FALSE_SHARING;
}

typedef struct told {
    uint32_t tag[MAX_OPEN];
    machine_sharing sharing[MAX_OPEN];
    uint32_t count;
} told;

static void tell(void *context, uint32_t tag, machine_sharing sharing)
{
    told *t = context;
    t->tag[t->count] = tag;
    t->sharing[t->count++] = sharing;
}

static void end_both(machine *m, uint32_t core)
{
    static told t;
    t.count = 0;
    machine_end_operation(m, core, tell, &t);
    if (CHECK(t.count == slow.open_count[core]))
        for (uint32_t i = 0; i < t.count; i++) {
            CHECK(t.tag[i] == slow.open[core][i].tag);
            CHECK(t.sharing[i] == slow_class(&slow.open[core][i]));
        }
    for (uint32_t i = 0; i < slow.open_count[core]; i++)
        slow.sharing[core][slow_class(&slow.open[core][i])]++;
    slow.open_count[core] = 0;
}

static machine_params small_machine(xip_rng *rng)
{
    machine_params p = {.sockets = 1 + xip_rng_below(rng, 2), .l3_per_socket = 1 + xip_rng_below(rng, 2)};
    p.cores_per_socket = p.l3_per_socket * (1 + xip_rng_below(rng, 3));
    p.protocol = xip_rng_below(rng, 3);
    p.coherent = !xip_rng_once_in(rng, 8);
    p.l1_ways = 1 + xip_rng_below(rng, 3);
    p.l1_bytes = 64 * p.l1_ways * (1 << xip_rng_below(rng, 3));
    p.l2_ways = 1 + xip_rng_below(rng, 4);
    p.l2_bytes = 64 * p.l2_ways * (1 + xip_rng_below(rng, 6));
    p.l3_ways = 1 + xip_rng_below(rng, 4);
    p.l3_bytes = 64 * p.l3_ways * (1 + xip_rng_below(rng, 6));
    p.l1_ns = 1;
    p.l2_ns = 4;
    p.l3_ns = 20;
    p.peer_ns = 45;
    p.far_ns = 110;
    p.memory_ns = 90;
    p.far_memory_ns = 140;
    p.upgrade_ns = 15 + xip_rng_below(rng, 40);
    p.far_upgrade_ns = 80 + xip_rng_below(rng, 60);
    p.atomic_ns = 6;
    return p;
}

static bool same(const machine_outcome *a, const machine_outcome *b)
{
    return a->ns == b->ns && a->wait_ns == b->wait_ns && a->level == b->level && a->from == b->from &&
           a->before == b->before && a->after == b->after && a->upgrade == b->upgrade && a->losers == b->losers;
}

/* What machine_ask said before an access is what the access then did. */
static void check_foretold(uint64_t seed, uint32_t i, const machine_outlook *told, const machine_outcome *got,
                           double atomic_ns)
{
    bool beyond = got->level > MACHINE_L2 || got->upgrade;
    double ns = got->ns - got->wait_ns - atomic_ns;
    CONTEXT(
        "seed %llu, access %u: told %.0f ns level %u beyond %d moves %d, was %.0f ns level %u beyond %d, %u lost it",
        (unsigned long long)seed, i, told->ns, told->level, told->beyond, told->moves, ns, got->level, beyond,
        got->losers);
    CHECK(told->beyond == beyond);
    CHECK(!beyond || (told->ns == ns && (got->upgrade || told->level == got->level)));
    CHECK(got->losers == 0 || told->moves);
}

static void one_stream(xip_rng *rng, uint64_t seed, uint32_t accesses)
{
    xip_arena memory;
    machine *m = NULL;
    machine_params p = small_machine(rng);
    uint32_t lines = 2 + xip_rng_below(rng, MAX_LINES - 1);
    if (!CHECK(xip_arena_init(&memory, machine_bytes(&p, lines, lines))))
        return;
    CONTEXT("seed %llu: machine_create", (unsigned long long)seed);
    if (!CHECK(machine_create(&m, &p, lines, &memory) == XIP_OK)) {
        xip_arena_free(&memory);
        return;
    }
    slow_start(&p, lines);
    uint32_t cores = machine_cores(m);
    double now = 0;
    for (uint32_t i = 0; i < accesses; i++) {
        uint32_t core = xip_rng_below(rng, cores);
        uint32_t line = xip_rng_below(rng, xip_rng_once_in(rng, 3) ? lines : 1 + lines / 4);
        uint32_t size = 1 + xip_rng_below(rng, 8);
        uint32_t first = xip_rng_below(rng, 64 - size + 1);
        xip_access_kind kind = (xip_access_kind)(xip_rng_once_in(rng, 3) ? 1 + xip_rng_below(rng, 2) : 0);
        uint32_t field = xip_rng_once_in(rng, 2) ? MEM_XMIN : MEM_XID;
        now += xip_rng_below(rng, 60);
        double when = now - xip_rng_below(rng, 100);
        machine_outlook foretold = machine_ask(m, core, line, kind);
        machine_outcome got = machine_access(m, core, line, first, size, kind, field, when, i);
        check_foretold(seed, i, &foretold, &got, kind == XIP_ACCESS_ATOMIC ? p.atomic_ns : 0);
        machine_outcome want = slow_access(core, line, first, size, kind, field, when, i);
        CONTEXT(
            "seed %llu, access %u: core %u line %u kind %d; %.0f ns level %u %u→%u, should be %.0f ns level %u %u→%u",
            (unsigned long long)seed, i, core, line, (int)kind, got.ns, got.level, got.before, got.after, want.ns,
            want.level, want.before, want.after);
        if (!CHECK(same(&got, &want)))
            break;
        if (xip_rng_once_in(rng, 12) || slow.open_count[core] == MAX_OPEN)
            end_both(m, xip_rng_once_in(rng, 2) ? core : xip_rng_below(rng, cores));
        if (xip_rng_once_in(rng, 50))
            for (uint32_t c = 0; c < cores; c++)
                for (uint32_t l = 0; l < lines; l++)
                    CHECK(machine_line_state(m, c, l) == slow.copy[c][l].state);
    }
    for (uint32_t c = 0; c < cores; c++) {
        end_both(m, c);
        for (uint32_t s = 0; s < MACHINE_SHARING_COUNT; s++)
            CHECK(machine_counts_of(m, c)->sharing[s] == slow.sharing[c][s]);
    }
    xip_arena_free(&memory);
}

static void as_the_slow_one(void)
{
    for (uint32_t run = 0; run < 60 * check_state.runs; run++) {
        uint64_t seed = check_state.seed + run;
        xip_rng rng = {seed};
        one_stream(&rng, seed, CHECK_SANITIZED ? 1000 : 3000);
        if (check_state.failures > 0)
            return;
    }
}

/* A machine of two sockets with two cores each, and room for everything. */
static xip_arena hand_memory;
static machine *hand_machine(machine_protocol protocol)
{
    machine_params p = {.sockets = 2, .l3_per_socket = 1, .cores_per_socket = 2, .protocol = protocol, .coherent = 1};
    p.l1_bytes = 32768, p.l1_ways = 8, p.l2_bytes = 1 << 20, p.l2_ways = 16, p.l3_bytes = 1 << 24, p.l3_ways = 16;
    p.l1_ns = 1, p.l2_ns = 4, p.l3_ns = 20, p.peer_ns = 45, p.far_ns = 110, p.memory_ns = 90, p.far_memory_ns = 140;
    p.upgrade_ns = 30, p.far_upgrade_ns = 100, p.atomic_ns = 6;
    machine *m = NULL;
    xip_arena_free(&hand_memory);
    bool enough = xip_arena_init(&hand_memory, machine_bytes(&p, 100, 100));
    CHECK(enough && machine_create(&m, &p, 100, &hand_memory) == XIP_OK);
    return m;
}

static double hand_now;
static machine_outcome touch(machine *m, uint32_t core, uint32_t first, xip_access_kind kind, mem_field field)
{
    hand_now += 1000;
    return machine_access(m, core, 7, first, 4, kind, field, hand_now, first);
}

/* The sharing of core 0's one miss since its last operation. */
static machine_sharing sharing_of(machine *m)
{
    told t = {0};
    machine_end_operation(m, 0, tell, &t);
    CHECK(t.count == 1);
    return t.sharing[0];
}

static machine *core_0_loses_to(uint32_t first, mem_field field)
{
    machine *m = hand_machine(MACHINE_MESI);
    touch(m, 0, 0, XIP_ACCESS_READ, MEM_XID);
    CHECK(sharing_of(m) == MACHINE_NOT_SHARED);
    touch(m, 1, first, XIP_ACCESS_WRITE, field);
    return m;
}

static void sharing_by_hand(void)
{
    /* PGXACTs of 12 bytes: backend 1's xid at 12, its xmin at 16. Core 0 scans. */
    machine *m = core_0_loses_to(12, MEM_XID);
    touch(m, 0, 12, XIP_ACCESS_READ, MEM_XID);
    CHECK(sharing_of(m) == MACHINE_TRUE_SHARING);
    m = core_0_loses_to(16, MEM_XMIN);
    touch(m, 0, 12, XIP_ACCESS_READ, MEM_XID);
    CHECK(sharing_of(m) == MACHINE_FALSE_SHARING);
    m = core_0_loses_to(16, MEM_XMIN);
    touch(m, 0, 12, XIP_ACCESS_READ, MEM_XID);
    touch(m, 0, 16, XIP_ACCESS_READ, MEM_XMIN);
    CHECK(sharing_of(m) == MACHINE_FOR_HORIZON);
    /* Both the xid and the xmin were written: the xid decides, whichever is read first. */
    m = core_0_loses_to(16, MEM_XMIN);
    touch(m, 1, 12, XIP_ACCESS_WRITE, MEM_XID);
    touch(m, 0, 16, XIP_ACCESS_READ, MEM_XMIN);
    touch(m, 0, 12, XIP_ACCESS_READ, MEM_XID);
    CHECK(sharing_of(m) == MACHINE_TRUE_SHARING);
    /* A write is also a use, even to an xmin. */
    m = core_0_loses_to(16, MEM_XMIN);
    touch(m, 0, 16, XIP_ACCESS_WRITE, MEM_XMIN);
    CHECK(sharing_of(m) == MACHINE_TRUE_SHARING);
    /* Words that the operation touches only after the next fetch of that line also count; the next operation's do
     * not. */
    m = core_0_loses_to(12, MEM_XID);
    touch(m, 0, 0, XIP_ACCESS_READ, MEM_XID);
    CHECK(sharing_of(m) == MACHINE_FALSE_SHARING);
    touch(m, 0, 12, XIP_ACCESS_READ, MEM_XID);
    told none = {0};
    machine_end_operation(m, 0, tell, &none);
    CHECK(none.count == 0);
}

static void writes_by_several(void)
{
    /* Core 2 writes, then core 1 writes other words: core 0 has lost both. */
    machine *m = core_0_loses_to(12, MEM_XID);
    touch(m, 2, 24, XIP_ACCESS_WRITE, MEM_XID);
    touch(m, 1, 36, XIP_ACCESS_WRITE, MEM_XID);
    touch(m, 0, 24, XIP_ACCESS_READ, MEM_XID);
    CHECK(sharing_of(m) == MACHINE_TRUE_SHARING);
    /* Core 1 knows its own write and has lost none but core 2's. */
    m = core_0_loses_to(12, MEM_XID);
    machine_end_operation(m, 1, NULL, NULL);
    touch(m, 2, 24, XIP_ACCESS_WRITE, MEM_XID);
    touch(m, 1, 12, XIP_ACCESS_READ, MEM_XID);
    machine_end_operation(m, 1, NULL, NULL);
    CHECK(machine_counts_of(m, 1)->sharing[MACHINE_FALSE_SHARING] == 1);
    CHECK(machine_counts_of(m, 1)->sharing[MACHINE_TRUE_SHARING] == 0);
}

static void latencies_by_hand(void)
{
    machine *m = hand_machine(MACHINE_MESIF);
    machine_outcome o = touch(m, 0, 0, XIP_ACCESS_READ, MEM_XID);
    CHECK(o.level == MACHINE_MEMORY && o.ns == 90 && o.after == MACHINE_E);
    o = touch(m, 0, 0, XIP_ACCESS_WRITE, MEM_XID);
    CHECK(o.level == MACHINE_L1 && o.ns == 1 && !o.upgrade && o.after == MACHINE_M);
    o = touch(m, 1, 0, XIP_ACCESS_READ, MEM_XID);
    CHECK(o.level == MACHINE_PEER && o.ns == 45 && o.from == 0 && o.after == MACHINE_F);
    o = touch(m, 2, 0, XIP_ACCESS_READ, MEM_XID);
    CHECK(o.level == MACHINE_FAR && o.ns == 110 && o.from == 1 && o.after == MACHINE_F);
    o = touch(m, 3, 0, XIP_ACCESS_READ, MEM_XID);
    CHECK(o.level == MACHINE_L3 && o.ns == 20 && o.from == NOBODY);
    o = touch(m, 0, 0, XIP_ACCESS_ATOMIC, MEM_XID);
    CHECK(o.upgrade && o.ns == 106 && o.losers == 3 && o.before == MACHINE_S && o.after == MACHINE_M);
    CHECK(machine_counts_of(m, 0)->upgrades == 1 && machine_counts_of(m, 0)->invalidations == 3);
    CHECK(machine_counts_of(m, 1)->transfers_within == 1 && machine_counts_of(m, 2)->transfers_across == 1);
}

static void hot_lines_queue(void)
{
    machine *m = hand_machine(MACHINE_MESI);
    touch(m, 0, 0, XIP_ACCESS_WRITE, MEM_XID);
    machine_outcome o = machine_access(m, 1, 7, 0, 4, XIP_ACCESS_WRITE, MEM_XID, 10000, 0);
    CHECK(o.wait_ns == 0 && o.ns == 45);
    o = machine_access(m, 0, 7, 0, 4, XIP_ACCESS_WRITE, MEM_XID, 10010, 0); /* under way until 10045 */
    CHECK(o.wait_ns == 35 && o.ns == 80);
    o = machine_access(m, 1, 7, 0, 4, XIP_ACCESS_WRITE, MEM_XID, 10020, 0); /* now until 10090 */
    CHECK(o.wait_ns == 70 && o.ns == 115);
    o = machine_access(m, 1, 7, 0, 4, XIP_ACCESS_READ, MEM_XID, 10021, 0);
    CHECK(o.wait_ns == 0 && o.ns == 1);
    /* An access that came before it began does not wait for it. */
    o = machine_access(m, 0, 7, 0, 4, XIP_ACCESS_WRITE, MEM_XID, 9000, 0);
    CHECK(o.wait_ns == 0 && o.ns == 45);
}

static void without_coherence(void)
{
    machine_params p = {.sockets = 1, .l3_per_socket = 1, .cores_per_socket = 2, .protocol = MACHINE_MESI};
    p.l1_bytes = 128, p.l1_ways = 1, p.l2_bytes = 256, p.l2_ways = 1, p.l3_bytes = 65536, p.l3_ways = 16;
    p.l1_ns = 1, p.l2_ns = 4, p.l3_ns = 20, p.peer_ns = 45, p.memory_ns = 90, p.upgrade_ns = 30;
    xip_arena memory;
    machine *m = NULL;
    CHECK(xip_arena_init(&memory, machine_bytes(&p, 16, 16)) && machine_create(&m, &p, 16, &memory) == XIP_OK);
    for (uint32_t round = 0; m && round < 5; round++)
        for (uint32_t core = 0; core < 2; core++) {
            machine_outcome o = machine_access(m, core, 3, 0, 4, XIP_ACCESS_WRITE, MEM_XID, 0, 0);
            CHECK(o.losers == 0 && !o.upgrade && o.wait_ns == 0 && (round == 0 || o.ns == 1));
        }
    /* Line 7 takes the place of line 3 in L2, and that is the only reason to fetch it again. */
    machine_access(m, 0, 7, 0, 4, XIP_ACCESS_READ, MEM_XID, 0, 0);
    machine_outcome o = machine_access(m, 0, 3, 0, 4, XIP_ACCESS_READ, MEM_XID, 0, 0);
    CHECK(o.level == MACHINE_L3);
    machine_end_operation(m, 0, NULL, NULL);
    CHECK(machine_counts_of(m, 0)->sharing[MACHINE_NOT_SHARED] == 3);
    xip_arena_free(&memory);
}

static void bad_parameters(void)
{
    xip_rng rng = {1};
    machine_params good = small_machine(&rng);
    xip_arena memory;
    machine *m = NULL;
    CHECK(xip_arena_init(&memory, 1 << 22));
    CHECK(machine_create(&m, &good, 10, &memory) == XIP_OK);
#define BAD(field, value)                                                                                              \
    do {                                                                                                               \
        machine_params bad = good;                                                                                     \
        bad.field = (value);                                                                                           \
        CONTEXT("%s = %g", #field, (double)(value));                                                                   \
        CHECK(machine_create(&m, &bad, 10, &memory) == XIP_ERR_ARGUMENT && machine_bytes(&bad, 10, 10) == 0);          \
    } while (0)
    BAD(sockets, 0);
    BAD(sockets, 1.5);
    BAD(cores_per_socket, 65);
    BAD(l3_per_socket, 0);
    BAD(l3_per_socket, 7);
    BAD(protocol, 3);
    BAD(coherent, -1);
    BAD(l1_bytes, 64 * good.l1_ways * 3); /* no power of two */
    BAD(l1_ways, 0);
    BAD(l2_bytes, 0);
    BAD(l3_ways, 1000);
    BAD(l1_ns, -1);
    BAD(peer_ns, 0.0 / 0.0);
#undef BAD
    CHECK(machine_create(&m, &good, 0, &memory) == XIP_ERR_ARGUMENT);
    xip_arena_reset(&memory);
    memory.size = 4096;
    CHECK(machine_create(&m, &good, 10, &memory) == XIP_ERR_NO_MEMORY);
    xip_arena_free(&memory);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("on random streams every access and every miss's sharing is as the slow machine has it", as_the_slow_one);
    LAW("true sharing, false sharing and xmin read for the horizon, by hand", sharing_by_hand);
    LAW("what several cores wrote is lost to those who had no copy, and to none of the writers", writes_by_several);
    LAW("latencies and states by hand", latencies_by_hand);
    LAW("transfers of one line queue; hits and earlier accesses do not wait", hot_lines_queue);
    LAW("without coherence only room is missing", without_coherence);
    LAW("parameters that make no machine are refused", bad_parameters);
    xip_arena_free(&hand_memory);
    return check_end();
}
