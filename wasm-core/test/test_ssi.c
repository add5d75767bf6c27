/*
 * SSI's rules one by one (src/ssi), each by calls of its own: locks, conflicts, victims, reason codes, who is
 * forgotten when. Transactions are named by their xids; every snapshot here is taken when nobody has committed since
 * 100.
 */
#include "check.h"
#include "ssi/state.h"

enum { BYTES = 8 << 20, X = 1, Y = 2, OLDEST = 100 };

static xip_arena arena;
static xip_ssi *ssi;
static xip_xid next_xid;

static void restart(void)
{
    xip_arena_reset(&arena);
    ssi = xip_ssi_create(&arena);
    next_xid = OLDEST;
}

static xip_sxact *begin_with(bool is_read_only, xip_xid xmin)
{
    xip_sxact *sxact = NULL;
    CHECK(xip_ssi_begin(ssi, xmin, XIP_INVALID_XID, is_read_only, &sxact) == XIP_SSI_FINE);
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
    return xip_ssi_conflict_out(ssi, me, writer->top_xid, true, &pivot);
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
        CHECK(what != 0 || xip_ssi_check_read(b) == XIP_SSI_PIVOT_OUT);
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

static void limits(void)
{
    restart();
    begin();
    xip_sxact *sxact = NULL;
    for (uint32_t i = 1; i < XIP_MAX_SXACTS; i++)
        CHECK(commits(begin()) == XIP_SSI_FINE);
    CHECK(xip_ssi_begin(ssi, OLDEST, XIP_INVALID_XID, false, &sxact) == XIP_SSI_NO_ROOM && sxact == NULL);
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
    LAW("past the limit a transaction is refused, and nothing is left of it", limits);
    xip_arena_free(&arena);
    return check_end();
}
