/*
 * watch.h — what SSI has done, for those who watch a server: the latest transactions, rw-conflicts and dangerous
 * structures, also those that nobody has to remember any more. No rule reads any of this, and PostgreSQL keeps none of
 * it: its DEBUG messages and its DETAIL are all it tells.
 *
 * A step is the number that the driver gave last (xip_ssi_at_step); 0: none, or unknown.
 */
#ifndef XIP_SSI_WATCH_H
#define XIP_SSI_WATCH_H

#include "ssi/ssi.h"

/* The latest of each kind. */
enum { XIP_SSI_SEEN_XACTS = 64, XIP_SSI_SEEN_CONFLICTS = 128, XIP_SSI_SEEN_STRUCTURES = 64 };

typedef enum xip_sxact_state {
    XIP_SXACT_RUNS,
    XIP_SXACT_IS_SAFE,    /* SXACT_FLAG_RO_SAFE: it runs on without locks and checks */
    XIP_SXACT_IS_UNSAFE,  /* SXACT_FLAG_RO_UNSAFE: a DEFERRABLE one tries again, as another transaction here */
    XIP_SXACT_WILL_FAIL,  /* SXACT_FLAG_DOOMED */
    XIP_SXACT_CANNOT_END, /* SXACT_FLAG_PREPARED, not yet committed */
    XIP_SXACT_DID_COMMIT,
    XIP_SXACT_DID_ABORT
} xip_sxact_state;

typedef struct xip_seen_xact {
    uint32_t number; /* from 1, in the order of snapshots */
    uint32_t owner;  /* who began it */
    xip_sxact_state state;
    bool is_read_only;  /* declared so */
    bool is_remembered; /* its locks and conflicts still count */
    xip_xid top_xid;
    uint32_t commit_seq; /* prepareSeqNo, which decides who commits first; 0: it has not committed */
    uint32_t began, ended;
} xip_seen_xact;

/* An rw-conflict, also one that was never recorded because it made a transaction fail. Transactions by number; 0: of
 * those that were summarized. */
typedef struct xip_seen_conflict {
    uint32_t reader, writer;
    uint32_t step, read_step, write_step;
    bool at_write;   /* the writer met the reader's SIREAD lock; false: the reader met the writer's version */
    xip_ssi_tag tag; /* that lock's, or that version's */
} xip_seen_conflict;

typedef struct xip_seen_structure {
    uint32_t step, failed_at; /* failed_at 0: the victim is doomed and does not know it yet */
    xip_ssi_failure failure;
    uint32_t victim, in, pivot, out; /* transactions; 0: of those that were summarized */
} xip_seen_structure;

/* The driver's number of what it does from now on. */
void xip_ssi_at_step(xip_ssi *ssi, uint32_t step);
/* How many there are now; the i-th of them, oldest first. */
uint32_t xip_ssi_seen_xacts(const xip_ssi *ssi);
xip_seen_xact xip_ssi_seen_xact(const xip_ssi *ssi, uint32_t i);
uint32_t xip_ssi_seen_conflicts(const xip_ssi *ssi);
const xip_seen_conflict *xip_ssi_seen_conflict(const xip_ssi *ssi, uint32_t i);
uint32_t xip_ssi_seen_structures(const xip_ssi *ssi);
const xip_seen_structure *xip_ssi_seen_structure(const xip_ssi *ssi, uint32_t i);

#endif
