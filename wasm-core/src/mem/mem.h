/*
 * mem.h — every access to a server's shared memory goes through here.
 *
 * Two builds of the same code:
 *   plain     (lab, native tests)   a function is one load or store; `core` and `field` vanish.
 *   observed  (engine, XIP_OBSERVED) each access is also logged with core, address, size, kind and field.
 *
 * Ordering. PostgreSQL reads and writes xid, xmin and the counters of subtransactions with plain, aligned accesses;
 * locks order them. Natively the plain access is a relaxed atomic: the same instruction on x86 and Arm, and data-race
 * free for ThreadSanitizer. WebAssembly has no relaxed atomics: every atomic there is sequentially consistent and
 * compiles to a locked instruction, which would hide the false sharing that the lab wants to show. So there a plain
 * access is `volatile`: one aligned load or store, which engines do not tear. Real atomics (lock words, the group list,
 * semaphores) are atomics in every build.
 *
 * mem_read_before_barrier + mem_read_barrier, and mem_barrier_then_write, are used where PostgreSQL has pg_read_barrier
 * and pg_write_barrier: acquire and release natively (ThreadSanitizer knows them, but no fences; free on x86), a fence
 * next to the volatile access in WebAssembly. The read barrier is separate from the read, so that a scan pays for it
 * only if it reads something after it.
 */
#ifndef XIP_MEM_H
#define XIP_MEM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Names of the fields, as PostgreSQL calls them. The observed build logs them. */
#define MEM_FIELD_MAP(X)                                                                                               \
    X(MEM_XID, "xid")                                                                                                  \
    X(MEM_XMIN, "xmin")                                                                                                \
    X(MEM_LXID, "lxid")                                                                                                \
    X(MEM_PID, "pid")                                                                                                  \
    X(MEM_DATABASE_ID, "databaseId")                                                                                   \
    X(MEM_STATUS_FLAGS, "statusFlags")                                                                                 \
    X(MEM_VACUUM_FLAGS, "vacuumFlags")                                                                                 \
    X(MEM_OVERFLOWED, "overflowed")                                                                                    \
    X(MEM_NXIDS, "nxids")                                                                                              \
    X(MEM_SUBXID_STATUS, "subxidStatus")                                                                               \
    X(MEM_SUBXIDS, "subxids")                                                                                          \
    X(MEM_PGXACTOFF, "pgxactoff")                                                                                      \
    X(MEM_PGPROCNO, "pgprocnos[]")                                                                                     \
    X(MEM_PROCS, "procs[]")                                                                                            \
    X(MEM_NUM_PROCS, "numProcs")                                                                                       \
    X(MEM_SLOT_XMIN, "replication_slot_xmin")                                                                          \
    X(MEM_SLOT_CATALOG_XMIN, "replication_slot_catalog_xmin")                                                          \
    X(MEM_NEXT_XID, "nextXid")                                                                                         \
    X(MEM_OLDEST_XID, "oldestXid")                                                                                     \
    X(MEM_LATEST_COMPLETED_XID, "latestCompletedXid")                                                                  \
    X(MEM_XACT_COMPLETION_COUNT, "xactCompletionCount")                                                                \
    X(MEM_LWLOCK_STATE, "LWLock.state")                                                                                \
    X(MEM_LWLOCK_WAITERS, "LWLock.waiters")                                                                            \
    X(MEM_LW_WAITING, "lwWaiting")                                                                                     \
    X(MEM_LW_WAIT_MODE, "lwWaitMode")                                                                                  \
    X(MEM_LW_WAIT_LINK, "lwWaitLink")                                                                                  \
    X(MEM_GROUP_FIRST, "procArrayGroupFirst")                                                                          \
    X(MEM_GROUP_MEMBER, "procArrayGroupMember")                                                                        \
    X(MEM_GROUP_NEXT, "procArrayGroupNext")                                                                            \
    X(MEM_GROUP_MEMBER_XID, "procArrayGroupMemberXid")                                                                 \
    X(MEM_DELAY_CHKPT, "delayChkpt")                                                                                   \
    X(MEM_SEMAPHORE, "semaphore")                                                                                      \
    X(MEM_SHARED_CLAIMED, "shared.claimed")                                                                            \
    X(MEM_SHARED_PUBLISHED, "shared.published")                                                                        \
    X(MEM_SHARED_XMIN, "shared.xmin")                                                                                  \
    X(MEM_SHARED_XMAX, "shared.xmax")                                                                                  \
    X(MEM_SHARED_XCNT, "shared.xcnt")                                                                                  \
    X(MEM_SHARED_SUBXCNT, "shared.subxcnt")                                                                            \
    X(MEM_SHARED_OVERFLOWED, "shared.overflowed")                                                                      \
    X(MEM_SHARED_XIP, "shared.xip[]")                                                                                  \
    X(MEM_SHARED_SUBXIP_END, "shared.subxipEnd[]")                                                                     \
    X(MEM_SHARED_SUBXIP, "shared.subxip[]")                                                                            \
    X(MEM_RUNNING_COUNT, "running.count")                                                                              \
    X(MEM_RUNNING, "running[]")                                                                                        \
    X(MEM_ARRIVED, "arrivals.arrived")                                                                                 \
    X(MEM_ARRIVALS, "arrivals[]")                                                                                      \
    X(MEM_CSN, "csn")                                                                                                  \
    X(MEM_CSN_OLDEST, "csn.oldest")                                                                                    \
    X(MEM_CSN_ROOM, "csn.roomBefore")                                                                                  \
    X(MEM_CSN_LOG, "csnLog[]")                                                                                         \
    X(MEM_SLRU_PAGE_NUMBER, "page_number[]")                                                                           \
    X(MEM_SLRU_PAGE_STATUS, "page_status[]")                                                                           \
    X(MEM_SLRU_PAGE_DIRTY, "page_dirty[]")                                                                             \
    X(MEM_SLRU_PAGE_LRU_COUNT, "page_lru_count[]")                                                                     \
    X(MEM_SLRU_CUR_LRU_COUNT, "cur_lru_count")                                                                         \
    X(MEM_SLRU_LATEST_PAGE, "latest_page_number")                                                                      \
    X(MEM_SLRU_PAGE, "page_buffer[]")                                                                                  \
    X(MEM_ROW, "row")

typedef enum mem_field {
#define X(name, text) name,
    MEM_FIELD_MAP(X)
#undef X
        MEM_FIELD_COUNT
} mem_field;

/* The field's name; NULL past the end. */
const char *mem_field_name(uint32_t field);

/* The accessing core of the observed machine. NULL, and never used, in plain builds. */
typedef struct mem_core mem_core;

#ifdef XIP_OBSERVED
#include "mem/observed.h"
#define MEM_NOTE(core, p, size, kind, field)           mem_note((core), (p), (size), (kind), (field))
#define MEM_NOTE_LOCK(core, lock, exclusive, released) mem_note_lock((core), (lock), (exclusive), (released))
/* A scan may read several entries at once and then each again: the plain build does; a log would show them twice. */
enum { MEM_LOOKS_AHEAD = 0 };
#else
#define MEM_NOTE(core, p, size, kind, field)           ((void)(core), (void)(field))
#define MEM_NOTE_LOCK(core, lock, exclusive, released) ((void)0)
enum { MEM_LOOKS_AHEAD = 1 };
#endif

#ifdef __wasm__
#define MEM_LOAD(T, p)                (*(const volatile T *)(p))
#define MEM_STORE(T, p, v)            (*(volatile T *)(p) = (v))
#define MEM_LOAD_BEFORE_BARRIER(T, p) MEM_LOAD(T, p)
#define MEM_READ_BARRIER()            __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define MEM_STORE_RELEASE(T, p, v)    (__atomic_thread_fence(__ATOMIC_SEQ_CST), *(volatile T *)(p) = (v))
#else
#define MEM_LOAD(T, p)                __atomic_load_n((const T *)(p), __ATOMIC_RELAXED)
#define MEM_STORE(T, p, v)            __atomic_store_n((T *)(p), (v), __ATOMIC_RELAXED)
#define MEM_LOAD_BEFORE_BARRIER(T, p) __atomic_load_n((const T *)(p), __ATOMIC_ACQUIRE)
#define MEM_READ_BARRIER()            ((void)0)
#define MEM_STORE_RELEASE(T, p, v)    __atomic_store_n((T *)(p), (v), __ATOMIC_RELEASE)
#endif

/* Plain accesses: aligned, never torn, ordered only by the locks around them. */
#define MEM_DEFINE_PLAIN(suffix, T)                                                                                    \
    static inline T mem_read_##suffix(mem_core *core, const T *p, mem_field field)                                     \
    {                                                                                                                  \
        MEM_NOTE(core, p, sizeof(T), XIP_ACCESS_READ, field);                                                          \
        return MEM_LOAD(T, p);                                                                                         \
    }                                                                                                                  \
    static inline void mem_write_##suffix(mem_core *core, T *p, T v, mem_field field)                                  \
    {                                                                                                                  \
        MEM_NOTE(core, p, sizeof(T), XIP_ACCESS_WRITE, field);                                                         \
        MEM_STORE(T, p, v);                                                                                            \
    }
MEM_DEFINE_PLAIN(u8, uint8_t)
MEM_DEFINE_PLAIN(u16, uint16_t)
MEM_DEFINE_PLAIN(u32, uint32_t)
MEM_DEFINE_PLAIN(u64, uint64_t)

/* Barriers for a counter: see the file head. */
#define MEM_DEFINE_BARRIERS(suffix, T)                                                                                 \
    static inline T mem_read_before_barrier_##suffix(mem_core *core, const T *p, mem_field field)                      \
    {                                                                                                                  \
        MEM_NOTE(core, p, sizeof(T), XIP_ACCESS_READ, field);                                                          \
        return MEM_LOAD_BEFORE_BARRIER(T, p);                                                                          \
    }                                                                                                                  \
    static inline void mem_barrier_then_write_##suffix(mem_core *core, T *p, T v, mem_field field)                     \
    {                                                                                                                  \
        MEM_NOTE(core, p, sizeof(T), XIP_ACCESS_WRITE, field);                                                         \
        MEM_STORE_RELEASE(T, p, v);                                                                                    \
    }
MEM_DEFINE_BARRIERS(u8, uint8_t)
MEM_DEFINE_BARRIERS(u32, uint32_t)

/* Everything read from here on is at least as new as the value that mem_read_before_barrier read. */
static inline void mem_read_barrier(void)
{
    MEM_READ_BARRIER();
}

/*
 * Four words in one read of 16 bytes, from an address that is a multiple of 16; for words that are only compared with
 * 0. For a memory model the 16 bytes are no single access: each word may be of any age, and nothing says that a word is
 * not torn (processors do not tear aligned ones, WebAssembly's wording leaves it open for vectors). So each caller
 * explains why a word that is written meanwhile does not matter. ThreadSanitizer sees four relaxed reads.
 */
typedef uint32_t mem_u32x4 __attribute__((vector_size(16)));
static inline mem_u32x4 mem_read_u32x4(mem_core *core, const uint32_t *p, mem_field field)
{
    MEM_NOTE(core, p, sizeof(mem_u32x4), XIP_ACCESS_READ, field);
#ifdef __SANITIZE_THREAD__
    return (mem_u32x4){MEM_LOAD(uint32_t, p), MEM_LOAD(uint32_t, p + 1), MEM_LOAD(uint32_t, p + 2),
                       MEM_LOAD(uint32_t, p + 3)};
#else
    return *(const volatile mem_u32x4 *)(const void *)p;
#endif
}
static inline bool mem_any_u32x4(mem_u32x4 words)
{
#ifdef __wasm_simd128__
    return __builtin_wasm_any_true_v128((__typeof__(signed char __attribute__((vector_size(16)))))words);
#else
    typedef uint64_t halves __attribute__((vector_size(16)));
    return (((halves)words)[0] | ((halves)words)[1]) != 0;
#endif
}

/* Several xids read from another backend's PGPROC; the count was read before, with a barrier. */
static inline void mem_copy_xids_from(mem_core *core, uint32_t *to, const uint32_t *from, uint32_t n, mem_field field)
{
    MEM_NOTE(core, from, n * (uint32_t)sizeof(uint32_t), XIP_ACCESS_READ, field);
    for (uint32_t i = 0; i < n; i++)
        to[i] = MEM_LOAD(uint32_t, from + i);
}

/* How many of the first `n` are below `limit`, up to the first that is not; the caller holds the lock that orders their
 * writers. One access to all that it looks at. */
static inline uint32_t mem_count_below_u32(mem_core *core, const uint32_t *from, uint32_t n, uint32_t limit,
                                           mem_field field)
{
    uint32_t below = 0;
    while (below < n && MEM_LOAD(uint32_t, from + below) < limit)
        below++;
    uint32_t seen = below < n ? below + 1 : n;
    if (seen > 0)
        MEM_NOTE(core, from, seen * (uint32_t)sizeof(uint32_t), XIP_ACCESS_READ, field);
    return below;
}

/* memmove inside shared memory; the caller holds every lock that lets others read these bytes. */
static inline void mem_move(mem_core *core, void *to, const void *from, size_t n, mem_field field)
{
    if (n == 0)
        return;
    MEM_NOTE(core, from, (uint32_t)n, XIP_ACCESS_READ, field);
    MEM_NOTE(core, to, (uint32_t)n, XIP_ACCESS_WRITE, field);
    memmove(to, from, n);
}

/*
 * A store that everybody sees before any later mem_atomic_load_u64 of this thread is done: sequentially consistent, and
 * a locked instruction on x86, so it is logged as an atomic. The other side has a full barrier between its own write
 * and its read of this value; LWLocks' compare-and-swap is one on x86 and in WebAssembly.
 */
static inline void mem_write_before_reads_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);
}

/* The other side if it has no such barrier: after an earlier mem_atomic_load_u64, in one order with all of these. */
static inline uint32_t mem_atomic_look_u32(mem_core *core, const uint32_t *p, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_READ, field);
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}

/* 64 bits that are read without the lock under which they are written: never torn on any machine. */
static inline uint64_t mem_atomic_load_u64(mem_core *core, const uint64_t *p, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_READ, field);
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}
static inline void mem_atomic_store_u64(mem_core *core, uint64_t *p, uint64_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_WRITE, field);
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}
static inline bool mem_atomic_cas_u64(mem_core *core, uint64_t *p, uint64_t expected, uint64_t desired, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Atomics. Acquire on the way into a critical section, release on the way out, both where a list changes hands. */
static inline uint32_t mem_atomic_load_u32(mem_core *core, const uint32_t *p, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_READ, field);
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
static inline void mem_atomic_store_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_WRITE, field);
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}
static inline uint8_t mem_atomic_load_u8(mem_core *core, const uint8_t *p, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_READ, field);
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
static inline void mem_atomic_store_u8(mem_core *core, uint8_t *p, uint8_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_WRITE, field);
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}
static inline bool mem_atomic_cas_u32(mem_core *core, uint32_t *p, uint32_t *expected, uint32_t desired,
                                      mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
static inline uint32_t mem_atomic_exchange_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_exchange_n(p, v, __ATOMIC_ACQ_REL);
}
/* Returns the value after the subtraction. */
static inline uint32_t mem_atomic_sub_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_sub_fetch(p, v, __ATOMIC_ACQ_REL);
}
/* The three below return the value before. */
static inline uint32_t mem_atomic_add_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL);
}
static inline uint32_t mem_atomic_or_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_fetch_or(p, v, __ATOMIC_ACQ_REL);
}
static inline uint32_t mem_atomic_and_u32(mem_core *core, uint32_t *p, uint32_t v, mem_field field)
{
    MEM_NOTE(core, p, sizeof *p, XIP_ACCESS_ATOMIC, field);
    return __atomic_fetch_and(p, v, __ATOMIC_ACQ_REL);
}

#endif
