/** The whole ladder: a row per design, in a table if there is room for one, else a card each. */
import { useRef } from 'react';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  inOrder,
  LADDER_HEADER,
  type Ladder,
  ladderCsv,
  linesAgain,
  linesFinding,
  linesOf,
  missesOf,
} from '../../viewmodel/ladder/ladder.ts';
import { useRoom } from '../shared/room/use-room.ts';
import { LadderCards } from './LadderCards.tsx';
import { LadderOnStage } from './LadderOnStage.tsx';
import { LadderTable } from './LadderTable.tsx';
import styles from './ladder.module.css';

/** In em: below it nine columns do not fit. */
const ROOM_FOR_TABLE_EM = 72;

interface LadderFigureProps {
  readonly ladder: Ladder;
  readonly headingLevel?: 2 | 3;
  /** A line per design, so that all of them are visible from the last row. */
  readonly stage?: boolean;
}

export function LadderFigure({ ladder, headingLevel = 2, stage = false }: LadderFigureProps) {
  const { t } = useMessages();
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const rows = inOrder(ladder.rows);
  const { connections, activeWriters, measuredOn, modelledOn } = ladder;
  const finding = linesFinding(rows);
  const short = (design: (typeof rows)[number]['design']): string => t(designStyle(design).shortKey);
  const shown = { ...ladder, rows };
  return (
    <Figure
      headingLevel={headingLevel}
      title={
        finding === null
          ? t('ladder.title.bare')
          : t('ladder.title', { ...finding, from: short(finding.from), to: short(finding.to), connections })
      }
      growingTitle
      name={t('ladder.name')}
      subtitle={t('ladder.subtitle', { connections, writers: activeWriters })}
      caption={t('ladder.caption')}
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
      provenance={
        <div className={styles.badges}>
          {/* The stage shows the counted and modelled figures, no measured ones. */}
          {measuredOn !== null && !stage && <ProvenanceBadge kind="measured" facts={[measuredOn]} />}
          {modelledOn !== null && <ProvenanceBadge kind="modelled" facts={[modelledOn]} />}
          <ProvenanceBadge kind="published" facts={[t('ladder.badge.commits')]} />
        </div>
      }
    >
      <div ref={frame} className={styles.frame}>
        {room !== null &&
          (stage ? (
            <LadderOnStage rows={rows} writers={activeWriters} em={room.em} width={room.width} />
          ) : room.width >= ROOM_FOR_TABLE_EM * room.em ? (
            <LadderTable ladder={shown} em={room.em} />
          ) : (
            <LadderCards ladder={shown} em={room.em} width={room.width} />
          ))}
      </div>
    </Figure>
  );
}
