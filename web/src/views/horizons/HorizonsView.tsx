/**
 * The holder of the removal horizon, and why a row version still exists: everybody with an xid or an xmin on one axis,
 * with the bounds that a session assumes and the dead versions of the page by the answer they get; one of them in
 * words; and the rules of 13 next to those of 14.
 */

import '../../base/messages/en/axis.ts';
import '../../base/messages/en/horizons.ts';
import '../../base/messages/en/server.ts';
import '../../base/messages/en/ui.ts';
import { useId, useMemo } from 'react';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { HolderRow } from '../../viewmodel/server/holders-axis.ts';
import {
  HORIZON_KINDS,
  type HorizonKind,
  type HorizonsView as Horizons,
  horizonFinding,
  horizonsView,
  type SessionKnowledge,
  type StageHolder,
  whyStillHere,
} from '../../viewmodel/stage/horizons.ts';
import { type Selection, sameTuple, sessionStyles, styleOf, type TupleRef } from '../../viewmodel/stage/selection.ts';
import { shortXid } from '../../viewmodel/stage/xid-order.ts';
import { HorizonHolders, type RowWords } from '../shared/horizon-holders/HorizonHolders.tsx';
import styles from './horizons.module.css';

export interface HorizonsProps {
  readonly state: StageState;
  /** Draws the bounds of the chosen session, else of the first one; explains the answer for the chosen version. */
  readonly selection: Selection;
  readonly onTuple: (tuple: TupleRef) => void;
  /** Next to other figures: only the axis and its finding; the tables can be opened, and are missing on stage. */
  readonly brief?: boolean;
}

export function HorizonsView({ state, selection, onTuple, brief = false }: HorizonsProps) {
  const messages = useMessages();
  const { t } = messages;
  const view = useMemo(() => horizonsView(state, selection), [state, selection]);
  const sessions = sessionStyles(state.sessions.map(({ session }) => session));
  const holders = new Map(view.holders.map((holder) => [holder.id, holder]));
  const rowWords = ({ id }: HolderRow): RowWords => {
    const holder = holders.get(id);
    if (holder === undefined) return { who: id, pin: '', note: '' };
    const { role } = holder;
    return {
      who: t('horizons.holder', holder),
      pin: t('horizons.pin', holder),
      note: role === 'holds' ? t('server.holds') : role === 'counts' ? '' : t('server.exempt.short', { why: role }),
    };
  };
  const finding = horizonFinding(view, messages);
  const letter = (name: string) => styleOf(sessions, name).letter || name;
  const { shown } = view;
  const tables = (
    <div className={styles.columns}>
      <div className={styles.tables}>
        <Why view={view} onTuple={onTuple} />
        <Rules view={view} />
      </div>
      <div className={styles.tables}>
        {shown !== null && <Kinds view={view} shown={shown} letter={letter} />}
        <Sessions view={view} letter={letter} />
      </div>
    </div>
  );
  return (
    <div className={styles.box} data-brief={brief}>
      <p
        className={styles.finding}
        data-mark="horizon"
        style={{ borderColor: hueOf(view.holding, (who) => styleOf(sessions, who).hue) }}
      >
        {finding}
      </p>
      <HorizonHolders
        axis={view.axis}
        rowWords={rowWords}
        label={t('ui.labelled', { label: t('horizons.axis'), text: finding })}
        chosen={view.asked?.deleter ?? null}
      />
      {brief ? (
        <details className={styles.more}>
          <summary>{t('horizons.more')}</summary>
          {tables}
        </details>
      ) : (
        tables
      )}
    </div>
  );
}

/** The hue of the holder, if it is a session. */
function hueOf(holding: readonly StageHolder[], hue: (who: string) => string): string | undefined {
  const [one] = holding;
  return one === undefined || one.kind === 'prepared' || one.kind.startsWith('slot') ? undefined : hue(one.who);
}

function Why({ view, onTuple }: { readonly view: Horizons; readonly onTuple: (tuple: TupleRef) => void }) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const { dead, asked } = view;
  return (
    <section className={styles.why} aria-labelledby={id}>
      <h3 id={id} className={page.partTitle}>
        {t('horizons.why')}
      </h3>
      {asked === null ? (
        <p className={styles.note}>{t('horizons.why.none')}</p>
      ) : (
        <>
          <ul className={styles.dead} aria-label={t('horizons.why.choose')}>
            {dead.map((version) => {
              const [keeper] = version.keepers;
              return (
                <li key={version.ctid}>
                  <button
                    type="button"
                    className={styles.version}
                    aria-pressed={sameTuple(version.ref, asked.ref)}
                    onClick={() => onTuple(version.ref)}
                  >
                    {t('horizons.why.button', {
                      ctid: version.ctid,
                      xid: version.deleter,
                      keeper: keeper ?? null,
                      more: Math.max(0, version.keepers.length - 1),
                    })}
                  </button>
                </li>
              );
            })}
          </ul>
          <div aria-live="polite">
            {whyStillHere(asked, view, messages).map((sentence) => (
              <p key={sentence} className={styles.sentence}>
                {sentence}
              </p>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

/** 13 next to 14 and later. */
function Rules({ view: { rules } }: { readonly view: Horizons }) {
  const { t } = useMessages();
  const rows = [
    {
      what: t('horizons.rules.when'),
      13: t('horizons.rules.when.13'),
      14: t('horizons.rules.when.14'),
    },
    { what: t('horizons.rules.asked'), 13: t('horizons.rules.asked.13'), 14: t('horizons.rules.asked.14') },
    { what: t('horizons.rules.reads'), ...rules.reads },
    { what: t('horizons.rules.touch'), ...rules.touch },
    { what: t('horizons.rules.vacuum'), 13: rules.vacuum, 14: rules.vacuum },
  ];
  return (
    <DataTable
      caption={t('horizons.rules')}
      columns={[
        { key: 'what', head: t('horizons.rules.what'), cell: ({ what }) => what },
        { key: '13', head: t('horizons.rules.13'), cell: (row) => row[13] },
        { key: '14', head: t('horizons.rules.14'), cell: (row) => row[14] },
      ]}
      rows={rows}
      rowKey={({ what }) => what}
    />
  );
}

/** The accurate horizon of each kind of relation, and the bounds that a session has of it. */
function Kinds({
  view: { era, oldest },
  shown,
  letter,
}: {
  readonly view: Horizons;
  readonly shown: SessionKnowledge;
  readonly letter: (name: string) => string;
}) {
  const { t } = useMessages();
  const bar = (kind: HorizonKind) =>
    shown.bars.find(
      (each) => each.kind === kind || (era === 'recent' && each.kind === (kind === 'data' ? 'recentData' : 'recent')),
    );
  const name = {
    key: 'kind',
    head: t('horizons.kinds.kind'),
    cell: (kind: HorizonKind) => t('axis.horizons.bar', { kind }),
  };
  const number = (key: string, head: string, cell: (kind: HorizonKind) => number | string) => ({
    key,
    head,
    kind: 'number' as const,
    cell,
  });
  const xid = (full: number | undefined) => (full === undefined ? '–' : shortXid(full));
  const now = number('now', t('horizons.kinds.now'), (kind) => oldest[kind]);
  const columns =
    era === 'recent'
      ? [name, now, number('recent', t('axis.horizons.table.recent'), (kind) => xid(bar(kind)?.from))]
      : [
          name,
          now,
          number('maybe', t('axis.horizons.table.maybe'), (kind) => xid(bar(kind)?.from)),
          number('definitely', t('axis.horizons.table.definitely'), (kind) => xid(bar(kind)?.to)),
        ];
  return (
    <>
      <DataTable
        caption={t('horizons.kinds', { session: letter(shown.session) })}
        columns={columns}
        rows={HORIZON_KINDS.filter((kind) => kind !== 'temp')}
        rowKey={(kind) => kind}
      />
      <p className={styles.note}>
        {shown.bars.length === 0
          ? t('axis.horizons.knowsNothing', { session: letter(shown.session) })
          : t('axis.horizons.knows', { session: letter(shown.session), computed: shown.computed })}
      </p>
      <p className={styles.note}>{t(era === 'recent' ? 'axis.horizons.note.recent' : 'axis.horizons.note.bounds')}</p>
    </>
  );
}

/** Each session's bounds for tables, and how often it had to compute them. */
function Sessions({ view, letter }: { readonly view: Horizons; readonly letter: (name: string) => string }) {
  const { t } = useMessages();
  if (view.sessions.length < 2) return null;
  const of = (row: SessionKnowledge, kind: string, end: 'from' | 'to') => {
    const bar = row.bars.find((each) => each.kind === kind);
    return bar === undefined ? '–' : shortXid(bar[end]);
  };
  const name = {
    key: 'session',
    head: t('axis.horizons.table.session'),
    cell: (row: SessionKnowledge) =>
      letter(row.session) === row.session ? row.session : `${letter(row.session)} ${row.session}`,
  };
  const number = (key: string, head: string, cell: (row: SessionKnowledge) => number | string) => ({
    key,
    head,
    kind: 'number' as const,
    cell,
  });
  const columns =
    view.era === 'recent'
      ? [
          name,
          number('data', t('axis.horizons.table.recentData'), (row) => of(row, 'recentData', 'from')),
          number('all', t('axis.horizons.table.recent'), (row) => of(row, 'recent', 'from')),
        ]
      : [
          name,
          number('maybe', t('axis.horizons.table.maybe'), (row) => of(row, 'data', 'from')),
          number('definitely', t('axis.horizons.table.definitely'), (row) => of(row, 'data', 'to')),
          number('computed', t('axis.horizons.table.computed'), (row) => row.computed ?? '–'),
        ];
  return (
    <DataTable
      caption={t(view.era === 'recent' ? 'axis.horizons.table.recentCaption' : 'axis.horizons.table')}
      columns={columns}
      rows={view.sessions}
      rowKey={(row) => row.session}
    />
  );
}
