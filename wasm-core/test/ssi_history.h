/*
 * ssi_history.h — a history of transactions on the rows of one table, and whether those that committed could have run
 * one after the other. Knows nothing of SSI. Each version of a row has a number of its own, also "not yet inserted" and
 * "deleted", so numbers tell who read and who replaced whose version.
 *
 * The checker first looks for an order: the maker of a version comes before its readers and its replacer, and readers
 * come before the replacer (Adya's dependencies). Then it runs the committed transactions in that order, one after the
 * other, and each must meet the very versions that it met in the history.
 */
#ifndef XIP_TEST_SSI_HISTORY_H
#define XIP_TEST_SSI_HISTORY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    HISTORY_XACTS = 64, /* bits of a word */
    HISTORY_ROWS = 16,
    HISTORY_ACTS = 1024,
    HISTORY_UNBORN = 1, /* + row: the version before its insertion */
    HISTORY_DELETED = HISTORY_UNBORN + HISTORY_ROWS,
    HISTORY_FIRST = HISTORY_DELETED + HISTORY_ROWS, /* the first written one */
    HISTORY_VERSIONS = HISTORY_FIRST + 128,
    HISTORY_NOBODY = HISTORY_XACTS
};

/* A transaction met version `v` of a row, or replaced it by `by`. */
typedef struct act {
    uint32_t xact, row, v, by; /* by 0: only read */
} act;

typedef struct history {
    uint32_t xacts, count;
    bool committed[HISTORY_XACTS];
    act acts[HISTORY_ACTS];
} history;

static inline void history_start(history *h)
{
    h->xacts = h->count = 0;
    memset(h->committed, 0, sizeof h->committed);
}

/* False: there is no room. */
static inline bool history_note(history *h, uint32_t xact, uint32_t row, uint32_t v, uint32_t by)
{
    if (h->count == HISTORY_ACTS)
        return false;
    h->acts[h->count++] = (act){xact, row, v, by};
    return true;
}

/* A subtransaction is rolled back: from number `from` on its transaction only read, and not what it had made there. */
static inline void history_undo(history *h, uint32_t xact, uint32_t from)
{
    static bool undone[HISTORY_VERSIONS];
    memset(undone, 0, sizeof undone);
    for (uint32_t i = from; i < h->count; i++) {
        act *a = &h->acts[i];
        if (a->xact != xact)
            continue;
        if (a->by != 0)
            undone[a->by] = true;
        a->by = 0;
        if (undone[a->v])
            a->xact = HISTORY_NOBODY;
    }
}

static inline bool counts(const history *h, const act *a)
{
    return a->xact != HISTORY_NOBODY && h->committed[a->xact];
}

/* before[x]: a bit for each transaction that has to come before x. */
static inline void find_dependencies(const history *h, uint64_t *before)
{
    static uint32_t maker[HISTORY_VERSIONS], replacer[HISTORY_VERSIONS];
    for (uint32_t v = 0; v < HISTORY_VERSIONS; v++)
        maker[v] = replacer[v] = HISTORY_NOBODY;
    for (uint32_t i = 0; i < h->count; i++) {
        const act *a = &h->acts[i];
        if (counts(h, a) && a->by != 0) {
            maker[a->by] = a->xact;
            replacer[a->v] = a->xact;
        }
    }
    memset(before, 0, HISTORY_XACTS * sizeof *before);
    for (uint32_t i = 0; i < h->count; i++) {
        const act *a = &h->acts[i];
        if (!counts(h, a))
            continue;
        if (maker[a->v] != HISTORY_NOBODY && maker[a->v] != a->xact)
            before[a->xact] |= (uint64_t)1 << maker[a->v];
        if (replacer[a->v] != HISTORY_NOBODY && replacer[a->v] != a->xact)
            before[replacer[a->v]] |= (uint64_t)1 << a->xact;
    }
}

/* Fills `order`; false: there is a circle. */
static inline bool find_order(const history *h, uint32_t *order, uint32_t *count)
{
    uint64_t before[HISTORY_XACTS], done = 0;
    find_dependencies(h, before);
    *count = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t x = 0; x < h->xacts; x++)
            if (h->committed[x] && !(done >> x & 1) && (before[x] & ~done) == 0) {
                done |= (uint64_t)1 << x;
                order[(*count)++] = x;
                more = true;
            }
    }
    uint32_t all = 0;
    for (uint32_t x = 0; x < h->xacts; x++)
        all += h->committed[x];
    return *count == all;
}

static inline bool is_serializable(const history *h)
{
    uint32_t order[HISTORY_XACTS], count, now[HISTORY_ROWS];
    if (!find_order(h, order, &count))
        return false;
    for (uint32_t row = 0; row < HISTORY_ROWS; row++)
        now[row] = HISTORY_UNBORN + row;
    for (uint32_t n = 0; n < count; n++)
        for (uint32_t i = 0; i < h->count; i++) {
            const act *a = &h->acts[i];
            if (a->xact != order[n])
                continue;
            if (now[a->row] != a->v)
                return false;
            if (a->by != 0)
                now[a->row] = a->by;
        }
    return true;
}

#endif
