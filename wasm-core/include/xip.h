/*
 * xip.h — the public C interface of Xipscope's engine: errors, limits, and the ladder of snapshot designs.
 *
 * Every function that can fail answers an xip_error; xip_error_text() says it in words.
 * Nothing here knows SQL or JavaScript.
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
    X(XIP_ERR_CONNECTIONS, "idle, mostly idle and active connections together must not exceed 12,500")                 \
    X(XIP_ERR_OTHER_WORK, "other work must be between 0 and 10,000 microseconds")                                      \
    X(XIP_ERR_SLICE, "a slice must last between 1 and 1,000 milliseconds")                                             \
    X(XIP_ERR_NO_LOCK, "only the workload 'snapshot' can run without ProcArrayLock")                                   \
    X(XIP_ERR_THREAD, "a thread could not be started")                                                                 \
    X(XIP_ERR_SLOTS, "sorry, too many clients already: every PGPROC is in use")                                        \
    X(XIP_ERR_LOG_FULL, "the access log is full: fewer connections can be observed at once")                           \
    X(XIP_ERR_ARGUMENT, "an argument is outside its range")

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

/* Planted faults: one rule broken at a time, so that a checker can be seen to catch it. */
enum {
    XIP_FAULT_NONE = 0,
    /* ProcArrayEndTransactionInternal does not bump xactCompletionCount. */
    XIP_FAULT_NO_COMPLETION_COUNT = 1,
    /* ProcArrayEndTransaction leaves the running set without ProcArrayLock. */
    XIP_FAULT_NO_EXCLUSIVE_AT_END = 2
};

/* What the ladder says of one design; all strings are static. */
typedef struct xip_design_info {
    const char *id;     /* as in addresses and on the command line */
    const char *name;   /* a few words */
    const char *commit; /* where it comes from */
    const char *layout; /* what lies where */
    const char *reads;  /* what one snapshot reads */
} xip_design_info;

/* Rungs of the ladder, oldest first. */
size_t xip_design_count(void);
/* NULL when `index` is past the end. */
const xip_design_info *xip_design_at(size_t index);

#endif
