/* results.c — means of the counts. */
#include "simulation/state.h"

double model_progress(const model *m)
{
    double all = m->params.warm_up + m->params.samples;
    double done = (double)m->warmed + (double)m->sums.transactions;
    return done > all ? 1 : done / all;
}

model_result model_result_of(const model *m)
{
    const model_sums *s = &m->sums;
    double n = s->transactions > 0 ? (double)s->transactions : 1;
    double snapshots = s->snapshots > 0 ? (double)s->snapshots : 1;
    machine_counts all = {0};
    for (uint32_t c = 0; c < m->core_count; c++) {
        const machine_counts *one = machine_counts_of(m->machine, c);
        for (uint32_t i = 0; i < MACHINE_LEVEL_COUNT; i++)
            all.found[i] += one->found[i];
        for (uint32_t i = 0; i < MACHINE_SHARING_COUNT; i++)
            all.sharing[i] += one->sharing[i];
        all.accesses += one->accesses;
        all.upgrades += one->upgrades;
        all.transfers_within += one->transfers_within;
        all.transfers_across += one->transfers_across;
    }
    uint64_t misses = all.upgrades;
    for (uint32_t i = MACHINE_L3; i < MACHINE_LEVEL_COUNT; i++)
        misses += all.found[i];
    double subtrans = 0;
    for (uint32_t i = CHARGE_SUBTRANS_LOCKS; i < CHARGE_PART_COUNT; i++)
        subtrans += s->by_part[i];
    double seconds = (m->ended_at - m->started_at) / 1e9;
    return (model_result){.transactions = (double)s->transactions,
                          .snapshots = (double)s->snapshots,
                          .reused = (double)s->reused,
                          .seconds = seconds,
                          .tps = seconds > 0 ? (double)s->transactions / seconds : 0,
                          .ns_per_snapshot = s->snapshot_ns / snapshots,
                          .work = s->work / n,
                          .scan = s->scan / n,
                          .fetching = s->fetching / n,
                          .coherence = s->coherence / n,
                          .line_wait = s->line_wait / n,
                          .wake = s->wake / n,
                          .lock = s->lock / n,
                          .subtrans = subtrans / n,
                          .queue = s->queue / n,
                          .accesses = (double)(m->flow ? s->accesses : all.accesses) / snapshots,
                          .misses = (double)misses / snapshots,
                          .true_sharing = (double)all.sharing[MACHINE_TRUE_SHARING] / snapshots,
                          .false_sharing = (double)all.sharing[MACHINE_FALSE_SHARING] / snapshots,
                          .for_horizon = (double)all.sharing[MACHINE_FOR_HORIZON] / snapshots,
                          .upgrades = (double)all.upgrades / snapshots,
                          .transfers_within = (double)all.transfers_within / snapshots,
                          .transfers_across = (double)all.transfers_across / snapshots,
                          .checks = (double)s->asked.checks / n,
                          .words = (double)s->asked.words / n,
                          .own_words = (double)s->asked.own_words / n,
                          .parents = (double)s->asked.parents / n,
                          .lookups = (double)s->slru.lookups / n,
                          .hits = (double)s->slru.hits / n,
                          .reads = (double)s->slru.reads / n,
                          .writes = (double)s->slru.writes / n,
                          .slru_locks = (double)s->slru_locks / n,
                          .slru_waits = (double)s->slru_waits / n,
                          .ns_engine = s->by_part[CHARGE_ENGINE] / n,
                          .ns_rows = s->by_part[CHARGE_ROWS] / n,
                          .ns_own_xids = s->by_part[CHARGE_OWN_XIDS] / n,
                          .ns_snapshot_xids = s->by_part[CHARGE_SNAPSHOT_XIDS] / n,
                          .ns_slru_locks = s->by_part[CHARGE_SUBTRANS_LOCKS] / n,
                          .ns_slru_slots = s->by_part[CHARGE_SUBTRANS_SLOTS] / n,
                          .ns_slru_words = s->by_part[CHARGE_SUBTRANS_WORDS] / n,
                          .ns_slru_pages = s->by_part[CHARGE_SUBTRANS_PAGES] / n,
                          .ns_slru_wait = s->slru_wait / n};
}
