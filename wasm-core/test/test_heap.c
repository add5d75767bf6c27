/* test_heap.c — the bytes of tables after inserts, updates and deletes; check values come from real servers. */
#include "heap/questions.h"
#include "heap_sim.h"

enum { A = 0, B = 1, C = 2 };

#define EACH_RULES_INDEXED(N, ...) EACH_RULES(N, true, __VA_ARGS__)

static void true_offsets(void)
{
    EACH_RULES_INDEXED(2, {
        begin(s[A]);
        insert(s[A], t, 7, 70);
        insert(s[A], t, 8, 80);
        commit(s[A]);
        const uint8_t *page = xip_relation_page(sim.server, t, 0);
        uint16_t w[4];
        memcpy(w, page + 10, 8); /* pd_flags, pd_lower, pd_upper, pd_special */
        CHECK(w[0] == 0 && w[1] == 24 + 8 && w[2] == 8192 - 64 && w[3] == 8192);
        uint16_t version;
        memcpy(&version, page + 18, 2);
        CHECK(version == 0x2004);
        uint32_t lp;
        memcpy(&lp, page + 24, 4);
        CHECK((lp & 0x7FFF) == 8160 && (lp >> 15 & 3) == 1 && lp >> 17 == 32);
        const uint8_t *tuple = page + 8160;
        uint32_t xmin, xmax, cid;
        memcpy(&xmin, tuple, 4);
        memcpy(&xmax, tuple + 4, 4);
        memcpy(&cid, tuple + 8, 4);
        CHECK(xmin == 1000 && xmax == 0 && cid == 0);
        uint16_t posid, infomask2, infomask;
        memcpy(&posid, tuple + 16, 2);
        memcpy(&infomask2, tuple + 18, 2);
        memcpy(&infomask, tuple + 20, 2);
        CHECK(posid == 1 && infomask2 == 2 && infomask == 0x0800 && tuple[22] == 24);
        CHECK(item_0(&sim, t, 2).h.t_cid == 1);
        int32_t id;
        memcpy(&id, tuple + 24, 4);
        CHECK(id == 7);
    });
}

static void free_line_pointers(void)
{
    xip_page page;
    xip_page_init(&page);
    uint8_t bytes[40] = {1};
    for (uint32_t i = 1; i <= 4; i++)
        CHECK(xip_page_add(&page, bytes, 33) == i);
    CHECK(page.pd_upper == 8192 - 160 && xip_page_free_space(&page) == 8192 - 160 - 40 - 4);
    page.pd_linp[1] = 0;
    CHECK(xip_page_add(&page, bytes, 33) == 5); /* no hint, nobody looks */
    xip_page_repair(&page, 13);
    CHECK((page.pd_flags & XIP_PD_HAS_FREE_LINES) && page.pd_upper == 8192 - 160);
    CHECK(xip_page_add(&page, bytes, 33) == 2);
    CHECK(xip_page_add(&page, bytes, 33) == 6 && !(page.pd_flags & XIP_PD_HAS_FREE_LINES));
    while (xip_page_add(&page, bytes, 0) != 0)
        ;
    CHECK(xip_page_items(&page) == XIP_MAX_ITEMS && xip_page_free_space(&page) == 0);
}

/* 13 keeps the physical order of tuples, 14 puts them in the order of their line pointers. */
static void order_after_repair(void)
{
    for (uint32_t rules = 13; rules <= 14; rules++) {
        xip_page page;
        xip_page_init(&page);
        uint8_t bytes[32] = {1};
        for (uint32_t i = 1; i <= 3; i++)
            xip_page_add(&page, bytes, 32);
        page.pd_linp[0] = 0;
        xip_page_repair(&page, rules);
        CHECK(xip_page_add(&page, bytes, 32) == 1); /* line pointer 1 is now last */
        page.pd_linp[1] = 0;
        xip_page_repair(&page, rules);
        CHECK(xip_item_off(page.pd_linp[2]) == (rules == 13 ? 8160 : 8128));
        CHECK(xip_item_off(page.pd_linp[0]) == (rules == 13 ? 8128 : 8160));
    }
}

static void trailing_line_pointers(void)
{
    for (uint32_t rules = 13; rules <= 17; rules++) {
        xip_page page;
        xip_page_init(&page);
        uint8_t bytes[32] = {1};
        for (uint32_t i = 1; i <= 4; i++)
            xip_page_add(&page, bytes, 32);
        page.pd_linp[3] = page.pd_linp[1] = 0;
        xip_page_repair(&page, rules);
        CHECK(xip_page_items(&page) == (rules >= 16 ? 3 : 4));
        page.pd_linp[0] = page.pd_linp[2] = 0;
        xip_page_truncate_items(&page);
        CHECK(xip_page_items(&page) == 1 && (page.pd_flags & XIP_PD_HAS_FREE_LINES));
    }
}

/* ---- hints and visibility ---- */

static void hints_of_a_reader(void)
{
    EACH_RULES_INDEXED(2, {
        begin(s[A]);
        insert(s[A], t, 1, 10);
        begin(s[B]);
        CHECK(value(&sim, s[B], t, 1) == -1);
        CHECK(item_0(&sim, t, 1).h.t_infomask == 0x0800); /* running: no hint */
        commit(s[A]);
        CHECK(value(&sim, s[B], t, 1) == 10);
        CHECK(item_0(&sim, t, 1).h.t_infomask == 0x0900);
        begin(s[A]);
        insert(s[A], t, 2, 20);
        rollback(s[A]);
        CHECK(value(&sim, s[B], t, 2) == -1);
        CHECK(item_0(&sim, t, 2).h.t_infomask == 0x0A00);
    });
}

static void an_update_chain(void)
{
    EACH_RULES_INDEXED(2, {
        begin(s[A]);
        insert(s[A], t, 1, 10);
        commit(s[A]);
        begin(s[A]);
        xip_heap_op_result r = update(&sim, s[A], t, 1, 11);
        CHECK(r.tm == XIP_TM_OK && r.hot && r.ctid.offset == 2);
        item old = item_0(&sim, t, 1);
        CHECK(old.h.t_xmin == 1000 && old.h.t_xmax == 1001 && old.h.t_cid == 0);
        CHECK(old.h.t_infomask == 0x0100 && old.h.t_infomask2 == 0x4002 && old.h.t_ctid[2] == 2);
        item new = item_0(&sim, t, 2);
        CHECK(new.h.t_xmin == 1001 && new.h.t_xmax == 0 && new.h.t_infomask == 0x2800);
        CHECK(new.h.t_infomask2 == 0x8002 && new.h.t_ctid[2] == 2);
        const xip_page *page = (const xip_page *)(const void *)xip_relation_page(sim.server, t, 0);
        CHECK(page->pd_prune_xid == 1001);
        begin(s[B]);
        CHECK(value(&sim, s[B], t, 1) == 10 && value(&sim, s[A], t, 1) == 11);
        commit(s[A]);
        CHECK(value(&sim, s[B], t, 1) == 11);
        CHECK(item_0(&sim, t, 1).h.t_infomask == 0x0500 && item_0(&sim, t, 2).h.t_infomask == 0x2900);
    });
}

static void keys_and_deletes(void)
{
    EACH_RULES_INDEXED(1, {
        begin(s[A]);
        insert(s[A], t, 1, 10);
        insert(s[A], t, 2, 20);
        commit(s[A]);
        begin(s[A]);
        xip_heap_op_result r;
        CHECK(update_as(&sim, s[A], t, 1, 11, true, &r) == XIP_DONE && !r.hot);
        /* The mark is on the old version. */
        CHECK(item_0(&sim, t, 1).h.t_infomask2 == 0x2002 && item_0(&sim, t, 3).h.t_infomask2 == 0x0002);
        CHECK(delete_as(&sim, s[A], t, 2, &r) == XIP_DONE && r.tm == XIP_TM_OK);
        item gone = item_0(&sim, t, 2);
        CHECK(gone.h.t_infomask2 == 0x2002 && gone.h.t_ctid[2] == 2 && gone.h.t_cid == 1);
        commit(s[A]);
        begin(s[A]);
        insert(s[A], t, 4, 40);
        xip_relation_drop(sim.server, t);
        t = table_new(&sim, true);
        insert(s[A], t, 1, 10);
        CHECK(delete_as(&sim, s[A], t, 1, &r) == XIP_DONE);
        CHECK(((const xip_page *)(const void *)xip_relation_page(sim.server, t, 0))->pd_prune_xid == 1002);
    });
}

static void combo_cids(void)
{
    EACH_RULES_INDEXED(2, {
        begin(s[A]);
        insert(s[A], t, 1, 10); /* cid 0 */
        insert(s[A], t, 2, 20); /* cid 1 */
        xip_heap_op_result r;
        delete_as(&sim, s[A], t, 1, &r); /* 0, 2 */
        delete_as(&sim, s[A], t, 2, &r); /* 1, 3 */
        item one = item_0(&sim, t, 1), two = item_0(&sim, t, 2);
        CHECK((one.h.t_infomask & 0x20) && one.h.t_cid == 0 && (two.h.t_infomask & 0x20) && two.h.t_cid == 1);
        CHECK(xip_tuple_cmin(s[A], &one.h) == 0 && xip_tuple_cmax(s[A], &one.h) == 2);
        CHECK(xip_tuple_cmin(s[A], &two.h) == 1 && xip_tuple_cmax(s[A], &two.h) == 3);
        CHECK(xip_tuple_cmin(s[B], &two.h) == 1 && xip_tuple_cmax(s[B], &two.h) == 1); /* the raw field */
        commit(s[A]);
        begin(s[A]); /* a new transaction knows nothing of them */
        insert(s[A], t, 3, 30);
        delete_as(&sim, s[A], t, 3, &r);
        CHECK(item_0(&sim, t, 3).h.t_cid == 0);
    });
}

static void own_commands(void)
{
    EACH_RULES_INDEXED(1, {
        begin(s[A]);
        row r = {1, 10};
        xip_tuple_data data = row_data(&r);
        xip_ctid ctid;
        statement(s[A]);
        CHECK(xip_heap_insert(s[A], t, &data, &ctid) == XIP_OK);
        CHECK(find(&sim, s[A], t, 1).offset == 0); /* not to the command that inserts it */
        statement_end(s[A]);
        statement(s[A]);
        CHECK(find(&sim, s[A], t, 1).offset == 1);
        xip_heap_op_result result;
        xip_heap_delete(s[A], t, ctid);
        CHECK(xip_heap_op_run(s[A], &result) == XIP_DONE && result.tm == XIP_TM_OK);
        CHECK(find(&sim, s[A], t, 1).offset == 1); /* still there for the command that deletes it */
        xip_heap_delete(s[A], t, ctid);
        CHECK(xip_heap_op_run(s[A], &result) == XIP_DONE && result.tm == XIP_TM_SELF_MODIFIED && result.cmax == 1);
        statement_end(s[A]);
        CHECK(value(&sim, s[A], t, 1) == -1);
    });
}

static void rolled_back_subtransactions(void)
{
    EACH_RULES_INDEXED(1, {
        begin(s[A]);
        insert(s[A], t, 1, 10);
        xip_subxact_start(s[A]);
        update(&sim, s[A], t, 1, 11);
        CHECK(value(&sim, s[A], t, 1) == 11);
        xip_subxact_abort(s[A]);
        CHECK(value(&sim, s[A], t, 1) == 10);
        CHECK(item_0(&sim, t, 1).h.t_infomask & XIP_HEAP_XMAX_INVALID);
        CHECK(item_0(&sim, t, 2).h.t_infomask & XIP_HEAP_XMIN_INVALID);
        update(&sim, s[A], t, 1, 12);
        CHECK(value(&sim, s[A], t, 1) == 12 && item_0(&sim, t, 1).h.t_ctid[2] == 3);
        commit(s[A]);
    });
}

static bool has_asked(const xip_step_asked *steps, uint32_t n, uint32_t question)
{
    for (uint32_t i = 0; i < n; i++)
        if (steps[i].question == question)
            return true;
    return false;
}

static void the_path_of_a_decision(void)
{
    EACH_RULES_INDEXED(2, {
        begin(s[A]);
        insert(s[A], t, 1, 10);
        commit(s[A]);
        begin(s[A]);
        update(&sim, s[A], t, 1, 11);
        begin(s[B]);
        statement(s[B]);
        xip_step_asked steps[32];
        uint32_t n;
        item before = item_0(&sim, t, 1);
        CHECK(xip_heap_explain(s[B], t, (xip_ctid){0, 1}, xip_active_snapshot(s[B]), steps, 32, &n));
        CHECK(steps[0].question == XIP_ASK_PAGE_ALL_VISIBLE && steps[1].question == XIP_ASK_XMIN_HINT_COMMITTED);
        CHECK(steps[n - 1].question == XIP_ASK_IN_SNAPSHOT && steps[n - 1].a == 1001 && steps[n - 1].answer == 1);
        item after = item_0(&sim, t, 1);
        CHECK(same_item(&before, &after));
        CHECK(!xip_heap_explain(s[B], t, (xip_ctid){0, 2}, xip_active_snapshot(s[B]), steps, 32, &n));
        CHECK(has_asked(steps, n, XIP_ASK_FROM_XMAX_ON) && !has_asked(steps, n, XIP_ASK_DID_COMMIT));
        statement_end(s[B]);
        commit(s[A]);
        statement(s[B]);
        CHECK(xip_heap_explain(s[B], t, (xip_ctid){0, 2}, xip_active_snapshot(s[B]), steps, 32, &n));
        CHECK(has_asked(steps, n, XIP_ASK_DID_COMMIT));
        CHECK(!(item_0(&sim, t, 2).h.t_infomask & XIP_HEAP_XMIN_COMMITTED));
        for (uint32_t i = 0; i < n; i++)
            CHECK(xip_question_text(steps[i].question) && xip_question_function(steps[i].question));
        statement_end(s[B]);
    });
}

static void a_full_page_goes_on_in_the_next(void)
{
    EACH_RULES_INDEXED(2, {
        begin(s[A]);
        for (int32_t i = 1; i <= 300; i++)
            insert(s[A], t, i, 0);
        /* 226 tuples of 32 bytes and 4 of line pointer fill a page. */
        CHECK(xip_relation_blocks(sim.server, t) == 2 && item_at(&sim, t, (xip_ctid){1, 1}).row.id == 227);
        commit(s[A]);
        begin(s[A]);
        xip_heap_op_result r = update(&sim, s[A], t, 5, 1);
        CHECK(!r.hot && r.ctid.block == 1);
        const xip_page *page = (const xip_page *)(const void *)xip_relation_page(sim.server, t, 0);
        CHECK(page->pd_flags & XIP_PD_PAGE_FULL);
        CHECK(item_0(&sim, t, 5).h.t_infomask2 == 2 && item_0(&sim, t, 5).h.t_ctid[1] == 1);
        CHECK(item_0(&sim, t, 5).h.t_infomask == 0x0100); /* nothing is left of the lock meanwhile */
    });
}

static void errors_are_answers(void)
{
    static uint8_t big[9000];
    sim sim = {0};
    sim_start(&sim, 17, SIM_PG14, 1000, 1);
    uint32_t t = table_new(&sim, false), other;
    begin(sim.s[A]);
    xip_tuple_data data = {.bytes = big, .length = sizeof big, .natts = 1};
    xip_ctid ctid;
    CHECK(xip_heap_insert(sim.s[A], t, &data, &ctid) == XIP_ERR_ARGUMENT);
    data.length = 8160 - 24;
    CHECK(xip_heap_insert(sim.s[A], t, &data, &ctid) == XIP_OK);
    data.length++;
    CHECK(xip_heap_insert(sim.s[A], t, &data, &ctid) == XIP_ERR_ARGUMENT);
    CHECK(xip_relation_create(sim.server, false, 101, &other) == XIP_ERR_ARGUMENT);
    data.length = 8000;
    xip_error error = XIP_OK;
    uint32_t rows = 0;
    while (error == XIP_OK && rows < 10000) {
        error = xip_heap_insert(sim.s[A], t, &data, &ctid);
        rows++;
    }
    CHECK(error == XIP_ERR_NO_MEMORY && xip_relation_blocks(sim.server, t) > 100);
    uint32_t blocks = xip_relation_blocks(sim.server, t);
    xip_relation_drop(sim.server, t);
    t = table_new(&sim, false);
    CHECK(xip_relation_blocks(sim.server, t) == 0);
    for (uint32_t i = 0; i < blocks; i++)
        CHECK(xip_heap_insert(sim.s[A], t, &data, &ctid) == XIP_OK);
    sim_stop(&sim);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("page header, line pointers and tuple headers lie where PostgreSQL has them", true_offsets);
    LAW("an unused line pointer is used again when the hint says there is one", free_line_pointers);
    LAW("13 compacts tuples as they lie, 14 in the order of line pointers", order_after_repair);
    LAW("line pointers at the end go when the rules say so", trailing_line_pointers);
    LAW("a reader leaves hint bits, but none for who runs", hints_of_a_reader);
    LAW("an update leaves a chain of two versions with the bits of a real server", an_update_chain);
    LAW("HEAP_KEYS_UPDATED is on the old version; a delete points to itself", keys_and_deletes);
    LAW("combo cids count from 0 in each transaction and only their owner sees through", combo_cids);
    LAW("a command sees neither what it inserts nor that it deletes", own_commands);
    LAW("what a rolled back subtransaction did is undone for its own transaction", rolled_back_subtransactions);
    LAW("the decision path asks in PostgreSQL's order and leaves no hint", the_path_of_a_decision);
    LAW("a full page sends an update to another and is marked", a_full_page_goes_on_in_the_next);
    LAW("too long a row and no memory are errors, and dropped pages are used again", errors_are_answers);
    return check_end();
}
