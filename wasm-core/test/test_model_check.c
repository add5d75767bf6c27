/*
 * test_model_check.c — laws of the modelled visibility check: its counts equal those made by hand, and only shared
 * accesses depend on other cores' writes.
 * build: -DXIP_OBSERVED=1
 */
#include "check.h"

#include "designs/designs.h"
#include "simulation/check.h"
#include "model_machine.h"

static machine_params small_machine;

static const model_check_request plain = {.active = 4, .idle = 20, .port_ns = 0.25, .clock_slowdown = 1};

static model_check_result run(const machine_params *machine, const model_check_request *request)
{
    model_check_result result = {0};
    xip_error error = model_check(machine, request, &result);
    CHECK(error == XIP_OK);
    return result;
}

static bool has_lists(uint32_t design)
{
    return xip_design_ops_at(design)->xid_in_snapshot == NULL;
}

static void half_of_the_mix_runs(void)
{
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        model_check_request r = plain;
        r.design = design;
        model_check_result result = run(&small_machine, &r);
        CONTEXT("%s: %.0f of %.0f", xip_design_at(design)->id, result.found_running, result.checks);
        CHECK(result.checks == 8 * 64 && result.found_running == 8 * 32);
    }
}

/*
 * Below xmin one word is read. Between the bounds five are (xmin, xmax, suboverflowed and two counts), and the lists:
 * all 16 and all 16 entries for ended transactions; all 16 of subxip, and 1 to 16 of xip, for running ones; 1 to 16 of
 * subxip, and no count of xip, for their subtransactions. The order of the entries differs from rung to rung, their sum
 * does not.
 */
static void words_are_counted_as_by_hand(void)
{
    const double up_to_16 = 16 * 17 / 2;
    const double by_hand = (16 * 1 + 16 * (5 + 16 + 16) + (16 * (5 + 16) + up_to_16) + (16 * 4 + up_to_16)) / 64;
    CHECK(by_hand == 20);
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        if (!has_lists(design))
            continue;
        model_check_request r = plain;
        r.design = design;
        model_check_result result = run(&small_machine, &r);
        CONTEXT("%s: %g own, %g shared, %g ns", xip_design_at(design)->id, result.own_loads, result.accesses,
                result.ns);
        CHECK(result.own_loads == by_hand);
        CHECK(result.accesses == 0 && result.misses == 0);
        CHECK(result.ns == by_hand * plain.port_ns);
        r.clock_slowdown = 1.5;
        /* Four of eight cores are busy: half of the way to the slower clock. */
        CHECK(run(&small_machine, &r).ns == by_hand * plain.port_ns * 1.25);
    }
}

/* csn: one entry of the log for a top-level xid between the bounds, two for a subtransaction; 1, 3, 3 and 3 own words.
 */
static void the_log_is_asked_once_or_twice(void)
{
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        if (has_lists(design))
            continue;
        model_check_request r = plain;
        r.design = design;
        model_check_result result = run(&small_machine, &r);
        CONTEXT("%s: %g own, %g shared", xip_design_at(design)->id, result.own_loads, result.accesses);
        CHECK(result.own_loads == (16 * 1 + 48 * 3) / 64.0);
        CHECK(result.accesses == (16 + 16 + 32) / 64.0);
        /* Every line that other cores have written since is fetched: every entry is, a line of eight at once. */
        CHECK(result.misses >= 48.0 / 8 / 64 && result.misses <= 0.5);
        machine_params incoherent = small_machine;
        incoherent.coherent = 0;
        model_check_result without = run(&incoherent, &r);
        CONTEXT("%s: %g ns with coherence, %g without", xip_design_at(design)->id, result.ns, without.ns);
        CHECK(without.ns < result.ns && without.own_loads == result.own_loads);
    }
}

static void what_cannot_be_is_refused(void)
{
    model_check_result result;
    model_check_request r = plain;
    r.design = (uint32_t)xip_design_count();
    CHECK(model_check(&small_machine, &r, &result) == XIP_ERR_DESIGN);
    r = plain;
    r.active = 1;
    CHECK(model_check(&small_machine, &r, &result) == XIP_ERR_CORES);
    r.active = 9;
    CHECK(model_check(&small_machine, &r, &result) == XIP_ERR_CORES);
    r = plain;
    r.idle = XIP_MAX_CONNECTIONS - 32;
    CHECK(model_check(&small_machine, &r, &result) == XIP_ERR_CONNECTIONS);
    r.idle--;
    CHECK(model_check(&small_machine, &r, &result) == XIP_OK);
    r = plain;
    r.port_ns = -1;
    CHECK(model_check(&small_machine, &r, &result) == XIP_ERR_ARGUMENT);
    machine_params none = small_machine;
    none.l1_ways = 0;
    CHECK(model_check(&none, &plain, &result) == XIP_ERR_ARGUMENT);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    small_machine = small_machine_of(4);
    LAW("half of the xids that are asked about run, in every design", half_of_the_mix_runs);
    LAW("a check of two lists reads 20 of the snapshot's words on average, and nothing shared",
        words_are_counted_as_by_hand);
    LAW("csn asks its log once for a transaction and twice for a subtransaction, and pays for what others wrote",
        the_log_is_asked_once_or_twice);
    LAW("what cannot be is refused", what_cannot_be_is_refused);
    return check_end();
}
