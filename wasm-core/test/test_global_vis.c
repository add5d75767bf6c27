/*
 * test_global_vis.c — a row version that counts as removable is needed by nobody. Random histories of every kind of
 * holder: sessions of several databases, kept snapshots, subtransactions, prepared transactions, VACUUMs, a standby's
 * queries, its feedback through slots, slots for logical decoding. The truth is a list of when each xid was committed
 * and when each snapshot was taken: a row that was deleted by an xid is still seen by every snapshot that is older than
 * its commit.
 */
#include "base/rng.h"
#include "sim.h"

enum {
    HISTORIES = CHECK_SANITIZED ? 300 : 1500,
    STEPS = 160,
    SESSIONS = 6,
    DATABASES = 3, /* 0: a standby's query */
    MAX_ENDED = STEPS * 8,
    MAX_HELD = 4,
    MAX_PREPARED = 3,
    NOBODY = SESSIONS /* a transaction that is prepared has not touched a temporary table */
};

static struct {
    uint32_t now;
    struct ended {
        xip_xid xid;
        uint32_t committed, owner, database;
    } ended[MAX_ENDED];
    uint32_t n;
    struct {
        uint32_t taken[MAX_HELD], held; /* when each active snapshot was taken */
        uint32_t first;                 /* REPEATABLE READ's; 0: none */
        bool vacuums;
    } s[SESSIONS];
    struct {
        bool is_used;
        uint32_t handle, database, n;
        xip_xid xids[8];
    } prepared[MAX_PREPARED];
    uint32_t fed_back[XIP_MAX_SLOTS]; /* when the snapshot was taken whose xmin the slot has; 0: it has none */
    uint32_t decodes_from[XIP_MAX_SLOTS];
} truth;

static sim sims;
static uint32_t removable, kept;
static char difference[160];

static void note_commit(xip_xid xid, uint32_t owner, uint32_t database)
{
    if (truth.n < MAX_ENDED)
        truth.ended[truth.n++] = (struct ended){xid, truth.now, owner, database};
}

/* --- the law ------------------------------------------------------------------------------------------------------ */

static bool asks(xip_vis_kind kind, uint32_t asker, uint32_t other)
{
    uint32_t database = sims.s[other]->database;
    if (kind == XIP_VIS_TEMP)
        return other == asker;
    return kind == XIP_VIS_SHARED || database == XIP_NO_DATABASE || database == sims.s[asker]->database;
}

/* Some session's snapshot was taken before that commit. A VACUUM reads no rows under its own. */
static bool is_seen(xip_vis_kind kind, uint32_t asker, uint32_t committed)
{
    for (uint32_t i = 0; i < SESSIONS; i++) {
        if (truth.s[i].vacuums || !asks(kind, asker, i))
            continue;
        for (uint32_t k = 0; k < truth.s[i].held; k++)
            if (truth.s[i].taken[k] < committed)
                return true;
        if (truth.s[i].first != 0 && truth.s[i].first < committed)
            return true;
    }
    for (uint32_t i = 0; i < XIP_MAX_SLOTS && kind != XIP_VIS_TEMP; i++) {
        if (truth.fed_back[i] != 0 && truth.fed_back[i] < committed)
            return true;
        bool has_catalogs = kind == XIP_VIS_SHARED || kind == XIP_VIS_CATALOG;
        if (has_catalogs && truth.decodes_from[i] != 0 && truth.decodes_from[i] < committed)
            return true;
    }
    return false;
}

static bool is_law_kept(uint32_t who, xip_vis_kind kind)
{
    xip_session *me = sims.s[who];
    bool asks_vacuum = truth.now % 3 == 0;
    xip_xid oldest = asks_vacuum ? xip_oldest_nonremovable_xid(me, kind) : XIP_INVALID_XID;
    for (uint32_t i = 0; i < truth.n; i++) {
        /* No other session touches a temporary table, nor one of another database. */
        if ((kind == XIP_VIS_TEMP && truth.ended[i].owner != who) ||
            (kind != XIP_VIS_SHARED && truth.ended[i].database != me->database))
            continue;
        xip_xid xid = truth.ended[i].xid;
        bool can_go = asks_vacuum ? xip_xid_precedes(xid, oldest) : xip_is_removable_xid(me, kind, xid);
        removable += can_go;
        kept += !can_go;
        if (can_go && is_seen(kind, who, truth.ended[i].committed)) {
            snprintf(difference, sizeof difference, "step %u: session %u calls %u removable (kind %d%s)", truth.now,
                     who, xid, (int)kind, asks_vacuum ? ", VACUUM" : "");
            return false;
        }
    }
    return true;
}

/* --- random actions ----------------------------------------------------------------------------------------------- */

static void end(uint32_t who, bool commits)
{
    xip_session *me = sims.s[who];
    for (uint32_t i = 0; commits && i < me->xid_count; i++)
        note_commit(me->xids[i], who, me->database);
    if (commits)
        xip_xact_commit(me);
    else
        xip_xact_abort(me);
    memset(&truth.s[who], 0, sizeof truth.s[who]);
}

static void push(uint32_t who)
{
    if (truth.s[who].held == MAX_HELD)
        return;
    xip_session *me = sims.s[who];
    bool keeps = xip_xact_isolation(me) == XIP_REPEATABLE_READ;
    if (keeps && truth.s[who].first == 0)
        truth.s[who].first = truth.now;
    truth.s[who].taken[truth.s[who].held++] = keeps ? truth.s[who].first : truth.now;
    xip_push_active_snapshot(me);
}

static void prepare(uint32_t who, uint32_t at)
{
    xip_session *me = sims.s[who];
    if (truth.prepared[at].is_used || me->xid_count == 0 || me->xid_count > 8 || truth.s[who].vacuums)
        return;
    while (truth.s[who].held > 0) {
        xip_pop_active_snapshot(me);
        truth.s[who].held--;
    }
    while (xip_xact_level(me) > 1)
        xip_subxact_commit(me);
    truth.prepared[at].database = me->database;
    truth.prepared[at].n = me->xid_count;
    memcpy(truth.prepared[at].xids, me->xids, me->xid_count * sizeof(xip_xid));
    truth.prepared[at].is_used = CHECK(xip_xact_prepare(me, &truth.prepared[at].handle) == XIP_OK);
    memset(&truth.s[who], 0, sizeof truth.s[who]);
}

static void finish_prepared(uint32_t who, uint32_t at, bool commits)
{
    if (!truth.prepared[at].is_used)
        return;
    for (uint32_t i = 0; commits && i < truth.prepared[at].n; i++)
        note_commit(truth.prepared[at].xids[i], NOBODY, truth.prepared[at].database);
    xip_prepared_finish(sims.s[who], truth.prepared[at].handle, commits);
    truth.prepared[at].is_used = false;
}

/* An existing slot gets feedback, as of now, or is dropped; a missing one is created. */
static void use_slot(uint32_t who, uint32_t at, uint32_t n)
{
    xip_session *me = sims.s[who];
    const xip_slot *slot = xip_slot_at(sims.server, at);
    uint32_t made;
    if (!slot->is_used) {
        bool is_logical = n % 2 == 0;
        if (is_logical && xip_slot_must_wait(me))
            return;
        if (!CHECK(xip_slot_create(me, is_logical, &made) == XIP_OK))
            return;
        truth.decodes_from[made] = is_logical ? truth.now : 0;
    } else if (n % 4 == 0) {
        xip_slot_drop(me, at);
        truth.fed_back[at] = truth.decodes_from[at] = 0;
    } else if (!slot->is_logical && xip_xact_isolation(me) == XIP_READ_COMMITTED) {
        /*
         * A standby's query that has just begun: it sees the same as a snapshot of this moment. Feedback of an older
         * one may come too late on a server, too, and then the query is cancelled.
         */
        xip_push_active_snapshot(me);
        xip_slot_feedback(me, at, xip_active_snapshot(me)->xmin);
        xip_pop_active_snapshot(me);
        truth.fed_back[at] = truth.now;
    }
}

static void step_in_transaction(uint32_t who, uint32_t what, uint32_t n)
{
    xip_session *me = sims.s[who];
    bool is_standby = me->database == XIP_NO_DATABASE;
    bool may_write = !is_standby && !truth.s[who].vacuums && me->xid_count < 6;
    if (what < 25)
        push(who);
    else if (what < 38 && truth.s[who].held > 0) {
        xip_pop_active_snapshot(me);
        truth.s[who].held--;
    } else if (what < 58 && may_write)
        xip_current_xid(me);
    else if (what < 64 && may_write && xip_subxact_start(me) == XIP_OK)
        xip_current_xid(me);
    else if (what < 68 && !is_standby)
        prepare(who, n % MAX_PREPARED);
    else if (what < 72 && truth.s[who].held > 0)
        xip_catalog_snapshot(me);
    else if (what < 78 && !is_standby)
        use_slot(who, n % 4, n);
    else if (what >= 80)
        end(who, what < 96);
}

static bool step(xip_rng *rng)
{
    uint32_t who = xip_rng_below(rng, SESSIONS);
    uint32_t what = xip_rng_below(rng, 100);
    uint32_t n = xip_rng_below(rng, 64);
    xip_session *me = sims.s[who];
    truth.now++;
    if (xip_xact_level(me) > 0) {
        step_in_transaction(who, what, n);
    } else if (what < 15) {
        xip_session_set_database(me, n % DATABASES);
    } else if (what < 25) {
        finish_prepared(who, n % MAX_PREPARED, n % 4 != 0);
    } else {
        xip_xact_start(me, what < 60 ? XIP_REPEATABLE_READ : XIP_READ_COMMITTED, false);
        truth.s[who].vacuums = what >= 94 && me->database != XIP_NO_DATABASE;
        if (truth.s[who].vacuums)
            xip_set_status_flags(me, XIP_PROC_IN_VACUUM);
    }
    /* A session that reads a page has a snapshot, or is a VACUUM that has taken one. */
    for (uint32_t i = 0; i < SESSIONS; i++)
        if (truth.s[i].held > 0 && sims.s[i]->database != XIP_NO_DATABASE)
            for (uint32_t kind = XIP_VIS_SHARED; kind <= XIP_VIS_TEMP; kind++)
                if (xip_rng_once_in(rng, 4) && !is_law_kept(i, (xip_vis_kind)kind))
                    return false;
    return true;
}

static bool run(uint64_t seed, uint32_t rules, uint32_t faults)
{
    static const xip_full_xid starts[] = {700, UINT64_C(0xFFFFFFE0), UINT64_C(0x5FFFFFFF0)};
    xip_rng rng = {seed};
    memset(&truth, 0, sizeof truth);
    sim_start_as(&sims,
                 &(xip_server_config){.rules = rules,
                                      .design = 1 + xip_rng_below(&rng, XIP_DESIGN_COUNT - 1),
                                      .next_xid = starts[xip_rng_below(&rng, 3)],
                                      .faults = faults},
                 SESSIONS);
    for (uint32_t i = 0; i < STEPS; i++)
        if (!step(&rng))
            return false;
    return true;
}

static void nobody_needs_what_is_removable(void)
{
    static const uint32_t versions[] = {13, 14, 15, 17};
    for (uint32_t v = 0; v < 4; v++) {
        removable = kept = 0;
        for (uint64_t i = 0; i < (uint64_t)HISTORIES * check_state.runs; i++) {
            uint64_t seed = check_state.seed + i;
            if (run(seed, versions[v], 0))
                continue;
            CONTEXT("seed %llu, rules of %u: %s", (unsigned long long)seed, versions[v], difference);
            CHECK(false && "what is removable is seen by nobody");
            return;
        }
        CONTEXT("rules of %u: %u answers removable, %u not", versions[v], removable, kept);
        CHECK(removable > HISTORIES * 100 && kept > HISTORIES * 100);
    }
    sim_stop(&sims);
}

static void a_horizon_that_forgets_xmins_is_found(void)
{
    bool is_found = false;
    for (uint64_t seed = check_state.seed; !is_found && seed < check_state.seed + 100; seed++)
        is_found = !run(seed, 17, XIP_FAULT_HORIZON_IGNORES_XMIN);
    CHECK(is_found);
    sim_stop(&sims);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("what is called removable is seen by no snapshot, whoever holds it", nobody_needs_what_is_removable);
    LAW("a horizon that forgets others' xmins is found", a_horizon_that_forgets_xmins_is_found);
    return check_end();
}
