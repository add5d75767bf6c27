/*
 * litmus_table_api.c — the export of xip-lab.wasm that says what the checker found for each litmus test. The page reads
 * a copy (web/src/engine/lab/litmus.gen.ts), so that it needs no threads for it.
 */
#include <emscripten.h>

#include "abi/writer.h"
#include "labthreads/litmus_variants.h"

#define X(name, text) text,
static const char *const words[] = {XIP_TSO_WORD_MAP(X)};
static const char *const ops[] = {XIP_TSO_OP_MAP(X)};
#undef X

static void put_flag(xip_writer *w, const char *name, bool value)
{
    xip_put_name(w, name, 0);
    xip_put(w, value ? "true" : "false");
}

static void put_comma(xip_writer *w, uint32_t i)
{
    if (i > 0)
        xip_put(w, ",");
}

static void put_program(xip_writer *w, const xip_tso_program *program)
{
    xip_put(w, "[");
    for (uint32_t i = 0; i < program->length; i++) {
        put_comma(w, i);
        xip_put(w, "{\"op\":\"");
        xip_put(w, ops[program->steps[i].op]);
        xip_put(w, "\",\"word\":\"");
        xip_put(w, words[program->steps[i].word]);
        xip_put(w, "\"}");
    }
    xip_put(w, "]");
}

static void put_thread(xip_writer *w, const xip_tso_thread *thread)
{
    xip_put(w, "{");
    xip_put_constant(w, "at", thread->at, 1);
    put_flag(w, "noticed", thread->noticed);
    xip_put(w, ",\"buffer\":[");
    for (uint32_t i = 0; i < thread->buffered; i++) {
        put_comma(w, i);
        xip_put(w, "\"");
        xip_put(w, words[thread->buffer[i]]);
        xip_put(w, "\"");
    }
    xip_put(w, "]}");
}

static void put_move(xip_writer *w, const xip_tso_move *move)
{
    xip_put(w, "{");
    xip_put_constant(w, "thread", move->thread, 1);
    put_flag(w, "drains", move->drains);
    for (uint32_t i = 0; i < XIP_TSO_WORDS; i++)
        xip_put_constant(w, words[i], move->after.memory[i], 0);
    xip_put(w, ",\"threads\":[");
    put_thread(w, &move->after.threads[0]);
    xip_put(w, ",");
    put_thread(w, &move->after.threads[1]);
    xip_put(w, "]}");
}

static void put_outcome(xip_writer *w, const xip_tso_verdict *verdict, uint32_t outcome)
{
    char ways[24];
    snprintf(ways, sizeof ways, "%llu", (unsigned long long)verdict->ways[outcome]);
    put_comma(w, outcome);
    xip_put(w, "{\"ways\":");
    xip_put(w, ways);
    xip_put(w, ",\"trace\":[");
    for (uint32_t i = 0; i < verdict->moves[outcome]; i++) {
        put_comma(w, i);
        put_move(w, &verdict->trace[outcome][i]);
    }
    xip_put(w, "]}");
}

/*
 * JSON, one object per variant: its steps, how many states the checker visited, and per outcome the number of
 * interleavings and a trace. The first caller writes it into static memory, as the only thread at that time; it needs
 * no start.
 */
EMSCRIPTEN_KEEPALIVE const char *xip_api_litmus_json(void)
{
    static char text[64 * 1024];
    static xip_tso_verdict verdict;
    xip_writer w = {text, sizeof text};
    xip_put(&w, "[");
    for (uint32_t i = 0; i < XIP_LITMUS_VARIANTS; i++) {
        const xip_litmus_variant *variant = xip_litmus_variant_at(i);
        xip_tso_program programs[XIP_TSO_THREADS];
        xip_litmus_programs(variant, programs);
        xip_tso_check(programs, &verdict);
        put_comma(&w, i);
        xip_put(&w, variant->test == XIP_LITMUS_HOLE ? "{\"test\":\"hole\"" : "{\"test\":\"buffer\"");
        put_flag(&w, "fence", variant->fence);
        put_flag(&w, "secondLook", variant->second_look);
        xip_put_constant(&w, "states", verdict.states, 0);
        xip_put(&w, ",\"programs\":[");
        put_program(&w, &programs[0]);
        xip_put(&w, ",");
        put_program(&w, &programs[1]);
        xip_put(&w, "],\"outcomes\":[");
        for (uint32_t outcome = 0; outcome < XIP_TSO_OUTCOMES; outcome++)
            put_outcome(&w, &verdict, outcome);
        xip_put(&w, "]}");
    }
    xip_put(&w, "]");
    return text;
}
