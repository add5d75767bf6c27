/* holds.c — see holds.h. */
#include "simulation/holds.h"

static bool conflict(const hold *one, bool exclusive)
{
    return one->exclusive || exclusive;
}

double holds_free_from(const holds *all, double now, bool exclusive, double wake_ns)
{
    double at = now;
    for (;;) {
        double busy_until = at;
        for (uint32_t i = 0; i < all->count; i++) {
            const hold *one = &all->kept[i];
            if (conflict(one, exclusive) && one->from <= at && at < one->to && one->to > busy_until)
                busy_until = one->to;
        }
        if (busy_until <= at)
            return at;
        at = busy_until + wake_ns;
    }
}

uint32_t holds_add(holds *all, hold one, double past, double wake_ns, double *owed)
{
    uint32_t owing = 0;
    uint32_t kept = 0;
    uint32_t earliest = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const hold *other = &all->kept[i];
        if (other->thread != one.thread && conflict(other, one.exclusive) && other->from > one.from &&
            other->from < one.to) {
            owed[other->thread] += one.to - other->from + wake_ns;
            owing++;
        }
        if (other->to <= past)
            continue;
        all->kept[kept] = *other;
        if (other->to < all->kept[earliest].to)
            earliest = kept;
        kept++;
    }
    /* With no room left, the one that ends first is dropped: the model is then a little too optimistic. */
    if (kept == HOLDS_KEPT)
        all->kept[earliest] = all->kept[--kept];
    all->kept[kept++] = one;
    all->count = kept;
    return owing;
}
