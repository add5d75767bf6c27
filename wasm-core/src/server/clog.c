/*
 * clog.c — pg_xact: two bits an xid, 32,768 xids a page. PostgreSQL: src/backend/access/transam/{clog,transam,slru}.c.
 *
 * MODEL: pages stay in memory for good: there are no SLRU buffers here, so no lookup ever waits for a page (the Lab
 * measures what that costs). Xids from before the server was started count as committed.
 */
#include "base/assert.h"
#include "server/state.h"

#include <string.h>

enum { PAGE_BYTES = 8192, PER_PAGE = PAGE_BYTES * 4 };

static uint64_t first_page(const xip_server *server, uint32_t per_page)
{
    return server->config.next_xid / per_page;
}

uint8_t *xip_slru_page(const xip_server *server, const xip_slru *slru, xip_xid xid, uint32_t per_page)
{
    xip_full_xid full = xip_full_xid_near(server->cluster.transam->next_xid, xid);
    if (full < server->config.next_xid)
        return NULL;
    uint64_t at = full / per_page - first_page(server, per_page);
    return at < slru->count ? slru->pages[at] : NULL;
}

void xip_slru_extend(xip_server *server, xip_slru *slru, xip_full_xid xid, uint32_t per_page)
{
    uint32_t needed = (uint32_t)(xid / per_page - first_page(server, per_page)) + 1;
    if (needed <= slru->count)
        return;
    slru->pages = xip_pool_grow(server, slru->pages, &slru->room, needed, sizeof *slru->pages);
    while (slru->count < needed)
        slru->pages[slru->count++] = xip_pool_take(server, PAGE_BYTES);
}

void xip_clog_extend(xip_server *server, xip_full_xid xid)
{
    xip_slru_extend(server, &server->clog, xid, PER_PAGE);
}

static xip_xid_status read_status(const uint8_t *page, xip_xid xid)
{
    uint32_t at = xid % PER_PAGE;
    return (xip_xid_status)(page[at / 4] >> (at % 4 * 2) & 3);
}

static void write_status(xip_server *server, xip_xid xid, xip_xid_status status)
{
    uint8_t *page = xip_slru_page(server, &server->clog, xid, PER_PAGE);
    XIP_ASSERT(page != NULL, "an xid's page of pg_xact is there before the xid is");
    xip_xid_status old = read_status(page, xid);
    XIP_ASSERT(old == XIP_STATUS_IN_PROGRESS || old == status ||
                   (old == XIP_STATUS_SUB_COMMITTED && status != XIP_STATUS_IN_PROGRESS),
               "what became of an xid is said once");
    uint32_t at = xid % PER_PAGE;
    page[at / 4] = (uint8_t)((page[at / 4] & ~(3u << (at % 4 * 2))) | ((uint32_t)status << (at % 4 * 2)));
}

xip_xid_status xip_clog_status(const xip_server *server, xip_xid xid)
{
    if (!xip_xid_is_normal(xid))
        return xid == XIP_INVALID_XID ? XIP_STATUS_ABORTED : XIP_STATUS_COMMITTED;
    const uint8_t *page = xip_slru_page(server, &server->clog, xid, PER_PAGE);
    if (page != NULL)
        return read_status(page, xid);
    bool is_old = xip_full_xid_near(server->cluster.transam->next_xid, xid) < server->config.next_xid;
    return is_old ? XIP_STATUS_COMMITTED : XIP_STATUS_IN_PROGRESS;
}

/* One page: children before their parent, as sub-committed, so that nobody finds a child committed without it. */
static void set_page(xip_server *server, const xip_xid *xids, uint32_t count, xip_xid_status status)
{
    for (uint32_t i = 1; status == XIP_STATUS_COMMITTED && i < count; i++)
        write_status(server, xids[i], XIP_STATUS_SUB_COMMITTED);
    for (uint32_t i = 0; i < count; i++)
        write_status(server, xids[i], status);
}

void xip_clog_set_tree(xip_server *server, const xip_xid *xids, uint32_t count, xip_xid_status status)
{
    uint32_t near = 1;
    while (near < count && xids[near] / PER_PAGE == xids[0] / PER_PAGE)
        near++;
    for (uint32_t i = near; status == XIP_STATUS_COMMITTED && i < count; i++)
        write_status(server, xids[i], XIP_STATUS_SUB_COMMITTED);
    set_page(server, xids, near, status);
    for (uint32_t i = near; i < count; i++)
        write_status(server, xids[i], status);
}

bool xip_did_commit(xip_session *me, xip_xid xid)
{
    for (;;) {
        xip_xid_status status = xip_clog_status(me->server, xid);
        if (status != XIP_STATUS_SUB_COMMITTED)
            return status == XIP_STATUS_COMMITTED;
        if (xip_xid_precedes(xid, me->backend.transaction_xmin))
            return false;
        xid = xip_subtrans_parent(me->server, xid);
        if (xid == XIP_INVALID_XID)
            return false;
    }
}

bool xip_did_abort(xip_session *me, xip_xid xid)
{
    for (;;) {
        xip_xid_status status = xip_clog_status(me->server, xid);
        if (status != XIP_STATUS_SUB_COMMITTED)
            return status == XIP_STATUS_ABORTED;
        if (xip_xid_precedes(xid, me->backend.transaction_xmin))
            return true;
        xid = xip_subtrans_parent(me->server, xid);
        if (xid == XIP_INVALID_XID)
            return true;
    }
}
