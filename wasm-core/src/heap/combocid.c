/* combocid.c — see combocid.h. Pairs live as long as their transaction, even if savepoints are rolled back. */
#include "heap/combocid.h"

#include "base/assert.h"

typedef struct xip_combo {
    xip_cid cmin, cmax;
} xip_combo;
enum { PAIRS_PER_PAGE = XIP_PAGE_BYTES / sizeof(xip_combo) };

static xip_combo *pair_at(const xip_heap *heap, const xip_heap_session *mine, uint32_t index)
{
    xip_combo *page = xip_heap_page_at(heap, mine->combo_pages[index / PAIRS_PER_PAGE]);
    return page + index % PAIRS_PER_PAGE;
}

/* The pair behind a tuple's cid: for a combo cid the one it stands for. */
static xip_combo pair_of(xip_session *me, const xip_tuple_header *tuple)
{
    const xip_heap_session *mine = xip_heap_mine(me);
    const xip_heap *heap = xip_heap_at(me);
    if (!(tuple->t_infomask & XIP_HEAP_COMBOCID))
        return (xip_combo){tuple->t_cid, tuple->t_cid};
    if (tuple->t_cid < mine->combo_count)
        return *pair_at(heap, mine, tuple->t_cid);
    /* A planted fault may mistake another transaction's xid for mine. */
    XIP_ASSERT(heap->faults != 0, "a combo cid is read only by who made it");
    return (xip_combo){tuple->t_cid, tuple->t_cid};
}

xip_cid xip_combo_cmin(xip_session *me, const xip_tuple_header *tuple)
{
    return pair_of(me, tuple).cmin;
}

xip_cid xip_combo_cmax(xip_session *me, const xip_tuple_header *tuple)
{
    return pair_of(me, tuple).cmax;
}

/* GetComboCommandId. Searches the newest pairs first: rows of one statement share theirs. */
static xip_cid combo_of(xip_session *me, xip_combo pair)
{
    xip_heap *heap = xip_heap_at(me);
    xip_heap_session *mine = xip_heap_mine(me);
    for (uint32_t i = mine->combo_count; i-- > 0;) {
        const xip_combo *known = pair_at(heap, mine, i);
        if (known->cmin == pair.cmin && known->cmax == pair.cmax)
            return i;
    }
    xip_page_name *page = &mine->combo_pages[mine->combo_count / PAIRS_PER_PAGE];
    if (*page == 0)
        *page = xip_heap_reserved_page(heap);
    *pair_at(heap, mine, mine->combo_count) = pair;
    return mine->combo_count++;
}

bool xip_combo_adjust_cmax(xip_session *me, const xip_tuple_header *tuple, xip_cid *cid)
{
    if (xip_xmin_committed(tuple) || !xip_is_current_xid(me, tuple->t_xmin))
        return false;
    *cid = combo_of(me, (xip_combo){xip_combo_cmin(me, tuple), *cid});
    return true;
}

void xip_combo_set_cmax(xip_tuple_header *tuple, xip_cid cid, bool is_combo)
{
    tuple->t_cid = cid;
    if (is_combo)
        xip_set_bits(tuple, XIP_HEAP_COMBOCID, 0);
    else
        xip_clear_bits(tuple, XIP_HEAP_COMBOCID, 0);
}

/* Whether the pair can be known to this session. */
static bool is_mine(xip_session *me, const xip_tuple_header *tuple)
{
    return (tuple->t_infomask & XIP_HEAP_COMBOCID) && xip_xact_level(me) > 0 && !xip_xmin_committed(tuple) &&
           tuple->t_cid < xip_heap_mine(me)->combo_count && xip_is_current_xid(me, tuple->t_xmin);
}

xip_cid xip_tuple_cmin(xip_session *me, const xip_tuple_header *tuple)
{
    return is_mine(me, tuple) ? xip_combo_cmin(me, tuple) : tuple->t_cid;
}

xip_cid xip_tuple_cmax(xip_session *me, const xip_tuple_header *tuple)
{
    return is_mine(me, tuple) ? xip_combo_cmax(me, tuple) : tuple->t_cid;
}
