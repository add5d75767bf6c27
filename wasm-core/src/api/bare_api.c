/*
 * bare_api.c — exports of xip-model.wasm for accesses that somebody has made up: one memory at a time
 * (simulation/bare.h), on the machine that xip_scene_params describes.
 */
#include <emscripten.h>

#include "simulation/bare.h"

static bare *the_bare;
static bare_access accesses[BARE_MAX_ACCESSES];

/* Closes the memory that was open. `params`: as xip_scene_params has them. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_bare_start(const double *params, uint32_t bytes)
{
    bare_free(the_bare);
    the_bare = NULL;
    return (uint32_t)bare_create(&the_bare, (const machine_params *)(const void *)params, bytes);
}

/* The caller writes an operation's accesses there, as words in the order of bare_access: place, size, kind. */
EMSCRIPTEN_KEEPALIVE bare_access *xip_bare_accesses(void)
{
    return accesses;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_bare_max_accesses(void)
{
    return BARE_MAX_ACCESSES;
}

/* Runs `count` of them as one operation of a core. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_bare_run(uint32_t core, double now, uint32_t count)
{
    return (uint32_t)(the_bare ? bare_run(the_bare, core, now, accesses, count) : XIP_ERR_ARGUMENT);
}

/* The two functions from here on need an open memory. */
EMSCRIPTEN_KEEPALIVE const xip_access_outcome *xip_bare_outcomes(void)
{
    return bare_outcomes(the_bare);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_bare_count(void)
{
    return bare_count(the_bare);
}
