/*
 * combocid.h — one field for two command ids: a tuple that one transaction both inserted and deleted carries the number
 * of a pair (cmin, cmax) that only this transaction knows. PostgreSQL: src/backend/utils/time/combocid.c.
 *
 * MODEL: a transaction's pairs of cmin and cmax are numbered from its first row here; on a server, a transaction that
 * has also created a table has used the first numbers for rows of the catalogs.
 */
#ifndef XIP_HEAP_COMBOCID_H
#define XIP_HEAP_COMBOCID_H

#include "heap/state.h"

/* HeapTupleHeaderGetCmin, HeapTupleHeaderGetCmax: the tuple's xmin (or its deleter) is mine. */
xip_cid xip_combo_cmin(xip_session *me, const xip_tuple_header *tuple);
xip_cid xip_combo_cmax(xip_session *me, const xip_tuple_header *tuple);
/* HeapTupleHeaderAdjustCmax: the cid to store when I delete the tuple by command *cid; true when that is a combo
 * cid. */
bool xip_combo_adjust_cmax(xip_session *me, const xip_tuple_header *tuple, xip_cid *cid);
/* HeapTupleHeaderSetCmax */
void xip_combo_set_cmax(xip_tuple_header *tuple, xip_cid cid, bool is_combo);

#endif
