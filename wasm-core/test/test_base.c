/* test_base.c — xids, memory, the texts of errors. */
#include "base/arena.h"
#include "base/clock.h"
#include "check.h"
#include "mem/mem.h"
#include "pg/xid.h"
#include "xip.h"

static void special_xids(void)
{
    for (xip_xid xid = 0; xid < XIP_FIRST_NORMAL_XID; xid++) {
        CONTEXT("xid %u", xid);
        CHECK(!xip_xid_is_normal(xid));
        CHECK(xip_xid_precedes(xid, XIP_FIRST_NORMAL_XID));
        CHECK(xip_xid_precedes(xid, UINT32_MAX));
        CHECK(xip_xid_precedes(xid, UINT32_C(1) << 31));
        CHECK(!xip_xid_precedes(UINT32_MAX, xid));
        CHECK(xip_xid_precedes(xid, xid + 1));
    }
    CHECK(xip_xid_is_normal(XIP_FIRST_NORMAL_XID));
}

static void half_the_circle(void)
{
    static const xip_xid points[] = {3, 4, 1000, 0x7FFFFFFF, 0x80000000, 0x80000003, 0xFFFFFFFE, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        xip_xid a = points[i];
        CONTEXT("xid %u", a);
        CHECK(!xip_xid_precedes(a, a));
        CHECK(xip_xid_follows_or_equals(a, a));
        CHECK(xip_xid_precedes(a, xip_xid_next(a)));
        CHECK(!xip_xid_precedes(xip_xid_next(a), a));
        xip_xid far = a + 0x7FFFFFFF;
        if (xip_xid_is_normal(far)) {
            CHECK(xip_xid_precedes(a, far));
            CHECK(!xip_xid_precedes(far, a));
        }
        xip_xid behind = a + 0x80000001;
        if (xip_xid_is_normal(behind))
            CHECK(xip_xid_precedes(behind, a));
    }
    CHECK(xip_xid_precedes(UINT32_MAX, 3));
    CHECK(xip_normal_xid_precedes(4000000000u, 100));
}

static void advancing(void)
{
    CHECK(xip_xid_next(700) == 701);
    CHECK(xip_xid_next(UINT32_MAX) == XIP_FIRST_NORMAL_XID);
    CHECK(xip_xid_next(0) == XIP_FIRST_NORMAL_XID);
    CHECK(xip_xid_next(XIP_FROZEN_XID) == XIP_FIRST_NORMAL_XID);
    CHECK(xip_full_xid_next(UINT32_MAX) == ((UINT64_C(1) << 32) | 3));
    CHECK(xip_full_xid_next((UINT64_C(7) << 32) | UINT32_MAX) == ((UINT64_C(8) << 32) | 3));
    CHECK(xip_full_xid_next(700) == 701);
}

static void widening(void)
{
    xip_full_xid rel = (UINT64_C(5) << 32) | 10;
    CHECK(xip_full_xid_near(rel, 10) == rel);
    CHECK(xip_full_xid_near(rel, 15) == rel + 5);
    CHECK(xip_full_xid_near(rel, UINT32_MAX) == rel - 11);
    CHECK(xip_full_xid_near(rel, 0x80000009) == rel + 0x7FFFFFFF);
    CHECK(xip_full_xid_newer(3, 4) == 4 && xip_full_xid_newer(4, 3) == 4);
    for (uint32_t step = 0; step < 1000; step++) {
        xip_full_xid near = rel + step * UINT64_C(2147483) - (UINT64_C(1) << 30);
        CHECK(xip_full_xid_near(rel, (xip_xid)near) == near);
    }
}

static void the_older_one(void)
{
    CHECK(xip_xid_older(XIP_INVALID_XID, 5) == 5);
    CHECK(xip_xid_older(5, XIP_INVALID_XID) == 5);
    CHECK(xip_xid_older(XIP_INVALID_XID, XIP_INVALID_XID) == XIP_INVALID_XID);
    CHECK(xip_xid_older(5, 6) == 5 && xip_xid_older(6, 5) == 5);
    CHECK(xip_xid_older(UINT32_MAX, 5) == UINT32_MAX);
}

static void arena_hands_out(void)
{
    xip_arena arena;
    CHECK(xip_arena_init(&arena, 1000));
    CHECK(arena.size == 1024);
    uint8_t *a = xip_arena_take(&arena, 10, 4);
    uint8_t *b = xip_arena_take(&arena, 64, 64);
    uint8_t *c = xip_arena_take(&arena, 1, 128);
    if (!CHECK(a && b && c))
        return;
    CHECK((uintptr_t)a % 128 == 0 && (uintptr_t)b % 64 == 0 && (uintptr_t)c % 128 == 0);
    CHECK(b >= a + 10 && c >= b + 64);
    CHECK(xip_arena_take(&arena, 1024, 1) == NULL);
    CHECK(xip_arena_take(&arena, SIZE_MAX, 1) == NULL);
    CHECK(xip_arena_take(&arena, arena.size - arena.used, 1) != NULL);
    CHECK(xip_arena_take(&arena, 1, 1) == NULL);
    CHECK(xip_arena_take(&arena, 0, 1) != NULL);
    memset(a, 0xAB, 10);
    xip_arena_reset(&arena);
    uint8_t *again = xip_arena_take(&arena, 10, 4);
    CHECK(again == a && again[0] == 0 && again[9] == 0);
    xip_arena_free(&arena);
    CHECK(arena.base == NULL && arena.size == 0);
}

static void every_error_speaks(void)
{
    for (uint32_t code = 0; code < XIP_ERROR_COUNT; code++) {
        CONTEXT("code %u", code);
        CHECK(strlen(xip_error_text((xip_error)code)) > 5);
        for (uint32_t other = 0; other < code; other++)
            CHECK(strcmp(xip_error_text((xip_error)code), xip_error_text((xip_error)other)) != 0);
    }
    CHECK(xip_error_text(XIP_ERROR_COUNT) != NULL && xip_error_text((xip_error)~0u) != NULL);
}

static void every_field_has_a_name(void)
{
    for (uint32_t field = 0; field < MEM_FIELD_COUNT; field++)
        CHECK(strlen(mem_field_name(field)) > 2);
    CHECK(mem_field_name(MEM_FIELD_COUNT) == NULL);
}

static void clock_goes_on(void)
{
    double before = xip_clock_ns();
    double step = xip_clock_step_ns();
    CHECK(xip_clock_ns() > before);
    CHECK(step > 0 && step < 1e9);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("special xids precede every normal one", special_xids);
    LAW("an xid precedes the half of the circle in front of it and follows the other", half_the_circle);
    LAW("xids and full xids advance past the special ones", advancing);
    LAW("a full xid near another has the low half that was asked for and is less than 2^31 away", widening);
    LAW("the older of two xids does not count an invalid one", the_older_one);
    LAW("an arena hands out zeroed, aligned, separate bytes until it is full", arena_hands_out);
    LAW("every error has a text of its own", every_error_speaks);
    LAW("every field of shared memory has a name", every_field_has_a_name);
    LAW("the clock goes on and has a step", clock_goes_on);
    return check_end();
}
