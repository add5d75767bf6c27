/** The whole ladder: a row per design, in a table if there is room for one, else a card each. */

import '../../base/messages/en/ladder.ts';
import '../../base/messages/en/ui.ts';
import { type ReactNode, useMemo, useRef } from 'react';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { useRoom } from '../../ui/place.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  barScale,
  COSTS,
  inOrder,
  isInNs,
  kindOf,
  LADDER_HEADER,
  type Ladder,
  type LadderCase,
  type LadderRow,
  ladderCsv,
  linesAgain,
  linesFinding,
  linesOf,
  longestBar,
  missesOf,
  modelledOf,
  timesFinding,
} from '../../viewmodel/ladder/ladder.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import { CaseNote, CELL_EM, CostCell, DesignCell, GainCell, MissesCell, ReadsCell } from './cells.tsx';
import { LadderRows } from './LadderRows.tsx';
import styles from './ladder.module.css';
import { OwnScanNote, Star } from './OwnScanNote.tsx';
import { type Scans, useScans } from './ScanPlay.tsx';

/** The longest bar's share of the width, on stage and on the page. */
const BARS = 0.31;
const ROWS_BAR = 0.23;
/** A lesson's few designs have the longest bars, and it has said what they are. */
const FEW_ROWS = 6;

interface LadderOnStageProps {
  readonly rows: readonly LadderRow[];
  /** The number of writers in the modelled case. */
  readonly writers: number;
  readonly when: LadderCase;
  readonly em: number;
  readonly width: number;
}

interface StageBarProps {
  readonly lines: number;
  /** Pixels. All bars have the same. */
  readonly perLine: number;
  readonly em: number;
  readonly hue: string;
  readonly name: string;
}

/** A plain bar: bytes and writes are the table's. */
function StageBar({ lines, perLine, em, hue, name }: StageBarProps) {
  const height = Math.round(em * 0.8);
  const width = Math.max(2, lines * perLine);
  return (
    <svg className={styles.bar} width={width} height={height} role="img" aria-label={name}>
      <rect width={width} height={height} style={{ fill: hue }} />
    </svg>
  );
}

/** On stage: one line per design, with the cache lines that its snapshot touches, to scale, and the modelled time. */
function LadderOnStage({ rows, writers, when, em, width }: LadderOnStageProps) {
  const { t } = useMessages();
  const isQuiet = when === 'quiet';
  const hasMeasured = isQuiet && rows.some(({ costs }) => costs.alone.measured !== null);
  const inNs = isInNs(rows, when);
  const perLine = (width * BARS) / longestBar(rows);
  return (
    <>
      <ol
        className={styles.onStage}
        data-measured={hasMeasured || undefined}
        style={{ gridTemplateRows: `auto repeat(${rows.length}, minmax(0, 1fr))` }}
      >
        <li className={styles.heads}>
          <span />
          <span>{t('ladder.rows.lines')}</span>
          <span className={styles.figures}>{t(isQuiet ? 'ladder.stage.after' : 'ladder.stage.again')}</span>
          {hasMeasured && <span className={styles.figures}>{t('ladder.rows.measured')}</span>}
          <span className={styles.figures}>
            {isQuiet ? t('ladder.cost.modelled') : t('ladder.stage.modelled', { writers })}
          </span>
        </li>
        {rows.map((row) => (
          <StageRow
            key={row.design}
            {...{ row, when, perLine, em, hasMeasured, inNs }}
            hasKind={rows.length > FEW_ROWS}
          />
        ))}
      </ol>
      <OwnScanNote rows={rows} stage />
    </>
  );
}

interface StageRowProps extends Pick<LadderOnStageProps, 'when' | 'em'>, Pick<StageBarProps, 'perLine'> {
  readonly row: LadderRow;
  readonly hasMeasured: boolean;
  readonly inNs: boolean;
  /** Whether a release, a step or a proposal: next to the bar. */
  readonly hasKind: boolean;
}

/** The bar is the chosen case's; the number of lines next to it is the other case's, if that differs. */
function StageRow({ row, when, perLine, em, hasMeasured, inNs, hasKind }: StageRowProps) {
  const { t, format } = useMessages();
  const { hue, shortKey } = designStyle(row.design);
  const [scanned, again] = [linesOf(row), linesAgain(row)];
  const isReused = when === 'quiet' && again !== null;
  const lines = isReused ? again : scanned;
  const other = again === null ? null : isReused ? scanned : again;
  const { measured } = row.costs.alone;
  const modelled = modelledOf(row, when);
  return (
    <li data-design={row.design} data-mark={`bar ${row.design}`} data-ours={!row.inPostgres}>
      <span className={styles.name} style={{ color: hue }}>
        <DesignSwatch design={row.design} />
        {t(shortKey)}
      </span>
      <span className={styles.scan}>
        {row.regions !== null && lines !== null && (
          <>
            <StageBar
              {...{ lines, perLine, em, hue }}
              name={t('ladder.bar', { regions: (isReused ? row.again : null) ?? row.regions })}
            />
            <b>{format.integer(lines)}</b>
            {hasKind && <span className={styles.kind}>{t('ladder.rows.kind', { kind: kindOf(row) })}</span>}
          </>
        )}
      </span>
      <span className={styles.figures}>{other === null ? t('ladder.stage.noReuse') : format.integer(other)}</span>
      {hasMeasured && (
        <span className={styles.figures}>
          <span className="visually-hidden">{t('ladder.cost.measured')} </span>
          {measured === null ? t('ladder.none') : format.duration(measured)}
        </span>
      )}
      <span className={styles.figures}>
        {modelled !== null && (
          <>
            <span className="visually-hidden">{t('ladder.cost.modelled')} </span>
            {t('ladder.seeds', { ...modelled, inNs })}
            <Star of={row.design} />
          </>
        )}
      </span>
    </li>
  );
}

/**
 * In em: a card's padding on both sides, the gap between cards, and the width from which two cards fit side by side.
 */
const INSET_EM = 1.6;
const GAP_EM = 1;
const TWO_COLUMNS_EM = 42;

interface TableProps {
  readonly ladder: Ladder;
  readonly em: number;
  readonly scans: Scans;
}

/** The narrow form: a card per design, with the same figures under their names. */
function LadderCards({ ladder, em, width, scans }: TableProps & { readonly width: number }) {
  const { t } = useMessages();
  const { rows, activeWriters } = ladder;
  const columns = width >= TWO_COLUMNS_EM * em ? 2 : 1;
  const bar = (width - (columns - 1) * GAP_EM * em) / columns - INSET_EM * em;
  const scale = barScale(longestBar(rows), bar, CELL_EM * em);
  return (
    <ul className={styles.cards} data-columns={columns}>
      {rows.map((row) => (
        <li
          key={row.design}
          className={`${styles.row} ${styles.card}`}
          data-design={row.design}
          data-mark={`bar ${row.design}`}
          data-counted={linesOf(row) !== null}
          data-ours={!row.inPostgres}
        >
          <DesignCell row={row} />
          <ReadsCell {...{ row, scale, em, scans }} />
          <dl className={styles.facts}>
            {COSTS.map((cost) => (
              <div key={cost}>
                <dt>
                  {t(`ladder.cost.${cost}`)} <CaseNote cost={cost} of={ladder} />
                </dt>
                <dd>
                  <CostCell cost={cost} figure={row.costs[cost]} of={ladder} />
                </dd>
              </div>
            ))}
            <div className={styles.wide}>
              <dt>
                {t('ladder.head.misses')}{' '}
                {t('ui.items', {
                  all: [t('ladder.head.missesOf'), t('ladder.head.missesWith', { writers: activeWriters })],
                })}
              </dt>
              <dd>
                <MissesCell row={row} />
              </dd>
            </div>
            {row.gains.length > 0 && (
              <div className={styles.wide}>
                <dt>{t('ladder.head.gains')}</dt>
                <dd>
                  <GainCell row={row} />
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Of the bars, in em. */
const BAR_EM = 16.5;

function LadderHead({ of }: { readonly of: Pick<Ladder, 'connections' | 'activeWriters'> }) {
  const { t } = useMessages();
  const writers = of.activeWriters;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {t('ladder.head.design')}
        </th>
        <th scope="col" rowSpan={2}>
          {t('ladder.head.reads')}
        </th>
        <th scope="col" rowSpan={2}>
          {t('ladder.head.misses')}
          <span className={styles.headNote}>{t('ladder.head.missesOf')}</span>
          <span className={styles.headNote}>{t('ladder.head.missesWith', { writers })}</span>
        </th>
        <th scope="colgroup" colSpan={COSTS.length} className={styles.group}>
          {t('ladder.head.costs')}
        </th>
        <th scope="col" rowSpan={2}>
          {t('ladder.head.gains')}
        </th>
      </tr>
      <tr>
        {COSTS.map((cost) => (
          <th key={cost} scope="col" data-kind="number">
            {t(`ladder.cost.${cost}`)}
            <CaseNote cost={cost} of={of} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The wide form: a row per design. */
function LadderTable({ ladder, em, scans }: TableProps) {
  const { t } = useMessages();
  const { rows } = ladder;
  const longest = longestBar(rows);
  // The same as long as nothing has changed: a new one would end the scan that is being played.
  const scale = useMemo(() => barScale(longest, BAR_EM * em, CELL_EM * em), [longest, em]);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('ladder.name')}</caption>
      {/* Fixed widths: nothing moves when a figure arrives. */}
      <colgroup>
        <col className={styles.colDesign} />
        <col className={styles.colReads} />
        <col className={styles.colMisses} />
        {COSTS.map((cost) => (
          <col key={cost} className={styles.colCost} />
        ))}
        <col />
      </colgroup>
      <LadderHead of={ladder} />
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.design}
            className={styles.row}
            data-design={row.design}
            data-mark={`bar ${row.design}`}
            data-counted={linesOf(row) !== null}
            data-ours={!row.inPostgres}
          >
            <th scope="row">
              <DesignCell row={row} />
            </th>
            <td>
              <ReadsCell {...{ row, scale, em, scans }} />
            </td>
            <td>
              <MissesCell row={row} />
            </td>
            {COSTS.map((cost) => (
              <td key={cost} data-kind="number">
                <CostCell cost={cost} figure={row.costs[cost]} of={ladder} />
              </td>
            ))}
            <td>
              <GainCell row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In em: below it nine columns do not fit. */
const ROOM_FOR_TABLE_EM = 72;

interface LadderFigureProps {
  readonly ladder: Ladder;
  readonly headingLevel?: 2 | 3;
  /** A line per design, so that all of them are visible from the last row. */
  readonly stage?: boolean;
  /** On its page: a line per design, and the table one press away. */
  readonly when?: LadderCase | undefined;
}

/** Where the figures come from. The stage shows the counted and modelled ones and, while nobody commits, the measured ones. */
export function LadderBadges({
  ladder,
  stage,
  when,
}: Pick<LadderFigureProps, 'ladder' | 'when'> & { readonly stage: boolean }) {
  const { t } = useMessages();
  const { measuredOn, modelledOn } = ladder;
  return (
    <div className={page.badges}>
      {measuredOn !== null && !(stage && when === 'writers') && (
        <ProvenanceBadge kind="measured" facts={[measuredOn]} />
      )}
      {modelledOn !== null && <ProvenanceBadge kind="modelled" facts={[modelledOn]} />}
      {!stage && <ProvenanceBadge kind="published" facts={[t('ladder.badge.commits')]} />}
    </div>
  );
}

function WithNote({ note, children }: { readonly note: string; readonly children: ReactNode }) {
  return (
    <>
      {children}
      <p className={styles.tableNote}>{note}</p>
    </>
  );
}

/** Room for the longest bar of a row and the number after it, by the three layouts of ladder-rows.module.css, in pixels. */
const barRoom = ({ width, em }: { readonly width: number; readonly em: number }): number =>
  width * (width < 30 * em ? 0.8 : width < 64 * em ? 0.34 : ROWS_BAR);

/** What its bars and times are of: the stage's of both cases, a row's of the chosen one. */
function subtitleOf(
  { ladder, stage = false, when }: Pick<LadderFigureProps, 'ladder' | 'stage' | 'when'>,
  t: ReturnType<typeof useMessages>['t'],
): string {
  const { connections, activeWriters: writers } = ladder;
  const commit = when === 'writers';
  if (stage) return t('ladder.stage.subtitle', { connections, commit });
  return when === undefined
    ? t('ladder.subtitle', { connections, writers })
    : t('ladder.rows.subtitle', { idle: connections - writers, writers, commit });
}

/** The finding in time where a case is chosen and modelled; until then, and without a case, in lines. */
function titleOf(
  { ladder, when, stage = false }: Pick<LadderFigureProps, 'ladder' | 'when' | 'stage'>,
  t: ReturnType<typeof useMessages>['t'],
) {
  const { rows, connections, activeWriters: writers } = ladder;
  const times = when === undefined ? null : timesFinding(rows, when);
  if (times !== null) {
    const { before, after, without } = times;
    const inNs = isInNs(rows, when ?? 'quiet');
    // From the back of a room a finding is one line; the rows have the rest.
    if (stage)
      return t('ladder.stage.title', {
        writers: when === 'writers' ? writers : 0,
        before: { ...before.time, inNs },
        after: { ...after.time, inNs },
      });
    return when === 'writers'
      ? t('ladder.title.writers', {
          writers,
          before: { ...before.time, inNs },
          after: { ...after.time, inNs },
          linesBefore: before.lines,
          linesAfter: after.lines,
        })
      : t('ladder.title.quiet', {
          before: before.time.median,
          after: after.time.median,
          without: without.time.median,
        });
  }
  const finding = linesFinding(rows);
  const short = (design: LadderRow['design']): string => t(designStyle(design).shortKey);
  return finding === null
    ? t('ladder.title.bare')
    : t('ladder.title', { ...finding, from: short(finding.from), to: short(finding.to), connections });
}

export function LadderFigure({ ladder, headingLevel = 2, stage = false, when }: LadderFigureProps) {
  const { t } = useMessages();
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const rows = inOrder(ladder.rows);
  const { connections, activeWriters } = ladder;
  const short = (design: (typeof rows)[number]['design']): string => t(designStyle(design).shortKey);
  const shown = { ...ladder, rows };
  const scans = useScans(rows);
  const whole =
    room === null ? null : room.width >= ROOM_FOR_TABLE_EM * room.em ? (
      <LadderTable ladder={shown} em={room.em} scans={scans} />
    ) : (
      <LadderCards ladder={shown} em={room.em} width={room.width} scans={scans} />
    );
  const full = `${t('ladder.caption')} ${t('ladder.scan.caption', { writers: activeWriters, slowness: scans.slowness })}`;
  return (
    <Figure
      headingLevel={headingLevel}
      title={titleOf({ ladder: shown, when, stage }, t)}
      growingTitle
      name={t('ladder.name')}
      subtitle={subtitleOf({ ladder, stage, ...(when === undefined ? {} : { when }) }, t)}
      caption={stage ? t('ladder.caption') : when === undefined ? full : t('ladder.rows.caption')}
      table={when === undefined || stage ? undefined : <WithNote note={full}>{whole}</WithNote>}
      picture={false}
      data={() => ({ header: LADDER_HEADER, rows: ladderCsv(ladder) })}
      description={t('ladder.say', {
        connections,
        rows: rows.map((row) => ({
          design: short(row.design),
          lines: linesOf(row),
          misses: missesOf(row),
          again: linesAgain(row),
          ns: row.costs.alone.measured,
        })),
      })}
      provenance={<LadderBadges {...{ ladder, stage, when }} />}
    >
      <div ref={frame} className={styles.frame}>
        {room !== null &&
          (stage ? (
            <LadderOnStage
              rows={rows}
              writers={activeWriters}
              when={when ?? 'writers'}
              em={room.em}
              width={room.width}
            />
          ) : when === undefined ? (
            whole
          ) : (
            <LadderRows rows={rows} when={when} em={room.em} bar={barRoom(room)} />
          ))}
      </div>
    </Figure>
  );
}
