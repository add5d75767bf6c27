/*
 * cluster.h — one server: its shared memory in the layout of one snapshot design, and the process-local state of a
 * backend.
 *
 * A comment at each field says which code writes it, and under which lock: layout.h for shared memory, here for private
 * memory. Everything reachable through `xip_cluster` pointers below "shared memory" is accessed through mem/ only.
 */
#ifndef XIP_PG_CLUSTER_H
#define XIP_PG_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "mem/mem.h"
#include "pg/layout.h"
#include "pg/layout_rungs.h"
#include "pg/snapshot.h"
#include "pg/xid.h"
#include "xip.h"

typedef struct xip_backend xip_backend;
typedef struct xip_cluster xip_cluster;
struct xip_slru_ctl; /* pg/slru.h */

/* One backend's entry, collected from the places where the design keeps it. */
typedef struct xip_proc_entry {
    uint32_t pgprocno;
    xip_xid xid;
    xip_xid xmin;
    uint8_t flags; /* XIP_PROC_* */
    bool overflowed;
    uint32_t nxids;
    const xip_xid *subxids;
} xip_proc_entry;

/*
 * The operations in which snapshot designs differ. pg/ calls these and never asks which design it is. `me` is the
 * calling backend, `pgprocno` the one whose entry is meant (group clear acts for others).
 */
typedef struct xip_design_ops {
    xip_design_info info;
    const xip_proc_layout *proc_layout;
    bool has_pgxact;
    bool has_dense_arrays;
    /* 14+: ProcArrayAdd and ProcArrayRemove also take XidGenLock, because it guards pgxactoff against xid assignment.
     */
    bool connect_takes_xid_gen_lock;
    /* 9.1 keeps procs[] in connection order; later versions keep pgprocnos[] sorted. */
    bool array_of_procs;
    /* 14+: xactCompletionCount is kept, and a snapshot is reused until it changes. */
    bool reuses;
    /* There is one snapshot in shared memory that backends copy. */
    bool has_shared_snapshot;
    /* There is a set of running transactions; flags and counts of subxids are in arrays by pgprocno. */
    bool has_running_set;
    /* There is a log of the number with which each xid ended. */
    bool has_csn_log;

    /* Adds to and removes from the array: the locks named above are held exclusively. */
    void (*array_add)(xip_backend *me);
    void (*array_remove)(xip_backend *me);
    /* GetSnapshotData into me->snapshot, including ProcArrayLock (unless the cluster leaves it out). True when
     * reused.
     */
    bool (*get_snapshot)(xip_backend *me);
    /* SnapshotResetXmin: xmin is the oldest snapshot's, or invalid when none is left. No lock. */
    void (*reset_xmin)(xip_backend *me, xip_xid xmin);
    /* Under XidGenLock, before a top-level xid is assigned: false when another transaction must end first, and then the
     * caller releases the lock for a while. NULL: nobody ever has to wait. */
    bool (*may_assign)(xip_backend *me);
    /* GetNewTransactionId's last act, under XidGenLock. */
    void (*publish_xid)(xip_backend *me, xip_xid xid);
    /* The same for a subtransaction: into the cache of 64, or overflowed. */
    void (*publish_subxid)(xip_backend *me, xip_xid xid);
    /* ProcArrayEndTransactionInternal, ProcArrayLock held exclusively. */
    void (*end_with_xid)(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid);
    /* ProcArrayEndTransaction of a transaction without xid. No lock. */
    void (*end_without_xid)(xip_backend *me);
    /* The advertised xmin of any backend, for tests and for horizons. */
    xip_xid (*proc_xmin)(xip_backend *me, uint32_t pgprocno);

    /* XidInMVCCSnapshot for snapshots without lists: see xip_backend_xid_in_snapshot. NULL: they have lists. The
     * snapshot's xmin is advertised. */
    bool (*xid_in_snapshot)(xip_backend *me, xip_xid xid, const xip_snapshot *snapshot);
    /* Fills the lists of the snapshot just taken, for callers that read them. NULL: they are always filled. */
    void (*list_running)(xip_backend *me);

    /* The simulated server uses the rest. How many xids can be assigned until a backend has to wait. NULL: any
     * number.
     */
    uint32_t (*xids_left)(xip_backend *me);
    /* Entry `at` of the array, below xip_num_procs; ProcArrayLock held. */
    void (*entry)(xip_backend *me, uint32_t at, xip_proc_entry *entry);
    /* XidCacheRemoveRunningXids, ProcArrayLock held exclusively: an aborted subtransaction's xid comes first, its
     * committed children's follow in ascending order. */
    void (*remove_subxids)(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid);
    /* Flags of MyProc in every copy, ProcArrayLock held exclusively. */
    void (*set_flags)(xip_backend *me, uint8_t flags);
} xip_design_ops;

enum { XIP_LOCK_PROC_ARRAY = 0, XIP_LOCK_XID_GEN = 1, XIP_LOCK_COUNT = 2 };

struct xip_cluster {
    const xip_design_ops *design;
    uint32_t max_procs;
    uint32_t faults;   /* XIP_FAULT_*; set before threads start */
    bool without_lock; /* snapshots leave ProcArrayLock out; written while all threads are parked */

    /* shared memory; which of the arrays exist depends on the design */
    xip_lwlock *locks;
    xip_transam *transam;
    xip_proc_hdr *proc_hdr;
    xip_proc_array *proc_array;
    xip_proc_array_91 *proc_array_91;
    uint8_t *procs;
    xip_pgxact *pgxact;
    uint32_t *xids;
    xip_subxid_status *subxid_states;
    uint8_t *status_flags;
    xip_semaphore *semaphores;
    xip_shared_snapshot *shared_snapshot;
    xip_running_set *running_set;
    xip_arrivals *arrivals;
    uint32_t arrivals_size; /* a power of two */
    xip_csn_state *csn;
    uint64_t *csn_log;
    uint32_t csn_log_size; /* a power of two */

    struct xip_slru_ctl *subtrans; /* pg_subtrans (pg/subtrans.h); NULL: nobody looks up parents here */

    /* The free list of PGPROCs; first in first out from slot 0, as in 17, unless a simulated server orders it
     * differently. Guarded by free_lock (ProcStructLock). */
    uint32_t *free_slots;
    uint32_t free_head, free_count;
    uint32_t free_lock;
    bool last_freed_first; /* up to 15: the list is a stack */
};

/* GlobalVisState: xids below maybe_needed are needed by nobody, those from definitely_needed on may be needed. */
typedef struct xip_global_vis {
    xip_full_xid definitely_needed;
    xip_full_xid maybe_needed;
} xip_global_vis;

/*
 * Position of a scan of the array. In the backend's memory and not on the stack, because the pointer to WebAssembly's
 * stack is a global variable, and the engine decides where each thread's copy of it is: V8 may put two threads' on one
 * cache line, and then every function that needs stack would pay for false sharing that is not PostgreSQL's.
 */
typedef struct xip_scan {
    uint32_t at;        /* index in pgprocnos[], procs[] or xids[] */
    uint32_t pgprocno;  /* of that entry, where the design reads it */
    xip_xid xid;        /* read once */
    xip_xid globalxmin; /* lowered by every xmin on the way, if the design reads them */
    uint32_t nxids;     /* 9.1: subtransactions of that entry */
    bool overflowed;    /* 9.1 */
} xip_scan;

/* A backend's lookups in SLRUs (pg_stat_slru, and its wait events): each is a hit, or ends in a read or in waiting for
 * another backend's read. */
typedef struct xip_slru_counts {
    uint64_t lookups;      /* pages requested, to read them or to change them */
    uint64_t hits;         /* found in a buffer at the first look */
    uint64_t reads;        /* copied from the store */
    uint64_t writes;       /* copied to the store, to free a buffer */
    uint64_t waits;        /* waits for a lock, or for a page that another backend is reading */
    uint64_t evictions;    /* pages that gave their buffer to another one */
    uint32_t evicted_page; /* the last of them */
} xip_slru_counts;

/* A backend's own memory. Only its thread writes it; on separate lines, because backends are different processes. */
struct xip_backend {
    _Alignas(128) xip_cluster *cluster;
    mem_core *core; /* NULL in plain builds */
    uint32_t pgprocno;
    uint32_t curcid;
    uint32_t next_lxid; /* the last local transaction id assigned */
    xip_xid top_xid;    /* of the running transaction, or invalid */
    xip_xid latest_xid; /* newest of top_xid and its committed subtransactions */
    /* TransactionXmin: the last xmin that was advertised. */
    xip_xid transaction_xmin;
    xip_xid recent_xmin;
    xip_xid recent_global_xmin;                                 /* 13 and before */
    xip_xid recent_global_data_xmin;                            /* 13 */
    xip_global_vis vis_shared, vis_catalog, vis_data, vis_temp; /* 14+ */
    xip_scan scan;
    xip_snapshot snapshot; /* CurrentSnapshotData, filled by get_snapshot */
    /* CatalogSnapshotData; has room for lists only if xip_cluster_size asked for it. xip_take_catalog_snapshot. */
    xip_snapshot catalog_snapshot;
    xip_slru_counts slru;
};

/* The size of a server. */
typedef struct xip_cluster_size {
    uint32_t max_procs;
    uint32_t max_with_xid;    /* how many backends may have an xid at once: the capacity of xip */
    uint32_t max_with_subxid; /* how many may have subtransactions' xids: 64 entries of subxip each */
    bool with_catalog;        /* backends take catalog snapshots, too */
} xip_cluster_size;

/* Bytes that xip_cluster_init will take from an arena. */
size_t xip_cluster_bytes(const xip_design_ops *design, uint32_t max_procs);
/* An empty server; XIP_ERR_NO_MEMORY when the arena is too small. */
xip_error xip_cluster_init(xip_cluster *cluster, const xip_design_ops *design, uint32_t max_procs, xip_arena *arena);
/* As after a restart: nobody is connected, everything is cleared except the xid counters. All threads parked. */
void xip_cluster_restart(xip_cluster *cluster);

/* Makes room in csn's log for this many xids, before any was assigned. Other designs have no log. XIP_ERR_NO_MEMORY. */
xip_error xip_cluster_widen_csn_log(xip_cluster *cluster, uint32_t xids, xip_arena *arena);

/* Adjusts the design's copies of the xid counters after a caller has set the counters. All threads parked. */
void xip_cluster_follow_xids(xip_cluster *cluster);

/* A backend's private memory: room for its static snapshot. */
xip_error xip_backend_init(xip_backend *me, xip_cluster *cluster, mem_core *core, const xip_cluster_size *size,
                           xip_arena *arena);

static inline uint8_t *xip_proc_field(const xip_cluster *cluster, uint32_t pgprocno, uint32_t offset)
{
    return cluster->procs + (size_t)pgprocno * cluster->design->proc_layout->size + offset;
}

#endif
