/** The figure under the race: the memory that one snapshot reads at the slider's position, and 14's two cases. */
import '../../base/messages/en/home.ts';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import { Segmented } from '../../ui/choice.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import type { ReadsCase } from '../../viewmodel/race/snapshot-reads.ts';
import { SnapshotReadsView } from '../../views/snapshot-reads/SnapshotReadsView.tsx';
import type { CountReads, Reads } from '../shared/observe/reads.ts';
import styles from './home.module.css';

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
export const ReadsFigure = memo(function ReadsFigure({ count, idle, active }: ReadsFigureProps) {
  const { t } = useMessages();
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
    <section className={styles.reads}>
      <Figure
        title={t('home.reads.title')}
        subtitle={t('home.reads.subtitle')}
        name={t('home.reads.name')}
        description={description}
        announce
        picture={false}
        caption={<a href="#/lab">{t('home.reads.simplified')}</a>}
        data={() => ({ header: HEADER, rows: reads === undefined ? [] : rowsOf(reads) })}
        provenance={<ProvenanceBadge kind="modelled" facts={[t('home.reads.badge'), t('home.reads.counted')]} />}
      >
        <SnapshotReadsView
          slow={reads?.slow}
          fast={fast}
          theme={theme}
          quiet={quiet}
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
