/* test_server_observe.c — the predicted snapshot of a session is the one that it then takes, and the prediction leaves
 * no trace. */
#include "base/rng.h"
#include "server/observe.h"
#include "sim.h"

enum { SESSIONS = 5, OWNERS = XIP_MAX_SESSIONS + XIP_MAX_PREPARED, LATEST = 200 };

static bool lists(const xip_xid *xids, uint32_t count, xip_xid xid)
{
    for (uint32_t i = 0; i < count; i++)
        if (xids[i] == xid)
            return true;
    return false;
}

/* Every assigned xid is judged alike. Lists may differ because a reused snapshot has no later subxids. */
static bool judge_alike(xip_session *me, const xip_snapshot *a, const xip_snapshot *b, xip_xid from, xip_xid to)
{
    bool alike = a->xmin == b->xmin && a->xmax == b->xmax && a->xcnt == b->xcnt && a->curcid == b->curcid;
    for (uint32_t i = 0; i < a->xcnt && alike; i++)
        alike = lists(b->xip, b->xcnt, a->xip[i]);
    for (xip_xid xid = from; xid != to && alike; xid++)
        alike = !xip_xid_is_normal(xid) || xip_is_current_xid(me, xid) ||
                xip_xid_in_mvcc_snapshot(me, xid, a) == xip_xid_in_mvcc_snapshot(me, xid, b);
    return alike;
}

static void check_all(sim *sim, xip_xid first)
{
    xip_xid next = (xip_xid)sim->server->cluster.transam->next_xid;
    xip_xid from = next - first > LATEST ? next - LATEST : first;
    static xip_xid xip[OWNERS], subxip[OWNERS * XIP_MAX_CACHED_SUBXIDS];
    static uint8_t before[SIM_BYTES];
    for (uint32_t i = 0; i < SESSIONS; i++) {
        xip_session *me = sim->s[i];
        size_t used = sim->arena.used;
        memcpy(before, sim->arena.base, used);
        xip_snapshot fresh = {
            .xip = xip, .xip_capacity = OWNERS, .subxip = subxip, .subxip_capacity = OWNERS * XIP_MAX_CACHED_SUBXIDS};
        xip_fresh_snapshot(me, &fresh);
        CHECK(sim->arena.used == used && memcmp(before, sim->arena.base, used) == 0);
        bool is_alone = xip_xact_level(me) == 0;
        if (is_alone)
            sim_begin(me);
        fresh.curcid = is_alone ? 0 : fresh.curcid;
        const xip_snapshot *taken = xip_push_active_snapshot(me);
        CHECK(judge_alike(me, taken, &fresh, from, next));
        xip_pop_active_snapshot(me);
        if (is_alone)
            xip_xact_commit(me);
    }
}

static void act(sim *sim, xip_rng *rng)
{
    xip_session *me = sim->s[xip_rng_below(rng, SESSIONS)];
    if (xip_xact_level(me) == 0) {
        sim_begin(me);
        return;
    }
    uint32_t handle;
    switch (xip_rng_below(rng, 10)) {
    case 0:
        xip_xact_commit(me);
        break;
    case 1:
        xip_xact_abort(me);
        break;
    case 2:
        if (xip_xact_prepare(me, &handle) == XIP_OK && xip_rng_below(rng, 4) > 0)
            xip_prepared_finish(me, handle, xip_rng_below(rng, 2) == 0);
        break;
    case 3:
        if (xip_xact_level(me) > 1)
            xip_subxact_abort(me);
        break;
    case 4:
        for (uint32_t i = 0; i < 66; i++) {
            xip_subxact_start(me);
            xip_current_xid(me);
            xip_subxact_commit(me);
        }
        break;
    case 5:
    case 6:
        xip_subxact_start(me);
        break;
    default:
        xip_current_cid(me, true);
        xip_current_xid(me);
        xip_command_counter_increment(me);
    }
}

static void fresh_is_what_is_taken(void)
{
    for (uint64_t seed = 1; seed <= 3; seed++)
        SIM_EACH_DESIGN(seed == 1 ? 13 : 17, 0xFFFFFF00, SESSIONS, {
            (void)s;
            xip_rng rng = {seed};
            for (uint32_t step = 0; step < 200; step++) {
                act(&sim, &rng);
                check_all(&sim, (xip_xid)0xFFFFFF00);
            }
        });
}

int main(void)
{
    LAW("a snapshot that nobody took is the one that is taken next, and leaves nothing behind", fresh_is_what_is_taken);
    return check_end();
}
