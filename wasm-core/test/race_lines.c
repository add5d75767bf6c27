/*
 * race_lines.c — writers and readers over a few shared lines: nothing that is counted is lost or invented. A round ends
 * when enough was written, or at once, never by time.
 */
#include "labthreads/lines_shared.h"
#include "check.h"

enum { THREADS = 5, ENOUGH = CHECK_SANITIZED ? 200 : 20000 };

static xip_lines *lines;

/* Until line 0 was written `enough` times; every thread has walked once at least. */
static xip_lines_counts round_of(uint32_t count, uint32_t writers, uint32_t readers, uint32_t enough)
{
    const xip_lines_plan plan = {.lines = count, .writers = writers, .readers = readers};
    xip_lines_counts counts = {0};
    CONTEXT("%u lines, %u writers, %u readers", count, writers, readers);
    if (!CHECK(xip_lines_begin(lines, &plan) == XIP_OK))
        return counts;
    while (writers > 0 && xip_lines_value(lines, 0) < enough)
        ;
    xip_lines_halt(lines, &counts);
    return counts;
}

static const xip_lines_plan plans[] = {
    {1, 1, 1}, {1, 2, 0}, {1, 3, 2}, {2, 1, 4}, {10, 2, 3}, {XIP_LINES_MAX, 4, 1}, {XIP_LINES_MAX, 1, 0},
};
enum { PLANS = sizeof plans / sizeof *plans };

static void each_line_has_its_writes(void)
{
    for (uint32_t i = 0; i < PLANS * check_state.runs; i++) {
        const xip_lines_plan p = plans[i % PLANS];
        const xip_lines_counts counts = round_of(p.lines, p.writers, p.readers, ENOUGH / p.lines);
        CHECK(counts.writes >= (uint64_t)p.writers * p.lines && counts.writes % p.lines == 0);
        for (uint32_t line = 0; line < p.lines; line++)
            CHECK(xip_lines_value(lines, line) == (uint32_t)(counts.writes / p.lines));
        for (uint32_t line = p.lines; line < XIP_LINES_MAX; line++)
            CHECK(xip_lines_value(lines, line) == 0);
    }
}

/* A transfer is a visit, and a reader or a second writer sees each write as news once at most. */
static void transfers_need_writes_of_others(void)
{
    for (uint32_t i = 0; i < PLANS * check_state.runs; i++) {
        const xip_lines_plan p = plans[i % PLANS];
        const xip_lines_counts counts = round_of(p.lines, p.writers, p.readers, ENOUGH / p.lines);
        CHECK(counts.read_transfers <= counts.reads);
        CHECK(counts.read_transfers <= counts.writes * p.readers);
        CHECK(counts.written_transfers <= counts.writes);
        CHECK(p.readers > 0 ? counts.reads >= (uint64_t)p.readers * p.lines : counts.reads == 0);
        CHECK(p.writers > 1 || counts.written_transfers == 0);
        CHECK(counts.elapsed_ns > 0);
    }
}

static void without_writers_nothing_changes(void)
{
    for (uint32_t count = 1; count <= XIP_LINES_MAX; count *= 4) {
        const xip_lines_counts counts = round_of(count, 0, THREADS, 0);
        CHECK(counts.reads >= (uint64_t)THREADS * count);
        CHECK(counts.writes == 0 && counts.written_transfers == 0 && counts.read_transfers == 0);
        for (uint32_t line = 0; line < XIP_LINES_MAX; line++)
            CHECK(xip_lines_value(lines, line) == 0);
    }
}

/* Of the two first writes one finds 0, which is no news to its writer, and the other one does not. */
static void two_writers_take_turns(void)
{
    for (uint32_t i = 0; i < 3 * check_state.runs; i++) {
        const xip_lines_counts counts = round_of(1, 2, 0, ENOUGH);
        CHECK(counts.written_transfers >= 1);
        CHECK(counts.written_transfers < counts.writes);
    }
}

static void news_reaches_a_reader(void)
{
    uint64_t seen = 0;
    for (uint32_t attempt = 0; attempt < 50 && seen == 0; attempt++)
        seen = round_of(2, 1, 1, ENOUGH * 10).read_transfers;
    CHECK(seen > 0);
}

static void refuses(void)
{
    const xip_lines_plan no_lines = {.lines = 0, .writers = 1};
    const xip_lines_plan many_lines = {.lines = XIP_LINES_MAX + 1, .writers = 1};
    CHECK(xip_lines_begin(lines, &no_lines) == XIP_ERR_LINES);
    CHECK(xip_lines_begin(lines, &many_lines) == XIP_ERR_LINES);
    const xip_lines_plan wrong[] = {
        {1, 0, 0}, {1, THREADS, 1}, {1, 1, THREADS}, {1, UINT32_MAX, 2}, {1, 2, UINT32_MAX}};
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(xip_lines_begin(lines, &wrong[i]) == XIP_ERR_LINE_THREADS);
    xip_lines *none = NULL;
    CHECK(xip_lines_start(0, &none) == XIP_ERR_LINE_THREADS);
    CHECK(xip_lines_start(XIP_LINES_MAX_THREADS + 1, &none) == XIP_ERR_LINE_THREADS);
    CHECK(none == NULL);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    if (xip_lines_start(THREADS, &lines) != XIP_OK)
        return 1;
    LAW("each line's value is the writes done to it, and a new round begins at 0", each_line_has_its_writes);
    LAW("a transfer is a visit, and needs another thread's write", transfers_need_writes_of_others);
    LAW("without writers no line changes and nothing is a transfer", without_writers_nothing_changes);
    LAW("of two writers of a line, at least one finds the other's write, and the first one finds none",
        two_writers_take_turns);
    LAW("a reader finds what a writer wrote", news_reaches_a_reader);
    LAW("a plan out of range is refused", refuses);
    xip_lines_end(lines);
    return check_end();
}
