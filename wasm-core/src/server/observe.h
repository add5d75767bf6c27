/*
 * observe.h — a server's state for a trace and the views, as plain structs: nothing here changes anything, and no
 * design's layout shows through. Pointers are valid until the next call that changes the server.
 */
#ifndef XIP_SERVER_OBSERVE_H
#define XIP_SERVER_OBSERVE_H

#include "server/server.h"

typedef struct xip_server_view {
    uint64_t next_xid;
    uint64_t latest_completed_xid;  /* 64 bits also where the server keeps 32 (13) */
    uint64_t xact_completion_count; /* by the rules of 14, whatever the design keeps; 0: rules of 13 have none */
    uint32_t last_overflowed_xid;   /* of a standby, so always 0 */
    uint32_t session_ids;           /* ids below this one may be connected */
    uint32_t prepared;              /* number of prepared transactions */
} xip_server_view;

typedef enum xip_snapshot_taken {
    XIP_SNAPSHOT_NONE = 0,
    XIP_SNAPSHOT_STATEMENT = 1,  /* the last one that a statement took */
    XIP_SNAPSHOT_TRANSACTION = 2 /* kept from REPEATABLE READ's first statement on */
} xip_snapshot_taken;

typedef struct xip_session_view {
    uint32_t id;
    uint32_t pgprocno;
    uint32_t level; /* 0: no transaction; 1: no subtransaction is open */
    uint32_t isolation;
    uint32_t xid;         /* as its PGPROC shows it */
    uint32_t current_xid; /* of the innermost level */
    uint32_t xmin;        /* as it advertises it */
    uint32_t curcid;
    uint32_t status_flags;
    uint32_t subxid_count;    /* in the cache of 64 */
    uint32_t is_overflowed;   /* of the cache */
    const uint32_t *subxids;  /* the cache */
    uint32_t own_xid_count;   /* every xid of the transaction that did not abort, the top one first */
    const uint32_t *own_xids; /* ascending */
    uint32_t is_waiting;
    xip_locktag waits_for; /* when it waits */
    uint32_t wait_mode;
    uint32_t xacts;           /* transactions that this id has started, over all its connections */
    uint32_t snapshots_taken; /* transaction snapshots since it connected */
    uint32_t snapshots_reused;
    uint32_t was_reused; /* the last one taken was a reuse of the one before */
    uint32_t taken;      /* xip_snapshot_taken; of `snapshot` */
    const xip_snapshot *snapshot;
} xip_session_view;

/* 14+: GlobalVis bounds by xip_vis_kind. 13: RecentGlobalXmin and RecentGlobalDataXmin; the rest is 0. */
typedef struct xip_horizon_view {
    uint64_t maybe_needed[4];
    uint64_t definitely_needed[4];
    uint32_t recent_global_xmin;
    uint32_t recent_global_data_xmin;
    uint32_t computed; /* accurate horizons by this session */
} xip_horizon_view;

typedef enum xip_holder_kind {
    XIP_HOLDS_BY_XMIN = 1,
    XIP_HOLDS_BY_XID,
    XIP_HOLDS_BY_PREPARED,
    XIP_HOLDS_BY_FEEDBACK, /* of a standby, without a slot */
    XIP_HOLDS_BY_SLOT,
    XIP_HOLDS_BY_SLOT_CATALOG
} xip_holder_kind;
/* A possible holder of a horizon. */
typedef struct xip_horizon_holder {
    uint32_t kind;     /* xip_holder_kind */
    uint32_t who;      /* session id; XIP_MAX_SESSIONS + handle; of slots their number */
    uint32_t xid;      /* the older of its xmin and its xid */
    uint32_t other;    /* the younger; invalid: there is none */
    uint32_t database; /* XIP_NO_DATABASE: in none */
    uint32_t exempt;   /* xip_exemption, for ordinary tables */
} xip_horizon_holder;

typedef struct xip_xid_view {
    uint32_t status; /* xip_xid_status; of a released subtransaction in progress until its top one ends */
    uint32_t owner;  /* id of the session that got it; XIP_MAX_SESSIONS: from before the server was started */
    uint32_t parent; /* a subtransaction's direct parent; invalid: a top one */
} xip_xid_view;

/* A line of pg_locks: one owner's mode of one lock, held or awaited. SIREAD locks: xip_serializable_locks. */
typedef struct xip_lock_view {
    uint32_t owner; /* session id; XIP_MAX_SESSIONS + handle */
    xip_locktag tag;
    uint32_t mode;
    uint32_t is_granted;
    uint32_t is_fast; /* fastpath */
} xip_lock_view;

typedef enum xip_slru_kind { XIP_SLRU_SUBTRANS = 0, XIP_SLRU_XACT = 1 } xip_slru_kind;

typedef struct xip_slru_view {
    uint32_t buffers;
    uint32_t banks;
    uint32_t latest_page;  /* is never evicted */
    uint64_t lookup_count; /* pg_subtrans: how many lookups the server has logged */
} xip_slru_view;

typedef struct xip_buffer_view {
    uint32_t page; /* XIP_SLRU_NO_PAGE: empty */
    uint32_t is_dirty;
    uint32_t age; /* uses of other pages in its bank since it was used */
} xip_buffer_view;

/* The reason for a lookup in pg_subtrans. */
typedef enum xip_lookup_why {
    XIP_LOOKUP_SNAPSHOT = 0, /* XidInMVCCSnapshot: whose subtransaction is it? */
    XIP_LOOKUP_IN_PROGRESS,  /* TransactionIdIsInProgress */
    XIP_LOOKUP_WAIT,         /* XactLockTableWait: whose lock to wait for, now that its own is gone? */
    XIP_LOOKUP_DID_COMMIT,   /* TransactionIdDidCommit: sub-committed, so its parent decides */
    XIP_LOOKUP_SET,          /* SubTransSetParent */
    XIP_LOOKUP_MAKE          /* ExtendSUBTRANS: the xid is the first one of a page */
} xip_lookup_why;

/* Bits of a lookup's flags; the rest of them is xip_lookup_why. */
enum { XIP_LOOKUP_BEGINS = 1, XIP_LOOKUP_HIT = 2, XIP_LOOKUP_WROTE = 4, XIP_LOOKUP_WHY_SHIFT = 3 };
enum { XIP_LOOKUPS_KEPT = 1024 };

/* One page of pg_subtrans requested, or created. If it is no hit, it was read into the slot, or created in it. */
typedef struct xip_subtrans_lookup {
    uint32_t xid;
    uint32_t parent;       /* the parent read or written; 0: it is a top one */
    uint32_t evicted_page; /* the page that was in the slot before; XIP_SLRU_NO_PAGE: none */
    uint16_t slot;
    uint8_t session; /* XIP_MAX_SESSIONS: elsewhere */
    uint8_t flags;   /* BEGINS: a walk; HIT; WROTE: a page had to be written first */
} xip_subtrans_lookup;

void xip_observe_slru(const xip_server *server, xip_slru_kind kind, xip_slru_view *view);
/* False past the last one. */
bool xip_observe_buffer(const xip_server *server, xip_slru_kind kind, uint32_t slot, xip_buffer_view *view);
/* This session's lookups since it connected. */
const xip_slru_counts *xip_observe_slru_counts(const xip_session *me, xip_slru_kind kind);
/* The n-th since the server was started, from 0; NULL: not yet, or no longer kept. */
const xip_subtrans_lookup *xip_observe_lookup(const xip_server *server, uint64_t n);

/* How many there are; at most `capacity` of them, from number `from` on. */
uint32_t xip_observe_locks(const xip_server *server, uint32_t from, xip_lock_view *locks, uint32_t capacity);
/* Of any xid up to nextXid. */
void xip_observe_xid(const xip_server *server, xip_xid xid, xip_xid_view *view);
void xip_observe_server(const xip_server *server, xip_server_view *view);
void xip_observe_session(xip_session *me, xip_session_view *view);
void xip_observe_horizons(const xip_session *me, xip_horizon_view *view);
/*
 * The current horizon of tables, which no session knows until it is computed, and its holders (at most `capacity` of
 * them, in array order, then slots). *count is 0 when there is none: the horizon is then latestCompletedXid + 1.
 */
xip_xid xip_observe_holders(xip_session *me, xip_horizon_holder *holders, uint32_t capacity, uint32_t *count);
/* The same for all that have an xid or an xmin, including exempt ones; `oldest` by xip_vis_kind. */
enum { XIP_MAX_HOLDERS = XIP_MAX_SESSIONS + XIP_MAX_PREPARED + 2 * XIP_MAX_SLOTS };
uint32_t xip_observe_known(xip_session *me, xip_horizon_holder holders[XIP_MAX_HOLDERS], uint32_t oldest[4]);
/* Handle of the n-th prepared transaction, oldest xid first, and its xids; false past the end. */
bool xip_observe_prepared(const xip_server *server, uint32_t n, uint32_t *handle, const uint32_t **xids,
                          uint32_t *xid_count);

#endif
