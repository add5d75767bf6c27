/*
 * lines_api.c — the exports of xip-lab.wasm for the workload over a few shared lines. A module instance that runs it
 * runs no race besides.
 */
#include <emscripten.h>

#include "labthreads/lines_shared.h"

static xip_lines *the_lines;
static bool is_under_way;
static xip_lines_counts the_counts;

/* Starts the threads; needs as many free ones in the pool. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_lines_start(uint32_t threads)
{
    return (uint32_t)(the_lines ? XIP_ERR_ARGUMENT : xip_lines_start(threads, &the_lines));
}

/* Begins a round. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_lines_begin(uint32_t lines, uint32_t writers, uint32_t readers)
{
    if (!the_lines || is_under_way)
        return XIP_ERR_ARGUMENT;
    const xip_lines_plan plan = {.lines = lines, .writers = writers, .readers = readers};
    const xip_error error = xip_lines_begin(the_lines, &plan);
    is_under_way = error == XIP_OK;
    return (uint32_t)error;
}

/* Ends the round; returns when all threads are parked. */
EMSCRIPTEN_KEEPALIVE void xip_api_lines_halt(void)
{
    if (is_under_way)
        xip_lines_halt(the_lines, &the_counts);
    is_under_way = false;
}

/* Of the last round that was halted; see xip_lines_counts. */
EMSCRIPTEN_KEEPALIVE double xip_api_lines_elapsed_ns(void)
{
    return the_counts.elapsed_ns;
}
EMSCRIPTEN_KEEPALIVE double xip_api_lines_writes(void)
{
    return (double)the_counts.writes;
}
EMSCRIPTEN_KEEPALIVE double xip_api_lines_written_transfers(void)
{
    return (double)the_counts.written_transfers;
}
EMSCRIPTEN_KEEPALIVE double xip_api_lines_reads(void)
{
    return (double)the_counts.reads;
}
EMSCRIPTEN_KEEPALIVE double xip_api_lines_read_transfers(void)
{
    return (double)the_counts.read_transfers;
}

/* Ends and joins the threads. */
EMSCRIPTEN_KEEPALIVE void xip_api_lines_end(void)
{
    xip_api_lines_halt();
    if (the_lines)
        xip_lines_end(the_lines);
    the_lines = NULL;
}
