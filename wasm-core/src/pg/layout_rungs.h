/*
 * layout_rungs.h — shared structures of the designs that no version of PostgreSQL has: running-set and csn. The layouts
 * are this project's, in the style of layout.h; each starts on a 128-byte boundary. The design's file in designs/
 * explains which code writes them, and under which lock.
 */
#ifndef XIP_PG_LAYOUT_RUNGS_H
#define XIP_PG_LAYOUT_RUNGS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* A running transaction. */
typedef struct xip_running {
    uint32_t xid;
    uint32_t pgprocno;
} xip_running;

/* The set of running transactions; with up to 7 in it a snapshot reads one line. ProcArrayLock, exclusive to write. */
typedef struct xip_running_set {
    uint32_t count;
    uint32_t drained; /* how many arrivals have been moved into it; modulo 2^32 */
    xip_running running[];
} xip_running_set;
_Static_assert(offsetof(xip_running_set, running) == 8 && sizeof(xip_running) == 8, "7 entries beside the count");

/* A ring of the backends that have got an xid and are not in the set yet. XidGenLock to write. */
typedef struct xip_arrivals {
    uint32_t arrived; /* how many arrivals there have been; modulo 2^32 */
    uint32_t pad;
    xip_running ring[];
} xip_arrivals;

/* The state that a snapshot by number reads, on one line; written at the ends of transactions, under ProcArrayLock
 * exclusive. */
typedef struct xip_csn_state {
    uint64_t csn;    /* atomic: the number of the last end */
    uint64_t latest; /* atomic: latestCompletedXid once more, away from nextXid; full */
    uint64_t oldest; /* atomic: the oldest running xid, latest + 1 when none is older; full */
    uint8_t pad1[40];
    uint32_t room_before; /* xids before this one have a free place in the log; XidGenLock */
    uint8_t pad2[60];
} xip_csn_state;
_Static_assert(offsetof(xip_csn_state, room_before) == 64 && sizeof(xip_csn_state) == 128, "a line for each side");

/*
 * An entry of the log, 8 bytes at its xid modulo the log's size:
 *   0                        running
 *   1                        running, but in no snapshot (VACUUM)
 *   n                        ended as number n
 *   XIP_CSN_CHILD | xid      a subtransaction of the transaction with this xid, and decided with it
 *   XIP_CSN_SUB | n          a subtransaction that was rolled back as number n
 */
#define XIP_CSN_CHILD (UINT64_C(1) << 63)
#define XIP_CSN_SUB   (UINT64_C(1) << 62)
enum { XIP_CSN_RUNNING = 0, XIP_CSN_NOT_COUNTED = 1, XIP_CSN_FIRST = 2 };

#endif
