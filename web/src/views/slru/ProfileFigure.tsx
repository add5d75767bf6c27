/**
 * The parts of the script's time: counted by the engine, shares of the modelled machine's time, shares of a real
 * server's samples. Three separate tables, because these are different kinds of numbers.
 */

import '../../base/messages/en/cliff.ts';
import '../../base/messages/en/provenance.ts';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
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
  const { t } = useMessages();
  const share = [subtransShare(profile, 60), subtransShare(profile, 90)] as const;
  const shares = share[0] === null || share[1] === null ? null : { below: share[0], beyond: share[1] };
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
        <div className={page.badges}>
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
            <CountTable rows={profile.counts} />
            <ShareTable rows={profile.shares} />
          </>
        )}
        <SampleTable rows={profile.samples} />
      </div>
    </Figure>
  );
}

/** The same figure next to 60 and next to 90 savepoints. */
function usePair() {
  const { t } = useMessages();
  return <Row,>(get: (row: Row, savepoints: 60 | 90) => ReactNode): readonly Column<Row>[] =>
    ([60, 90] as const).map((savepoints) => ({
      key: String(savepoints),
      head: t('cliff.profile.at', { savepoints }),
      kind: 'number',
      cell: (row) => get(row, savepoints),
    }));
}

/** A share in per cent and as a bar; `most` is the bar's whole length. */
function Share({ value, most }: { readonly value: number | null; readonly most: number }) {
  const { t, format } = useMessages();
  if (value === null) return t('cliff.none');
  return (
    <span className={styles.share}>
      {format.fixed(value * 100, 1)} %
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(1, value / most) * 100}%` }} />
      </span>
    </span>
  );
}

function CountTable({ rows }: { readonly rows: readonly ProfileCount[] }) {
  const { t, format } = useMessages();
  const pair = usePair();
  return (
    <DataTable
      caption={t('cliff.profile.counted')}
      columns={[
        { key: 'what', head: t('cliff.profile.what'), cell: ({ name }) => t(`cliff.counted.${name}`) },
        ...pair<ProfileCount>(({ each }, savepoints) => {
          const value = each[savepoints];
          return value === null ? t('cliff.none') : format.significant(value, 3);
        }),
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

function ShareTable({ rows }: { readonly rows: readonly ProfileShare[] }) {
  const { t } = useMessages();
  const pair = usePair();
  return (
    <DataTable
      caption={t('cliff.profile.modelled')}
      columns={[
        { key: 'what', head: t('cliff.profile.what'), cell: ({ part }) => t(`cliff.part.${part}`) },
        ...pair<ProfileShare>(({ share }, savepoints) => <Share value={share[savepoints]} most={1} />),
      ]}
      rows={rows}
      rowKey={({ part }) => part}
    />
  );
}

/** All bars to one scale: the largest published share is 10.59 %. */
const MOST_PUBLISHED = 0.12;

function SampleTable({ rows }: { readonly rows: readonly ProfileSample[] }) {
  const { t } = useMessages();
  const pair = usePair();
  return (
    <DataTable
      caption={t('cliff.profile.published')}
      columns={[
        { key: 'what', head: t('cliff.profile.function'), cell: (row) => <code>{row.function}</code> },
        ...pair<ProfileSample>(({ percent }, savepoints) => {
          const value = percent[savepoints];
          return <Share value={value === null ? null : value / 100} most={MOST_PUBLISHED} />;
        }),
        {
          key: 'part',
          head: t('cliff.profile.same'),
          wraps: true,
          cell: (row) => (row.part === null ? t('cliff.profile.nothing') : t(`cliff.part.${row.part}`)),
        },
      ]}
      rows={rows}
      rowKey={(row) => row.function}
    />
  );
}
