/*
 * wal.h — the WAL records from which a standby learns which transactions run: plain words, one record after another.
 * The writer (server/wal.c) owns the memory; the replaying code (standby/) only reads.
 * PostgreSQL: src/include/access/xact.h (xl_xact_assignment, xl_xact_commit, xl_xact_abort),
 * src/include/storage/standbydefs.h (xl_running_xacts).
 *
 *   word 0: kind, a flag, and how many xids follow << 8     word 1: xid     words 2 …: xids
 *
 * MODEL: of each record only the part that concerns xids is kept; the record's place in the stream serves as its LSN.
 */
#ifndef XIP_PG_WAL_H
#define XIP_PG_WAL_H

#include <stdbool.h>
#include <stdint.h>

#include "pg/xid.h"

typedef enum xip_wal_kind {
    XIP_WAL_XID = 1,       /* any record that a transaction writes under this xid for the first time */
    XIP_WAL_ASSIGNMENT,    /* XLOG_XACT_ASSIGNMENT: xid is the top one, xids are up to 64 of its subtransactions' */
    XIP_WAL_COMMIT,        /* also COMMIT PREPARED: xids are the committed children's */
    XIP_WAL_ABORT,         /* of a transaction or a subtransaction, with its children; also ROLLBACK PREPARED */
    XIP_WAL_RUNNING_XACTS, /* XLOG_RUNNING_XACTS: xid is nextXid; xids[0] is oldestRunningXid, then the running ones */
    XIP_WAL_KINDS
} xip_wal_kind;

typedef struct xip_wal_record {
    xip_wal_kind kind;
    xip_xid xid;
    bool overflowed; /* running-xacts: subtransactions' xids are missing (subxid_overflow) */
    uint32_t count;
    const xip_xid *xids; /* ascending in their order of assignment */
} xip_wal_record;

enum { XIP_WAL_HEAD_WORDS = 2, XIP_WAL_COUNT_SHIFT = 8, XIP_WAL_OVERFLOWED = 0x80 };

/*
 * The record at *at of `count` words; *at then moves to the next one. False at the end. *at must be 0 or the value that
 * an earlier call left there.
 */
static inline bool xip_wal_next(const uint32_t *words, uint32_t count, uint32_t *at, xip_wal_record *record)
{
    if (*at >= count)
        return false;
    const uint32_t *head = &words[*at];
    *record = (xip_wal_record){.kind = (xip_wal_kind)(head[0] & (XIP_WAL_OVERFLOWED - 1u)),
                               .xid = head[1],
                               .overflowed = (head[0] & XIP_WAL_OVERFLOWED) != 0,
                               .count = head[0] >> XIP_WAL_COUNT_SHIFT,
                               .xids = head + XIP_WAL_HEAD_WORDS};
    *at += XIP_WAL_HEAD_WORDS + record->count;
    return true;
}

#endif
