/*
 * test_lines.c — the lines that a snapshot touches, against the layouts, counted by hand.
 * build: -DXIP_OBSERVED=1
 *
 * By hand, for n connections of which the first takes the snapshot, everything from a line's start except pgprocnos[]
 * and procs[] after their headers of 40 and 32 bytes:
 *
 *   PGXACT      12 n bytes                          n = 100: 1200 bytes, 18.75 lines: 19
 *   pgprocnos   40 + 4 n bytes, header included     n = 100:  440 bytes,  6.9  lines:  7
 *   xids        4 n bytes                           n = 100:  400 bytes,  6.25 lines:  7
 *   procs       32 + 8 n bytes, header included     n = 100:  832 bytes, 13    lines: 13
 *   PGPROC 9.1  656 n bytes; of each connection bytes 32 to 57 (xid, xmin, flags) and 392 to 399 (overflowed, nxids).
 *               656 is 10 lines and 16 bytes, so it repeats with every fourth: the first group lies on 1, 2, 1 and 1
 *               lines (48 to 73 straddles), the second on one each: 9 lines for four connections.
 *               n = 100: 25 × 9 = 225; n = 101: + 2; n = 18: 4 × 9 + 2 + 3
 *   PGPROC 14   the own one, first in the array: xmin at 56, on its first line; pgxactoff at 68, on its second
 *
 * Besides those: the lock's line, the line with latestCompletedXid and the counter, and the array's header, which
 * shares a line with the first of pgprocnos[] and procs[] and therefore counts once in the sum.
 */
#include "check.h"
#include "designs/designs.h"
#include "pg/procarray.h"
#include "pg/regions.h"
#include "pg/xact.h"

enum { SIZES = 7, MAX_NAMED = 8, LOG = 4096 };

/* Idle connections 0, 1, 15, 16, 17, 99 and 100, and one that takes a snapshot. */
static const uint32_t connections[SIZES] = {1, 2, 16, 17, 18, 100, 101};

typedef struct region_lines {
    const char *region;
    uint32_t lines[SIZES];
} region_lines;

typedef struct by_hand {
    const char *design;
    bool again; /* a second snapshot, nobody has ended in between */
    region_lines regions[MAX_NAMED];
    uint32_t sum[SIZES]; /* different lines in all */
} by_hand;

/* clang-format off */
#define EACH(k)    {k, k, k, k, k, k, k}
#define LOCK       {"ProcArrayLock", EACH(1)}
#define COUNTER    {"TransamVariables", EACH(1)}
#define HEADER     {"ProcArray", EACH(1)}
#define PGXACT     {"PGXACT", {1, 1, 3, 4, 4, 19, 19}}
#define PGPROCNOS  {"pgprocnos", {1, 1, 2, 2, 2, 7, 7}}
#define XIDS       {"xids", {1, 1, 1, 2, 2, 7, 7}}
#define OWN(k)     {"PGPROC", EACH(k)}

static const by_hand expected[] = {
    /* procs[] and the header: one line in common */
    {"pg9.1", false, {LOCK, COUNTER, HEADER, {"procs", {1, 1, 3, 3, 3, 13, 14}}, {"PGPROC", {2, 5, 36, 38, 41, 225, 227}}},
     {5, 8, 41, 43, 46, 240, 243}},
    {"pg9.1", true, {LOCK, COUNTER, HEADER, {"procs", {1, 1, 3, 3, 3, 13, 14}}, {"PGPROC", {2, 5, 36, 38, 41, 225, 227}}},
     {5, 8, 41, 43, 46, 240, 243}},
    /* one's own xmin is in PGXACT */
    {"pg13", false, {LOCK, COUNTER, HEADER, PGPROCNOS, PGXACT}, {4, 4, 7, 8, 8, 28, 28}},
    {"pg13", true, {LOCK, COUNTER, HEADER, PGPROCNOS, PGXACT}, {4, 4, 7, 8, 8, 28, 28}},
    {"globalvis", false, {LOCK, COUNTER, HEADER, PGPROCNOS, PGXACT}, {4, 4, 7, 8, 8, 28, 28}},
    {"globalvis", true, {LOCK, COUNTER, HEADER, PGPROCNOS, PGXACT}, {4, 4, 7, 8, 8, 28, 28}},
    /* one's own xmin is in PGPROC: a line more */
    {"xmin-moved", false, {LOCK, COUNTER, HEADER, PGPROCNOS, PGXACT, OWN(1)}, {5, 5, 8, 9, 9, 29, 29}},
    {"xmin-moved", true, {LOCK, COUNTER, HEADER, PGPROCNOS, PGXACT, OWN(1)}, {5, 5, 8, 9, 9, 29, 29}},
    /* pgprocnos[] is not read; the header is, for numProcs and the slots' xmins */
    {"dense", false, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    {"dense", true, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    /* reused: the lock, the counter, and one's own xmin */
    {"pg14", false, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    {"pg14", true, {LOCK, COUNTER, OWN(1)}, EACH(3)},
    /* the same without the lock */
    {"unlocked-reuse", false, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    {"unlocked-reuse", true, {COUNTER, OWN(1)}, EACH(2)},
    {"backend-cache", false, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    {"backend-cache", true, {LOCK, COUNTER, OWN(1)}, EACH(3)},
    /* the snapshot is published: the lines of the claim and of count, bounds and lengths; pgxactoff is not read */
    {"shared-snapshot", false, {LOCK, COUNTER, HEADER, XIDS, OWN(1), {"SharedSnapshot", EACH(2)}}, {7, 7, 7, 8, 8, 13, 13}},
    {"shared-snapshot", true, {LOCK, COUNTER, OWN(1)}, EACH(3)},
    {"two-pass", false, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    {"two-pass", true, {LOCK, COUNTER, HEADER, XIDS, OWN(2)}, {6, 6, 6, 7, 7, 12, 12}},
    /* nobody runs: the set's first line says so */
    {"running-set", false, {LOCK, COUNTER, HEADER, OWN(1), {"runningSet", EACH(1)}}, EACH(5)},
    {"running-set", true, {LOCK, COUNTER, HEADER, OWN(1), {"runningSet", EACH(1)}}, EACH(5)},
    /* one line, and no lock; once after an end oldestXid and the slots' xmins */
    {"csn", false, {COUNTER, HEADER, OWN(1), {"csn", EACH(1)}}, EACH(4)},
    {"csn", true, {OWN(1), {"csn", EACH(1)}}, EACH(2)},
};
/* clang-format on */

static xip_access accesses[LOG];
static mem_observer observer;
static struct mem_core core;
static xip_arena memory;

/* The snapshot of the first of n connections, logged. */
static void observe(const xip_design_ops *design, uint32_t n, bool again)
{
    static xip_cluster cluster;
    xip_backend me;
    xip_cluster_size size = {.max_procs = n, .max_with_xid = 2, .max_with_subxid = 1};
    xip_arena_free(&memory);
    bool made = xip_arena_init(&memory, xip_cluster_bytes(design, n) + 65536) &&
                xip_cluster_init(&cluster, design, n, &memory) == XIP_OK;
    if (!CHECK(made))
        exit(2);
    observer = (mem_observer){.log = accesses, .capacity = LOG};
    core = (struct mem_core){.observer = &observer};
    observer.region_count = xip_cluster_regions(&cluster, observer.regions);
    CHECK(xip_backend_init(&me, &cluster, &core, &size, &memory) == XIP_OK);
    CHECK(xip_connect(&me) == XIP_OK);
    for (uint32_t i = 1; i < n; i++) {
        xip_backend other = {.cluster = &cluster, .core = &core};
        CHECK(xip_connect(&other) == XIP_OK);
    }
    if (again) {
        xip_take_snapshot(&me);
        xip_release_snapshot(&me);
    }
    observer.on = true;
    xip_take_snapshot(&me);
    observer.on = false;
    CHECK(!observer.overflowed);
}

/* How many different lines were touched; of one region, or of all (NULL). */
static uint32_t lines_touched(const char *region)
{
    static bool seen[1 << 16];
    memset(seen, 0, sizeof seen);
    uint32_t n = 0;
    for (uint32_t i = 0; i < observer.count; i++) {
        const mem_region *r = &observer.regions[accesses[i].region];
        if (region && strcmp(r->name, region) != 0)
            continue;
        size_t from = (size_t)(r->base - memory.base) + accesses[i].offset;
        for (size_t line = from / 64; line <= (from + accesses[i].size - 1) / 64; line++) {
            n += !seen[line];
            seen[line] = true;
        }
    }
    return n;
}

static bool names(const by_hand *e, const char *region)
{
    for (uint32_t i = 0; i < MAX_NAMED && e->regions[i].region; i++)
        if (strcmp(e->regions[i].region, region) == 0)
            return true;
    return false;
}

static const by_hand *by_hand_of(const char *design, bool again)
{
    for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (strcmp(expected[i].design, design) == 0 && expected[i].again == again)
            return &expected[i];
    return NULL;
}

static void lines_by_hand(void)
{
    for (uint32_t d = 0; xip_design_ops_at(d); d++)
        for (uint32_t round = 0; round < 2; round++) {
            const xip_design_ops *design = xip_design_ops_at(d);
            const by_hand *e = by_hand_of(design->info.id, round == 1);
            CONTEXT("the design %s has no numbers by hand: write into `expected` which lines its %s snapshot touches",
                    design->info.id, round == 1 ? "second" : "first");
            if (!CHECK(e != NULL))
                continue;
            for (uint32_t k = 0; k < SIZES; k++) {
                observe(design, connections[k], e->again);
                for (uint32_t i = 0; i < MAX_NAMED && e->regions[i].region; i++) {
                    const region_lines *r = &e->regions[i];
                    uint32_t got = lines_touched(r->region);
                    CONTEXT("%s%s, %u connections, %s: %u lines, by hand %u", e->design, e->again ? " again" : "",
                            connections[k], r->region, got, r->lines[k]);
                    CHECK(got == r->lines[k]);
                }
                for (uint32_t i = 0; i < observer.count; i++) {
                    const char *region = observer.regions[accesses[i].region].name;
                    CONTEXT("%s touches %s, which is not in the numbers by hand", e->design, region);
                    CHECK(names(e, region));
                }
                CONTEXT("%s%s, %u connections: %u lines in all, by hand %u", e->design, e->again ? " again" : "",
                        connections[k], lines_touched(NULL), e->sum[k]);
                CHECK(lines_touched(NULL) == e->sum[k]);
            }
        }
}

/* The issue's own words: 19 lines of PGXACT and 7 of pgprocnos against 7 of xids. */
static void one_hundred_connections(void)
{
    const xip_design_ops *pg13 = &xip_design_pg13;
    const xip_design_ops *pg14 = &xip_design_pg14;
    observe(pg13, 100, false);
    CHECK(lines_touched("PGXACT") == 19 && lines_touched("pgprocnos") == 7 && lines_touched("xids") == 0);
    CHECK(lines_touched("ProcArrayLock") == 1 && lines_touched("TransamVariables") == 1);
    observe(pg14, 100, false);
    CHECK(lines_touched("xids") == 7 && lines_touched("pgprocnos") == 0 && lines_touched("PGXACT") == 0);
    CHECK(lines_touched("ProcArrayLock") == 1 && lines_touched("TransamVariables") == 1);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("each design's snapshot touches the lines that its layout says, the lock's and the counter's among them",
        lines_by_hand);
    LAW("100 connections: 19 lines of PGXACT and 7 of pgprocnos against 7 of xids", one_hundred_connections);
    xip_arena_free(&memory);
    return check_end();
}
