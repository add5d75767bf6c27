/*
 * pages.h — 8 kB pages by number, created on demand: the store behind an SLRU, and the views' own notes about which
 * session owns which xid. Plain data in the server's arena.
 */
#ifndef XIP_SERVER_PAGES_H
#define XIP_SERVER_PAGES_H

#include "server/server.h"

enum { XIP_PAGES_BYTES = 8192 };

/* Pages first … first + room - 1, modulo `numbers`. NULL: never written, so all of it is 0. */
typedef struct xip_pages {
    xip_server *server;
    uint32_t first;
    uint32_t numbers; /* how many page numbers there are: a power of two, after which they restart */
    uint32_t room;
    uint8_t **pages;
} xip_pages;

/* For xids from the server's first one on, `per_page` of them per page. */
void xip_pages_init(xip_pages *pages, xip_server *server, uint32_t per_page);
/* The page, created if there is none. Its number was assigned. */
uint8_t *xip_pages_make(xip_pages *pages, uint32_t page);
/* NULL when nothing was ever written to it. */
const uint8_t *xip_pages_find(const xip_pages *pages, uint32_t page);
/* The same as xip_pages_make, as an SLRU's store: xip_slru_store_fn. `pages` is an xip_pages. */
uint8_t *xip_pages_as_store(void *pages, uint32_t page);

#endif
