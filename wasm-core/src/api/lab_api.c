/*
 * lab_api.c — the only exports of xip-lab.wasm. One module instance is one lab, which is why the lab is a static here
 * and nowhere else. A run, step by step: labthreads/README.md.
 */
#include <emscripten.h>

#include "abi/abi.h"
#include "labthreads/history.h"
#include "labthreads/lab.h"
#include "labthreads/workload.h"
#include "xip.h"

static xip_lab *the_lab;

/* Starts `threads` active threads. Returns an xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_start(uint32_t threads)
{
    return (uint32_t)(the_lab ? XIP_ERR_ARGUMENT : xip_lab_start(threads, &the_lab));
}

/* Address of the board (trace_abi.h), 0 before the start. */
EMSCRIPTEN_KEEPALIVE const xip_lab_board *xip_api_board(void)
{
    return the_lab ? xip_lab_board_of(the_lab) : NULL;
}

/* Returns the generation (above 0), or minus an xip_error. */
EMSCRIPTEN_KEEPALIVE int32_t xip_api_request(uint32_t designs, uint32_t active, uint32_t idle, uint32_t mostly_idle,
                                             uint32_t workload, uint32_t other_work_us, uint32_t slice_ms,
                                             uint32_t without_lock, uint32_t faults, uint32_t savepoints,
                                             uint32_t slru_buffers)
{
    xip_lab_request request = {
        .designs = designs,
        .active = active,
        .idle = idle,
        .mostly_idle = mostly_idle,
        .workload = workload,
        .other_work_us = other_work_us,
        .slice_ms = slice_ms,
        .without_lock = without_lock,
        .faults = faults,
        .savepoints = savepoints,
        .slru_buffers = slru_buffers,
    };
    uint32_t generation = 0;
    if (!the_lab)
        return -(int32_t)XIP_ERR_ARGUMENT;
    xip_error error = xip_lab_request_run(the_lab, &request, &generation);
    return error == XIP_OK ? (int32_t)generation : -(int32_t)error;
}

EMSCRIPTEN_KEEPALIVE void xip_api_pause(uint32_t paused)
{
    if (the_lab)
        xip_lab_pause(the_lab, paused != 0);
}

/* Ends and joins all threads. */
EMSCRIPTEN_KEEPALIVE void xip_api_stop(void)
{
    if (the_lab)
        xip_lab_stop(the_lab);
    the_lab = NULL;
}

static xip_history_result the_history;

/*
 * Runs and checks a history (labthreads/history.h) on separate threads; needs `threads` free ones in the pool. Returns
 * how many violations were found, or minus an xip_error. Blocks until it is done: for tests, not for pages.
 */
EMSCRIPTEN_KEEPALIVE int32_t xip_api_history_run(uint32_t design, uint32_t threads, uint32_t idle,
                                                 uint32_t transactions, uint32_t seed, uint32_t churn, uint32_t faults)
{
    xip_history_plan plan = {
        .design = design,
        .threads = threads,
        .idle = idle,
        .transactions = transactions,
        .seed = seed,
        .churn = churn != 0,
        .faults = faults,
    };
    xip_error error = xip_history_run(&plan, &the_history);
    if (error != XIP_OK)
        return -(int32_t)error;
    return the_history.violations > INT32_MAX ? INT32_MAX : (int32_t)the_history.violations;
}

/* The first few violations of the last history, a line each. */
EMSCRIPTEN_KEEPALIVE const char *xip_api_history_report(void)
{
    return the_history.report;
}

/* How much the last history checked: transactions with an xid, their xids, snapshots, and reused ones among these. */
EMSCRIPTEN_KEEPALIVE double xip_api_history_transactions(void)
{
    return (double)the_history.transactions;
}
EMSCRIPTEN_KEEPALIVE double xip_api_history_xids(void)
{
    return (double)the_history.xids;
}
EMSCRIPTEN_KEEPALIVE double xip_api_history_snapshots(void)
{
    return (double)the_history.snapshots;
}
EMSCRIPTEN_KEEPALIVE double xip_api_history_reused(void)
{
    return (double)the_history.reused;
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_error_text(uint32_t code)
{
    return xip_error_text((xip_error)code);
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_abi_json(void)
{
    return xip_abi_json();
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_ladder_json(void)
{
    return xip_ladder_json();
}
