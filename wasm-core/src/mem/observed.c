/* observed.c — see observed.h. In plain builds it has only the names of the fields. */
#include "mem/mem.h"

const char *mem_field_name(uint32_t field)
{
    static const char *const names[] = {
#define X(name, text) text,
        MEM_FIELD_MAP(X)
#undef X
    };
    return field < MEM_FIELD_COUNT ? names[field] : NULL;
}

#ifdef XIP_OBSERVED
#include "base/assert.h"

void mem_note_lock(struct mem_core *core, const void *lock, bool exclusive, bool released)
{
    mem_observer *observer = core ? core->observer : NULL;
    if (observer && observer->on && observer->lock_sink)
        observer->lock_sink(observer->sink_context, core->id, lock, exclusive, released);
}

void mem_note(struct mem_core *core, const void *p, size_t size, xip_access_kind kind, uint32_t field)
{
    mem_observer *observer = core ? core->observer : NULL;
    if (!observer || !observer->on)
        return;
    if (observer->sink) {
        observer->sink(observer->sink_context, core->id, p, (uint32_t)size, kind, field);
        return;
    }
    const uint8_t *at = p;
    for (uint32_t i = 0; i < observer->region_count; i++) {
        const mem_region *region = &observer->regions[i];
        if (at < region->base || at >= region->base + region->size)
            continue;
        if (observer->count == observer->capacity) {
            observer->overflowed = true;
            return;
        }
        observer->log[observer->count++] = (xip_access){
            .region = i,
            .offset = (uint32_t)(at - region->base),
            .size = (uint32_t)size,
            .kind = (uint32_t)kind,
            .field = field,
            .core = core->id,
        };
        return;
    }
    XIP_ASSERT(false, "every access to shared memory falls into a named region");
}
#endif
