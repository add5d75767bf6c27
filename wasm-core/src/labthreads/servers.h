/*
 * servers.h — one server for each design in the race, with the same connections in each. All functions except the two
 * marked ones run while every thread is parked.
 */
#ifndef XIP_BENCH_SERVERS_H
#define XIP_BENCH_SERVERS_H

#include "base/arena.h"
#include "designs/designs.h"
#include "pg/cluster.h"

enum {
    XIP_CHURN_PER_SECOND = 1000 /* new connections, and as many that disconnect */
};
#define XIP_MOSTLY_IDLE_PERIOD_NS 100e6

typedef struct xip_connections {
    uint32_t active;
    uint32_t idle;
    uint32_t mostly_idle;
    uint32_t companions;  /* of each active one: 0 or XIP_MIX_COMPANIONS */
    bool with_savepoints; /* active ones may have subtransactions, and there is one more connection */
} xip_connections;

typedef struct xip_savepoints xip_savepoints; /* labthreads/savepoints.c */

/* One server. `backends` holds active ones first, then mostly idle, then idle ones, then the companions of each active
 * one. */
typedef struct xip_server {
    bool made;
    xip_arena memory; /* shared memory of the server */
    xip_arena backends_memory;
    xip_cluster cluster;
    xip_backend *backends;
    xip_connections connections;
    uint32_t next_mostly_idle;  /* player thread only, while a slice runs */
    uint32_t next_churn;        /* likewise */
    double mostly_idle_due;     /* likewise: part of a transaction that is due since the last slice, below 1 */
    double churn_due;           /* likewise, of a connection */
    xip_savepoints *savepoints; /* NULL: the workload has none */
} xip_server;

typedef struct xip_servers {
    xip_server server[XIP_DESIGN_COUNT];
} xip_servers;

/*
 * Restarts the servers of the chosen designs and connects all backends, in ascending order of PGPROC: active
 * connections (each amid its companions) spread evenly over the array, mostly idle ones evenly over the rest. Servers
 * that are not chosen release their memory.
 */
xip_error xip_servers_connect(xip_servers *servers, uint32_t designs, const xip_connections *connections,
                              bool without_lock, uint32_t faults);
void xip_servers_free(xip_servers *servers);

/* The backend of active thread `number`. */
xip_backend *xip_servers_active(xip_servers *servers, uint32_t design, uint32_t number);

/* Its companions, side by side. */
xip_backend *xip_servers_companions(xip_servers *servers, uint32_t design, uint32_t number);

/* Player thread, during a slice: the next mostly idle connection. */
xip_backend *xip_server_next_mostly_idle(xip_server *server);
/* Player thread, during a slice: one idle connection disconnects and a new one connects. Returns 1, or 0 when none is
 * idle. */
uint32_t xip_server_churn(xip_server *server);

#endif
