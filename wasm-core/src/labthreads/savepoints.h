/*
 * savepoints.h — the workloads with savepoints: the data next to the clients, and the operations of their scripts
 * (pg/script.h) that plain workloads do not have.
 *
 *   subtrans-spread   One transaction with an xid and K savepoints, each of which wrote, stays open: the holder. 100
 *                     rows of one heap page have xmins 2,048 apart, one on each of 100 pages of pg_subtrans, all
 *                     committed since the holder began, with hint bits set. Clients read: a snapshot,
 *                     HeapTupleSatisfiesMVCC's questions for each row (SELECT sum(v)), the snapshot released.
 *
 *        pg_subtrans  |page|page|page| … 100 …|   up to 64 savepoints nobody looks; from the 65th on every reader
 *        rows' xmin     ^    ^    ^               reads one of these pages for each row
 *
 *   subtrans-60, -90  The published script. Every client: K savepoints, each inside the one before; at each a SELECT of
 *                     101 rows around a random one, and an UPDATE of four rows that are this client's alone.
 *
 * MODEL: in the workloads with savepoints, rows are visited without pinning or locking their buffers, and without an
 * index; everything else that an executor does counts as "other work". MODEL: in subtrans-60 and -90 a row has at most
 * two versions: an update replaces its client's previous one. Whether an ended transaction committed is known without
 * pg_xact, because all of them do.
 */
#ifndef XIP_BENCH_SAVEPOINTS_H
#define XIP_BENCH_SAVEPOINTS_H

#include "labthreads/servers.h"
#include "labthreads/workload.h"

enum {
    XIP_SPREAD_ROWS = 100,
    XIP_CONTENDED_ROWS = 10000,
    XIP_ROWS_READ = 101, /* at each savepoint: id BETWEEN x AND x + 100 */
    XIP_ROWS_WRITTEN = 4
};

typedef struct xip_savepoints_client xip_savepoints_client;

/*
 * Sets everything up in a server whose connections exist: pg_subtrans, the rows, the holder. `savepoints` at most
 * XIP_MAX_SAVEPOINTS; `slru_buffers` 0 (as up to 16) or a size of 17. All threads parked.
 */
xip_error xip_savepoints_open(xip_server *server, xip_workload workload, uint32_t savepoints, uint32_t slru_buffers);
/* Removes all of it; does nothing if nothing was set up. */
void xip_savepoints_close(xip_server *server);
/* Before each slice, all threads parked. */
void xip_savepoints_begin_slice(xip_server *server);

/* A transaction of client `number`, with `work_units` of other work. */
xip_task xip_savepoints_task(const xip_server *server, uint32_t number, uint64_t work_units);
/* False when the client has used up the xids of this slice. */
bool xip_savepoints_may_go_on(xip_backend *me, const xip_task *task);

/* XIP_OP_SAVEPOINT: chooses the rows that the statements of savepoint number `round` visit. */
void xip_savepoints_choose(const xip_savepoints *s, xip_savepoints_client *client, uint32_t round);
/* XIP_OP_SUBXACT: AssignTransactionId for the innermost level, outermost first. */
void xip_savepoints_assign(xip_backend *me, xip_savepoints_client *client);
/* XIP_OP_READ_PAGE, XIP_OP_READ_TABLE and XIP_OP_WRITE_TABLE: HeapTupleSatisfiesMVCC's questions for each row. */
void xip_savepoints_read_page(xip_backend *me, const xip_savepoints *s, xip_tally *tally);
void xip_savepoints_read_table(xip_backend *me, const xip_savepoints *s, const xip_savepoints_client *client,
                               xip_tally *tally);
void xip_savepoints_write_table(xip_backend *me, const xip_savepoints *s, const xip_savepoints_client *client,
                                xip_tally *tally);

#endif
