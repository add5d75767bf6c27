/*
 * vacuum.c — lazy VACUUM of one table. PostgreSQL: src/backend/access/heap/vacuumlazy.c (lazy_scan_heap,
 * lazy_scan_prune, lazy_scan_noprune, lazy_vacuum_heap_page, lazy_truncate_heap).
 *
 * First pass: each page is pruned, and dead line pointers are noted. Without indexes they become unused at once; with
 * indexes in a second pass, after the index entries are gone.
 * MODEL: no page is skipped (PostgreSQL skips runs of 32 or more all-visible pages), nothing is so old that it must be
 * frozen, and index entries are removed without a trace.
 */
#include "base/assert.h"
#include "heap/fsm.h"
#include "heap/freeze.h"
#include "heap/prune.h"
#include "heap/relstats.h"
#include "heap/visibility.h"

typedef struct vacuum {
    xip_session *me;
    xip_heap *heap;
    uint32_t rel;
    bool has_index;
    xip_freeze_cutoffs cutoffs;
    uint32_t nonempty; /* one past the last block that must stay */
    uint32_t dead_items, pages_with_dead, pages_skipped;
    bool noted[XIP_MAX_BLOCKS]; /* has dead line pointers for the second pass */
    xip_vacuum_result *result;
} vacuum;

static bool is_live_to_all(const vacuum *v, const xip_tuple_header *tuple)
{
    return xip_xmin_committed(tuple) && xip_xid_precedes(xip_tuple_xmin(tuple), v->cutoffs.oldest_xmin);
}

/*
 * Whether VERBOSE counts a tuple that stays as remaining. Up to 14 every one of them (num_tuples); since 15 the future
 * reltuples and the dead ones (new_rel_tuples): not one whose insertion is in progress.
 */
static bool is_counted(const vacuum *v, xip_htsv htsv)
{
    return v->heap->rules < 15 || htsv != XIP_TUPLE_INSERT_IN_PROGRESS;
}

/* The state of a page after pruning. */
typedef struct page_state {
    bool all_visible; /* except for dead line pointers */
    bool must_stay;   /* truncation may not remove it */
    uint32_t dead;    /* line pointers */
} page_state;

static page_state survey(const vacuum *v, xip_page *page)
{
    page_state state = {.all_visible = true};
    for (uint32_t i = 1; i <= xip_page_items(page); i++) {
        uint32_t flags = xip_page_item_flags(page, i);
        state.dead += flags == XIP_LP_DEAD;
        state.must_stay = state.must_stay || flags == XIP_LP_REDIRECT || flags == XIP_LP_NORMAL;
        if (flags != XIP_LP_NORMAL)
            continue;
        xip_tuple_header *tuple = xip_page_tuple(page, i);
        xip_htsv htsv = xip_satisfies_vacuum(v->me, tuple, v->cutoffs.oldest_xmin);
        if (htsv != XIP_TUPLE_LIVE || !is_live_to_all(v, tuple))
            state.all_visible = false;
        v->result->dead_not_yet_removable += htsv == XIP_TUPLE_RECENTLY_DEAD;
        v->result->tuples_remaining += is_counted(v, htsv);
        v->result->tuples_live += htsv == XIP_TUPLE_LIVE || htsv == XIP_TUPLE_DELETE_IN_PROGRESS;
    }
    return state;
}

/*
 * heap_page_is_all_visible: stops at the first tuple that is not visible to all, so the ones after it get no hint here.
 * That shows if freezing has just replaced a multixact by its updater, which leaves xmax without its hint.
 */
static bool is_all_visible(const vacuum *v, xip_page *page)
{
    for (uint32_t i = 1; i <= xip_page_items(page); i++) {
        if (xip_page_item_flags(page, i) != XIP_LP_NORMAL)
            continue;
        xip_tuple_header *tuple = xip_page_tuple(page, i);
        if (xip_satisfies_vacuum(v->me, tuple, v->cutoffs.oldest_xmin) != XIP_TUPLE_LIVE || !is_live_to_all(v, tuple))
            return false;
    }
    return true;
}

/* lazy_vacuum_heap_page (13: lazy_vacuum_page): dead line pointers become unused. */
static void free_dead_items(const vacuum *v, xip_page *page)
{
    for (uint32_t i = 1; i <= xip_page_items(page); i++) {
        if (xip_page_item_flags(page, i) != XIP_LP_DEAD)
            continue;
        page->pd_linp[i - 1] = xip_item_make(0, XIP_LP_UNUSED, 0);
        v->result->line_pointers_reclaimed++;
    }
    if (v->heap->rules >= 14)
        xip_page_truncate_items(page);
    else
        xip_page_repair(page, v->heap->rules);
    if (is_all_visible(v, page))
        page->pd_flags |= XIP_PD_ALL_VISIBLE;
}

static void record_free_space(const vacuum *v, uint32_t block)
{
    xip_fsm_record(v->heap, v->rel, block, xip_page_free_space(xip_rel_page(v->heap, v->rel, block)));
}

static void note_dead_items(vacuum *v, uint32_t block, uint32_t dead)
{
    v->noted[block] = true;
    v->dead_items += dead;
    v->pages_with_dead++;
}

/* Another session has the page pinned: 13 and 14 leave it alone, 15 and later note tuples that are already dead
 * (lazy_scan_noprune).
 */
static void scan_pinned(vacuum *v, uint32_t block)
{
    if (v->heap->rules < 15) {
        v->nonempty = block + 1;
        v->pages_skipped++;
        return;
    }
    page_state state = survey(v, xip_rel_page(v->heap, v->rel, block));
    bool leaves_dead = state.dead > 0 && !v->has_index; /* nobody will come back for them: missed_dead_tuples */
    if (leaves_dead)
        v->result->tuples_remaining += state.dead;
    if (state.must_stay || leaves_dead)
        v->nonempty = block + 1;
    if (state.dead > 0 && v->has_index)
        note_dead_items(v, block, state.dead);
    else
        record_free_space(v, block);
}

static void scan_page(vacuum *v, uint32_t block)
{
    xip_page *page = xip_rel_page(v->heap, v->rel, block);
    if (xip_page_is_pinned(v->me, v->rel, block, false)) {
        scan_pinned(v, block);
        return;
    }
    if (xip_page_is_empty(page)) {
        page->pd_flags |= XIP_PD_ALL_VISIBLE;
        record_free_space(v, block);
        return;
    }
    xip_prune_vacuum prune = {v->cutoffs.oldest_xmin, v->heap->rules >= 17 && !v->has_index};
    v->result->tuples_deleted += xip_prune_page(v->me, v->rel, block, prune);
    page_state state = survey(v, page);
    xip_freeze_page(v->me, v->rel, block, &v->cutoffs);
    if (state.must_stay)
        v->nonempty = block + 1;
    if (state.dead > 0 && v->has_index) {
        note_dead_items(v, block, state.dead);
        page->pd_flags &= (uint16_t)~XIP_PD_ALL_VISIBLE;
        return;
    }
    if (state.dead > 0)
        free_dead_items(v, page);
    else if (state.all_visible)
        page->pd_flags |= XIP_PD_ALL_VISIBLE;
    record_free_space(v, block);
}

/* 14+: indexes are left alone when fewer than two pages in a hundred have dead line pointers. */
static bool skips_second_pass(const vacuum *v)
{
    return v->dead_items == 0 || (v->heap->rules >= 14 && v->pages_with_dead * 50 < v->heap->relations[v->rel].blocks);
}

static void second_pass(vacuum *v)
{
    if (skips_second_pass(v))
        return;
    for (uint32_t block = 0; block < v->heap->relations[v->rel].blocks; block++) {
        /* 13 moves tuples here and needs the page alone. */
        if (!v->noted[block] || (v->heap->rules < 14 && xip_page_is_pinned(v->me, v->rel, block, false)))
            continue;
        free_dead_items(v, xip_rel_page(v->heap, v->rel, block));
        record_free_space(v, block);
    }
}

/* count_nondeletable_pages: a block with any line pointer in use stays. */
static uint32_t blocks_in_use(const vacuum *v)
{
    uint32_t blocks = v->heap->relations[v->rel].blocks;
    for (; blocks > v->nonempty; blocks--) {
        const xip_page *page = xip_rel_page(v->heap, v->rel, blocks - 1);
        for (uint32_t i = 1; i <= xip_page_items(page); i++)
            if (xip_page_item_flags(page, i) != XIP_LP_UNUSED)
                return blocks;
    }
    return blocks;
}

/* lazy_truncate_heap: only when no other session has any lock on the table, and at least a sixteenth of it can be
 * freed. */
static void truncate(vacuum *v)
{
    xip_relation *relation = &v->heap->relations[v->rel];
    uint32_t free_blocks = relation->blocks - v->nonempty;
    if (free_blocks == 0 || (free_blocks < 1000 && free_blocks < relation->blocks / 16))
        return;
    xip_current_xid(v->me); /* standbys learn of the lock by xid, before it is known whether it is available */
    xip_locktag tag = {XIP_LOCKTAG_RELATION, v->rel, 0, 0};
    if (xip_lock_acquire(v->me, tag, XIP_ACCESS_EXCLUSIVE, true) != XIP_DONE)
        return;
    uint32_t keep = blocks_in_use(v);
    v->result->pages_truncated = relation->blocks - keep;
    xip_fsm_truncate(v->heap, v->rel, keep);
    const xip_page_name *names = xip_heap_page_at(v->heap, relation->map);
    while (relation->blocks > keep)
        xip_heap_give_page(v->heap, names[--relation->blocks]);
    xip_lock_release(v->me, tag, XIP_ACCESS_EXCLUSIVE);
}

void xip_heap_vacuum_begin(xip_session *me)
{
    enum { IN_VACUUM = 0x02 };
    uint32_t rules = xip_heap_at(me)->rules;
    /* 13 takes its snapshot first, 14 first marks itself as a VACUUM. */
    if (rules >= 14)
        xip_set_status_flags(me, IN_VACUUM);
    xip_push_active_snapshot(me);
    if (rules < 14)
        xip_set_status_flags(me, IN_VACUUM);
}

void xip_heap_vacuum(xip_session *me, uint32_t rel, bool freezes, xip_vacuum_result *result)
{
    *result = (xip_vacuum_result){0};
    xip_heap *heap = xip_heap_at(me);
    vacuum v = {.me = me, .heap = heap, .rel = rel, .has_index = heap->relations[rel].has_index, .result = result};
    if (xip_active_snapshot(me) == NULL)
        xip_heap_vacuum_begin(me);
    v.cutoffs = xip_freeze_cutoffs_now(me, freezes);
    result->oldest_xmin = v.cutoffs.oldest_xmin;
    uint32_t pages = heap->relations[rel].blocks;
    for (uint32_t block = 0; block < pages; block++)
        scan_page(&v, block);
    second_pass(&v);
    xip_fsm_vacuum(heap, rel);
    truncate(&v);
    result->new_relstats = xip_update_relstats(
        me, rel, (xip_vacuum_count){pages, pages - v.pages_skipped, result->tuples_live}, &v.cutoffs);
    /* visibilitymap_pin creates the map if it does not exist (vm_extend): every session then closes the table's
     * files. */
    bool makes_vm = pages > 0 && !heap->relations[rel].has_vm;
    heap->relations[rel].has_vm |= makes_vm;
    if (result->new_relstats || makes_vm)
        xip_heap_forget_targets(heap, rel);
    xip_pop_active_snapshot(me);
}
