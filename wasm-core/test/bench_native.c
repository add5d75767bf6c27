/*
 * bench_native.c — the lab's own coordinator and threads, natively: `npm run bench` compares WebAssembly with them.
 * Usage: bench_native DESIGNS ACTIVE IDLE MOSTLY WORKLOAD OTHER_US SLICE_MS WITHOUT_LOCK SECONDS [SAVEPOINTS SLRU]
 * DESIGNS is the bit mask of the ladder, WORKLOAD its number. Prints one JSON object per slice, as in trace_abi.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "labthreads/lab.h"

static uint32_t number(const char *text)
{
    return (uint32_t)strtoul(text, NULL, 10);
}

static void print_slice(const xip_lab_slice *s)
{
    const char *name = s->design == XIP_SLICE_OTHER_WORK ? "other-work" : xip_design_at(s->design)->id;
    printf(
        "{\"number\":%u,\"generation\":%u,\"design\":\"%s\",\"warmUp\":%s,\"active\":%u,\"idle\":%u,\"mostlyIdle\":%u,"
        "\"startMs\":%.3f,\"elapsedNs\":%.0f,\"threadNs\":%.0f,\"transactions\":%.0f,\"snapshots\":%.0f,\"reused\":%."
        "0f,"
        "\"mostlyIdleTransactions\":%.0f,\"mostlyIdleAsked\":%.1f,\"connects\":%.0f,\"connectsAsked\":%.1f,"
        "\"checks\":%.0f,\"checkNs\":%.0f,\"foundRunning\":%.0f,\"assigns\":%.0f,\"assignNs\":%.0f,\"ends\":%.0f,"
        "\"endNs\":%.0f,"
        "\"slruLookups\":%.0f,\"slruHits\":%.0f,\"slruReads\":%.0f,\"slruWrites\":%.0f,\"slruWaits\":%.0f}\n",
        s->number, s->generation, name, s->flags & XIP_SLICE_WARM_UP ? "true" : "false", s->active, s->idle,
        s->mostly_idle, s->start_ms, s->elapsed_ns, s->thread_ns, s->transactions, s->snapshots, s->reused,
        s->mostly_idle_transactions, s->mostly_idle_asked, s->connects, s->connects_asked, s->checks, s->check_ns,
        s->found_running, s->assigns, s->assign_ns, s->ends, s->end_ns, s->slru_lookups, s->slru_hits, s->slru_reads,
        s->slru_writes, s->slru_waits);
}

int main(int argc, char **argv)
{
    if (argc != 10 && argc != 12) {
        fprintf(stderr, "usage: %s DESIGNS ACTIVE IDLE MOSTLY WORKLOAD OTHER_US SLICE_MS WITHOUT_LOCK SECONDS\n",
                argv[0]);
        return 2;
    }
    xip_lab_request request = {
        .designs = number(argv[1]),
        .active = number(argv[2]),
        .idle = number(argv[3]),
        .mostly_idle = number(argv[4]),
        .workload = number(argv[5]),
        .other_work_us = number(argv[6]),
        .slice_ms = number(argv[7]),
        .without_lock = number(argv[8]),
        .savepoints = argc > 10 ? number(argv[10]) : 0,
        .slru_buffers = argc > 10 ? number(argv[11]) : 0,
    };
    double seconds = strtod(argv[9], NULL);
    xip_lab *lab;
    uint32_t generation;
    xip_error error = xip_lab_start(request.active, &lab);
    if (error == XIP_OK)
        error = xip_lab_request_run(lab, &request, &generation);
    if (error != XIP_OK) {
        fprintf(stderr, "bench_native: %s\n", xip_error_text(error));
        return 2;
    }
    struct timespec whole = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&whole, NULL);
    xip_lab_pause(lab, true);
    const xip_lab_board *board = xip_lab_board_of(lab);
    struct timespec moment = {.tv_nsec = 1000000};
    while (__atomic_load_n(&board->state, __ATOMIC_ACQUIRE) == XIP_LAB_RUNNING)
        nanosleep(&moment, NULL);
    const xip_lab_slice *ring = (const xip_lab_slice *)(const void *)((const uint8_t *)board + board->ring_offset);
    uint32_t written = __atomic_load_n(&board->slices_written, __ATOMIC_ACQUIRE);
    for (uint32_t n = written > XIP_RING_SLICES ? written - XIP_RING_SLICES : 0; n < written; n++)
        print_slice(&ring[n % XIP_RING_SLICES]);
    xip_lab_stop(lab);
    return 0;
}
