/*
 * trace_abi.h — the memory that the C code and TypeScript share. The TypeScript mirror (web/src/engine/wasm/abi.gen.ts)
 * is generated from the answer of xip_abi_json(); a test fails when the two differ.
 *
 * Numbers that JavaScript reads are uint32_t or double (exact up to 2^53); nothing here is a pointer.
 *
 *   board:  | version | state | request … | slices_written | ring … |          written by: see each field
 *   ring:   | slice 0 | slice 1 | … | slice XIP_RING_SLICES-1 |                 written by the coordinator only
 *
 * Slice n is at ring index n % XIP_RING_SLICES. The coordinator fills it, then raises slices_written (release); a
 * reader takes slices_written (acquire), reads, and then checks that the writer has not overwritten it (slices_written
 * - n < XIP_RING_SLICES).
 */
#ifndef XIP_TRACE_ABI_H
#define XIP_TRACE_ABI_H

#include <stddef.h>
#include <stdint.h>

enum { XIP_ABI_VERSION = 1, XIP_RING_SLICES = 2048 };

/* slice.design of the turns that run only the other work. */
enum { XIP_SLICE_OTHER_WORK = 0xFFFF };
/* slice.flags: not to be counted, because it warmed up after a change or was cut short by one */
enum { XIP_SLICE_WARM_UP = 1 };
/* board.state */
enum { XIP_LAB_STARTING = 0, XIP_LAB_RUNNING = 1, XIP_LAB_PAUSED = 2, XIP_LAB_STOPPED = 3, XIP_LAB_FAILED = 4 };

#define XIP_SLICE_FIELDS(X)                                                                                            \
    X(u32, number)     /* 0, 1, 2 … for the life of the lab */                                                         \
    X(u32, generation) /* of the request it ran under */                                                               \
    X(u32, design)     /* index in the ladder, or XIP_SLICE_OTHER_WORK */                                              \
    X(u32, flags)      /* XIP_SLICE_WARM_UP */                                                                         \
    X(u32, active)                                                                                                     \
    X(u32, idle)                                                                                                       \
    X(u32, mostly_idle)                                                                                                \
    X(u32, workload)                                                                                                   \
    X(f64, start_ms)   /* since the lab began */                                                                       \
    X(f64, elapsed_ns) /* mean over the threads */                                                                     \
    X(f64, thread_ns)  /* sum over the threads */                                                                      \
    X(f64, transactions)                                                                                               \
    X(f64, snapshots)                                                                                                  \
    X(f64, reused) /* snapshots answered by the completion counter */                                                  \
    X(f64, mostly_idle_transactions)                                                                                   \
    X(f64, mostly_idle_asked)                                                                                          \
    X(f64, connects) /* workload churn: new connections (and as many disconnected) */                                  \
    X(f64, connects_asked)                                                                                             \
    X(f64, checks) /* workload operations: visibility checks, and their total time; likewise the others */             \
    X(f64, check_ns)                                                                                                   \
    X(f64, found_running) /* checks that found the xid running */                                                      \
    X(f64, assigns)                                                                                                    \
    X(f64, assign_ns)                                                                                                  \
    X(f64, ends)                                                                                                       \
    X(f64, end_ns)                                                                                                     \
    X(f64, slru_lookups) /* workloads with savepoints: pages of pg_subtrans requested */                               \
    X(f64, slru_hits)    /* found in a buffer at once */                                                               \
    X(f64, slru_reads)   /* copied from the store */                                                                   \
    X(f64, slru_writes)  /* copied to it */                                                                            \
    X(f64, slru_waits)   /* waits for a lock of the SLRU, or for a page that another thread reads */

#define XIP_BOARD_FIELDS(X)                                                                                            \
    X(u32, version)           /* XIP_ABI_VERSION; set once before anything runs */                                     \
    X(u32, state)             /* written by the coordinator */                                                         \
    X(u32, error)             /* an xip_error, when state is XIP_LAB_FAILED */                                         \
    X(u32, slices_written)    /* written by the coordinator, last of all (release) */                                  \
    X(u32, ring_offset)       /* bytes from the board to slice 0 */                                                    \
    X(u32, generation)        /* of the request that is being run; written by the coordinator */                       \
    X(f64, clock_step_ns)     /* smallest observed step of the clock; written once at start */                         \
    X(f64, work_units_per_us) /* iterations of the work loop per microsecond; 0 until calibrated */

/*
 * Litmus tests (labthreads/litmus.h): how many runs had each outcome, by whether the reader noticed the new count and
 * the pruner noticed the xmin. Each count only grows while runs go on, and N is their sum.
 */
#define XIP_LITMUS_FIELDS(X)                                                                                           \
    X(u32, running) /* 0: both threads are parked, and all counts are there */                                         \
    X(u32, seen_by_neither)                                                                                            \
    X(u32, seen_by_reader)                                                                                             \
    X(u32, seen_by_pruner)                                                                                             \
    X(u32, seen_by_both)                                                                                               \
    X(u32, naps) /* times that the reader waited so long for the pruner that it gave up its core */

#define XIP_CTYPE_u32 uint32_t
#define XIP_CTYPE_f64 double
#define X(type, name) XIP_CTYPE_##type name;
typedef struct xip_lab_slice {
    XIP_SLICE_FIELDS(X)
} xip_lab_slice;
typedef struct xip_lab_board {
    XIP_BOARD_FIELDS(X)
} xip_lab_board;
typedef struct xip_litmus_board {
    XIP_LITMUS_FIELDS(X)
} xip_litmus_board;
#undef X

_Static_assert(sizeof(xip_lab_slice) == 208, "TypeScript reads slices of 208 bytes");
_Static_assert(sizeof(xip_lab_board) == 40, "TypeScript reads a board of 40 bytes");
_Static_assert(offsetof(xip_lab_slice, start_ms) == 32, "the doubles of a slice start at 32");
_Static_assert(offsetof(xip_lab_board, clock_step_ns) == 24, "the doubles of the board start at 24");

/* One observed access to shared memory (engine build). Region and field are indices into their lists of names. */
#define XIP_ACCESS_FIELDS(X)                                                                                           \
    X(u32, region)                                                                                                     \
    X(u32, offset) /* bytes from the region's start */                                                                 \
    X(u32, size)   /* bytes */                                                                                         \
    X(u32, kind)   /* xip_access_kind */                                                                               \
    X(u32, field)                                                                                                      \
    X(u32, core) /* the core that accesses */
#define X(type, name) XIP_CTYPE_##type name;
typedef struct xip_access {
    XIP_ACCESS_FIELDS(X)
} xip_access;
#undef X
typedef enum xip_access_kind { XIP_ACCESS_READ = 0, XIP_ACCESS_WRITE = 1, XIP_ACCESS_ATOMIC = 2 } xip_access_kind;
_Static_assert(sizeof(xip_access) == 24, "TypeScript reads accesses of 24 bytes");

/* The result of an access of the modelled machine; next to the xip_access with the same index. Codes:
 * machine/machine.h. */
#define XIP_OUTCOME_FIELDS(X)                                                                                          \
    X(u32, line)    /* from the start of the server's shared memory */                                                 \
    X(u32, first)   /* bytes from the line's start */                                                                  \
    X(u32, level)   /* machine_level */                                                                                \
    X(u32, from)    /* the core whose copy answered, or 255 */                                                         \
    X(u32, before)  /* machine_state of this core's copy */                                                            \
    X(u32, after)   /* the same */                                                                                     \
    X(u32, upgrade) /* had the line, lacked ownership */                                                               \
    X(u32, losers)  /* how many other cores lost their copies */                                                       \
    X(u32, missed)  /* beyond this core's L2, or an upgrade */                                                         \
    X(u32, sharing) /* machine_sharing, of a miss */                                                                   \
    X(u32, changed) /* of a write: a bit for each of the line's words of 4 bytes whose value it changed */             \
    X(u32, unused)                                                                                                     \
    X(f64, at)   /* ns since the operation's start */                                                                  \
    X(f64, ns)   /* including the wait */                                                                              \
    X(f64, wait) /* ns until others' transfer of the line was over */

/* One operation of a scene. Counts are of its accesses. */
#define XIP_OPERATION_FIELDS(X)                                                                                        \
    X(u32, backend) /* of the active ones */                                                                           \
    X(u32, core)                                                                                                       \
    X(u32, kind)        /* xip_op, of the engine */                                                                    \
    X(u32, transaction) /* of this backend, from 0 */                                                                  \
    X(u32, reused)      /* a snapshot that the completion counter answered */                                          \
    X(u32, accesses)                                                                                                   \
    X(u32, misses)                                                                                                     \
    X(u32, true_sharing)                                                                                               \
    X(u32, false_sharing)                                                                                              \
    X(u32, for_horizon)                                                                                                \
    X(u32, upgrades)                                                                                                   \
    X(u32, transfers_within)                                                                                           \
    X(u32, transfers_across)                                                                                           \
    X(u32, unused)                                                                                                     \
    X(f64, start_ns) /* on the machine's clock */                                                                      \
    X(f64, end_ns)

#define X(type, name) XIP_CTYPE_##type name;
typedef struct xip_access_outcome {
    XIP_OUTCOME_FIELDS(X)
} xip_access_outcome;
typedef struct xip_scene_operation {
    XIP_OPERATION_FIELDS(X)
} xip_scene_operation;
#undef X
_Static_assert(sizeof(xip_access_outcome) == 72 && offsetof(xip_access_outcome, at) == 48,
               "TypeScript reads outcomes of 72 bytes");
_Static_assert(sizeof(xip_scene_operation) == 72 && offsetof(xip_scene_operation, start_ns) == 56,
               "TypeScript reads operations of 72 bytes");

#endif
