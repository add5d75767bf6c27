/*
 * serializable.c — a session's side of SSI: which of its reads and writes ssi/ hears of.
 * PostgreSQL: SerializationNeededForRead, SerializationNeededForWrite, XidIsConcurrent in
 * src/backend/storage/lmgr/predicate.c.
 */
#include "base/assert.h"
#include "server/state.h"

static xip_xid top_xid_of(const xip_session *me)
{
    return me->levels[1].xid;
}

static bool settled(xip_session *me, xip_ssi_failure failure)
{
    me->ssi_failure = failure;
    return failure == XIP_SSI_FINE;
}

xip_ssi_failure xip_serialization_failure(const xip_session *me, xip_xid *pivot)
{
    *pivot = me->ssi_pivot;
    return me->ssi_failure;
}

void xip_serializable_begin(xip_session *me, const xip_snapshot *snapshot)
{
    xip_server *server = me->server;
    const xip_server_config *config = &server->config;
    if (server->ssi == NULL)
        server->ssi =
            xip_ssi_create(server->arena, config->sxacts != 0 ? config->sxacts : XIP_MAX_SXACTS, config->faults);
    XIP_ASSERT(server->ssi != NULL, "a driver asks xip_server_is_full before each statement");
    xip_ssi_at_step(server->ssi, server->step);
    xip_ssi_start start = {
        .owner = me->id, .xmin = snapshot->xmin, .top_xid = top_xid_of(me), .is_read_only = me->is_read_only};
    me->ssi_failure = xip_ssi_begin(server->ssi, &start, &me->sxact);
}

bool xip_serializable_failed(const xip_session *me)
{
    return me->ssi_failure != XIP_SSI_FINE;
}

void xip_serializable_set_xid(xip_session *me, xip_xid top_xid)
{
    if (me->sxact != NULL)
        xip_ssi_set_xid(me->sxact, top_xid);
}

static xip_xid next_xid(const xip_server *server)
{
    return (xip_xid)server->cluster.transam->next_xid;
}

/* A writer's end may decide whether the snapshots of others are safe: ProcSendSignal. */
static void wake_answered(xip_server *server)
{
    for (const xip_sxact *at = xip_ssi_next_answered(server->ssi, NULL); at != NULL;
         at = xip_ssi_next_answered(server->ssi, at)) {
        xip_session *who = server->sessions[xip_ssi_owner(at)];
        if (who->wait_state == XIP_WAITING_SAFELY)
            xip_wake(who, XIP_GRANTED);
    }
}

static void end(xip_session *me, bool is_commit)
{
    xip_ssi_release(me->server->ssi, me->sxact, is_commit, next_xid(me->server));
    me->sxact = NULL;
    wake_answered(me->server);
}

xip_safety xip_serializable_await(xip_session *me)
{
    xip_lock_forget_woken(me);
    me->wait_state = XIP_NOT_WAITING;
    if (me->sxact == NULL)
        return XIP_SAFE_SNAPSHOT;
    bool is_unsafe = xip_ssi_is_unsafe(me->sxact);
    if (is_unsafe || xip_ssi_is_safe(me->sxact)) {
        end(me, false);
        return is_unsafe ? XIP_UNSAFE_SNAPSHOT : XIP_SAFE_SNAPSHOT;
    }
    xip_ssi_await(me->sxact);
    me->wait_state = XIP_WAITING_SAFELY;
    return XIP_AWAITS_SAFETY;
}

uint32_t xip_serializable_blockers(const xip_session *me, uint32_t *ids, uint32_t capacity)
{
    return xip_ssi_who_may_harm(me->sxact, ids, capacity);
}

bool xip_serializable_awaits(const xip_session *me)
{
    return me->sxact != NULL && xip_ssi_awaits(me->sxact);
}

void xip_serializable_hand_over(xip_session *me, uint32_t handle)
{
    xip_prepared *prepared = me->server->prepared[handle];
    prepared->sxact = me->sxact;
    me->sxact = NULL;
    if (prepared->sxact != NULL)
        xip_ssi_hand_over(prepared->sxact, XIP_MAX_SESSIONS + handle);
}

void xip_serializable_end(xip_session *me, bool is_commit)
{
    if (me->sxact != NULL)
        end(me, is_commit);
}

void xip_serializable_end_prepared(xip_server *server, xip_prepared *prepared, bool is_commit)
{
    if (prepared->sxact == NULL)
        return;
    xip_ssi_did_write(prepared->sxact);
    xip_ssi_release(server->ssi, prepared->sxact, is_commit, next_xid(server));
    prepared->sxact = NULL;
    wake_answered(server);
}

bool xip_serializable_reads(xip_session *me, const xip_snapshot *snapshot)
{
    if (me->sxact == NULL || snapshot == NULL)
        return false;
    if (!xip_ssi_is_safe(me->sxact))
        return true;
    end(me, false); /* nothing can harm it any more */
    return false;
}

bool xip_serializable_lock(xip_session *me, xip_ssi_tag tag)
{
    return settled(me, xip_ssi_read(me->server->ssi, me->sxact, tag));
}

/* XidIsConcurrent, for a top xid. */
static bool is_concurrent(const xip_session *me, xip_xid xid)
{
    const xip_snapshot *snapshot = me->first_snapshot;
    if (xip_xid_precedes(xid, snapshot->xmin))
        return false;
    if (xip_xid_follows_or_equals(xid, snapshot->xmax))
        return true;
    for (uint32_t i = 0; i < snapshot->xcnt; i++)
        if (snapshot->xip[i] == xid)
            return true;
    return false;
}

bool xip_serializable_check_out(xip_session *me, xip_ssi_tag tag, xip_xid xid)
{
    xip_ssi *ssi = me->server->ssi;
    if (xid == XIP_INVALID_XID || xid == top_xid_of(me))
        return settled(me, xip_ssi_check_read(ssi, me->sxact));
    return settled(me, xip_ssi_conflict_out(ssi, me->sxact, tag, xid, is_concurrent(me, xid), &me->ssi_pivot));
}

bool xip_serializable_check_in(xip_session *me, xip_ssi_tag tag)
{
    return me->sxact == NULL || settled(me, xip_ssi_conflict_in(me->server->ssi, me->sxact, tag, me->level > 1));
}

bool xip_serializable_check_table(xip_session *me, uint32_t relation)
{
    return me->sxact == NULL || settled(me, xip_ssi_conflict_in_table(me->server->ssi, me->sxact, relation));
}

bool xip_serializable_precommit(xip_session *me)
{
    return me->sxact == NULL || settled(me, xip_ssi_precommit(me->server->ssi, me->sxact));
}

void xip_server_at_step(xip_server *server, uint32_t step)
{
    server->step = step;
    if (server->ssi != NULL)
        xip_ssi_at_step(server->ssi, step);
}

const xip_ssi *xip_server_ssi(const xip_server *server)
{
    return server->ssi;
}

xip_xid xip_transaction_xmin(const xip_session *me)
{
    return me->backend.transaction_xmin;
}

void xip_serializable_forget(xip_server *server, uint32_t relation)
{
    if (server->ssi != NULL)
        xip_ssi_forget_relation(server->ssi, relation);
}

uint32_t xip_serializable_locks(const xip_server *server, uint32_t from, xip_ssi_lock *locks, uint32_t capacity)
{
    return server->ssi == NULL ? 0 : xip_ssi_locks(server->ssi, from, locks, capacity);
}
