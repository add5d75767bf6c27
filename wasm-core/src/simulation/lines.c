/* lines.c — see lines.h. */
#include "simulation/lines.h"

#include "base/assert.h"

xip_error lines_init(lines *made, machine *machine, const lines_params *params, uint32_t count, uint32_t most,
                     xip_arena *arena)
{
    *made = (lines){.machine = machine,
                    .params = *params,
                    .of = xip_arena_take(arena, count * sizeof(line_state), 64),
                    .requests = xip_arena_take(arena, most * sizeof(line_request), 64),
                    .watched = LINES_NOBODY};
    if (!made->of || !made->requests)
        return XIP_ERR_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        made->of[i] = (line_state){.first = LINES_NOBODY, .last = LINES_NOBODY, .keeper = MACHINE_NO_CORE};
    for (uint32_t i = 0; i < most; i++)
        made->requests[i].next = i + 1 < most ? i + 1 : LINES_NOBODY;
    return XIP_OK;
}

void lines_keep_near(lines *all, const uint8_t *base, const uint8_t *from, size_t size)
{
    if (size == 0)
        return;
    size_t first = (size_t)(from - base) / MACHINE_LINE_BYTES;
    size_t last = ((size_t)(from - base) + size - 1) / MACHINE_LINE_BYTES;
    for (size_t line = first; line <= last; line++)
        all->of[line].near = true;
}

double lines_coming(const lines *all, uint32_t line, uint32_t core, double now)
{
    const line_state *l = &all->of[line];
    return l->keeper == core && l->arrives_at > now ? l->arrives_at : 0;
}

/* The transfer begins. */
static line_served serve(lines *all, uint32_t line, const line_request *request, double now)
{
    line_state *l = &all->of[line];
    xip_access_kind kind = (xip_access_kind)request->kind;
    machine_outlook at = machine_ask(all->machine, request->core, line, kind);
    line_served served = {.level = at.level, .moved = at.moves};
    all->counts.served++;
    double from = now;
    if (at.moves && at.across && all->params.shared_ns > 0) {
        from = all->shared_free_at > now ? all->shared_free_at : now;
        all->shared_free_at = from + all->params.shared_ns;
        served.waited_ns = from - now;
        all->counts.shared_wait_ns += served.waited_ns;
    }
    machine_outcome met = machine_touch(all->machine, request->core, line, request->touch, kind, from, 0);
    served.arrives_at = from + met.ns - (all->params.no_queues ? met.wait_ns : 0);
    if (at.moves) {
        /* The atomic's own time comes after the line has arrived. */
        l->arrives_at = from + at.ns;
        l->keeper = (uint8_t)request->core;
        l->kept_until = l->free_at = served.arrives_at + all->params.tenure_ns;
        all->counts.moved++;
        all->counts.across += at.across;
        if (line == all->watched) {
            all->watched_busy_ns += l->arrives_at - now;
            all->watched_moves++;
        }
    } else if (at.beyond) {
        l->free_at = from + all->params.clean_ns;
    }
    return served;
}

static double call(line_state *l, double now)
{
    if (l->called || l->first == LINES_NOBODY)
        return LINES_NO_CALL;
    l->called = true;
    return l->free_at > now ? l->free_at : now;
}

bool lines_ask(lines *all, uint32_t line, line_request request, double now, line_served *served, double *call_at)
{
    line_state *l = &all->of[line];
    bool is_free = l->first == LINES_NOBODY && now >= l->free_at;
    bool in_tenure = l->keeper == request.core && now >= l->arrives_at && now <= l->kept_until;
    *call_at = LINES_NO_CALL;
    if (is_free || in_tenure || all->params.no_queues) {
        *served = serve(all, line, &request, now);
        return true;
    }
    uint32_t at = all->free_request;
    XIP_ASSERT(at != LINES_NOBODY, "there is room for all requests that strands can have");
    all->free_request = all->requests[at].next;
    request.next = LINES_NOBODY;
    all->requests[at] = request;
    if (l->first == LINES_NOBODY)
        l->first = at;
    else
        all->requests[l->last].next = at;
    l->last = at;
    *call_at = call(l, now);
    return false;
}

bool lines_next(lines *all, uint32_t line, double now, line_request *request, line_served *served, double *call_at)
{
    line_state *l = &all->of[line];
    l->called = false;
    *call_at = LINES_NO_CALL;
    if (now < l->free_at) {
        *call_at = call(l, now);
        return false;
    }
    uint32_t at = l->first;
    *request = all->requests[at];
    l->first = request->next;
    if (l->first == LINES_NOBODY)
        l->last = LINES_NOBODY;
    all->requests[at].next = all->free_request;
    all->free_request = at;
    *served = serve(all, line, request, now);
    *call_at = call(l, now);
    return true;
}
