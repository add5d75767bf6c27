/*
 * protocol.c — the three tables; see protocol.h. Read a row as: in this state, on this event, the copy changes to that
 * state.
 *
 *   MESI   shared copies are silent: memory answers for them
 *   MESIF  the last reader holds F and answers; so a clean line comes from a cache
 *   MOESI  a dirty line is shared without going to memory: its owner answers in O
 */
#include "machine/protocol.h"

#include <stddef.h>

/* clang-format off */
#define GOES(state)           {.next = MACHINE_##state, .can_happen = true}
#define ASKS(state)           {.next = MACHINE_##state, .can_happen = true, .asks = true}
#define ANSWERS(state)        {.next = MACHINE_##state, .can_happen = true, .answers = true}
#define WRITES_BACK(state)    {.next = MACHINE_##state, .can_happen = true, .updates_memory = true}
#define ANSWERS_BOTH(state)   {.next = MACHINE_##state, .can_happen = true, .answers = true, .updates_memory = true}
#define ON_READ_ALONE  [PROTOCOL_READ_ALONE]
#define ON_READ_SHARED [PROTOCOL_READ_SHARED]
#define ON_WRITE       [PROTOCOL_WRITE]
#define ON_OTHER_READ  [PROTOCOL_OTHER_READ]
#define ON_OTHER_WRITE [PROTOCOL_OTHER_WRITE]
#define ON_EVICT       [PROTOCOL_EVICT]

static const protocol_table mesi = {{
    [MACHINE_I] = {ON_READ_ALONE = ASKS(E), ON_READ_SHARED = ASKS(S), ON_WRITE = ASKS(M)},
    [MACHINE_S] = {ON_READ_ALONE = GOES(S), ON_READ_SHARED = GOES(S), ON_WRITE = ASKS(M),
                   ON_OTHER_READ = GOES(S), ON_OTHER_WRITE = GOES(I), ON_EVICT = GOES(I)},
    [MACHINE_E] = {ON_READ_ALONE = GOES(E), ON_WRITE = GOES(M),
                   ON_OTHER_READ = ANSWERS(S), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = GOES(I)},
    [MACHINE_M] = {ON_READ_ALONE = GOES(M), ON_WRITE = GOES(M),
                   ON_OTHER_READ = ANSWERS_BOTH(S), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = WRITES_BACK(I)},
}};

static const protocol_table mesif = {{
    [MACHINE_I] = {ON_READ_ALONE = ASKS(E), ON_READ_SHARED = ASKS(F), ON_WRITE = ASKS(M)},
    [MACHINE_S] = {ON_READ_ALONE = GOES(S), ON_READ_SHARED = GOES(S), ON_WRITE = ASKS(M),
                   ON_OTHER_READ = GOES(S), ON_OTHER_WRITE = GOES(I), ON_EVICT = GOES(I)},
    [MACHINE_F] = {ON_READ_ALONE = GOES(F), ON_READ_SHARED = GOES(F), ON_WRITE = ASKS(M),
                   ON_OTHER_READ = ANSWERS(S), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = GOES(I)},
    [MACHINE_E] = {ON_READ_ALONE = GOES(E), ON_WRITE = GOES(M),
                   ON_OTHER_READ = ANSWERS(S), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = GOES(I)},
    [MACHINE_M] = {ON_READ_ALONE = GOES(M), ON_WRITE = GOES(M),
                   ON_OTHER_READ = ANSWERS_BOTH(S), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = WRITES_BACK(I)},
}};

static const protocol_table moesi = {{
    [MACHINE_I] = {ON_READ_ALONE = ASKS(E), ON_READ_SHARED = ASKS(S), ON_WRITE = ASKS(M)},
    [MACHINE_S] = {ON_READ_ALONE = GOES(S), ON_READ_SHARED = GOES(S), ON_WRITE = ASKS(M),
                   ON_OTHER_READ = GOES(S), ON_OTHER_WRITE = GOES(I), ON_EVICT = GOES(I)},
    [MACHINE_E] = {ON_READ_ALONE = GOES(E), ON_WRITE = GOES(M),
                   ON_OTHER_READ = ANSWERS(S), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = GOES(I)},
    [MACHINE_O] = {ON_READ_ALONE = GOES(O), ON_READ_SHARED = GOES(O), ON_WRITE = ASKS(M),
                   ON_OTHER_READ = ANSWERS(O), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = WRITES_BACK(I)},
    [MACHINE_M] = {ON_READ_ALONE = GOES(M), ON_WRITE = GOES(M),
                   ON_OTHER_READ = ANSWERS(O), ON_OTHER_WRITE = ANSWERS(I), ON_EVICT = WRITES_BACK(I)},
}};
/* clang-format on */

const protocol_table *protocol_table_of(machine_protocol protocol)
{
    switch (protocol) {
    case MACHINE_MESI:
        return &mesi;
    case MACHINE_MESIF:
        return &mesif;
    case MACHINE_MOESI:
        return &moesi;
    }
    return NULL;
}

const char *protocol_name(machine_protocol protocol)
{
    static const char *const names[] = {"MESI", "MESIF", "MOESI"};
    return (uint32_t)protocol < sizeof names / sizeof *names ? names[protocol] : NULL;
}

char protocol_state_letter(machine_state state)
{
    return (uint32_t)state < MACHINE_STATE_COUNT ? "ISEMOF"[state] : '?';
}
