/*
 * deadlock.c — cycles of waiters: choosing the victim, and reordering queues so that none is needed.
 * PostgreSQL: src/backend/storage/lmgr/deadlock.c.
 *
 * An edge is hard when the blocker holds the lock that the waiter wants, soft when it is only ahead of it in the queue
 * with a conflicting request. A cycle with a soft edge can be broken by letting the waiter go first; the search tries
 * sets of such reversals ("constraints") until no cycle is left. If none helps, the session that ran the check is the
 * victim.
 *
 * MODEL: the search for an order of the queues without a deadlock ends after 500 orders and then counts as failed; a
 * server's search has no such limit, and it can grow exponentially with the queues.
 */
#include "base/assert.h"
#include "server/state.h"

enum {
    MAX_EDGES = 4 * XIP_MAX_SESSIONS, /* kept at once: of constraints and of those to try */
    MAX_DEPTH = XIP_MAX_SESSIONS,
    MAX_ORDERS = 500
};

/* `waiter` must be ahead of `blocker` in the queue of `lock`. */
typedef struct edge {
    xip_session *waiter, *blocker;
    xip_lock *lock;
} edge;

/* A queue in the order that the constraints require. */
typedef struct wait_order {
    xip_lock *lock;
    xip_session *procs[XIP_MAX_SESSIONS];
    uint32_t count;
} wait_order;

typedef struct search {
    xip_server *server;
    xip_session *start;
    edge constraints[MAX_DEPTH];
    uint32_t constraint_count;
    edge possible[MAX_EDGES];
    uint32_t possible_count;
    wait_order orders[MAX_DEPTH];
    uint32_t order_count;
    xip_session *visited[XIP_MAX_SESSIONS];
    uint32_t visited_count;
    uint32_t orders_tried;
} search;

/* --- one search for a cycle --------------------------------------------------------------------------------------- */

static const wait_order *order_of(const search *s, const xip_lock *lock)
{
    for (uint32_t i = 0; i < s->order_count; i++)
        if (s->orders[i].lock == lock)
            return &s->orders[i];
    return NULL;
}

static bool find_cycle_from(search *s, xip_session *at, uint32_t depth, edge *soft, uint32_t *soft_count);

static bool is_session_waiting(const xip_session *who)
{
    return who->wait_state == XIP_WAITING;
}

static bool through_holders(search *s, xip_session *at, uint32_t depth, edge *soft, uint32_t *soft_count)
{
    uint32_t conflicts = xip_lock_conflicts(at->wait_mode);
    for (const xip_proclock *held = at->wait_lock->proclocks; held != NULL; held = held->next) {
        /* A prepared transaction waits for nobody. */
        if (held->owner == at->id || held->owner >= XIP_MAX_SESSIONS || !(held->hold_mask & conflicts))
            continue;
        if (find_cycle_from(s, s->server->sessions[held->owner], depth + 1, soft, soft_count))
            return true;
    }
    return false;
}

static bool blocks_softly(search *s, xip_session *at, xip_session *before, uint32_t depth, edge *soft,
                          uint32_t *soft_count)
{
    if (!(xip_lockbit(before->wait_mode) & xip_lock_conflicts(at->wait_mode)))
        return false;
    if (!find_cycle_from(s, before, depth + 1, soft, soft_count))
        return false;
    XIP_ASSERT(*soft_count < XIP_MAX_SESSIONS, "a cycle has no more edges than there are sessions");
    soft[(*soft_count)++] = (edge){.waiter = at, .blocker = before, .lock = at->wait_lock};
    return true;
}

static bool through_queue(search *s, xip_session *at, uint32_t depth, edge *soft, uint32_t *soft_count)
{
    const wait_order *order = order_of(s, at->wait_lock);
    if (order != NULL) {
        for (uint32_t i = 0; i < order->count && order->procs[i] != at; i++)
            if (blocks_softly(s, at, order->procs[i], depth, soft, soft_count))
                return true;
        return false;
    }
    for (xip_session *before = at->wait_lock->first_waiter; before != at; before = before->wait_next)
        if (blocks_softly(s, at, before, depth, soft, soft_count))
            return true;
    return false;
}

/* FindLockCycleRecurse: true when it reaches the session that the search began with. */
static bool find_cycle_from(search *s, xip_session *at, uint32_t depth, edge *soft, uint32_t *soft_count)
{
    for (uint32_t i = 0; i < s->visited_count; i++)
        if (s->visited[i] == at)
            return i == 0; /* a cycle that does not include the first session does not matter here */
    XIP_ASSERT(s->visited_count < XIP_MAX_SESSIONS && depth < MAX_DEPTH + 1, "every session is visited once");
    s->visited[s->visited_count++] = at;
    if (!is_session_waiting(at))
        return false;
    return through_holders(s, at, depth, soft, soft_count) || through_queue(s, at, depth, soft, soft_count);
}

static bool find_cycle(search *s, xip_session *from, edge *soft, uint32_t *soft_count)
{
    s->visited_count = 0;
    *soft_count = 0;
    return find_cycle_from(s, from, 0, soft, soft_count);
}

/* --- orders that satisfy the constraints ----------------------------------------------------------------------------
 */

/*
 * TopoSort: from the back, the last one in the old order that need not be ahead of a session that is not placed yet.
 * False when the constraints contradict each other.
 */
static bool sort_queue(const search *s, wait_order *order)
{
    xip_session *left[XIP_MAX_SESSIONS];
    uint32_t n = 0;
    for (xip_session *at = order->lock->first_waiter; at != NULL; at = at->wait_next)
        left[n++] = at;
    order->count = n;
    for (uint32_t place = n; place-- > 0;) {
        uint32_t chosen = n;
        for (uint32_t i = n; i-- > 0 && chosen == n;) {
            bool must_go_before = left[i] == NULL;
            for (uint32_t c = 0; c < s->constraint_count && !must_go_before; c++)
                if (s->constraints[c].lock == order->lock && s->constraints[c].waiter == left[i])
                    for (uint32_t k = 0; k < n; k++)
                        must_go_before |= left[k] != NULL && left[k] == s->constraints[c].blocker;
            if (!must_go_before)
                chosen = i;
        }
        if (chosen == n)
            return false;
        order->procs[place] = left[chosen];
        left[chosen] = NULL;
    }
    return true;
}

/* ExpandConstraints */
static bool make_orders(search *s)
{
    s->order_count = 0;
    for (uint32_t i = s->constraint_count; i-- > 0;) {
        xip_lock *lock = s->constraints[i].lock;
        if (order_of(s, lock) != NULL)
            continue;
        wait_order *order = &s->orders[s->order_count];
        order->lock = lock;
        if (!sort_queue(s, order))
            return false;
        s->order_count++;
    }
    return true;
}

/* --- trying
 * ----------------------------------------------------------------------------------------------------------- */

typedef enum verdict { NO_CYCLE, SOFT_CYCLE, HOPELESS } verdict;

/* TestConfiguration: with the constraints so far. SOFT_CYCLE: `soft` are the edges that could be reversed. */
static verdict test(search *s, edge *soft, uint32_t *soft_count)
{
    if (!make_orders(s))
        return HOPELESS;
    verdict found = NO_CYCLE;
    edge edges[XIP_MAX_SESSIONS];
    uint32_t count;
    for (uint32_t i = 0; i <= 2 * s->constraint_count; i++) {
        const edge *constraint = &s->constraints[i / 2];
        xip_session *from = i == 2 * s->constraint_count ? s->start
                            : i % 2 == 0                 ? constraint->waiter
                                                         : constraint->blocker;
        if (!find_cycle(s, from, edges, &count))
            continue;
        if (count == 0)
            return HOPELESS;
        found = SOFT_CYCLE;
        *soft_count = count;
        for (uint32_t e = 0; e < count; e++)
            soft[e] = edges[e];
    }
    return found;
}

/* DeadLockCheckRecurse: false when there is an order without a cycle, which is then in s->orders. */
static bool is_hopeless(search *s)
{
    if (s->orders_tried++ >= MAX_ORDERS)
        return true;
    edge soft[XIP_MAX_SESSIONS];
    uint32_t count = 0;
    verdict found = test(s, soft, &count);
    if (found != SOFT_CYCLE)
        return found == HOPELESS;
    if (s->constraint_count >= MAX_DEPTH || s->possible_count + count > MAX_EDGES)
        return true;
    uint32_t first = s->possible_count;
    for (uint32_t i = 0; i < count; i++)
        s->possible[s->possible_count++] = soft[i];
    for (uint32_t i = 0; i < count; i++) {
        s->constraints[s->constraint_count++] = s->possible[first + i];
        if (!is_hopeless(s))
            return false;
        s->constraint_count--;
    }
    s->possible_count = first;
    return true;
}

static void rearrange(search *s)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        const wait_order *order = &s->orders[i];
        xip_session *before = NULL;
        for (uint32_t k = 0; k < order->count; k++) {
            order->procs[k]->wait_prev = before;
            order->procs[k]->wait_next = k + 1 < order->count ? order->procs[k + 1] : NULL;
            before = order->procs[k];
        }
        order->lock->first_waiter = order->procs[0];
        order->lock->last_waiter = before;
        xip_lock_wake_waiters(s->server, order->lock);
    }
}

xip_deadlock xip_deadlock_search(xip_session *who)
{
    if (!is_session_waiting(who))
        return XIP_NO_DEADLOCK;
    /* On the stack, so that a search does not grow the arena. */
    search s;
    s.server = who->server;
    s.start = who;
    s.constraint_count = s.possible_count = s.order_count = s.visited_count = s.orders_tried = 0;
    if (is_hopeless(&s))
        return XIP_HARD_DEADLOCK;
    rearrange(&s);
    return s.order_count > 0 ? XIP_SOFT_DEADLOCK : XIP_NO_DEADLOCK;
}

/* --- when
 * ------------------------------------------------------------------------------------------------------------- */

bool xip_deadlock_check(xip_session *me)
{
    me->is_deadlock_checked = true;
    if (xip_deadlock_search(me) != XIP_HARD_DEADLOCK)
        return false;
    xip_lock_end_wait_as_victim(me);
    return true;
}

/* The session whose deadlock_timeout expires next: all waits count as begun at nearly the same time, but in their
 * order. */
static xip_session *next_to_check(const xip_server *server)
{
    xip_session *next = NULL;
    for (uint32_t i = 0; i < XIP_MAX_SESSIONS && server->sessions[i] != NULL; i++) {
        xip_session *at = server->sessions[i];
        if (!is_session_waiting(at) || at->is_deadlock_checked)
            continue;
        if (next == NULL || at->deadlock_timeout_ms < next->deadlock_timeout_ms ||
            (at->deadlock_timeout_ms == next->deadlock_timeout_ms && at->wait_began < next->wait_began))
            next = at;
    }
    return next;
}

bool xip_deadlock_after_wait(xip_session *me)
{
    const xip_server_config *config = &me->server->config;
    if (config->deadlocks_when_checked)
        return false;
    if (config->last_waiter_is_victim)
        return xip_deadlock_check(me);
    /* Only this wait can have closed a cycle; as long as there is none, no timeout is used up. */
    xip_session *checked[XIP_MAX_SESSIONS];
    uint32_t count = 0;
    bool is_victim = false;
    for (xip_session *at = next_to_check(me->server); at != NULL; at = next_to_check(me->server)) {
        checked[count++] = at;
        if (xip_deadlock_check(at)) {
            is_victim = at == me;
            break;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        checked[i]->is_deadlock_checked = false;
    return is_victim;
}
