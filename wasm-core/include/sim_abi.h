/*
 * sim_abi.h — the answers of the simulated server's exports (src/api/sim_*_api.c) as TypeScript reads them. All are at
 * one address, and valid until the next call. The TypeScript mirror (web/src/engine/wasm/sim.gen.ts) is generated from
 * the answer of xip_sim_abi_json(); a test fails when the two differ.
 *
 * A struct is a list of fields: X(type, name), or A(type, name, length) for an array. Types are
 *   u32, bool   one word
 *   u64         two words; a number in JavaScript, so it stays below 2^53
 *   full        two words; a bigint in JavaScript
 *   list        address and count of words that are elsewhere in memory
 *   an enum     one word; the names of its values are in src/api/sim_abi_api.c
 *   a struct of this file
 */
#ifndef XIP_SIM_ABI_H
#define XIP_SIM_ABI_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t sim_u32, sim_bool;
typedef uint64_t sim_u64, sim_full;
typedef struct sim_list {
    uint32_t at; /* an address of WebAssembly's memory */
    uint32_t count;
} sim_list;
/* Enums of src/server, src/heap, src/pg and src/standby; and sim_failure. */
typedef uint32_t sim_isolation, sim_lock_kind, sim_taken, sim_holder_kind, sim_exemption, sim_xid_status,
    sim_lookup_why;
typedef uint32_t sim_tm, sim_failure, sim_member_status, sim_why, sim_snapshot_list, sim_wal_kind;
typedef uint32_t sim_readiness, sim_sxact_state, sim_ssi_failure;

/* Why an operation on a row changed nothing. */
enum { SIM_CHANGED = 0, SIM_NO_MEMORY, SIM_TOO_LONG, SIM_SERIALIZATION };

enum {
    SIM_ROW_BYTES = 8192, /* of one row's data, and of its null bitmap */
    SIM_BITMAP_BYTES = 256,
    SIM_MAX_OWNERS = 96,   /* sessions, then prepared transactions */
    SIM_MAX_HOLDERS = 116, /* owners, and two horizons of each replication slot */
    SIM_MAX_ITEMS = 291,   /* line pointers of a page */
    SIM_MAX_MEMBERS = 64,  /* of a multixact that are answered */
    SIM_MAX_SIREADS = 64,  /* that one call asks about */
    SIM_MAX_LOCKS = 64,    /* the same */
    SIM_MAX_SXACTS = 64,   /* the latest serializable transactions, and so on */
    SIM_MAX_CONFLICTS = 128,
    SIM_MAX_STRUCTURES = 64,
    SIM_MAX_STEPS = 64, /* questions about one row version */
    SIM_MAX_BUFFERS = 1024,
    SIM_MAX_LOOKUPS = 1024,
    SIM_MAX_XIDS = 1000 /* that one call asks about */
};

/* Bits of arguments named `flags`. */
enum { SIM_LAST_WAITER_IS_VICTIM = 1, SIM_DEADLOCKS_WHEN_CHECKED = 2, SIM_WRITES_WAL = 4 };     /* start */
enum { SIM_HAS_NULLS = 1, SIM_HAS_VARWIDTH = 2, SIM_KEY_CHANGES = 4, SIM_INDEXED_CHANGES = 8 }; /* rows */
enum { SIM_FIND_LAST_VERSION = 1, SIM_FOLLOW_UPDATES = 2 };                                     /* row locks */
enum {
    SIM_ADVISORY_INTS = 1,
    SIM_ADVISORY_SHARED = 2,
    SIM_ADVISORY_SESSION = 4,
    SIM_ADVISORY_TRY = 8
}; /* the key is two ints, not a bigint; … */

/* --- parts of answers --------------------------------------------------------------------------------------------- */

#define SIM_CTID_FIELDS(X, A) X(u32, block) X(u32, offset)
/* A heavyweight lock. */
#define SIM_LOCK_FIELDS(X, A) X(lock_kind, kind) X(u32, a) X(u32, b) X(u32, c) X(u32, mode)
/* Horizons of relations, by kind. */
/* A line of pg_locks. */
#define SIM_HELD_LOCK_FIELDS(X, A)                                                                                     \
    X(u32, owner) /* a session; SIM_MAX_SESSIONS + the handle of a prepared transaction */                             \
    X(lock, lock)                                                                                                      \
    X(bool, granted)                                                                                                   \
    X(bool, fast)
#define SIM_BOUNDS_FIELDS(X, A) X(u64, shared) X(u64, catalog) X(u64, data) X(u64, temp)
#define SIM_HOLDER_FIELDS(X, A)                                                                                        \
    X(holder_kind, kind)                                                                                               \
    X(u32, who)          /* session; SIM_MAX_SESSIONS + handle; of slots their number */                               \
    X(u32, xid)          /* the older of its xid and its xmin */                                                       \
    X(u32, other)        /* the younger; 0: it has only one */                                                         \
    X(exemption, exempt) /* from the horizon of tables */
#define SIM_XID_FIELDS(X, A)                                                                                           \
    X(xid_status, status)                                                                                              \
    X(u32, owner)  /* session; SIM_MAX_SESSIONS: nobody's */                                                           \
    X(u32, parent) /* of a subtransaction, or 0 */
#define SIM_BUFFER_FIELDS(X, A)                                                                                        \
    X(u32, page) /* SIM_NO_PAGE: empty */                                                                              \
    X(u32, age)                                                                                                        \
    X(bool, dirty)
#define SIM_COUNTS_FIELDS(X, A) X(u64, lookups) X(u64, hits) X(u64, reads) X(u64, writes) X(u64, evictions)
#define SIM_LOOKUP_FIELDS(X, A)                                                                                        \
    X(u32, xid)                                                                                                        \
    X(u32, parent)  /* 0: it is a top one */                                                                           \
    X(u32, evicted) /* the page that was in the slot before; SIM_NO_PAGE: none */                                      \
    X(u32, slot)                                                                                                       \
    X(u32, session)                                                                                                    \
    X(lookup_why, why)                                                                                                 \
    X(bool, begins) /* a walk */                                                                                       \
    X(bool, hit)                                                                                                       \
    X(bool, wrote)
#define SIM_MEMBER_FIELDS(X, A) X(u32, xid) X(member_status, status)
/* A row of pg_locks. */
#define SIM_SIREAD_FIELDS(X, A)                                                                                        \
    X(u32, owner) /* session; SIM_MAX_SESSIONS + handle; SIM_NOBODY: of transactions that were summarized */           \
    X(bool, committed)                                                                                                 \
    X(bool, safe)       /* nothing can harm the owner any more */                                                      \
    X(u32, transaction) /* its number, as sxact's; 0: of those that were summarized */                                 \
    X(u32, step)        /* when it was taken */                                                                        \
    X(u32, relation)                                                                                                   \
    X(u32, index)  /* 0: the table itself */                                                                           \
    X(u32, page)   /* SIM_NO_BLOCK: all of it */                                                                       \
    X(u32, offset) /* 0: the page */
/* src/ssi/watch.h */
#define SIM_SXACT_FIELDS(X, A)                                                                                         \
    X(u32, number)                                                                                                     \
    X(u32, owner) /* session */                                                                                        \
    X(sxact_state, state)                                                                                              \
    X(bool, read_only)                                                                                                 \
    X(bool, remembered)                                                                                                \
    X(u32, xid)                                                                                                        \
    X(u32, commit_seq) /* 0: it has not committed */                                                                   \
    X(u32, began)                                                                                                      \
    X(u32, ended)
#define SIM_RW_CONFLICT_FIELDS(X, A)                                                                                   \
    X(u32, reader)                                                                                                     \
    X(u32, writer)                                                                                                     \
    X(u32, step)                                                                                                       \
    X(u32, read_step)                                                                                                  \
    X(u32, write_step)                                                                                                 \
    X(bool, at_write)                                                                                                  \
    X(u32, relation)                                                                                                   \
    X(u32, index)                                                                                                      \
    X(u32, page)                                                                                                       \
    X(u32, offset)
#define SIM_STRUCTURE_FIELDS(X, A)                                                                                     \
    X(u32, step)                                                                                                       \
    X(u32, failed_at)                                                                                                  \
    X(ssi_failure, failure)                                                                                            \
    X(u32, victim)                                                                                                     \
    X(u32, tin)                                                                                                        \
    X(u32, pivot)                                                                                                      \
    X(u32, tout)
/* A line pointer; only `pointer` counts unless it is LP_NORMAL. cmin and cmax are as the row's owner knows them. */
#define SIM_ITEM_FIELDS(X, A)                                                                                          \
    X(u32, pointer)                                                                                                    \
    X(u32, xmin)                                                                                                       \
    X(u32, xmax)                                                                                                       \
    X(u32, cid)                                                                                                        \
    X(u32, cmin)                                                                                                       \
    X(u32, cmax)                                                                                                       \
    X(u32, infomask)                                                                                                   \
    X(u32, infomask2)                                                                                                  \
    X(ctid, next)                                                                                                      \
    X(bool, removable)                                                                                                 \
    A(u32, seen_by, 2) /* a bit for each session whose snapshot in force sees it */
/* A question (xip_question) that a visibility routine asked about two values. */
#define SIM_STEP_FIELDS(X, A) X(u32, question) X(u32, a) X(u32, b) X(bool, answer)
/* Neighbouring xids about which a snapshot answers the same. */
#define SIM_RUN_FIELDS(X, A)                                                                                           \
    X(u32, first)                                                                                                      \
    X(u32, last)                                                                                                       \
    X(bool, runs)                                                                                                      \
    X(why, why)                                                                                                        \
    X(snapshot_list, list)                                                                                             \
    X(u32, parent) /* the topmost parent that decided; 0: the xid itself did */

/* --- answers ------------------------------------------------------------------------------------------------------ */

/* The snapshot in force, or the active one. */
#define SIM_SNAPSHOT_FIELDS(X, A)                                                                                      \
    X(u32, xmin)                                                                                                       \
    X(u32, xmax)                                                                                                       \
    X(u32, curcid)                                                                                                     \
    X(bool, suboverflowed)                                                                                             \
    X(list, xip)                                                                                                       \
    X(list, subxip)
/* The number of a session, slot, prepared transaction or table that was made. */
#define SIM_MADE_FIELDS(X, A)     X(u32, id)
#define SIM_BLOCKERS_FIELDS(X, A) A(u32, id, SIM_MAX_OWNERS)
#define SIM_FAULT_FIELDS(X, A)    X(u32, bit)
#define SIM_TUPLE_FIELDS(X, A)    X(u32, length)
#define SIM_ROOTS_FIELDS(X, A)    X(bool, all_dead)
#define SIM_FIGURES_FIELDS(X, A)                                                                                       \
    X(u32, pages) X(u32, tuples) X(u32, fillfactor) X(u32, all_visible) X(u32, frozen_xid) X(u32, min_multi)
#define SIM_CIDS_FIELDS(X, A)     X(u32, cmin) X(u32, cmax)
#define SIM_INSERTED_FIELDS(X, A) X(failure, failure) X(ctid, ctid)
#define SIM_OPERATION_FIELDS(X, A)                                                                                     \
    X(tm, tm)                                                                                                          \
    X(ctid, ctid)                                                                                                      \
    X(u32, xmax)                                                                                                       \
    X(u32, cmax)                                                                                                       \
    X(bool, traversed)                                                                                                 \
    X(bool, hot)                                                                                                       \
    X(failure, failure)
#define SIM_DIRTY_FIELDS(X, A) X(ctid, ctid) X(u32, wait_for) X(u32, token) X(bool, all_dead)
#define SIM_VACUUMED_FIELDS(X, A)                                                                                      \
    X(u32, oldest_xmin)                                                                                                \
    X(u32, removed)                                                                                                    \
    X(u32, remaining)                                                                                                  \
    X(u32, not_yet_removable)                                                                                          \
    X(u32, line_pointers_reclaimed)                                                                                    \
    X(u32, pages_removed)                                                                                              \
    X(u32, pages_remaining)                                                                                            \
    X(bool, has_new_figures)
#define SIM_SERVER_FIELDS(X, A)                                                                                        \
    X(full, next_xid)                                                                                                  \
    X(u64, latest_completed_xid)                                                                                       \
    X(u64, xact_completion_count)                                                                                      \
    X(u32, last_overflowed_xid)                                                                                        \
    X(u32, session_ids) /* ids below this one may be connected */                                                      \
    X(u32, prepared)    /* number of prepared transactions */
#define SIM_SESSION_FIELDS(X, A)                                                                                       \
    X(u32, pgprocno)                                                                                                   \
    X(u32, level)                                                                                                      \
    X(isolation, isolation)                                                                                            \
    X(u32, xid)                                                                                                        \
    X(u32, current_xid)                                                                                                \
    X(u32, xmin)                                                                                                       \
    X(u32, curcid)                                                                                                     \
    X(list, subxids) /* in the cache of 64 */                                                                          \
    X(bool, overflowed)                                                                                                \
    X(list, own_xids)                                                                                                  \
    X(bool, waits)                                                                                                     \
    X(lock, lock) /* when it waits */                                                                                  \
    X(u32, xacts)                                                                                                      \
    X(u32, snapshots_taken)                                                                                            \
    X(u32, snapshots_reused)                                                                                           \
    X(bool, was_reused)                                                                                                \
    X(taken, taken)                                                                                                    \
    X(snapshot, snapshot) /* unless nothing is taken */
/* 14+: the first three; 13: the other two. */
#define SIM_HORIZONS_FIELDS(X, A)                                                                                      \
    X(bounds, maybe_needed)                                                                                            \
    X(bounds, definitely_needed)                                                                                       \
    X(u32, computed)                                                                                                   \
    X(u32, recent_global_xmin)                                                                                         \
    X(u32, recent_global_data_xmin)
#define SIM_KNOWN_FIELDS(X, A)    X(bounds, oldest) A(holder, holders, SIM_MAX_HOLDERS)
#define SIM_SLOT_FIELDS(X, A)     X(bool, is_used) X(bool, is_logical) X(u32, xmin) X(u32, catalog_xmin)
#define SIM_PREPARED_FIELDS(X, A) X(u32, handle) X(list, xids)
#define SIM_XIDS_FIELDS(X, A)     A(xid, xids, SIM_MAX_XIDS)
#define SIM_SLRU_FIELDS(X, A)                                                                                          \
    X(u32, buffers)                                                                                                    \
    X(u32, banks)                                                                                                      \
    X(u32, latest_page) /* SIM_NO_PAGE: no xid was assigned yet */                                                     \
    X(u64, lookup_count)                                                                                               \
    A(buffer, slots, SIM_MAX_BUFFERS)
#define SIM_SLRU_COUNTS_FIELDS(X, A) X(counts, subtrans) X(counts, xact)
#define SIM_LOOKUPS_FIELDS(X, A)     A(lookup, lookups, SIM_MAX_LOOKUPS)
#define SIM_MULTIXACT_FIELDS(X, A)   A(member, members, SIM_MAX_MEMBERS)
#define SIM_SIREADS_FIELDS(X, A)     A(siread, locks, SIM_MAX_SIREADS)
#define SIM_HELD_LOCKS_FIELDS(X, A)  A(held_lock, locks, SIM_MAX_LOCKS)
#define SIM_SSI_FIELDS(X, A)                                                                                           \
    X(u32, sxact_count)                                                                                                \
    X(u32, conflict_count)                                                                                             \
    X(u32, structure_count)                                                                                            \
    A(sxact, sxacts, SIM_MAX_SXACTS)                                                                                   \
    A(rw_conflict, conflicts, SIM_MAX_CONFLICTS)                                                                       \
    A(structure, structures, SIM_MAX_STRUCTURES)
#define SIM_PAGE_FIELDS(X, A)      A(item, items, SIM_MAX_ITEMS)
#define SIM_EXPLAINED_FIELDS(X, A) X(bool, visible) X(u32, count) A(step, steps, SIM_MAX_STEPS)
#define SIM_ANSWERED_FIELDS(X, A)  A(run, runs, SIM_MAX_XIDS)
#define SIM_WAL_RECORD_FIELDS(X, A)                                                                                    \
    X(u32, next) /* where the next record is */                                                                        \
    X(wal_kind, kind)                                                                                                  \
    X(u32, xid)                                                                                                        \
    X(list, xids)                                                                                                      \
    X(bool, overflowed)
#define SIM_STANDBY_FIELDS(X, A)                                                                                       \
    X(snapshot, snapshot)                                                                                              \
    X(u64, latest_completed_xid)                                                                                       \
    X(u64, next_xid)                                                                                                   \
    X(u32, last_overflowed_xid)                                                                                        \
    X(u32, completion_count)                                                                                           \
    X(readiness, readiness)                                                                                            \
    X(u32, pending_xmin)                                                                                               \
    X(u32, capacity) /* of KnownAssignedXids, and so on */                                                             \
    X(u32, tail)                                                                                                       \
    X(u32, head)                                                                                                       \
    X(u32, compressions)                                                                                               \
    X(list, xids) /* from 0 to head */                                                                                 \
    X(u32, valid) /* address of a byte for each */

/* S(name, NAME, size in bytes), parts before the structs that they are part of. */
#define SIM_PART_STRUCTS(S)                                                                                            \
    S(ctid, CTID, 8)                                                                                                   \
    S(lock, LOCK, 20)                                                                                                  \
    S(held_lock, HELD_LOCK, 32)                                                                                        \
    S(bounds, BOUNDS, 32)                                                                                              \
    S(holder, HOLDER, 20)                                                                                              \
    S(xid, XID, 12)                                                                                                    \
    S(buffer, BUFFER, 12)                                                                                              \
    S(counts, COUNTS, 40)                                                                                              \
    S(lookup, LOOKUP, 36)                                                                                              \
    S(member, MEMBER, 8)                                                                                               \
    S(siread, SIREAD, 36)                                                                                              \
    S(sxact, SXACT, 36)                                                                                                \
    S(rw_conflict, RW_CONFLICT, 40)                                                                                    \
    S(structure, STRUCTURE, 28)                                                                                        \
    S(item, ITEM, 52)                                                                                                  \
    S(step, STEP, 16)                                                                                                  \
    S(run, RUN, 24)
#define SIM_ANSWER_STRUCTS(S)                                                                                          \
    S(snapshot, SNAPSHOT, 32)                                                                                          \
    S(made, MADE, 4)                                                                                                   \
    S(blockers, BLOCKERS, 4 * SIM_MAX_OWNERS)                                                                          \
    S(fault, FAULT, 4)                                                                                                 \
    S(tuple, TUPLE, 4)                                                                                                 \
    S(roots, ROOTS, 4)                                                                                                 \
    S(figures, FIGURES, 24)                                                                                            \
    S(cids, CIDS, 8)                                                                                                   \
    S(inserted, INSERTED, 12)                                                                                          \
    S(operation, OPERATION, 32)                                                                                        \
    S(dirty, DIRTY, 20)                                                                                                \
    S(vacuumed, VACUUMED, 32)                                                                                          \
    S(server, SERVER, 40)                                                                                              \
    S(session, SESSION, 124)                                                                                           \
    S(horizons, HORIZONS, 80)                                                                                          \
    S(known, KNOWN, 32 + 20 * SIM_MAX_HOLDERS)                                                                         \
    S(slot, SLOT, 16)                                                                                                  \
    S(prepared, PREPARED, 12)                                                                                          \
    S(xids, XIDS, 12 * SIM_MAX_XIDS)                                                                                   \
    S(slru, SLRU, 24 + 12 * SIM_MAX_BUFFERS)                                                                           \
    S(slru_counts, SLRU_COUNTS, 80)                                                                                    \
    S(lookups, LOOKUPS, 36 * SIM_MAX_LOOKUPS)                                                                          \
    S(multixact, MULTIXACT, 8 * SIM_MAX_MEMBERS)                                                                       \
    S(sireads, SIREADS, 36 * SIM_MAX_SIREADS)                                                                          \
    S(held_locks, HELD_LOCKS, 32 * SIM_MAX_LOCKS)                                                                      \
    S(ssi, SSI, 12 + 36 * SIM_MAX_SXACTS + 40 * SIM_MAX_CONFLICTS + 28 * SIM_MAX_STRUCTURES)                           \
    S(page, PAGE, 52 * SIM_MAX_ITEMS)                                                                                  \
    S(explained, EXPLAINED, 8 + 16 * SIM_MAX_STEPS)                                                                    \
    S(answered, ANSWERED, 24 * SIM_MAX_XIDS)                                                                           \
    S(wal_record, WAL_RECORD, 24)                                                                                      \
    S(standby, STANDBY, 96)

#define X(type, name)         sim_##type name;
#define A(type, name, length) sim_##type name[length];
#define S(name, NAME, bytes)                                                                                           \
    typedef struct sim_##name {                                                                                        \
        SIM_##NAME##_FIELDS(X, A)                                                                                      \
    } sim_##name;                                                                                                      \
    _Static_assert(sizeof(sim_##name) == (bytes), "TypeScript reads " #name " of " #bytes " bytes");
SIM_PART_STRUCTS(S)
SIM_ANSWER_STRUCTS(S)
#undef S
#define S(name, NAME, bytes) sim_##name name;
/* The address of all answers. */
typedef union sim_out {
    SIM_ANSWER_STRUCTS(S)
} sim_out;
#undef S
#undef A
#undef X

#endif
