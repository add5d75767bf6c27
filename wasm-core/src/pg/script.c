/* script.c — see script.h. */
#include "pg/script.h"

#include "pg/mix.h"

#define OP(name) XIP_OP_##name,
#define ROW(number, text, list, ...)                                                                                   \
    [XIP_WORKLOAD_##number] = {.name = text, .ops = (const uint8_t[]){list XIP_OP_OVER}, __VA_ARGS__},
const xip_script xip_scripts[XIP_WORKLOAD_COUNT] = {XIP_WORKLOADS(ROW)};
#undef ROW
#undef OP

bool xip_script_has(const xip_script *script, xip_op op)
{
    for (const uint8_t *at = script->ops; *at != XIP_OP_OVER; at++)
        if (*at == op)
            return true;
    return false;
}

/* The place behind the operation `op`, from `at` on in steps of `by`. */
static uint32_t behind(const xip_script *script, uint32_t at, int by, xip_op op)
{
    while (script->ops[at] != op)
        at = (uint32_t)((int)at + by);
    return at + 1;
}

xip_op xip_script_next(const xip_script *script, uint32_t rounds, uint32_t wanted, xip_script_place *place)
{
    for (;;) {
        xip_op op = (xip_op)script->ops[place->at];
        if (op == XIP_OP_OVER) {
            *place = (xip_script_place){0};
            return op;
        }
        place->at++;
        if (op == XIP_OP_REPEAT) {
            place->round = 0;
            if (rounds == 0)
                place->at = behind(script, place->at, 1, XIP_OP_AGAIN);
        } else if (op == XIP_OP_AGAIN && ++place->round < rounds) {
            place->at = behind(script, place->at, -1, XIP_OP_REPEAT);
        } else if (wanted >> op & 1) {
            return op;
        }
    }
}
