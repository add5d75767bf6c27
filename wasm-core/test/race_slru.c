/*
 * race_slru.c — pg_subtrans under threads: whatever is evicted, read and written meanwhile, every xid's parent is the
 * one that was set, and nothing is lost on the way to the store and back.
 */
#include <pthread.h>

#include "base/rng.h"
#include "pg/semaphore.h"
#include "pg/subtrans.h"
#include "server.h"

enum { THREADS = 6, ROUNDS = CHECK_SANITIZED ? 1500 : 15000, STORE_PAGES = 512, NESTED = 8 };

static test_server server;
static xip_arena memory;
static xip_slru_ctl subtrans;
static uint8_t *store_pages;
static uint32_t go;

/* The truth to check against: the parent of each xid, by its place in the store; 0: top-level. Written before the
 * thread says that it is set (release). */
static uint32_t *truth;
static uint32_t wrong[THREADS];

static uint8_t *page_in_store(void *store, uint32_t page)
{
    return (uint8_t *)store + (size_t)(page % STORE_PAGES) * XIP_SLRU_PAGE_BYTES;
}

static void start(xip_slru_shape shape, const xip_design_ops *design)
{
    size_t store_bytes = (size_t)STORE_PAGES * XIP_SLRU_PAGE_BYTES;
    test_server_start(&server, design);
    if (!CHECK(xip_arena_init(&memory, xip_slru_bytes(shape) + 2 * store_bytes + 1024)))
        exit(2);
    store_pages = xip_arena_take(&memory, store_bytes, 128);
    truth = xip_arena_take(&memory, store_bytes, 128);
    /* Garbage: a page that was never written must not be read. */
    memset(store_pages, 0xEE, store_bytes);
    CHECK(xip_slru_init(&subtrans, shape, page_in_store, store_pages, &memory) == XIP_OK);
    server.cluster.subtrans = &subtrans;
    test_connect(&server, THREADS + 1);
    xip_subxid_start(&server.backends[0]);
    memset(wrong, 0, sizeof wrong);
}

static void stop(void)
{
    test_server_stop(&server);
    xip_arena_free(&memory);
}

static uint32_t *truth_of(xip_xid xid)
{
    return &truth[xid % (STORE_PAGES * XIP_SUBTRANS_XIDS_PER_PAGE)];
}

/* Assigns xids to transactions with nested subtransactions, and looks at old ones in between. */
static void *work(void *argument)
{
    uint32_t number = *(uint32_t *)argument;
    xip_backend *me = &server.backends[number];
    xip_rng rng = {check_state.seed + number};
    while (__atomic_load_n(&go, __ATOMIC_ACQUIRE) == 0)
        xip_futex_wait(&go, 0, -1);
    xip_xid first = me->transaction_xmin;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        xip_begin(me);
        xip_xid top = xip_assign_xid(me);
        xip_xid parent = top;
        uint32_t depth = xip_rng_below(&rng, NESTED);
        for (uint32_t level = 0; level < depth; level++) {
            xip_xid child = xip_assign_subxid(me);
            xip_subxid_set_parent(me, child, parent);
            __atomic_store_n(truth_of(child), parent, __ATOMIC_RELEASE);
            parent = child;
        }
        wrong[number] += xip_subxid_topmost(me, parent) != top;
        /* Any xid of any thread: set or not yet. If the truth has its parent before the lookup, the answer must be that
         * parent. */
        xip_xid some = first + xip_rng_below(&rng, top - first + 1);
        xip_xid known = __atomic_load_n(truth_of(some), __ATOMIC_ACQUIRE);
        xip_xid told = xip_subxid_parent(me, some);
        wrong[number] += known != XIP_INVALID_XID && told != known;
        wrong[number] += told != XIP_INVALID_XID && !xip_normal_xid_precedes(told, some);
        xip_proc_array_end_transaction(me);
    }
    return NULL;
}

/* Every slot: valid or empty, its lock free, no page twice; and pg_subtrans agrees with the truth. */
static void all_is_in_order(xip_xid first)
{
    xip_backend *me = &server.backends[THREADS];
    for (uint32_t slot = 0; slot < subtrans.shape.buffers; slot++) {
        uint32_t status = subtrans.page_status[slot];
        CHECK(status == XIP_SLRU_EMPTY || status == XIP_SLRU_VALID);
        CHECK((subtrans.buffer_locks[slot].state & 0x01FFFFFF) == 0);
        for (uint32_t other = 0; status == XIP_SLRU_VALID && other < slot; other++)
            CHECK(subtrans.page_status[other] == XIP_SLRU_EMPTY ||
                  subtrans.page_number[other] != subtrans.page_number[slot]);
        if (status == XIP_SLRU_VALID && subtrans.shape.banks > 1)
            CHECK(subtrans.page_number[slot] % subtrans.shape.banks == slot / XIP_SLRU_BANK_SLOTS);
    }
    for (uint32_t bank = 0; bank < subtrans.shape.banks; bank++)
        CHECK((subtrans.bank_locks[bank].state & 0x01FFFFFF) == 0);
    xip_xid end = (xip_xid)server.cluster.transam->next_xid;
    for (xip_xid xid = first; xid != end; xid++)
        if (!CHECK(xip_subxid_parent(me, xid) == *truth_of(xid)))
            return;
}

static void parents_survive(void)
{
    const xip_slru_shape shapes[] = {xip_slru_shape_16(), xip_slru_shape_17(16), xip_slru_shape_17(64)};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        CONTEXT("%u buffers in %u banks", shapes[i].buffers, shapes[i].banks);
        start(shapes[i], &xip_design_pg14);
        xip_xid first = (xip_xid)server.cluster.transam->next_xid;
        pthread_t threads[THREADS];
        uint32_t numbers[THREADS];
        go = 0;
        for (uint32_t t = 0; t < THREADS; t++) {
            numbers[t] = t;
            /* As if each had an old snapshot: walks go all the way up. */
            server.backends[t].transaction_xmin = first;
            if (!CHECK(pthread_create(&threads[t], NULL, work, &numbers[t]) == 0))
                exit(1);
        }
        __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
        xip_futex_wake(&go, UINT32_MAX);
        uint64_t reads = 0;
        uint64_t writes = 0;
        for (uint32_t t = 0; t < THREADS; t++) {
            pthread_join(threads[t], NULL);
            const xip_slru_counts *c = &server.backends[t].slru;
            CHECK(wrong[t] == 0);
            CHECK(c->hits <= c->lookups && c->reads <= c->lookups);
            reads += c->reads;
            writes += c->writes;
        }
        /* Otherwise nothing was tested. */
        if (shapes[i].buffers <= 32 && !CHECK_SANITIZED)
            CHECK(reads > 100 && writes > 10);
        all_is_in_order(first);
        stop();
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("while pages are evicted and read by many, every xid keeps its parent", parents_survive);
    return check_end();
}
