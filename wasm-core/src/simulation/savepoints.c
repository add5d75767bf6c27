/* savepoints.c — see savepoints.h. */
#include "simulation/savepoints.h"

#include "base/assert.h"
#include "designs/designs.h"
#include "pg/procarray.h"
#include "pg/subtrans.h"
#include "pg/xact.h"

/*
 * Pages of pg_subtrans outside the buffers: a ring, as on the lab's threads. The holder's walk back over 101 pages
 * fits; the script's samples use a few pages.
 */
enum { STORE_PAGES = 256 };

/* The tables of the published script and of the readers: as on the lab's threads (labthreads/savepoints.h). */
enum { CONTENDED_ROWS = 10000, ROWS_READ = 101, ROWS_WRITTEN = 4, LEAST_STRIDE = 10 };

/* A row of the readers' page: a line pointer, and 32 bytes of header and value. */
typedef struct spread_row {
    xip_xid xmin;
    uint32_t rest[7];
} spread_row;
_Static_assert(sizeof(spread_row) == 32, "a row with one int column");
_Static_assert(MODEL_MAX_ROWS * (sizeof(spread_row) + sizeof(uint32_t)) < XIP_SLRU_PAGE_BYTES, "one page has them all");
_Static_assert(MODEL_MAX_ROWS + 2 < STORE_PAGES, "a page comes round after the last that asks for it");

/* A client's state between its turns. */
struct model_client {
    xip_rng rng;
    uint32_t number;
    uint32_t base;     /* of the rows */
    uint32_t row;      /* visited by this statement */
    uint32_t question; /* of this row: xmin of the older version, its xmax, xmin of the newer one */
    bool walks;        /* in pg_subtrans: */
    xip_xid at, last;
    xip_xid mine; /* the running statement's */
    uint32_t count;
    xip_xid xids[MODEL_MAX_SAVEPOINTS + 1]; /* the transaction's, top-level first */
};

struct model_savepoints {
    xip_slru_ctl subtrans;
    uint8_t *store;
    double arrives_at[STORE_PAGES]; /* ns: when the last read of a page was over */
    uint32_t savepoints;
    uint64_t *rows;     /* the script's: xmin of the older version, and above it of the newer one or 0 */
    uint8_t *heap_page; /* the readers' */
    uint32_t spread_rows;
    uint32_t stride, positions;
    xip_backend *holder, *writer;
};

static xip_slru_shape shape_of(const model_params *p)
{
    return p->slru_buffers == 0 ? xip_slru_shape_16() : xip_slru_shape_17((uint32_t)p->slru_buffers);
}

static bool reads_page(const model_params *p)
{
    return xip_script_has(model_script(p), XIP_OP_READ_PAGE);
}

xip_error savepoints_check(const model_params *p)
{
    if (!(p->savepoints >= 0 && p->savepoints <= MODEL_MAX_SAVEPOINTS))
        return XIP_ERR_SAVEPOINTS;
    if (reads_page(p) && !(p->rows >= 1 && p->rows <= MODEL_MAX_ROWS))
        return XIP_ERR_ARGUMENT;
    bool some = p->slru_buffers >= 0 && p->slru_buffers <= XIP_SLRU_MAX_BUFFERS;
    if (!some || (p->slru_buffers != 0 && !xip_slru_is_size((uint32_t)p->slru_buffers)))
        return XIP_ERR_SLRU;
    if (p->active > XIP_MAX_ACTIVE || p->active + p->idle + p->mostly_idle + SAVEPOINTS_EXTRA > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    return XIP_OK;
}

uint32_t savepoints_procs(const model_params *p)
{
    bool has_log = xip_design_ops_at((size_t)p->design)->has_csn_log;
    return reads_page(p) && has_log ? XIP_MAX_CONNECTIONS : (uint32_t)SAVEPOINTS_EXTRA;
}

size_t savepoints_server_bytes(const model_params *p)
{
    return xip_slru_bytes(shape_of(p)) + (size_t)(STORE_PAGES + 1) * XIP_SLRU_PAGE_BYTES +
           sizeof(uint64_t) * CONTENDED_ROWS + 2048;
}

/* ---- before the clocks start ---- */

/* The engine calls it while it copies a page; the machine sees the other side of the copy, too. */
static uint8_t *page_in_store(void *model_of, uint32_t page)
{
    model *m = model_of;
    struct model_savepoints *s = m->savepoints;
    uint8_t *at = s->store + (size_t)(page % STORE_PAGES) * XIP_SLRU_PAGE_BYTES;
    xip_access_kind kind = XIP_ACCESS_READ;
    for (uint32_t slot = 0; slot < s->subtrans.shape.buffers; slot++)
        if (s->subtrans.page_number[slot] == page && s->subtrans.page_status[slot] == XIP_SLRU_WRITING)
            kind = XIP_ACCESS_WRITE;
    mem_note(&m->core, at, XIP_SLRU_PAGE_BYTES, kind, MEM_SLRU_PAGE);
    return at;
}

static xip_xid run_writer(const struct model_savepoints *s)
{
    xip_begin(s->writer);
    xip_xid xid = xip_assign_xid(s->writer);
    xip_proc_array_end_transaction(s->writer);
    return xid;
}

static void run_writers(const struct model_savepoints *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        run_writer(s);
}

static xip_error connect_one(model *m, xip_backend **made, xip_arena *own)
{
    xip_cluster_size none = {0};
    *made = xip_arena_take(own, sizeof **made, 128);
    if (!*made)
        return XIP_ERR_NO_MEMORY;
    xip_error error = xip_backend_init(*made, &m->cluster, &m->core, &none, own);
    return error == XIP_OK ? xip_connect(*made) : error;
}

static spread_row *row_at(const struct model_savepoints *s, uint32_t row)
{
    return (spread_row *)(void *)(s->heap_page + XIP_SLRU_PAGE_BYTES - (row + 1) * sizeof(spread_row));
}

static void open_spread(struct model_savepoints *s)
{
    xip_begin(s->holder);
    xip_xid parent = xip_assign_xid(s->holder);
    for (uint32_t i = 0; i < s->savepoints; i++) {
        xip_xid child = xip_assign_subxid(s->holder);
        xip_subxid_set_parent(s->holder, child, parent);
        parent = child;
    }
    for (uint32_t row = 0; row < s->spread_rows; row++) {
        row_at(s, row)->xmin = run_writer(s);
        run_writers(s, XIP_SUBTRANS_XIDS_PER_PAGE - 1);
    }
}

static void open_script(const model *m, struct model_savepoints *s)
{
    uint32_t active = (uint32_t)m->params.active;
    s->stride = active > LEAST_STRIDE ? active : (uint32_t)LEAST_STRIDE;
    s->positions = CONTENDED_ROWS / s->stride - 10;
    for (uint32_t i = 0; i < CONTENDED_ROWS; i++)
        s->rows[i] = XIP_FROZEN_XID;
    uint32_t pages = s->subtrans.shape.buffers + s->subtrans.shape.buffers / 2;
    run_writers(s, pages * XIP_SUBTRANS_XIDS_PER_PAGE);
}

static bool lay_out(model *m, struct model_savepoints *s, xip_arena *own)
{
    charge_slru *locks = &m->charge.slru;
    xip_slru_shape shape = s->subtrans.shape;
    s->store = xip_arena_take(&m->server_memory, (size_t)STORE_PAGES * XIP_SLRU_PAGE_BYTES, 128);
    s->heap_page = xip_arena_take(&m->server_memory, XIP_SLRU_PAGE_BYTES, 128);
    s->rows = xip_arena_take(&m->server_memory, sizeof *s->rows * CONTENDED_ROWS, 128);
    *locks = (charge_slru){.bank_locks = s->subtrans.bank_locks,
                           .buffer_locks = s->subtrans.buffer_locks,
                           .banks = shape.banks,
                           .buffers = shape.buffers,
                           .held = xip_arena_take(own, (CHARGE_LOCKS + shape.banks) * sizeof *locks->held, 8),
                           .owed = xip_arena_take(own, MODEL_MAX_THREADS * sizeof *locks->owed, 8),
                           .slru_owed = xip_arena_take(own, MODEL_MAX_THREADS * sizeof *locks->slru_owed, 8)};
    bool enough = s->store && s->heap_page && s->rows && locks->held && locks->owed && locks->slru_owed;
    for (uint32_t i = 0; enough && i < (uint32_t)m->params.active; i++) {
        struct model_client *c = xip_arena_take(own, sizeof *c, 128);
        enough = c != NULL;
        if (!c)
            break;
        c->number = i;
        c->rng.state = (uint64_t)m->params.seed * XIP_MAX_ACTIVE + i;
        m->backends[i].client = c;
    }
    return enough;
}

xip_error savepoints_open(model *m, xip_arena *own)
{
    struct model_savepoints *s = xip_arena_take(own, sizeof *s, 128);
    if (!s)
        return XIP_ERR_NO_MEMORY;
    m->savepoints = s;
    s->savepoints = (uint32_t)m->params.savepoints;
    s->spread_rows = (uint32_t)m->params.rows;
    xip_error error = xip_slru_init(&s->subtrans, shape_of(&m->params), page_in_store, m, &m->server_memory);
    if (error == XIP_OK)
        error = lay_out(m, s, own) ? connect_one(m, &s->holder, own) : XIP_ERR_NO_MEMORY;
    if (error == XIP_OK)
        error = connect_one(m, &s->writer, own);
    if (error != XIP_OK)
        return error;
    m->cluster.subtrans = &s->subtrans;
    xip_subxid_start(s->writer);
    if (reads_page(&m->params))
        open_spread(s);
    else
        open_script(m, s);
    xip_disconnect(s->writer);
    return XIP_OK;
}

/* ---- a turn ---- */

/* The topmost parent is already known. */
static xip_xid found_before(void *context, xip_xid xid)
{
    (void)xid;
    return *(const xip_xid *)context;
}

/* A snapshot without lists: its xmin, its xmax, its number; its other reads are shared, and observed. */
enum { WORDS_WITHOUT_LISTS = 3 };

static bool in_snapshot(model *m, model_backend *b, xip_xid xid, xip_xid topmost)
{
    uint32_t words = 0;
    m->charge.part = CHARGE_SNAPSHOT_XIDS;
    bool running;
    if (m->cluster.design->xid_in_snapshot) {
        running = m->cluster.design->xid_in_snapshot(&b->pg, xid, &b->pg.snapshot);
        words = WORDS_WITHOUT_LISTS;
    } else {
        running = xip_xid_in_snapshot_counted(xid, &b->pg.snapshot, found_before, &topmost, &words);
    }
    charge_own_words(&m->charge, words, CHARGE_SNAPSHOT_XIDS);
    m->turn.checks++;
    m->turn.words += words;
    return running;
}

/* Does XidInMVCCSnapshot look in pg_subtrans for this xid? */
static bool must_walk(const xip_snapshot *snapshot, xip_xid xid)
{
    return snapshot->suboverflowed && !xip_xid_precedes(xid, snapshot->xmin) && xip_xid_precedes(xid, snapshot->xmax);
}

typedef enum answer { ANSWER_LATER = 0, ANSWER_NO, ANSWER_YES } answer;

/* One lookup of a walk, as SubTransGetTopmostTransaction makes them (pg/subtrans.c); or a wait for its page. */
static bool walk_on(model *m, model_backend *b)
{
    struct model_client *c = b->client;
    struct model_savepoints *s = m->savepoints;
    double *arrives_at = &s->arrives_at[xip_subtrans_page_of(c->at) % STORE_PAGES];
    if (*arrives_at > m->charge.now) {
        charge_slru_wait(&m->charge, *arrives_at - m->charge.now + m->charge.wake_ns);
        return false;
    }
    uint64_t reads = b->pg.slru.reads;
    m->charge.part = CHARGE_SUBTRANS_WORDS;
    xip_xid parent = xip_subxid_parent(&b->pg, c->at);
    m->turn.parents++;
    if (b->pg.slru.reads > reads)
        *arrives_at = m->charge.now;
    if (parent == XIP_INVALID_XID)
        return true;
    c->at = c->last = parent;
    return xip_xid_precedes(parent, b->pg.transaction_xmin);
}

/* Is this xid running, to the backend's snapshot? ANSWER_LATER: call again at the next turn. */
static answer ask(model *m, model_backend *b, xip_xid xid)
{
    struct model_client *c = b->client;
    if (!must_walk(&b->pg.snapshot, xid))
        return in_snapshot(m, b, xid, xid) ? ANSWER_YES : ANSWER_NO;
    if (!c->walks) {
        c->walks = true;
        c->at = c->last = xid;
    }
    if (!xip_xid_precedes(c->at, b->pg.transaction_xmin) && !walk_on(m, b))
        return ANSWER_LATER;
    c->walks = false;
    return in_snapshot(m, b, xid, c->last) ? ANSWER_YES : ANSWER_NO;
}

/* TransactionIdIsCurrentTransactionId: from the newest level up. */
static bool is_own(model *m, const struct model_client *c, xip_xid xid)
{
    uint32_t words = 0;
    bool found = false;
    for (uint32_t i = c->count; i-- > 0 && !found;) {
        words++;
        found = c->xids[i] == xid;
    }
    charge_own_words(&m->charge, words, CHARGE_OWN_XIDS);
    m->turn.own_words += words;
    return found;
}

/* Checks the xids of one row of the script: true once all have an answer. */
static bool visit(model *m, model_backend *b, uint64_t versions)
{
    struct model_client *c = b->client;
    xip_xid was = (xip_xid)versions;
    xip_xid is = (xip_xid)(versions >> 32);
    while (c->question < 3) {
        xip_xid xid = c->question == 0 ? was : is;
        if (xid == XIP_INVALID_XID)
            break;
        if (c->walks || !is_own(m, c, xid)) {
            answer running = ask(m, b, xid);
            if (running == ANSWER_LATER)
                return false;
            /* The older version is visible, or one before it. */
            if (running == ANSWER_YES)
                break;
        }
        c->question++;
    }
    c->question = 0;
    return true;
}

static bool visit_page(model *m, model_backend *b)
{
    struct model_client *c = b->client;
    const struct model_savepoints *s = m->savepoints;
    const spread_row *row = row_at(s, c->row);
    m->charge.part = CHARGE_ROWS;
    if (!c->walks) {
        mem_note(&m->core, s->heap_page + c->row * sizeof(uint32_t), sizeof(uint32_t), XIP_ACCESS_READ, MEM_ROW);
        mem_note(&m->core, row, sizeof *row, XIP_ACCESS_READ, MEM_ROW);
    }
    answer running = ask(m, b, row->xmin);
    XIP_ASSERT(running != ANSWER_YES, "the rows' writers have ended before");
    return running != ANSWER_LATER;
}

static bool visit_table(model *m, model_backend *b, bool writes)
{
    struct model_client *c = b->client;
    const struct model_savepoints *s = m->savepoints;
    uint32_t id = writes ? c->base + c->row * s->stride : c->base + 1 + c->row;
    uint64_t *at = &s->rows[id % CONTENDED_ROWS];
    m->charge.part = CHARGE_ROWS;
    bool goes_on = c->walks || c->question > 0;
    uint64_t versions = goes_on ? *at : mem_read_u64(&m->core, at, MEM_ROW);
    if (!visit(m, b, versions))
        return false;
    if (writes) {
        uint32_t newest = versions >> 32 ? (uint32_t)(versions >> 32) : (uint32_t)versions;
        m->charge.part = CHARGE_ROWS;
        if (newest != c->mine)
            mem_write_u64(&m->core, at, (uint64_t)c->mine << 32 | newest, MEM_ROW);
    }
    return true;
}

bool savepoints_visit(model *m, model_backend *b, xip_op op)
{
    struct model_client *c = b->client;
    uint32_t all = op == XIP_OP_READ_PAGE    ? m->savepoints->spread_rows
                   : op == XIP_OP_READ_TABLE ? (uint32_t)ROWS_READ
                                             : (uint32_t)ROWS_WRITTEN;
    uint64_t parents = m->turn.parents;
    while (c->row < all) {
        if (!(op == XIP_OP_READ_PAGE ? visit_page(m, b) : visit_table(m, b, op == XIP_OP_WRITE_TABLE)))
            return false;
        c->row++;
        if (c->row < all && m->turn.parents > parents)
            return false;
    }
    c->row = 0;
    return true;
}

void savepoints_assign(model_backend *b)
{
    struct model_client *c = b->client;
    if (c->count == 0)
        c->xids[c->count++] = xip_assign_xid(&b->pg);
    xip_xid parent = c->xids[c->count - 1];
    c->mine = xip_assign_subxid(&b->pg);
    xip_subxid_set_parent(&b->pg, c->mine, parent);
    c->xids[c->count++] = c->mine;
}

void savepoints_choose(const model *m, model_backend *b)
{
    const struct model_savepoints *s = m->savepoints;
    struct model_client *c = b->client;
    if (b->place.round == 0)
        c->count = 0; /* a new transaction */
    c->base = s->stride * (1 + xip_rng_below(&c->rng, s->positions)) + c->number;
}
