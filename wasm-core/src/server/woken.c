/*
 * woken.c — sessions whose wait has ended, in that order: the driver calls the operation of each again.
 * PostgreSQL: ProcWakeup in src/backend/storage/lmgr/proc.c, ProcSendSignal.
 */
#include "base/assert.h"
#include "server/state.h"

void xip_wake(xip_session *who, xip_wait_state state)
{
    xip_server *server = who->server;
    who->wait_state = state;
    XIP_ASSERT(!who->is_woken, "who waits has not been woken");
    who->is_woken = true;
    who->woken_next = NULL;
    if (server->last_woken != NULL)
        server->last_woken->woken_next = who;
    else
        server->first_woken = who;
    server->last_woken = who;
}

xip_session *xip_next_woken(xip_server *server)
{
    xip_session *first = server->first_woken;
    if (first == NULL)
        return NULL;
    server->first_woken = first->woken_next;
    if (server->first_woken == NULL)
        server->last_woken = NULL;
    first->woken_next = NULL;
    first->is_woken = false;
    return first;
}

void xip_lock_forget_woken(xip_session *who)
{
    xip_server *server = who->server;
    if (!who->is_woken)
        return;
    xip_session *before = NULL;
    for (xip_session *at = server->first_woken; at != who; at = at->woken_next)
        before = at;
    if (before != NULL)
        before->woken_next = who->woken_next;
    else
        server->first_woken = who->woken_next;
    if (server->last_woken == who)
        server->last_woken = before;
    who->woken_next = NULL;
    who->is_woken = false;
}
