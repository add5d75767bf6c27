/*
 * heap_sim.h — tables for tests: rows of two int4 (id, v), and statements as the executor runs them: a snapshot, an
 * operation, the command counter.
 */
#ifndef XIP_TEST_HEAP_SIM_H
#define XIP_TEST_HEAP_SIM_H

#include "heap/heap.h"
#include "heap/state.h"
#include "heap/tuple.h"
#include "sim.h"

typedef struct row {
    int32_t id, v;
} row;

/* A tuple as heap_page_items shows it. */
typedef struct item {
    uint32_t flags; /* of the line pointer */
    xip_tuple_header h;
    row row;
} item;

/* Byte for byte, except padding of the struct. */
static inline bool same_item(const item *a, const item *b)
{
    return a->flags == b->flags && memcmp(&a->h, &b->h, sizeof a->h) == 0 &&
           memcmp(&a->row, &b->row, sizeof a->row) == 0;
}

static inline xip_tuple_data row_data(const row *r)
{
    return (xip_tuple_data){.bytes = (const uint8_t *)r, .length = sizeof *r, .natts = 2};
}

static inline uint32_t table_new(sim *sim, bool has_index)
{
    uint32_t rel = 99;
    CHECK(xip_relation_create(sim->server, has_index, 100, &rel) == XIP_OK);
    return rel;
}

static inline void begin(xip_session *me)
{
    xip_xact_start(me, XIP_READ_COMMITTED, false);
}
static inline void begin_rr(xip_session *me)
{
    xip_xact_start(me, XIP_REPEATABLE_READ, false);
}
static inline void commit(xip_session *me)
{
    xip_xact_commit(me);
}
static inline void rollback(xip_session *me)
{
    xip_xact_abort(me);
}

static inline void statement(xip_session *me)
{
    xip_push_active_snapshot(me);
}
static inline void statement_end(xip_session *me)
{
    xip_pop_active_snapshot(me);
    xip_command_counter_increment(me);
}

static inline xip_ctid insert(xip_session *me, uint32_t rel, int32_t id, int32_t v)
{
    row r = {id, v};
    xip_tuple_data data = row_data(&r);
    xip_ctid ctid = {0};
    statement(me);
    CHECK(xip_heap_insert(me, rel, &data, &ctid) == XIP_OK);
    statement_end(me);
    return ctid;
}

static inline item item_at(sim *sim, uint32_t rel, xip_ctid ctid)
{
    item out = {0};
    const xip_page *page = (const xip_page *)(const void *)xip_relation_page(sim->server, rel, ctid.block);
    if (page == NULL)
        return out;
    out.flags = xip_page_item_flags(page, ctid.offset);
    const xip_tuple_header *h = xip_heap_tuple(sim->server, rel, ctid, NULL);
    if (h != NULL) {
        out.h = *h;
        memcpy(&out.row, (const uint8_t *)h + h->t_hoff, sizeof out.row);
    }
    return out;
}

static inline item item_0(sim *sim, uint32_t rel, uint32_t offset)
{
    return item_at(sim, rel, (xip_ctid){0, offset});
}

/* The version of row `id` that the active snapshot sees; offset 0: none. Two are a fault. */
static inline xip_ctid find(sim *sim, xip_session *me, uint32_t rel, int32_t id)
{
    xip_ctid found = {0};
    uint16_t offsets[XIP_MAX_OFFSETS];
    for (uint32_t block = 0; block < xip_relation_blocks(sim->server, rel); block++) {
        uint32_t n = xip_heap_scan_page(me, rel, block, xip_active_snapshot(me), offsets);
        for (uint32_t i = 0; i < n; i++) {
            xip_ctid ctid = {block, offsets[i]};
            if (item_at(sim, rel, ctid).row.id != id)
                continue;
            CHECK(found.offset == 0);
            found = ctid;
        }
    }
    xip_heap_scan_end(me);
    return found;
}

/* The answer of SELECT v WHERE id = …; -1: no row. */
static inline int32_t value(sim *sim, xip_session *me, uint32_t rel, int32_t id)
{
    statement(me);
    xip_ctid ctid = find(sim, me, rel, id);
    int32_t v = ctid.offset == 0 ? -1 : item_at(sim, rel, ctid).row.v;
    statement_end(me);
    return v;
}

/* The statement's last operation; XIP_DONE ends the statement. */
static inline xip_outcome run(xip_session *me, xip_heap_op_result *result)
{
    xip_outcome outcome = xip_heap_op_run(me, result);
    if (outcome != XIP_WAIT)
        statement_end(me);
    return outcome;
}

static inline xip_outcome update_as(sim *sim, xip_session *me, uint32_t rel, int32_t id, int32_t v, bool key,
                                    xip_heap_op_result *result)
{
    row r = {id, v};
    xip_tuple_data data = row_data(&r);
    statement(me);
    xip_ctid ctid = find(sim, me, rel, id);
    if (!CHECK(ctid.offset != 0)) {
        statement_end(me);
        return XIP_DONE;
    }
    xip_heap_update(me, rel, ctid, &data, key, key);
    return run(me, result);
}

static inline xip_heap_op_result update(sim *sim, xip_session *me, uint32_t rel, int32_t id, int32_t v)
{
    xip_heap_op_result result = {0};
    CHECK(update_as(sim, me, rel, id, v, false, &result) == XIP_DONE);
    return result;
}

static inline xip_outcome delete_as(sim *sim, xip_session *me, uint32_t rel, int32_t id, xip_heap_op_result *result)
{
    statement(me);
    xip_ctid ctid = find(sim, me, rel, id);
    if (!CHECK(ctid.offset != 0)) {
        statement_end(me);
        return XIP_DONE;
    }
    xip_heap_delete(me, rel, ctid);
    return run(me, result);
}

static inline xip_outcome lock_as(sim *sim, xip_session *me, uint32_t rel, int32_t id, xip_tuple_lock mode,
                                  xip_wait_policy policy, xip_heap_op_result *result)
{
    statement(me);
    xip_ctid ctid = find(sim, me, rel, id);
    if (!CHECK(ctid.offset != 0)) {
        statement_end(me);
        return XIP_DONE;
    }
    bool follow_last = xip_xact_isolation(me) == XIP_READ_COMMITTED;
    xip_current_cid(me, true);
    xip_heap_lock(me, rel, ctid, mode, policy, follow_last);
    return run(me, result);
}

static inline xip_heap_op_result lock(sim *sim, xip_session *me, uint32_t rel, int32_t id, xip_tuple_lock mode)
{
    xip_heap_op_result result = {0};
    CHECK(lock_as(sim, me, rel, id, mode, XIP_WAIT_BLOCK, &result) == XIP_DONE);
    return result;
}

static inline bool is_woken(sim *sim, const xip_session *me)
{
    return xip_next_woken(sim->server) == me;
}

/*
 * The same law under the rules of each version: a server with N sessions s[A], s[B], … and a table t, with or without
 * an index.
 */
#define EACH_RULES(N, INDEX, ...)                                                                                      \
    do {                                                                                                               \
        sim sim = {0};                                                                                                 \
        for (uint32_t rules = 13; rules <= 18; rules++) {                                                              \
            CONTEXT("rules of %u", rules);                                                                             \
            sim_start(&sim, rules, SIM_PG14, 1000, (N));                                                               \
            uint32_t t = table_new(&sim, (INDEX));                                                                     \
            xip_session **s = sim.s;                                                                                   \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
        sim_stop(&sim);                                                                                                \
    } while (0)

#endif
