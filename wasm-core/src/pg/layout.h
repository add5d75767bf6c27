/*
 * layout.h — the server's shared structures with the sizes and offsets that an x86-64 build of each version has.
 * Only the fields that snapshots, transaction ends and LWLocks touch are named; the rest is room of the true size.
 * Pointers are written as the 64-bit room they take, because WebAssembly's own are 32 bits wide.
 *
 * PostgreSQL: src/include/storage/{proc,lwlock}.h, src/include/access/transam.h, src/backend/storage/ipc/procarray.c.
 *
 *   PGXACT, 12 bytes (9.2 – 13):     | xid 0 | xmin 4 | vacuumFlags 8 | overflowed 9 | nxids 10 | – |
 *   64-byte lines:                   |0    12    24    36    48    60|4 …      5.33 entries a line: some straddle
 *   dense (14+):  xids[] 4 bytes, subxidStates[] 2, statusFlags[] 1, each from a 128-byte boundary
 */
#ifndef XIP_PG_LAYOUT_H
#define XIP_PG_LAYOUT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum {
    XIP_LINE_SIZE_BYTES = 64,
    XIP_MAX_CACHED_SUBXIDS = 64, /* PGPROC_MAX_CACHED_SUBXIDS */
    XIP_NO_PROC = -1
};

/* Flag bits of vacuumFlags / statusFlags. */
enum {
    XIP_PROC_IN_VACUUM = 0x02,
    XIP_PROC_IN_LOGICAL_DECODING = 0x10,
    XIP_PROC_AFFECTS_ALL_HORIZONS = 0x20, /* 15+: a standby's feedback; has no meaning before */
    XIP_PROC_VACUUM_STATE_MASK = 0x0E     /* cleared at the end of a transaction */
};

/* XidCacheStatus */
typedef struct xip_subxid_status {
    uint8_t count;
    uint8_t overflowed;
} xip_subxid_status;
_Static_assert(sizeof(xip_subxid_status) == 2, "subxidStates[] has 2-byte elements");

/* PGXACT of 13. Written by its owner; xid under XidGenLock (set) or ProcArrayLock exclusive (cleared), xmin without a
 * lock. */
typedef struct xip_pgxact {
    uint32_t xid;
    uint32_t xmin;
    uint8_t vacuum_flags;
    uint8_t overflowed;
    uint8_t nxids;
    uint8_t pad;
} xip_pgxact;
_Static_assert(sizeof(xip_pgxact) == 12, "PGXACT is 12 bytes: 5.33 to a line");
_Static_assert(offsetof(xip_pgxact, xmin) == 4 && offsetof(xip_pgxact, vacuum_flags) == 8, "PGXACT of 13");
_Static_assert(offsetof(xip_pgxact, overflowed) == 9 && offsetof(xip_pgxact, nxids) == 10, "PGXACT of 13");

/*
 * PGPROC of 9.1: everything in one struct. 656 bytes. The group_* fields use room that 9.1 uses differently: it has no
 * group clear.
 */
typedef struct xip_pgproc_91 {
    uint8_t head[28];
    uint32_t lxid;
    uint32_t xid;
    uint32_t xmin;
    int32_t pid;
    uint32_t backend_id;
    uint32_t database_id;
    uint32_t role_id;
    uint8_t in_commit;
    uint8_t vacuum_flags;
    uint8_t recovery_conflict_pending;
    uint8_t lw_waiting;
    uint8_t lw_wait_mode;
    uint8_t pad1[3];
    uint32_t lw_wait_next, lw_wait_prev;
    uint8_t locks[392 - 72];
    uint8_t overflowed;
    uint8_t pad2[3];
    int32_t nxids;
    uint32_t subxids[XIP_MAX_CACHED_SUBXIDS];
} xip_pgproc_91;
_Static_assert(sizeof(xip_pgproc_91) == 656, "PGPROC of 9.1 is 656 bytes");
_Static_assert(offsetof(xip_pgproc_91, lxid) == 28 && offsetof(xip_pgproc_91, xid) == 32, "PGPROC of 9.1");
_Static_assert(offsetof(xip_pgproc_91, xmin) == 36 && offsetof(xip_pgproc_91, pid) == 40, "PGPROC of 9.1");
_Static_assert(offsetof(xip_pgproc_91, database_id) == 48 && offsetof(xip_pgproc_91, vacuum_flags) == 57,
               "PGPROC of 9.1");
_Static_assert(offsetof(xip_pgproc_91, overflowed) == 392 && offsetof(xip_pgproc_91, nxids) == 396, "PGPROC of 9.1");
_Static_assert(offsetof(xip_pgproc_91, subxids) == 400, "PGPROC of 9.1");

/* PGPROC of 13: 856 bytes; xid, xmin, flags and the count of subxids are in PGXACT. */
typedef struct xip_pgproc_13 {
    uint8_t head[48];
    uint32_t lxid;
    int32_t pid;
    int32_t pgprocno;
    uint32_t backend_id;
    uint32_t database_id;
    uint32_t role_id;
    uint32_t temp_namespace_id;
    uint8_t is_background_worker;
    uint8_t recovery_conflict_pending;
    uint8_t lw_waiting;
    uint8_t lw_wait_mode;
    uint32_t lw_wait_next, lw_wait_prev;
    uint8_t locks1[120 - 88];
    uint8_t delay_chkpt;
    uint8_t locks2[416 - 121];
    uint32_t subxids[XIP_MAX_CACHED_SUBXIDS];
    uint8_t group_member;
    uint8_t pad[3];
    uint32_t group_next;
    uint32_t group_member_xid;
    uint8_t tail[856 - 684];
} xip_pgproc_13;
_Static_assert(sizeof(xip_pgproc_13) == 856, "PGPROC of 13 is 856 bytes");
_Static_assert(offsetof(xip_pgproc_13, subxids) == 416, "PGPROC of 13");
_Static_assert(offsetof(xip_pgproc_13, lw_wait_next) == 80 && offsetof(xip_pgproc_13, group_member) == 672,
               "PGPROC of 13");

/* PGPROC of 14 to 16: 880 bytes; xid, statusFlags and subxidStatus are mirrored in the dense arrays at pgxactoff. */
typedef struct xip_pgproc_14 {
    uint8_t head[52];
    uint32_t xid;
    uint32_t xmin;
    uint32_t lxid;
    int32_t pid;
    int32_t pgxactoff;
    int32_t pgprocno;
    uint32_t backend_id;
    uint32_t database_id;
    uint32_t role_id;
    uint32_t temp_namespace_id;
    uint8_t is_background_worker;
    uint8_t recovery_conflict_pending;
    uint8_t lw_waiting;
    uint8_t lw_wait_mode;
    uint32_t lw_wait_next, lw_wait_prev;
    uint8_t locks1[144 - 104];
    uint8_t delay_chkpt;
    uint8_t status_flags;
    uint8_t locks2[440 - 146];
    xip_subxid_status subxid_status;
    uint8_t pad1[2];
    uint32_t subxids[XIP_MAX_CACHED_SUBXIDS];
    uint8_t group_member;
    uint8_t pad2[3];
    uint32_t group_next;
    uint32_t group_member_xid;
    uint8_t tail[880 - 712];
} xip_pgproc_14;
_Static_assert(sizeof(xip_pgproc_14) == 880, "PGPROC of 14 is 880 bytes");
_Static_assert(offsetof(xip_pgproc_14, xid) == 52 && offsetof(xip_pgproc_14, xmin) == 56, "PGPROC of 14");
_Static_assert(offsetof(xip_pgproc_14, pgxactoff) == 68 && offsetof(xip_pgproc_14, status_flags) == 145,
               "PGPROC of 14");
_Static_assert(offsetof(xip_pgproc_14, subxid_status) == 440 && offsetof(xip_pgproc_14, subxids) == 444,
               "PGPROC of 14");

/* Offsets in bytes of the PGPROC fields that code for every version needs. Used on slow paths only (locks' queues,
 * group clear). */
typedef struct xip_proc_layout {
    uint32_t size;
    uint32_t lxid, pid, database_id;
    uint32_t lw_waiting, lw_wait_mode, lw_wait_next, lw_wait_prev;
    uint32_t group_member, group_next, group_member_xid; /* 0: no group clear */
} xip_proc_layout;

#define XIP_PROC_LAYOUT_COMMON(T)                                                                                      \
    .size = sizeof(T), .lxid = offsetof(T, lxid), .pid = offsetof(T, pid), .database_id = offsetof(T, database_id),    \
    .lw_waiting = offsetof(T, lw_waiting), .lw_wait_mode = offsetof(T, lw_wait_mode),                                  \
    .lw_wait_next = offsetof(T, lw_wait_next), .lw_wait_prev = offsetof(T, lw_wait_prev)
#define XIP_PROC_LAYOUT_GROUP(T)                                                                                       \
    .group_member = offsetof(T, group_member), .group_next = offsetof(T, group_next),                                  \
    .group_member_xid = offsetof(T, group_member_xid)

/*
 * The shared variable cache (ShmemVariableCache; TransamVariables since 17), from a line boundary. nextXid is written
 * under XidGenLock; latestCompletedXid (only the low half up to 13) and xactCompletionCount (14+) under ProcArrayLock
 * exclusive. All on one line: every xid assignment dirties the line that every snapshot reads.
 */
typedef struct xip_transam {
    uint32_t next_oid;
    uint32_t oid_count;
    uint64_t next_xid;
    uint32_t oldest_xid;
    uint32_t limits[7];
    uint64_t latest_completed_xid;
    uint64_t xact_completion_count;
} xip_transam;
_Static_assert(offsetof(xip_transam, next_xid) == 8 && offsetof(xip_transam, latest_completed_xid) == 48,
               "TransamVariables");
_Static_assert(offsetof(xip_transam, xact_completion_count) == 56 && sizeof(xip_transam) == 64, "TransamVariables");

/* ProcArrayStruct up to 16: a header of 40 bytes, then pgprocnos[]. */
typedef struct xip_proc_array {
    int32_t num_procs;
    int32_t max_procs;
    int32_t known_assigned[4];
    uint32_t known_assigned_lock;
    uint32_t last_overflowed_xid;
    uint32_t replication_slot_xmin;
    uint32_t replication_slot_catalog_xmin;
    int32_t pgprocnos[];
} xip_proc_array;
_Static_assert(offsetof(xip_proc_array, pgprocnos) == 40, "pgprocnos[] starts at 40");

/*
 * ProcArrayStruct of 9.1: pointers to PGPROCs, 8 bytes each, in the order of connecting.
 *
 * MODEL: where the proc array of 9.1 holds pointers, here it holds indices of the same 8 bytes.
 */
typedef struct xip_proc_array_91 {
    int32_t num_procs;
    int32_t max_procs;
    int32_t known_assigned[4];
    uint32_t known_assigned_lock;
    uint32_t last_overflowed_xid;
    uint64_t procs[];
} xip_proc_array_91;
_Static_assert(offsetof(xip_proc_array_91, procs) == 32, "procs[] of 9.1 starts at 32");

/* LWLock: 16 bytes, padded to 128 so that no two locks share a line, nor a pair of lines. */
typedef struct xip_lwlock {
    uint16_t tranche;
    uint16_t pad0;
    uint32_t state; /* atomic: see lwlock.c */
    uint32_t waiters_head;
    uint32_t waiters_tail;
    uint8_t pad[112];
} xip_lwlock;
_Static_assert(sizeof(xip_lwlock) == 128 && offsetof(xip_lwlock, state) == 4, "a padded LWLock");

/* One semaphore per backend, padded as in posix_sema.c. */
typedef struct xip_semaphore {
    uint32_t value; /* atomic */
    uint8_t pad[124];
} xip_semaphore;
_Static_assert(sizeof(xip_semaphore) == 128, "a padded semaphore");

/*
 * The shared snapshot of the design shared-snapshot, from a 128-byte boundary. PostgreSQL has none: the layout is this
 * project's. `published` says for which xactCompletionCount the rest is right; designs/shared_snapshot.c says which
 * backend writes it and when. A snapshot that does not fit is not published: then every backend scans.
 */
enum { XIP_SHARED_XIDS = 2048, XIP_SHARED_SUBXIDS = 4096 };

typedef struct xip_shared_snapshot {
    uint64_t claimed; /* atomic: the count for which a backend collects, or has collected; on separate lines */
    uint8_t pad1[120];
    uint64_t published; /* atomic: the count for which all below is right; 0: nothing yet */
    uint32_t xmin, xmax;
    uint32_t xcnt, subxcnt;
    uint32_t overflowed; /* how many entries have XIP_SHARED_OVERFLOWED */
    uint8_t pad2[36];
    uint32_t xip[XIP_SHARED_XIDS]; /* running top-level xids below xmax, of all backends, in the order of the array */
    uint32_t subxip_end[XIP_SHARED_XIDS]; /* end of entry i's subxids in subxip */
    uint32_t subxip[XIP_SHARED_SUBXIDS];
} xip_shared_snapshot;
enum { XIP_SHARED_OVERFLOWED = 1u << 31 }; /* in subxip_end: not all subxids of this entry are in its cache */
_Static_assert(offsetof(xip_shared_snapshot, published) == 128, "who claims does not disturb who reads");
_Static_assert(offsetof(xip_shared_snapshot, xip) == 192,
               "count, bounds and lengths share one line, xip starts the next");
_Static_assert(offsetof(xip_shared_snapshot, subxip_end) % XIP_LINE_SIZE_BYTES == 0 &&
                   offsetof(xip_shared_snapshot, subxip) % XIP_LINE_SIZE_BYTES == 0,
               "each array starts a line");
_Static_assert(sizeof(xip_shared_snapshot) == 192 + 8 * XIP_SHARED_XIDS + 4 * XIP_SHARED_SUBXIDS, "no holes");

/* The one field of PROC_HDR that a transaction end touches. */
typedef struct xip_proc_hdr {
    uint32_t proc_array_group_first; /* atomic: pgprocno + 1 of the newest member, 0 when the list is empty */
    uint8_t pad[124];
} xip_proc_hdr;
_Static_assert(sizeof(xip_proc_hdr) == 128, "PROC_HDR's list head has lines of its own");

#endif
