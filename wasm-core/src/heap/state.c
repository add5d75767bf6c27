/* state.c — see state.h; relations and their pages. */
#include "heap/state.h"

#include <string.h>

#include "base/assert.h"

/* ---- the state itself ---- */

static xip_heap *make_state(xip_server *server)
{
    xip_arena *arena = xip_server_arena(server);
    xip_heap *heap = xip_arena_take(arena, sizeof *heap, XIP_UNIT_BYTES);
    if (heap == NULL)
        return NULL;
    const xip_server_config *config = xip_server_configured(server);
    heap->server = server;
    heap->arena = arena;
    heap->rules = config->rules;
    heap->faults = config->faults;
    for (uint32_t i = 0; i < XIP_MAX_SESSIONS; i++) {
        heap->sessions[i].pin_block = XIP_NO_BLOCK;
        for (uint32_t rel = 0; rel < XIP_MAX_RELATIONS; rel++)
            heap->sessions[i].target[rel] = XIP_NO_BLOCK;
    }
    *xip_server_heap_slot(server) = heap;
    return heap;
}

xip_heap *xip_heap_of(xip_server *server)
{
    xip_heap *heap = *xip_server_heap_slot(server);
    return heap != NULL ? heap : make_state(server);
}

xip_heap *xip_heap_at(xip_session *me)
{
    /* A session may end, or fail, before any relation was created. */
    xip_heap *heap = xip_heap_of(xip_server_of(me));
    XIP_ASSERT(heap != NULL, "the arena has room for what the heap keeps");
    return heap;
}

xip_heap_session *xip_heap_mine(xip_session *me)
{
    xip_heap *heap = xip_heap_at(me);
    xip_heap_session *mine = &heap->sessions[xip_session_id(me)];
    if (mine->xact != xip_xact_number(me)) {
        for (uint32_t i = 0; i < XIP_COMBO_PAGES && mine->combo_pages[i] != 0; i++) {
            xip_heap_give_page(heap, mine->combo_pages[i]);
            mine->combo_pages[i] = 0;
        }
        mine->combo_count = mine->multi_count = mine->oldest_visible = 0;
        mine->xact = xip_xact_number(me);
    }
    return mine;
}

uint32_t *xip_heap_target(xip_session *me, uint32_t rel)
{
    xip_heap_session *mine = xip_heap_mine(me);
    if (mine->stale_targets != 0 &&
        (mine->stale_xact != xip_xact_number(me) || mine->stale_cid != xip_current_cid(me, false))) {
        for (uint32_t i = 0; i < XIP_MAX_RELATIONS; i++)
            if (mine->stale_targets >> i & 1)
                mine->target[i] = XIP_NO_BLOCK;
        mine->stale_targets = 0;
    }
    return &mine->target[rel];
}

void xip_heap_forget_targets(xip_heap *heap, uint32_t rel)
{
    for (uint32_t id = 0; id < XIP_MAX_SESSIONS; id++) {
        xip_session *session = xip_session_at(heap->server, id);
        xip_heap_session *state = &heap->sessions[id];
        if (session == NULL || xip_xact_level(session) == 0 || xip_active_snapshot(session) == NULL) {
            state->target[rel] = XIP_NO_BLOCK;
            continue;
        }
        state->stale_targets |= UINT64_C(1) << rel;
        state->stale_xact = xip_xact_number(session);
        state->stale_cid = xip_current_cid(session, false);
    }
}

/* ---- memory ---- */

static xip_page_name take_page(xip_heap *heap, size_t reserve)
{
    if (heap->free != 0) {
        xip_page_name name = heap->free;
        uint32_t *page = xip_heap_page_at(heap, name);
        heap->free = page[0];
        memset(page, 0, XIP_PAGE_BYTES);
        return name;
    }
    xip_arena *arena = heap->arena;
    if (arena->used + XIP_PAGE_BYTES + XIP_UNIT_BYTES + reserve > arena->size)
        return 0;
    uint8_t *page = xip_arena_take(arena, XIP_PAGE_BYTES, XIP_UNIT_BYTES);
    return page == NULL ? 0 : (xip_page_name)((size_t)(page - arena->base) / XIP_UNIT_BYTES);
}

xip_page_name xip_heap_take_page(xip_heap *heap)
{
    return take_page(heap, XIP_SERVER_RESERVE_BYTES);
}

xip_page_name xip_heap_reserved_page(xip_heap *heap)
{
    xip_page_name name = take_page(heap, 0);
    XIP_ASSERT(name != 0, "an operation starts only when there is room for what it makes");
    return name;
}

bool xip_heap_has_room(xip_session *me)
{
    const xip_heap *heap = xip_heap_at(me);
    enum { LARGEST_MULTI = 4096, PAIRS = XIP_COMBO_PAGES * XIP_GROWING_PER_PAGE };
    return heap->arena->size - heap->arena->used >= XIP_SERVER_RESERVE_BYTES / 2 &&
           heap->multi_members.count + 8 * LARGEST_MULTI < XIP_GROWING_PAGES * XIP_GROWING_PER_PAGE &&
           xip_heap_mine(me)->combo_count < PAIRS;
}

void xip_heap_give_page(xip_heap *heap, xip_page_name name)
{
    uint32_t *page = xip_heap_page_at(heap, name);
    page[0] = heap->free;
    heap->free = name;
}

void *xip_growing_at(const xip_heap *heap, const xip_growing *array, uint32_t index)
{
    if (index >= array->count)
        return NULL;
    uint8_t *page = xip_heap_page_at(heap, array->pages[index / XIP_GROWING_PER_PAGE]);
    return page + (size_t)(index % XIP_GROWING_PER_PAGE) * 8;
}

uint32_t xip_growing_add(xip_heap *heap, xip_growing *array, uint32_t more)
{
    uint32_t first = array->count;
    array->count += more;
    for (uint32_t i = first / XIP_GROWING_PER_PAGE; i <= (array->count - 1) / XIP_GROWING_PER_PAGE; i++)
        if (array->pages[i] == 0)
            array->pages[i] = xip_heap_reserved_page(heap);
    return first;
}

/* ---- relations ---- */

xip_error xip_relation_create(xip_server *server, bool has_index, uint32_t fillfactor, uint32_t *rel)
{
    xip_heap *heap = xip_heap_of(server);
    if (heap == NULL)
        return XIP_ERR_NO_MEMORY;
    if (fillfactor < 10 || fillfactor > 100)
        return XIP_ERR_ARGUMENT;
    uint32_t at = 0;
    while (at < XIP_MAX_RELATIONS && heap->relations[at].used)
        at++;
    xip_page_name map = at < XIP_MAX_RELATIONS ? xip_heap_take_page(heap) : 0;
    if (map == 0)
        return XIP_ERR_NO_MEMORY;
    heap->relations[at] = (xip_relation){.used = true,
                                         .has_index = has_index,
                                         .fillfactor = fillfactor,
                                         .map = map,
                                         .stats.tuples = heap->rules >= 14 ? XIP_RELTUPLES_UNKNOWN : 0};
    for (uint32_t i = 0; i < XIP_MAX_SESSIONS; i++)
        heap->sessions[i].target[at] = XIP_NO_BLOCK;
    *rel = at;
    return XIP_OK;
}

void xip_relation_drop(xip_server *server, uint32_t rel)
{
    xip_heap *heap = xip_heap_of(server);
    xip_relation *relation = &heap->relations[rel];
    XIP_ASSERT(relation->used, "only what exists is dropped");
    const xip_page_name *names = xip_heap_page_at(heap, relation->map);
    for (uint32_t i = 0; i < relation->blocks; i++)
        xip_heap_give_page(heap, names[i]);
    if (relation->fsm != 0)
        xip_heap_give_page(heap, relation->fsm);
    xip_heap_give_page(heap, relation->map);
    *relation = (xip_relation){0};
    xip_serializable_forget(server, rel);
}

void xip_relation_set_has_index(xip_server *server, uint32_t rel, bool has_index)
{
    xip_heap_of(server)->relations[rel].has_index = has_index;
}

uint32_t xip_relation_blocks(xip_server *server, uint32_t rel)
{
    return xip_heap_of(server)->relations[rel].blocks;
}

const uint8_t *xip_relation_page(xip_server *server, uint32_t rel, uint32_t block)
{
    return (const uint8_t *)xip_rel_page(xip_heap_of(server), rel, block);
}

xip_page *xip_rel_page(xip_heap *heap, uint32_t rel, uint32_t block)
{
    const xip_relation *relation = &heap->relations[rel];
    if (block >= relation->blocks)
        return NULL;
    const xip_page_name *names = xip_heap_page_at(heap, relation->map);
    return xip_heap_page_at(heap, names[block]);
}

xip_tuple_header *xip_rel_tuple(xip_heap *heap, uint32_t rel, xip_ctid ctid)
{
    xip_page *page = xip_rel_page(heap, rel, ctid.block);
    if (page == NULL || xip_page_item_flags(page, ctid.offset) != XIP_LP_NORMAL)
        return NULL;
    return xip_page_tuple(page, ctid.offset);
}

const xip_tuple_header *xip_heap_tuple(xip_server *server, uint32_t rel, xip_ctid ctid, uint32_t *length)
{
    xip_heap *heap = xip_heap_of(server);
    const xip_tuple_header *tuple = xip_rel_tuple(heap, rel, ctid);
    if (tuple != NULL && length != NULL)
        *length = xip_item_len(xip_page_item(xip_rel_page(heap, rel, ctid.block), ctid.offset));
    return tuple;
}

/* ---- pins ---- */

static bool op_pins(const xip_heap_session *session, uint32_t rel, uint32_t block)
{
    const xip_heap_op *op = &session->op;
    if (op->rel != rel || (op->kind == XIP_OP_NONE && !session->updates))
        return false;
    return op->self.block == block ||
           ((op->phase == XIP_PHASE_CHAIN || op->phase == XIP_PHASE_CHAIN_WAIT) && op->chain.block == block);
}

static bool scan_pins(const xip_heap *heap, xip_cursor_pin scan, uint32_t rel, uint32_t block)
{
    if (scan.block == XIP_NO_BLOCK || scan.rel != rel)
        return false;
    /* 17+: a scan reads its blocks from a stream, which has already pinned the next one. */
    bool is_next = heap->rules >= 17 && scan.block + 1 == block && block < scan.scan_blocks;
    return scan.block == block || is_next;
}

static bool cursors_pin(const xip_heap *heap, const xip_heap_session *of, const xip_session *session, uint32_t rel,
                        uint32_t block)
{
    for (uint32_t i = 0; i < XIP_MAX_CURSORS; i++)
        if (xip_is_registered(session, of->cursors[i].snapshot) && scan_pins(heap, of->cursors[i], rel, block))
            return true;
    return false;
}

/* Also against its own session's cleanup lock: that visit is a second pin. */
static bool held_pins(const xip_heap_session *of, const xip_session *session, uint32_t rel, uint32_t block)
{
    if (xip_active_snapshot(session) == NULL)
        return false;
    for (uint32_t i = 0; i < of->held; i++)
        if (of->holds[i].rel == rel && of->holds[i].block == block)
            return true;
    return false;
}

bool xip_page_is_pinned(xip_session *me, uint32_t rel, uint32_t block, bool mine_too)
{
    xip_heap *heap = xip_heap_at(me);
    for (uint32_t id = 0; id < XIP_MAX_SESSIONS; id++) {
        const xip_heap_session *other = &heap->sessions[id];
        xip_session *session = xip_session_at(heap->server, id);
        if (session != NULL && (cursors_pin(heap, other, session, rel, block) || held_pins(other, session, rel, block)))
            return true;
        bool counts = id != xip_session_id(me) || (mine_too && other->updates);
        xip_cursor_pin scan = {0, other->pin_rel, other->pin_block, other->scan_blocks};
        if (!counts || !(scan_pins(heap, scan, rel, block) || op_pins(other, rel, block)))
            continue;
        if (session != NULL && xip_active_snapshot(session) != NULL) /* otherwise its statement is over */
            return true;
    }
    return false;
}

void xip_forget_scan(xip_session *me)
{
    xip_heap_session *mine = &xip_heap_at(me)->sessions[xip_session_id(me)];
    mine->pin_block = XIP_NO_BLOCK;
    mine->updates = false;
}

void xip_heap_scan_end(xip_session *me)
{
    xip_forget_scan(me);
    xip_heap_at(me)->sessions[xip_session_id(me)].held = 0;
}

void xip_heap_hold(xip_session *me, uint32_t rel, uint32_t block)
{
    xip_heap_session *mine = &xip_heap_at(me)->sessions[xip_session_id(me)];
    if (mine->held == XIP_MAX_HELD)
        return;
    mine->holds[mine->held].rel = rel;
    mine->holds[mine->held].block = block;
    mine->held++;
}

void xip_heap_cursor_rests(xip_session *me, uint32_t snapshot)
{
    xip_heap_session *mine = &xip_heap_at(me)->sessions[xip_session_id(me)];
    uint32_t at = 0;
    while (at < XIP_MAX_CURSORS && xip_is_registered(me, mine->cursors[at].snapshot))
        at++;
    XIP_ASSERT(at < XIP_MAX_CURSORS, "the driver counts the cursors");
    mine->cursors[at] = (xip_cursor_pin){snapshot, mine->pin_rel, mine->pin_block, mine->scan_blocks};
    mine->pin_block = XIP_NO_BLOCK;
}

void xip_heap_cursor_goes_on(xip_session *me, uint32_t snapshot)
{
    xip_heap_session *mine = &xip_heap_at(me)->sessions[xip_session_id(me)];
    mine->pin_block = XIP_NO_BLOCK;
    for (uint32_t i = 0; i < XIP_MAX_CURSORS; i++) {
        xip_cursor_pin *pin = &mine->cursors[i];
        if (pin->snapshot != snapshot)
            continue;
        mine->pin_rel = pin->rel;
        mine->pin_block = pin->block;
        mine->scan_blocks = pin->scan_blocks;
        pin->snapshot = 0;
    }
}
