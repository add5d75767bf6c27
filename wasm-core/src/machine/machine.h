/*
 * machine.h — a machine's caches: which core holds which 64-byte line in which state, and the cost of an access.
 *
 * In: an access (core, line, bytes, kind, field) and the time it happens. Out: where the line came from, how long that
 * took, and its effect on other cores' copies. It knows nothing of PostgreSQL except one field's number (xmin), and of
 * time only the moments it is given. Threads of a core share its L1 and L2, so only cores appear here.
 *
 * MODEL: a core's stores wait for ownership like its loads; real cores hide part of that in a store buffer.
 */
#ifndef XIP_MACHINE_MACHINE_H
#define XIP_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "mem/mem.h"
#include "trace_abi.h"
#include "xip.h"

enum { MACHINE_MAX_CORES = 64, MACHINE_LINE_BYTES = 64, MACHINE_NO_CORE = 0xFF };

typedef enum machine_protocol { MACHINE_MESI = 0, MACHINE_MESIF = 1, MACHINE_MOESI = 2 } machine_protocol;

/* State of one core's copy of a line. */
typedef enum machine_state {
    MACHINE_I = 0, /* no copy */
    MACHINE_S = 1,
    MACHINE_E = 2,
    MACHINE_M = 3,
    MACHINE_O = 4, /* MOESI: dirty and shared, this copy answers */
    MACHINE_F = 5, /* MESIF: clean and shared, this copy answers */
    MACHINE_STATE_COUNT
} machine_state;

/* Where an access found its line. */
typedef enum machine_level {
    MACHINE_L1 = 0,
    MACHINE_L2 = 1,
    MACHINE_L3 = 2,
    MACHINE_PEER = 3,       /* another core's cache behind the same L3 */
    MACHINE_FAR = 4,        /* another core's cache behind another L3: the other socket, or another complex of cores */
    MACHINE_MEMORY = 5,     /* of this socket */
    MACHINE_FAR_MEMORY = 6, /* of the other one */
    MACHINE_LEVEL_COUNT
} machine_level;

/* Why a core had to fetch a line that it once had. Decided at the end of the operation, see machine_end_operation. */
typedef enum machine_sharing {
    MACHINE_NOT_SHARED = 0, /* no other core took it away: first touch, no room, or an upgrade, which fetches nothing */
    MACHINE_TRUE_SHARING = 1,  /* the operation touched bytes that another core had written since */
    MACHINE_FALSE_SHARING = 2, /* it touched none of those */
    MACHINE_FOR_HORIZON = 3,   /* the only such bytes were xmins that it read */
    MACHINE_SHARING_COUNT
} machine_sharing;

/*
 * A machine as its file describes it (scenarios/machines). All doubles, so that JavaScript can fill it in one go; the
 * order is the ABI's. Times are nanoseconds.
 */
#define MACHINE_PARAM_MAP(X)                                                                                           \
    X(sockets)                                                                                                         \
    X(l3_per_socket) /* L3s (complexes of cores) in a socket: 1 on Intel's servers */                                  \
    X(cores_per_socket)                                                                                                \
    X(protocol) /* machine_protocol */                                                                                 \
    X(coherent) /* 0: writes leave other copies alone; the ablation */                                                 \
    X(l1_bytes)                                                                                                        \
    X(l1_ways)                                                                                                         \
    X(l2_bytes)                                                                                                        \
    X(l2_ways)                                                                                                         \
    X(l3_bytes) /* of one L3 */                                                                                        \
    X(l3_ways)                                                                                                         \
    X(l1_ns)                                                                                                           \
    X(l2_ns)                                                                                                           \
    X(l3_ns)                                                                                                           \
    X(peer_ns)                                                                                                         \
    X(far_ns)                                                                                                          \
    X(memory_ns)                                                                                                       \
    X(far_memory_ns)                                                                                                   \
    X(upgrade_ns)     /* ownership of a line that this core has and others behind the same L3 have, too */             \
    X(far_upgrade_ns) /* the same when one of the others is behind another L3 */                                       \
    X(atomic_ns)      /* a locked instruction's time beyond the access */

typedef struct machine_params {
#define X(name) double name;
    MACHINE_PARAM_MAP(X)
#undef X
} machine_params;

/* The result of one access. */
typedef struct machine_outcome {
    double ns;      /* the whole time, including the wait */
    double wait_ns; /* until a transfer of the same line that other cores had begun was over */
    uint8_t level;  /* machine_level */
    uint8_t from;   /* the core whose copy answered, if level is PEER or FAR; MACHINE_NO_CORE: none, or another L3 */
    uint8_t before; /* machine_state of this core's copy */
    uint8_t after;  /* machine_state after the access */
    bool upgrade;   /* had the line, lacked ownership */
    bool taken;     /* once had it, and lost it to another's write */
    uint8_t losers; /* how many other cores lost their copies */
} machine_outcome;

/* One core's counts since machine_clear_counts. An access that spans two lines counts as two. */
typedef struct machine_counts {
    uint64_t accesses;
    uint64_t found[MACHINE_LEVEL_COUNT];
    uint64_t sharing[MACHINE_SHARING_COUNT]; /* of the misses: found beyond L2, or upgraded */
    uint64_t upgrades;
    uint64_t invalidations;                      /* copies of others that its writes ended */
    uint64_t transfers_within, transfers_across; /* cache to cache, behind the same L3 and not */
} machine_counts;

typedef struct machine machine;

/* Bytes of an arena that a machine for `lines` lines takes at most when `touched` different ones are ever accessed. 0
 * when a parameter is outside its range. */
size_t machine_bytes(const machine_params *params, uint32_t lines, uint32_t touched);
/*
 * A machine with cold caches, for `lines` lines from number 0. The arena must outlive it: a line's record is allocated
 * from it when the line is first touched, and running out then is a broken invariant. XIP_ERR_ARGUMENT when a parameter
 * is outside its range, XIP_ERR_NO_MEMORY when the arena is too small to begin with.
 */
xip_error machine_create(machine **made, const machine_params *params, uint32_t lines, xip_arena *arena);

/* All cores together; core c is in socket c / cores_per_socket. */
uint32_t machine_cores(const machine *m);

/*
 * One access to bytes [first, first + size) of a line (size 1 to 64, within the line). `now` orders overlapping
 * accesses to one line: a transfer from another core's copy, or one that invalidates it, occupies the line from `now`
 * until it is over, and another core's miss that begins in between waits for that; one with an earlier `now` does not.
 * `tag` is passed back when the sharing is decided.
 */
machine_outcome machine_access(machine *m, uint32_t core, uint32_t line, uint32_t first, uint32_t size,
                               xip_access_kind kind, uint32_t field, double now, uint32_t tag);

/*
 * The words of 4 bytes that an access touches, as the machine counts them: all of them in the lower half, and words
 * other than xmins that are only read also in the upper half. Several accesses to a line that are made as one are the
 * union of theirs.
 */
static inline uint32_t machine_touch_of(uint32_t first, uint32_t size, xip_access_kind kind, uint32_t field)
{
    uint16_t words = (uint16_t)((2u << ((first + size - 1) / 4)) - (1u << first / 4));
    return field == MEM_XMIN && kind == XIP_ACCESS_READ ? words : words | (uint32_t)words << 16;
}
/* machine_access, with the words from machine_touch_of. */
machine_outcome machine_touch(machine *m, uint32_t core, uint32_t line, uint32_t touch, xip_access_kind kind,
                              double now, uint32_t tag);

/* What an access would take, and where it would find the line, before it is made. */
typedef struct machine_outlook {
    double ns;     /* without any wait, and without atomic_ns; of a hit: L1's, even if only L2 has it */
    uint8_t level; /* machine_level; L1 for anything in this core's own caches */
    bool beyond;   /* it leaves this core: a fetch, or a request for ownership */
    bool moves;    /* another core's copy changes by it, so others that want the line have to wait */
    bool across;   /* it crosses to another L3 or to the other socket's memory */
} machine_outlook;
/* Changes nothing but making the line's record. */
machine_outlook machine_ask(machine *m, uint32_t core, uint32_t line, xip_access_kind kind);

/* Called for each miss of the operation once its sharing is known. */
typedef void (*machine_decided)(void *context, uint32_t tag, machine_sharing sharing);
/* The core's operation is over: classifies the sharing of its misses. `decided` may be NULL. */
void machine_end_operation(machine *m, uint32_t core, machine_decided decided, void *context);

/*
 * The core runs other work, which reads lines [from, from + lines) of the private memory of `worker`: they take room in
 * its L1 and L2, and evict other lines as usual. Counts nothing and takes no time.
 *
 * MODEL: private memory lies in pages of 4 kB at random physical addresses, and takes no room in L3.
 */
void machine_work(machine *m, uint32_t core, uint32_t worker, uint32_t from, uint32_t lines);

/* The state of this core's copy. */
machine_state machine_line_state(const machine *m, uint32_t core, uint32_t line);

const machine_counts *machine_counts_of(const machine *m, uint32_t core);
void machine_clear_counts(machine *m);

#endif
