/*
 * tso.c — see tso.h. The search goes by levels: a state says how many moves led to it, so all that lead to one are
 * known before it is left, and ways add up.
 */
#include "labthreads/tso.h"

#include <string.h>

#include "base/assert.h"

typedef struct tso_node {
    xip_tso_state state;
    uint64_t ways;
    uint32_t from; /* the node before it in one of the interleavings; of the first itself */
    uint8_t thread, drains;
} tso_node;

typedef struct tso_search {
    const xip_tso_program *programs;
    tso_node nodes[XIP_TSO_MAX_STATES];
    uint32_t count;
} tso_search;

static bool is_done(const tso_search *search, const xip_tso_state *state, uint32_t thread)
{
    const xip_tso_thread *it = &state->threads[thread];
    return it->noticed || it->at == search->programs[thread].length;
}

/* The thread's own newest store comes first; all stores store 1. */
static uint8_t load(const xip_tso_state *state, uint32_t thread, uint8_t word)
{
    const xip_tso_thread *it = &state->threads[thread];
    for (uint32_t i = 0; i < it->buffered; i++)
        if (it->buffer[i] == word)
            return 1;
    return state->memory[word];
}

static bool all_is_in_memory(const xip_tso_state *state)
{
    return state->threads[0].buffered == 0 && state->threads[1].buffered == 0;
}

/* False if the step must wait. */
static bool step(const tso_search *search, xip_tso_state *state, uint32_t thread)
{
    xip_tso_thread *it = &state->threads[thread];
    if (is_done(search, state, thread))
        return false;
    const xip_tso_step *next = &search->programs[thread].steps[it->at];
    switch ((xip_tso_op)next->op) {
    case XIP_TSO_STORE:
        XIP_ASSERT(it->buffered < XIP_TSO_MAX_BUFFERED, "a litmus test has few stores");
        it->buffer[it->buffered++] = next->word;
        break;
    case XIP_TSO_FENCE:
        if (it->buffered > 0)
            return false;
        break;
    case XIP_TSO_LOOK:
        it->noticed = load(state, thread, next->word);
        break;
    case XIP_TSO_READ:
        if (!is_done(search, state, 1 - thread) || !all_is_in_memory(state))
            return false;
        state->found = state->memory[next->word];
        break;
    case XIP_TSO_OPS:
        break;
    }
    it->at++;
    return true;
}

static bool drain(xip_tso_state *state, uint32_t thread)
{
    xip_tso_thread *it = &state->threads[thread];
    if (it->buffered == 0)
        return false;
    state->memory[it->buffer[0]] = 1;
    it->buffered--;
    memmove(it->buffer, it->buffer + 1, it->buffered);
    it->buffer[it->buffered] = 0; /* equal states are equal bytes */
    return true;
}

static void reach(tso_search *search, uint32_t from, const xip_tso_state *state, uint8_t thread, uint8_t drains)
{
    uint32_t i = 0;
    while (i < search->count && memcmp(&search->nodes[i].state, state, sizeof *state) != 0)
        i++;
    if (i == search->count) {
        XIP_ASSERT(i < XIP_TSO_MAX_STATES, "a litmus test has few states");
        search->nodes[search->count++] = (tso_node){.state = *state, .from = from, .thread = thread, .drains = drains};
    }
    search->nodes[i].ways += search->nodes[from].ways;
}

/* Returns whether there was a move at all. */
static bool leave(tso_search *search, uint32_t from)
{
    bool moved = false;
    for (uint8_t thread = 0; thread < XIP_TSO_THREADS; thread++)
        for (uint8_t drains = 0; drains < 2; drains++) {
            xip_tso_state state = search->nodes[from].state;
            if (!(drains ? drain(&state, thread) : step(search, &state, thread)))
                continue;
            reach(search, from, &state, thread, drains);
            moved = true;
        }
    return moved;
}

static void keep_trace(const tso_search *search, uint32_t end, xip_tso_verdict *verdict, uint32_t outcome)
{
    uint32_t moves = 0;
    for (uint32_t i = end; i != 0; i = search->nodes[i].from)
        moves++;
    XIP_ASSERT(moves <= XIP_TSO_MAX_MOVES, "a litmus test has few moves");
    verdict->moves[outcome] = moves;
    for (uint32_t i = end; i != 0; i = search->nodes[i].from) {
        const tso_node *node = &search->nodes[i];
        verdict->trace[outcome][--moves] =
            (xip_tso_move){.thread = node->thread, .drains = node->drains, .after = node->state};
    }
}

void xip_tso_check(const xip_tso_program programs[XIP_TSO_THREADS], xip_tso_verdict *verdict)
{
    static tso_search search;
    memset(&search, 0, sizeof search);
    memset(verdict, 0, sizeof *verdict);
    search.programs = programs;
    search.nodes[0].ways = 1;
    search.count = 1;
    for (uint32_t i = 0; i < search.count; i++) {
        if (leave(&search, i))
            continue;
        const tso_node *end = &search.nodes[i];
        XIP_ASSERT(is_done(&search, &end->state, 0) && is_done(&search, &end->state, 1), "no test waits forever");
        uint32_t outcome = end->state.threads[0].noticed | (uint32_t)end->state.threads[1].noticed << 1;
        /* By levels, so the first one is a shortest. */
        if (verdict->ways[outcome] == 0)
            keep_trace(&search, i, verdict, outcome);
        verdict->ways[outcome] += end->ways;
        verdict->found |= (uint32_t)end->state.found << outcome;
    }
    verdict->states = search.count;
}
