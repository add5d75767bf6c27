/*
 * regions.h — the names of a server's shared structures, for observed builds. Empty otherwise.
 */
#ifndef XIP_PG_REGIONS_H
#define XIP_PG_REGIONS_H

#include "pg/cluster.h"

#ifdef XIP_OBSERVED
/* Every observed structure of the server, in the order of its addresses; returns their number (MEM_MAX_REGIONS at
 * most). */
uint32_t xip_cluster_regions(const xip_cluster *cluster, mem_region regions[static MEM_MAX_REGIONS]);
#endif

#endif
