/*
 * test_observed.c — the writes of each operation: the observed build, natively.
 * build: -DXIP_OBSERVED=1
 */
#include "server.h"

enum { LOG = 4096, IDLE = 12 };

static xip_access accesses[LOG];
static mem_observer observer;
static struct mem_core core;

static void add_region(const char *name, const void *base, size_t size)
{
    if (base)
        observer.regions[observer.region_count++] = (mem_region){name, base, size};
}

/* A server with some connections; from now on `me`'s accesses are logged. */
static xip_backend *observe(test_server *server)
{
    const xip_cluster *c = &server->cluster;
    size_t n = c->max_procs;
    observer = (mem_observer){.log = accesses, .capacity = LOG};
    core = (struct mem_core){.observer = &observer};
    add_region("lock", c->locks, sizeof(xip_lwlock) * XIP_LOCK_COUNT);
    add_region("transam", c->transam, sizeof(xip_transam));
    add_region("array", c->proc_array, sizeof(xip_proc_array) + n * sizeof(int32_t));
    add_region("array", c->proc_array_91, sizeof(xip_proc_array_91) + n * sizeof(uint64_t));
    add_region("PGPROC", c->procs, n * c->design->proc_layout->size);
    add_region("PGXACT", c->pgxact, n * sizeof(xip_pgxact));
    add_region("dense", c->xids, n * sizeof(uint32_t));
    add_region(c->running_set ? "by proc" : "dense", c->subxid_states, n * sizeof(xip_subxid_status));
    add_region(c->running_set ? "by proc" : "dense", c->status_flags, n);
    add_region("running", c->running_set, sizeof(xip_running_set) + n * sizeof(xip_running));
    add_region("arrivals", c->arrivals, sizeof(xip_arrivals) + c->arrivals_size * sizeof(xip_running));
    add_region("csn", c->csn, sizeof(xip_csn_state));
    add_region("log", c->csn_log, c->csn_log_size * sizeof(uint64_t));
    add_region("shared", c->shared_snapshot, sizeof(xip_shared_snapshot));
    add_region("semaphores", c->semaphores, n * sizeof(xip_semaphore));
    add_region("ProcGlobal", c->proc_hdr, sizeof(xip_proc_hdr));
    test_connect(server, IDLE);
    xip_backend *me = &server->backends[IDLE / 2];
    me->core = &core;
    observer.on = true;
    return me;
}

/* How many writes went to a region; then forgets them. */
static uint32_t writes_to(const char *region)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < observer.count; i++)
        n += accesses[i].kind == XIP_ACCESS_WRITE && strcmp(observer.regions[accesses[i].region].name, region) == 0;
    return n;
}

static bool xmin_is_beside_xid(const xip_design_ops *design)
{
    return design == &xip_design_pg13 || design == &xip_design_globalvis;
}

static void readers_write_their_own(void)
{
    FOR_EACH_DESIGN({
        xip_backend *me = observe(&server);
        xip_begin(me);
        test_snapshot(me);
        uint32_t by_snapshot = writes_to("PGXACT");
        xip_proc_array_end_transaction(me);
        CHECK(writes_to("PGPROC") > 0 && writes_to("array") == 0 && writes_to("transam") == 0);
        CHECK(writes_to("dense") == 0 && writes_to("by proc") == 0);
        CHECK(writes_to("running") == 0 && writes_to("arrivals") == 0);
        CHECK(writes_to("csn") == 0 && writes_to("log") == 0);
        CHECK((by_snapshot > 0) == xmin_is_beside_xid(design));
        /* xmin, if it is there; and the flags, set or not. */
        CHECK(writes_to("PGXACT") - by_snapshot == (design->has_pgxact ? 1u + xmin_is_beside_xid(design) : 0));
    })
}

static void an_end_writes_both_copies(void)
{
    FOR_EACH_DESIGN({
        xip_backend *me = observe(&server);
        test_begin_with_xid(me);
        xip_assign_subxid(me);
        observer.count = 0;
        xip_proc_array_end_transaction(me);
        CHECK(writes_to("array") == 0);
        CHECK(writes_to("dense") == (design->has_dense_arrays ? 3 : 0)); /* xid, count, overflowed */
        /* Count and overflowed by pgprocno; the arrival moved in (xid, pgprocno, count, drained), and its end: count.
         */
        CHECK(writes_to("by proc") == (design->has_running_set ? 2 : 0));
        CHECK(writes_to("running") == (design->has_running_set ? 5 : 0) && writes_to("arrivals") == 0);
        /* Only the entry of the top-level xid; latest, csn, oldest. */
        CHECK(writes_to("log") == design->has_csn_log && writes_to("csn") == (design->has_csn_log ? 3 : 0));
        CHECK((writes_to("PGXACT") > 0) == design->has_pgxact);
        CHECK(writes_to("transam") == (design->reuses ? 2 : 1));
        CHECK(!observer.overflowed);
    })
}

static void assignment_leaves_the_array_lock(void)
{
    FOR_EACH_DESIGN({
        xip_backend *me = observe(&server);
        xip_begin(me);
        observer.count = 0;
        xip_assign_xid(me);
        uint32_t atomics = 0;
        for (uint32_t i = 0; i < observer.count; i++) {
            const xip_access *a = &accesses[i];
            if (a->kind != XIP_ACCESS_ATOMIC)
                continue;
            atomics++;
            CHECK(strcmp(observer.regions[a->region].name, "lock") == 0);
            CHECK(a->offset / sizeof(xip_lwlock) == XIP_LOCK_XID_GEN);
        }
        CHECK(atomics == 2);
        CHECK(writes_to("transam") == 1);
        CHECK(writes_to("dense") == (design->has_dense_arrays ? 1 : 0));
        CHECK(writes_to("arrivals") == (design->has_running_set ? 3 : 0) && writes_to("running") == 0);
        CHECK(writes_to("log") == design->has_csn_log && writes_to("csn") == 0);
    })
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a reader's snapshot writes its PGPROC alone from xmin-moved on, its end from dense on",
        readers_write_their_own);
    LAW("an end with xid writes both copies, latestCompletedXid and, where snapshots are reused, the counter",
        an_end_writes_both_copies);
    LAW("an xid is assigned under XidGenLock alone", assignment_leaves_the_array_lock);
    return check_end();
}
