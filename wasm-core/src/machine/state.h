/*
 * state.h — the parts of a machine; for the files of this folder only.
 *
 *   line ──► record: who has a copy, in which state, what was written since ──► made when the line is first touched
 *   core ──► L1, L2: which lines; front: the newest line of each set of L1, with all that a hit needs
 *   L3   ──► which lines
 *
 * Invariants between two accesses:
 *   - a core's state of a line is not I exactly when its L2 holds the line; L1 holds none that L2 lacks
 *   - record.sharers has a bit for each state that is not I; record.owner is the one core in M, E, O or F
 *   - while a core is in M or E, it is the only sharer
 *   - front.line is the first of its set in L1 (or CACHE_NO_LINE), front.state its state
 *   - record.on_l3 has a bit for each L3 that holds the line; its bytes are the newest, or as new as S copies
 */
#ifndef XIP_MACHINE_STATE_H
#define XIP_MACHINE_STATE_H

#include "machine/cache.h"
#include "machine/machine.h"
#include "machine/protocol.h"

enum {
    MACHINE_MAX_DOMAINS = 32,
    MACHINE_NOT_PENDING = 0, /* the first pending miss belongs to nobody: hits of lines without a pending miss use it */
    MACHINE_MAX_PENDING = 65535
};

/* One core's state of one line. */
typedef struct machine_copy {
    uint16_t written; /* 4-byte words that others have written since this core's last valid copy */
    uint16_t pending; /* its undecided miss */
    uint8_t state;    /* machine_state */
    uint8_t pad[3];
} machine_copy;

/* One line. */
typedef struct machine_record {
    uint64_t sharers; /* cores with a copy */
    uint64_t taken;   /* cores that lost it to another's write, and have not fetched it since */
    double busy_from, busy_until;
    uint32_t line;
    uint32_t on_l3;      /* L3s that hold it */
    uint16_t epoch;      /* words written by the core in M since it is */
    uint8_t owner;       /* or MACHINE_NO_CORE */
    uint8_t busy_core;   /* the core that it is being transferred to */
    uint8_t dirty_l3;    /* the L3 that holds bytes that memory lacks, or MACHINE_NO_CORE */
    machine_copy copy[]; /* of each core */
} machine_record;

typedef struct machine_front {
    uint32_t line;
    uint16_t pending;
    uint8_t state;
    machine_record *record;
} machine_front;

/* A miss of an operation that is under way. */
typedef struct machine_pending {
    machine_record *record;
    uint32_t tag;
    uint16_t next;    /* of the same core, in order; or of the free ones */
    uint16_t stolen;  /* words that others had written */
    uint32_t touched; /* words that the operation has touched since: touch_of */
    bool was_taken;
} machine_pending;

typedef struct machine_core {
    machine_cache l1, l2;
    machine_front *front; /* of each set of L1 */
    uint16_t first_pending, last_pending;
    machine_counts counts;
} machine_core;

struct machine {
    machine_params params;
    const protocol_table *protocol;
    xip_arena *arena;
    uint32_t cores, cores_per_l3, domains, lines;
    uint32_t l1_mask;
    bool coherent;
    size_t record_bytes;
    uint8_t *fresh; /* records not used yet */
    uint32_t fresh_count;
    machine_record **record_of; /* of each line; NULL if nobody has touched it */
    machine_core *core;
    machine_cache l3[MACHINE_MAX_DOMAINS];
    uint64_t domain_cores[MACHINE_MAX_DOMAINS];
    machine_pending *pending;
    uint16_t free_pending;
    uint32_t unused_pending; /* never used from here on */
};

static inline uint64_t core_bit(uint32_t core)
{
    return UINT64_C(1) << core;
}

/* Private memory (machine_work) has separate line numbers: no record, no states. */
enum { MACHINE_PRIVATE_PAGES = 1 << 25 };
static const uint32_t machine_private_bit = UINT32_C(1) << 31;
static inline bool is_private(uint32_t line)
{
    return (line & machine_private_bit) != 0;
}

/* machine.c: a line that no longer fits into a core's L2 moves to its L3, and one that no longer fits there to
 * memory. */
void machine_evict(machine *m, uint32_t core, uint32_t line);

/* create.c: the line's record, created if this is the first touch. */
machine_record *machine_record_of(machine *m, uint32_t line);

/* sharing.c: a miss begins to wait for its operation's end. `stolen` counts only where the copy was taken. */
void sharing_miss(machine *m, uint32_t core, machine_record *record, uint32_t tag, uint16_t stolen, bool was_taken,
                  uint32_t touch);
/* An upgrade: nothing was fetched, so nothing can have been stolen. */
void sharing_upgrade(machine *m, uint32_t core, machine_record *record, uint32_t tag);

#endif
