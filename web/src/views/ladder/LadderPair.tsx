/** Two designs side by side: each cost is a row with two bars, so that what one saves and what it pays for that are seen together. */

import '../../base/messages/en/ladder.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { Interval } from '../../viewmodel/lab/claim.ts';
import {
  COSTS,
  type Cost,
  inOrder,
  LADDER_HEADER,
  type Ladder,
  type LadderRow,
  ladderCsv,
  linesAgain,
  linesOf,
} from '../../viewmodel/ladder/ladder.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import { CaseNote, None } from './cells.tsx';
import { LadderBadges } from './LadderFigure.tsx';
import styles from './ladder-pair.module.css';

/** Designs with a second count of lines. Its row is there from the beginning, so nothing moves when the counts arrive. */
const REUSING: ReadonlySet<string> = new Set(['pg14', 'unlocked-reuse', 'backend-cache', 'shared-snapshot', 'csn']);

interface LadderPairProps {
  readonly ladder: Ladder;
}

export function LadderPairFigure({ ladder }: LadderPairProps) {
  const { t } = useMessages();
  const { connections } = ladder;
  return (
    <Figure
      headingLevel={2}
      title={t('ladder.title.bare')}
      growingTitle
      name={t('ladder.name')}
      subtitle={t('ladder.pair.subtitle', { connections })}
      caption={t('ladder.pair.caption')}
      picture={false}
      data={() => ({ header: LADDER_HEADER, rows: ladderCsv(ladder) })}
      description={t('ladder.pair.subtitle', { connections })}
      provenance={<LadderBadges ladder={ladder} stage />}
    >
      <LadderPair ladder={ladder} />
    </Figure>
  );
}

function LadderPair({ ladder }: LadderPairProps) {
  const { t, format } = useMessages();
  const { activeWriters: writers } = ladder;
  const rows = inOrder(ladder.rows);
  const lines = rows.map((row) => linesAgain(row) ?? linesOf(row));
  const after = rows.map(linesOf);
  return (
    <table className={styles.pair}>
      <caption className="visually-hidden">{t('ladder.name')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ladder.pair.cost')}</th>
          {rows.map(({ design }) => (
            <th key={design} scope="col" data-mark={`bar ${design}`} style={{ color: designStyle(design).hue }}>
              <span className={styles.name}>
                <DesignSwatch design={design} /> {t(designStyle(design).shortKey)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <PairRow {...{ rows }} label={t('ladder.pair.lines')} values={lines} text={format.integer} />
        {rows.some(({ design }) => REUSING.has(design)) && (
          <PairRow {...{ rows }} label={t('ladder.pair.after')} values={after} text={format.integer} />
        )}
        {COSTS.map((cost) => (
          <PairRow
            key={cost}
            {...{ rows }}
            label={t(`ladder.cost.${cost}`)}
            note={isMixed(cost) ? t('ladder.head.missesWith', { writers }) : <CaseNote cost={cost} of={ladder} />}
            values={rows.map(({ costs }) => costs[cost].modelled)}
            ranges={rows.map(({ costs }) => costs[cost].seeds ?? null)}
            text={format.duration}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Costs whose head names no case: they are modelled with the writers. */
const isMixed = (cost: Cost): boolean => cost !== 'alone' && cost !== 'snapshot';

interface PairRowProps<N extends number> {
  readonly rows: readonly LadderRow[];
  readonly label: string;
  readonly note?: React.ReactNode;
  readonly values: readonly (N | null)[];
  /** Over the random starts, where there are any: overlapping ranges are no difference. */
  readonly ranges?: readonly (Interval | null)[];
  readonly text: (value: N) => string;
}

function PairRow<N extends number>({ rows, label, note, values, ranges, text }: PairRowProps<N>) {
  const { t } = useMessages();
  const most = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  return (
    <tr>
      <th scope="row">
        {label} <span className={styles.note}>{note}</span>
      </th>
      {rows.map(({ design }, i) => {
        const value = values[i] ?? null;
        const range = ranges?.[i] ?? null;
        return (
          <td key={design} style={{ color: designStyle(design).hue }}>
            {value === null ? (
              <None what={t('ladder.none.modelled')} />
            ) : (
              <>
                <span className={styles.bar} style={{ inlineSize: `${(60 * value) / most}%` }} aria-hidden="true" />
                <b>{range === null ? text(value) : t('ladder.seeds', range)}</b>
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}
