/** A litmus test as a figure: one interleaving step by step, all outcomes beside it, and all variants in a table. */

import '../../base/messages/en/litmus.ts';
import type { ReactNode } from 'react';
import type { LitmusOutcome } from '../../engine/lab/litmus-types.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import {
  type Counted,
  LITMUS_HEADER,
  litmusCsv,
  type Measured,
  measuredOf,
  outcomeRows,
  type Seen,
  titleOf,
  type VariantRow,
  variantAt,
  variantRows,
} from '../../viewmodel/litmus/litmus.ts';
import { momentOf, moveKeyOf, shownOutcome } from '../../viewmodel/litmus/litmus-moment.ts';
import styles from './litmus.module.css';
import { MachineView } from './MachineView.tsx';
import { OutcomesView } from './OutcomesView.tsx';

interface LitmusFigureProps {
  /** The variant's place among all. */
  readonly variant: number;
  /** Counts of every variant that was run. */
  readonly results: ReadonlyMap<number, Counted>;
  /** The source of this variant's counts; null: it was not run. */
  readonly measured: ReactNode;
  /** What the test is about, until something was run; null: there is no room for it. */
  readonly story?: ReactNode;
  /** Turns that the reader paused in these counts; 0: none. */
  readonly pause?: number;
  /** How far runs that are under way have come; null: none are, or the page says it elsewhere. */
  readonly progress?: string | null;
  /** The outcome whose interleaving is wanted. */
  readonly outcome?: LitmusOutcome | undefined;
  /** Moves of it that are done. */
  readonly at: number;
  readonly onShow: (outcome: LitmusOutcome, at: number) => void;
}

const NOTHING: Seen = [0, 0, 0, 0];

function useMeasuredText(pause: number): (measured: Measured) => string {
  const { t } = useMessages();
  return (measured) => {
    switch (measured.kind) {
      case 'none':
        return t('litmus.measured.none');
      case 'seen':
        return t('litmus.measured.seen', { ...measured, pause });
      case 'unseen':
        return t('litmus.measured.unseen', { ...measured, pause });
      case 'apart':
        return t('litmus.measured.apart', measured);
      case 'contrary':
        return t('litmus.measured.contrary', measured);
    }
  };
}

export function LitmusFigure(props: LitmusFigureProps) {
  const {
    variant: index,
    results,
    measured: badge,
    story = null,
    pause = 0,
    progress = null,
    outcome,
    at,
    onShow,
  } = props;
  const { t } = useMessages();
  const measuredText = useMeasuredText(pause);
  const variant = variantAt(index);
  const counted = results.get(index) ?? null;
  const seen = counted?.seen ?? null;
  const measured = measuredText(measuredOf(variant, counted));
  const title = t(`litmus.title.${titleOf(variant)}`);
  const shown = shownOutcome(variant, outcome);
  const moment = momentOf(variant, shown, at);
  return (
    <Figure
      title={title}
      name={t('litmus.name')}
      growingTitle
      subtitle={
        <span className={styles.said} data-testid="litmus-measured">
          {progress ?? (counted === null ? (story ?? measured) : measured)}
        </span>
      }
      caption={t('litmus.caption')}
      description={t('litmus.say', { title, measured, move: t(`litmus.move.${moveKeyOf(moment.move)}`) })}
      picture={false}
      data={() => ({ header: LITMUS_HEADER, rows: litmusCsv(results) })}
      table={<VariantsTable rows={variantRows(results)} />}
      provenance={
        <div className={page.badges}>
          {badge}
          <ProvenanceBadge kind="modelled" facts={[t('litmus.fact.checked', { states: variant.states })]} />
        </div>
      }
    >
      <div className={styles.panels}>
        <MachineView moment={moment} onSeek={(to) => onShow(shown, to)} />
        <OutcomesView
          test={variant.test}
          rows={outcomeRows(variant, seen ?? NOTHING)}
          hasRun={seen !== null}
          shown={shown}
          onShow={(next) => onShow(next, 0)}
        />
      </div>
    </Figure>
  );
}

const seenOf = (measured: Measured): number | null =>
  measured.kind === 'none' ? null : 'seen' in measured ? measured.seen : 0;

function VariantsTable({ rows }: { readonly rows: readonly VariantRow[] }) {
  const { t, format } = useMessages();
  const yesNo = (is: boolean): string => t(is ? 'litmus.yes' : 'litmus.no');
  const number = (n: number | null): string => (n === null ? t('litmus.none') : format.integer(n));
  const columns: readonly Column<VariantRow>[] = [
    { key: 'test', head: t('litmus.table.test'), cell: ({ variant }) => t(`litmus.test.${variant.test}`) },
    { key: 'fence', head: t('litmus.table.fence'), cell: ({ variant }) => yesNo(variant.fence) },
    {
      key: 'look',
      head: t('litmus.table.look'),
      cell: ({ variant }) => (variant.test === 'hole' ? yesNo(variant.secondLook) : t('litmus.none')),
    },
    { key: 'allowed', head: t('litmus.table.allowed'), cell: ({ ways }) => yesNo(ways > 0) },
    {
      key: 'interleavings',
      head: t('litmus.table.interleavings'),
      kind: 'number',
      cell: ({ ways, of }) => `${format.integer(ways)} / ${format.integer(of)}`,
    },
    { key: 'seen', head: t('litmus.table.seen'), kind: 'number', cell: ({ measured }) => number(seenOf(measured)) },
    {
      key: 'runs',
      head: t('litmus.table.runs'),
      kind: 'number',
      cell: ({ measured }) => number(measured.kind === 'none' ? null : measured.runs),
    },
    {
      key: 'rarer',
      head: t('litmus.table.rarer'),
      kind: 'number',
      cell: ({ measured }) => number(measured.kind === 'unseen' ? measured.oneIn : null),
    },
  ];
  return <DataTable caption={t('litmus.table')} columns={columns} rows={rows} rowKey={({ index }) => String(index)} />;
}
