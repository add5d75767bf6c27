/*
 * history_check.c — checks recorded snapshots against the laws of history.h.
 *
 * Xids are compared by their distance from the first one that was assigned, so a wraparound within the history does not
 * matter. A snapshot's "ended" transactions are those with top-level xid < xmax that it does not list; the backend's
 * own counts as running. Snapshots see few running ones (a thread runs one at a time), so that every law is a few
 * look-ups per snapshot after sorting.
 */
#include "labthreads/history.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_SEEN_ENDED = UINT32_MAX, MAX_DISTANCE = 1 << 24 };

/* A transaction with its place in time; xids as distances. */
typedef struct known_transaction {
    uint32_t thread;
    uint32_t top, last; /* first and last xid */
    const xip_seen_xid *xids;
    uint32_t xid_count;
    uint32_t end_begin, end_done;
    uint32_t seen_ended; /* place in the chain of the first snapshot that sees it ended */
} known_transaction;

typedef struct known_snapshot {
    const xip_seen_snapshot *seen;
    uint32_t thread;
    uint32_t number; /* in its thread */
    const xip_xid *xip, *subxip;
    uint32_t xmin, xmax; /* distances */
    uint32_t own_top;    /* distance, or UINT32_MAX */
    uint32_t ended;      /* how many transactions it sees ended */
} known_snapshot;

/* An end that was over at `when`, and the newest xid of all that were over by then. */
typedef struct known_end {
    uint32_t when;
    uint32_t newest;
} known_end;

typedef struct checker {
    const xip_history_log *logs;
    uint32_t threads;
    xip_xid first;
    uint32_t distances;         /* xids assigned, with the special ones in between */
    uint32_t *owner;            /* by distance: transaction + 1, or 0 */
    uint32_t *tops_below;       /* by distance: how many top-level xids are older */
    known_transaction *all;     /* thread by thread, in each in order */
    known_transaction **by_top; /* the same, by top-level xid */
    uint32_t *first_of_thread;  /* in `all`; threads + 1 of them */
    known_end *ends;            /* by time */
    known_end *horizons;        /* by time: the highest of all that were computed by then */
    known_snapshot *snapshots;  /* later in the order of the chain */
    uint32_t count, snapshot_count, horizon_count;
    xip_history_result *result;
    size_t report_used;
} checker;

static uint32_t distance(const checker *c, xip_xid xid)
{
    return xid - c->first;
}

__attribute__((format(printf, 4, 5))) static void violated(checker *c, uint32_t law, const known_snapshot *s,
                                                           const char *format, ...)
{
    c->result->violations++;
    c->result->by_law[law - 1]++;
    char *at = c->result->report + c->report_used;
    size_t left = sizeof c->result->report - c->report_used;
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    int n = snprintf(at, left, "law %u, snapshot %u of thread %u (%u:%u:, %u listed, %u sub%s%s): %s\n", law, s->number,
                     s->thread, s->seen->xmin, s->seen->xmax, s->seen->xcnt, s->seen->subxcnt,
                     s->seen->suboverflowed ? ", overflowed" : "", s->seen->reused ? ", reused" : "", what);
    if (n > 0 && (size_t)n < left)
        c->report_used += (size_t)n;
    else
        *at = 0; /* only whole lines */
}

static known_transaction *transaction_of(const checker *c, xip_xid xid)
{
    uint32_t d = distance(c, xid);
    return d < c->distances && c->owner[d] != 0 ? &c->all[c->owner[d] - 1] : NULL;
}

static bool is_in(const xip_xid *xids, uint32_t n, xip_xid xid)
{
    for (uint32_t i = 0; i < n; i++)
        if (xids[i] == xid)
            return true;
    return false;
}

/* XidInMVCCSnapshot in distances, with the recorded owner as pg_subtrans. */
static bool is_running(const checker *c, const known_snapshot *s, xip_xid xid)
{
    uint32_t d = distance(c, xid);
    if (d < s->xmin)
        return false;
    if (d >= s->xmax)
        return true;
    if (!s->seen->suboverflowed) {
        if (is_in(s->subxip, s->seen->subxcnt, xid))
            return true;
    } else {
        const known_transaction *owner = transaction_of(c, xid);
        if (owner && owner->top < s->xmin)
            return false;
        if (owner)
            xid = c->first + owner->top;
    }
    return is_in(s->xip, s->seen->xcnt, xid);
}

/* Is the transaction with this top-level xid among those the snapshot sees running? The backend's own is. */
static bool top_runs(const checker *c, const known_snapshot *s, uint32_t top)
{
    return top >= s->xmax || top == s->own_top || is_in(s->xip, s->seen->xcnt, c->first + top);
}

/* ---- set-up ---- */

static int compare_u32(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int by_top_xid(const void *a, const void *b)
{
    return compare_u32((*(known_transaction *const *)a)->top, (*(known_transaction *const *)b)->top);
}

static int by_time(const void *a, const void *b)
{
    return compare_u32(((const known_end *)a)->when, ((const known_end *)b)->when);
}

static int by_ended(const void *a, const void *b)
{
    const known_snapshot *x = a;
    const known_snapshot *y = b;
    int order = compare_u32(x->ended, y->ended);
    return order != 0 ? order : compare_u32(x->seen->begin, y->seen->begin);
}

static bool take_memory(checker *c)
{
    for (uint32_t t = 0; t < c->threads; t++) {
        const xip_history_log *log = &c->logs[t];
        c->count += (uint32_t)log->transaction_count;
        c->snapshot_count += (uint32_t)log->snapshot_count;
        c->horizon_count += (uint32_t)log->horizon_count;
        for (uint64_t i = 0; i < log->xid_count; i++)
            if (distance(c, log->xids[i].xid) >= c->distances)
                c->distances = distance(c, log->xids[i].xid) + 1;
    }
    if (c->distances > MAX_DISTANCE)
        return false;
    c->owner = calloc(c->distances + 1, sizeof *c->owner);
    c->tops_below = calloc(c->distances + 1, sizeof *c->tops_below);
    c->all = calloc(c->count + 1, sizeof *c->all);
    c->by_top = calloc(c->count + 1, sizeof *c->by_top);
    c->first_of_thread = calloc(c->threads + 1, sizeof *c->first_of_thread);
    c->ends = calloc(c->count + 1, sizeof *c->ends);
    c->horizons = calloc(c->horizon_count + 1, sizeof *c->horizons);
    c->snapshots = calloc(c->snapshot_count + 1, sizeof *c->snapshots);
    return c->horizons && c->owner && c->tops_below && c->all && c->by_top && c->first_of_thread && c->ends &&
           c->snapshots;
}

static void newest_so_far(known_end *ends, uint32_t n)
{
    qsort(ends, n, sizeof *ends, by_time);
    for (uint32_t i = 1; i < n; i++)
        if (ends[i].newest < ends[i - 1].newest)
            ends[i].newest = ends[i - 1].newest;
}

static void learn_transactions(checker *c)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < c->threads; t++) {
        const xip_history_log *log = &c->logs[t];
        c->first_of_thread[t] = n;
        for (uint64_t i = 0; i < log->transaction_count; i++, n++) {
            const xip_seen_transaction *seen = &log->transactions[i];
            const xip_seen_xid *xids = &log->xids[seen->xid_at];
            c->all[n] = (known_transaction){
                .thread = t,
                .top = distance(c, xids[0].xid),
                .last = distance(c, xids[seen->xid_count - 1].xid),
                .xids = xids,
                .xid_count = seen->xid_count,
                .end_begin = seen->end_begin,
                .end_done = seen->end_done,
                .seen_ended = NOT_SEEN_ENDED,
            };
            c->by_top[n] = &c->all[n];
            c->ends[n] = (known_end){.when = seen->end_done, .newest = c->all[n].last};
            c->tops_below[c->all[n].top + 1] = 1;
            for (uint32_t k = 0; k < seen->xid_count; k++)
                c->owner[distance(c, xids[k].xid)] = n + 1;
        }
        c->result->xids += log->xid_count;
    }
    c->first_of_thread[c->threads] = n;
    for (uint32_t d = 1; d <= c->distances; d++)
        c->tops_below[d] += c->tops_below[d - 1];
    qsort(c->by_top, n, sizeof(known_transaction *), by_top_xid);
    newest_so_far(c->ends, n);
    c->result->transactions = n;
}

/* Tops in [from, to), where `to` may be past the last one. */
static uint32_t tops_between(const checker *c, uint32_t from, uint32_t to)
{
    uint32_t end = to < c->distances ? to : c->distances;
    return from < end ? c->tops_below[end] - c->tops_below[from] : 0;
}

static void learn_snapshots(checker *c)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < c->threads; t++) {
        const xip_history_log *log = &c->logs[t];
        for (uint64_t i = 0; i < log->snapshot_count; i++) {
            const xip_seen_snapshot *seen = &log->snapshots[i];
            bool has_own = seen->own != XIP_NO_TRANSACTION;
            known_snapshot s = {
                .seen = seen,
                .thread = t,
                .number = (uint32_t)i,
                .xip = log->lists ? log->lists + seen->list_at : NULL,
                .subxip = log->lists ? log->lists + seen->list_at + seen->xcnt : NULL,
                .xmin = distance(c, seen->xmin),
                .xmax = distance(c, seen->xmax),
                .own_top = has_own ? c->all[c->first_of_thread[t] + seen->own].top : UINT32_MAX,
            };
            s.ended = tops_between(c, 0, s.xmax) - seen->xcnt - (s.own_top < s.xmax ? 1 : 0);
            c->snapshots[n++] = s;
            c->result->overflowed += seen->suboverflowed;
        }
    }
    c->result->snapshots = n;
}

static void learn_horizons(checker *c)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < c->threads; t++)
        for (uint64_t i = 0; i < c->logs[t].horizon_count; i++, n++) {
            const xip_seen_horizon *seen = &c->logs[t].horizons[i];
            c->horizons[n] = (known_end){.when = seen->done, .newest = distance(c, seen->xid)};
        }
    newest_so_far(c->horizons, n);
    c->result->horizons = n;
}

/* ---- laws that look at one snapshot ---- */

static void check_bounds(checker *c, const known_snapshot *s)
{
    const xip_seen_snapshot *seen = s->seen;
    if (!xip_xid_is_normal(seen->advertised) || distance(c, seen->advertised) > s->xmin)
        violated(c, 6, s, "the advertised xmin %u is above the snapshot's", seen->advertised);
    if (s->xmin > s->xmax || s->xmax > c->distances)
        violated(c, 6, s, "xmin and xmax are not in order among the xids given out");
    if (s->own_top != UINT32_MAX && s->own_top < s->xmin)
        violated(c, 6, s, "xmin is above the backend's own xid %u", c->first + s->own_top);
    for (uint32_t i = 0; i < seen->xcnt; i++) {
        uint32_t d = distance(c, s->xip[i]);
        const known_transaction *t = transaction_of(c, s->xip[i]);
        if (!t || t->top != d || d == s->own_top || d < s->xmin || d >= s->xmax || is_in(s->xip, i, s->xip[i]))
            violated(c, 6, s, "lists %u: not another's top-level xid in [xmin, xmax), or listed twice", s->xip[i]);
    }
}

/* The newest of all before `when`; UINT32_MAX when there is none. */
static uint32_t newest_before(const known_end *ends, uint32_t n, uint32_t when)
{
    uint32_t low = 0;
    uint32_t high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ends[middle].when < when)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? UINT32_MAX : ends[low - 1].newest;
}

static void check_horizons(checker *c, const known_snapshot *s)
{
    uint32_t highest = newest_before(c->horizons, c->horizon_count, s->seen->released);
    if (highest != UINT32_MAX && highest > s->xmin)
        violated(c, 7, s, "a horizon of %u was computed before it was given up", c->first + highest);
}

static void check_ended_are_gone(checker *c, const known_snapshot *s)
{
    const xip_seen_snapshot *seen = s->seen;
    uint32_t newest = newest_before(c->ends, c->count, seen->begin);
    if (newest != UINT32_MAX && newest >= s->xmax)
        violated(c, 1, s, "xmax does not cover %u, which had ended before", c->first + newest);
    for (uint32_t i = 0; i < seen->xcnt + seen->subxcnt; i++) {
        const known_transaction *t = transaction_of(c, s->xip[i]);
        if (t && t->end_done < seen->begin)
            violated(c, 1, s, "lists %u, whose transaction had ended before", s->xip[i]);
    }
}

/* Thread t's last transaction for which `is_before` holds; they are in order of time and of xids. */
static known_transaction *last_of_thread(const checker *c, uint32_t t, const known_snapshot *s,
                                         bool (*is_before)(const known_transaction *, const known_snapshot *))
{
    uint32_t low = c->first_of_thread[t];
    uint32_t high = c->first_of_thread[t + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_before(&c->all[middle], s))
            low = middle + 1;
        else
            high = middle;
    }
    return low == c->first_of_thread[t] ? NULL : &c->all[low - 1];
}

static bool assigned_before(const known_transaction *t, const known_snapshot *s)
{
    return t->xids[0].assigned < s->seen->begin;
}

static bool top_below_xmax(const known_transaction *t, const known_snapshot *s)
{
    return t->top < s->xmax;
}

static void check_running_are_there(checker *c, const known_snapshot *s)
{
    for (uint32_t other = 0; other < c->threads; other++) {
        const known_transaction *t = other == s->thread ? NULL : last_of_thread(c, other, s, assigned_before);
        if (!t || t->end_begin < s->seen->done)
            continue;
        for (uint32_t i = 0; i < t->xid_count && t->xids[i].assigned < s->seen->begin; i++)
            if (!is_running(c, s, t->xids[i].xid))
                violated(c, 2, s, "%u ran all the while and is not seen running", t->xids[i].xid);
    }
}

/*
 * A transaction runs if it is listed, if it has a listed subtransaction, or if it has an xid at or above xmax. A thread
 * has at most one of the last kind that also has an older xid.
 */
static void check_no_halves(checker *c, const known_snapshot *s)
{
    const xip_seen_snapshot *seen = s->seen;
    for (uint32_t i = 0; i < seen->xcnt; i++) {
        const known_transaction *t = transaction_of(c, s->xip[i]);
        for (uint32_t k = 0; t && k < t->xid_count; k++)
            if (!is_running(c, s, t->xids[k].xid))
                violated(c, 3, s, "%u is running, its subtransaction %u is not", s->xip[i], t->xids[k].xid);
    }
    for (uint32_t i = 0; i < seen->subxcnt; i++) {
        const known_transaction *t = transaction_of(c, s->subxip[i]);
        if (!t || !top_runs(c, s, t->top))
            violated(c, 3, s, "subtransaction %u is running, its top is not", s->subxip[i]);
    }
    for (uint32_t other = 0; other < c->threads; other++) {
        const known_transaction *t = other == s->thread ? NULL : last_of_thread(c, other, s, top_below_xmax);
        if (t && t->last >= s->xmax && !top_runs(c, s, t->top))
            violated(c, 3, s, "%u is not running, its subtransaction %u is", c->first + t->top, c->first + t->last);
    }
}

/* ---- laws that look at all snapshots ---- */

/* a sees at most as many ended as b: does b see everything ended that a does? */
static void check_pair(checker *c, const known_snapshot *a, const known_snapshot *b)
{
    bool nested = b->own_top == UINT32_MAX || top_runs(c, a, b->own_top);
    uint32_t listed = a->own_top >= b->xmax && a->own_top < a->xmax;
    for (uint32_t i = 0; i < b->seen->xcnt; i++)
        nested = nested && top_runs(c, a, distance(c, b->xip[i]));
    for (uint32_t i = 0; i < a->seen->xcnt; i++)
        listed += distance(c, a->xip[i]) >= b->xmax;
    /* Tops that are too new for b but not for a: a must list them. */
    if (b->xmax < a->xmax)
        nested = nested && tops_between(c, b->xmax, a->xmax) == listed;
    if (!nested)
        violated(c, 5, b, "and snapshot %u of thread %u (%u:%u:) each see one ended that the other sees running",
                 a->number, a->thread, a->seen->xmin, a->seen->xmax);
}

static void note_ended(known_transaction *t, uint32_t place)
{
    if (t && t->seen_ended > place)
        t->seen_ended = place;
}

/* Walks the chain and notes where each transaction is first seen ended. */
static void walk_chain(checker *c)
{
    for (uint32_t i = 0; i < c->snapshot_count; i++) {
        const known_snapshot *s = &c->snapshots[i];
        const known_snapshot *before = i == 0 ? NULL : s - 1;
        if (before) {
            check_pair(c, before, s);
            for (uint32_t k = 0; k < before->seen->xcnt; k++)
                if (!top_runs(c, s, distance(c, before->xip[k])))
                    note_ended(transaction_of(c, before->xip[k]), i);
            if (before->own_top != UINT32_MAX && !top_runs(c, s, before->own_top))
                note_ended(transaction_of(c, c->first + before->own_top), i);
        }
        uint32_t from = before ? tops_between(c, 0, before->xmax) : 0;
        for (uint32_t k = from; k < c->count && c->by_top[k]->top < s->xmax; k++)
            if (!top_runs(c, s, c->by_top[k]->top))
                note_ended(c->by_top[k], i);
    }
}

static int by_seen_ended(const void *a, const void *b)
{
    return compare_u32((*(known_transaction *const *)a)->seen_ended, (*(known_transaction *const *)b)->seen_ended);
}

/* T2 is seen ended earlier in the chain than T1, although T1's end was over before T2's began. */
static void check_order_of_ends(checker *c)
{
    qsort(c->by_top, c->count, sizeof(known_transaction *), by_seen_ended);
    const known_transaction *latest = NULL; /* of those seen ended earlier: the one whose end began last */
    for (uint32_t i = 0; i < c->count;) {
        uint32_t place = c->by_top[i]->seen_ended;
        uint32_t next = i;
        for (; next < c->count && c->by_top[next]->seen_ended == place; next++) {
            const known_transaction *t1 = c->by_top[next];
            if (latest && t1->end_done < latest->end_begin)
                violated(c, 4, &c->snapshots[latest->seen_ended], "sees %u ended, and %u, which ended before it, not",
                         c->first + latest->top, c->first + t1->top);
        }
        for (; i < next; i++)
            if (!latest || c->by_top[i]->end_begin > latest->end_begin)
                latest = c->by_top[i];
    }
}

bool xip_history_check(const xip_history_log *logs, uint32_t threads, xip_xid first, xip_history_result *result)
{
    checker c = {.logs = logs, .threads = threads, .first = first, .result = result};
    bool enough = take_memory(&c);
    if (enough) {
        learn_transactions(&c);
        learn_snapshots(&c);
        learn_horizons(&c);
        for (uint32_t i = 0; i < c.snapshot_count; i++) {
            const known_snapshot *s = &c.snapshots[i];
            check_bounds(&c, s);
            check_ended_are_gone(&c, s);
            check_running_are_there(&c, s);
            check_no_halves(&c, s);
            check_horizons(&c, s);
        }
        qsort(c.snapshots, c.snapshot_count, sizeof *c.snapshots, by_ended);
        walk_chain(&c);
        check_order_of_ends(&c);
    }
    free(c.owner);
    free(c.tops_below);
    free(c.all);
    free(c.by_top);
    free(c.first_of_thread);
    free(c.ends);
    free(c.horizons);
    free(c.snapshots);
    return enough;
}
