/** The cliff: readers beside one transaction with more and more savepoints, measured here at a click, beside real servers. */
import { useSyncExternalStore } from 'react';
import { capabilities, onCapabilitiesChange } from '../../../engine/capabilities.ts';
import type { StartLab } from '../../../engine/lab-types.ts';
import type { CliffAddress } from '../../../model/addresses.ts';
import {
  CLIFF_LIMITS,
  CLIFF_PASSES,
  CLIFF_POINTS,
  CLIFF_SAVEPOINTS,
  type CliffCase,
  cliffConfigs,
  cliffSeries,
} from '../../../model/cliff.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import type { PageProps } from '../../../ui/page.ts';
import { CliffFigure } from '../../../views/slru/CliffFigure.tsx';
import lab from '../lab.module.css';
import ladder from '../ladder/ladder-page.module.css';
import { MeasuredBadge } from '../MeasuredBadge.tsx';
import { MissingNote } from '../MissingNote.tsx';
import { Simplified } from '../Simplified.tsx';
import { useLabRun } from '../use-lab-run.ts';

interface CliffLabProps extends PageProps<CliffAddress> {
  readonly startLab: StartLab;
}

/** Of its own turns at each point; setting up a server (200,000 xids are given out) and warming up take about as long. */
const SECONDS = 0.04;
const SECONDS_WITH_ALL = 0.12;
const REASONS = ['cache', 'overflow', 'pages', 'shapes'] as const;

export function CliffLab({ address, onAddress, stage, startLab }: CliffLabProps) {
  const { t } = useMessages();
  const able = useSyncExternalStore(onCapabilitiesChange, capabilities);
  const { run, view } = useLabRun(startLab);
  const asked: CliffCase = {
    readers: address.readers ?? CLIFF_LIMITS.readers.min,
    otherWorkUs: address.other ?? 0,
  };
  const points = cliffConfigs(asked);
  const busy = view.phase === 'starting' || view.phase === 'running' || view.phase === 'hidden';
  // What was measured under other settings is not this figure's.
  const rows = view.rows.filter(
    (row) => row.active === asked.readers && row.otherWorkUsAsked === asked.otherWorkUs && row.subtrans !== null,
  );
  const cores = able.kind === 'ready' ? able.cores : 1;
  const start = (): void => {
    if (able.kind === 'ready') run.startSweep({ points, seconds: SECONDS, cores: able.cores });
  };
  const change = (next: CliffAddress): void => {
    run.stop();
    onAddress({ ...address, ...next });
  };
  const state = busy
    ? t('cliff.measure.running', {
        pass: Math.min(CLIFF_PASSES, 1 + Math.floor(rows.length / CLIFF_POINTS)),
        of: CLIFF_PASSES,
      })
    : view.phase === 'failed'
      ? t('cliff.measure.failed', { why: view.error?.message ?? '' })
      : rows.length === points.length
        ? t('cliff.measure.done', { turns: rows.reduce((sum, row) => sum + row.slices, 0) })
        : rows.length > 0
          ? t('cliff.measure.stopped')
          : t('cliff.measure.ready', {
              points: CLIFF_POINTS,
              passes: CLIFF_PASSES,
              seconds: SECONDS_WITH_ALL * points.length,
            });
  return (
    <div className={lab.page} data-measured={rows.length}>
      {!stage && (
        <>
          <header className={lab.head}>
            <h1 className={lab.title}>{t('cliff.page.title')}</h1>
            <p className={lab.lead}>{t('cliff.page.lead')}</p>
          </header>
          <div className={ladder.settings}>
            <NumberField
              label={t('cliff.field.readers')}
              hint={t('cliff.field.readers.hint', { cores })}
              value={asked.readers}
              {...CLIFF_LIMITS.readers}
              whole
              onChange={(readers) => change({ readers })}
            />
            <NumberField
              label={t('lab.field.otherWork')}
              hint={t('cliff.field.otherWork.hint')}
              unit={t('lab.unit.us')}
              value={asked.otherWorkUs}
              {...CLIFF_LIMITS.otherWorkUs}
              whole
              onChange={(other) => change({ other })}
            />
          </div>
        </>
      )}
      {able.kind === 'missing' ? (
        <MissingNote missing={able} />
      ) : (
        <div className={lab.run} data-phase={view.phase} data-testid="cliff-measure">
          <Button
            look="primary"
            icon={busy ? 'pause' : 'play'}
            onClick={busy ? run.stop : start}
            disabled={able.kind !== 'ready'}
          >
            {t(busy ? 'cliff.measure.stop' : rows.length > 0 ? 'cliff.measure.again' : 'cliff.measure')}
          </Button>
          <p className={lab.state} role="status">
            {state}
          </p>
          {busy && view.sweep !== null && (
            <progress className={lab.progress} max={1} value={view.sweep.progress} aria-label={t('lab.progress')} />
          )}
        </div>
      )}
      <CliffFigure
        series={cliffSeries(rows)}
        asked={asked}
        counts={CLIFF_SAVEPOINTS}
        complete={rows.length === points.length}
        measured={
          rows.length > 0 && view.info !== null ? (
            <MeasuredBadge
              rows={rows}
              active={asked.readers}
              facts={{
                cores,
                clockResolutionNs: view.info.clockResolutionNs,
                isolated: able.kind === 'ready',
              }}
            />
          ) : null
        }
      />
      <section className={ladder.notes} aria-label={t('cliff.why')}>
        <h2>{t('cliff.why')}</h2>
        <ul>
          {REASONS.map((reason) => (
            <li key={reason}>{t(`cliff.why.${reason}`)}</li>
          ))}
        </ul>
      </section>
      {!stage && <Simplified only="lab" />}
    </div>
  );
}
