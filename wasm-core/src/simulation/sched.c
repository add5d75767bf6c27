/* sched.c — see sched.h. */
#include "simulation/sched.h"

#include "base/assert.h"

bool sched_heap_init(sched_heap *heap, uint32_t capacity, xip_arena *arena)
{
    heap->time = xip_arena_take(arena, sizeof(double) * capacity, 8);
    heap->id = xip_arena_take(arena, sizeof(uint32_t) * capacity, 4);
    heap->count = 0;
    heap->capacity = capacity;
    return heap->time && heap->id;
}

static bool earlier(double time_a, uint32_t id_a, double time_b, uint32_t id_b)
{
    return time_a < time_b || (time_a == time_b && id_a < id_b);
}

void sched_heap_push(sched_heap *heap, double time, uint32_t id)
{
    XIP_ASSERT(heap->count < heap->capacity, "everybody sleeps or runs at most once");
    uint32_t at = heap->count++;
    while (at > 0) {
        uint32_t parent = (at - 1) / 2;
        if (!earlier(time, id, heap->time[parent], heap->id[parent]))
            break;
        heap->time[at] = heap->time[parent];
        heap->id[at] = heap->id[parent];
        at = parent;
    }
    heap->time[at] = time;
    heap->id[at] = id;
}

uint32_t sched_heap_pop(sched_heap *heap, double *time)
{
    XIP_ASSERT(heap->count > 0, "there is an earliest one");
    uint32_t first = heap->id[0];
    *time = heap->time[0];
    double last_time = heap->time[--heap->count];
    uint32_t last = heap->id[heap->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count &&
            earlier(heap->time[child + 1], heap->id[child + 1], heap->time[child], heap->id[child]))
            child++;
        if (!earlier(heap->time[child], heap->id[child], last_time, last))
            break;
        heap->time[at] = heap->time[child];
        heap->id[at] = heap->id[child];
        at = child;
    }
    heap->time[at] = last_time;
    heap->id[at] = last;
    return first;
}

bool sched_queue_init(sched_queue *queue, uint32_t capacity, xip_arena *arena)
{
    queue->since = xip_arena_take(arena, sizeof(double) * capacity, 8);
    queue->id = xip_arena_take(arena, sizeof(uint32_t) * capacity, 4);
    queue->head = queue->count = 0;
    queue->capacity = capacity;
    return queue->since && queue->id;
}

void sched_queue_push(sched_queue *queue, double since, uint32_t id)
{
    XIP_ASSERT(queue->count < queue->capacity, "everybody waits at most once");
    uint32_t at = (queue->head + queue->count++) % queue->capacity;
    queue->since[at] = since;
    queue->id[at] = id;
}

uint32_t sched_queue_pop(sched_queue *queue, double *since)
{
    XIP_ASSERT(queue->count > 0, "there is a first one");
    uint32_t at = queue->head;
    queue->head = (at + 1) % queue->capacity;
    queue->count--;
    *since = queue->since[at];
    return queue->id[at];
}
