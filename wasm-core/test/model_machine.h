/* model_machine.h — a small machine for tests of the model: two sockets of a given number of cores. */
#ifndef XIP_TEST_MODEL_MACHINE_H
#define XIP_TEST_MODEL_MACHINE_H

#include "machine/machine.h"

static inline machine_params small_machine_of(double cores_per_socket)
{
    return (machine_params){.sockets = 2,
                            .l3_per_socket = 1,
                            .cores_per_socket = cores_per_socket,
                            .protocol = MACHINE_MESIF,
                            .coherent = 1,
                            .l1_bytes = 32768,
                            .l1_ways = 8,
                            .l2_bytes = 1048576,
                            .l2_ways = 16,
                            .l3_bytes = 8388608,
                            .l3_ways = 16,
                            .l1_ns = 1.2,
                            .l2_ns = 4,
                            .l3_ns = 20,
                            .peer_ns = 50,
                            .far_ns = 114,
                            .memory_ns = 81,
                            .far_memory_ns = 141,
                            .upgrade_ns = 48,
                            .far_upgrade_ns = 136,
                            .atomic_ns = 5};
}

/* Of model_params: one of its cores. */
#define SMALL_CORE                                                                                                     \
    .port_ns = 0.15, .cycle_ns = 0.3, .issue_width = 4, .jump_cycles = 2, .window_instructions = 224,                  \
    .switch_ns = 1350, .fill_buffers = 12

#endif
