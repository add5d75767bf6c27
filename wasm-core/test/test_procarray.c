/* test_procarray.c — the places of backends: ProcArrayAdd and ProcArrayRemove step by step. */
#include "base/rng.h"
#include "server.h"

static uint32_t live(const test_server *server)
{
    return xip_num_procs(&server->backends[0]);
}

/* pgprocnos[] ascending, -1 after them; dense arrays and PGPROC agree. */
static void is_in_order(const test_server *server)
{
    const xip_cluster *c = &server->cluster;
    const xip_proc_array *array = c->proc_array;
    uint32_t n = live(server);
    for (uint32_t at = 0; at < n; at++) {
        CHECK(array->pgprocnos[at] >= 0);
        if (at > 0)
            CHECK(array->pgprocnos[at - 1] < array->pgprocnos[at]);
        if (!c->design->has_dense_arrays)
            continue;
        const xip_pgproc_14 *proc = &((const xip_pgproc_14 *)(const void *)c->procs)[array->pgprocnos[at]];
        CHECK(proc->pgxactoff == (int32_t)at);
        CHECK(proc->xid == c->xids[at]);
        CHECK(proc->status_flags == c->status_flags[at]);
        CHECK(proc->subxid_status.count == c->subxid_states[at].count);
        CHECK(proc->subxid_status.overflowed == c->subxid_states[at].overflowed);
    }
    if (n < c->max_procs)
        CHECK(array->pgprocnos[n] == XIP_NO_PROC || array->pgprocnos[n] == 0);
}

/* Random connects, disconnects, xids and flags; after each step everything is in order, and every backend has kept its
 * values. */
static void random_steps(void)
{
    for (uint64_t seed = check_state.seed; seed < check_state.seed + 40 * check_state.runs; seed++)
        FOR_EACH_DESIGN({
            xip_rng rng = {seed};
            bool connected[TEST_PROCS] = {false};
            uint32_t n = 0;
            for (uint32_t step = 0; step < 150; step++) {
                uint32_t who = xip_rng_below(&rng, TEST_PROCS);
                xip_backend *b = &server.backends[who];
                CONTEXT("%s, seed %llu, step %u", design->info.id, (unsigned long long)seed, step);
                if (!connected[who]) {
                    CHECK(xip_connect(b) == XIP_OK);
                    n++;
                    connected[who] = true;
                } else if (b->top_xid == XIP_INVALID_XID && xip_rng_once_in(&rng, 2)) {
                    xip_disconnect(b);
                    n--;
                    connected[who] = false;
                } else if (b->top_xid == XIP_INVALID_XID) {
                    test_begin_with_xid(b);
                    for (uint32_t k = xip_rng_below(&rng, 3) * 33; k > 0; k--)
                        xip_assign_subxid(b);
                    test_set_flags(b, (uint8_t)xip_rng_below(&rng, 32));
                } else {
                    xip_proc_array_end_transaction(b);
                }
                CHECK(live(&server) == n);
                if (!design->array_of_procs)
                    is_in_order(&server);
                for (uint32_t i = 0; i < TEST_PROCS; i++) {
                    const xip_backend *me = &server.backends[i];
                    if (!connected[i] || !design->has_dense_arrays)
                        continue;
                    const xip_pgproc_14 *proc =
                        &((const xip_pgproc_14 *)(const void *)server.cluster.procs)[me->pgprocno];
                    CHECK(proc->xid == me->top_xid);
                    CHECK(server.cluster.proc_array->pgprocnos[proc->pgxactoff] == (int32_t)me->pgprocno);
                }
            }
        })
}

static void the_91_order(void)
{
    test_server server;
    test_server_start(&server, &xip_design_pg91);
    test_connect(&server, 5);
    const uint64_t *procs = server.cluster.proc_array_91->procs;
    for (uint32_t i = 0; i < 5; i++)
        CHECK(procs[i] == server.backends[i].pgprocno);
    xip_disconnect(&server.backends[1]);
    CHECK(live(&server) == 4);
    CHECK(procs[1] == server.backends[4].pgprocno); /* the last fills the hole */
    CHECK(procs[0] == server.backends[0].pgprocno && procs[3] == server.backends[3].pgprocno);
    CHECK(xip_connect(&server.backends[1]) == XIP_OK);
    CHECK(procs[4] == server.backends[1].pgprocno); /* a new one comes last */
    xip_disconnect(&server.backends[1]);
    CHECK(live(&server) == 4);
    test_server_stop(&server);
}

static void slots_run_out(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, TEST_PROCS);
        xip_backend late = {.cluster = &server.cluster};
        CHECK(xip_connect(&late) == XIP_ERR_SLOTS);
        CHECK(live(&server) == TEST_PROCS);
        uint32_t left = server.backends[7].pgprocno;
        xip_disconnect(&server.backends[7]);
        CHECK(xip_connect(&late) == XIP_OK);
        CHECK(late.pgprocno == left);
    })
}

static void first_in_first_out(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 4);
        for (uint32_t i = 0; i < 4; i++)
            CHECK(server.backends[i].pgprocno == i);
        xip_disconnect(&server.backends[2]);
        CHECK(xip_connect(&server.backends[2]) == XIP_OK);
        CHECK(server.backends[2].pgprocno == 4);
    })
}

static void nothing_is_inherited(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, TEST_PROCS);
        xip_backend *b = &server.backends[3];
        test_begin_with_xid(b);
        for (uint32_t i = 0; i < 66; i++)
            xip_assign_subxid(b);
        xip_proc_array_end_transaction(b);
        xip_take_snapshot(b); /* leaves an advertised xmin */
        test_set_flags(b, 0x1F);
        xip_disconnect(b);
        CHECK(xip_connect(b) == XIP_OK);
        CHECK(b->pgprocno == 3);
        CHECK(design->proc_xmin(b, b->pgprocno) == XIP_INVALID_XID);
        CHECK(test_flags(b) == 0);
        test_begin_with_xid(b);
        xip_assign_subxid(b);
        test_begin_with_xid(&server.backends[0]);
        xip_proc_array_end_transaction(&server.backends[0]);
        const xip_snapshot *s = test_snapshot(&server.backends[1]);
        CHECK(s->xcnt == 1 && s->subxcnt == 1 && !s->suboverflowed);
    })
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("pgprocnos stay sorted, pgxactoff says the place, dense arrays equal PGPROC, after every step", random_steps);
    LAW("9.1 keeps the order of connecting; the last fills the hole", the_91_order);
    LAW("when every PGPROC is in use a connection is refused, until one is given back", slots_run_out);
    LAW("PGPROCs are handed out first in, first out, from 0", first_in_first_out);
    LAW("a new connection inherits neither xmin, flags nor subxids from the PGPROC's last owner", nothing_is_inherited);
    return check_end();
}
