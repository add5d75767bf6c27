/**
 * pg_subtrans in its buffers, and the walks of the last step over them: the session that asked and its xid, the pages
 * that this took, the buffered pages, the pages that had to be read, and the page that was evicted for each.
 */
import '../../base/messages/en/subtrans.ts';
import { useState } from 'react';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { type SubtransView as Model, pagesAfter, subtransView, walkText } from '../../viewmodel/stage/subtrans.ts';
import { tellingWalk } from '../../viewmodel/stage/subtrans-walks.ts';
import { Buffers } from './Buffers.tsx';
import styles from './subtrans.module.css';

interface SubtransProps {
  readonly state: StageState;
  /** In stage mode: the picture and the walk, without table and note. */
  readonly brief?: boolean;
}

export function SubtransView({ state, brief = false }: SubtransProps) {
  const { t } = useMessages();
  const view = subtransView(state);
  const { slru } = state;
  return (
    <div className={styles.box} data-brief={brief || undefined}>
      {!brief && <p>{t('subtrans.shape', { buffers: slru.buffers, banks: slru.banks, rules: state.rules })}</p>}
      {!brief && view.made + view.set > 0 && <p className={styles.quiet}>{t('subtrans.written', view)}</p>}
      {view.walkers.map((walker) => (
        <p key={walker.session} className={styles.finding} data-mark={MARK.told('finding')}>
          {t('subtrans.walker', walker)}
        </p>
      ))}
      {view.walks.length === 0 && <p className={styles.quiet}>{t('subtrans.nobody')}</p>}
      <Walks key={state.tick} state={state} view={view} brief={brief} />
      {!brief && (
        <>
          {view.cut > 0 && <p className={styles.quiet}>{t('subtrans.cut', { cut: view.cut })}</p>}
          <Counts state={state} view={view} />
          <p className={styles.quiet}>{t('subtrans.note')}</p>
        </>
      )}
    </div>
  );
}

interface WalksProps {
  readonly state: StageState;
  readonly view: Model;
  readonly brief: boolean;
}

/** One walk at a time; for a new step, the most telling one. */
function Walks({ state, view, brief }: WalksProps) {
  const messages = useMessages();
  const { t } = messages;
  const { slru } = state;
  const { walks } = view;
  const [at, setAt] = useState(() => tellingWalk(walks));
  const walk = walks[at] ?? null;
  const style = styleOf(sessionStyles(state.sessions.map(({ session }) => session)), walk?.session ?? null);
  const go = (to: number) => setAt(Math.max(0, Math.min(to, walks.length - 1)));
  return (
    <>
      {walk !== null && walks.length > 1 && (
        <div className={styles.places} data-mark={MARK.told('places')}>
          <Button aria-label={t('subtrans.before')} disabled={at === 0} onClick={() => go(at - 1)}>
            ‹
          </Button>
          <input
            className={styles.range}
            type="range"
            min={1}
            max={walks.length}
            value={at + 1}
            aria-label={t('subtrans.place.name')}
            aria-valuetext={t('subtrans.place', { at: at + 1, of: walks.length })}
            onChange={(event) => go(Number(event.currentTarget.value) - 1)}
          />
          <Button aria-label={t('subtrans.next')} disabled={at === walks.length - 1} onClick={() => go(at + 1)}>
            ›
          </Button>
          {!brief && <span className={styles.place}>{t('subtrans.place', { at: at + 1, of: walks.length })}</span>}
        </div>
      )}
      <Buffers
        slru={slru}
        pages={pagesAfter(slru, walk?.end ?? slru.lookups.length)}
        stops={walk?.stops ?? []}
        hue={style.hue}
        bare={brief}
      />
      {walk !== null && (
        <div className={styles.walk} data-mark={MARK.told('walk')} aria-live="polite">
          <span className={styles.badge} style={{ background: style.hue }}>
            {style.letter}
          </span>
          <ol className={styles.words}>
            {walkText(walk, messages).map((line, i) => (
              <li key={line} data-part={i === 0 ? 'question' : 'stop'}>
                {line}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

const COUNTS = ['lookups', 'hits', 'reads', 'writes', 'evictions'] as const;

function Counts({ state, view }: { readonly state: StageState; readonly view: Model }) {
  const { t, format } = useMessages();
  const names = sessionStyles(state.sessions.map(({ session }) => session));
  const rows = view.sessions.flatMap(({ session, subtrans, xact }) => [
    { session, of: 'pg_subtrans', counts: subtrans },
    { session, of: 'pg_xact', counts: xact },
  ]);
  type Row = (typeof rows)[number];
  const columns: readonly Column<Row>[] = [
    {
      key: 'session',
      head: t('subtrans.table.session'),
      cell: ({ session }) => {
        const { letter, ownName } = styleOf(names, session);
        return ownName === null ? letter : `${letter} ${ownName}`;
      },
    },
    { key: 'of', head: t('subtrans.table.what'), cell: (row) => row.of },
    ...COUNTS.map(
      (name): Column<Row> => ({
        key: name,
        head: t(`subtrans.table.${name}`),
        kind: 'number',
        cell: ({ counts }) => format.integer(counts[name]),
      }),
    ),
  ];
  return (
    <DataTable
      caption={t('subtrans.table')}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.session} ${row.of}`}
    />
  );
}
