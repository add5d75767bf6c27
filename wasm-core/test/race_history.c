/*
 * race_history.c — snapshots stay right under real threads, in every design; and the checker that says so catches both
 * planted faults. Bounded by operations, never by time.
 *
 * Whether a run meets the moment in which a fault shows is the scheduler's, and rarer on a core that another program
 * shares. Attempts cost nothing once the fault is caught. Sanitizers slow threads down so much that it hardly comes;
 * what the checker catches is tested without them.
 */
#include "labthreads/history.h"
#include "check.h"
#include "designs/designs.h"

enum {
    THREADS = 4,
    IDLE = 400,
    TRANSACTIONS = CHECK_SANITIZED ? 1000 : 6000,
    FAULT_ATTEMPTS = 300,
    OVERFLOW_ATTEMPTS = 20
};

static void run(xip_history_plan plan, xip_history_result *result)
{
    xip_error error = xip_history_run(&plan, result);
    CONTEXT("%s, seed %llu: %s", xip_design_at(plan.design)->id, (unsigned long long)plan.seed, xip_error_text(error));
    CHECK(error == XIP_OK);
}

/* One run of a design, held to its laws. Returns how many of its snapshots overflowed. */
static uint64_t clean_run(xip_history_plan plan)
{
    const char *id = xip_design_at(plan.design)->id;
    xip_history_result result;
    run(plan, &result);
    CONTEXT("%s, seed %llu\n%s", id, (unsigned long long)plan.seed, result.report);
    CHECK(result.violations == 0);
    CHECK(result.transactions > THREADS * TRANSACTIONS * 3 / 4);
    CHECK(result.snapshots > THREADS * TRANSACTIONS);
    printf("  %-10s %llu transactions, %llu xids, %llu snapshots, %llu reused, %llu overflowed\n", id,
           (unsigned long long)result.transactions, (unsigned long long)result.xids,
           (unsigned long long)result.snapshots, (unsigned long long)result.reused,
           (unsigned long long)result.overflowed);
    return result.overflowed;
}

/*
 * A snapshot overflows if it is taken while another thread's transaction has over 64 subtransactions. Under sanitizers
 * on a busy core a run may not meet that, so runs with further seeds follow until one does. csn must never overflow:
 * its log knows every subtransaction.
 */
static void every_design_is_clean(bool churn, xip_full_xid first_xid)
{
    for (uint32_t design = 0; design < XIP_DESIGN_COUNT; design++) {
        const bool never = xip_design_ops_at(design)->has_csn_log;
        uint64_t overflowed = 0;
        for (uint32_t round = 0; round < check_state.runs || (!never && overflowed == 0 && round < OVERFLOW_ATTEMPTS);
             round++)
            overflowed += clean_run((xip_history_plan){.design = design,
                                                       .threads = THREADS,
                                                       .idle = IDLE,
                                                       .transactions = TRANSACTIONS,
                                                       .seed = check_state.seed + round,
                                                       .churn = churn,
                                                       .first_xid = first_xid});
        CONTEXT("%s, seed %llu and following", xip_design_at(design)->id, (unsigned long long)check_state.seed);
        CHECK((overflowed > 0) == !never);
    }
}

static void standing_connections(void)
{
    every_design_is_clean(false, 0);
}

static void coming_and_going(void)
{
    every_design_is_clean(true, 0);
}

/* nextXid passes 2^32 about half way through. */
static void around_the_end_of_an_epoch(void)
{
    every_design_is_clean(true, (UINT64_C(1) << 32) - 5000);
}

/* More threads than cores, so that group clear has members to lead. */
static void many_threads(void)
{
    for (uint32_t design = 0; design < XIP_DESIGN_COUNT; design++) {
        xip_history_result result;
        run((xip_history_plan){.design = design,
                               .threads = 12,
                               .idle = 60,
                               .transactions = TRANSACTIONS / 6,
                               .seed = check_state.seed,
                               .churn = true},
            &result);
        CONTEXT("%s\n%s", xip_design_at(design)->id, result.report);
        CHECK(result.violations == 0);
    }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* By law `law` among others, unless that is 0. */
static void is_caught(const char *id, uint32_t faults, uint32_t law)
{
    uint32_t design = 0;
    while (strcmp(xip_design_at(design)->id, id) != 0)
        design++;
    uint64_t snapshots = 0;
    for (uint32_t attempt = 0; attempt < FAULT_ATTEMPTS; attempt++) {
        xip_history_result result;
        run((xip_history_plan){.design = design,
                               .threads = THREADS,
                               .idle = 1000,
                               .transactions = 2 * TRANSACTIONS,
                               .seed = check_state.seed + attempt,
                               .faults = faults},
            &result);
        snapshots += result.snapshots;
        if (result.violations > 0) {
            printf(
                "  caught after %llu snapshots in %u runs: laws 1-7 broken %llu %llu %llu %llu %llu %llu %llu times\n",
                (unsigned long long)snapshots, attempt + 1, (unsigned long long)result.by_law[0],
                (unsigned long long)result.by_law[1], (unsigned long long)result.by_law[2],
                (unsigned long long)result.by_law[3], (unsigned long long)result.by_law[4],
                (unsigned long long)result.by_law[5], (unsigned long long)result.by_law[6]);
            CHECK(result.report[0] != 0);
            CHECK(law == 0 || result.by_law[law - 1] > 0);
            return;
        }
    }
    CONTEXT("%s, fault %u, %llu snapshots", id, faults, (unsigned long long)snapshots);
    CHECK(false && "the checker never caught the planted fault");
}

static void counter_not_bumped(void)
{
    is_caught("pg14", XIP_FAULT_NO_COMPLETION_COUNT, 1);
}

static void no_lock_at_the_end_13(void)
{
    is_caught("pg13", XIP_FAULT_NO_EXCLUSIVE_AT_END, 0);
}

static void no_lock_at_the_end_14(void)
{
    is_caught("pg14", XIP_FAULT_NO_EXCLUSIVE_AT_END, 0);
}

static void reuse_without_xmin(void)
{
    static const char *const keepers[] = {"pg14", "unlocked-reuse", "backend-cache", "shared-snapshot"};
    for (uint32_t i = 0; i < sizeof keepers / sizeof *keepers; i++)
        is_caught(keepers[i], XIP_FAULT_REUSE_WITHOUT_XMIN, 7);
}
#endif

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("no snapshot misses an ended transaction or contains half of a commit, in any design", standing_connections);
    LAW("nor while connections come and go", coming_and_going);
    LAW("nor while xids wrap around", around_the_end_of_an_epoch);
    LAW("nor with twelve threads", many_threads);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    LAW("a commit that does not bump xactCompletionCount is caught", counter_not_bumped);
    LAW("an end without ProcArrayLock is caught in pg13", no_lock_at_the_end_13);
    LAW("an end without ProcArrayLock is caught in pg14", no_lock_at_the_end_14);
    LAW("a horizon that passes a snapshot used again without xmin is caught", reuse_without_xmin);
#endif
    return check_end();
}
