/* create.c — a machine from its parameters. */
#include "base/assert.h"
#include "machine/state.h"

enum { RECORDS_AT_ONCE = 64, MAX_SOCKETS = 8, MAX_WAYS = 64 };
#define MAX_CACHE_BYTES (1024.0 * 1024 * 1024)
#define MAX_NS          1e6

static bool is_count(double value, double least, double most)
{
    return value >= least && value <= most && value == (double)(uint32_t)value;
}

/* Sets of a cache; 0 when its figures are invalid. */
static uint32_t sets_of(double bytes, double ways)
{
    if (!is_count(ways, 1, MAX_WAYS) || !(bytes >= MACHINE_LINE_BYTES) || bytes > MAX_CACHE_BYTES)
        return 0;
    return (uint32_t)(bytes / MACHINE_LINE_BYTES / ways);
}

static bool are_ns(const machine_params *p)
{
    const double all[] = {p->l1_ns,     p->l2_ns,         p->l3_ns,      p->peer_ns,        p->far_ns,
                          p->memory_ns, p->far_memory_ns, p->upgrade_ns, p->far_upgrade_ns, p->atomic_ns};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(all[i] >= 0 && all[i] <= MAX_NS))
            return false;
    return true;
}

static bool are_valid(const machine_params *p)
{
    if (!is_count(p->sockets, 1, MAX_SOCKETS) || !is_count(p->cores_per_socket, 1, MACHINE_MAX_CORES) ||
        !is_count(p->l3_per_socket, 1, MACHINE_MAX_DOMAINS) || !is_count(p->protocol, 0, MACHINE_MOESI) ||
        !is_count(p->coherent, 0, 1))
        return false;
    if (p->sockets * p->cores_per_socket > MACHINE_MAX_CORES || p->sockets * p->l3_per_socket > MACHINE_MAX_DOMAINS)
        return false;
    if ((uint32_t)p->cores_per_socket % (uint32_t)p->l3_per_socket != 0)
        return false;
    uint32_t l1 = sets_of(p->l1_bytes, p->l1_ways);
    /* A hit in L1 finds its set by a mask; every existing first-level cache has a power of two of them. */
    return l1 > 0 && (l1 & (l1 - 1)) == 0 && sets_of(p->l2_bytes, p->l2_ways) > 0 &&
           sets_of(p->l3_bytes, p->l3_ways) > 0 && are_ns(p);
}

static size_t record_bytes(uint32_t cores)
{
    return sizeof(machine_record) + cores * sizeof(machine_copy);
}

static size_t cache_bytes(double bytes, double ways)
{
    return (size_t)sets_of(bytes, ways) * (size_t)ways * sizeof(uint32_t) + 64;
}

size_t machine_bytes(const machine_params *p, uint32_t lines, uint32_t touched)
{
    if (!are_valid(p))
        return 0;
    uint32_t cores = (uint32_t)(p->sockets * p->cores_per_socket);
    size_t per_core = sizeof(machine_core) + cache_bytes(p->l1_bytes, p->l1_ways) +
                      cache_bytes(p->l2_bytes, p->l2_ways) + sets_of(p->l1_bytes, p->l1_ways) * sizeof(machine_front) +
                      64;
    size_t l3 = (size_t)(p->sockets * p->l3_per_socket) * cache_bytes(p->l3_bytes, p->l3_ways);
    size_t chunks = (touched + RECORDS_AT_ONCE - 1) / RECORDS_AT_ONCE;
    return sizeof(machine) + 64 + lines * sizeof(machine_record *) + 64 + cores * per_core + l3 +
           (MACHINE_MAX_PENDING + 1) * sizeof(machine_pending) + 64 +
           chunks * (RECORDS_AT_ONCE * record_bytes(cores) + 64);
}

static bool make_cores(machine *m, xip_arena *arena)
{
    const machine_params *p = &m->params;
    uint32_t l1_sets = sets_of(p->l1_bytes, p->l1_ways);
    m->l1_mask = l1_sets - 1;
    m->core = xip_arena_take(arena, m->cores * sizeof *m->core, 64);
    for (uint32_t i = 0; m->core && i < m->cores; i++) {
        machine_core *c = &m->core[i];
        if (!cache_init(&c->l1, l1_sets, (uint32_t)p->l1_ways, arena) ||
            !cache_init(&c->l2, sets_of(p->l2_bytes, p->l2_ways), (uint32_t)p->l2_ways, arena))
            return false;
        c->front = xip_arena_take(arena, l1_sets * sizeof *c->front, 64);
        if (!c->front)
            return false;
        for (uint32_t set = 0; set < l1_sets; set++)
            c->front[set].line = CACHE_NO_LINE;
    }
    return m->core != NULL;
}

static bool make_domains(machine *m, xip_arena *arena)
{
    const machine_params *p = &m->params;
    for (uint32_t d = 0; d < m->domains; d++) {
        if (!cache_init(&m->l3[d], sets_of(p->l3_bytes, p->l3_ways), (uint32_t)p->l3_ways, arena))
            return false;
        for (uint32_t core = d * m->cores_per_l3; core < (d + 1) * m->cores_per_l3; core++)
            m->domain_cores[d] |= core_bit(core);
    }
    return true;
}

xip_error machine_create(machine **made, const machine_params *params, uint32_t lines, xip_arena *arena)
{
    if (!are_valid(params) || lines == 0 || lines == CACHE_NO_LINE)
        return XIP_ERR_ARGUMENT;
    machine *m = xip_arena_take(arena, sizeof *m, 64);
    if (!m)
        return XIP_ERR_NO_MEMORY;
    m->params = *params;
    m->protocol = protocol_table_of((machine_protocol)(uint32_t)params->protocol);
    m->arena = arena;
    m->lines = lines;
    m->coherent = params->coherent != 0;
    m->cores = (uint32_t)(params->sockets * params->cores_per_socket);
    m->domains = (uint32_t)(params->sockets * params->l3_per_socket);
    m->cores_per_l3 = m->cores / m->domains;
    m->record_bytes = record_bytes(m->cores);
    m->record_of = xip_arena_take(arena, lines * sizeof *m->record_of, 64);
    m->pending = xip_arena_take(arena, (MACHINE_MAX_PENDING + 1) * sizeof *m->pending, 64);
    m->unused_pending = MACHINE_NOT_PENDING + 1;
    if (!m->record_of || !m->pending || !make_cores(m, arena) || !make_domains(m, arena))
        return XIP_ERR_NO_MEMORY;
    *made = m;
    return XIP_OK;
}

uint32_t machine_cores(const machine *m)
{
    return m->cores;
}

machine_record *machine_record_of(machine *m, uint32_t line)
{
    XIP_ASSERT(line < m->lines, "a line of this machine");
    machine_record *record = m->record_of[line];
    if (record)
        return record;
    if (m->fresh_count == 0) {
        m->fresh = xip_arena_take(m->arena, RECORDS_AT_ONCE * m->record_bytes, 64);
        XIP_ASSERT(m->fresh != NULL, "the machine's arena has room for every line that is touched (machine_bytes)");
        m->fresh_count = RECORDS_AT_ONCE;
    }
    record = (machine_record *)(void *)m->fresh;
    m->fresh += m->record_bytes;
    m->fresh_count--;
    record->line = line;
    record->owner = record->dirty_l3 = record->busy_core = MACHINE_NO_CORE;
    m->record_of[line] = record;
    return record;
}
