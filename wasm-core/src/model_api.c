/*
 * model_api.c — exports of xip-model.wasm: machines, and workloads on them. One module instance is one machine.
 */
#include <emscripten.h>

#include "machine/machine.h"

/* The parameters of a machine, in the order in which they are handed over; NULL past the end. */
EMSCRIPTEN_KEEPALIVE const char *xip_model_param_name(uint32_t at)
{
    static const char *const names[] = {
#define X(name) #name,
        MACHINE_PARAM_MAP(X)
#undef X
    };
    return at < sizeof names / sizeof *names ? names[at] : (const char *)0;
}
