/*
 * lines.h — lines are served, one request at a time. Private to the simulation.
 *
 *   a miss ─► the line's queue ─► (the shared server, if it is on) ─► the transfer ─► the core that asked, for a while
 *
 * The rules, each a law of test/test_contention.c:
 *   - a transfer that changes another core's copy occupies its line until it has arrived; a clean copy that only
 *     answers is busy for clean_ns
 *   - requests are served in the order of their coming
 *   - tenure: the core that a line was moved to may go on with it for tenure_ns, a further request included, even if
 *     others wait. Without it, of many cores that each load a lock's word and then swap it, none would ever succeed
 *   - what a request meets is decided when it is served, not when it is made
 *   - a request goes to the shared server only from the head of its line's queue, and reserves nothing ahead
 *
 * MODEL: a core that has received a line may keep using it for half the time of a transfer between neighbours, even if
 * others want it; no data sheet says how long real machines allow. MODEL: requests for a line are served in the order
 * in which they arrive, where real machines prefer nearer cores.
 */
#ifndef XIP_MODEL_LINES_H
#define XIP_MODEL_LINES_H

#include "machine/machine.h"

enum { LINES_NOBODY = UINT32_MAX, LINES_NO_CALL = -1 };

/* A request that waits, or is under way. */
typedef struct line_request {
    uint32_t strand, slot; /* who asked, and by what name it knows the request */
    uint32_t core;
    uint32_t touch;
    uint32_t next; /* of the queue, or of the free ones */
    uint8_t kind;  /* xip_access_kind */
} line_request;

typedef struct line_state {
    double free_at;    /* ns; nobody else is served before */
    double arrives_at; /* ns; at `keeper` */
    double kept_until; /* ns; the keeper's tenure */
    uint32_t first, last;
    uint32_t version; /* atomics so far: a compare-and-swap fails if this has changed since its load */
    uint8_t keeper;   /* core, or MACHINE_NO_CORE */
    bool near;        /* every core always has it: an ablation */
    bool called;      /* a call for its next request is on the way */
} line_state;

typedef struct lines_params {
    double clean_ns;  /* how long a clean copy that answers is busy with that */
    double tenure_ns; /* of a core with a line that it was given */
    double shared_ns; /* of the shared server, for each move across; 0: there is none */
    bool no_queues;   /* every request is served when it comes, and none goes before another: an ablation */
} lines_params;

typedef struct lines_counts {
    uint64_t served, moved, across;
    double waited_ns;      /* of all requests in queues */
    double shared_wait_ns; /* of all requests at the shared server */
} lines_counts;

typedef struct lines {
    machine *machine;
    lines_params params;
    line_state *of; /* each line */
    line_request *requests;
    uint32_t free_request;
    double shared_free_at;  /* ns */
    double watched_busy_ns; /* of the line `watched`: under transfer */
    uint64_t watched_moves;
    uint32_t watched; /* for tests and pages that show one line */
    lines_counts counts;
} lines;

/* How a request was served. */
typedef struct line_served {
    double arrives_at; /* ns; the core has it */
    double waited_ns;  /* at the shared server */
    uint8_t level;     /* machine_level */
    bool moved;        /* another core's copy changed */
} line_served;

/* XIP_ERR_NO_MEMORY. @param count lines @param most requests at once */
xip_error lines_init(lines *made, machine *machine, const lines_params *params, uint32_t count, uint32_t most,
                     xip_arena *arena);
/* Loads and stores of the lines of these bytes never leave their cores. @param base of line 0 */
void lines_keep_near(lines *all, const uint8_t *base, const uint8_t *from, size_t size);
/* The line is on its way to this core: until when. 0: it is not. */
double lines_coming(const lines *all, uint32_t line, uint32_t core, double now);
/* Serves a request now, if nothing is before it; else queues it, and `call_at` says when lines_next has to be called
 * (LINES_NO_CALL: somebody else's call is on the way). */
bool lines_ask(lines *all, uint32_t line, line_request request, double now, line_served *served, double *call_at);
/*
 * At a call: serves the next in the queue. False: it is too early (the keeper went on in its tenure). `call_at` says
 * when the next call is due, LINES_NO_CALL: nobody waits any more.
 */
bool lines_next(lines *all, uint32_t line, double now, line_request *request, line_served *served, double *call_at);

#endif
