/*
 * SSI's rules one by one (src/ssi), each by calls of its own: locks, conflicts, victims, reason codes, who is
 * forgotten when. Transactions are named by their xids; every snapshot here is taken when nobody has committed since
 * 100.
 */
#include "check.h"
#include "ssi/state.h"
#include "xip.h"

enum { BYTES = 8 << 20, X = 1, Y = 2, OLDEST = 100, FEW = 6 };

static xip_arena arena;
static xip_ssi *ssi;
static xip_xid next_xid;

static void restart_with(uint32_t most, uint32_t faults)
{
    xip_arena_reset(&arena);
    ssi = xip_ssi_create(&arena, most, faults);
    next_xid = OLDEST;
}
static void restart(void)
{
    restart_with(XIP_MAX_SXACTS, XIP_FAULT_NONE);
}

static xip_sxact *begin_with(bool is_read_only, xip_xid xmin)
{
    xip_sxact *sxact = NULL;
    xip_ssi_start start = {.xmin = xmin, .is_read_only = is_read_only};
    CHECK(xip_ssi_begin(ssi, &start, &sxact) == XIP_SSI_FINE);
    return sxact;
}
static xip_sxact *begin(void)
{
    return begin_with(false, OLDEST);
}

static xip_ssi_tag row(uint32_t offset)
{
    return (xip_ssi_tag){.relation = 1, .block = 0, .offset = offset};
}
static xip_ssi_tag whole(void)
{
    return (xip_ssi_tag){.relation = 1, .block = XIP_SSI_NO_BLOCK};
}
static void reads(xip_sxact *me, uint32_t offset)
{
    CHECK(xip_ssi_read(ssi, me, row(offset)) == XIP_SSI_FINE);
}
static xip_ssi_failure writes(xip_sxact *me, uint32_t offset)
{
    if (!me->has_entry)
        xip_ssi_set_xid(me, next_xid++);
    return xip_ssi_conflict_in(ssi, me, row(offset), false);
}
/* `me` meets a version of `writer`, which its snapshot does not show. */
static xip_ssi_failure meets(xip_sxact *me, const xip_sxact *writer)
{
    xip_xid pivot;
    return xip_ssi_conflict_out(ssi, me, row(X), writer->top_xid, true, &pivot);
}
static xip_ssi_failure commits(xip_sxact *me)
{
    xip_ssi_failure failure = xip_ssi_precommit(ssi, me);
    xip_ssi_release(ssi, me, failure == XIP_SSI_FINE, next_xid);
    return failure;
}
static bool holds(const xip_sxact *me, xip_ssi_tag tag)
{
    for (xip_siread *at = xip_siread_next(ssi, tag, NULL); at != NULL; at = xip_siread_next(ssi, tag, at))
        if (at->owner == me)
            return true;
    return false;
}

/* --- locks ------------------------------------------------------------------------------------------------------- */

static void third_on_a_page(void)
{
    restart();
    xip_sxact *a = begin();
    reads(a, 1);
    reads(a, 2);
    xip_ssi_tag page = {.relation = 1, .block = 0};
    CHECK(holds(a, row(1)) && holds(a, row(2)) && !holds(a, page));
    reads(a, 3);
    CHECK(holds(a, page) && !holds(a, row(1)) && !holds(a, row(3)));
    uint32_t before = ssi->siread_count;
    reads(a, 4);
    CHECK(ssi->siread_count == before);
}

static void many_pages(void)
{
    restart();
    xip_sxact *a = begin();
    for (uint32_t block = 0; block < 31; block++)
        CHECK(xip_ssi_read(ssi, a, (xip_ssi_tag){1, 0, block, 1}) == XIP_SSI_FINE);
    CHECK(!holds(a, whole()) && holds(a, (xip_ssi_tag){1, 0, 30, 1}));
    CHECK(xip_ssi_read(ssi, a, (xip_ssi_tag){1, 0, 31, 1}) == XIP_SSI_FINE);
    CHECK(holds(a, whole()) && !holds(a, (xip_ssi_tag){1, 0, 30, 1}));
    CHECK(ssi->siread_count == 1);
}

static void own_write(void)
{
    restart();
    xip_sxact *a = begin();
    reads(a, 1);
    CHECK(xip_ssi_conflict_in(ssi, a, row(1), true) == XIP_SSI_FINE && holds(a, row(1)));
    CHECK(writes(a, 1) == XIP_SSI_FINE && !holds(a, row(1)));
    CHECK(ssi->siread_count == 0);
}

static void outlives(void)
{
    restart();
    xip_sxact *a = begin(), *b = begin();
    reads(a, X);
    CHECK(writes(a, Y) == XIP_SSI_FINE && commits(a) == XIP_SSI_FINE);
    CHECK(holds(a, row(X)));
    CHECK(writes(b, X) == XIP_SSI_FINE && xip_rw_conflict_exists(a, b));
    CHECK(commits(b) == XIP_SSI_FINE);
    CHECK(ssi->sxact_count == 0 && ssi->siread_count == 0 && ssi->conflict_count == 0);
}

static void not_concurrent(void)
{
    restart();
    xip_sxact *old = begin(), *a = begin();
    reads(a, X);
    CHECK(writes(a, Y) == XIP_SSI_FINE && commits(a) == XIP_SSI_FINE);
    xip_sxact *b = begin_with(false, next_xid);
    CHECK(holds(a, row(X)) && writes(b, X) == XIP_SSI_FINE && !xip_rw_conflict_exists(a, b));
    CHECK(writes(old, X) == XIP_SSI_FINE && xip_rw_conflict_exists(a, old));
}

/* --- dangerous structures ------------------------------------------------------------------------------------------
 */

static void write_skew(void)
{
    restart();
    xip_sxact *a = begin(), *b = begin();
    reads(a, X);
    reads(b, Y);
    CHECK(writes(a, Y) == XIP_SSI_FINE && writes(b, X) == XIP_SSI_FINE);
    CHECK(commits(a) == XIP_SSI_FINE);
    CHECK(commits(b) == XIP_SSI_PIVOT_COMMIT);
}

static void pivot_fails_when_it_writes(void)
{
    restart();
    xip_sxact *in = begin(), *pivot = begin(), *out = begin();
    reads(in, X);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE);
    CHECK(commits(out) == XIP_SSI_FINE);
    CHECK(writes(pivot, X) == XIP_SSI_PIVOT_WRITE);
}

static void doomed_notices(void)
{
    for (uint32_t what = 0; what < 3; what++) {
        restart();
        xip_sxact *a = begin(), *b = begin();
        reads(a, X);
        reads(b, Y);
        CHECK(writes(a, Y) == XIP_SSI_FINE && writes(b, X) == XIP_SSI_FINE && commits(a) == XIP_SSI_FINE);
        CHECK(what != 0 || xip_ssi_check_read(ssi, b) == XIP_SSI_PIVOT_OUT);
        CHECK(what != 1 || writes(b, 3) == XIP_SSI_PIVOT_IN);
        CHECK(what != 2 || commits(b) == XIP_SSI_PIVOT_COMMIT);
    }
}

/* The pivot has committed: only the reader is left. */
static void reader_of_a_committed_pivot(void)
{
    restart();
    xip_sxact *in = begin(), *pivot = begin(), *out = begin();
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    CHECK(writes(pivot, X) == XIP_SSI_FINE && commits(pivot) == XIP_SSI_FINE);
    CHECK(meets(in, pivot) == XIP_SSI_TO_PIVOT);
    CHECK(strstr(xip_ssi_reason(XIP_SSI_TO_PIVOT), "%u") != NULL);
}

static void commits_last(void)
{
    restart();
    xip_sxact *in = begin(), *pivot = begin(), *out = begin();
    CHECK(writes(pivot, X) == XIP_SSI_FINE && meets(in, pivot) == XIP_SSI_FINE);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE);
    CHECK(commits(in) == XIP_SSI_FINE && commits(pivot) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
}

static void prepared_pivot(void)
{
    restart();
    xip_sxact *in = begin(), *pivot = begin(), *out = begin();
    CHECK(writes(pivot, X) == XIP_SSI_FINE && meets(in, pivot) == XIP_SSI_FINE);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE);
    CHECK(xip_ssi_precommit(ssi, pivot) == XIP_SSI_FINE);
    CHECK(commits(out) == XIP_SSI_PREPARED_PIVOT);
}

static void no_conflict_twice(void)
{
    restart();
    xip_sxact *a = begin(), *b = begin();
    reads(a, X);
    CHECK(writes(b, X) == XIP_SSI_FINE && writes(b, X) == XIP_SSI_FINE && meets(a, b) == XIP_SSI_FINE);
    CHECK(ssi->conflict_count == 1);
    xip_ssi_release(ssi, b, false, next_xid);
    CHECK(ssi->conflict_count == 0);
}

/* --- read-only -----------------------------------------------------------------------------------------------------
 */

static void alone(void)
{
    restart();
    CHECK(begin_with(true, OLDEST) == NULL);
    xip_sxact *writer = begin(), *reader = begin_with(true, OLDEST);
    CHECK(reader != NULL && !xip_ssi_is_safe(reader));
    CHECK(writes(writer, X) == XIP_SSI_FINE && commits(writer) == XIP_SSI_FINE);
    CHECK(xip_ssi_is_safe(reader));
}

/* Fekete, O'Neil and O'Neil: a report shows a state that no serial order has. */
static void read_only_anomaly(void)
{
    restart();
    xip_sxact *pivot = begin(), *out = begin();
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    xip_sxact *report = begin_with(true, next_xid);
    reads(report, X);
    CHECK(writes(pivot, X) == XIP_SSI_PIVOT_WRITE);

    restart();
    pivot = begin();
    out = begin();
    report = begin_with(true, OLDEST); /* before the commit: it can be put first */
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    reads(report, X);
    CHECK(writes(pivot, X) == XIP_SSI_FINE);
}

/* --- safe snapshots ------------------------------------------------------------------------------------------------
 */

/* A DEFERRABLE reader's answer after the end of `writer`, which conflicts out to `out`. */
static xip_sxact *awaiting(void)
{
    xip_sxact *reader = begin_with(true, OLDEST);
    xip_ssi_await(reader);
    CHECK(xip_ssi_next_answered(ssi, NULL) == NULL);
    return reader;
}

static void safe_when_all_have_ended(void)
{
    restart();
    xip_sxact *a = begin(), *b = begin(), *reader = awaiting();
    uint32_t who[2] = {9, 9};
    xip_ssi_hand_over(b, 7);
    CHECK(xip_ssi_who_may_harm(reader, who, 2) == 2 && who[0] == 0 && who[1] == 7);
    CHECK(writes(a, X) == XIP_SSI_FINE && commits(a) == XIP_SSI_FINE);
    CHECK(xip_ssi_next_answered(ssi, NULL) == NULL && xip_ssi_who_may_harm(reader, who, 2) == 1 && who[0] == 7);
    xip_ssi_release(ssi, b, false, next_xid);
    CHECK(xip_ssi_next_answered(ssi, NULL) == reader && xip_ssi_next_answered(ssi, reader) == NULL);
    CHECK(xip_ssi_is_safe(reader) && !xip_ssi_is_unsafe(reader));
    xip_ssi_release(ssi, reader, false, next_xid);
    CHECK(ssi->sxact_count == 0 && ssi->conflict_count == 0);
}

/* The report of the read-only anomaly: Tout has committed, and the pivot commits after the report's snapshot. */
static void unsafe_after_such_a_pivot(void)
{
    for (uint32_t k = 0; k < 2; k++) {
        restart_with(XIP_MAX_SXACTS, k == 0 ? XIP_FAULT_NONE : XIP_FAULT_UNSAFE_IS_SAFE);
        xip_sxact *pivot = begin(), *out = begin(), *other = begin();
        CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
        xip_sxact *reader = awaiting();
        CHECK(writes(pivot, X) == XIP_SSI_FINE && commits(pivot) == XIP_SSI_FINE);
        CHECK(xip_ssi_next_answered(ssi, NULL) == reader);
        CHECK(xip_ssi_is_unsafe(reader) == (k == 0) && xip_ssi_is_safe(reader) == (k == 1));
        CHECK(xip_ssi_who_may_harm(reader, NULL, 0) == 0);
        xip_ssi_release(ssi, reader, false, next_xid);
        CHECK(commits(other) == XIP_SSI_FINE && ssi->sxact_count == 0 && ssi->conflict_count == 0);
    }
}

/* The same pivot does no harm if it wrote nothing, rolled back, or met a Tout that committed after the snapshot. */
static void not_unsafe(void)
{
    for (uint32_t k = 0; k < 3; k++) {
        restart();
        xip_sxact *pivot = begin(), *out = begin(), *early = k == 2 ? awaiting() : NULL;
        CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
        xip_sxact *reader = early != NULL ? early : awaiting();
        CHECK(k == 0 || writes(pivot, X) == XIP_SSI_FINE);
        if (k == 1)
            xip_ssi_release(ssi, pivot, false, next_xid);
        else
            CHECK(commits(pivot) == XIP_SSI_FINE);
        CHECK(xip_ssi_next_answered(ssi, NULL) == reader && xip_ssi_is_safe(reader));
    }
}

/* --- summaries -----------------------------------------------------------------------------------------------------
 */

static void oldest_is_summarized(void)
{
    restart_with(FEW, XIP_FAULT_NONE);
    xip_sxact *old = begin();
    xip_ssi_lock locks[4];
    for (uint32_t i = 0; i < 2 * FEW; i++) {
        xip_sxact *a = begin();
        reads(a, X);
        CHECK(writes(a, Y) == XIP_SSI_FINE && commits(a) == XIP_SSI_FINE);
    }
    CHECK(ssi->sxact_count == FEW && xip_ssi_summarized(ssi) == 2 * FEW + 1 - FEW);
    /* One lock for all of them, and one of each that is still remembered. */
    CHECK(xip_ssi_locks(ssi, 0, locks, 4) == FEW && locks[0].owner == XIP_SSI_NOBODY && locks[1].owner == 0);
    CHECK(xip_ssi_locks(ssi, FEW - 1, locks, 4) == FEW && locks[0].is_committed && locks[0].tag.offset == X);
    CHECK(commits(old) == XIP_SSI_FINE);
    CHECK(ssi->sxact_count == 0 && ssi->siread_count == 0 && ssi->conflict_count == 0 && ssi->old_xacts == NULL);
}

static xip_sxact *fill(void)
{
    xip_sxact *last = NULL;
    for (uint32_t i = 0; i < FEW; i++) {
        last = begin();
        CHECK(writes(last, 50 + i) == XIP_SSI_FINE && commits(last) == XIP_SSI_FINE);
    }
    return last;
}

static xip_ssi_failure meets_xid(xip_sxact *me, xip_xid xid)
{
    xip_xid pivot = XIP_INVALID_XID;
    xip_ssi_failure failure = xip_ssi_conflict_out(ssi, me, row(X), xid, true, &pivot);
    CHECK(failure == XIP_SSI_FINE || failure == XIP_SSI_TO_PIVOT_OF_OLD || pivot == xid);
    return failure;
}

/* me → old one without a conflict out: harmless, unless somebody conflicts in to me. */
static void out_to_a_summarized_writer(void)
{
    restart_with(FEW, XIP_FAULT_NONE);
    xip_sxact *me = begin(), *in = begin(), *gone = begin();
    CHECK(writes(gone, X) == XIP_SSI_FINE && commits(gone) == XIP_SSI_FINE);
    xip_xid xid = gone->top_xid;
    fill();
    CHECK(xip_ssi_summarized(ssi) > 0 && meets_xid(me, xid) == XIP_SSI_FINE);
    CHECK(xip_sxact_is(me, XIP_SXACT_SUMMARY_CONFLICT_OUT));
    reads(in, Y);
    CHECK(writes(me, Y) == XIP_SSI_PIVOT_WRITE);

    restart_with(FEW, XIP_FAULT_NONE);
    me = begin(), in = begin(), gone = begin();
    reads(in, Y);
    CHECK(writes(me, Y) == XIP_SSI_FINE);
    CHECK(writes(gone, X) == XIP_SSI_FINE && commits(gone) == XIP_SSI_FINE);
    xid = gone->top_xid;
    fill();
    CHECK(meets_xid(me, xid) == XIP_SSI_PIVOT_TO_OLD);
}

/* me → old one, which had a conflict out to one that committed before it. */
static void out_to_a_summarized_pivot(void)
{
    restart_with(FEW, XIP_FAULT_NONE);
    xip_sxact *me = begin(), *gone = begin(), *first = begin();
    CHECK(writes(first, X) == XIP_SSI_FINE && meets(gone, first) == XIP_SSI_FINE && commits(first) == XIP_SSI_FINE);
    CHECK(writes(gone, Y) == XIP_SSI_FINE && commits(gone) == XIP_SSI_FINE);
    xip_xid xid = gone->top_xid;
    fill();
    CHECK(meets_xid(me, xid) == XIP_SSI_TO_OLD_PIVOT);
    CHECK(strstr(xip_ssi_reason(XIP_SSI_TO_OLD_PIVOT), "%u") != NULL);
}

/* me → writer → old one. */
static void out_to_a_pivot_of_a_summarized(void)
{
    for (uint32_t k = 0; k < 2; k++) {
        restart_with(FEW, XIP_FAULT_NONE);
        xip_sxact *me = begin(), *writer = begin(), *gone = begin();
        CHECK(writes(gone, X) == XIP_SSI_FINE && meets(writer, gone) == XIP_SSI_FINE && commits(gone) == XIP_SSI_FINE);
        CHECK(writes(writer, Y) == XIP_SSI_FINE);
        fill();
        CHECK(xip_sxact_is(writer, XIP_SXACT_SUMMARY_CONFLICT_OUT));
        CHECK(k == 0 || xip_ssi_precommit(ssi, writer) == XIP_SSI_FINE);
        CHECK(meets(me, writer) == (k == 0 ? XIP_SSI_FINE : XIP_SSI_TO_PIVOT_OF_OLD));
        CHECK(k == 1 || commits(writer) == XIP_SSI_PIVOT_COMMIT);
    }
}

static void limits(void)
{
    restart_with(FEW, XIP_FAULT_NONE);
    for (uint32_t i = 0; i < FEW; i++)
        begin();
    xip_sxact *sxact = NULL;
    CHECK(xip_ssi_begin(ssi, &(xip_ssi_start){.xmin = OLDEST}, &sxact) == XIP_SSI_NO_ROOM && sxact == NULL);
}

/* --- DROP TABLE, planted faults ------------------------------------------------------------------------------------
 */

static void drops_the_table(void)
{
    restart();
    xip_sxact *a = begin(), *b = begin(), *other = begin();
    reads(a, X);
    CHECK(xip_ssi_read(ssi, other, (xip_ssi_tag){.relation = 2, .block = 0, .offset = 1}) == XIP_SSI_FINE);
    CHECK(xip_ssi_conflict_in_table(ssi, b, 1) == XIP_SSI_FINE);
    CHECK(xip_rw_conflict_exists(a, b) && !xip_rw_conflict_exists(other, b) && b->did_write);
}

static void faults(void)
{
    restart_with(XIP_MAX_SXACTS, XIP_FAULT_MISSES_CONFLICT_OUT);
    xip_sxact *a = begin(), *b = begin();
    CHECK(writes(b, X) == XIP_SSI_FINE && meets(a, b) == XIP_SSI_FINE && !xip_rw_conflict_exists(a, b));

    restart_with(XIP_MAX_SXACTS, XIP_FAULT_PROMOTION_FORGETS);
    a = begin();
    for (uint32_t offset = 1; offset <= 3; offset++)
        reads(a, offset);
    CHECK(!holds(a, row(1)) && !holds(a, row(3)) && !holds(a, (xip_ssi_tag){.relation = 1, .block = 0}));

    restart_with(XIP_MAX_SXACTS, XIP_FAULT_SIREAD_ENDS_AT_COMMIT);
    begin();
    a = begin();
    reads(a, X);
    CHECK(commits(a) == XIP_SSI_FINE && !holds(a, row(X)));
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    if (!xip_arena_init(&arena, BYTES))
        return 2;
    LAW("the third row lock on a page becomes a lock on the page", third_on_a_page);
    LAW("the 32nd lock in a table becomes a lock on the table", many_pages);
    LAW("a write replaces the writer's own row lock, but not in a subtransaction", own_write);
    LAW("a lock outlives its transaction until all that overlapped it have ended; then nothing is left", outlives);
    LAW("a lock of a transaction that ended before one's snapshot is no conflict", not_concurrent);
    LAW("write skew: the first to commit dooms the other", write_skew);
    LAW("a pivot whose out-conflict has committed fails when it writes", pivot_fails_when_it_writes);
    LAW("a doomed transaction fails at its next read, write or commit", doomed_notices);
    LAW("a pivot that has committed wins: its reader fails", reader_of_a_committed_pivot);
    LAW("nothing fails when Tout commits last", commits_last);
    LAW("a prepared pivot wins: the first to commit fails", prepared_pivot);
    LAW("a conflict is recorded once, and gone when one of the two rolls back", no_conflict_twice);
    LAW("a read-only transaction is safe when no writer is left that could harm it", alone);
    LAW("a report counts only if Tout committed before its snapshot", read_only_anomaly);
    LAW("a snapshot is safe when all writers of its moment have ended", safe_when_all_have_ended);
    LAW("a pivot that commits after its Tout and after the snapshot makes it unsafe", unsafe_after_such_a_pivot);
    LAW("it does not if it wrote nothing, rolled back, or Tout committed after the snapshot", not_unsafe);
    LAW("past the limit the oldest committed one is summarized; nothing is left in the end", oldest_is_summarized);
    LAW("a conflict out to a summarized writer makes a pivot only with a conflict in", out_to_a_summarized_writer);
    LAW("a conflict out to a summarized pivot fails", out_to_a_summarized_pivot);
    LAW("a conflict out to a pivot of a summarized one ends the pivot, or the reader", out_to_a_pivot_of_a_summarized);
    LAW("a transaction is refused when as many run as are remembered", limits);
    LAW("DROP TABLE conflicts with every lock on its rows, and on no other table's", drops_the_table);
    LAW("each planted fault breaks its rule", faults);
    xip_arena_free(&arena);
    return check_end();
}
