/* test_slru.c — SLRU buffers and pg_subtrans, one thread: shapes, eviction, parents, and the boundary of 64. */
#include "base/rng.h"
#include "pg/slru.h"
#include "pg/snapshot.h"
#include "pg/subtrans.h"
#include "server.h"

enum { STORE_PAGES = 256 };

static test_server server;
static xip_arena memory;
static xip_slru_ctl slru;
static uint8_t *pages;

static uint8_t *page_in_store(void *store, uint32_t page)
{
    return (uint8_t *)store + (size_t)(page % STORE_PAGES) * XIP_SLRU_PAGE_BYTES;
}

static void start(const xip_design_ops *design, xip_slru_shape shape)
{
    size_t bytes = (size_t)STORE_PAGES * XIP_SLRU_PAGE_BYTES;
    test_server_start(&server, design);
    if (!CHECK(xip_arena_init(&memory, xip_slru_bytes(shape) + bytes)))
        exit(2);
    pages = xip_arena_take(&memory, bytes, 128);
    CHECK(xip_slru_init(&slru, shape, page_in_store, pages, &memory) == XIP_OK);
    server.cluster.subtrans = &slru;
    test_connect(&server, 4);
}

static void stop(void)
{
    test_server_stop(&server);
    xip_arena_free(&memory);
}

static bool is_cached(uint32_t page)
{
    uint32_t found = 0;
    for (uint32_t slot = 0; slot < slru.shape.buffers; slot++)
        found += slru.page_status[slot] != XIP_SLRU_EMPTY && slru.page_number[slot] == page;
    CHECK(found <= 1);
    return found == 1;
}

static void look_at(xip_backend *me, uint32_t page)
{
    xip_slru_held held = xip_slru_look_at(me, &slru, page);
    CHECK(xip_slru_read(me, &slru, held, 7) == page + 1);
    xip_slru_leave(me, &slru, held);
}

/* Pages first … first + n - 1, each with its number + 1 in word 7. */
static void make_pages(xip_backend *me, uint32_t first, uint32_t n)
{
    for (uint32_t page = first; page < first + n; page++) {
        xip_slru_held held = xip_slru_make_page(me, &slru, page);
        xip_slru_write(me, &slru, held, 7, page + 1);
        xip_slru_leave(me, &slru, held);
    }
}

static void sizes_are_postgres(void)
{
    /* shared_buffers of 128 MB, 512 MB, 1 GB, 16 GB, and tiny ones. */
    CHECK(xip_slru_automatic_size(16384) == 32 && xip_slru_automatic_size(65536) == 128);
    CHECK(xip_slru_automatic_size(131072) == 256 && xip_slru_automatic_size(2097152) == 1024);
    CHECK(xip_slru_automatic_size(16) == 16 && xip_slru_automatic_size(512 * 47) == 32);
    CHECK(xip_slru_is_size(16) && xip_slru_is_size(1024) && xip_slru_is_size(48));
    CHECK(!xip_slru_is_size(0) && !xip_slru_is_size(8) && !xip_slru_is_size(40) && !xip_slru_is_size(1040));
    CHECK(xip_slru_shape_16().buffers == 32 && xip_slru_shape_16().banks == 1);
    CHECK(xip_slru_shape_17(128).banks == 8);
}

static void longest_unused_goes(void)
{
    start(&xip_design_pg14, xip_slru_shape_16());
    xip_backend *me = &server.backends[0];
    make_pages(me, 1000, 32);
    for (uint32_t page = 1000; page < 1032; page++)
        if (page != 1005)
            look_at(me, page);
    look_at(me, 1000);
    make_pages(me, 1032, 1);
    CHECK(!is_cached(1005) && is_cached(1000) && is_cached(1032));
    CHECK(me->slru.writes == 1); /* it had never been written */
    look_at(me, 1005);           /* read again, as it was */
    CHECK(!is_cached(1001));
    CHECK(me->slru.reads == 1 && me->slru.writes == 2);
    uint64_t hits = me->slru.hits;
    look_at(me, 1005);
    CHECK(me->slru.hits == hits + 1 && me->slru.reads == 1);
    stop();
}

static void newest_stays(void)
{
    start(&xip_design_pg14, xip_slru_shape_17(16));
    xip_backend *me = &server.backends[0];
    make_pages(me, 1, 40);
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t page = 1; page < 40; page++)
            look_at(me, page);
    CHECK(is_cached(40));
    stop();
}

static void banks_do_not_mix(void)
{
    start(&xip_design_pg14, xip_slru_shape_17(32));
    xip_backend *me = &server.backends[0];
    make_pages(me, 0, 48);
    /* 24 even pages in bank 0, of 16 slots: reading them in turn misses every time. */
    for (uint32_t page = 0; page < 48; page += 2)
        look_at(me, page);
    me->slru = (xip_slru_counts){0};
    for (uint32_t round = 0; round < 4; round++)
        for (uint32_t page = 0; page < 48; page += 2)
            look_at(me, page);
    CHECK(me->slru.reads == 4 * 24 && me->slru.hits == 0);
    for (uint32_t slot = 0; slot < 32; slot++)
        CHECK(slru.page_number[slot] % 2 == slot / 16);
    /* 16 odd ones fit. */
    for (uint32_t page = 17; page < 48; page += 2)
        look_at(me, page);
    me->slru = (xip_slru_counts){0};
    for (uint32_t page = 17; page < 48; page += 2)
        look_at(me, page);
    CHECK(me->slru.reads == 0 && me->slru.hits == 16 && me->slru.waits == 0);
    stop();
}

/* One transaction with `savepoints` subtransactions, each nested in the one before. */
static xip_xid open_savepoints(xip_backend *me, uint32_t savepoints)
{
    xip_begin(me);
    xip_xid parent = xip_assign_xid(me);
    for (uint32_t i = 0; i < savepoints; i++) {
        xip_xid child = xip_assign_subxid(me);
        xip_subxid_set_parent(me, child, parent);
        parent = child;
    }
    return parent;
}

/* The boundary: with 64 nobody looks in pg_subtrans, with 65 everybody does, and every answer is the same. */
static void sixty_five(void)
{
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++)
        for (uint32_t savepoints = 63; savepoints <= 66; savepoints++) {
            const xip_design_ops *design = xip_design_ops_at(rung);
            CONTEXT("%s, %u savepoints", design->info.id, savepoints);
            start(design, xip_slru_shape_16());
            xip_backend *holder = &server.backends[0];
            xip_backend *other = &server.backends[1];
            xip_backend *reader = &server.backends[2];
            xip_subxid_start(holder);
            xip_xid deepest = open_savepoints(holder, savepoints);
            xip_xid top = deepest - savepoints;
            xip_xid ended = test_begin_with_xid(other);
            xip_proc_array_end_transaction(other);
            xip_begin(reader);
            xip_take_snapshot(reader);
            CHECK(design->has_csn_log || reader->snapshot.suboverflowed == (savepoints > 64));
            reader->slru = (xip_slru_counts){0};
            CHECK(!xip_backend_xid_in_snapshot(reader, ended, &reader->snapshot, xip_subxid_topmost, reader));
            CHECK(reader->slru.lookups == (savepoints > 64 && !design->has_csn_log ? 1u : 0u));
            for (xip_xid xid = top; xid <= deepest; xid++)
                CHECK(xip_backend_xid_in_snapshot(reader, xid, &reader->snapshot, xip_subxid_topmost, reader));
            CHECK(savepoints > 64 || reader->slru.lookups == 0);
            CHECK(xip_subxid_topmost(reader, deepest) == top);
            stop();
        }
}

/* Random trees, against a plain list of parents; few buffers, so that pages are evicted and reloaded. */
static void parents_are_kept(void)
{
    static xip_xid parents[1 << 18];
    for (uint32_t run = 0; run < check_state.runs; run++) {
        xip_rng rng = {check_state.seed + run};
        CONTEXT("seed %llu", (unsigned long long)rng.state);
        start(&xip_design_pg13, run % 2 == 0 ? xip_slru_shape_17(16) : xip_slru_shape_16());
        xip_backend *me = &server.backends[0];
        xip_subxid_start(me);
        xip_xid first = (xip_xid)server.cluster.transam->next_xid;
        me->transaction_xmin = first;
        for (uint32_t i = 0; i < 40000; i++) {
            xip_begin(me);
            xip_xid top = xip_assign_xid(me);
            parents[top - first] = 0;
            for (uint32_t n = xip_rng_below(&rng, 6); n > 0; n--) {
                xip_xid child = xip_assign_subxid(me);
                xip_xid parent = top + xip_rng_below(&rng, child - top);
                xip_subxid_set_parent(me, child, parent);
                parents[child - first] = parent;
            }
            xip_proc_array_end_transaction(me);
            xip_xid some = first + xip_rng_below(&rng, top - first + 1);
            CHECK(xip_subxid_parent(me, some) == parents[some - first]);
            while (parents[some - first] != 0)
                some = parents[some - first];
            CHECK(xip_subxid_topmost(me, some) == some);
        }
        CHECK(me->slru.reads > 100 && me->slru.writes > 10);
        /* At or above TransactionXmin only: below it the walk stops at the first one. */
        xip_xid last = (xip_xid)server.cluster.transam->next_xid - 1;
        me->transaction_xmin = last;
        uint64_t lookups = me->slru.lookups;
        CHECK(xip_subxid_topmost(me, last - 1) == last - 1 && me->slru.lookups == lookups);
        stop();
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("shapes and automatic sizes are those of 16 and 17", sizes_are_postgres);
    LAW("the page unused for longest makes room, is written if it must be, and comes back as it was",
        longest_unused_goes);
    LAW("the newest page is never evicted", newest_stays);
    LAW("a page goes to the bank of its number and to no other", banks_do_not_mix);
    LAW("64 savepoints cost readers nothing, the 65th sends every one of them to pg_subtrans", sixty_five);
    LAW("random trees: pg_subtrans says of every xid what was set, however often its page came and went",
        parents_are_kept);
    return check_end();
}
