/*
 * abi.h — the layout of trace_abi.h and the workloads of pg/script.h, as reported by the code that was compiled with
 * them. Shared by all builds' exports.
 */
#ifndef XIP_ABI_H
#define XIP_ABI_H

/*
 * JSON: {"version":…,"constants":{…},"workloads":[{"id":…,…},…],"structs":{"slice":{"size":…,"fields":
 * {"number":["u32",0],…}},…}}. Static text.
 */
const char *xip_abi_json(void);
/* JSON: the ladder, [{"id","name","commit","layout","reads","checks","assigns","ends"},…]. Static text. */
const char *xip_ladder_json(void);

#endif
