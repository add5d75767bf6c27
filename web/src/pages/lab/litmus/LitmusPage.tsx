/** The litmus page: store, then look; what is allowed, and what two real threads did. */

import '../../../base/messages/en/lab.ts';
import '../../../base/messages/en/litmus.ts';
import '../../../base/messages/en/ui.ts';
import { engineErrorText } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { startLitmus } from '../../../engine/lab/litmus-client.ts';
import { LITMUS_LIMITS, LITMUS_TESTS, type StartLitmus } from '../../../engine/lab/litmus-types.ts';
import { capabilityStore } from '../../../engine/wasm/capabilities.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segmented, Toggle } from '../../../ui/choice.tsx';
import { useFrame } from '../../../ui/clock.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { ProvenanceBadge } from '../../../ui/ProvenanceBadge.tsx';
import page from '../../../ui/page.module.css';
import type { PageProps } from '../../../ui/page.tsx';
import { useOwned, useStore } from '../../../ui/use-store.ts';
import { isBusy, runsOf, variantAt, variantOf } from '../../../viewmodel/litmus/litmus.ts';
import { momentOf, shownOutcome } from '../../../viewmodel/litmus/litmus-moment.ts';
import { LitmusFigure } from '../../../views/litmus/LitmusFigure.tsx';
import { TermText } from '../../shared/glossary/TermText.tsx';
import { LabHead, LabNext } from '../../shared/lab/LabFrame.tsx';
import { useStageArrows } from '../../shared/lab/stage-arrows.ts';
import lab from '../lab.module.css';
import { MissingNote, SimplifiedLink } from '../panels.tsx';
import type { LitmusAddress } from './address.ts';
import styles from './litmus-page.module.css';
import { type LitmusResult, LitmusRun } from './litmus-run.ts';

/** The page begins with the hole: fenced, but without the second look. */
const FIRST: Required<Omit<LitmusAddress, 'outcome'>> = {
  test: 'hole',
  fence: true,
  look: false,
  runs: 1_000_000,
  pause: 50,
  step: 0,
};

const newRun = (start: StartLitmus): LitmusRun => new LitmusRun(start);
/** Any number will do: it only shifts by how much the threads miss each other. */
const anySeed = (): number => Math.floor(Math.random() * 0x7fffffff);

interface LitmusLabProps extends PageProps<LitmusAddress> {
  readonly startLitmus: StartLitmus;
}

type Asked = Required<Omit<LitmusAddress, 'outcome'>>;

/** The runs of the chosen variant, and of those that were chosen before. */
function useLitmus(start: StartLitmus, asked: Asked) {
  const run = useOwned(newRun, start);
  const view = useStore(run);
  useFrame(({ now }) => run.pump(now), { active: view.phase === 'running' });
  const variant = variantOf({ test: asked.test, fence: asked.fence, secondLook: asked.look });
  const begin = (): void => {
    const pause = asked.test === 'hole' ? asked.pause : 0;
    void run.start({ variant, runs: asked.runs, pause, seed: anySeed() });
  };
  return { view, variant, result: view.results.get(variant) ?? null, start: begin, stop: run.stop };
}

/** On stage the arrows go from move to move of the end that is shown. */
function useMoves(
  variant: number,
  outcome: LitmusAddress['outcome'],
  step: number,
  { onStep, active }: { readonly onStep: (step: number) => void; readonly active: boolean },
): void {
  const programs = variantAt(variant);
  const { at, of } = momentOf(programs, shownOutcome(programs, outcome), step);
  useStageArrows(
    {
      onNext: at < of ? () => onStep(at + 1) : undefined,
      onPrevious: at > 0 ? () => onStep(at - 1) : undefined,
    },
    { active, of: 'page' },
  );
}

function LitmusLab({ address, onAddress, stage, figure, startLitmus: start }: LitmusLabProps) {
  const { t } = useMessages();
  const able = useStore(capabilityStore);
  const asked: Asked = { ...FIRST, ...address };
  const litmus = useLitmus(start, asked);
  const { view, variant, result } = litmus;
  const isWholePage = !stage && figure === undefined;
  const isAble = able.kind === 'ready';
  useMoves(variant, address.outcome, asked.step, {
    onStep: (step) => onAddress({ ...address, step }),
    active: stage && figure === undefined,
  });
  /** Another variant is another run, and begins at its first move. */
  const choose = (next: LitmusAddress): void => {
    litmus.stop();
    const { outcome: _, step: __, ...kept } = address;
    onAddress({ ...kept, ...next });
  };
  return (
    <div className={`${page.page} ${lab.page}`} data-phase={view.phase} data-runs={runsOf(result?.seen ?? [])}>
      <LabHead
        title={t('litmus.page.title')}
        lead={<TestChoice asked={asked} onChoose={choose} />}
        isWhole={isWholePage}
        alone={styles.choices}
      >
        {!isWholePage && <TestChoice asked={asked} onChoose={choose} />}
        <Parts asked={asked} onChoose={choose} isWhole={isWholePage} />
        {isAble && <RunPanel {...litmus} brief={stage} />}
      </LabHead>
      {able.kind === 'missing' && <MissingNote missing={able} still="litmus.still" />}
      <LitmusFigure
        variant={variant}
        pause={result?.plan.pause ?? 0}
        results={view.results}
        story={stage ? t(`litmus.brief.${asked.test}`) : <TermText text={t(`litmus.story.${asked.test}`)} />}
        progress={stage ? progressOf(view, result, t) : null}
        measured={isAble && result !== null ? <Badge result={result} cores={able.cores} /> : null}
        outcome={address.outcome}
        at={asked.step}
        onShow={(outcome, step) => onAddress({ ...address, outcome, step })}
      />
      {isWholePage && isAble && (
        <>
          <Warning cores={able.cores} result={result} />
          <RunFields asked={asked} onChange={(next) => onAddress({ ...address, ...next })} />
        </>
      )}
      {isWholePage && <Notes />}
      {isWholePage && (
        <LabNext after={null}>
          <SimplifiedLink of={['lab']} />
        </LabNext>
      )}
    </div>
  );
}

/** On stage, where the figure itself says it: that the threads start or run, and how far they are. */
function progressOf(
  { phase, plan }: ReturnType<typeof useLitmus>['view'],
  result: LitmusResult | null,
  t: Messages['t'],
) {
  if (phase === 'starting') return t('litmus.state.starting');
  if (phase !== 'running') return null;
  return t('litmus.state.running', { runs: runsOf(result?.seen ?? []), of: plan?.runs ?? 0 });
}

interface ChoicesProps {
  readonly asked: Asked;
  readonly onChoose: (next: LitmusAddress) => void;
}

function TestChoice({ asked, onChoose }: ChoicesProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t('litmus.test')}
      hideLabel
      options={LITMUS_TESTS.map((test) => ({ value: test, label: t(`litmus.test.${test}`) }))}
      value={asked.test}
      onChange={(test) => onChoose({ test })}
    />
  );
}

/** With or without each of the two parts that make the protocol sound. */
function Parts({ asked, onChoose, isWhole }: ChoicesProps & { readonly isWhole: boolean }) {
  const { t } = useMessages();
  const isHole = asked.test === 'hole';
  const where = (part: 'fence' | 'look') => (isWhole ? { hint: t(`litmus.${part}.where`) } : {});
  return (
    <>
      <Toggle
        {...where('fence')}
        label={t('litmus.fence')}
        checked={asked.fence}
        onChange={(fence) => onChoose({ fence })}
      />
      <Toggle
        {...where('look')}
        label={t('litmus.look')}
        checked={isHole && asked.look}
        disabled={!isHole}
        onChange={(look) => onChoose({ look })}
      />
    </>
  );
}

interface RunPanelProps extends ReturnType<typeof useLitmus> {
  /** On stage the figure itself says how far the runs are. */
  readonly brief: boolean;
}

function RunPanel({ view, result, variant, brief, start, stop }: RunPanelProps) {
  const { t } = useMessages();
  const { phase } = view;
  const busy = phase === 'starting' || phase === 'running';
  const runs = runsOf(result?.seen ?? []);
  const of = view.plan?.runs ?? 0;
  // A variant's sentence is about its own runs.
  const isOwn = view.plan?.variant === variant;
  const state = (): string => {
    if (phase === 'failed') return t('litmus.state.failed', { why: engineErrorText(view.error, { t }) });
    if (phase === 'starting') return t('litmus.state.starting');
    if (phase === 'running') return t('litmus.state.running', { runs, of });
    if (result === null) return t('litmus.state.ready');
    return t(isOwn && phase === 'stopped' ? 'litmus.state.stopped' : 'litmus.state.done', { runs });
  };
  return (
    <div className={lab.run} data-phase={phase} data-testid="litmus-run">
      <Button look="primary" icon={busy ? 'pause' : 'play'} onClick={busy ? stop : start}>
        {t(busy ? 'litmus.stop' : 'litmus.run')}
      </Button>
      {(!brief || phase === 'failed') && (
        <p className={lab.state} role="status">
          {state()}
        </p>
      )}
      {!brief && phase === 'running' && (
        <progress className={lab.progress} max={of} value={runs} aria-label={t('litmus.progress')} />
      )}
    </div>
  );
}

interface RunFieldsProps {
  readonly asked: { readonly test: string; readonly runs: number; readonly pause: number };
  readonly onChange: (next: Pick<LitmusAddress, 'runs' | 'pause'>) => void;
}

function RunFields({ asked, onChange }: RunFieldsProps) {
  const { t } = useMessages();
  return (
    <div className={styles.fields}>
      <NumberField
        label={t('litmus.runs')}
        value={asked.runs}
        {...LITMUS_LIMITS.runs}
        whole
        onChange={(runs) => onChange({ runs })}
      />
      <NumberField
        label={t('litmus.pause')}
        hint={t('litmus.pause.hint')}
        unit={t('litmus.pause.unit')}
        value={asked.pause}
        {...LITMUS_LIMITS.pause}
        whole
        disabled={asked.test !== 'hole'}
        onChange={(pause) => onChange({ pause })}
      />
    </div>
  );
}

function Badge({ result, cores }: { readonly result: LitmusResult; readonly cores: number }) {
  const { t } = useMessages();
  const { plan, seen } = result;
  const facts = [
    t('lab.facts.machine'),
    t('litmus.fact.threads', { cores }),
    t('litmus.fact.runs', { runs: runsOf(seen) }),
    ...(plan.pause > 0 ? [t('litmus.fact.pause', { pause: plan.pause })] : []),
  ];
  return <ProvenanceBadge kind="measured" facts={facts} deskFacts={[0, 2]} />;
}

/** What a machine with one core, or a busy one, means for the counts. */
function Warning({ cores, result }: { readonly cores: number; readonly result: LitmusResult | null }) {
  const { t } = useMessages();
  const isSlow = result !== null && isBusy(result.naps, runsOf(result.seen));
  if (cores > 1 && !isSlow) return null;
  return (
    <p className={page.note} data-testid="litmus-warning">
      {t(cores === 1 ? 'litmus.oneCore' : 'litmus.busy')}
    </p>
  );
}

const NOTES = ['allowed', 'seen', 'zero', 'plain', 'fence', 'pause', 'real'] as const;

function Notes() {
  const { t } = useMessages();
  return (
    <section className={styles.notes} aria-label={t('litmus.notes')}>
      <h2>{t('litmus.notes')}</h2>
      <p>
        <TermText text={t('litmus.page.lead')} />
      </p>
      <ul>
        {(['fence', 'look'] as const).map((part) => (
          <li key={part}>{t('ui.labelled', { label: t(`litmus.${part}`), text: t(`litmus.${part}.hint`) })}</li>
        ))}
        {NOTES.map((note) => (
          <li key={note}>
            <TermText text={t(`litmus.note.${note}`)} />
          </li>
        ))}
      </ul>
      <p className={styles.links}>
        <a href="#/lessons/not-building-it">{t('litmus.note.lesson')}</a>
        <a href="#/exercises/hunt-2012">{t('litmus.note.exercise')}</a>
      </p>
    </section>
  );
}

export default function LitmusPage(props: PageProps<LitmusAddress>) {
  return <LitmusLab {...props} startLitmus={startLitmus} />;
}
