/* savepoints.c — see savepoints.h. */
#include "labthreads/savepoints.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/rng.h"
#include "pg/procarray.h"
#include "pg/subtrans.h"
#include "pg/xact.h"

/*
 * Pages of pg_subtrans that are kept outside the buffers: a ring. The holder's walk back over 102 pages fits in spread;
 * in the others a slice ends for a client once it has used up SLICE_XIDS, so that no page is overwritten while a
 * running transaction may need it. (20 ms use a tenth of it at most.)
 */
enum { STORE_PAGES = 256, SLICE_XIDS = STORE_PAGES * XIP_SUBTRANS_XIDS_PER_PAGE / 4 * 3 };
_Static_assert(SLICE_XIDS + XIP_MAX_ACTIVE * (XIP_MAX_SAVEPOINTS + 1) + 2 * XIP_SUBTRANS_XIDS_PER_PAGE <
                   STORE_PAGES * XIP_SUBTRANS_XIDS_PER_PAGE,
               "what clients finish after the limit fits, too");

/* ---- the reader's rows: one heap page, as in bufpage.h and htup_details.h ---- */

enum { XMIN_COMMITTED = 0x0100, XMIN_INVALID = 0x0200, XMAX_INVALID = 0x0800, PAGE_HEADER_BYTES = 24 };

typedef struct row {
    uint32_t xmin, xmax, cid;
    uint16_t ctid[3];
    uint16_t infomask2, infomask;
    uint8_t hoff, pad;
    uint32_t value; /* the one column, v */
    uint32_t pad2;  /* MAXALIGN */
} row;
_Static_assert(sizeof(row) == 32 && offsetof(row, infomask) == 20 && offsetof(row, hoff) == 22, "HeapTupleHeaderData");
_Static_assert(PAGE_HEADER_BYTES + XIP_SPREAD_ROWS * (4 + sizeof(row)) <= XIP_SLRU_PAGE_BYTES, "one page has them all");

/* ---- the script's clients ---- */

enum { LEAST_STRIDE = 10 /* rows id, id + 10, id + 20, id + 30 are updated */ };

/* One client: the xids of its transaction, top-level first. On separate lines. */
struct xip_savepoints_client {
    _Alignas(128) xip_rng rng;
    uint32_t count;
    xip_xid xids[XIP_MAX_SAVEPOINTS + 1];
    uint32_t number;
    uint32_t base; /* of the rows that the newest savepoint's statements visit */
};

struct xip_savepoints {
    xip_workload workload;
    uint32_t savepoints;
    xip_arena memory;
    xip_slru_ctl subtrans;
    uint8_t *heap_page;             /* spread */
    uint64_t *rows;                 /* the script's: xmin of the older version, and above it of the newer one or 0 */
    uint32_t stride, positions;     /* clients update different rows: id % stride */
    xip_savepoints_client *clients; /* the script's; NULL in spread */
    xip_full_xid slice_began_at;    /* nextXid */
};

static uint8_t *page_in_store(void *store, uint32_t page)
{
    return (uint8_t *)store + (size_t)(page % STORE_PAGES) * XIP_SLRU_PAGE_BYTES;
}

static inline __attribute__((always_inline)) bool in_snapshot(xip_backend *me, xip_xid xid)
{
    return xip_backend_xid_in_snapshot(me, xid, &me->snapshot, xip_subxid_topmost, me);
}

/* ---- spread ---- */

static row *row_at(const uint8_t *page, uint32_t at)
{
    const uint32_t *line_pointers = (const uint32_t *)(const void *)(page + PAGE_HEADER_BYTES);
    return (row *)(void *)(page + MEM_LOAD(uint32_t, &line_pointers[at]));
}

/*
 * HeapTupleSatisfiesMVCC for a row whose hint bits are set: xmin's snapshot test, then whether there is an xmax.
 */
static inline bool is_visible(xip_backend *me, const row *r)
{
    uint32_t infomask = MEM_LOAD(uint16_t, &r->infomask);
    XIP_ASSERT(infomask & XMIN_COMMITTED, "hint bits of the reader's rows are set");
    if (!(infomask & XMIN_INVALID) && in_snapshot(me, MEM_LOAD(uint32_t, &r->xmin)))
        return false;
    return (infomask & XMAX_INVALID) != 0;
}

void xip_savepoints_read_page(xip_backend *me, const xip_savepoints *s, xip_tally *tally)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < XIP_SPREAD_ROWS; i++) {
        const row *r = row_at(s->heap_page, i);
        if (is_visible(me, r))
            sum += MEM_LOAD(uint32_t, &r->value);
    }
    tally->sink += sum;
}

/* Opens `n` savepoints, each inside the one before, and writes in each: assigns an xid and sets its parent. */
static void open_savepoints(xip_backend *me, uint32_t n)
{
    xip_begin(me);
    xip_xid parent = xip_assign_xid(me);
    for (uint32_t i = 0; i < n; i++) {
        xip_xid child = xip_assign_subxid(me);
        xip_subxid_set_parent(me, child, parent);
        parent = child;
    }
}

static xip_xid run_writer(xip_backend *me)
{
    xip_begin(me);
    xip_xid xid = xip_assign_xid(me);
    xip_proc_array_end_transaction(me);
    return xid;
}

static xip_error connect_extra(xip_server *server, xip_savepoints *s, xip_backend **made)
{
    xip_cluster_size none = {0};
    *made = xip_arena_take(&s->memory, sizeof **made, 128);
    if (*made == NULL)
        return XIP_ERR_NO_MEMORY;
    xip_error error = xip_backend_init(*made, &server->cluster, NULL, &none, &s->memory);
    return error == XIP_OK ? xip_connect(*made) : error;
}

/* Every xid between two rows is assigned and ended, as by a server's other clients: none is skipped. */
static void write_rows(xip_savepoints *s, xip_backend *writer)
{
    uint32_t *line_pointers = (uint32_t *)(void *)(s->heap_page + PAGE_HEADER_BYTES);
    for (uint32_t i = 0; i < XIP_SPREAD_ROWS; i++) {
        uint32_t offset = XIP_SLRU_PAGE_BYTES - (i + 1) * (uint32_t)sizeof(row);
        line_pointers[i] = offset;
        *row_at(s->heap_page, i) = (row){.xmin = run_writer(writer),
                                         .ctid = {0, 0, (uint16_t)(i + 1)},
                                         .infomask2 = 1,
                                         .infomask = XMIN_COMMITTED | XMAX_INVALID,
                                         .hoff = PAGE_HEADER_BYTES,
                                         .value = i};
        for (uint32_t n = 1; n < XIP_SUBTRANS_XIDS_PER_PAGE; n++)
            run_writer(writer);
    }
}

static xip_error open_spread(xip_server *server, xip_savepoints *s)
{
    xip_backend *holder = NULL;
    xip_backend *writer = NULL;
    s->heap_page = xip_arena_take(&s->memory, XIP_SLRU_PAGE_BYTES, 128);
    xip_error error = s->heap_page ? connect_extra(server, s, &holder) : XIP_ERR_NO_MEMORY;
    if (error == XIP_OK)
        error = connect_extra(server, s, &writer);
    if (error != XIP_OK)
        return error;
    open_savepoints(holder, s->savepoints);
    write_rows(s, writer);
    xip_disconnect(writer);
    return XIP_OK;
}

/* ---- the script ---- */

/*
 * A statement asks the three below for each of its rows. Inlined by order: left to itself the compiler calls them, and
 * a savepoint takes 1.3 times as long in WebAssembly.
 */
#define FOR_EACH_ROW static inline __attribute__((always_inline))

/* TransactionIdIsCurrentTransactionId: from the newest level up. */
FOR_EACH_ROW bool is_own(const xip_savepoints_client *c, xip_xid xid)
{
    for (uint32_t i = c->count; i-- > 0;)
        if (c->xids[i] == xid)
            return true;
    return false;
}

/* The visible version of a row; 0 is the older one. Checks xmin of the older, its xmax, xmin of the newer. */
FOR_EACH_ROW uint32_t visit(xip_backend *me, const xip_savepoints_client *c, uint64_t versions)
{
    xip_xid was = (xip_xid)versions;
    xip_xid is = (xip_xid)(versions >> 32);
    if (!is_own(c, was) && in_snapshot(me, was))
        return 0; /* and one before that is seen */
    if (is == XIP_INVALID_XID || (!is_own(c, is) && in_snapshot(me, is)))
        return 0;
    return is_own(c, is) || !in_snapshot(me, is);
}

static uint64_t *row_of(const xip_savepoints *s, uint32_t id)
{
    return &s->rows[id % XIP_CONTENDED_ROWS];
}

void xip_savepoints_choose(const xip_savepoints *s, xip_savepoints_client *client, uint32_t round)
{
    if (round == 0)
        client->count = 0; /* a new transaction */
    client->base = s->stride * (1 + xip_rng_below(&client->rng, s->positions)) + client->number;
}

void xip_savepoints_assign(xip_backend *me, xip_savepoints_client *client)
{
    if (client->count == 0)
        client->xids[client->count++] = xip_assign_xid(me);
    xip_xid parent = client->xids[client->count - 1];
    xip_xid xid = xip_assign_subxid(me);
    xip_subxid_set_parent(me, xid, parent);
    client->xids[client->count++] = xid;
}

void xip_savepoints_read_table(xip_backend *me, const xip_savepoints *s, const xip_savepoints_client *client,
                               xip_tally *tally)
{
    const uint32_t base = client->base;
    for (uint32_t i = 0; i < XIP_ROWS_READ; i++)
        tally->sink += visit(me, client, MEM_LOAD(uint64_t, row_of(s, base + 1 + i)));
}

void xip_savepoints_write_table(xip_backend *me, const xip_savepoints *s, const xip_savepoints_client *client,
                                xip_tally *tally)
{
    const uint32_t base = client->base;
    xip_xid mine = client->xids[client->count - 1];
    for (uint32_t i = 0; i < XIP_ROWS_WRITTEN; i++) {
        uint64_t *at = row_of(s, base + i * s->stride);
        uint64_t versions = MEM_LOAD(uint64_t, at);
        tally->sink += visit(me, client, versions);
        uint32_t newest = versions >> 32 ? (uint32_t)(versions >> 32) : (uint32_t)versions;
        if (newest != mine)
            MEM_STORE(uint64_t, at, (uint64_t)mine << 32 | newest);
    }
}

static xip_error open_script(const xip_server *server, xip_savepoints *s)
{
    uint32_t active = server->connections.active;
    s->rows = xip_arena_take(&s->memory, sizeof *s->rows * XIP_CONTENDED_ROWS, 128);
    s->clients = xip_arena_take(&s->memory, sizeof *s->clients * active, 128);
    if (!s->rows || !s->clients)
        return XIP_ERR_NO_MEMORY;
    s->stride = active > LEAST_STRIDE ? active : (uint32_t)LEAST_STRIDE;
    s->positions = XIP_CONTENDED_ROWS / s->stride - 10; /* 990 with ten clients at most */
    for (uint32_t i = 0; i < XIP_CONTENDED_ROWS; i++)
        s->rows[i] = XIP_FROZEN_XID;
    for (uint32_t i = 0; i < active; i++) {
        s->clients[i].rng.state = i + 1;
        s->clients[i].number = i;
    }
    return XIP_OK;
}

/* ---- for the lab ---- */

/* All threads are parked. */
static void search_as(xip_server *server, xip_search search)
{
    for (uint32_t i = 0; i < server->connections.active; i++)
        server->backends[i].snapshot.search = (uint8_t)search;
}

xip_error xip_savepoints_open(xip_server *server, xip_workload workload, uint32_t savepoints, uint32_t slru_buffers)
{
    xip_savepoints_close(server);
    bool spreads = xip_script_has(&xip_scripts[workload], XIP_OP_READ_PAGE);
    xip_slru_shape shape = slru_buffers == 0 ? xip_slru_shape_16() : xip_slru_shape_17(slru_buffers);
    size_t store_bytes = (size_t)STORE_PAGES * XIP_SLRU_PAGE_BYTES;
    size_t clients = sizeof(xip_savepoints_client) * server->connections.active;
    size_t rest = spreads ? XIP_SLRU_PAGE_BYTES + 2 * (sizeof(xip_backend) + 1024)
                          : sizeof(uint64_t) * XIP_CONTENDED_ROWS + clients + 1024;
    xip_savepoints *s = calloc(1, sizeof *s);
    server->savepoints = s;
    if (!s || !xip_arena_init(&s->memory, xip_slru_bytes(shape) + store_bytes + rest + 1024))
        return XIP_ERR_NO_MEMORY;
    s->workload = workload;
    s->savepoints = savepoints;
    uint8_t *store = xip_arena_take(&s->memory, store_bytes, 128);
    xip_error error = xip_slru_init(&s->subtrans, shape, page_in_store, store, &s->memory);
    if (error != XIP_OK)
        return error;
    server->cluster.subtrans = &s->subtrans;
    search_as(server, slru_buffers == 0 ? XIP_SEARCH_VECTOR_16 : XIP_SEARCH_VECTOR_17);
    xip_subxid_start(&server->backends[0]);
    return spreads ? open_spread(server, s) : open_script(server, s);
}

void xip_savepoints_close(xip_server *server)
{
    server->cluster.subtrans = NULL;
    search_as(server, XIP_SEARCH_ONE_BY_ONE);
    if (server->savepoints == NULL)
        return;
    xip_arena_free(&server->savepoints->memory);
    free(server->savepoints);
    server->savepoints = NULL;
}

void xip_savepoints_begin_slice(xip_server *server)
{
    if (server->savepoints)
        server->savepoints->slice_began_at = server->cluster.transam->next_xid;
}

xip_task xip_savepoints_task(const xip_server *server, uint32_t number, uint64_t work_units)
{
    const xip_savepoints *s = server->savepoints;
    return (xip_task){.work_units = work_units,
                      .rounds = xip_script_rounds(&xip_scripts[s->workload], s->savepoints),
                      .savepoints = s,
                      .client = s->clients ? &s->clients[number] : NULL};
}

/* In the script, see SLICE_XIDS; a reader uses none. */
bool xip_savepoints_may_go_on(xip_backend *me, const xip_task *task)
{
    if (task->client == NULL)
        return true;
    xip_full_xid next = mem_read_u64(me->core, &me->cluster->transam->next_xid, MEM_NEXT_XID);
    return next - task->savepoints->slice_began_at < SLICE_XIDS;
}
