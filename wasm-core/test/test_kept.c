/*
 * test_kept.c — the rungs that keep snapshots in other places than pg14: which one each finds and where, and the
 * unlocked check with an end and a horizon let in between any two of its accesses. The observed build, natively.
 * build: -DXIP_OBSERVED=1
 */
#include "server.h"

static mem_observer observer;
static struct mem_core core;

/* ---- unlocked-reuse: everything that can happen between two accesses ---- */

static struct {
    test_server *server;
    uint32_t at; /* the access of the snapshot before which it happens; counts down */
    bool ends;   /* another transaction with an xid ends first */
    bool has_happened;
    xip_xid horizon; /* the horizon that another backend computed then; invalid: none */
} meanwhile;

/* ComputeXidHorizons: latestCompletedXid + 1, everybody's xid and xmin, under the lock held shared. */
static xip_xid compute_horizon(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    xip_xid oldest = xip_xid_next((xip_xid)cluster->transam->latest_completed_xid);
    for (uint32_t at = 0; at < xip_num_procs(me); at++) {
        xip_proc_entry entry;
        cluster->design->entry(me, at, &entry);
        oldest = xip_xid_older(xip_xid_older(oldest, entry.xid), entry.xmin);
    }
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    return oldest;
}

/* The observer is called before the access is made. Nothing happens while the lock is held: an end would wait. */
static void let_it_happen(void *context, uint32_t who, const void *p, uint32_t size, xip_access_kind kind,
                          uint32_t field)
{
    (void)context, (void)who, (void)p, (void)size, (void)kind, (void)field;
    xip_backend *others = meanwhile.server->backends;
    if (meanwhile.at-- != 0 || (meanwhile.server->cluster.locks[XIP_LOCK_PROC_ARRAY].state & 0x1FFFFFF) != 0)
        return;
    meanwhile.has_happened = true;
    if (meanwhile.ends)
        xip_proc_array_end_transaction(&others[0]);
    meanwhile.horizon = compute_horizon(&others[1]);
}

/*
 * A kept snapshot with xmin 1000 that lists 1000; then one more, with `meanwhile` before access `at`, while 1000 may
 * end. Returns whether it happened.
 */
static bool one_interleaving(const xip_design_ops *design, uint32_t at, bool ends, bool has_xmin, uint32_t faults,
                             bool *passed)
{
    test_server server;
    test_server_start(&server, design);
    test_server_at_xid(&server, 1000);
    test_connect(&server, 4);
    xip_backend *me = &server.backends[3];
    test_begin_with_xid(&server.backends[0]); /* 1000 */
    test_begin_with_xid(&server.backends[2]); /* 1001 */
    xip_proc_array_end_transaction(&server.backends[2]);
    xip_take_snapshot(me);
    if (!has_xmin)
        xip_release_snapshot(me);
    server.cluster.faults = faults;
    core = (struct mem_core){.observer = &observer, .id = 3};
    observer = (mem_observer){.sink = let_it_happen, .on = true};
    meanwhile.server = &server;
    meanwhile.at = at;
    meanwhile.ends = ends;
    meanwhile.has_happened = false;
    me->core = &core;
    bool reused = xip_take_snapshot(me);
    me->core = NULL;
    CHECK(me->snapshot.xmin == (reused ? 1000 : 1002) || !meanwhile.has_happened || !ends);
    CHECK(me->snapshot.xcnt == (me->snapshot.xmin == 1000 ? 1 : 0));
    /* From now on a backend uses the snapshot. */
    xip_xid later = compute_horizon(&server.backends[1]);
    bool before = meanwhile.has_happened && xip_xid_precedes(me->snapshot.xmin, meanwhile.horizon);
    *passed = before || xip_xid_precedes(me->snapshot.xmin, later);
    if (faults == XIP_FAULT_NONE) {
        xip_xid advertised = design->proc_xmin(me, me->pgprocno);
        CHECK(advertised == me->transaction_xmin && !xip_xid_precedes(me->snapshot.xmin, advertised));
    }
    bool has_happened = meanwhile.has_happened;
    test_server_stop(&server);
    return has_happened;
}

static const xip_design_ops *const keepers[] = {&xip_design_pg14, &xip_design_unlocked_reuse, &xip_design_backend_cache,
                                                &xip_design_shared_snapshot};
enum { KEEPERS = sizeof keepers / sizeof *keepers };

static void no_horizon_passes(void)
{
    for (uint32_t k = 0; k < KEEPERS; k++)
        for (uint32_t ends = 0; ends < 2; ends++)
            for (uint32_t has_xmin = 0; has_xmin < 2; has_xmin++) {
                uint32_t happened = 0;
                for (uint32_t at = 0; at < 64; at++) {
                    bool passed;
                    happened += one_interleaving(keepers[k], at, ends, has_xmin, XIP_FAULT_NONE, &passed);
                    CONTEXT("%s, before access %u, ends %u, xmin set %u", keepers[k]->info.id, at, ends, has_xmin);
                    CHECK(!passed);
                }
                /* Unlocked: before the two looks, before xmin is read and, if none is set, before it is stored. */
                CHECK(happened >= (keepers[k] == &xip_design_unlocked_reuse ? (has_xmin ? 2 : 4) : 1));
            }
}

/* 2012: returned without xmin; the end that comes right after it lets the horizon pass. */
static void the_hole_of_2012(void)
{
    for (uint32_t k = 0; k < KEEPERS; k++)
        for (uint32_t fault = 0; fault < 2; fault++) {
            test_server server;
            test_server_start(&server, keepers[k]);
            test_server_at_xid(&server, 1000);
            test_connect(&server, 3);
            xip_backend *b = server.backends;
            server.cluster.faults = fault ? XIP_FAULT_REUSE_WITHOUT_XMIN : XIP_FAULT_NONE;
            test_begin_with_xid(&b[0]); /* 1000 */
            test_snapshot(&b[2]);
            CHECK(xip_take_snapshot(&b[2]));
            xip_proc_array_end_transaction(&b[0]);
            xip_xid horizon = compute_horizon(&b[1]);
            CONTEXT("%s, fault planted: %u", keepers[k]->info.id, fault);
            CHECK(b[2].snapshot.xmin == 1000 && xip_xid_in_snapshot(1000, &b[2].snapshot, NULL, NULL));
            CHECK(horizon == (fault ? 1001 : 1000));
            test_server_stop(&server);
        }
}

/* ---- backend-cache: two kinds of snapshot ---- */

static void start_with_catalogs(test_server *server, const xip_design_ops *design, uint32_t connections)
{
    static const xip_cluster_size size = {
        .max_with_xid = TEST_PROCS, .max_with_subxid = TEST_PROCS, .with_catalog = true};
    CONTEXT("%s", design->info.id);
    test_server_start(server, design);
    for (uint32_t i = 0; i < connections; i++)
        CHECK(xip_backend_init(&server->backends[i], &server->cluster, NULL, &size, &server->memory) == XIP_OK);
    test_server_at_xid(server, 1000);
    test_connect(server, connections);
}

static void each_kind_its_own_or_one_for_all(void)
{
    for (uint32_t k = 0; k < KEEPERS; k++) {
        const xip_design_ops *design = keepers[k];
        bool is_one_for_all = design == &xip_design_backend_cache || design == &xip_design_shared_snapshot;
        test_server server;
        start_with_catalogs(&server, design, 4);
        xip_backend *b = server.backends;
        xip_backend *me = &b[3];
        test_begin_with_xid(&b[0]); /* 1000 */
        xip_assign_subxid(&b[0]);
        test_begin_with_xid(&b[1]); /* 1002 */
        xip_proc_array_end_transaction(&b[1]);
        me->curcid = 5;
        CHECK(!xip_take_snapshot(me));
        me->curcid = 6;
        CHECK(xip_take_catalog_snapshot(me) == is_one_for_all);
        CHECK(xip_take_catalog_snapshot(me));
        const xip_snapshot *s = &me->catalog_snapshot;
        CHECK(s->xmin == 1000 && s->xmax == 1003 && s->xcnt == 1 && s->xip[0] == 1000 && s->curcid == 6);
        CHECK(s->subxcnt == 1 && s->subxip[0] == 1001 && !s->suboverflowed);
        CHECK(me->snapshot.curcid == 5 && s->xip != me->snapshot.xip);
        /* The catalog snapshot is in use while a new current one is taken, and the other way round. */
        xip_proc_array_end_transaction(&b[0]);
        CHECK(!xip_take_snapshot(me));
        CHECK(me->snapshot.xmin == 1003 && me->snapshot.xcnt == 0 && s->xmin == 1000 && s->xip[0] == 1000);
        test_begin_with_xid(&b[0]); /* 1003 */
        test_begin_with_xid(&b[1]);
        xip_proc_array_end_transaction(&b[1]);
        CHECK(!xip_take_catalog_snapshot(me));
        CHECK(s->xip[0] == 1003 && s->xcnt == 1 && me->snapshot.xcnt == 0);
        CHECK(xip_take_snapshot(me) == is_one_for_all);
        CHECK(me->snapshot.xip[0] == 1003 && me->snapshot.xcnt == 1);
        CHECK(design->proc_xmin(me, me->pgprocno) == 1000 && me->transaction_xmin == 1000);
        /* A new connection has neither. */
        xip_release_snapshot(me);
        xip_disconnect(me);
        CHECK(xip_connect(me) == XIP_OK);
        CHECK(xip_take_catalog_snapshot(me) == (design == &xip_design_shared_snapshot));
        test_server_stop(&server);
    }
}

/* ---- shared-snapshot ---- */

static void start_shared(test_server *server, uint32_t connections)
{
    CONTEXT("shared-snapshot");
    test_server_start(server, &xip_design_shared_snapshot);
    test_server_at_xid(server, 1000);
    test_connect(server, connections);
}

/* Everybody's xids without the backend's own, whichever backend published them: as if each had scanned. */
static void everybody_leaves_out_its_own(void)
{
    for (uint32_t publisher = 0; publisher < 5; publisher++)
        for (uint32_t overflows = 0; overflows < 5; overflows++) {
            test_server server;
            test_server other;
            start_shared(&server, 6);
            test_server_start(&other, &xip_design_dense);
            test_server_at_xid(&other, 1000);
            test_connect(&other, 6);
            for (uint32_t i = 0; i < 4; i++)
                for (uint32_t twice = 0; twice < 2; twice++) {
                    xip_backend *b = twice ? &other.backends[(i + 2) % 4] : &server.backends[(i + 2) % 4];
                    test_begin_with_xid(b);
                    for (uint32_t k = 0; k < (i == overflows ? 70 : i); k++)
                        xip_assign_subxid(b);
                }
            test_begin_with_xid(&server.backends[5]);
            test_begin_with_xid(&other.backends[5]);
            xip_proc_array_end_transaction(&server.backends[5]);
            xip_proc_array_end_transaction(&other.backends[5]);
            CHECK(!xip_take_snapshot(&server.backends[publisher]));
            for (uint32_t i = 0; i < 6; i++) {
                xip_backend *b = &server.backends[i];
                CONTEXT("%u published, %u overflowed, %u looks", publisher, overflows, i);
                CHECK(xip_take_snapshot(b));
                xip_take_snapshot(&other.backends[i]);
                const xip_snapshot *s = &b->snapshot;
                const xip_snapshot *t = &other.backends[i].snapshot;
                CHECK(s->xmin == t->xmin && s->xmax == t->xmax && s->xcnt == t->xcnt && s->subxcnt == t->subxcnt);
                CHECK(s->suboverflowed == t->suboverflowed);
                CHECK(memcmp(s->xip, t->xip, s->xcnt * sizeof *s->xip) == 0);
                CHECK(memcmp(s->subxip, t->subxip, s->subxcnt * sizeof *s->subxip) == 0);
                CHECK(b->vis_data.definitely_needed == other.backends[i].vis_data.definitely_needed);
                CHECK(b->vis_temp.maybe_needed == other.backends[i].vis_temp.maybe_needed);
                CHECK(b->transaction_xmin == other.backends[i].transaction_xmin);
            }
            test_server_stop(&server);
            test_server_stop(&other);
        }
}

static void a_copy_reads_no_connections(void)
{
    test_server server;
    start_shared(&server, 12);
    static xip_access log[256];
    test_snapshot(&server.backends[0]);
    core = (struct mem_core){.observer = &observer};
    observer = (mem_observer){.log = log, .capacity = 256, .on = true};
    const xip_cluster *c = &server.cluster;
    observer.regions[observer.region_count++] =
        (mem_region){"shared", (void *)c->shared_snapshot, sizeof *c->shared_snapshot};
    observer.regions[observer.region_count++] = (mem_region){"xids", (void *)c->xids, c->max_procs * sizeof *c->xids};
    observer.regions[observer.region_count++] = (mem_region){"rest", server.memory.base, server.memory.size};
    server.backends[5].core = &core;
    CHECK(xip_take_snapshot(&server.backends[5]));
    uint32_t shared = 0;
    for (uint32_t i = 0; i < observer.count; i++) {
        CHECK(log[i].region != 1);
        CHECK(log[i].region != 0 || (log[i].kind == XIP_ACCESS_READ && log[i].offset / XIP_LINE_SIZE_BYTES == 2));
        shared += log[i].region == 0;
    }
    CHECK(shared > 0);
    test_server_stop(&server);
}

/* A snapshot that does not fit is not published: everybody scans, and is right. */
static void no_room(void)
{
    test_server server;
    start_shared(&server, 4);
    xip_backend *b = server.backends;
    test_begin_with_xid(&b[0]);
    test_begin_with_xid(&b[1]);
    xip_proc_array_end_transaction(&b[1]);
    /* As if another backend had claimed the age and found no room. */
    server.cluster.shared_snapshot->claimed = server.cluster.transam->xact_completion_count;
    for (uint32_t i = 2; i < 4; i++) {
        CHECK(!xip_take_snapshot(&b[i]));
        CHECK(b[i].snapshot.xcnt == 1 && b[i].snapshot.xip[0] == 1000 && b[i].snapshot.xmax == 1002);
        CHECK(xip_take_snapshot(&b[i]));
    }
    xip_proc_array_end_transaction(&b[0]);
    CHECK(!xip_take_snapshot(&b[2]) && xip_take_snapshot(&b[3]));
    test_server_stop(&server);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("no horizon passes a kept snapshot, whatever ends before whichever access", no_horizon_passes);
    LAW("used again without xmin, a kept snapshot is passed: the hole of 2012", the_hole_of_2012);
    LAW("a catalog snapshot is a scan of its own, or, in backend-cache, a copy of the current one",
        each_kind_its_own_or_one_for_all);
    LAW("a published snapshot gives each what it would have gathered itself", everybody_leaves_out_its_own);
    LAW("to copy one reads its lines, and nobody's xid", a_copy_reads_no_connections);
    LAW("where nothing could be published everybody scans", no_room);
    return check_end();
}
