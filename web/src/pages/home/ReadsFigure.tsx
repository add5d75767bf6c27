/**
 * The figure under the race: one transaction of each design, slowed, the memory that its snapshots read at the slider's
 * position, and 14's two cases.
 *
 * MODEL: A snapshot's time is spread evenly over its lines; on a machine a line that is missing from the cache takes
 * longer than one that is there. Rows is all that is not a snapshot: in the race a loop of 28 µs.
 */
import '../../base/messages/en/home.ts';
import { memo, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { useOnScreen, useReducedMotion } from '../../ui/place.ts';
import type { SlowedTimes } from '../../viewmodel/race/slowed.ts';
import type { ReadsCase } from '../../viewmodel/race/snapshot-reads.ts';
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

interface ReadsFigureProps {
  readonly count: CountReads;
  readonly idle: number;
  readonly active: number;
  readonly slowed: Slowed;
  /** The race's own pause; null: there is no race, and the figure has a button of its own. */
  readonly paused: boolean | null;
}

const onTheme = (callback: () => void) => {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
const themeName = () => document.documentElement.dataset.theme ?? '';

const HEADER = ['design', 'case', 'idle', 'region', 'bytes', 'lines', 'accesses'];
const rowsOf = ({ slow, reuse, scan }: Reads) =>
  [slow, reuse, scan].flatMap((one) =>
    one.regions.map((r) => [one.design, one.case, one.idle, r.region, r.bytes, r.written.length, r.accesses]),
  );

/** Memoized: it changes with the slider, not with the samples next to it. */
export const ReadsFigure = memo(function ReadsFigure({ count, idle, active, slowed, paused }: ReadsFigureProps) {
  const { t } = useMessages();
  const section = useRef<HTMLElement>(null);
  const seen = useOnScreen(section);
  const still = useReducedMotion();
  const [held, setHeld] = useState(false);
  const moving = seen && !(paused ?? held);
  const [readsCase, setCase] = useState<ReadsCase>('reuse');
  const theme = useSyncExternalStore(onTheme, themeName);
  const state = useReads(count, idle, active);
  const reads = state?.ok ? state.value : undefined;
  const fast = reads?.[readsCase];
  const quiet = state !== undefined && !state.ok ? t('home.reads.failed') : t('home.reads.waiting');
  const description =
    reads === undefined || fast === undefined
      ? quiet
      : t('home.reads.say', {
          idle: reads.slow.idle,
          lines13: reads.slow.lines,
          bytes13: reads.slow.bytes,
          lines14: fast.lines,
          bytes14: fast.bytes,
          scan: readsCase === 'scan',
        });
  return (
    <section ref={section} className={styles.reads} data-testid="slowed" data-moving={moving && !still}>
      <Figure
        title={t('home.slowed.title', { times: slowed.slowness })}
        subtitle={t('home.slowed.subtitle')}
        growingTitle
        tools={
          paused === null &&
          !still && (
            <Button look="quiet" icon={held ? 'play' : 'pause'} onClick={() => setHeld(!held)}>
              {t(held ? 'home.race.resume' : 'home.race.pause')}
            </Button>
          )
        }
        name={t('home.reads.name')}
        description={description}
        announce
        picture={false}
        caption={
          <>
            {t('home.slowed.simplified')} <a href="#/lab">{t('home.reads.simplified')}</a>
          </>
        }
        data={() => ({ header: HEADER, rows: reads === undefined ? [] : rowsOf(reads) })}
        provenance={
          <div className={styles.sources}>
            {slowed.times !== undefined && <TimesBadge times={slowed.times} />}
            <ProvenanceBadge kind="modelled" facts={[t('home.reads.badge'), t('home.reads.counted')]} />
          </div>
        }
      >
        <SnapshotReadsView
          slow={reads?.slow}
          fast={fast}
          theme={theme}
          quiet={quiet}
          slowed={{ ...slowed, moving, still }}
          fastTools={
            <Segmented
              label={t('home.reads.case')}
              hideLabel
              value={readsCase}
              onChange={setCase}
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

/** Where the lengths of the ways come from. */
function TimesBadge({ times }: { readonly times: SlowedTimes }) {
  const { t } = useMessages();
  const { source, idle } = times;
  return source === 'measured' ? (
    <ProvenanceBadge kind="measured" facts={[t('home.badge.here'), t('home.slowed.measured')]} />
  ) : (
    <ProvenanceBadge
      kind="published"
      facts={[
        t('home.badge.source', { ...idleSource, part: t('provenance.cited', { text: idleSource.part }) }),
        t('home.slowed.published', { idle }),
      ]}
    />
  );
}
