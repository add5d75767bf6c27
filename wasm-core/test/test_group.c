/*
 * test_group.c — ending transactions in a group (pg/procarray.c, ProcArrayGroupClearXid): the leader ends everybody's,
 * drops nobody and wakes each follower once; in the engine, one call at a time, and in virtual time.
 * build: -DXIP_OBSERVED=1
 */
#include "base/rng.h"
#include "model_machine.h"
#include "pg/semaphore.h"
#include "server.h"
#include "simulation/programs.h"

enum { HOLDER = TEST_PROCS - 1, WATCHER = TEST_PROCS - 2, MOST_WRITERS = TEST_PROCS - 2 };

/* The backends that have an xid, and those of them that end as a group, in the order in which they join. */
typedef struct drawn {
    xip_backend *order[MOST_WRITERS];
    uint32_t writers, members;
} drawn;

static drawn draw(xip_rng *rng, test_server *server)
{
    drawn d = {.writers = 1 + xip_rng_below(rng, MOST_WRITERS)};
    d.members = 1 + xip_rng_below(rng, d.writers);
    for (uint32_t i = 0; i < MOST_WRITERS; i++) {
        uint32_t other = xip_rng_below(rng, i + 1);
        d.order[i] = d.order[other];
        d.order[other] = &server->backends[i];
    }
    /* Xids are given out in another order than that in which their owners join. */
    for (uint32_t i = 0; i < MOST_WRITERS; i++) {
        bool writes = false;
        for (uint32_t w = 0; w < d.writers; w++)
            writes = writes || d.order[w] == &server->backends[i];
        if (!writes)
            continue;
        test_begin_with_xid(&server->backends[i]);
        for (uint32_t subxids = xip_rng_below(rng, 4); subxids > 0; subxids--)
            xip_assign_subxid(&server->backends[i]);
    }
    return d;
}

static xip_xid xid_of(test_server *server, const xip_backend *b)
{
    xip_proc_entry entry;
    for (uint32_t at = 0; at < xip_num_procs(&server->backends[WATCHER]); at++) {
        server->cluster.design->entry(&server->backends[WATCHER], at, &entry);
        if (entry.pgprocno == b->pgprocno)
            return entry.xid;
    }
    CHECK(!"each connected backend has an entry");
    return XIP_INVALID_XID;
}

/* For snapshots, and by its entry in the array. */
static bool runs(test_server *server, const xip_backend *b, xip_xid top)
{
    const xip_snapshot *s = test_snapshot(&server->backends[WATCHER]);
    bool is_in = !xip_xid_precedes(top, s->xmax) || test_contains(s->xip, s->xcnt, top);
    CHECK(is_in == (xid_of(server, b) == top));
    return is_in;
}

/* The members join one after the other; the first of them leads. */
static void join(const drawn *d, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        CHECK(xip_group_join(d->order[i]) == (i == from));
}

/* As each member does for itself. Whether it was woken as often as it sleeps: a follower once, the leader never. */
static void leave(test_server *server, xip_backend *b, bool leads)
{
    const xip_proc_layout *layout = server->cluster.design->proc_layout;
    const uint8_t *proc = xip_proc_field(&server->cluster, b->pgprocno, 0);
    uint32_t *semaphore = &server->cluster.semaphores[b->pgprocno].value;
    CHECK(*semaphore == !leads);
    if (*semaphore > 0)
        xip_semaphore_wait(b->core, semaphore);
    CHECK(proc[layout->group_member] == 0);
    CHECK(*(const uint32_t *)(const void *)(proc + layout->group_next) == 0);
    b->top_xid = b->latest_xid = XIP_INVALID_XID;
}

/* One group's end: members from..to of the order. */
static void end_group(test_server *server, const drawn *d, uint32_t from, uint32_t to)
{
    xip_transam *transam = server->cluster.transam;
    uint64_t count = transam->xact_completion_count;
    xip_xid latest = (xip_xid)transam->latest_completed_xid;
    for (uint32_t i = from; i < to; i++)
        if (xip_xid_precedes(latest, d->order[i]->latest_xid))
            latest = d->order[i]->latest_xid;
    xip_group_lead(d->order[from]);
    CHECK(server->cluster.locks[XIP_LOCK_PROC_ARRAY].state == 0);
    for (uint32_t i = from; i < to; i++) {
        CHECK(!runs(server, d->order[i], d->order[i]->top_xid));
        leave(server, d->order[i], i == from);
    }
    CHECK((xip_xid)transam->latest_completed_xid == latest);
    CHECK(transam->xact_completion_count == count + (server->cluster.design->reuses ? to - from : 0));
}

static void check_group(xip_rng *rng, test_server *server)
{
    test_connect(server, TEST_PROCS);
    drawn d = draw(rng, server);
    uint32_t second = d.members + xip_rng_below(rng, d.writers - d.members + 1);
    CHECK(xip_lwlock_try_acquire(&server->backends[HOLDER], XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED));
    join(&d, 0, d.members);
    for (uint32_t i = 0; i < d.writers; i++)
        CHECK(runs(server, d.order[i], d.order[i]->top_xid));
    xip_lwlock_release(&server->backends[HOLDER], XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    end_group(server, &d, 0, d.members);
    CHECK(server->cluster.proc_hdr->proc_array_group_first == 0);
    /* Those that come once the list was taken are the next group. */
    join(&d, d.members, second);
    for (uint32_t i = d.members; i < d.writers; i++)
        CHECK(runs(server, d.order[i], d.order[i]->top_xid));
    if (second > d.members)
        end_group(server, &d, d.members, second);
    for (uint32_t i = second; i < d.writers; i++) {
        CHECK(runs(server, d.order[i], d.order[i]->top_xid));
        xip_proc_array_end_transaction(d.order[i]);
    }
    const xip_snapshot *s = test_snapshot(&server->backends[WATCHER]);
    CHECK(s->xcnt == 0 && s->subxcnt == 0);
    CHECK(s->xmin == s->xmax && s->xmax == (xip_xid)server->cluster.transam->next_xid);
    for (uint32_t i = 0; i < TEST_PROCS; i++)
        CHECK(server->cluster.semaphores[i].value == 0);
}

static void the_leader_ends_all(void)
{
    xip_rng rng = {check_state.seed};
    for (uint32_t run = 0; run < 100 * check_state.runs; run++)
        FOR_EACH_DESIGN({
            CONTEXT("%s, run %u", design->info.id, run);
            /* Also over the end of the xids. */
            if (xip_rng_once_in(&rng, 2))
                test_server_at_xid(&server, (UINT64_C(1) << 32) - 1 - xip_rng_below(&rng, 20));
            if (design->proc_layout->group_next != 0)
                check_group(&rng, &server);
        })
}

/* --- in virtual time --- */

/* Every thread that sleeps in a group is on one list: of those that joined, or of a leader that has ended all. */
static void each_follower_has_a_leader(const model *m)
{
    const model_flow *f = m->flow;
    uint32_t on_lists[MODEL_MAX_THREADS] = {0};
    uint32_t leaders = 0, joined = 0;
    for (uint32_t id = f->members; id != SCHED_NOBODY; id = f->threads[id].next_member, joined++)
        on_lists[id]++;
    for (uint32_t i = 0; i < m->thread_count; i++) {
        const flow_thread *t = &f->threads[i];
        leaders += t->group == GROUP_LEADS || t->group == GROUP_LOCKED;
        if (t->group == GROUP_ENDED)
            for (uint32_t id = t->followers; id != SCHED_NOBODY; id = f->threads[id].next_member)
                on_lists[id]++;
    }
    CHECK(leaders <= 1 && (joined == 0 || leaders == 1));
    for (uint32_t i = 0; i < m->thread_count; i++) {
        bool follows = f->threads[i].group == GROUP_FOLLOWS;
        CHECK(on_lists[i] == follows);
        /* Nobody else sleeps in the middle of its connection's transaction. */
        CHECK(follows || !f->strands.of[i].over || m->threads[i].backend == SCHED_NOBODY);
    }
}

static void in_virtual_time_too(void)
{
    static xip_arena memory;
    CHECK(xip_arena_init(&memory, 64u << 20));
    machine_params machine = small_machine_of(10);
    FOR_EACH_DESIGN({
        xip_arena_reset(&memory);
        model_params p = {.design = (double)rung,
                          .workload = XIP_WORKLOAD_READWRITE,
                          .active = 40,
                          .idle = 100,
                          .mostly_idle_every_ns = 1e8,
                          .threads_per_core = 2,
                          SMALL_CORE,
                          .other_work_ns = 2000,
                          .smt_slowdown = 1.25,
                          .footprint_bytes = 65536,
                          .clock_slowdown = 1.1,
                          .wake_ns = 2200,
                          .warm_up = 40,
                          .samples = CHECK_SANITIZED ? 800 : 3000,
                          .seed = 1};
        model *m = NULL;
        if (!CHECK(model_create(&m, &machine, &p, &memory) == XIP_OK))
            break;
        uint32_t most = 0;
        while (!model_run(m, 50)) {
            each_follower_has_a_leader(m);
            uint32_t following = 0;
            for (uint32_t i = 0; i < m->thread_count; i++)
                following += m->flow->threads[i].group == GROUP_FOLLOWS;
            most = following > most ? following : most;
        }
        CHECK(design->proc_layout->group_next == 0 ? most == 0 : most > 1);
    })
    xip_arena_free(&memory);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a group's leader ends every member's transaction, and wakes each follower once", the_leader_ends_all);
    LAW("in virtual time each follower has one leader, which wakes it", in_virtual_time_too);
    return check_end();
}
