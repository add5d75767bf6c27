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
    if (server->ssi == NULL)
        server->ssi = xip_ssi_create(server->arena);
    XIP_ASSERT(server->ssi != NULL, "a driver asks xip_server_is_full before each statement");
    me->ssi_failure = xip_ssi_begin(server->ssi, snapshot->xmin, top_xid_of(me), me->is_read_only, &me->sxact);
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

static void end(xip_session *me, bool is_commit)
{
    xip_ssi_release(me->server->ssi, me->sxact, is_commit, next_xid(me->server));
    me->sxact = NULL;
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

bool xip_serializable_check_out(xip_session *me, xip_xid xid)
{
    if (xid == XIP_INVALID_XID || xid == top_xid_of(me))
        return settled(me, xip_ssi_check_read(me->sxact));
    return settled(me, xip_ssi_conflict_out(me->server->ssi, me->sxact, xid, is_concurrent(me, xid), &me->ssi_pivot));
}

bool xip_serializable_check_in(xip_session *me, xip_ssi_tag tag)
{
    return me->sxact == NULL || settled(me, xip_ssi_conflict_in(me->server->ssi, me->sxact, tag, me->level > 1));
}

bool xip_serializable_precommit(xip_session *me)
{
    return me->sxact == NULL || settled(me, xip_ssi_precommit(me->server->ssi, me->sxact));
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
