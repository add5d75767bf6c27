/*
 * test_server_slru.c — pg_xact and pg_subtrans of the simulated server, paged: the boundary of 64, which pages are
 * loaded and evicted, what is counted and logged, and that no answer depends on any of it.
 */
#include "base/rng.h"
#include "heap/questions.h"
#include "heap_sim.h"
#include "pg/procarray.h"
#include "pg/subtrans.h"

enum { A, B, C, SESSIONS, PAGE = XIP_SUBTRANS_XIDS_PER_PAGE, FIRST = 731 };

static sim sim_;
static xip_session **const s = sim_.s;

static void start(uint32_t rules, uint32_t buffers)
{
    uint32_t design = rules == 13 ? 1 : (uint32_t)SIM_PG14;
    xip_server_config config = {.rules = rules,
                                .design = design,
                                .next_xid = FIRST,
                                .subtransaction_buffers = buffers,
                                .transaction_buffers = buffers};
    sim_start_as(&sim_, &config, SESSIONS);
}

static void savepoints(xip_session *me, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        CHECK(xip_subxact_start(me) == XIP_OK);
        xip_current_xid(me);
    }
}

/* Another transaction ends after all the others got their xids, so that these are below xmax. */
static void later(xip_session *me)
{
    sim_begin(me);
    xip_current_xid(me);
    xip_xact_commit(me);
}

/* The reader checks every xid from `from` on, `step` apart, against its snapshot. */
static void ask_all(xip_session *me, xip_xid from, uint32_t step)
{
    sim_begin(me);
    const xip_snapshot *snapshot = xip_push_active_snapshot(me);
    for (xip_xid xid = from; xip_xid_precedes(xid, snapshot->xmax); xid += step)
        xip_xid_in_mvcc_snapshot(me, xid, snapshot);
    xip_pop_active_snapshot(me);
    xip_xact_commit(me);
}

static void sixty_five_send_others(void)
{
    for (uint32_t rules = 13; rules <= 18; rules++) {
        for (uint32_t n = 63; n <= 66; n++) {
            CONTEXT("rules of %u, %u savepoints", rules, n);
            start(rules, 0);
            sim_begin(s[A]);
            xip_xid top = xip_current_xid(s[A]);
            savepoints(s[A], n);
            later(s[C]);
            uint64_t before = s[B]->backend.slru.lookups;
            ask_all(s[B], top, 1);
            uint64_t lookups = s[B]->backend.slru.lookups - before;
            /* Nested: the n-th child is n lookups below its top, and the top is looked up as well. C's has no parent.
             */
            CHECK(lookups == (n <= 64 ? 0 : (uint64_t)(n + 1) * (n + 2) / 2 + 1));
            CHECK(s[B]->backend.slru.hits == s[B]->backend.slru.lookups && s[B]->backend.slru.waits == 0);
            xip_session_view view;
            xip_observe_session(s[A], &view);
            CHECK(view.subxid_count == (n < 64 ? n : 64) && view.is_overflowed == (n > 64));
        }
    }
}

/* A, overflowed, stays open; then this many pages, with an xid of C's on each. Returns the first of these. */
static xip_xid spread(uint32_t pages)
{
    sim_begin(s[A]);
    xip_current_xid(s[A]);
    savepoints(s[A], 65);
    xip_session_set_elsewhere(s[C], PAGE - 1);
    xip_xid first = (xip_xid)sim_.server->cluster.transam->next_xid + PAGE - 1;
    for (uint32_t i = 0; i < pages; i++)
        later(s[C]);
    xip_session_set_elsewhere(s[C], 0);
    later(s[C]);
    return first;
}

static void pages_beyond_the_buffers_are_read(void)
{
    static const struct {
        uint32_t rules, buffers, pages;
        bool fits;
    } cases[] = {{13, 0, 31, true}, {13, 0, 36, false}, {16, 128, 36, false}, {17, 0, 36, false},
                 {17, 0, 31, true}, {17, 48, 36, true}, {17, 16, 18, false},  {18, 16, 15, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CONTEXT("rules of %u, setting %u, %u pages", cases[i].rules, cases[i].buffers, cases[i].pages);
        start(cases[i].rules, cases[i].buffers);
        xip_xid first = spread(cases[i].pages);
        ask_all(s[B], first, PAGE);
        xip_slru_counts before = s[B]->backend.slru;
        ask_all(s[B], first, PAGE);
        const xip_slru_counts *now = &s[B]->backend.slru;
        CHECK(now->lookups - before.lookups == cases[i].pages);
        /* Pages in turn, one more than there are buffers: each evicts the one that comes next. */
        if (cases[i].fits)
            CHECK(now->reads == before.reads && now->evictions == before.evictions);
        else
            CHECK(now->reads - before.reads > cases[i].pages / 2 &&
                  now->evictions - before.evictions == now->reads - before.reads);
        CHECK(now->lookups == now->hits + now->reads);
        const xip_slru_ctl *slru = &sim_.server->subtrans;
        uint32_t buffers = cases[i].rules <= 16 ? 32 : cases[i].buffers == 0 ? 32 : cases[i].buffers;
        CHECK(slru->shape.buffers == buffers && slru->shape.banks == (cases[i].rules <= 16 ? 1 : buffers / 16));
        for (uint32_t slot = 0; slot < slru->shape.buffers; slot++)
            if (slru->page_status[slot] != XIP_SLRU_EMPTY && slru->shape.banks > 1)
                CHECK(slru->page_number[slot] % slru->shape.banks == slot / XIP_SLRU_BANK_SLOTS);
    }
    /* No such sizes. */
    xip_server *none;
    xip_server_config config = {.rules = 17, .design = SIM_PG14, .next_xid = FIRST, .subtransaction_buffers = 40};
    xip_arena_reset(&sim_.arena);
    CHECK(xip_server_init(&none, &config, &sim_.arena) == XIP_ERR_ARGUMENT);
}

/* From the buffers' current pages, back through the log, to their pages before. */
static void the_log_leads_back(void)
{
    static const uint32_t settings[] = {16, 32, 48};
    for (uint32_t i = 0; i < 3; i++) {
        CONTEXT("%u buffers", settings[i]);
        start(17, settings[i]);
        xip_xid first = spread(50);
        xip_server *server = sim_.server;
        uint32_t before[48], slots = server->subtrans.shape.buffers;
        for (uint32_t slot = 0; slot < slots; slot++)
            before[slot] = server->subtrans.page_number[slot];
        uint64_t from = server->lookup_count;
        uint64_t reads = s[B]->backend.slru.reads;
        ask_all(s[B], first, PAGE);
        uint64_t logged = server->lookup_count - from, missed = 0;
        CHECK(logged == 50);
        uint32_t now[48];
        memcpy(now, server->subtrans.page_number, slots * sizeof *now);
        for (uint64_t n = server->lookup_count; n-- > from;) {
            const xip_subtrans_lookup *one = xip_observe_lookup(server, n);
            CHECK(one->session == B && one->parent == XIP_INVALID_XID && (one->flags & XIP_LOOKUP_BEGINS));
            CHECK(one->flags >> XIP_LOOKUP_WHY_SHIFT == XIP_LOOKUP_SNAPSHOT);
            CHECK(now[one->slot] == xip_subtrans_page_of(one->xid));
            if (one->flags & XIP_LOOKUP_HIT)
                CHECK(one->evicted_page == XIP_SLRU_NO_PAGE);
            else
                now[one->slot] = one->evicted_page, missed++;
        }
        CHECK(memcmp(now, before, slots * sizeof *now) == 0);
        CHECK(missed == s[B]->backend.slru.reads - reads);
        CHECK(xip_observe_lookup(server, server->lookup_count) == NULL);
        CHECK(from + 50 < XIP_LOOKUPS_KEPT || xip_observe_lookup(server, 0) == NULL);
    }
}

static void who_watches_changes_nothing(void)
{
    start(17, 16);
    uint32_t t = table_new(&sim_, false);
    xip_session_set_elsewhere(s[C], PAGE - 1);
    row rows[20];
    sim_begin(s[A]);
    xip_current_xid(s[A]);
    savepoints(s[A], 65);
    for (int32_t i = 0; i < 20; i++) {
        rows[i] = (row){.id = i, .v = 0};
        xip_tuple_data data = row_data(&rows[i]);
        xip_ctid ctid;
        sim_begin(s[C]);
        xip_push_active_snapshot(s[C]);
        CHECK(xip_heap_insert(s[C], t, &data, &ctid) == XIP_OK);
        xip_pop_active_snapshot(s[C]);
        xip_xact_commit(s[C]);
    }
    sim_begin(s[B]);
    const xip_snapshot *snapshot = xip_push_active_snapshot(s[B]);
    xip_server *server = sim_.server;
    size_t used = sim_.arena.used;
    uint8_t *copy = malloc(used);
    memcpy(copy, sim_.arena.base, used);
    xip_step_asked steps[64];
    uint32_t n, topmost = 0;
    for (uint32_t offset = 1; offset <= 20; offset++) {
        xip_ctid ctid = {0, offset};
        xip_xid dead_after;
        CHECK(xip_heap_explain(s[B], t, ctid, snapshot, steps, 64, &n));
        for (uint32_t i = 0; i < n; i++)
            topmost += steps[i].question == XIP_ASK_TOPMOST;
        xip_heap_vacuum_status(s[B], t, ctid, &dead_after);
    }
    CHECK(topmost == 20);
    for (xip_xid xid = FIRST; xid < (xip_xid)server->cluster.transam->next_xid; xid += 100) {
        xip_xid_view view;
        xip_observe_xid(server, xid, &view);
        CHECK(view.status == (xid < FIRST + 66 ? XIP_STATUS_IN_PROGRESS : XIP_STATUS_COMMITTED));
    }
    CHECK(sim_.arena.used == used && memcmp(copy, sim_.arena.base, used) == 0);
    /* And a real lookup is counted. */
    CHECK(xip_xid_in_mvcc_snapshot(s[B], FIRST + 65, snapshot));
    CHECK(memcmp(copy, sim_.arena.base, used) != 0);
    free(copy);
}

static void xids_pass_elsewhere(void)
{
    SIM_EACH_DESIGN(16, 2000, 3, {
        xip_session_set_elsewhere(s[0], 5000);
        sim_begin(s[1]);
        xip_xid old = xip_current_xid(s[1]);
        uint64_t ends = sim.server->xact_completion_count;
        sim_begin(s[0]);
        CHECK(xip_current_xid(s[0]) == old + 5001 && xip_current_xid(s[0]) == old + 5001);
        CHECK(sim.server->xact_completion_count == ends + 5000);
        savepoints(s[0], 2);
        CHECK(xip_current_xid(s[0]) == old + 5003);
        char says[64];
        snprintf(says, sizeof says, "%u:%u:%u", old, old + 5001, old);
        CHECK(sim_says(s[2], says));
        CHECK(xip_did_commit(s[2], old + 1) && xip_did_commit(s[2], old + 5000) && !xip_did_commit(s[2], old + 5001));
        xip_xid_view view;
        xip_observe_xid(sim.server, old + 77, &view);
        CHECK(view.owner == XIP_MAX_SESSIONS && view.status == XIP_STATUS_COMMITTED && view.parent == 0);
        CHECK(xip_num_procs(&s[0]->backend) == 3);
        uint32_t id;
        CHECK(xip_session_connect(sim.server, &id) == XIP_OK && id == 3);
        CHECK(xip_session_at(sim.server, 3)->backend.pgprocno == XIP_MAX_SESSIONS - 4);
    });
    /* csn keeps a log of xids that cannot grow: it says so before it would have to wait. */
    sim sim = {0};
    sim_start(&sim, 17, XIP_DESIGN_COUNT - 1, FIRST, 2);
    CHECK(sim.server->cluster.csn != NULL);
    sim_begin(sim.s[0]);
    xip_current_xid(sim.s[0]);
    xip_session_set_elsewhere(sim.s[1], XIP_MAX_ELSEWHERE);
    for (uint32_t i = 0; i < 3 && !xip_server_is_full(sim.server); i++)
        later(sim.s[1]);
    CHECK(xip_server_is_full(sim.server));
    xip_full_xid next = sim.server->cluster.transam->next_xid;
    CHECK(next - FIRST > 36 * (uint64_t)PAGE && next - FIRST < 3 * (uint64_t)XIP_MAX_ELSEWHERE);
    sim_stop(&sim);
}

/* ---- random schedules, against a flat list of parents and fates ---- */

enum { MAX_XIDS = 1 << 18 };
static struct {
    xip_xid parent[MAX_XIDS];
    uint8_t status[MAX_XIDS]; /* xip_xid_status; sub-committed is never said */
} flat;

static xip_xid flat_topmost(void *context, xip_xid xid)
{
    const xip_session *me = context;
    while (!xip_xid_precedes(xid, me->backend.transaction_xmin) && flat.parent[xid] != XIP_INVALID_XID)
        xid = flat.parent[xid];
    return xid;
}

typedef struct answers {
    uint64_t hash; /* over all answers */
    uint64_t reads, writes;
} answers;

static void end_flat(xip_session *me, xip_xid_status status)
{
    for (uint32_t i = 0; i < me->xid_count; i++)
        flat.status[me->xids[i]] = (uint8_t)status;
}

static void note_assigned(xip_session *me, xip_xid from)
{
    xip_xid next = (xip_xid)sim_.server->cluster.transam->next_xid;
    for (xip_xid xid = from; xid < next; xid++) {
        bool is_mine = xip_is_current_xid(me, xid);
        flat.status[xid] = is_mine ? XIP_STATUS_IN_PROGRESS : XIP_STATUS_COMMITTED;
        flat.parent[xid] = XIP_INVALID_XID;
    }
    for (uint32_t level = me->level; level > 1; level--)
        flat.parent[me->levels[level].xid] = me->levels[level - 1].xid;
}

static void check_answers(xip_session *me, xip_rng *rng, answers *all)
{
    const xip_snapshot *snapshot = xip_push_active_snapshot(me);
    xip_xid next = (xip_xid)sim_.server->cluster.transam->next_xid;
    for (uint32_t i = 0; i < 40 && next > FIRST; i++) {
        xip_xid xid = FIRST + xip_rng_below(rng, next - FIRST);
        if (xip_is_current_xid(me, xid))
            continue;
        bool in = xip_xid_in_mvcc_snapshot(me, xid, snapshot);
        CHECK(in == xip_xid_in_snapshot(xid, snapshot, flat_topmost, me));
        CHECK(xip_did_commit(me, xid) == (flat.status[xid] == XIP_STATUS_COMMITTED));
        CHECK(xip_did_abort(me, xid) == (flat.status[xid] == XIP_STATUS_ABORTED));
        CHECK(xip_is_in_progress(me, xid) == (flat.status[xid] == XIP_STATUS_IN_PROGRESS));
        all->hash = all->hash * 31 + xid * 2 + in;
    }
    xip_pop_active_snapshot(me);
}

static answers history(uint32_t rules, uint32_t buffers, uint64_t seed)
{
    answers all = {0};
    xip_rng rng = {.state = seed};
    start(rules, buffers);
    for (uint32_t step = 0; step < 600; step++) {
        xip_session *me = s[xip_rng_below(&rng, SESSIONS)];
        xip_xid from = (xip_xid)sim_.server->cluster.transam->next_xid;
        if (xip_xact_level(me) == 0) {
            sim_begin(me);
            xip_session_set_elsewhere(me, xip_rng_once_in(&rng, 2) ? xip_rng_below(&rng, 4 * PAGE) : 0);
        }
        switch (xip_rng_below(&rng, 6)) {
        case 0:
        case 1:
            xip_current_xid(me);
            note_assigned(me, from);
            break;
        case 2:
            for (uint32_t n = xip_rng_below(&rng, xip_rng_once_in(&rng, 2) ? 90 : 5); n > 0; n--) {
                from = (xip_xid)sim_.server->cluster.transam->next_xid;
                xip_subxact_start(me);
                xip_current_xid(me);
                note_assigned(me, from);
            }
            break;
        case 3:
            if (xip_xact_level(me) > 1 && xip_rng_once_in(&rng, 2)) {
                const xip_level *level = &me->levels[me->level];
                for (uint32_t i = level->xids_at; level->xid != XIP_INVALID_XID && i < me->xid_count; i++)
                    flat.status[me->xids[i]] = XIP_STATUS_ABORTED;
                xip_subxact_abort(me);
            } else if (xip_xact_level(me) > 1) {
                xip_subxact_commit(me);
            }
            break;
        case 4: {
            bool commits = !xip_rng_once_in(&rng, 3);
            if (xip_rng_once_in(&rng, me == s[A] ? 12 : 2)) {
                end_flat(me, commits ? XIP_STATUS_COMMITTED : XIP_STATUS_ABORTED);
                if (commits)
                    xip_xact_commit(me);
                else
                    xip_xact_abort(me);
            }
            break;
        }
        default:
            check_answers(me, &rng, &all);
        }
        if (xip_server_is_full(sim_.server) || sim_.server->cluster.transam->next_xid > MAX_XIDS - 4 * PAGE)
            break;
    }
    for (uint32_t i = 0; i < SESSIONS; i++) {
        all.reads += s[i]->backend.slru.reads + s[i]->xact_counts.reads;
        all.writes += s[i]->backend.slru.writes + sim_.server->elsewhere.backend.slru.writes;
    }
    return all;
}

static void no_answer_depends_on_buffers(void)
{
    uint64_t reads = 0, writes = 0;
    uint32_t rounds = (CHECK_SANITIZED ? 10 : 60) * check_state.runs;
    for (uint32_t round = 0; round < rounds; round++) {
        uint64_t seed = check_state.seed + round;
        CONTEXT("seed %llu", (unsigned long long)seed);
        answers tiny = history(17, 16, seed);
        answers large = history(17, 256, seed);
        answers old = history(13, 0, seed);
        CHECK(tiny.hash == large.hash && tiny.hash == old.hash);
        CHECK(large.reads == 0);
        reads += tiny.reads;
        writes += tiny.writes;
    }
    /* The interesting cases did occur. */
    CONTEXT("%llu reads, %llu writes", (unsigned long long)reads, (unsigned long long)writes);
    CHECK(reads > 20 * rounds && writes > 20 * rounds);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("64 savepoints cost a reader of another session nothing; the 65th, a walk for each xid it asks about",
        sixty_five_send_others);
    LAW("pages that do not fit the buffers are read each time, under every version's shape",
        pages_beyond_the_buffers_are_read);
    LAW("the log of lookups leads back from the buffers as they are to what they were", the_log_leads_back);
    LAW("who only watches moves no page, counts nothing, and leaves every byte as it was", who_watches_changes_nothing);
    LAW("transactions elsewhere use up xids and commit, and nothing else is seen of them", xids_pass_elsewhere);
    LAW("random schedules: 16 buffers, 256, and 13's 32 give the answers of a flat list", no_answer_depends_on_buffers);
    sim_stop(&sim_);
    return check_end();
}
