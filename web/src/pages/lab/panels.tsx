/** Pieces that the Lab's pages share: buttons to run, badges, and what is missing or simplified. */

import '../../base/messages/en/capability.ts';
import '../../base/messages/en/lab.ts';
import '../../base/messages/en/model.ts';
import '../../base/messages/en/ui.ts';
import { engineErrorText } from '../../base/engine-error.ts';
import type { PlainKey } from '../../base/messages/index.ts';
import type { Missing } from '../../engine/wasm/capabilities.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { useOwnTab } from '../../ui/page.tsx';
import type { LabForm } from '../../viewmodel/lab/lab-form.ts';
import type { ResultRow, RunFacts } from '../../viewmodel/lab/rows.ts';
import { type NoteGroup, simplifiedByGroup } from '../../viewmodel/lab/simplified.ts';
import { currentPoint, sweepSeconds } from '../../viewmodel/lab/sweep.ts';
import styles from './lab.module.css';
import type { LabView } from './lab-run.ts';
import type { ModelRunView } from './model-run.ts';

interface MeasurePanelProps {
  readonly view: LabView;
  readonly label: string;
  readonly stopLabel: string;
  readonly state: string;
  readonly testId: string;
  /** False: a run cannot be started. */
  readonly able: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

export const isBusy = ({ phase }: LabView): boolean =>
  phase === 'starting' || phase === 'running' || phase === 'hidden';

/** A page's own measuring: the button to run or stop, a sentence on the state, the progress. */
export function MeasurePanel({ view, label, stopLabel, state, testId, able, onStart, onStop }: MeasurePanelProps) {
  const { t } = useMessages();
  const busy = isBusy(view);
  return (
    <div className={styles.run} data-phase={view.phase} data-testid={testId}>
      <Button look="primary" icon={busy ? 'pause' : 'play'} onClick={busy ? onStop : onStart} disabled={!able}>
        {busy ? stopLabel : label}
      </Button>
      <p className={styles.state} role="status">
        {state}
      </p>
      {busy && view.sweep !== null && (
        <progress className={styles.progress} max={1} value={view.sweep.progress} aria-label={t('lab.progress')} />
      )}
    </div>
  );
}

interface MeasuredBadgeProps {
  readonly rows: readonly ResultRow[];
  readonly active: number;
  readonly facts: RunFacts;
  /** "Measured", the threads and N are enough for a hall. */
  readonly brief?: boolean;
}

/** The badge that documents measured numbers: the machine, the number of threads and cores, N, the clock, isolation. */
export function MeasuredBadge({ rows, active, facts, brief = false }: MeasuredBadgeProps) {
  const { t } = useMessages();
  const turns = rows.reduce((sum, row) => sum + row.slices, 0);
  const all = [
    t('lab.facts.machine'),
    t('lab.facts.threads', { n: active, cores: facts.cores }),
    ...(active > facts.cores ? [t('lab.oversubscribed')] : []),
    t('lab.facts.turns', { n: turns }),
    t('lab.facts.clock', { ns: facts.clockResolutionNs }),
    t(facts.isolated ? 'lab.facts.isolated' : 'lab.facts.notIsolated'),
  ];
  const deskFacts = brief ? [0, all.length - 2, all.length - 1] : [];
  return <ProvenanceBadge kind="measured" facts={all} deskFacts={deskFacts} />;
}

interface MissingNoteProps {
  readonly missing: Missing;
  /** The part that the page still shows. */
  readonly still: PlainKey;
  /** Below a figure in somebody else's page: readers came for the figure. */
  readonly isQuiet?: boolean;
}

/** Says what is missing for measuring, why it is needed and what to do: a sentence, never a spinner. */
export function MissingNote({ missing, still, isQuiet = false }: MissingNoteProps) {
  const { t } = useMessages();
  const alone = useOwnTab();
  return (
    <div className={isQuiet ? page.hint : page.missing} role="status" data-testid="missing">
      <p>
        <strong>{t(missing.what)}</strong> {t(missing.why)}
      </p>
      <p>
        {t(missing.todo)} {t(still)}{' '}
        {missing.capability === 'iframe' && (
          <a href={alone} target="_blank" rel="noopener">
            {t('capability.openAlone')}
          </a>
        )}
      </p>
    </div>
  );
}

/** Leads to what the C code simplifies in these subjects. */
export function SimplifiedLink({ of }: { readonly of: readonly NoteGroup[] }) {
  const { t } = useMessages();
  const n = simplifiedByGroup()
    .filter(({ group }) => of.includes(group))
    .reduce((sum, { notes }) => sum + notes.length, 0);
  return (
    <p className={page.quiet}>
      <a href={`#/simplified?v=1&of=${of.join(',')}`} data-testid="simplified-link">
        {t('lab.simplified.link', { n })}
      </a>
    </p>
  );
}

interface ModelRunPanelProps {
  readonly view: ModelRunView;
  readonly label: string;
  /** Points that a click would model; null when none can be modelled. */
  readonly points: number | null;
  readonly onStart: () => void;
  readonly onStop: () => void;
  /** Beside a measurement, which is the page's first action. */
  readonly second?: boolean;
  /** The settings are no longer those that the rows belong to: the button starts, even while the old ones are modelled. */
  readonly isStale?: boolean;
  /** What runs makes the drawn curves more precise, and no longer. */
  readonly isRefining?: boolean;
  /** The model is done, and the figure waits for something else: this says for what. */
  readonly waitsFor?: string | null;
}

/** The model's run panel: the button to run or stop, a sentence, the progress. */
export function ModelRunPanel(props: ModelRunPanelProps) {
  const {
    view,
    label,
    points,
    onStart,
    onStop,
    second = false,
    isStale = false,
    isRefining = false,
    waitsFor = null,
  } = props;
  const { t } = useMessages();
  const { phase } = view;
  const busy = phase === 'running' && !isStale;
  const rows = view.rows.filter((row) => row !== null).length;
  return (
    <div className={styles.run} data-phase={phase} data-rows={rows} data-testid="model-run">
      {busy ? (
        <Button look="primary" icon="pause" onClick={onStop}>
          {t('model.run.stop')}
        </Button>
      ) : (
        <Button {...(second ? {} : { look: 'primary' })} icon="play" onClick={onStart} disabled={points === null}>
          {label}
        </Button>
      )}
      <p className={styles.state} role="status">
        {isStale
          ? t('model.run.changed')
          : phase === 'running'
            ? isRefining
              ? t('model.run.refining')
              : t('model.run.running', { points: view.points.length })
            : phase === 'failed'
              ? t('model.run.failed', { why: view.error?.message ?? '' })
              : phase === 'ready'
                ? points === null
                  ? ''
                  : t('model.run.ready', { points })
                : (waitsFor ??
                  t(phase === 'done' ? 'model.run.done' : 'model.run.stopped', { rows, points: view.points.length }))}
      </p>
      {busy && (
        <>
          <progress
            className={styles.progress}
            data-live
            max={1}
            value={view.share}
            aria-label={t('model.run.progress')}
          />
          <p className={page.hint} data-live>
            {t('model.run.at', { at: view.at + 1, points: view.points.length })}
          </p>
        </>
      )}
    </div>
  );
}

interface RunPanelProps {
  readonly view: LabView;
  readonly form: LabForm;
  /** The estimated cost of the form's sweep; null when the form cannot be run. */
  readonly estimate: { readonly points: number; readonly seconds: number } | null;
  readonly axis: 'idle' | 'mostlyIdle';
  readonly onStart: () => void;
  readonly onStop: () => void;
}

/** The lab's run panel: the button to run or stop, a sentence on the state, the progress of a sweep. */
export function RunPanel({ view, form, estimate, axis, onStart, onStop }: RunPanelProps) {
  const { t } = useMessages();
  const busy = view.phase === 'starting' || view.phase === 'running' || view.phase === 'hidden';
  const { sweep } = view;
  const point = sweep === null ? null : currentPoint(sweep.state);
  const state =
    view.phase === 'failed' && view.error !== null
      ? `${t('lab.phase.failed')} ${engineErrorText(view.error, { t }) || t('lab.failed.unknown')}`
      : busy && sweep !== null && point !== null && view.phase === 'running'
        ? t('lab.progress.text', {
            point: sweep.state.index + 1,
            points: sweep.state.plan.points.length,
            connections: point[axis],
          })
        : !busy && form.mode === 'sweep' && estimate !== null && view.phase !== 'done' && view.phase !== 'stopped'
          ? t('lab.progress.length', estimate)
          : t(`lab.phase.${view.phase}`);
  return (
    <div className={styles.run} data-phase={view.phase} data-testid="lab-run">
      {busy ? (
        <Button look="primary" icon="pause" keyHint={t('ui.key.space')} onClick={onStop}>
          {t('lab.stop')}
        </Button>
      ) : (
        <Button look="primary" icon="play" keyHint={t('ui.key.space')} onClick={onStart} disabled={estimate === null}>
          {t(form.mode === 'sweep' ? 'lab.start.sweep' : 'lab.start.single')}
        </Button>
      )}
      <p className={styles.state} role="status">
        {state}
      </p>
      {busy && sweep !== null && (
        <progress className={styles.progress} max={1} value={sweep.progress} aria-label={t('lab.progress')} />
      )}
      {busy && sweep !== null && <p className={page.hint}>{t('lab.sweep.next')}</p>}
    </div>
  );
}

export const estimateOf = (points: Parameters<typeof sweepSeconds>[0]) => ({
  points: points.points.length,
  seconds: sweepSeconds(points),
});
