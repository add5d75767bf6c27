/*
 * tso.h — every interleaving of two short programs on two processors with store buffers (total store order, the model
 * of x86: P. Sewell and others, "x86-TSO", 2010).
 *
 *   A store goes into its processor's buffer, last in, and reaches memory at some later move, first in first out.
 *   A load takes the newest store to its word from its own buffer; otherwise it reads memory.
 *   A fence is passed only while the buffer is empty.
 *
 * A program is a list of steps without loops, so the search ends: it visits every state, and says of every outcome in
 * how many interleavings it comes about, with one of the shortest as a trace.
 */
#ifndef XIP_LAB_TSO_H
#define XIP_LAB_TSO_H

#include <stdbool.h>
#include <stdint.h>

enum {
    XIP_TSO_THREADS = 2,
    XIP_TSO_OUTCOMES = 4,
    XIP_TSO_MAX_STEPS = 6,
    XIP_TSO_MAX_BUFFERED = 2, /* stores of a thread */
    XIP_TSO_MAX_STATES = 1024,
    XIP_TSO_MAX_MOVES = 14
};

/* The shared words; all are 0 at the start. */
#define XIP_TSO_WORD_MAP(X)                                                                                            \
    X(XIP_TSO_COUNT, "count") /* xactCompletionCount: 1 after an end */                                                \
    X(XIP_TSO_XMIN, "xmin")   /* the reader's MyProc->xmin: 1 once it is advertised */                                 \
    X(XIP_TSO_ROW, "row")     /* 1: the row version was removed */

#define XIP_TSO_OP_MAP(X)                                                                                              \
    X(XIP_TSO_STORE, "store") /* 1 into the word */                                                                    \
    X(XIP_TSO_FENCE, "fence")                                                                                          \
    X(XIP_TSO_LOOK, "look") /* loads the word; a thread that finds 1 has noticed, and leaves */                        \
    X(XIP_TSO_READ, "read") /* loads the word, once the other thread is done and all stores are in memory */

#define X(name, text) name,
typedef enum xip_tso_word { XIP_TSO_WORD_MAP(X) XIP_TSO_WORDS } xip_tso_word;
typedef enum xip_tso_op { XIP_TSO_OP_MAP(X) XIP_TSO_OPS } xip_tso_op;
#undef X

typedef struct xip_tso_step {
    uint8_t op;   /* xip_tso_op */
    uint8_t word; /* xip_tso_word; of a fence 0 */
} xip_tso_step;

typedef struct xip_tso_program {
    xip_tso_step steps[XIP_TSO_MAX_STEPS];
    uint8_t length;
} xip_tso_program;

/* All bytes, without padding: states are compared as memory. */
typedef struct xip_tso_thread {
    uint8_t at;      /* steps done */
    uint8_t noticed; /* a look found 1: the thread is done */
    uint8_t buffered;
    uint8_t buffer[XIP_TSO_MAX_BUFFERED]; /* words that are to become 1, oldest first */
} xip_tso_thread;

typedef struct xip_tso_state {
    uint8_t memory[XIP_TSO_WORDS];
    uint8_t found; /* what XIP_TSO_READ found */
    xip_tso_thread threads[XIP_TSO_THREADS];
} xip_tso_state;

/* One move of a trace, and the state after it. */
typedef struct xip_tso_move {
    uint8_t thread;
    uint8_t drains; /* 1: its oldest store went to memory; 0: it did its next step */
    xip_tso_state after;
} xip_tso_move;

/* An outcome is a number: bit 0, the first thread noticed; bit 1, the second one did. */
typedef struct xip_tso_verdict {
    uint32_t states;
    uint64_t ways[XIP_TSO_OUTCOMES]; /* interleavings that end so; 0: the model forbids it */
    uint32_t found;                  /* bit i: in an end with outcome i, XIP_TSO_READ found 1 */
    uint32_t moves[XIP_TSO_OUTCOMES];
    xip_tso_move trace[XIP_TSO_OUTCOMES][XIP_TSO_MAX_MOVES]; /* a shortest interleaving that ends so */
} xip_tso_verdict;

/* Goes through all interleavings. Static memory inside: one caller at a time. */
void xip_tso_check(const xip_tso_program programs[XIP_TSO_THREADS], xip_tso_verdict *verdict);

#endif
