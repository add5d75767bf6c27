/* fsm.c — see fsm.h. Nodes are ordered as in a heap in an array: children of n are 2n+1 and 2n+2, leaves come last. */
#include "heap/fsm.h"

enum { NODES = XIP_FSM_INNER + XIP_FSM_LEAVES, STEP_BYTES = 32, NOTHING = 0xFFFFFFFF };

/* fsm_space_avail_to_cat: rounded down, so that the map never promises too much. */
static uint8_t category_of_free(uint32_t bytes)
{
    if (bytes >= XIP_MAX_TUPLE_BYTES)
        return 255;
    uint32_t category = bytes / STEP_BYTES;
    return (uint8_t)(category > 254 ? 254 : category);
}

/* fsm_space_needed_to_cat: rounded up. */
static uint8_t category_of_need(uint32_t bytes)
{
    uint32_t category = bytes == 0 ? 1 : (bytes + STEP_BYTES - 1) / STEP_BYTES;
    return (uint8_t)(category > 255 ? 255 : category);
}

static uint32_t parent_of(uint32_t node)
{
    return (node - 1) / 2;
}

/* The next node on the level; at the right end the level's first node. */
static uint32_t right_neighbour(uint32_t node)
{
    node++;
    return ((node + 1) & node) == 0 ? parent_of(node) : node;
}

static xip_fsm_page *page_of(xip_heap *heap, uint32_t rel, bool make)
{
    xip_relation *relation = &heap->relations[rel];
    if (relation->fsm == 0 && make)
        relation->fsm = xip_heap_take_page(heap);
    return relation->fsm == 0 ? NULL : xip_heap_page_at(heap, relation->fsm);
}

static void set_leaf(xip_fsm_page *page, uint32_t slot, uint8_t value)
{
    uint32_t node = XIP_FSM_INNER + slot;
    page->nodes[node] = value;
    while (node > 0) {
        node = parent_of(node);
        uint32_t left = 2 * node + 1, right = left + 1;
        uint8_t best = left < NODES ? page->nodes[left] : 0;
        if (right < NODES && page->nodes[right] > best)
            best = page->nodes[right];
        page->nodes[node] = best;
    }
}

/* fsm_search_avail: from the end of the last search, to the right and up until a node has enough, then down. */
static uint32_t search_leaves(xip_fsm_page *page, uint8_t need)
{
    if (page->nodes[0] < need)
        return NOTHING;
    uint32_t node = XIP_FSM_INNER + (page->next_slot < XIP_FSM_LEAVES ? page->next_slot : 0);
    while (node > 0 && page->nodes[node] < need)
        node = parent_of(right_neighbour(node));
    while (node < XIP_FSM_INNER) {
        uint32_t left = 2 * node + 1;
        node = left < NODES && page->nodes[left] >= need ? left : left + 1;
    }
    page->next_slot = node - XIP_FSM_INNER + 1; /* spreads sessions that search at once */
    return node - XIP_FSM_INNER;
}

/* fsm_search: from the top; corrects wrong values of the upper pages on the way. */
static uint32_t search_from_top(xip_heap *heap, uint32_t rel, uint8_t need)
{
    xip_relation *relation = &heap->relations[rel];
    xip_fsm_page *page = page_of(heap, rel, false);
    if (page == NULL || relation->fsm_upper < need)
        return XIP_NO_BLOCK;
    uint32_t slot = search_leaves(page, need);
    if (slot == NOTHING) {
        relation->fsm_upper = page->nodes[0];
        return XIP_NO_BLOCK;
    }
    return slot < relation->blocks ? slot : (uint32_t)XIP_NO_BLOCK;
}

uint32_t xip_fsm_search(xip_heap *heap, uint32_t rel, uint32_t bytes)
{
    return search_from_top(heap, rel, category_of_need(bytes));
}

void xip_fsm_record(xip_heap *heap, uint32_t rel, uint32_t block, uint32_t free_bytes)
{
    xip_fsm_page *page = page_of(heap, rel, true);
    if (page != NULL)
        set_leaf(page, block, category_of_free(free_bytes));
}

uint32_t xip_fsm_record_and_search(xip_heap *heap, uint32_t rel, uint32_t block, uint32_t free_bytes, uint32_t bytes)
{
    xip_fsm_page *page = page_of(heap, rel, true);
    if (page == NULL)
        return XIP_NO_BLOCK;
    set_leaf(page, block, category_of_free(free_bytes));
    uint32_t slot = search_leaves(page, category_of_need(bytes));
    if (slot != NOTHING && slot < heap->relations[rel].blocks)
        return slot;
    return search_from_top(heap, rel, category_of_need(bytes));
}

void xip_fsm_vacuum(xip_heap *heap, uint32_t rel)
{
    xip_fsm_page *page = page_of(heap, rel, false);
    if (page == NULL)
        return;
    heap->relations[rel].fsm_upper = page->nodes[0];
    page->next_slot = 0; /* so that low blocks are filled first and the end can be truncated */
}

void xip_fsm_truncate(xip_heap *heap, uint32_t rel, uint32_t blocks)
{
    xip_fsm_page *page = page_of(heap, rel, false);
    if (page == NULL)
        return;
    for (uint32_t slot = blocks; slot < heap->relations[rel].blocks; slot++)
        set_leaf(page, slot, 0);
    xip_fsm_vacuum(heap, rel);
}
