/*
 * clog.c — pg_xact: two bits per xid, 32,768 xids per page, in an SLRU. PostgreSQL:
 * src/backend/access/transam/{clog,transam}.c.
 *
 * Invariant: an xid's page is created before the xid is assigned. Xids from before the server was started count as
 * committed, and are never looked up.
 *
 * MODEL: there is one thread, so no session ever waits for a page of pg_xact or pg_subtrans, or for a lock on it; the
 * Lab's cliff measures such waits.
 */
#include "base/assert.h"
#include "server/state.h"

enum { PER_PAGE = XIP_SLRU_PAGE_BYTES * 4, PER_WORD = 16 };

/* pg/slru.c counts into the backend's single set of counts, which is pg_subtrans'. Around a call this one replaces
 * it. */
static void exchange_counts(xip_session *me)
{
    xip_slru_counts other = me->backend.slru;
    me->backend.slru = me->xact_counts;
    me->xact_counts = other;
}

static void make_page(xip_session *me, xip_xid xid)
{
    xip_slru_ctl *slru = &me->server->xact;
    exchange_counts(me);
    xip_slru_leave(&me->backend, slru, xip_slru_make_page(&me->backend, slru, xid / PER_PAGE));
    exchange_counts(me);
}

static bool begins_page(xip_xid xid)
{
    return xid % PER_PAGE == 0 || xid == XIP_FIRST_NORMAL_XID;
}

void xip_clog_start(xip_session *me)
{
    xip_xid first = (xip_xid)me->server->config.next_xid;
    if (!begins_page(first))
        make_page(me, first);
}

void xip_clog_extend(xip_session *me, xip_full_xid xid)
{
    if (begins_page((xip_xid)xid))
        make_page(me, (xip_xid)xid);
}

static xip_xid_status status_in(uint32_t word, xip_xid xid)
{
    return (xip_xid_status)(word >> (xid % PER_WORD * 2) & 3);
}

/* Xids that need no lookup: special ones, ones from before the start, ones that were never assigned. */
static bool is_known(const xip_server *server, xip_xid xid, xip_xid_status *status)
{
    if (!xip_xid_is_normal(xid)) {
        *status = xid == XIP_INVALID_XID ? XIP_STATUS_ABORTED : XIP_STATUS_COMMITTED;
        return true;
    }
    xip_full_xid full = xip_full_xid_near(server->cluster.transam->next_xid, xid);
    *status = full < server->config.next_xid ? XIP_STATUS_COMMITTED : XIP_STATUS_IN_PROGRESS;
    return full < server->config.next_xid || full >= server->cluster.transam->next_xid;
}

xip_xid_status xip_clog_peek(const xip_server *server, xip_xid xid)
{
    xip_xid_status status;
    if (is_known(server, xid, &status))
        return status;
    return status_in(xip_slru_peek(&server->xact, xid / PER_PAGE)[xid % PER_PAGE / PER_WORD], xid);
}

/* TransactionLogFetch, with its cache of the last xid that had ended. */
static xip_xid_status fetch_status(xip_session *me, xip_xid xid)
{
    xip_xid_status status;
    if (me->server->is_watched)
        return xip_clog_peek(me->server, xid);
    if (xid == me->fetched_xid && xid != XIP_INVALID_XID)
        return me->fetched_status;
    if (is_known(me->server, xid, &status))
        return status;
    xip_slru_ctl *slru = &me->server->xact;
    exchange_counts(me);
    xip_slru_held held = xip_slru_look_at(&me->backend, slru, xid / PER_PAGE);
    status = status_in(xip_slru_read(&me->backend, slru, held, xid % PER_PAGE / PER_WORD), xid);
    xip_slru_leave(&me->backend, slru, held);
    exchange_counts(me);
    if (status == XIP_STATUS_COMMITTED || status == XIP_STATUS_ABORTED) {
        me->fetched_xid = xid;
        me->fetched_status = status;
    }
    return status;
}

static void write_status(xip_session *me, xip_slru_held held, xip_xid xid, xip_xid_status status)
{
    xip_slru_ctl *slru = &me->server->xact;
    uint32_t at = xid % PER_PAGE / PER_WORD, shift = xid % PER_WORD * 2;
    uint32_t word = xip_slru_read(&me->backend, slru, held, at);
    xip_xid_status old = status_in(word, xid);
    XIP_ASSERT(old == XIP_STATUS_IN_PROGRESS || old == status ||
                   (old == XIP_STATUS_SUB_COMMITTED && status != XIP_STATUS_IN_PROGRESS),
               "what became of an xid is said once");
    xip_slru_write(&me->backend, slru, held, at, (word & ~(3u << shift)) | (uint32_t)status << shift);
}

static uint32_t same_page(const xip_xid *xids, uint32_t count)
{
    uint32_t n = 1;
    while (n < count && xids[n] / PER_PAGE == xids[0] / PER_PAGE)
        n++;
    return n;
}

/*
 * TransactionIdSetPageStatus. On the parent's page, children are first set to sub-committed, so that nobody finds a
 * child committed without its parent.
 */
static void set_page(xip_session *me, const xip_xid *xids, uint32_t count, xip_xid_status status, bool has_parent)
{
    xip_slru_ctl *slru = &me->server->xact;
    exchange_counts(me);
    xip_slru_held held = xip_slru_take(&me->backend, slru, xids[0] / PER_PAGE);
    for (uint32_t i = 1; has_parent && status == XIP_STATUS_COMMITTED && i < count; i++)
        write_status(me, held, xids[i], XIP_STATUS_SUB_COMMITTED);
    for (uint32_t i = 0; i < count; i++)
        write_status(me, held, xids[i], status);
    xip_slru_leave(&me->backend, slru, held);
    exchange_counts(me);
}

/* set_status_by_pages: for children that are not on their parent's page. */
static void set_pages(xip_session *me, const xip_xid *xids, uint32_t count, xip_xid_status status)
{
    for (uint32_t at = 0; at < count;) {
        uint32_t n = same_page(xids + at, count - at);
        set_page(me, xids + at, n, status, false);
        at += n;
    }
}

void xip_clog_set_tree(xip_session *me, const xip_xid *xids, uint32_t count, xip_xid_status status)
{
    uint32_t near = same_page(xids, count);
    if (status == XIP_STATUS_COMMITTED)
        set_pages(me, xids + near, count - near, XIP_STATUS_SUB_COMMITTED);
    set_page(me, xids, near, status, true);
    set_pages(me, xids + near, count - near, status);
}

/* Whether the xid has ended; a released subtransaction shares its parent's fate. False: it cannot be determined any
 * more. */
static bool ended(xip_session *me, xip_xid xid, xip_xid_status *status)
{
    while ((*status = fetch_status(me, xid)) == XIP_STATUS_SUB_COMMITTED) {
        if (xip_xid_precedes(xid, me->backend.transaction_xmin))
            return false;
        xid = xip_subtrans_parent(me, xid);
        if (xid == XIP_INVALID_XID)
            return false;
    }
    return true;
}

bool xip_did_commit(xip_session *me, xip_xid xid)
{
    xip_xid_status status;
    return ended(me, xid, &status) && status == XIP_STATUS_COMMITTED;
}

bool xip_did_abort(xip_session *me, xip_xid xid)
{
    xip_xid_status status;
    return !ended(me, xid, &status) || status == XIP_STATUS_ABORTED;
}
