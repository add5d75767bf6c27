/**
 * The parts of the script's time: counted by the engine, shares of the modelled machine's time, shares of a real
 * server's samples. Three separate tables, because these are different kinds of numbers.
 */
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import {
  PROFILE_HEADER,
  type Profile,
  type ProfileCount,
  type ProfileSample,
  type ProfileShare,
  profileCsv,
  subtransShare,
} from '../../viewmodel/cliff/cliff-profile.ts';
import styles from './cliff.module.css';
import type { PublishedBy } from './PairFigure.tsx';

interface ProfileFigureProps {
  readonly profile: Profile;
  readonly publishedBy: PublishedBy;
  readonly modelledOn: string | null;
}

export function ProfileFigure({ profile, publishedBy, modelledOn }: ProfileFigureProps) {
  const { t, format } = useMessages();
  const none = t('cliff.none');
  const share = [subtransShare(profile, 60), subtransShare(profile, 90)] as const;
  const shares = share[0] === null || share[1] === null ? null : { below: share[0], beyond: share[1] };
  const number = (value: number | null): ReactNode => (value === null ? none : format.significant(value, 3));
  const bar = (value: number | null, most: number): ReactNode =>
    value === null ? (
      none
    ) : (
      <span className={styles.share}>
        {format.fixed(value * 100, 1)} %
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${Math.min(1, value / most) * 100}%` }} />
        </span>
      </span>
    );
  const pair = <Row,>(get: (row: Row, savepoints: 60 | 90) => ReactNode): readonly Column<Row>[] =>
    ([60, 90] as const).map((savepoints) => ({
      key: String(savepoints),
      head: t('cliff.profile.at', { savepoints }),
      kind: 'number',
      cell: (row) => get(row, savepoints),
    }));
  return (
    <Figure
      title={shares === null ? t('cliff.profile.name') : t('cliff.profile.title', shares)}
      name={t('cliff.profile.name')}
      subtitle={t('cliff.profile.subtitle')}
      caption={t('cliff.profile.caption')}
      description={shares === null ? t('cliff.profile.empty') : t('cliff.profile.say', shares)}
      data={() => ({ header: PROFILE_HEADER, rows: profileCsv(profile) })}
      picture={false}
      provenance={
        <div className={styles.badges}>
          {modelledOn !== null && <ProvenanceBadge kind="modelled" facts={[modelledOn]} />}
          <ProvenanceBadge
            kind="published"
            facts={[
              `${publishedBy.author} ${publishedBy.year}`,
              t('provenance.cited', { text: publishedBy.machineShort }),
            ]}
          />
        </div>
      }
    >
      <div className={styles.tables}>
        {shares === null ? (
          <p className={styles.note}>{t('cliff.profile.empty')}</p>
        ) : (
          <>
            <DataTable
              caption={t('cliff.profile.counted')}
              columns={[
                {
                  key: 'what',
                  head: t('cliff.profile.what'),
                  cell: (row: ProfileCount) => t(`cliff.counted.${row.name}`),
                },
                ...pair<ProfileCount>((row, savepoints) => number(row.each[savepoints])),
              ]}
              rows={profile.counts}
              rowKey={({ name }) => name}
            />
            <DataTable
              caption={t('cliff.profile.modelled')}
              columns={[
                {
                  key: 'what',
                  head: t('cliff.profile.what'),
                  cell: (row: ProfileShare) => t(`cliff.part.${row.part}`),
                },
                ...pair<ProfileShare>((row, savepoints) => bar(row.share[savepoints], 1)),
              ]}
              rows={profile.shares}
              rowKey={({ part }) => part}
            />
          </>
        )}
        <DataTable
          caption={t('cliff.profile.published')}
          columns={[
            {
              key: 'what',
              head: t('cliff.profile.function'),
              cell: (row: ProfileSample) => <code>{row.function}</code>,
            },
            ...pair<ProfileSample>((row, savepoints) => {
              const percent = row.percent[savepoints];
              // All bars of this table to one scale: the largest published share is 10.59 %.
              return bar(percent === null ? null : percent / 100, 0.12);
            }),
            {
              key: 'part',
              head: t('cliff.profile.same'),
              wraps: true,
              cell: (row) => (row.part === null ? t('cliff.profile.nothing') : t(`cliff.part.${row.part}`)),
            },
          ]}
          rows={profile.samples}
          rowKey={(row) => row.function}
        />
      </div>
    </Figure>
  );
}
