/*
 * protocol.h — coherence protocols as declared tables: the next state of one core's copy of a line after an event,
 * which copy answers, and whether memory is updated.
 *
 * The tables are complete: machine.c uses them for every change of a copy's state, and test/test_protocol.c tries
 * everything that three cores can do to two lines. Here, memory means everything behind the private caches.
 */
#ifndef XIP_MACHINE_PROTOCOL_H
#define XIP_MACHINE_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/machine.h"

/* An event of a line, as one copy of it sees it. */
typedef enum protocol_event {
    PROTOCOL_READ_ALONE = 0,  /* this core reads, and nobody else has a copy */
    PROTOCOL_READ_SHARED = 1, /* this core reads, and others have copies */
    PROTOCOL_WRITE = 2,       /* this core writes */
    PROTOCOL_OTHER_READ = 3,  /* another core reads that had no copy */
    PROTOCOL_OTHER_WRITE = 4, /* another core becomes the owner */
    PROTOCOL_EVICT = 5,       /* this core has no more room for it */
    PROTOCOL_EVENT_COUNT
} protocol_event;

typedef struct protocol_entry {
    uint8_t next;        /* machine_state */
    bool can_happen;     /* the event can meet this state */
    bool asks;           /* this core must ask: a fetch, or ownership */
    bool answers;        /* this copy gives the data to the core that asked */
    bool updates_memory; /* this copy's bytes go to memory */
} protocol_entry;

typedef struct protocol_table {
    protocol_entry at[MACHINE_STATE_COUNT][PROTOCOL_EVENT_COUNT];
} protocol_table;

/* NULL when there is no such protocol. */
const protocol_table *protocol_table_of(machine_protocol protocol);
/* "MESI" and so on; NULL past the end. */
const char *protocol_name(machine_protocol protocol);
/* One letter. */
char protocol_state_letter(machine_state state);

#endif
