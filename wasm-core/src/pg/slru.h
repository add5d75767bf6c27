/*
 * slru.h — a simple LRU: pages of 8 kB behind a few buffers in shared memory, for pg_subtrans and pg_xact.
 * PostgreSQL: src/backend/access/transam/slru.c.
 *
 *   up to 16   | slot 0 … slot 31 |                        one control lock, every slot is looked at
 *   17+        | bank 0: 16 slots | bank 1: 16 slots | …   page p belongs to bank p % banks, an LWLock each
 *
 * A slot is empty, being read, valid, or being written. On a miss the backend reads the page itself with the bank's
 * lock released; meanwhile it holds the slot's own lock, and other backends that need the same page wait for that one.
 *
 * Invariants. Slots change under their bank's lock held exclusively; only LRU counts also under the shared one, where
 * the last writer wins. A page is in one slot at most. A buffer's bytes are changed by the holder of the bank's
 * exclusive lock, or by the backend that reads the page into it. The newest page is never evicted.
 *
 * MODEL: a page read copies 8 kB from memory, as from the kernel's cache; the system calls around it (open, pread,
 * close: some 3 µs on a real 13) cost nothing. The same holds for a write. MODEL: page numbers take 4 bytes in every
 * version; PostgreSQL 17 made them 8.
 */
#ifndef XIP_PG_SLRU_H
#define XIP_PG_SLRU_H

#include <stdbool.h>
#include <stdint.h>

#include "pg/cluster.h"
#include "pg/layout.h"

enum {
    XIP_SLRU_PAGE_BYTES = 8192,
    XIP_SLRU_BANK_SLOTS = 16,        /* SLRU_BANK_SIZE of 17 */
    XIP_SLRU_SUBTRANS_BUFFERS = 32,  /* NUM_SUBTRANS_BUFFERS up to 16 */
    XIP_SLRU_MIN_BUFFERS = 16,       /* of 17's settings */
    XIP_SLRU_MAX_BUFFERS = 1024,     /* of this project: also the largest automatic size */
    XIP_SLRU_LEAST_XACT_BUFFERS = 4, /* CLOGShmemBuffers up to 16 */
    XIP_SLRU_MOST_XACT_BUFFERS = 128,
    XIP_SLRU_NO_PAGE = 0x7FFFFFFF /* no xid is on it */
};

typedef enum xip_slru_status {
    XIP_SLRU_EMPTY = 0,
    XIP_SLRU_READING = 1,
    XIP_SLRU_VALID = 2,
    XIP_SLRU_WRITING = 3
} xip_slru_status;

typedef struct xip_slru_shape {
    uint32_t buffers;
    uint32_t banks;
} xip_slru_shape;

/* As up to 16: pg_subtrans' 32 buffers under one lock. */
static inline xip_slru_shape xip_slru_shape_16(void)
{
    return (xip_slru_shape){.buffers = XIP_SLRU_SUBTRANS_BUFFERS, .banks = 1};
}

/* CLOGShmemBuffers up to 16: pg_xact's, under one lock, with this many pages of 8 kB in shared_buffers. */
static inline xip_slru_shape xip_slru_shape_xact_16(uint32_t shared_buffers)
{
    uint32_t wanted = shared_buffers / 512;
    if (wanted < XIP_SLRU_LEAST_XACT_BUFFERS)
        wanted = XIP_SLRU_LEAST_XACT_BUFFERS;
    if (wanted > XIP_SLRU_MOST_XACT_BUFFERS)
        wanted = XIP_SLRU_MOST_XACT_BUFFERS;
    return (xip_slru_shape){.buffers = wanted, .banks = 1};
}

/* As since 17; `buffers` as in subtransaction_buffers, but not 0: xip_slru_is_size. */
static inline xip_slru_shape xip_slru_shape_17(uint32_t buffers)
{
    return (xip_slru_shape){.buffers = buffers, .banks = buffers / XIP_SLRU_BANK_SLOTS};
}

/* check_slru_buffers: a multiple of 16, within the limits. */
static inline bool xip_slru_is_size(uint32_t buffers)
{
    return buffers >= XIP_SLRU_MIN_BUFFERS && buffers <= XIP_SLRU_MAX_BUFFERS && buffers % XIP_SLRU_BANK_SLOTS == 0;
}

/* SimpleLruAutotuneBuffers(512, 1024): the meaning of a setting of 0 with this many pages of 8 kB in shared_buffers. */
static inline uint32_t xip_slru_automatic_size(uint32_t shared_buffers)
{
    uint32_t wanted = shared_buffers / 512 / XIP_SLRU_BANK_SLOTS * XIP_SLRU_BANK_SLOTS;
    if (wanted < XIP_SLRU_MIN_BUFFERS)
        return XIP_SLRU_MIN_BUFFERS;
    return wanted > XIP_SLRU_MAX_BUFFERS ? (uint32_t)XIP_SLRU_MAX_BUFFERS : wanted;
}

/* Returns the 8 kB of a page outside the buffers. Only called by the one backend that reads or writes this page. */
typedef uint8_t *(*xip_slru_store_fn)(void *store, uint32_t page);

/* SlruCtl: the addresses of everything. Does not change while anybody runs. The arrays are shared memory. */
typedef struct xip_slru_ctl {
    xip_slru_shape shape;
    xip_slru_store_fn page_in_store;
    void *store;
    uint32_t *page_status; /* xip_slru_status */
    uint8_t *page_dirty;   /* must be written before its slot is used again */
    uint32_t *page_number;
    uint32_t *page_lru_count; /* of the bank's cur_lru_count when it was last used */
    xip_lwlock *buffer_locks; /* a slot's: held while its page is read or written */
    xip_lwlock *bank_locks;   /* up to 16: the one control lock */
    uint32_t *cur_lru_count;  /* of each bank */
    uint32_t *latest_page;
    uint8_t *buffers;
} xip_slru_ctl;

/* Bytes that xip_slru_init takes. */
size_t xip_slru_bytes(xip_slru_shape shape);
/* SimpleLruInit: all slots empty. XIP_ERR_NO_MEMORY when the arena is too small. */
xip_error xip_slru_init(xip_slru_ctl *slru, xip_slru_shape shape, xip_slru_store_fn page_in_store, void *store,
                        xip_arena *arena);

/* A slot, and the mode in which its bank's lock is held. */
typedef uint32_t xip_slru_held;
enum { XIP_SLRU_HELD_EXCLUSIVE = 1u << 31 };

/* SimpleLruReadPage_ReadOnly: the page is in the slot until xip_slru_leave. */
xip_slru_held xip_slru_look_at(xip_backend *me, xip_slru_ctl *slru, uint32_t page);
/* Takes the bank's lock exclusively, then SimpleLruReadPage, for a caller that changes the page. */
xip_slru_held xip_slru_take(xip_backend *me, xip_slru_ctl *slru, uint32_t page);
/* SimpleLruZeroPage: creates a page that never existed before; it is the newest one from now on. */
xip_slru_held xip_slru_make_page(xip_backend *me, xip_slru_ctl *slru, uint32_t page);
/*
 * For observers, while nobody runs: the slot that holds a page; and its words, wherever they are. They take no lock,
 * count nothing and change no LRU count. The page must exist.
 */
uint32_t xip_slru_slot_of(const xip_slru_ctl *slru, uint32_t page); /* XIP_SLRU_NO_PAGE: in none */
const uint32_t *xip_slru_peek(const xip_slru_ctl *slru, uint32_t page);
/* Releases the bank's lock. */
void xip_slru_leave(xip_backend *me, xip_slru_ctl *slru, xip_slru_held held);

/* Its slot's index. */
static inline uint32_t xip_slru_slot(xip_slru_held held)
{
    return held & ~(uint32_t)XIP_SLRU_HELD_EXCLUSIVE;
}
/* Words of a page that is held. A writer must hold it exclusively. */
static inline uint32_t *xip_slru_word(const xip_slru_ctl *slru, xip_slru_held held, uint32_t at)
{
    return (uint32_t *)(void *)(slru->buffers + (size_t)xip_slru_slot(held) * XIP_SLRU_PAGE_BYTES) + at;
}
static inline uint32_t xip_slru_read(xip_backend *me, const xip_slru_ctl *slru, xip_slru_held held, uint32_t at)
{
    return mem_read_u32(me->core, xip_slru_word(slru, held, at), MEM_SLRU_PAGE);
}
static inline void xip_slru_write(xip_backend *me, xip_slru_ctl *slru, xip_slru_held held, uint32_t at, uint32_t word)
{
    mem_write_u32(me->core, xip_slru_word(slru, held, at), word, MEM_SLRU_PAGE);
    mem_write_u8(me->core, &slru->page_dirty[xip_slru_slot(held)], 1, MEM_SLRU_PAGE_DIRTY);
}

#endif
