/* test_heap_vacuum.c — pruning on access, VACUUM, the free space map, horizons. */
#include "heap/multixact.h"
#include "heap_sim.h"

enum { A = 0, B = 1, C = 2, D = 3 };

static const xip_page *page_of(sim *sim, uint32_t t, uint32_t block)
{
    return (const xip_page *)(const void *)xip_relation_page(sim->server, t, block);
}

static void fill(xip_session *me, uint32_t t, int32_t rows)
{
    begin(me);
    for (int32_t i = 1; i <= rows; i++)
        insert(me, t, i, 10);
    commit(me);
}

static xip_vacuum_result vacuum(xip_session *me, uint32_t t)
{
    xip_vacuum_result result;
    begin(me);
    xip_heap_vacuum(me, t, false, &result);
    commit(me);
    return result;
}

static void update_committed(sim *sim, xip_session *me, uint32_t t, int32_t id, int32_t v)
{
    begin(me);
    update(sim, me, t, id, v);
    commit(me);
}

/* Until the page is nearly full nobody prunes; then the chain shrinks to a redirect and one version. */
static void hot_pruning_on_access(void)
{
    EACH_RULES(2, true, {
        fill(s[A], t, 1);
        for (int32_t v = 1; v <= 150; v++)
            update_committed(&sim, s[A], t, 1, v);
        CHECK(xip_page_items(page_of(&sim, t, 0)) == 151);
        for (int32_t v = 1; v <= 500; v++)
            update_committed(&sim, s[A], t, 1, v);
        CHECK(xip_relation_blocks(sim.server, t) == 1);
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_REDIRECT);
        begin(s[B]);
        CHECK(value(&sim, s[B], t, 1) == 500);
    });
}

/* A session's old snapshot keeps the version it sees; the page continues in the next. */
static void a_snapshot_holds_pruning_back(void)
{
    EACH_RULES(2, true, {
        fill(s[A], t, 1);
        begin_rr(s[B]);
        CHECK(value(&sim, s[B], t, 1) == 10);
        for (int32_t v = 1; v <= 300; v++)
            update_committed(&sim, s[A], t, 1, v);
        CHECK(value(&sim, s[B], t, 1) == 10 && xip_relation_blocks(sim.server, t) == 2);
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_NORMAL);
        xip_vacuum_result r = vacuum(s[A], t);
        /* The version it sees stays; those before the newest are dead to all but come after it in the chain. */
        CHECK(r.dead_not_yet_removable > 0 && value(&sim, s[B], t, 1) == 10);
        commit(s[B]);
        r = vacuum(s[A], t);
        CHECK(r.dead_not_yet_removable == 0 && xip_relation_blocks(sim.server, t) == 2);
        begin(s[B]);
        CHECK(value(&sim, s[B], t, 1) == 300);
    });
}

/*
 * The hole of the patch of 2012, step by step: B keeps the snapshot of a statement; nothing ends; B reuses it in a
 * transaction that keeps it; A deletes the row; VACUUM. Returns the value that B's transaction then finds in the row it
 * sees.
 */
static int32_t after_vacuum(sim *sim, uint32_t rung, uint32_t faults)
{
    xip_server_config config = {.rules = 17, .design = rung, .next_xid = 1000, .faults = faults};
    sim_start_as(sim, &config, 3);
    xip_session **s = sim->s;
    uint32_t t = table_new(sim, false);
    fill(s[A], t, 1);
    begin(s[B]);
    CHECK(value(sim, s[B], t, 1) == 10);
    commit(s[B]);
    begin_rr(s[B]);
    CHECK(value(sim, s[B], t, 1) == 10 && s[B]->was_reused == xip_design_ops_at(rung)->reuses);
    begin(s[A]);
    xip_heap_op_result result;
    CHECK(delete_as(sim, s[A], t, 1, &result) == XIP_DONE);
    commit(s[A]);
    xip_vacuum_result vacuumed = vacuum(s[C], t);
    CHECK(vacuumed.tuples_deleted + vacuumed.dead_not_yet_removable == 1);
    CHECK(vacuumed.oldest_xmin == (vacuumed.tuples_deleted == 1 ? 1002 : 1001));
    return value(sim, s[B], t, 1);
}

static void the_hole_of_2012(void)
{
    sim sim = {0};
    for (uint32_t rung = 0; rung < XIP_DESIGN_COUNT; rung++) {
        CONTEXT("%s", xip_design_at(rung)->id);
        CHECK(after_vacuum(&sim, rung, XIP_FAULT_NONE) == 10);
        bool is_lost = after_vacuum(&sim, rung, XIP_FAULT_REUSE_WITHOUT_XMIN) == -1;
        CHECK(is_lost == xip_design_ops_at(rung)->reuses);
    }
    sim_stop(&sim);
}

static void vacuum_without_and_with_indexes(void)
{
    for (uint32_t index = 0; index < 2; index++)
        EACH_RULES(2, index == 1, {
            fill(s[A], t, 4);
            begin(s[A]);
            xip_heap_op_result x;
            delete_as(&sim, s[A], t, 2, &x);
            delete_as(&sim, s[A], t, 4, &x);
            commit(s[A]);
            xip_vacuum_result r = vacuum(s[B], t);
            CHECK(r.tuples_deleted == 2 && r.tuples_remaining == 2 && r.dead_not_yet_removable == 0);
            CHECK(r.oldest_xmin == 1002);
            CHECK(item_0(&sim, t, 2).flags == XIP_LP_UNUSED);
            const xip_page *page = page_of(&sim, t, 0);
            CHECK(xip_page_items(page) == (rules == 13 ? 4 : 3)); /* the last line pointer is removed */
            CHECK(page->pd_flags == (XIP_PD_HAS_FREE_LINES | XIP_PD_ALL_VISIBLE) && page->pd_upper == 8192 - 64);
            begin(s[A]);
            CHECK(insert(s[A], t, 5, 50).offset == 2);
            CHECK(!(page_of(&sim, t, 0)->pd_flags & XIP_PD_ALL_VISIBLE));
        });
}

/* VERBOSE up to 14 counts every tuple that stays; 15 and later leave out rows that are being inserted. */
static void what_remains_is_counted_as_that_version_does(void)
{
    for (uint32_t index = 0; index < 2; index++)
        EACH_RULES(3, index == 1, {
            fill(s[A], t, 3);
            begin_rr(s[B]);
            CHECK(value(&sim, s[B], t, 1) == 10);
            begin(s[A]);
            xip_heap_op_result x;
            delete_as(&sim, s[A], t, 1, &x); /* B still sees it */
            commit(s[A]);
            begin(s[A]);
            delete_as(&sim, s[A], t, 2, &x); /* in progress: lives */
            insert(s[A], t, 4, 40);
            xip_vacuum_result r = vacuum(s[C], t);
            CHECK(r.tuples_deleted == 0 && r.dead_not_yet_removable == 1);
            CHECK(r.tuples_remaining == (rules < 15 ? 4 : 3));
        });
}

static void an_empty_end_is_cut_off(void)
{
    EACH_RULES(3, true, {
        fill(s[A], t, 600);
        CHECK(xip_relation_blocks(sim.server, t) == 3);
        begin(s[A]);
        xip_heap_op_result x;
        for (int32_t i = 300; i <= 600; i++)
            delete_as(&sim, s[A], t, i, &x);
        commit(s[A]);
        /* Another session's lock on the table prevents it. */
        begin(s[C]);
        CHECK(xip_lock_acquire(s[C], (xip_locktag){XIP_LOCKTAG_RELATION, t, 0, 0}, XIP_ACCESS_SHARE, false) ==
              XIP_DONE);
        CHECK(vacuum(s[B], t).pages_truncated == 0 && xip_relation_blocks(sim.server, t) == 3);
        commit(s[C]);
        CHECK(vacuum(s[B], t).pages_truncated == 1 && xip_relation_blocks(sim.server, t) == 2);
        begin(s[A]);
        CHECK(value(&sim, s[A], t, 299) == 10);
        for (int32_t i = 1000; i < 1100; i++)
            insert(s[A], t, i, 1);
        CHECK(xip_relation_blocks(sim.server, t) == 2); /* because of the free space map */
    });
}

static void all_visible_pages_are_not_tested(void)
{
    EACH_RULES(2, true, {
        fill(s[A], t, 3);
        begin(s[B]);
        insert(s[B], t, 9, 9);
        vacuum(s[A], t);
        CHECK(!(page_of(&sim, t, 0)->pd_flags & XIP_PD_ALL_VISIBLE)); /* one is not visible yet */
        commit(s[B]);
        vacuum(s[A], t);
        CHECK(page_of(&sim, t, 0)->pd_flags & XIP_PD_ALL_VISIBLE);
        begin(s[B]);
        update(&sim, s[B], t, 9, 10);
        CHECK(!(page_of(&sim, t, 0)->pd_flags & XIP_PD_ALL_VISIBLE));
    });
}

/* A session that waits in the middle of a statement has its page pinned. */
static void pinned_pages_are_left_alone(void)
{
    EACH_RULES(3, true, {
        fill(s[A], t, 2);
        update_committed(&sim, s[A], t, 1, 11);
        begin(s[A]);
        update(&sim, s[A], t, 2, 21);
        begin(s[B]);
        xip_heap_op_result x;
        CHECK(update_as(&sim, s[B], t, 2, 22, false, &x) == XIP_WAIT);
        /* Up to 14 VACUUM records nothing about a page that it could not scan, so no session learns of it. */
        CHECK(vacuum(s[C], t).new_relstats == (rules >= 15));
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_NORMAL);
        rollback(s[A]);
        CHECK(is_woken(&sim, s[B]) && run(s[B], &x) == XIP_DONE);
        commit(s[B]);
        vacuum(s[C], t);
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_REDIRECT);
    });
}

/* A page that the driver holds for a scan is left alone while the statement runs, and no longer. */
static void held_pages_are_left_alone(void)
{
    EACH_RULES(3, true, {
        fill(s[A], t, 2);
        update_committed(&sim, s[A], t, 1, 11);
        begin(s[B]);
        xip_push_active_snapshot(s[B]);
        xip_heap_hold(s[B], t, 1);
        xip_heap_hold(s[B], t, 0);
        insert(s[B], t, 9, 90);
        vacuum(s[C], t);
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_NORMAL);
        xip_heap_scan_end(s[B]);
        xip_heap_hold(s[B], t, 1);
        vacuum(s[C], t);
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_REDIRECT);
        update_committed(&sim, s[A], t, 2, 21);
        xip_heap_hold(s[B], t, 0);
        xip_pop_active_snapshot(s[B]);
        rollback(s[B]);
        vacuum(s[C], t);
        CHECK(item_0(&sim, t, 2).flags == XIP_LP_REDIRECT);
    });
}

/* Aborted updates are dead at once, no horizon needed; their root lives. */
static void aborted_versions_go_at_once(void)
{
    EACH_RULES(2, true, {
        fill(s[A], t, 1);
        begin_rr(s[B]);
        CHECK(value(&sim, s[B], t, 1) == 10);
        for (int32_t i = 0; i < 3; i++) {
            begin(s[A]);
            update(&sim, s[A], t, 1, 11);
            rollback(s[A]);
        }
        CHECK(vacuum(s[A], t).tuples_deleted == 3);
        CHECK(item_0(&sim, t, 1).flags == XIP_LP_NORMAL && item_0(&sim, t, 2).flags == XIP_LP_UNUSED);
        CHECK(xip_page_items(page_of(&sim, t, 0)) == (rules >= 16 ? 1 : 4));
        CHECK(value(&sim, s[B], t, 1) == 10);
    });
}

/* The same rows in the same pages: no session has to open the table again. Found by the fuzzer: the next writer
 * continues where it was. */
static void figures_change_with_what_they_count(void)
{
    EACH_RULES(3, true, {
        fill(s[A], t, 3);
        CHECK(vacuum(s[B], t).new_relstats);
        CHECK(!vacuum(s[B], t).new_relstats);
        begin_rr(s[C]);
        CHECK(value(&sim, s[C], t, 1) == 10);
        begin(s[A]);
        update(&sim, s[A], t, 1, 11);
        commit(s[A]);
        CHECK(vacuum(s[B], t).new_relstats); /* no longer all visible */
        begin(s[A]);
        update(&sim, s[A], t, 1, 12);
        commit(s[A]);
        CHECK(!vacuum(s[B], t).new_relstats);
        begin(s[A]);
        xip_heap_op_result gone;
        CHECK(delete_as(&sim, s[A], t, 2, &gone) == XIP_DONE);
        CHECK(!vacuum(s[B], t).new_relstats); /* in progress: still live */
        commit(s[A]);
        CHECK(vacuum(s[B], t).new_relstats);
        commit(s[C]);
    });
}

/* A unique check's result for an index entry that it follows. */
static void an_entry_to_the_dead_is_told_apart(void)
{
    EACH_RULES(4, true, {
        fill(s[A], t, 2);
        begin_rr(s[B]);
        CHECK(value(&sim, s[B], t, 1) == 10);
        xip_ctid first = {0, 1};
        begin(s[A]);
        xip_heap_op_result gone;
        CHECK(delete_as(&sim, s[A], t, 1, &gone) == XIP_DONE);
        commit(s[A]);
        begin(s[C]);
        xip_push_active_snapshot(s[C]);
        xip_dirty seen = xip_heap_fetch_dirty(s[C], t, first);
        CHECK(!seen.found && !seen.all_dead); /* B still sees it */
        xip_pop_active_snapshot(s[C]);
        commit(s[B]);
        commit(s[C]);
        /* Not C: since 14 it would not compute again while its RecentXmin is unchanged. */
        begin(s[D]);
        xip_push_active_snapshot(s[D]);
        seen = xip_heap_fetch_dirty(s[D], t, first);
        CHECK(!seen.found && seen.all_dead);
        seen = xip_heap_fetch_dirty(s[D], t, (xip_ctid){0, 2});
        CHECK(seen.found && !seen.all_dead);
        xip_pop_active_snapshot(s[D]);
        commit(s[D]);
    });
}

static void old_multixacts_are_forgotten(void)
{
    EACH_RULES(3, true, {
        fill(s[A], t, 1);
        begin(s[A]);
        begin(s[B]);
        lock(&sim, s[A], t, 1, XIP_LOCK_SHARE);
        lock(&sim, s[B], t, 1, XIP_LOCK_SHARE);
        vacuum(s[C], t);
        CHECK(item_0(&sim, t, 1).h.t_infomask & XIP_HEAP_XMAX_IS_MULTI);
        commit(s[A]);
        commit(s[B]);
        vacuum(s[C], t);
        item one = item_0(&sim, t, 1);
        CHECK(one.h.t_xmax == 0 && (one.h.t_infomask & 0x3CFF & ~XIP_HEAP_HASVARWIDTH) == XIP_HEAP_XMAX_INVALID);
        /* Since 16 the page is frozen as a whole. */
        CHECK(xip_xmin_frozen(&one.h) == (rules >= 16));
    });
}

/*
 * C's transaction is as old as the multixact, which keeps it for C; but no running transaction may be in it, so the
 * session that vacuums looks for no members, and treats it as one without. Found by the fuzzer on 17.
 */
static void a_multixact_without_members_is_forgotten(void)
{
    EACH_RULES(4, true, {
        fill(s[A], t, 2);
        begin(s[A]);
        begin(s[B]);
        lock(&sim, s[A], t, 1, XIP_LOCK_SHARE);
        lock(&sim, s[B], t, 1, XIP_LOCK_SHARE);
        begin(s[C]);
        uint32_t multi = item_0(&sim, t, 1).h.t_xmax;
        CHECK(xip_mxact_oldest_visible(s[C]) <= multi);
        commit(s[A]);
        commit(s[B]);
        vacuum(s[D], t);
        item one = item_0(&sim, t, 1);
        CHECK(one.h.t_xmax == 0 && (one.h.t_infomask & XIP_HEAP_XMAX_INVALID));
        CHECK(xip_xmin_frozen(&one.h) == (rules >= 16));
        item two = item_0(&sim, t, 2);
        CHECK(xip_xmin_frozen(&two.h) == (rules >= 16));
    });
}

static void statuses(void)
{
    EACH_RULES(2, true, {
        fill(s[A], t, 2);
        begin(s[A]);
        update(&sim, s[A], t, 1, 11);
        xip_xid dead_after;
        CHECK(xip_heap_vacuum_status(s[B], t, (xip_ctid){0, 2}, &dead_after) == 1);
        CHECK(xip_heap_vacuum_status(s[B], t, (xip_ctid){0, 1}, &dead_after) == 4);
        CHECK(xip_heap_vacuum_status(s[B], t, (xip_ctid){0, 3}, &dead_after) == 3);
        commit(s[A]);
        CHECK(xip_heap_vacuum_status(s[B], t, (xip_ctid){0, 1}, &dead_after) == 2 && dead_after == 1001);
        CHECK(!(item_0(&sim, t, 1).h.t_infomask & XIP_HEAP_XMAX_COMMITTED)); /* the check leaves no hint */
        begin(s[A]);
        insert(s[A], t, 3, 3);
        rollback(s[A]);
        CHECK(xip_heap_vacuum_status(s[B], t, (xip_ctid){0, 4}, &dead_after) == 0);
        CHECK(xip_heap_vacuum_status(s[B], t, (xip_ctid){0, 99}, &dead_after) == 0);
    });
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a page short of room is pruned when it is read, and the chain's root redirects", hot_pruning_on_access);
    LAW("what a running snapshot sees is never pruned", a_snapshot_holds_pruning_back);
    LAW("used again without its xmin, a snapshot loses rows that it sees: the hole of 2012", the_hole_of_2012);
    LAW("VACUUM frees dead line pointers, at once or after the indexes", vacuum_without_and_with_indexes);
    LAW("what remains is counted as that version's VERBOSE counts it", what_remains_is_counted_as_that_version_does);
    LAW("empty pages at the end are cut off when nobody holds the table", an_empty_end_is_cut_off);
    LAW("a page is all-visible when everything on it is, until it changes", all_visible_pages_are_not_tested);
    LAW("a page that a waiting statement has pinned is not pruned", pinned_pages_are_left_alone);
    LAW("nor is one that is held for a scan, until its end or the statement's", held_pages_are_left_alone);
    LAW("versions of aborted updates go at once", aborted_versions_go_at_once);
    LAW("figures in pg_class are new only where something counts otherwise", figures_change_with_what_they_count);
    LAW("an index entry that leads only to what nobody will need is told apart", an_entry_to_the_dead_is_told_apart);
    LAW("multixacts without running members are forgotten by VACUUM", old_multixacts_are_forgotten);
    LAW("a multixact that could have no running member is forgotten by VACUUM, even where somebody may look for it",
        a_multixact_without_members_is_forgotten);
    LAW("what VACUUM would say of a version, asked without a trace", statuses);
    return check_end();
}
