/*
 * lines_shared.h — writers and readers over a few cache lines: does each line have a queue of its own, or do all lines
 * wait for one server?
 *
 * Every thread goes through all lines in order, again and again. A writer adds 1 to each line with a locked
 * instruction, so each of its visits needs the line for itself and no store waits in a buffer for company. A reader
 * loads each line with a plain load, so its misses overlap, as those of a scan of the proc array do.
 *
 * All writers write all lines. With a share of the lines for each writer, the number of writers on a line would change
 * with the number of lines, and so would the part of its requests that only take ownership back from readers, which
 * nobody can count. Going round, each line has the same mixture of visitors however many lines there are.
 *
 * The threads count *transfers*: a transfer is a visit that found a value which another thread wrote since this
 * thread's last visit to the line. Then the line was invalidated in between and had to be fetched. Visits that found
 * nothing new cost little and say nothing. Two things are left out: a writer that only takes ownership back from
 * readers, and two hardware threads of one core, which need no fetch between them.
 */
#ifndef XIP_LAB_LINES_SHARED_H
#define XIP_LAB_LINES_SHARED_H

#include <stdint.h>

#include "xip.h"

enum { XIP_LINES_MAX = 64, XIP_LINES_MAX_THREADS = 256 };

typedef struct xip_lines xip_lines;

typedef struct xip_lines_plan {
    uint32_t lines;
    uint32_t writers;
    uint32_t readers;
} xip_lines_plan;

/* A round. Every thread makes whole walks over all lines, one at least. */
typedef struct xip_lines_counts {
    double elapsed_ns; /* mean of the threads, each from the moment when the first one began */
    uint64_t writes, written_transfers;
    uint64_t reads, read_transfers;
} xip_lines_counts;

/* Starts the threads, parked. */
xip_error xip_lines_start(uint32_t threads, xip_lines **lines);
/* Begins a round: all lines are 0, and the threads begin together. The round before is over. */
xip_error xip_lines_begin(xip_lines *lines, const xip_lines_plan *plan);
/* Ends the round; returns when all threads are parked. */
void xip_lines_halt(xip_lines *lines, xip_lines_counts *counts);
/* Ends and joins all threads. No round is under way. */
void xip_lines_end(xip_lines *lines);
/* A line's value: how often it was written in the last round, modulo 2^32. */
uint32_t xip_lines_value(const xip_lines *lines, uint32_t line);

#endif
