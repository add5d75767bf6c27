/**
 * The figure under the race: one transaction of each design, slowed, the memory that its snapshots read at the slider's
 * position, and 14's two cases.
 *
 * MODEL: A snapshot's time is spread evenly over its lines; on a machine a line that is missing from the cache takes
 * longer than one that is there. “Rows” is the rest of the transaction: in the race, a loop of 28 µs.
 */
import '../../base/messages/en/home.ts';
import '../../base/messages/en/provenance.ts';
import { memo, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EngineError } from '../../base/engine-error.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { Result } from '../../base/result.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { useOnScreen, useReducedMotion } from '../../ui/place.ts';
import type { SlowedTimes } from '../../viewmodel/race/slowed.ts';
import type { ReadsCase, SnapshotReads } from '../../viewmodel/race/snapshot-reads.ts';
import { SnapshotReadsView } from '../../views/snapshot-reads/SnapshotReadsView.tsx';
import type { CountReads, Reads } from '../shared/observe/reads.ts';
import { idleSource } from './Compare.tsx';
import styles from './home.module.css';
import type { Slowed } from './use-slowed.ts';

/** The slider must be still for this long: the race should not share its cores with counts that nobody will see. */
const STILL_MS = 160;

/** The memory that one snapshot reads at the slider's position, counted once the slider has stopped. */
function useReads(count: CountReads, idle: number, active: number): Result<Reads, EngineError> | undefined {
  const [state, setState] = useState<Result<Reads, EngineError>>();
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      void count(idle, active).then((reads) => {
        if (!gone) setState(reads);
      });
    }, STILL_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [count, idle, active]);
  return state;
}

interface ReadsFigureProps extends Slowed {
  readonly count: CountReads;
  /** Alone on the screen: the slider is on another one, so its number stands here. */
  readonly stage: boolean;
  readonly readsCase: ReadsCase;
  readonly onCase: (readsCase: ReadsCase) => void;
}

const onTheme = (callback: () => void) => {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
const themeName = () => document.documentElement.dataset.theme ?? '';

const HEADER = [
  ...['design', 'case', 'idle', 'region', 'bytes', 'lines', 'accesses'],
  ...['transaction_ns', 'snapshot_ns', 'times_source', 'times_idle'],
];
/** The times are of the race, in which nobody commits: 14's scan after a commit has none. */
const rowsOf = ({ slow, reuse, scan }: Reads, times: SlowedTimes | undefined) =>
  [slow, reuse, scan].flatMap((one) => {
    const time = one === slow ? times?.slow : one === reuse ? times?.fast : undefined;
    const timed = [time?.wholeNs, time?.snapshotNs, time && times?.source, time && times?.idle].map(
      (value) => value ?? '',
    );
    return one.regions.map((r) => [
      ...[one.design, one.case, one.idle, r.region, r.bytes, r.written.length, r.accesses],
      ...timed,
    ]);
  });

/** Both dots move while they are seen and nobody has paused the race; without a race there is a button for it. */
function useMoving(section: RefObject<Element | null>, paused: boolean | null) {
  const { t } = useMessages();
  const seen = useOnScreen(section);
  const still = useReducedMotion();
  const [held, setHeld] = useState(false);
  const pause = paused === null && !still && (
    <Button look="quiet" icon={held ? 'play' : 'pause'} onClick={() => setHeld(!held)}>
      {t(held ? 'home.race.resume' : 'home.race.pause')}
    </Button>
  );
  return { moving: seen && !still && !(paused ?? held), still, pause };
}

const wordsOf = ({ slow }: Reads, fast: SnapshotReads, { t }: Messages): string =>
  t('home.reads.say', {
    idle: slow.idle,
    lines13: slow.lines,
    bytes13: slow.bytes,
    lines14: fast.lines,
    bytes14: fast.bytes,
    scan: fast.case === 'scan',
  });

/** Memoized: it changes with the slider and a new time, not with the samples next to it. */
export const ReadsFigure = memo(function ReadsFigure(props: ReadsFigureProps) {
  const { count, stage, idle, active, paused, times, slowness, top, readsCase, onCase } = props;
  const messages = useMessages();
  const { t } = messages;
  const section = useRef<HTMLElement>(null);
  const { moving, still, pause } = useMoving(section, paused);
  const theme = useSyncExternalStore(onTheme, themeName);
  const state = useReads(count, idle, active);
  const reads = state?.ok ? state.value : undefined;
  const fast = reads?.[readsCase];
  const quiet = state !== undefined && !state.ok ? t('home.reads.failed') : t('home.reads.waiting');
  return (
    <section ref={section} className={styles.reads} data-testid="slowed" data-moving={moving}>
      <Figure
        title={t('home.slowed.title', { times: slowness })}
        subtitle={stage ? t('home.idle.valueText', { idle }) : t('home.slowed.subtitle')}
        growingTitle={!stage}
        tools={pause}
        name={t('home.reads.name')}
        description={reads === undefined || fast === undefined ? quiet : wordsOf(reads, fast, messages)}
        announce
        picture={false}
        caption={<Simplified />}
        {...(stage ? {} : { data: () => ({ header: HEADER, rows: reads === undefined ? [] : rowsOf(reads, times) }) })}
        provenance={<Sources times={times} brief={stage} />}
      >
        <SnapshotReadsView
          slow={reads?.slow}
          fast={fast}
          theme={theme}
          quiet={quiet}
          stage={stage}
          slowed={{ times, slowness, top, moving, still }}
          fastTools={
            <Segmented
              label={t('home.reads.case')}
              hideLabel
              value={readsCase}
              onChange={onCase}
              options={[
                { value: 'reuse', label: t('home.reads.case.reuse') },
                { value: 'scan', label: t('home.reads.case.scan') },
              ]}
            />
          }
        />
      </Figure>
    </section>
  );
});

function Simplified() {
  const { t } = useMessages();
  return (
    <>
      {t('home.slowed.simplified')} <a href="#/simplified">{t('home.reads.simplified')}</a>
    </>
  );
}

interface SourcesProps extends Pick<Slowed, 'times'> {
  /** One line each: on stage the title has the number of connections. */
  readonly brief: boolean;
}

function Sources({ times, brief }: SourcesProps) {
  const { t } = useMessages();
  return (
    <div className={styles.sources}>
      {times !== undefined && <TimesBadge times={times} brief={brief} />}
      <ProvenanceBadge
        kind="modelled"
        facts={brief ? [t('home.reads.counted')] : [t('home.reads.badge'), t('home.reads.counted')]}
      />
    </div>
  );
}

/** Where the lengths of the ways come from. */
function TimesBadge({ times, brief }: { readonly times: SlowedTimes; readonly brief: boolean }) {
  const { t } = useMessages();
  const { source, idle } = times;
  const of = t(source === 'measured' ? 'home.slowed.measured' : 'home.slowed.published', { idle });
  const from =
    source === 'measured'
      ? t('home.badge.here')
      : t('home.badge.source', { ...idleSource, part: t('provenance.cited', { text: idleSource.part }) });
  return <ProvenanceBadge kind={source} facts={brief ? [from] : [from, of]} />;
}
