/** A server's file as a figure: the holders of the horizon on the axis, and the row versions, each with its answer. */

import '../../base/messages/en/server.ts';
import '../../base/messages/en/ui.ts';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import type { ServerState, TableKind } from '../../scenario/server-state.ts';
import { Segmented } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import type { ServerHolder } from '../../viewmodel/server/horizon.ts';
import {
  axisWords,
  findingWords,
  firstKind,
  kindsOf,
  pinWords,
  roleOf,
  type ServerView,
  serverView,
  versionId,
} from '../../viewmodel/server/server-view.ts';
import { shortXid } from '../../viewmodel/stage/xid-order.ts';
import { HorizonHolders, type RowWords } from '../../views/shared/horizon-holders/HorizonHolders.tsx';
import { useStageArrows } from '../shared/lab/stage-arrows.ts';
import { AdviceLine, ServerAdvice } from './ServerAdvice.tsx';
import { ServerRows } from './ServerRows.tsx';
import styles from './server.module.css';

interface ServerFigureProps {
  readonly state: ServerState;
  readonly isSample: boolean;
  /** On stage the holders take all of the available height. */
  readonly stage: boolean;
  /** On stage the arrows walk over the kinds of tables. */
  readonly arrows: boolean;
}

/**
 * The figure's words for its holders.
 * @param here the database that goes without saying in a row of the drawing
 */
function holderWords(horizon: ServerView['horizon'], messages: Messages, here: string | null) {
  const { t } = messages;
  const holders = new Map(horizon.holders.map((holder) => [holder.id, holder]));
  const where = ({ kind: what, state: doing, database, seconds }: ServerHolder): string =>
    t('server.where', { kind: what, state: doing, database, seconds });
  const noteOf = (holder: ServerHolder): string =>
    holder.exempt === null
      ? where(holder.database === here ? { ...holder, database: null } : holder)
      : t('server.exempt.short', { why: holder.exempt });
  const rowWords = ({ id }: { readonly id: string }): RowWords => {
    const holder = holders.get(id);
    if (holder === undefined) return { who: id, pin: '', note: '' };
    return { who: t('server.who', holder), pin: pinWords(holder, messages), note: noteOf(holder) };
  };
  const roleWords = (holder: ServerHolder): string => {
    const role = roleOf(holder, horizon);
    if (role === 'holds') return t('server.holds');
    if (role === 'counts') return t('server.counts');
    return t('ui.labelled', { label: t('server.exempt'), text: t('server.exempt.why', { why: role }) });
  };
  return { where, rowWords, roleWords };
}

interface HoldersTableProps extends Pick<ReturnType<typeof holderWords>, 'where' | 'roleWords'> {
  readonly holders: readonly ServerHolder[];
}

function HoldersTable({ holders, where, roleWords }: HoldersTableProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <DataTable
      caption={t('server.holders.table')}
      rows={holders.slice(0, TABLE_ROWS)}
      rowKey={({ id }) => id}
      empty={t('server.kinds.nobody')}
      columns={[
        { key: 'who', head: t('server.holders.who'), cell: (holder) => t('server.who', holder) },
        { key: 'pin', head: t('server.holders.pin'), cell: (holder) => pinWords(holder, messages) },
        { key: 'where', head: t('server.holders.where'), cell: where },
        { key: 'role', head: t('server.holders.role'), cell: roleWords },
      ]}
    />
  );
}

/** The kind of table whose horizon is drawn; on stage the arrows walk over all of them. */
function useKind(state: ServerState, active: boolean): readonly [TableKind, (kind: TableKind) => void] {
  const [kind, setKind] = useState(() => firstKind(state));
  const kinds = kindsOf(state);
  const at = kinds.indexOf(kind);
  const to = (next: TableKind | undefined) => (next === undefined ? undefined : () => setKind(next));
  useStageArrows({ onNext: to(kinds[at + 1]), onPrevious: to(kinds[at - 1]) }, { active, of: 'page' });
  return [kind, setKind];
}

export function ServerFigure({ state, isSample, stage, arrows }: ServerFigureProps) {
  const messages = useMessages();
  const { t } = messages;
  const [kind, setKind] = useKind(state, arrows);
  const [chosen, setChosen] = useState<string | null>(null);
  const view = useMemo(() => serverView(state, kind), [state, kind]);
  const { horizon, axis } = view;
  const version = view.rows.versions.find((each) => versionId(each) === chosen) ?? firstToAsk(view);
  const title = findingWords(view, messages);

  const { where, rowWords, roleWords } = holderWords(horizon, messages, stage ? state.database : null);
  // The list's versions are judged by their own table's horizon: on another one's axis none is marked.
  const isOwn = kind === (state.table?.kind ?? kind);
  const holdersProps = { axis, rowWords, label: title, chosen: (isOwn ? version?.deleter?.xid : null) ?? null };
  return (
    <>
      <Top {...{ state, isSample, kind }} onKind={setKind} />
      <Figure
        title={title}
        name={title}
        description={messages.t('ui.sentences', { all: axisWords(view, messages) })}
        announce
        provenance={
          <ProvenanceBadge
            kind="real"
            facts={[t('server.head', state), ...(isSample ? [t('server.badge.sample')] : [])]}
          />
        }
        caption={t('server.axis.order')}
        data={() => ({
          header: (['who', 'pin', 'where', 'role'] as const).map((head) => t(`server.holders.${head}`)),
          rows: horizon.holders.map((each) => [t('server.who', each), each.xid, where(each), roleWords(each)]),
        })}
        table={<HoldersTable holders={horizon.holders} where={where} roleWords={roleWords} />}
      >
        {stage ? (
          <OnStage state={state} view={view} {...holdersProps} />
        ) : (
          <div className={styles.told}>
            <ServerAdvice state={state} view={view} />
            <div className={styles.drawn}>
              <HorizonHolders {...holdersProps} />
            </div>
          </div>
        )}
      </Figure>
      {axis.more > 0 && <p className={`${page.hint} ${styles.quiet}`}>{t('server.axis.more', { count: axis.more })}</p>}
      <Notes state={state} view={view} />
      <ServerRows
        state={state}
        view={view}
        chosen={version ?? null}
        onChoose={(each) => setChosen(versionId(each))}
        where={where}
      />
      <Kinds state={state} />
    </>
  );
}

interface TopProps extends Pick<ServerFigureProps, 'state' | 'isSample'> {
  readonly kind: TableKind;
  readonly onKind: (kind: TableKind) => void;
}

/** Which server it is, and whose horizon is drawn. */
function Top({ state, isSample, kind, onKind }: TopProps) {
  const { t } = useMessages();
  return (
    <div className={styles.bar}>
      <p className={styles.server}>
        <b>{t('server.head', state)}</b>
        {isSample && <span className={styles.sample}>{t('server.sampleNote')}</span>}
      </p>
      <Segmented
        label={t('server.kind')}
        hideLabel
        options={kindsOf(state).map((value) => ({ value, label: t('server.kind.name', { kind: value }) }))}
        value={kind}
        onChange={onKind}
      />
    </div>
  );
}

type OnStageProps = Omit<ComponentProps<typeof HorizonHolders>, 'height'> & ComponentProps<typeof AdviceLine>;

/** The first advice in a line, and the drawing as high as the stage allows. */
function OnStage({ state, view, ...props }: OnStageProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  return (
    <>
      <AdviceLine state={state} view={view} />
      <div ref={box} className={styles.onStage}>
        {size !== null && <HorizonHolders {...props} height={size.height} />}
      </div>
    </>
  );
}

/** The table lists this many holders; the CSV has them all. */
const TABLE_ROWS = 500;

/** The version that readers ask about first: one that is kept. */
const firstToAsk = ({ rows: { versions } }: ServerView) =>
  versions.find(({ fate }) => fate.kind === 'kept') ??
  versions.find(({ fate }) => fate.kind === 'removable') ??
  versions[0];

function Notes({ state, view }: { readonly state: ServerState; readonly view: ServerView }) {
  const { t } = useMessages();
  const notes = [
    ...(view.unseen > 0 ? [t('server.note.unseen', { count: view.unseen })] : []),
    ...(state.inRecovery ? [t('server.note.recovery')] : []),
    ...(view.tooOldAfter === null ? [] : [t('server.note.tooOld', { minutes: view.tooOldAfter })]),
  ];
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

/** The horizons of all kinds side by side. */
function Kinds({ state }: { readonly state: ServerState }) {
  const { t, format } = useMessages();
  const rows = useMemo(() => kindsOf(state).map((kind) => serverView(state, kind).horizon), [state]);
  return (
    <DataTable
      caption={t('server.kinds')}
      rows={rows}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', head: t('server.kinds.kind'), cell: ({ kind }) => t('server.kind.name', { kind }) },
        { key: 'xid', head: t('server.kinds.horizon'), kind: 'number', cell: ({ full }) => shortXid(full) },
        {
          key: 'by',
          head: t('server.kinds.by'),
          cell: ({ holding }) =>
            holding.length === 0
              ? t('server.kinds.nobody')
              : format.list(holding.slice(0, 4).map((holder) => t('server.who', holder))),
        },
      ]}
    />
  );
}
