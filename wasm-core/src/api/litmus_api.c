/*
 * litmus_api.c — the exports of xip-lab.wasm for litmus tests. A module instance that runs them runs no race besides,
 * which would take the cores from them.
 */
#include <emscripten.h>

#include "labthreads/litmus.h"

static xip_litmus *the_litmus;

/* Starts both threads; needs two free ones in the pool. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_litmus_start(void)
{
    return (uint32_t)(the_litmus ? XIP_ERR_ARGUMENT : xip_litmus_start(&the_litmus));
}

/* Address of the counts (xip_litmus_board in trace_abi.h), 0 before the start. */
EMSCRIPTEN_KEEPALIVE const xip_litmus_board *xip_api_litmus_board(void)
{
    return the_litmus ? xip_litmus_board_of(the_litmus) : NULL;
}

/* Ends the runs before, if there are any; the counts then begin at 0. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_litmus_run(uint32_t variant, uint32_t runs, uint32_t pause, uint32_t seed)
{
    const xip_litmus_plan plan = {.variant = variant, .runs = runs, .pause = pause, .seed = seed};
    return (uint32_t)(the_litmus ? xip_litmus_run(the_litmus, &plan) : XIP_ERR_ARGUMENT);
}

/* Returns once both threads are parked: well below a millisecond where each has a core. */
EMSCRIPTEN_KEEPALIVE void xip_api_litmus_halt(void)
{
    if (the_litmus)
        xip_litmus_halt(the_litmus);
}

/* Ends and joins both threads. */
EMSCRIPTEN_KEEPALIVE void xip_api_litmus_end(void)
{
    if (the_litmus)
        xip_litmus_end(the_litmus);
    the_litmus = NULL;
}
