/*
 * test_no_scan.c — two-pass, running-set and csn from inside: the claims of their file heads, step by step; and a
 * snapshot's reads, by the log of accesses.
 * build: -DXIP_OBSERVED=1
 */
#include "base/rng.h"
#include "pg/regions.h"
#include "server.h"

enum { MANY = 200, LOG = 4096 };

static xip_access accesses[LOG];
static mem_observer observer;
static struct mem_core core;

/* A server with room for many connections, and `n` of them. */
typedef struct many {
    xip_arena memory;
    xip_cluster cluster;
    xip_backend *b;
} many;

static void start(many *s, const xip_design_ops *design, uint32_t n)
{
    xip_cluster_size size = {.max_with_xid = MANY, .max_with_subxid = MANY};
    bool enough = xip_arena_init(&s->memory, 64 << 20) &&
                  xip_cluster_init(&s->cluster, design, MANY, &s->memory) == XIP_OK &&
                  (s->b = xip_arena_take(&s->memory, sizeof *s->b * MANY, 128)) != NULL;
    for (uint32_t i = 0; enough && i < MANY; i++)
        enough = xip_backend_init(&s->b[i], &s->cluster, &core, &size, &s->memory) == XIP_OK;
    if (!CHECK(enough))
        exit(2);
    for (uint32_t i = 0; i < n; i++)
        CHECK(xip_connect(&s->b[i]) == XIP_OK);
    observer = (mem_observer){.log = accesses, .capacity = LOG};
    observer.region_count = xip_cluster_regions(&s->cluster, observer.regions);
    core = (struct mem_core){.observer = &observer};
}

static void stop(many *s)
{
    xip_arena_free(&s->memory);
}

static const xip_snapshot *observed_snapshot(xip_backend *me)
{
    observer.count = 0;
    observer.on = true;
    xip_take_snapshot(me);
    observer.on = false;
    xip_list_running(me);
    xip_release_snapshot(me);
    CHECK(!observer.overflowed);
    return &me->snapshot;
}

static uint32_t accesses_to(const char *region, uint32_t size)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < observer.count; i++)
        n += strcmp(observer.regions[accesses[i].region].name, region) == 0 && accesses[i].size == size;
    return n;
}

/* ---- two-pass ---- */

/* Blocks are 32 wide: holders on both sides of every border, and connections that end inside a block. */
static void two_pass_finds_the_same(void)
{
    for (uint64_t seed = check_state.seed; seed < check_state.seed + 60 * check_state.runs; seed++) {
        xip_rng rng = {seed};
        uint32_t n = 2 + xip_rng_below(&rng, MANY - 1);
        uint32_t holders = xip_rng_below(&rng, 3) == 0 ? n - 1 : xip_rng_below(&rng, 8);
        many dense;
        many two;
        start(&dense, &xip_design_dense, n);
        start(&two, &xip_design_two_pass, n);
        for (uint32_t i = 0; i < holders; i++) {
            uint32_t who = holders == n - 1 ? i : xip_rng_below(&rng, n - 1);
            if (dense.b[who].top_xid != XIP_INVALID_XID)
                continue;
            test_begin_with_xid(&dense.b[who]);
            test_begin_with_xid(&two.b[who]);
        }
        uint32_t newest = xip_rng_below(&rng, n - 1);
        if (dense.b[newest].top_xid != XIP_INVALID_XID) {
            xip_proc_array_end_transaction(&dense.b[newest]);
            xip_proc_array_end_transaction(&two.b[newest]);
        }
        const xip_snapshot *a = test_snapshot(&dense.b[n - 1]);
        const xip_snapshot *b = test_snapshot(&two.b[n - 1]);
        CONTEXT("seed %llu, %u connections", (unsigned long long)seed, n);
        CHECK(a->xmin == b->xmin && a->xmax == b->xmax && a->xcnt == b->xcnt);
        CHECK(memcmp(a->xip, b->xip, a->xcnt * sizeof *a->xip) == 0);
        stop(&dense);
        stop(&two);
    }
}

/* 100 connections: three blocks of 32, so 24 reads of 16 bytes, and 4 words; a block with a holder is read once more.
 */
static void two_pass_reads_what_it_says(void)
{
    many s;
    start(&s, &xip_design_two_pass, 100);
    observed_snapshot(&s.b[50]);
    CHECK(accesses_to("xids", 16) == 24 && accesses_to("xids", 4) == 4 + 1); /* 1: its own, before */
    for (uint32_t i = 0; i < observer.count; i++)
        if (strcmp(observer.regions[accesses[i].region].name, "xids") == 0)
            CHECK(accesses[i].offset + accesses[i].size <= 100 * 4);
    test_begin_with_xid(&s.b[33]);
    test_begin_with_xid(&s.b[99]);
    observed_snapshot(&s.b[50]);
    CHECK(accesses_to("xids", 16) == 32 && accesses_to("xids", 4) == 5 + 2); /* 2: the second pass */
    stop(&s);
}

/* ---- running-set ---- */

/* Set and arrivals together hold each running transaction once, and every backend in the set knows its place. */
static void set_is_whole(const many *s, uint32_t n)
{
    const xip_running_set *set = s->cluster.running_set;
    const xip_arrivals *arrivals = s->cluster.arrivals;
    uint32_t seen[MANY] = {0};
    for (uint32_t i = 0; i < set->count; i++) {
        const xip_running *r = &set->running[i];
        const xip_pgproc_14 *proc = &((const xip_pgproc_14 *)(const void *)s->cluster.procs)[r->pgprocno];
        CHECK(proc->pgxactoff == (int32_t)i && proc->xid == r->xid);
        seen[r->pgprocno]++;
    }
    for (uint32_t at = set->drained; at != arrivals->arrived; at++) {
        const xip_running *r = &arrivals->ring[at & (s->cluster.arrivals_size - 1)];
        /* No remaining arrival is below xmax: a snapshot need not look there. */
        CHECK(xip_xid_precedes((xip_xid)s->cluster.transam->latest_completed_xid, r->xid));
        seen[r->pgprocno]++;
    }
    for (uint32_t i = 0; i < n; i++)
        CHECK(seen[s->b[i].pgprocno] == (s->b[i].top_xid != XIP_INVALID_XID));
}

static void set_holds_the_running(void)
{
    many s;
    enum { N = 40 };
    start(&s, &xip_design_running_set, N);
    xip_rng rng = {check_state.seed};
    for (uint32_t step = 0; step < 3000; step++) {
        xip_backend *me = &s.b[xip_rng_below(&rng, N)];
        CONTEXT("step %u", step);
        if (me->top_xid == XIP_INVALID_XID && xip_rng_below(&rng, 3) == 0) {
            xip_disconnect(me);
            CHECK(xip_connect(me) == XIP_OK);
        } else if (me->top_xid == XIP_INVALID_XID) {
            test_begin_with_xid(me);
        } else if (xip_rng_below(&rng, 4) == 0) {
            xip_xid sub = xip_assign_subxid(me);
            if (xip_rng_below(&rng, 2) == 0)
                xip_xid_cache_remove(me, &sub, 1);
        } else {
            xip_proc_array_end_transaction(me);
        }
        set_is_whole(&s, N);
    }
    CHECK(s.cluster.arrivals->arrived > 2 * s.cluster.arrivals_size); /* the ring wrapped around */
    stop(&s);
}

static void set_costs_what_runs(void)
{
    uint32_t with_few = 0;
    for (uint32_t n = 20; n <= MANY; n += 180) {
        many s;
        start(&s, &xip_design_running_set, n);
        for (uint32_t i = 0; i < 5; i++)
            test_begin_with_xid(&s.b[3 * i]);
        xip_proc_array_end_transaction(&s.b[12]);
        const xip_snapshot *snapshot = observed_snapshot(&s.b[1]);
        CHECK(snapshot->xcnt == 4);
        CHECK(accesses_to("runningSet", 4) == 1 + 2 * 4 && accesses_to("arrivals", 4) == 0);
        CHECK(accesses_to("statusFlags", 1) == 4 && accesses_to("subxidStates", 1) == 8);
        with_few = with_few == 0 ? observer.count : with_few;
        CHECK(observer.count == with_few);
        stop(&s);
    }
}

/* ---- csn ---- */

static bool runs_in(xip_backend *me, xip_xid xid, const xip_snapshot *snapshot)
{
    return me->cluster->design->xid_in_snapshot(me, xid, snapshot);
}

/* The steps of an end, one by one, as a reader without a lock may meet them. */
static void between_entry_and_number(void)
{
    many s;
    start(&s, &xip_design_csn, 3);
    xip_csn_state *state = s.cluster.csn;
    xip_xid xid = test_begin_with_xid(&s.b[0]);
    xip_take_snapshot(&s.b[1]);
    xip_snapshot before = s.b[1].snapshot;
    uint64_t number = state->csn + 1;
    s.cluster.csn_log[xid & (s.cluster.csn_log_size - 1)] = number;
    state->latest = xid;
    xip_take_snapshot(&s.b[2]);
    xip_snapshot between = s.b[2].snapshot;
    CHECK(between.xmax == xid + 1 && runs_in(&s.b[2], xid, &between));
    state->csn = number;
    CHECK(runs_in(&s.b[2], xid, &between) && runs_in(&s.b[1], xid, &before));
    xip_release_snapshot(&s.b[2]);
    xip_take_snapshot(&s.b[2]);
    CHECK(!runs_in(&s.b[2], xid, &s.b[2].snapshot) && s.b[2].snapshot.xmin == xid);
    CHECK(runs_in(&s.b[2], xid, &between)); /* the old one answers as before */
    stop(&s);
}

static void a_tree_is_one_entry(void)
{
    many s;
    start(&s, &xip_design_csn, 4);
    test_begin_with_xid(&s.b[3]); /* holds xmin back, so that the log is read */
    xip_xid top = test_begin_with_xid(&s.b[0]);
    for (uint32_t i = 1; i <= 100; i++)
        xip_assign_subxid(&s.b[0]);
    xip_xid gone = top + 50;
    test_begin_with_xid(&s.b[1]);
    xip_proc_array_end_transaction(&s.b[1]);
    xip_take_snapshot(&s.b[2]);
    xip_snapshot all = s.b[2].snapshot;
    xip_xid family[51];
    for (uint32_t i = 0; i < 51; i++)
        family[i] = gone + i;
    xip_xid_cache_remove(&s.b[0], family, 51);
    xip_take_snapshot(&s.b[2]);
    xip_snapshot half = s.b[2].snapshot;
    xip_proc_array_end_transaction(&s.b[0]);
    xip_take_snapshot(&s.b[2]);
    for (xip_xid xid = top; xid <= top + 100; xid++) {
        CONTEXT("xid %u", xid - top);
        CHECK(runs_in(&s.b[2], xid, &all));
        CHECK(runs_in(&s.b[2], xid, &half) == (xid < gone));
        CHECK(!runs_in(&s.b[2], xid, &s.b[2].snapshot));
    }
    stop(&s);
}

/* A snapshot is kept while the log fills up: it is right to the end, and the log is not overrun. */
static void log_waits_for_a_snapshot(void)
{
    many s;
    start(&s, &xip_design_csn, 4);
    const uint32_t size = s.cluster.csn_log_size;
    const xip_design_ops *design = s.cluster.design;
    xip_xid runs = test_begin_with_xid(&s.b[0]);
    xip_xid ended = test_begin_with_xid(&s.b[1]);
    xip_proc_array_end_transaction(&s.b[1]);
    xip_take_snapshot(&s.b[2]);
    xip_snapshot kept = s.b[2].snapshot;
    xip_proc_array_end_transaction(&s.b[0]);
    uint32_t given = 0;
    for (; given < 2 * size && design->may_assign(&s.b[1]); given++) {
        test_begin_with_xid(&s.b[1]);
        xip_proc_array_end_transaction(&s.b[1]);
    }
    CHECK(given > size / 4 * 3 - 8 && given < size / 4 * 3 + 8);
    CHECK(design->xids_left(&s.b[1]) < 8);
    CHECK(runs_in(&s.b[2], runs, &kept) && !runs_in(&s.b[2], ended, &kept));
    CHECK(runs_in(&s.b[2], runs + given, &kept));
    CHECK(!design->may_assign(&s.b[3]));
    CHECK(design->may_assign(&s.b[2])); /* the backend that holds everything up may continue */
    xip_release_snapshot(&s.b[2]);
    CHECK(design->may_assign(&s.b[1]) && design->xids_left(&s.b[1]) > size / 2);
    /* An xid that runs does the same. */
    test_begin_with_xid(&s.b[0]);
    for (given = 0; given < 2 * size && design->may_assign(&s.b[1]); given++) {
        test_begin_with_xid(&s.b[1]);
        xip_proc_array_end_transaction(&s.b[1]);
    }
    CHECK(given > size / 4 * 3 - 8 && given < size / 4 * 3 + 8);
    xip_proc_array_end_transaction(&s.b[0]);
    CHECK(design->may_assign(&s.b[1]));
    stop(&s);
}

/* ---- csn: other things happen between two accesses of a snapshot ---- */

static struct {
    uint32_t accesses;           /* so far */
    uint32_t end_at, horizon_at; /* the accesses before which they happen */
    many *s;
    xip_xid horizon; /* nobody needs anything below it any more */
} schedule;

static void meanwhile(void *context, uint32_t who, const void *p, uint32_t size, xip_access_kind kind, uint32_t field)
{
    (void)context, (void)who, (void)p, (void)size, (void)kind, (void)field;
    many *s = schedule.s;
    uint32_t now = schedule.accesses++;
    observer.on = false;
    if (now == schedule.end_at) {
        xip_proc_array_end_transaction(&s->b[1]);
        xip_proc_array_end_transaction(&s->b[0]);
    }
    if (now == schedule.horizon_at) {
        uint32_t used = s->cluster.csn_log_size / 4 * 3 - s->cluster.design->xids_left(&s->b[3]);
        schedule.horizon = (xip_xid)s->cluster.transam->next_xid - used;
    }
    observer.on = true;
}

/* Two transactions end, and the log's places are counted, before any two accesses of a snapshot, in either order. */
static void nothing_comes_between(void)
{
    enum { ACCESSES = 14 };
    uint32_t most = 0;
    for (uint32_t i = 0; i < ACCESSES * ACCESSES; i++) {
        many s;
        start(&s, &xip_design_csn, 4);
        xip_xid first = test_begin_with_xid(&s.b[0]);
        test_begin_with_xid(&s.b[1]);
        schedule.s = &s;
        schedule.accesses = 0;
        schedule.end_at = i / ACCESSES;
        schedule.horizon_at = i % ACCESSES;
        schedule.horizon = XIP_INVALID_XID;
        observer.sink = meanwhile;
        observer.on = true;
        xip_take_snapshot(&s.b[2]);
        observer.on = false;
        most = schedule.accesses > most ? schedule.accesses : most;
        CONTEXT("ends before access %u, horizon before access %u", schedule.end_at, schedule.horizon_at);
        const xip_snapshot *snapshot = &s.b[2].snapshot;
        for (xip_xid xid = first; xid < first + 2; xid++) {
            uint64_t entry = s.cluster.csn_log[xid & (s.cluster.csn_log_size - 1)];
            bool runs = entry == XIP_CSN_RUNNING || entry > snapshot->csn;
            CHECK(runs_in(&s.b[2], xid, snapshot) == runs);
        }
        /* Below its xmin a snapshot does not read the log; so its lookups are not below the horizon. */
        CHECK(schedule.horizon == XIP_INVALID_XID || schedule.horizon <= snapshot->xmin);
        CHECK(snapshot->xmin <= snapshot->xmax);
        CHECK(s.cluster.design->proc_xmin(&s.b[2], s.b[2].pgprocno) <= snapshot->xmin);
        stop(&s);
    }
    CHECK(most >= 8 && most <= ACCESSES);
}

static void csn_reads_one_line(void)
{
    many s;
    start(&s, &xip_design_csn, MANY);
    for (uint32_t i = 0; i < 100; i++)
        test_begin_with_xid(&s.b[i]);
    xip_proc_array_end_transaction(&s.b[99]);
    observed_snapshot(&s.b[150]);
    const xip_snapshot *snapshot = observed_snapshot(&s.b[150]);
    CHECK(snapshot->xcnt == 99);
    for (uint32_t i = 0; i < observer.count; i++) {
        const char *region = observer.regions[accesses[i].region].name;
        CHECK(strcmp(region, "csn") == 0 || strcmp(region, "PGPROC") == 0);
        CHECK(strcmp(region, "csn") != 0 || accesses[i].offset + accesses[i].size <= 64);
        CHECK(accesses[i].kind == XIP_ACCESS_READ || accesses[i].field == MEM_XMIN);
    }
    stop(&s);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("two-pass finds what dense finds, wherever holders stand in its blocks", two_pass_finds_the_same);
    LAW("two-pass reads 16 bytes at a time, never beyond the last connection, and again where somebody has an xid",
        two_pass_reads_what_it_says);
    LAW("running-set: set and arrivals hold each running transaction once; nobody below xmax is an arrival",
        set_holds_the_running);
    LAW("running-set: a snapshot reads as many entries as transactions run, whoever is connected", set_costs_what_runs);
    LAW("csn: between the entry and the number an end has happened for nobody", between_entry_and_number);
    LAW("csn: a transaction and its children end with one entry; what was rolled back ended before",
        a_tree_is_one_entry);
    LAW("csn: the log's ring is not given out again while a snapshot or a running xid needs it",
        log_waits_for_a_snapshot);
    LAW("csn: whatever ends between two accesses of a snapshot, it is one moment, and no horizon passes it",
        nothing_comes_between);
    LAW("csn: a snapshot reads one line and its own PGPROC, whoever runs", csn_reads_one_line);
    return check_end();
}
