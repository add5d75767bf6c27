/* scene_answer.c — what can be read of a scene between two operations: see scene.h. */
#include "simulation/scene_state.h"

uint32_t scene_at(const scene *s)
{
    return s->state->done;
}

const xip_access *scene_log(const scene *s)
{
    return s->log;
}

const xip_access_outcome *scene_outcomes(const scene *s)
{
    return s->outcomes;
}

uint32_t scene_log_count(const scene *s)
{
    return s->log_count;
}

const xip_scene_operation *scene_history(const scene *s)
{
    return s->history;
}

uint32_t scene_known(const scene *s)
{
    return s->known;
}

uint32_t scene_cores(const scene *s)
{
    return machine_cores(s->machine);
}

uint32_t scene_lines(const scene *s)
{
    return s->lines;
}

const uint8_t *scene_memory(const scene *s)
{
    return s->memory.base;
}

void scene_states(const scene *s, uint32_t first, uint32_t count, uint8_t *states)
{
    uint32_t cores = machine_cores(s->machine);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t core = 0; core < cores; core++)
            states[i * cores + core] = (uint8_t)machine_line_state(s->machine, core, first + i);
}

const scene_write *scene_writes(const scene *s)
{
    return s->writes;
}

const mem_region *scene_region(const scene *s, uint32_t region)
{
    return region < s->region_count ? &s->regions[region] : NULL;
}

uint32_t scene_backend_core(const scene *s, uint32_t backend)
{
    return s->backends[backend].core;
}

uint32_t scene_backend_pgprocno(const scene *s, uint32_t backend)
{
    return s->backends[backend].pg.pgprocno;
}

size_t scene_checkpoint_bytes(const scene *s)
{
    return s->checkpoints.count * sizeof(store_version);
}

uint32_t scene_checkpoints(const scene *s)
{
    return s->checkpoints.checkpoints;
}
