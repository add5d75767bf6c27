/*
 * What those who watch SSI are told (src/ssi/watch.h): each transaction's state, the read and the write behind each
 * conflict, the roles behind each failure, and a doomed one's failure at the step in which it notices. Transactions are
 * numbered from 1 in the order of their snapshots; each call of `at` begins a step.
 */
#include "check.h"
#include "ssi/state.h"
#include "xip.h"

enum { BYTES = 8 << 20, TABLE = 1, X = 1, Y = 2, OLDEST = 100, FEW = 6 };

static xip_arena arena;
static xip_ssi *ssi;
static xip_xid next_xid;

static void restart_with(uint32_t most)
{
    xip_arena_reset(&arena);
    ssi = xip_ssi_create(&arena, most, XIP_FAULT_NONE);
    next_xid = OLDEST;
}
static void restart(void)
{
    restart_with(XIP_MAX_SXACTS);
}
static void at(uint32_t step)
{
    xip_ssi_at_step(ssi, step);
}
static xip_sxact *begin_as(uint32_t owner, bool is_read_only)
{
    xip_sxact *sxact = NULL;
    xip_ssi_start start = {.owner = owner, .xmin = OLDEST, .is_read_only = is_read_only};
    CHECK(xip_ssi_begin(ssi, &start, &sxact) == XIP_SSI_FINE);
    return sxact;
}
static xip_sxact *begin(uint32_t owner)
{
    return begin_as(owner, false);
}
static xip_ssi_tag row(uint32_t offset)
{
    return (xip_ssi_tag){.relation = TABLE, .block = 0, .offset = offset};
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
static xip_ssi_failure meets_xid(xip_sxact *me, xip_xid xid)
{
    xip_xid pivot;
    return xip_ssi_conflict_out(ssi, me, row(X), xid, true, &pivot);
}
static xip_ssi_failure meets(xip_sxact *me, const xip_sxact *writer)
{
    return meets_xid(me, writer->top_xid);
}
static xip_ssi_failure commits(xip_sxact *me)
{
    xip_ssi_failure failure = xip_ssi_precommit(ssi, me);
    xip_ssi_release(ssi, me, failure == XIP_SSI_FINE, next_xid);
    return failure;
}

static bool is_conflict(uint32_t i, uint32_t reader, uint32_t writer)
{
    const xip_seen_conflict *seen = xip_ssi_seen_conflict(ssi, i);
    return seen->reader == reader && seen->writer == writer;
}
/* The latest structure. */
static const xip_seen_structure *structure(void)
{
    CHECK(xip_ssi_seen_structures(ssi) > 0);
    return xip_ssi_seen_structure(ssi, xip_ssi_seen_structures(ssi) - 1);
}
static bool is_structure(uint32_t victim, xip_ssi_failure failure, uint32_t in, uint32_t pivot, uint32_t out)
{
    const xip_seen_structure *seen = structure();
    return seen->victim == victim && seen->failure == failure && seen->in == in && seen->pivot == pivot &&
           seen->out == out;
}

/* Write skew of 1 and 2, steps 1 to 5; 2 notices at step 6, by a read, a write or its commit. */
static xip_sxact *write_skew(void)
{
    restart();
    xip_sxact *a = begin(7), *b = begin(8);
    at(1);
    reads(a, X);
    at(2);
    reads(b, Y);
    at(3);
    CHECK(writes(a, Y) == XIP_SSI_FINE);
    at(4);
    CHECK(writes(b, X) == XIP_SSI_FINE);
    at(5);
    CHECK(commits(a) == XIP_SSI_FINE);
    at(6);
    return b;
}

static void reads_and_writes(void)
{
    write_skew();
    CHECK(xip_ssi_seen_conflicts(ssi) == 2 && is_conflict(0, 2, 1) && is_conflict(1, 1, 2));
    const xip_seen_conflict *first = xip_ssi_seen_conflict(ssi, 0), *second = xip_ssi_seen_conflict(ssi, 1);
    CHECK(first->step == 3 && first->read_step == 2 && first->write_step == 3 && first->at_write);
    CHECK(first->tag.relation == TABLE && first->tag.block == 0 && first->tag.offset == Y);
    CHECK(second->step == 4 && second->read_step == 1 && second->write_step == 4 && second->tag.offset == X);
}

static void met_by_a_read(void)
{
    restart();
    xip_sxact *reader = begin(1), *writer = begin(2), *twice = begin(3);
    at(4);
    CHECK(writes(writer, X) == XIP_SSI_FINE && writes(writer, Y) == XIP_SSI_FINE && writes(twice, 5) == XIP_SSI_FINE);
    at(5);
    CHECK(writes(twice, 6) == XIP_SSI_FINE);
    at(6);
    CHECK(meets(reader, writer) == XIP_SSI_FINE && meets(reader, twice) == XIP_SSI_FINE);
    const xip_seen_conflict *seen = xip_ssi_seen_conflict(ssi, 0);
    CHECK(is_conflict(0, 1, 2) && !seen->at_write && seen->read_step == 6 && seen->write_step == 4);
    /* Two steps of the writer changed that table: nobody knows which one made the version. */
    CHECK(is_conflict(1, 1, 3) && xip_ssi_seen_conflict(ssi, 1)->write_step == 0);
}

static void states(void)
{
    xip_sxact *b = write_skew();
    xip_seen_xact a = xip_ssi_seen_xact(ssi, 0);
    CHECK(xip_ssi_seen_xacts(ssi) == 2 && a.number == 1 && a.owner == 7 && a.top_xid == OLDEST);
    CHECK(a.state == XIP_SXACT_DID_COMMIT && a.ended == 5 && a.commit_seq != 0 && a.is_remembered);
    CHECK(xip_ssi_seen_xact(ssi, 1).state == XIP_SXACT_WILL_FAIL && xip_ssi_seen_xact(ssi, 1).ended == 0);
    CHECK(commits(b) == XIP_SSI_PIVOT_COMMIT);
    CHECK(xip_ssi_seen_xact(ssi, 1).state == XIP_SXACT_DID_ABORT && xip_ssi_seen_xact(ssi, 1).ended == 6);
    /* Nobody has to remember them: the log does. */
    CHECK(ssi->sxact_count == 0 && !xip_ssi_seen_xact(ssi, 0).is_remembered);
    CHECK(xip_ssi_seen_xact(ssi, 0).state == XIP_SXACT_DID_COMMIT);

    restart();
    xip_sxact *writer = begin(1), *report = begin_as(2, true);
    CHECK(xip_ssi_seen_xact(ssi, 0).state == XIP_SXACT_RUNS && xip_ssi_seen_xact(ssi, 1).is_read_only);
    CHECK(writes(writer, X) == XIP_SSI_FINE && xip_ssi_precommit(ssi, writer) == XIP_SSI_FINE);
    CHECK(xip_ssi_seen_xact(ssi, 0).state == XIP_SXACT_CANNOT_END);
    xip_ssi_release(ssi, writer, true, next_xid);
    CHECK(xip_ssi_is_safe(report) && xip_ssi_seen_xact(ssi, 1).state == XIP_SXACT_IS_SAFE);
}

static void doomed(void)
{
    for (uint32_t how = 0; how < 3; how++) {
        xip_sxact *b = write_skew();
        CHECK(is_structure(2, XIP_SSI_FINE, 1, 2, 1) && structure()->step == 5 && structure()->failed_at == 0);
        xip_ssi_failure failure = how == 0 ? xip_ssi_check_read(ssi, b) : how == 1 ? writes(b, 3) : commits(b);
        CHECK(is_structure(2, failure, 1, 2, 1) && structure()->failed_at == 6 && structure()->step == 5);
        CHECK(failure == (how == 0 ? XIP_SSI_PIVOT_OUT : how == 1 ? XIP_SSI_PIVOT_IN : XIP_SSI_PIVOT_COMMIT));
    }
}

/* 1 → 2 → 3; 3 commits first. */
static void at_once(void)
{
    restart();
    xip_sxact *in = begin(1), *pivot = begin(2), *out = begin(3);
    reads(in, X);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    CHECK(writes(pivot, X) == XIP_SSI_PIVOT_WRITE && is_structure(2, XIP_SSI_PIVOT_WRITE, 1, 2, 3));
    /* The conflict that made it fail is one, too. */
    CHECK(xip_ssi_seen_conflicts(ssi) == 2 && is_conflict(1, 1, 2));

    restart();
    in = begin(1);
    pivot = begin(2);
    out = begin(3);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    CHECK(writes(pivot, X) == XIP_SSI_FINE && commits(pivot) == XIP_SSI_FINE);
    CHECK(meets(in, pivot) == XIP_SSI_TO_PIVOT && is_structure(1, XIP_SSI_TO_PIVOT, 1, 2, 3));

    restart();
    in = begin(1);
    pivot = begin(2);
    out = begin(3);
    CHECK(writes(pivot, X) == XIP_SSI_FINE && meets(in, pivot) == XIP_SSI_FINE);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE);
    CHECK(xip_ssi_precommit(ssi, pivot) == XIP_SSI_FINE && commits(out) == XIP_SSI_PREPARED_PIVOT);
    CHECK(is_structure(3, XIP_SSI_PREPARED_PIVOT, 1, 2, 3));

    /* The reader is the pivot, and the writer has committed. */
    restart();
    in = begin(1);
    pivot = begin(2);
    out = begin(3);
    CHECK(writes(pivot, X) == XIP_SSI_FINE && meets(in, pivot) == XIP_SSI_FINE);
    CHECK(writes(out, Y) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    CHECK(meets(pivot, out) == XIP_SSI_TO_PIVOT && is_structure(2, XIP_SSI_TO_PIVOT, 1, 2, 3));
}

/* Commits as many as are remembered: whoever had committed before is summarized. */
static void fill(void)
{
    for (uint32_t i = 0; i < FEW; i++) {
        xip_sxact *one = begin(9);
        CHECK(writes(one, 50 + i) == XIP_SSI_FINE && commits(one) == XIP_SSI_FINE);
    }
}

static void summarized(void)
{
    restart_with(FEW);
    xip_sxact *in = begin(1), *reader = begin(2), *writer = begin(3);
    CHECK(writes(writer, X) == XIP_SSI_FINE);
    xip_xid xid = writer->top_xid;
    CHECK(commits(writer) == XIP_SSI_FINE);
    fill();
    reads(in, Y);
    CHECK(writes(reader, Y) == XIP_SSI_FINE);
    CHECK(meets_xid(reader, xid) == XIP_SSI_PIVOT_TO_OLD && is_structure(2, XIP_SSI_PIVOT_TO_OLD, 1, 2, 0));
    CHECK(is_conflict(xip_ssi_seen_conflicts(ssi) - 1, 2, 0));

    restart_with(FEW);
    in = begin(1);
    xip_sxact *pivot = begin(2), *out = begin(3);
    CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
    CHECK(writes(pivot, X) == XIP_SSI_FINE);
    xid = pivot->top_xid;
    CHECK(commits(pivot) == XIP_SSI_FINE);
    fill();
    CHECK(meets_xid(in, xid) == XIP_SSI_TO_OLD_PIVOT && is_structure(1, XIP_SSI_TO_OLD_PIVOT, 1, 0, 0));

    /* Tout is summarized while the pivot runs, or has committed. */
    for (uint32_t k = 0; k < 2; k++) {
        restart_with(FEW);
        in = begin(1);
        pivot = begin(2);
        out = begin(3);
        CHECK(writes(out, Y) == XIP_SSI_FINE && meets(pivot, out) == XIP_SSI_FINE && commits(out) == XIP_SSI_FINE);
        CHECK(writes(pivot, X) == XIP_SSI_FINE);
        fill();
        CHECK(k == 0 || commits(pivot) == XIP_SSI_FINE);
        CHECK(meets(in, pivot) == (k == 0 ? XIP_SSI_FINE : XIP_SSI_TO_PIVOT_OF_OLD));
        CHECK(k == 0 ? is_structure(2, XIP_SSI_FINE, 1, 2, 0) : is_structure(1, XIP_SSI_TO_PIVOT_OF_OLD, 1, 2, 0));
    }
}

static void only_the_latest(void)
{
    restart();
    for (uint32_t i = 1; i <= XIP_SSI_SEEN_XACTS + 3; i++) {
        xip_sxact *one = begin(i), *other = begin(i);
        CHECK(writes(one, X) == XIP_SSI_FINE && meets(other, one) == XIP_SSI_FINE);
        xip_ssi_release(ssi, one, false, next_xid);
        xip_ssi_release(ssi, other, false, next_xid);
    }
    uint32_t last = 2 * (XIP_SSI_SEEN_XACTS + 3);
    CHECK(xip_ssi_seen_xacts(ssi) == XIP_SSI_SEEN_XACTS);
    CHECK(xip_ssi_seen_xact(ssi, 0).number == last - XIP_SSI_SEEN_XACTS + 1);
    CHECK(xip_ssi_seen_xact(ssi, XIP_SSI_SEEN_XACTS - 1).number == last);
    uint32_t conflicts = xip_ssi_seen_conflicts(ssi);
    CHECK(conflicts == XIP_SSI_SEEN_XACTS + 3 && is_conflict(conflicts - 1, last, last - 1));
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    if (!xip_arena_init(&arena, BYTES))
        return 2;
    LAW("a conflict names the step of its read and that of its write, and what was read", reads_and_writes);
    LAW("a reader that meets a version names the writer's step, unless several could have made it", met_by_a_read);
    LAW("a transaction's state is known, also when SSI has forgotten it", states);
    LAW("a doomed one keeps the roles, and its reason code comes when it notices", doomed);
    LAW("who fails at once does so with all three roles", at_once);
    LAW("a summarized one has no number", summarized);
    LAW("the latest are kept", only_the_latest);
    xip_arena_free(&arena);
    return check_end();
}
