/* slru.c — see slru.h. */
#include "pg/slru.h"

#include <string.h>

#include "base/assert.h"
#include "pg/lwlock.h"

enum { SHMEM_ALIGN = 128, NO_SLOT = UINT32_MAX, WORDS = XIP_SLRU_PAGE_BYTES / sizeof(uint32_t) };
_Static_assert((uint32_t)XIP_SLRU_MAX_BUFFERS < XIP_SLRU_HELD_EXCLUSIVE, "a slot and a bit share a word");

static size_t aligned(size_t n)
{
    return (n + SHMEM_ALIGN - 1) & ~(size_t)(SHMEM_ALIGN - 1);
}

size_t xip_slru_bytes(xip_slru_shape shape)
{
    size_t n = shape.buffers;
    return 3 * aligned(n * sizeof(uint32_t)) + aligned(n) + n * sizeof(xip_lwlock) + shape.banks * sizeof(xip_lwlock) +
           aligned(shape.banks * sizeof(uint32_t)) + SHMEM_ALIGN + n * XIP_SLRU_PAGE_BYTES;
}

xip_error xip_slru_init(xip_slru_ctl *slru, xip_slru_shape shape, xip_slru_store_fn page_in_store, void *store,
                        xip_arena *arena)
{
    size_t n = shape.buffers;
    bool enough = true;
    *slru = (xip_slru_ctl){.shape = shape, .page_in_store = page_in_store, .store = store};
#define LAY(field, bytes)                                                                                              \
    do {                                                                                                               \
        slru->field = xip_arena_take(arena, (bytes), SHMEM_ALIGN);                                                     \
        enough = enough && slru->field != NULL;                                                                        \
    } while (0)
    LAY(page_status, n * sizeof(uint32_t));
    LAY(page_dirty, n);
    LAY(page_number, n * sizeof(uint32_t));
    LAY(page_lru_count, n * sizeof(uint32_t));
    LAY(buffer_locks, n * sizeof(xip_lwlock));
    LAY(bank_locks, shape.banks * sizeof(xip_lwlock));
    LAY(cur_lru_count, shape.banks * sizeof(uint32_t));
    LAY(latest_page, sizeof(uint32_t));
    LAY(buffers, n * XIP_SLRU_PAGE_BYTES);
#undef LAY
    if (!enough)
        return XIP_ERR_NO_MEMORY;
    *slru->latest_page = XIP_SLRU_NO_PAGE;
    return XIP_OK;
}

/* ---- one bank: its slots are [first, first + size) ---- */

static uint32_t bank_of(const xip_slru_ctl *slru, uint32_t page)
{
    return slru->shape.banks == 1 ? 0 : page % slru->shape.banks;
}

static uint32_t bank_size(const xip_slru_ctl *slru)
{
    return slru->shape.banks == 1 ? slru->shape.buffers : (uint32_t)XIP_SLRU_BANK_SLOTS;
}

static uint32_t bank_of_slot(const xip_slru_ctl *slru, uint32_t slot)
{
    return slru->shape.banks == 1 ? 0 : slot / XIP_SLRU_BANK_SLOTS;
}

static uint32_t status_of(xip_backend *me, const xip_slru_ctl *slru, uint32_t slot)
{
    return mem_read_u32(me->core, &slru->page_status[slot], MEM_SLRU_PAGE_STATUS);
}

static void set_status(xip_backend *me, xip_slru_ctl *slru, uint32_t slot, xip_slru_status status)
{
    mem_write_u32(me->core, &slru->page_status[slot], (uint32_t)status, MEM_SLRU_PAGE_STATUS);
}

static void lock_bank(xip_backend *me, xip_slru_ctl *slru, uint32_t bank, xip_lwlock_mode mode)
{
    me->slru.waits += xip_lwlock_acquire_at(me, &slru->bank_locks[bank], mode);
}

static void unlock_bank(xip_backend *me, xip_slru_ctl *slru, uint32_t bank, xip_lwlock_mode mode)
{
    xip_lwlock_release_at(me, &slru->bank_locks[bank], mode);
}

/* The slot that holds the page (of this bank), or is about to; the bank's lock is held. */
static inline uint32_t find(xip_backend *me, const xip_slru_ctl *slru, uint32_t bank, uint32_t page)
{
    uint32_t first = bank * XIP_SLRU_BANK_SLOTS;
    uint32_t end = first + bank_size(slru);
    for (uint32_t slot = first; slot < end; slot++)
        if (mem_read_u32(me->core, &slru->page_number[slot], MEM_SLRU_PAGE_NUMBER) == page &&
            status_of(me, slru, slot) != XIP_SLRU_EMPTY)
            return slot;
    return NO_SLOT;
}

/*
 * SlruRecentlyUsed. The count changes only when another page was used in between, so a page that is requested
 * repeatedly is not written to. Two readers may do this at once: then a page may look a little older than it is.
 */
static inline void use(xip_backend *me, xip_slru_ctl *slru, uint32_t slot)
{
    uint32_t *count = &slru->cur_lru_count[bank_of_slot(slru, slot)];
    uint32_t now = mem_read_u32(me->core, count, MEM_SLRU_CUR_LRU_COUNT);
    if (mem_read_u32(me->core, &slru->page_lru_count[slot], MEM_SLRU_PAGE_LRU_COUNT) == now)
        return;
    mem_write_u32(me->core, count, now + 1, MEM_SLRU_CUR_LRU_COUNT);
    mem_write_u32(me->core, &slru->page_lru_count[slot], now + 1, MEM_SLRU_PAGE_LRU_COUNT);
}

/* ---- input and output: the bank's lock is held exclusively on entry and on return, and released in between ---- */

/* SimpleLruWaitIO: waits until the backend that reads or writes this slot's page has finished. */
static void wait_for_io(xip_backend *me, xip_slru_ctl *slru, uint32_t slot)
{
    uint32_t bank = bank_of_slot(slru, slot);
    unlock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);
    me->slru.waits += xip_lwlock_acquire_at(me, &slru->buffer_locks[slot], XIP_LW_SHARED);
    xip_lwlock_release_at(me, &slru->buffer_locks[slot], XIP_LW_SHARED);
    lock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);
}

/* The slot, empty or valid and clean, is about to get another page. */
static void note_eviction(xip_backend *me, const xip_slru_ctl *slru, uint32_t slot)
{
    if (status_of(me, slru, slot) == XIP_SLRU_EMPTY)
        return;
    me->slru.evictions++;
    me->slru.evicted_page = mem_read_u32(me->core, &slru->page_number[slot], MEM_SLRU_PAGE_NUMBER);
}

/* The slot is empty, or valid and clean. */
static void read_page(xip_backend *me, xip_slru_ctl *slru, uint32_t slot, uint32_t page)
{
    uint32_t bank = bank_of_slot(slru, slot);
    note_eviction(me, slru, slot);
    mem_write_u32(me->core, &slru->page_number[slot], page, MEM_SLRU_PAGE_NUMBER);
    set_status(me, slru, slot, XIP_SLRU_READING);
    mem_write_u8(me->core, &slru->page_dirty[slot], 0, MEM_SLRU_PAGE_DIRTY);
    /* Nobody holds it: its last holder released it before it took the bank's lock again. */
    xip_lwlock_acquire_at(me, &slru->buffer_locks[slot], XIP_LW_EXCLUSIVE);
    unlock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);

    uint8_t *to = slru->buffers + (size_t)slot * XIP_SLRU_PAGE_BYTES;
    MEM_NOTE(me->core, to, XIP_SLRU_PAGE_BYTES, XIP_ACCESS_WRITE, MEM_SLRU_PAGE);
    memcpy(to, slru->page_in_store(slru->store, page), XIP_SLRU_PAGE_BYTES);
    me->slru.reads++;

    lock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);
    set_status(me, slru, slot, XIP_SLRU_VALID);
    xip_lwlock_release_at(me, &slru->buffer_locks[slot], XIP_LW_EXCLUSIVE);
    use(me, slru, slot);
}

/*
 * SlruInternalWritePage: the slot is valid and dirty. It may be changed while it is written, and is then dirty again;
 * so its words are read one by one, and each is whole.
 */
static void write_page(xip_backend *me, xip_slru_ctl *slru, uint32_t slot)
{
    uint32_t bank = bank_of_slot(slru, slot);
    uint32_t page = mem_read_u32(me->core, &slru->page_number[slot], MEM_SLRU_PAGE_NUMBER);
    set_status(me, slru, slot, XIP_SLRU_WRITING);
    mem_write_u8(me->core, &slru->page_dirty[slot], 0, MEM_SLRU_PAGE_DIRTY);
    xip_lwlock_acquire_at(me, &slru->buffer_locks[slot], XIP_LW_EXCLUSIVE);
    unlock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);

    const uint32_t *from = xip_slru_word(slru, slot, 0);
    uint32_t *to = (uint32_t *)(void *)slru->page_in_store(slru->store, page);
    MEM_NOTE(me->core, from, XIP_SLRU_PAGE_BYTES, XIP_ACCESS_READ, MEM_SLRU_PAGE);
    for (uint32_t i = 0; i < WORDS; i++)
        to[i] = MEM_LOAD(uint32_t, from + i);
    me->slru.writes++;

    lock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);
    set_status(me, slru, slot, XIP_SLRU_VALID);
    xip_lwlock_release_at(me, &slru->buffer_locks[slot], XIP_LW_EXCLUSIVE);
}

/* A bank's slots as candidates for a page. */
typedef struct candidates {
    uint32_t empty, valid, busy; /* slots; NO_SLOT: none */
    int32_t valid_age, busy_age; /* uses of the bank since */
    uint32_t valid_page, busy_page;
} candidates;

static bool is_older(int32_t age, uint32_t page, int32_t best_age, uint32_t best_page)
{
    return age > best_age || (age == best_age && (int32_t)(page - best_page) < 0);
}

static candidates look_over(xip_backend *me, xip_slru_ctl *slru, uint32_t bank)
{
    candidates c = {.empty = NO_SLOT, .valid = NO_SLOT, .busy = NO_SLOT, .valid_age = -1, .busy_age = -1};
    /* Raised here, too, so that the oldest ones can be distinguished. */
    uint32_t now = mem_read_u32(me->core, &slru->cur_lru_count[bank], MEM_SLRU_CUR_LRU_COUNT);
    mem_write_u32(me->core, &slru->cur_lru_count[bank], now + 1, MEM_SLRU_CUR_LRU_COUNT);
    uint32_t latest = mem_read_u32(me->core, slru->latest_page, MEM_SLRU_LATEST_PAGE);
    uint32_t first = bank * XIP_SLRU_BANK_SLOTS;
    for (uint32_t slot = first; slot < first + bank_size(slru); slot++) {
        uint32_t status = status_of(me, slru, slot);
        if (status == XIP_SLRU_EMPTY) {
            c.empty = slot;
            break;
        }
        int32_t age = (int32_t)(now - mem_read_u32(me->core, &slru->page_lru_count[slot], MEM_SLRU_PAGE_LRU_COUNT));
        if (age < 0) { /* two readers at once have set it ahead */
            mem_write_u32(me->core, &slru->page_lru_count[slot], now, MEM_SLRU_PAGE_LRU_COUNT);
            age = 0;
        }
        uint32_t page = mem_read_u32(me->core, &slru->page_number[slot], MEM_SLRU_PAGE_NUMBER);
        if (page == latest)
            continue;
        if (status == XIP_SLRU_VALID && is_older(age, page, c.valid_age, c.valid_page)) {
            c.valid = slot;
            c.valid_age = age;
            c.valid_page = page;
        } else if (status != XIP_SLRU_VALID && is_older(age, page, c.busy_age, c.busy_page)) {
            c.busy = slot;
            c.busy_age = age;
            c.busy_page = page;
        }
    }
    return c;
}

/*
 * SlruSelectLRUPage: the slot that has the page or is about to, or else one that can take it: an empty one, or the
 * valid one that was used longest ago, clean. The bank's lock is held exclusively, and may be released in between.
 */
static uint32_t choose(xip_backend *me, xip_slru_ctl *slru, uint32_t page)
{
    uint32_t bank = bank_of(slru, page);
    for (;;) {
        uint32_t found = find(me, slru, bank, page);
        if (found != NO_SLOT)
            return found;
        candidates c = look_over(me, slru, bank);
        if (c.empty != NO_SLOT)
            return c.empty;
        if (c.valid == NO_SLOT) {
            XIP_ASSERT(c.busy != NO_SLOT, "a bank has more slots than there are newest pages");
            wait_for_io(me, slru, c.busy);
        } else if (mem_read_u8(me->core, &slru->page_dirty[c.valid], MEM_SLRU_PAGE_DIRTY) == 0) {
            return c.valid;
        } else {
            write_page(me, slru, c.valid);
        }
    }
}

static bool has_page(xip_backend *me, const xip_slru_ctl *slru, uint32_t slot, uint32_t page)
{
    return status_of(me, slru, slot) != XIP_SLRU_EMPTY &&
           mem_read_u32(me->core, &slru->page_number[slot], MEM_SLRU_PAGE_NUMBER) == page;
}

/* SimpleLruReadPage; the bank's lock is held exclusively. A page may be used while it is being written. */
static uint32_t bring_in(xip_backend *me, xip_slru_ctl *slru, uint32_t page)
{
    for (;;) {
        uint32_t slot = choose(me, slru, page);
        if (!has_page(me, slru, slot, page)) {
            read_page(me, slru, slot, page);
            return slot;
        }
        if (status_of(me, slru, slot) != XIP_SLRU_READING) {
            use(me, slru, slot);
            return slot;
        }
        wait_for_io(me, slru, slot); /* and then look again: it may already be evicted */
    }
}

/* ---- callers ---- */

xip_slru_held xip_slru_look_at(xip_backend *me, xip_slru_ctl *slru, uint32_t page)
{
    uint32_t bank = bank_of(slru, page);
    me->slru.lookups++;
    lock_bank(me, slru, bank, XIP_LW_SHARED);
    uint32_t slot = find(me, slru, bank, page);
    if (slot != NO_SLOT && status_of(me, slru, slot) != XIP_SLRU_READING) {
        use(me, slru, slot);
        me->slru.hits++;
        return slot;
    }
    unlock_bank(me, slru, bank, XIP_LW_SHARED);
    lock_bank(me, slru, bank, XIP_LW_EXCLUSIVE);
    return bring_in(me, slru, page) | XIP_SLRU_HELD_EXCLUSIVE;
}

xip_slru_held xip_slru_take(xip_backend *me, xip_slru_ctl *slru, uint32_t page)
{
    me->slru.lookups++;
    lock_bank(me, slru, bank_of(slru, page), XIP_LW_EXCLUSIVE);
    uint64_t before = me->slru.reads + me->slru.waits;
    uint32_t slot = bring_in(me, slru, page);
    me->slru.hits += me->slru.reads + me->slru.waits == before;
    return slot | XIP_SLRU_HELD_EXCLUSIVE;
}

xip_slru_held xip_slru_make_page(xip_backend *me, xip_slru_ctl *slru, uint32_t page)
{
    lock_bank(me, slru, bank_of(slru, page), XIP_LW_EXCLUSIVE);
    uint32_t slot = choose(me, slru, page);
    XIP_ASSERT(!has_page(me, slru, slot, page), "a page is made once");
    note_eviction(me, slru, slot);
    mem_write_u32(me->core, &slru->page_number[slot], page, MEM_SLRU_PAGE_NUMBER);
    set_status(me, slru, slot, XIP_SLRU_VALID);
    mem_write_u8(me->core, &slru->page_dirty[slot], 1, MEM_SLRU_PAGE_DIRTY);
    use(me, slru, slot);
    uint8_t *buffer = slru->buffers + (size_t)slot * XIP_SLRU_PAGE_BYTES;
    MEM_NOTE(me->core, buffer, XIP_SLRU_PAGE_BYTES, XIP_ACCESS_WRITE, MEM_SLRU_PAGE);
    memset(buffer, 0, XIP_SLRU_PAGE_BYTES);
    mem_write_u32(me->core, slru->latest_page, page, MEM_SLRU_LATEST_PAGE);
    return slot | XIP_SLRU_HELD_EXCLUSIVE;
}

void xip_slru_leave(xip_backend *me, xip_slru_ctl *slru, xip_slru_held held)
{
    bool exclusive = (held & XIP_SLRU_HELD_EXCLUSIVE) != 0;
    unlock_bank(me, slru, bank_of_slot(slru, xip_slru_slot(held)), exclusive ? XIP_LW_EXCLUSIVE : XIP_LW_SHARED);
}

uint32_t xip_slru_slot_of(const xip_slru_ctl *slru, uint32_t page)
{
    uint32_t first = bank_of(slru, page) * XIP_SLRU_BANK_SLOTS;
    for (uint32_t slot = first; slot < first + bank_size(slru); slot++)
        if (slru->page_number[slot] == page && slru->page_status[slot] != XIP_SLRU_EMPTY)
            return slot;
    return XIP_SLRU_NO_PAGE;
}

const uint32_t *xip_slru_peek(const xip_slru_ctl *slru, uint32_t page)
{
    uint32_t slot = xip_slru_slot_of(slru, page);
    if (slot != XIP_SLRU_NO_PAGE)
        return xip_slru_word(slru, slot, 0);
    return (const uint32_t *)(const void *)slru->page_in_store(slru->store, page);
}
