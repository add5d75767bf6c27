/* layout.c — see layout.h. Observed builds only. */
#include "simulation/layout.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NO_PIECE = UINT16_MAX };

/* One region's pieces: which of them has a byte of an entry. */
typedef struct region_map {
    const mem_region *region;
    uint32_t entry;     /* bytes */
    uint16_t *piece_of; /* of each byte of an entry; NULL: the layout has nothing of this region */
} region_map;

struct layout {
    layout_piece pieces[LAYOUT_MAX_PIECES];
    mem_region regions[MEM_MAX_REGIONS];
    region_map maps[MEM_MAX_REGIONS];
    uint32_t region_count;
};

uint32_t layout_bytes(const layout_piece *pieces, uint32_t count, uint32_t connections)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        const layout_piece *p = &pieces[i];
        bool repeats = p->entry != 0 && connections > 1;
        uint64_t end = (uint64_t)p->at + p->size + (repeats ? (uint64_t)p->stride * (connections - 1) : 0);
        if (p->size == 0 || (repeats && p->stride < p->size) || end > LAYOUT_MAX_BYTES)
            return 0;
        bytes = end > bytes ? end : bytes;
    }
    return (uint32_t)bytes;
}

/* The map of a piece's region, made when its first piece comes. */
static region_map *map_of(layout *l, const layout_piece *p, uint32_t connections)
{
    if (p->region >= l->region_count)
        return NULL;
    region_map *map = &l->maps[p->region];
    const mem_region *region = &l->regions[p->region];
    uint32_t entry = p->entry == 0 ? (uint32_t)region->size : p->entry;
    if (map->piece_of)
        return map->entry == entry ? map : NULL;
    if (entry > LAYOUT_MAX_BYTES || (p->entry != 0 && region->size != (size_t)entry * connections))
        return NULL;
    map->region = region;
    map->entry = entry;
    map->piece_of = malloc(entry * sizeof *map->piece_of);
    for (uint32_t i = 0; map->piece_of && i < entry; i++)
        map->piece_of[i] = NO_PIECE;
    return map->piece_of ? map : NULL;
}

static bool add_piece(layout *l, uint32_t number, uint32_t connections)
{
    const layout_piece *p = &l->pieces[number];
    region_map *map = map_of(l, p, connections);
    if (!map || p->first >= map->entry || p->size > map->entry - p->first)
        return false;
    for (uint32_t i = p->first; i < p->first + p->size; i++) {
        if (map->piece_of[i] != NO_PIECE)
            return false;
        map->piece_of[i] = (uint16_t)number;
    }
    return true;
}

xip_error layout_create(layout **made, const layout_piece *pieces, uint32_t count, uint32_t connections,
                        const mem_region *regions, uint32_t region_count)
{
    if (count > LAYOUT_MAX_PIECES || region_count > MEM_MAX_REGIONS || layout_bytes(pieces, count, connections) == 0)
        return XIP_ERR_ARGUMENT;
    layout *l = calloc(1, sizeof *l);
    if (!l)
        return XIP_ERR_NO_MEMORY;
    memcpy(l->pieces, pieces, count * sizeof *pieces);
    memcpy(l->regions, regions, region_count * sizeof *regions);
    l->region_count = region_count;
    for (uint32_t i = 0; i < count; i++)
        if (!add_piece(l, i, connections)) {
            layout_free(l);
            return XIP_ERR_ARGUMENT;
        }
    *made = l;
    return XIP_OK;
}

void layout_free(layout *l)
{
    if (!l)
        return;
    for (uint32_t i = 0; i < l->region_count; i++)
        free(l->maps[i].piece_of);
    free(l);
}

/* Bytes from `p` to the end of its piece, and where `p` is in the other memory. 0: no piece has it. */
static uint32_t find(const layout *l, const uint8_t *p, size_t *at)
{
    for (uint32_t i = 0; i < l->region_count; i++) {
        const region_map *map = &l->maps[i];
        if (!map->piece_of || p < map->region->base || p >= map->region->base + map->region->size)
            continue;
        size_t offset = (size_t)(p - map->region->base);
        uint32_t byte = (uint32_t)(offset % map->entry);
        uint16_t number = map->piece_of[byte];
        if (number == NO_PIECE)
            return 0;
        const layout_piece *piece = &l->pieces[number];
        *at = piece->at + offset / map->entry * piece->stride + (byte - piece->first);
        return piece->first + piece->size - byte;
    }
    return 0;
}

uint32_t layout_run(const layout *l, const uint8_t *p, uint32_t size, size_t *at)
{
    uint32_t run = find(l, p, at);
    while (run != 0 && run < size) {
        size_t next = 0;
        uint32_t more = find(l, p + run, &next);
        if (more == 0 || next != *at + run)
            break;
        run += more;
    }
    return run < size ? run : size;
}
