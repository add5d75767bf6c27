/*
 * sched.h — the order of turns in virtual time: hardware threads by their clocks, backends that are ready, backends
 * that sleep until a time. Private to the model; plain arrays from its arena.
 */
#ifndef XIP_MODEL_SCHED_H
#define XIP_MODEL_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { SCHED_NOBODY = UINT32_MAX };

/* A heap of (time, id): the earliest first; equal times by id, so that a run can be repeated. */
typedef struct sched_heap {
    double *time; /* ns, of each place in the heap */
    uint32_t *id;
    uint32_t count, capacity;
} sched_heap;

bool sched_heap_init(sched_heap *heap, uint32_t capacity, xip_arena *arena);
void sched_heap_push(sched_heap *heap, double time, uint32_t id);
/* The heap is not empty. */
uint32_t sched_heap_pop(sched_heap *heap, double *time);

/* First in, first out; the ids with the time since which each has been ready. */
typedef struct sched_queue {
    double *since; /* ns */
    uint32_t *id;
    uint32_t head, count, capacity;
} sched_queue;

bool sched_queue_init(sched_queue *queue, uint32_t capacity, xip_arena *arena);
void sched_queue_push(sched_queue *queue, double since, uint32_t id);
/* The queue is not empty. */
uint32_t sched_queue_pop(sched_queue *queue, double *since);

#endif
