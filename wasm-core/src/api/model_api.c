/*
 * model_api.c — exports of xip-model.wasm for sweeps: parameters in, a run that can be stopped in between, results out.
 * One module instance is one modelled machine at a time, which is why it is a static here and nowhere else.
 */
#include <emscripten.h>
#include <stdlib.h>

#include "abi/abi.h"
#include "simulation/model.h"

enum { ARENA_BYTES = 128 << 20 };

static struct {
    machine_params machine;
    model_params params;
    model_result result;
    xip_arena memory;
    model *model;
} self;

#define NAMES(MAP)                                                                                                     \
    static const char *const names[] = {MAP(NAME_OF)};                                                                 \
    return at < sizeof names / sizeof *names ? names[at] : NULL;
#define NAME_OF(name) #name,

/* The parameters of a machine, in the order in which they are passed; NULL past the end. Likewise the two below. */
EMSCRIPTEN_KEEPALIVE const char *xip_model_machine_param_name(uint32_t at){NAMES(MACHINE_PARAM_MAP)}

EMSCRIPTEN_KEEPALIVE const char *xip_model_param_name(uint32_t at){NAMES(MODEL_PARAM_MAP)}

EMSCRIPTEN_KEEPALIVE const char *xip_model_result_name(uint32_t at){NAMES(MODEL_RESULT_MAP)}

/* The caller writes the parameters there: doubles in the order of their names. */
EMSCRIPTEN_KEEPALIVE double *xip_model_machine_params(void)
{
    return (double *)&self.machine;
}

EMSCRIPTEN_KEEPALIVE double *xip_model_params(void)
{
    return (double *)&self.params;
}

/* Connects all backends on the given machine. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_model_start(void)
{
    self.model = NULL;
    if (!self.memory.base && !xip_arena_init(&self.memory, ARENA_BYTES))
        return XIP_ERR_NO_MEMORY;
    xip_arena_reset(&self.memory);
    return (uint32_t)model_create(&self.model, &self.machine, &self.params, &self.memory);
}

/* Continues for about this many accesses. True when all samples are complete, or nothing was started. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_model_run(double accesses)
{
    return !self.model || model_run(self.model, (uint64_t)accesses);
}

/* 0 to 1. */
EMSCRIPTEN_KEEPALIVE double xip_model_progress(void)
{
    return self.model ? model_progress(self.model) : 0;
}

/* The result of the samples so far: doubles in the order of their names. */
EMSCRIPTEN_KEEPALIVE const double *xip_model_result(void)
{
    self.result = self.model ? model_result_of(self.model) : (model_result){0};
    return (const double *)&self.result;
}

EMSCRIPTEN_KEEPALIVE const char *xip_model_error_text(uint32_t code)
{
    return xip_error_text((xip_error)code);
}
