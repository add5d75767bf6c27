/** The row versions of a server's table: a list, and for the chosen one why it still exists and who can see it. */

import '../../base/messages/en/server.ts';
import '../../base/messages/en/ui.ts';
import { useMemo, useState } from 'react';
import type { ServerState, ServerTable } from '../../scenario/server-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { ServerHolder, ServerHorizon } from '../../viewmodel/server/horizon.ts';
import { serverHorizon } from '../../viewmodel/server/horizon.ts';
import { eyes, type VersionSeen, type Viewer, viewers } from '../../viewmodel/server/seen.ts';
import { fateWords, pinWords, type ServerView, versionId, whyWords } from '../../viewmodel/server/server-view.ts';
import type { ServerVersion } from '../../viewmodel/server/versions.ts';
import { shortXid } from '../../viewmodel/stage/xid-order.ts';
import styles from './server.module.css';

interface ServerRowsProps {
  readonly state: ServerState;
  readonly view: ServerView;
  readonly chosen: ServerVersion | null;
  readonly onChoose: (version: ServerVersion) => void;
  readonly where: (holder: ServerHolder) => string;
}

/** The list starts with this many versions, and grows by as many at each click. */
const LISTED = 60;
const NAMED_KEEPERS = 6;
const NAMED_VIEWERS = 100;

const isDead = ({ fate }: ServerVersion): boolean =>
  fate.kind === 'kept' || fate.kind === 'removable' || fate.kind === 'never' || fate.kind === 'unknown';

export function ServerRows({ state, view, chosen, onChoose, where }: ServerRowsProps) {
  const { t } = useMessages();
  const [filter, setFilter] = useState<'dead' | 'all'>('dead');
  const [most, setMost] = useState(LISTED);
  const { table } = state;
  const { versions, pointers } = view.rows;
  const wanted = filter === 'all' ? versions : versions.filter(isDead);
  if (table === null) return <p className={styles.note}>{t('server.rows.none')}</p>;
  const none = whyNone(table);
  if (none !== null) return <p className={styles.note}>{t(none, table)}</p>;
  const blocks = (table.pages ?? []).map(({ block }) => block);
  const count = (flags: string) => pointers.filter((each) => each.flags === flags).length;
  return (
    <section className={styles.rows} aria-labelledby="server-rows">
      <div className={styles.bar}>
        <h2 id="server-rows" className={styles.subtitle}>
          {t('server.rows.title', { name: table.name, kept: view.kept, removable: view.removable })}
        </h2>
        <Segmented
          label={t('server.rows.filter')}
          hideLabel
          options={[
            { value: 'dead', label: t('server.rows.filter.dead') },
            { value: 'all', label: t('server.rows.filter.all') },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <OwnHorizon state={state} drawn={view.horizon.kind} />
      <div className={styles.columns}>
        <div className={styles.listBox}>
          <ul className={styles.list} aria-label={t('server.rows.list')}>
            {wanted.slice(0, most).map((version) => (
              <li key={versionId(version)}>
                <button
                  type="button"
                  className={styles.version}
                  data-fate={version.fate.kind}
                  aria-pressed={chosen !== null && versionId(chosen) === versionId(version)}
                  onClick={() => onChoose(version)}
                >
                  <VersionMark kind={version.fate.kind} />
                  <span className={styles.place}>{t('server.row.name', version)}</span>
                  <span className={styles.written}>
                    {t('server.row.written', { xmin: version.inserter.xid, xmax: version.deleter?.xid ?? null })}
                  </span>
                  <span className={styles.fate}>{fateWords(version, { t })}</span>
                </button>
              </li>
            ))}
          </ul>
          {wanted.length > most && (
            <Button onClick={() => setMost(most + LISTED * 4)}>
              {t('server.rows.more', { count: wanted.length - most })}
            </Button>
          )}
          <p className={`${page.hint} ${styles.quiet}`}>
            {t('server.rows.pages', {
              first: Math.min(...blocks),
              last: Math.max(...blocks),
              blocks: table.blocks ?? blocks.length,
            })}{' '}
            {pointers.length > 0 &&
              t('server.pointers', { dead: count('dead'), redirect: count('redirect'), unused: count('unused') })}
          </p>
        </div>
        {chosen !== null && <Why state={state} version={chosen} where={where} />}
      </div>
    </section>
  );
}

/** Where the figure above draws another horizon than the one that decides here. */
function OwnHorizon({ state, drawn }: { readonly state: ServerState; readonly drawn: ServerHorizon['kind'] }) {
  const { t } = useMessages();
  const kind = state.table?.kind ?? drawn;
  const { full } = useMemo(() => serverHorizon(state, kind), [state, kind]);
  if (kind === drawn) return null;
  return <p className={page.hint}>{t('server.rows.kind', { kind, horizon: shortXid(full) })}</p>;
}

function whyNone({ kind, pages }: ServerTable) {
  if (kind === null) return 'server.rows.noTable';
  return pages === null || pages.length === 0 ? 'server.rows.noPages' : null;
}

/** The same marks as on the axis. */
function VersionMark({ kind }: { readonly kind: ServerVersion['fate']['kind'] }) {
  const isDead = kind === 'kept' || kind === 'removable' || kind === 'never';
  return (
    <svg className={styles.mark} viewBox="0 0 14 16" aria-hidden="true" focusable="false" data-fate={kind}>
      <path d={isDead ? 'M1 1H8L13 6V15H1Z' : 'M1 1H13V15H1Z'} />
    </svg>
  );
}

function Why({
  state,
  version,
  where,
}: {
  readonly state: ServerState;
  readonly version: ServerVersion;
  readonly where: (holder: ServerHolder) => string;
}) {
  const messages = useMessages();
  const { t } = messages;
  // The table's own kind, even if the figure draws another horizon.
  const horizon = useMemo(() => serverHorizon(state, state.table?.kind ?? 'data'), [state]);
  const look = useMemo(() => eyes(state), [state]);
  const all = useMemo(() => viewers(state).slice(0, NAMED_VIEWERS), [state]);
  const { fate } = version;
  const keepers = fate.kind === 'kept' ? horizon.counting.slice(0, Math.min(fate.keepers, NAMED_KEEPERS)) : [];
  const more = fate.kind === 'kept' ? fate.keepers - keepers.length : 0;
  const seen: { readonly viewer: Viewer; readonly seen: VersionSeen }[] = all.map((viewer) => ({
    viewer,
    seen: look(viewer, version),
  }));
  const nameOf = (viewer: Viewer): string =>
    viewer.kind === 'file'
      ? t('server.seen.file', { xmin: state.snapshot.xmin % 2 ** 32, xmax: state.snapshot.xmax % 2 ** 32 })
      : t('server.seen.session', viewer.session);
  return (
    <div className={styles.why} aria-live="polite">
      <h3 className={styles.whyTitle}>{t('server.why', version)}</h3>
      {whyWords(version, horizon, messages).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {keepers.length > 0 && (
        <ul className={styles.keepers}>
          {keepers.map((holder) => (
            <li key={holder.id}>
              {t('server.why.keeper', { ...holder, pin: pinWords(holder, messages), where: where(holder) })}
            </li>
          ))}
          {more > 0 && <li>{t('server.why.moreKeepers', { count: more })}</li>}
        </ul>
      )}
      <h4 className={styles.seenTitle}>{t('server.seen.title')}</h4>
      <ul className={styles.seen}>
        {seen.map(({ viewer, seen: answer }) => (
          <li key={viewer.kind === 'file' ? 'file' : viewer.session.pid}>
            <span>{nameOf(viewer)}</span>
            <b>{t(`server.seen.${answer.seen}`)}</b>
            <span className={styles.because}>{becauseOf(answer, t)}</span>
          </li>
        ))}
      </ul>
      <p className={`${page.hint} ${styles.quiet}`}>{t('server.seen.oldest')}</p>
    </div>
  );
}

/** The fact that decides: a deletion only if the insertion does not decide already. */
function becauseOf({ insert, remove }: VersionSeen, t: ReturnType<typeof useMessages>['t']): string {
  const inserted = t('server.seen.insert', { why: insert.why });
  if (insert.seen === 'no' || remove === null) return inserted;
  const removed = t('server.seen.remove', remove);
  return remove.seen === 'yes' ? removed : t('ui.clauses', { all: [inserted, removed] });
}
