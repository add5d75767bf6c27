/**
 * The commits' own speed-ups below the ladder: published at once, modelled after the ladder's own columns so that both do
 * not compete for the cores, measured by the ladder's measuring.
 */

import '../../../base/messages/en/ladder.ts';
import { useMemo } from 'react';
import { Toggle } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import type { ResultRow } from '../../../viewmodel/lab/rows.ts';
import { GAIN_MACHINE, type GainCase, gainConfig, gainJobs, gainRows } from '../../../viewmodel/ladder/gains.ts';
import { SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { SHARED_BAND_NS } from '../../../viewmodel/prediction/shared-server.ts';
import { GainsFigure } from '../../../views/gains/GainsFigure.tsx';
import { shippedMachine } from '../lines/machines.ts';
import { type StartModel, useModelRunWhenFree } from '../model-run.ts';

interface GainsSectionProps {
  readonly cases: readonly GainCase[];
  readonly startModel: StartModel;
  /** The ladder's own columns are modelled, and nothing is measured. */
  readonly isFree: boolean;
  /** Measured here, with as many threads. */
  readonly measured: readonly ResultRow[];
  readonly threads: number;
  /** The band of the shared server, too. */
  readonly band: boolean;
  readonly onBand: (on: boolean) => void;
}

export function GainsSection({ cases, startModel, isFree, measured, threads, band, onBand }: GainsSectionProps) {
  const { t } = useMessages();
  const jobs = useMemo(
    () =>
      seeded(
        gainJobs(cases, band).map((job) => ({ machine: shippedMachine(GAIN_MACHINE), config: gainConfig(job) })),
        SURE_SEEDS,
      ),
    [cases, band],
  );
  const { view } = useModelRunWhenFree(startModel, jobs, isFree);
  const rows = useMemo(
    () => gainRows(cases, view.points === jobs ? view.rows : [], measured, band),
    [cases, band, jobs, view.points, view.rows, measured],
  );
  return (
    <>
      <Toggle
        label={t('ladder.gains.switch', { band: SHARED_BAND_NS })}
        hint={t('ladder.gains.switch.hint')}
        checked={band}
        onChange={onBand}
      />
      <GainsFigure
        rows={rows}
        machine={shippedMachine(GAIN_MACHINE).short}
        progress={view.phase === 'running' ? { at: view.at + 1, points: view.points.length } : null}
        threads={rows.some((row) => row.measured !== null) ? threads : null}
        band={band}
      />
    </>
  );
}
