/* scene_record.c — an operation's accesses: through the layout, if there is one, to the machine, and into the log. See
 * scene_state.h. */
#include <string.h>

#include "base/assert.h"
#include "simulation/scene_state.h"

static uint32_t region_of(const scene *s, const uint8_t *at)
{
    for (uint32_t i = 0; i < s->region_count; i++)
        if (at >= s->regions[i].base && at < s->regions[i].base + s->regions[i].size)
            return i;
    XIP_ASSERT(false, "every access to shared memory falls into a named region");
    return 0;
}

static void keep(scene *s, const uint8_t *at, uint32_t size, xip_access_kind kind, uint32_t field, uint32_t line,
                 uint32_t first, const machine_outcome *met)
{
    if (s->log_count == s->log_capacity) {
        s->overflowed = true;
        return;
    }
    uint32_t region = region_of(s, at);
    s->log[s->log_count] = (xip_access){
        .region = region,
        .offset = (uint32_t)(at - s->regions[region].base),
        .size = size,
        .kind = (uint32_t)kind,
        .field = field,
        .core = s->running->core,
    };
    s->outcomes[s->log_count++] = (xip_access_outcome){
        .line = line,
        .first = first,
        .level = met->level,
        .from = met->from,
        .before = met->before,
        .after = met->after,
        .upgrade = met->upgrade,
        .losers = met->losers,
        .missed = met->level > MACHINE_L2 || met->upgrade,
        .at = s->running->clock - s->started,
        .ns = met->ns,
        .wait = met->wait_ns,
    };
}

void scene_settle(scene *s)
{
    const scene_store *store = &s->store;
    if (!store->at)
        return;
    for (uint32_t i = store->logged; i < s->log_count; i++) {
        const xip_access *a = &s->log[i];
        const uint8_t *now = s->regions[a->region].base + a->offset;
        const uint8_t *before = store->before + (now - store->at);
        for (uint32_t byte = 0; byte < a->size; byte++)
            if (now[byte] != before[byte])
                s->outcomes[i].changed |= 1u << (s->outcomes[i].first + byte) / 4;
    }
    s->store.at = NULL;
}

/* Bytes that lie together: `at` in the server's memory, `offset` in the one whose lines the machine has. */
static void touch(scene *s, const uint8_t *at, size_t offset, uint32_t size, xip_access_kind kind, uint32_t field)
{
    scene_backend *b = s->running;
    while (size > 0) {
        uint32_t line = (uint32_t)(offset / MACHINE_LINE_BYTES);
        uint32_t first = (uint32_t)(offset % MACHINE_LINE_BYTES);
        uint32_t here = MACHINE_LINE_BYTES - first < size ? MACHINE_LINE_BYTES - first : size;
        machine_outcome met =
            machine_access(s->machine, b->core, line, first, here, kind, field, b->clock, s->log_count);
        if (kind != XIP_ACCESS_READ)
            s->writes[line] = (scene_write){(uint8_t)b->core, (uint8_t)field, (uint8_t)first, (uint8_t)here};
        if (s->logs)
            keep(s, at, here, kind, field, line, first, &met);
        b->clock += met.ns;
        s->accesses++;
        at += here;
        offset += here;
        size -= here;
    }
}

void scene_take_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind, uint32_t field)
{
    scene *s = context;
    const uint8_t *at = p;
    (void)core;
    scene_settle(s);
    if (s->logs && kind != XIP_ACCESS_READ && size <= sizeof s->store.before) {
        s->store.at = at;
        s->store.logged = s->log_count;
        memcpy(s->store.before, at, size);
    }
    if (!s->layout) {
        touch(s, at, (size_t)(at - s->memory.base), size, kind, field);
        return;
    }
    while (size > 0) {
        size_t offset = 0;
        uint32_t run = layout_run(s->layout, at, size, &offset);
        if (run == 0) {
            s->homeless = true;
            return;
        }
        touch(s, at, offset, run, kind, field);
        at += run;
        size -= run;
    }
}

void scene_decide(void *context, uint32_t tag, machine_sharing sharing)
{
    scene *s = context;
    if (s->logs && tag < s->log_count)
        s->outcomes[tag].sharing = (uint32_t)sharing;
}
