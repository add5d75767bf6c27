/* pages.c — see pages.h. */
#include "server/pages.h"

#include "server/state.h"

void xip_pages_init(xip_pages *pages, xip_server *server, uint32_t per_page)
{
    *pages = (xip_pages){.server = server,
                         .first = (xip_xid)server->config.next_xid / per_page,
                         .numbers = (uint32_t)(((uint64_t)1 << 32) / per_page)};
}

static uint32_t index_of(const xip_pages *pages, uint32_t page)
{
    return (page - pages->first) % pages->numbers;
}

uint8_t *xip_pages_make(xip_pages *pages, uint32_t page)
{
    uint32_t at = index_of(pages, page);
    pages->pages = xip_pool_grow(pages->server, pages->pages, &pages->room, at + 1, sizeof *pages->pages);
    if (pages->pages[at] == NULL)
        pages->pages[at] = xip_pool_take(pages->server, XIP_PAGES_BYTES);
    return pages->pages[at];
}

const uint8_t *xip_pages_find(const xip_pages *pages, uint32_t page)
{
    uint32_t at = index_of(pages, page);
    return at < pages->room ? pages->pages[at] : NULL;
}

uint8_t *xip_pages_as_store(void *pages, uint32_t page)
{
    return xip_pages_make(pages, page);
}
