/*
 * layout.h — somebody's own layout: where each field of a server's structures would lie in another memory.
 *
 *   an access of the engine ─► region, entry, byte of the entry ─► piece ─► byte of the other memory ─► machine
 *
 * The server keeps its own memory, so every value is the engine's; the other memory has no bytes, only lines. The same
 * layout as the design's own gives the same lines, and so the same counts.
 */
#ifndef XIP_SIMULATION_LAYOUT_H
#define XIP_SIMULATION_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "mem/mem.h"
#include "xip.h"

/* 2^20 lines: 12,500 connections with 5 kB each. */
enum { LAYOUT_MAX_PIECES = 512, LAYOUT_MAX_BYTES = 1 << 26 };

/* Bytes that stay together, in every entry of a region. All words of 32 bits: the caller fills them from JavaScript. */
typedef struct layout_piece {
    uint32_t region; /* its number among the server's regions (pg/regions.h) */
    uint32_t entry;  /* bytes of an entry of the region, one for each connection; 0: the region is a single struct */
    uint32_t first;  /* from the entry's start */
    uint32_t size;   /* bytes */
    uint32_t at;     /* where those of entry 0 are in the other memory */
    uint32_t stride; /* from there to those of entry 1 */
} layout_piece;

typedef struct layout layout;

/* Bytes of the other memory, from 0 to the last piece's end. 0: the pieces make no layout for so many connections. */
uint32_t layout_bytes(const layout_piece *pieces, uint32_t count, uint32_t connections);
/* XIP_ERR_ARGUMENT: a piece is outside its region, two share a byte, or layout_bytes is 0. XIP_ERR_NO_MEMORY. */
xip_error layout_create(layout **made, const layout_piece *pieces, uint32_t count, uint32_t connections,
                        const mem_region *regions, uint32_t region_count);
void layout_free(layout *l);

/*
 * How many of `size` bytes from `p` on lie together in the other memory, and where the first one is. 0: the layout has
 * no place for it.
 */
uint32_t layout_run(const layout *l, const uint8_t *p, uint32_t size, size_t *at);

#endif
