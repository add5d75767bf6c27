/** The snapshots of both sides in numbers, their answers on one xid, and the row versions that they see. */

import '../../base/messages/en/lanes.ts';
import '../../base/messages/en/standby.ts';
import '../../base/messages/en/ui.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { type SeenVersion, seenVersions } from '../../viewmodel/standby/rows.ts';
import type { SnapshotRow, StandbyModel } from '../../viewmodel/standby/view.ts';
import { listText, reasonText } from '../../viewmodel/standby/words.ts';
import styles from './standby.module.css';

interface WhoseProps {
  readonly who: SnapshotRow['who'];
  readonly onRelease: (at: number) => void;
}

/** A snapshot's owner; one that is held can be released. */
function Whose({ who, onRelease }: WhoseProps) {
  const { t } = useMessages();
  return (
    <span className={styles.whose}>
      {who.kind === 'held' ? t('standby.who.query', who) : t('standby.who', who)}
      {who.kind === 'held' && (
        <Button
          look="quiet"
          icon="close"
          aria-label={t('standby.snapshot.release', { at: who.at })}
          onClick={() => onRelease(who.at)}
        >
          {t('standby.snapshot.release.short')}
        </Button>
      )}
    </span>
  );
}

export function SnapshotTable({
  model,
  onRelease,
}: {
  readonly model: StandbyModel;
  readonly onRelease: (at: number) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const field = (
    key: string,
    head: string,
    text: (snapshot: NonNullable<SnapshotRow['snapshot']>, row: SnapshotRow) => string,
  ): Column<SnapshotRow> => ({
    key,
    head,
    cell: (row) => (row.snapshot === null ? '' : text(row.snapshot, row)),
  });
  const yesOrNo = (yes: boolean): string => t(yes ? 'standby.yes' : 'standby.no');
  return (
    <DataTable
      caption={t('standby.snapshots')}
      rows={model.rows}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'who',
          head: t('standby.snapshots.whose'),
          cell: ({ who }) => <Whose who={who} onRelease={onRelease} />,
        },
        {
          key: 'xmin',
          head: 'xmin',
          kind: 'number',
          cell: (row) =>
            row.snapshot === null
              ? t(row.state === 'ahead' ? 'standby.snapshots.ahead' : 'standby.snapshots.refused')
              : row.snapshot.xmin,
        },
        { ...field('xmax', 'xmax', ({ xmax }) => String(xmax)), kind: 'number' },
        field('xip', 'xip', ({ xip }) => listText(xip, messages)),
        field('subxip', 'subxip', ({ subxip }) => listText(subxip, messages)),
        field('over', 'suboverflowed', ({ suboverflowed }) => yesOrNo(suboverflowed)),
        field('recovery', t('standby.snapshots.flag'), (_, { inRecovery }) => yesOrNo(inRecovery)),
      ]}
    />
  );
}

export function ReasonTable({ stage, model }: { readonly stage: StageState; readonly model: StandbyModel }) {
  const messages = useMessages();
  const { t } = messages;
  const { chosen, answers } = model;
  const status = stage.xids.find(({ xid }) => xid === chosen)?.status;
  if (chosen === null || answers === null || status === undefined)
    return <p className={page.quiet}>{t('standby.why.hint')}</p>;
  return (
    <DataTable
      caption={t('standby.why', { xid: chosen, status })}
      rows={model.rows.map((row, i) => ({ ...row, i }))}
      rowKey={({ key }) => key}
      columns={[
        { key: 'who', head: t('standby.snapshots.whose'), cell: ({ who }) => t('standby.who', who) },
        {
          key: 'says',
          head: t('standby.why.says'),
          cell: ({ i }) => {
            const answer = answers[i];
            return answer == null ? '' : t(answer.runs ? 'standby.runs' : 'standby.ended');
          },
        },
        { key: 'why', head: t('standby.why.because'), cell: ({ i }) => reasonText(model, i, messages) ?? '' },
      ]}
    />
  );
}

const isNow = ({ who }: SnapshotRow): boolean => who.kind === 'primary' || who.kind === 'standby';

export function VersionTable({
  stage,
  shown,
  model,
}: {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly model: StandbyModel;
}) {
  const { t } = useMessages();
  const { table, versions, more } = seenVersions(stage, shown);
  const isPhone = !useMediaQuery(WINDOWS.tablet);
  // The primary and the standby first: on a phone the others are beyond the edge.
  const all = model.rows.map((row, i) => ({ row, i }));
  const columns = [...all].sort((a, b) => Number(isNow(b.row)) - Number(isNow(a.row)) || a.i - b.i);
  const stamps = [
    { key: 'xmin', head: 'xmin', kind: 'number' as const, cell: ({ xmin }: SeenVersion) => xmin },
    { key: 'xmax', head: 'xmax', kind: 'number' as const, cell: ({ xmax }: SeenVersion) => xmax ?? '–' },
  ];
  if (table === null) return <p className={page.quiet}>{t('standby.rows.none')}</p>;
  return (
    <section className={styles.versions}>
      <DataTable
        caption={t('standby.rows.title', { table })}
        rows={versions}
        rowKey={({ ctid }) => ctid}
        empty={t('standby.rows.empty')}
        columns={[
          { key: 'ctid', head: t('standby.rows.version'), cell: ({ ctid }) => ctid },
          {
            key: 'values',
            head: t('standby.rows.values'),
            cell: ({ values }) => t('ui.items', { all: values.map((value) => value ?? t('lanes.null')) }),
          },
          ...(isPhone ? [] : stamps),
          ...columns.map(({ row, i }) => ({
            key: row.key,
            head: t('standby.who', row.who),
            cell: ({ seen }: SeenVersion) => {
              const sees = seen[i] ?? null;
              return sees === null ? '' : sees ? <strong>{t('standby.rows.sees')}</strong> : t('standby.rows.seesNot');
            },
          })),
          ...(isPhone ? stamps : []),
        ]}
      />
      {more > 0 && <p className={page.quiet}>{t('standby.rows.more', { count: more })}</p>}
      <p className={page.quiet}>{t('standby.rows.note')}</p>
    </section>
  );
}
