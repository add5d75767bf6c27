/*
 * xip.h — the public C interface of Xipscope's engine: errors, limits, and the ladder of snapshot designs.
 *
 * Every function that can fail returns an xip_error; xip_error_text() says it in words. Nothing here knows SQL or
 * JavaScript.
 */
#ifndef XIP_H
#define XIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One list is the enum and its texts, so that neither can be forgotten. */
#define XIP_ERROR_MAP(X)                                                                                               \
    X(XIP_OK, "no error")                                                                                              \
    X(XIP_ERR_NO_MEMORY, "the engine's fixed memory is used up: ask for fewer connections or designs")                 \
    X(XIP_ERR_DESIGN, "there is no such snapshot design")                                                              \
    X(XIP_ERR_NO_DESIGN, "at least one snapshot design must be chosen")                                                \
    X(XIP_ERR_WORKLOAD, "there is no such workload")                                                                   \
    X(XIP_ERR_ACTIVE, "active connections must be between 1 and the threads this lab was started with (64 at most)")   \
    X(XIP_ERR_CONNECTIONS, "idle, mostly idle and active connections (with the 32 that each active one plays in the "  \
                           "workload operations) together must not exceed 12,500")                                     \
    X(XIP_ERR_OTHER_WORK, "other work must be between 0 and 10,000 microseconds")                                      \
    X(XIP_ERR_SLICE, "a slice must last between 1 and 1,000 milliseconds")                                             \
    X(XIP_ERR_NO_LOCK, "only the workload 'snapshot' can run without ProcArrayLock")                                   \
    X(XIP_ERR_SAVEPOINTS, "a transaction can have 1,000 savepoints at most here")                                      \
    X(XIP_ERR_SLRU, "pg_subtrans has 32 buffers up to 16, and a multiple of 16 from 16 to 1,024 from 17 on")           \
    X(XIP_ERR_THREAD, "a thread could not be started")                                                                 \
    X(XIP_ERR_SLOTS, "sorry, too many clients already: every PGPROC is in use")                                        \
    X(XIP_ERR_LOG_FULL, "the access log is full: fewer connections can be observed at once")                           \
    X(XIP_ERR_ABLATION, "no_line_queues, lock_free, entries_free and shared_ns belong to workloads without "           \
                        "savepoints: with savepoints, requests for a line do not queue")                               \
    X(XIP_ERR_ARGUMENT, "an argument is outside its range")                                                            \
    X(XIP_ERR_CORES, "active connections must be between 2 and the machine's cores, because each has a core of its "   \
                     "own")                                                                                            \
    X(XIP_ERR_KNOWN_XIDS, "too many KnownAssignedXids: more transactions and subtransactions run on the primary than " \
                          "the standby's max_connections allows for")                                                  \
    X(XIP_ERR_LINES, "shared lines must be between 1 and 64")                                                          \
    X(XIP_ERR_LINE_THREADS, "writers and readers together must be between 1 and the threads that were started for "    \
                            "them (256 at most)")                                                                      \
    X(XIP_ERR_SERIALIZATION, "could not serialize access due to read/write dependencies among transactions")

typedef enum xip_error {
#define X(name, text) name,
    XIP_ERROR_MAP(X)
#undef X
        XIP_ERROR_COUNT
} xip_error;

/* The text of an error code; codes outside the list get a text too. Never NULL. */
const char *xip_error_text(xip_error code);

/* Limits of the lab (shared/design/contracts: more than 64 active is refused; 12,500 is the largest published count).
 */
enum { XIP_MAX_ACTIVE = 64, XIP_MAX_CONNECTIONS = 12500, XIP_MAX_OTHER_WORK_US = 10000 };

/*
 * Planted faults: each breaks one rule, to prove that a checker catches it. One list holds the bits, the names on the
 * command line, and a sentence each.
 */
#define XIP_FAULT_MAP(X)                                                                                               \
    X(XIP_FAULT_NO_COMPLETION_COUNT, 0x1, "no-completion-count",                                                       \
      "a transaction that ends does not bump xactCompletionCount")                                                     \
    X(XIP_FAULT_NO_EXCLUSIVE_AT_END, 0x2, "no-exclusive-at-end",                                                       \
      "a transaction leaves the running set without ProcArrayLock")                                                    \
    X(XIP_FAULT_IGNORES_XMAX, 0x4, "ignores-xmax",                                                                     \
      "an xid at or above a snapshot's xmax counts as finished unless xip lists it")                                   \
    X(XIP_FAULT_XMIN_WITHOUT_OWN, 0x8, "xmin-without-own", "a snapshot's xmin leaves out the backend's own xid")       \
    X(XIP_FAULT_OVERFLOW_FORGOTTEN, 0x10, "overflow-forgotten",                                                        \
      "overflowed is cleared as soon as one of the subxids is rolled back")                                            \
    X(XIP_FAULT_NO_SUBXIDS, 0x20, "no-subxids", "a snapshot does not gather the subxids of those who run")             \
    X(XIP_FAULT_ABORTED_IS_CURRENT, 0x40, "aborted-is-current",                                                        \
      "the xid of an aborted subtransaction still counts as one's own")                                                \
    X(XIP_FAULT_HINT_TOO_EARLY, 0x80, "hint-too-early", "HEAP_XMIN_COMMITTED is set before pg_xact says so")           \
    X(XIP_FAULT_LOCK_ONLY_IGNORED, 0x100, "lock-only-ignored",                                                         \
      "an xmax that only locks is taken for one that deletes")                                                         \
    X(XIP_FAULT_IGNORES_SUBXIP, 0x200, "ignores-subxip", "XidInMVCCSnapshot does not look at subxip")                  \
    X(XIP_FAULT_HORIZON_IGNORES_XMIN, 0x400, "horizon-ignores-xmin",                                                   \
      "horizons do not look at other backends' xmin: what they still need is pruned")                                  \
    X(XIP_FAULT_NO_RECHECK, 0x800, "no-recheck",                                                                       \
      "after a wait READ COMMITTED does not test the newest version against WHERE again")                              \
    X(XIP_FAULT_CURCID_OFF_BY_ONE, 0x1000, "curcid-off-by-one", "a command sees the rows that it inserts itself")      \
    X(XIP_FAULT_REUSE_WITHOUT_XMIN, 0x2000, "reuse-without-xmin",                                                      \
      "a snapshot that is used again does not advertise its xmin: what it needs is pruned")                            \
    X(XIP_FAULT_MISSES_CONFLICT_OUT, 0x4000, "misses-conflict-out",                                                    \
      "SERIALIZABLE does not notice that a row it reads was changed by a concurrent transaction")                      \
    X(XIP_FAULT_PROMOTION_FORGETS, 0x8000, "promotion-forgets",                                                        \
      "SIREAD locks that should become a coarser one are dropped, and it is not taken")                                \
    X(XIP_FAULT_SIREAD_ENDS_AT_COMMIT, 0x10000, "siread-ends-at-commit",                                               \
      "SIREAD locks are released when their transaction commits")                                                      \
    X(XIP_FAULT_UNSAFE_IS_SAFE, 0x20000, "unsafe-is-safe",                                                             \
      "a READ ONLY transaction whose snapshot has become unsafe goes on as if it were safe")

enum {
    XIP_FAULT_NONE = 0,
#define X(name, bit, id, text) name = (bit),
    XIP_FAULT_MAP(X)
#undef X
};

/* One planted fault; all strings are static. */
typedef struct xip_fault_info {
    uint32_t bit;
    const char *id;
    const char *text;
} xip_fault_info;

size_t xip_fault_count(void);
/* NULL when `index` is past the end. */
const xip_fault_info *xip_fault_at(size_t index);

/* The ladder's description of one design; all strings are static. */
typedef struct xip_design_info {
    const char *id;      /* as in addresses and on the command line */
    const char *name;    /* a few words */
    const char *commit;  /* its commit or source */
    const char *layout;  /* where the fields are */
    const char *reads;   /* memory that one snapshot reads */
    const char *checks;  /* memory that a visibility check touches */
    const char *assigns; /* memory that assigning an xid touches */
    const char *ends;    /* memory that the end of a transaction touches */
} xip_design_info;

/* Designs of the ladder, oldest first. */
size_t xip_design_count(void);
/* NULL when `index` is past the end. */
const xip_design_info *xip_design_at(size_t index);

#endif
