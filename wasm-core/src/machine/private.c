/* private.c — the effect of a core's other work on its caches: see machine_work. */
#include "machine/state.h"

/* splitmix64's finisher: the physical page of a worker's page, the same in every run. */
static uint32_t physical_page(uint32_t worker, uint32_t page)
{
    uint64_t z = ((uint64_t)worker << 32 | page) + UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(z ^ z >> 31) % (MACHINE_PRIVATE_PAGES - 1); /* the last one would hold CACHE_NO_LINE */
}

static void touch(machine *m, uint32_t core, uint32_t line)
{
    machine_core *c = &m->core[core];
    if (!cache_touch(&c->l1, line)) {
        if (!cache_touch(&c->l2, line))
            machine_evict(m, core, cache_insert(&c->l2, line));
        cache_insert(&c->l1, line);
    }
    c->front[line & m->l1_mask] = (machine_front){.line = CACHE_NO_LINE};
}

void machine_work(machine *m, uint32_t core, uint32_t worker, uint32_t from, uint32_t lines)
{
    enum { LINES_PER_PAGE = 64 };
    uint32_t page = 0;
    uint32_t frame = 0;
    for (uint32_t i = from; i < from + lines; i++) {
        if (i == from || i / LINES_PER_PAGE != page) {
            page = i / LINES_PER_PAGE;
            frame = physical_page(worker, page) * LINES_PER_PAGE;
        }
        touch(m, core, machine_private_bit | (frame + i % LINES_PER_PAGE));
    }
}
