/*
 * pool.c — chunks of powers of two from the arena, with free lists: the next transaction reuses the memory of the last
 * one, so that a server's used bytes, and with them its checkpoints, stay small.
 */
#include "base/assert.h"
#include "server/state.h"

#include <string.h>

enum { SMALLEST = 4 /* 16 bytes: 2^4 */ };

static uint32_t class_of(size_t size)
{
    uint32_t class = SMALLEST;
    while (((size_t)1 << class) < size)
        class++;
    XIP_ASSERT(class < XIP_POOL_CLASSES, "chunks are smaller than 8 MB");
    return class;
}

void *xip_pool_take(xip_server *server, size_t size)
{
    uint32_t class = class_of(size);
    void *chunk = server->free_chunks[class];
    if (chunk == NULL) {
        chunk = xip_arena_take(server->arena, (size_t)1 << class, 16);
        XIP_ASSERT(chunk != NULL, "a driver asks xip_server_is_full before each statement");
        return chunk;
    }
    memcpy(&server->free_chunks[class], chunk, sizeof(void *));
    return memset(chunk, 0, (size_t)1 << class);
}

void xip_pool_give(xip_server *server, void *chunk, size_t size)
{
    if (chunk == NULL)
        return;
    uint32_t class = class_of(size);
    memcpy(chunk, &server->free_chunks[class], sizeof(void *));
    server->free_chunks[class] = chunk;
}

void *xip_pool_grow(xip_server *server, void *array, uint32_t *room, uint32_t count, size_t size)
{
    if (count <= *room)
        return array;
    uint32_t more = *room < 8 ? 8 : *room;
    while (more < count)
        more *= 2;
    void *fresh = xip_pool_take(server, more * size);
    if (*room > 0) {
        memcpy(fresh, array, *room * size);
        xip_pool_give(server, array, *room * size);
    }
    *room = more;
    return fresh;
}
