/*
 * savepoints.h — the workloads with savepoints on the modelled machine: the same script and the same readers as on the
 * lab's real threads (labthreads/savepoints.h), with the engine's own snapshots, subtransactions and pg_subtrans.
 * Private to the model.
 *
 * A turn ends after each lookup in pg_subtrans, so that connections meet there in their true order. Everything between
 * two lookups is one turn: rows whose xids the snapshot decides by itself.
 *
 *   rows ─ is it mine? ─ in the snapshot's bounds? ─ suboverflowed: its parent, its parent's parent … a turn each
 *
 * MODEL: a backend that wants a page which another backend is reading waits for it at once, without searching for it
 * first. MODEL: before the clocks start every buffer of pg_subtrans has been used, as in a server that has run for a
 * while, and the newest page is in the middle of its bank. MODEL: rows are visited as on the lab's threads: without
 * pinning or locking their buffers, without an index.
 */
#ifndef XIP_MODEL_SAVEPOINTS_H
#define XIP_MODEL_SAVEPOINTS_H

#include "simulation/state.h"

static inline bool savepoints_asked(const model_params *p)
{
    const xip_script *script = model_script(p);
    return script && script->savepoints > 0;
}
/* Whether number, place and shape are possible: XIP_ERR_SAVEPOINTS, XIP_ERR_SLRU, XIP_ERR_CONNECTIONS. */
xip_error savepoints_check(const model_params *p);
/* Connections besides the clients. */
enum { SAVEPOINTS_EXTRA = 2 };
/* PGPROCs for them; for csn as many as make its log long enough for all xids from the holder's to the last row's. */
uint32_t savepoints_procs(const model_params *p);
/* Bytes of the server's memory. */
size_t savepoints_server_bytes(const model_params *p);
/* pg_subtrans, the rows, the holder; all backends are connected. */
xip_error savepoints_open(model *m, xip_arena *own);
/* XIP_OP_SAVEPOINT: chooses the rows of its statements. */
void savepoints_choose(const model *m, model_backend *b);
/* XIP_OP_SUBXACT: AssignTransactionId for the innermost level, outermost first. */
void savepoints_assign(model_backend *b);
/* XIP_OP_READ_PAGE, XIP_OP_READ_TABLE, XIP_OP_WRITE_TABLE, until a lookup in pg_subtrans has ended the turn; true when
 * all rows have been visited. */
bool savepoints_visit(model *m, model_backend *b, xip_op op);

#endif
