/*
 * sharing.c — why a line had to be fetched again, decided when the operation is over and all its accesses are known.
 *
 * The test is Dubois' for essential misses, with words of 4 bytes: a miss is true sharing when the operation touches a
 * word that others have written since this core's last valid copy. Here an operation replaces the copy's lifetime,
 * because the question is whether this snapshot needed the line it fetched.
 *
 * MODEL: a core that lost a line for lack of room would have missed anyway: such a miss counts as not shared, even if
 * other cores have written to the line since. MODEL: bytes are distinguished in words of 4, the size of an xid.
 */
#include "base/assert.h"
#include "machine/state.h"

static machine_sharing class_of(const machine_pending *p)
{
    if (!p->was_taken)
        return MACHINE_NOT_SHARED;
    if ((p->stolen & p->touched >> 16) != 0)
        return MACHINE_TRUE_SHARING;
    return (p->stolen & p->touched) != 0 ? MACHINE_FOR_HORIZON : MACHINE_FALSE_SHARING;
}

/* Number of a free one, or MACHINE_NOT_PENDING. */
static uint16_t take(machine *m)
{
    uint16_t at = m->free_pending;
    if (at != MACHINE_NOT_PENDING)
        m->free_pending = m->pending[at].next;
    else if (m->unused_pending <= MACHINE_MAX_PENDING)
        at = (uint16_t)m->unused_pending++;
    return at;
}

static uint16_t wait_for_end(machine *m, uint32_t core, const machine_pending *miss)
{
    machine_core *c = &m->core[core];
    uint16_t at = take(m);
    /*
     * MODEL: whether a miss was true or false sharing is known when its operation ends. If more than 65,535 misses
     * wait for that, each further one is judged at once, from its own access alone.
     */
    if (at == MACHINE_NOT_PENDING) {
        c->counts.sharing[class_of(miss)]++;
        return at;
    }
    m->pending[at] = *miss;
    m->pending[at].next = MACHINE_NOT_PENDING;
    if (c->first_pending == MACHINE_NOT_PENDING)
        c->first_pending = at;
    else
        m->pending[c->last_pending].next = at;
    c->last_pending = at;
    return at;
}

void sharing_miss(machine *m, uint32_t core, machine_record *record, uint32_t tag, uint16_t stolen, bool was_taken,
                  uint32_t touch)
{
    machine_pending miss = {.record = record, .tag = tag, .stolen = stolen, .touched = touch, .was_taken = was_taken};
    record->copy[core].pending = wait_for_end(m, core, &miss);
}

void sharing_upgrade(machine *m, uint32_t core, machine_record *record, uint32_t tag)
{
    machine_pending miss = {.record = record, .tag = tag};
    wait_for_end(m, core, &miss);
}

void machine_end_operation(machine *m, uint32_t core, machine_decided decided, void *context)
{
    machine_core *c = &m->core[core];
    for (uint16_t at = c->first_pending; at != MACHINE_NOT_PENDING;) {
        machine_pending *p = &m->pending[at];
        machine_sharing sharing = class_of(p);
        c->counts.sharing[sharing]++;
        if (decided)
            decided(context, p->tag, sharing);
        uint16_t *pending = &p->record->copy[core].pending;
        if (*pending == at)
            *pending = MACHINE_NOT_PENDING;
        machine_front *front = &c->front[p->record->line & m->l1_mask];
        if (front->pending == at)
            front->pending = MACHINE_NOT_PENDING;
        uint16_t next = p->next;
        p->next = m->free_pending;
        m->free_pending = at;
        at = next;
    }
    c->first_pending = c->last_pending = MACHINE_NOT_PENDING;
}
