/**
 * What makes a transaction slower when more connections are open: its time at few connections and at many, each a stack
 * of its parts, and the difference as a stack of its own, all on one scale, with the numbers below. A difference that
 * the seeds do not agree on has no bar.
 */

import '../../base/messages/en/model.ts';
import '../../base/messages/en/ui.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  DROP_HEADER,
  type Drop,
  type DropCase,
  type DropPart,
  dropCsv,
  mainPart,
  type Spread,
  stackOf,
} from '../../viewmodel/prediction/drop.ts';
import { PART_FILL, type Part } from '../../viewmodel/prediction/parts.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import fills from '../shared/part-fill/part-fill.module.css';
import styles from './drop.module.css';

interface BarProps {
  readonly name: string;
  readonly parts: readonly { readonly part: Part; readonly ns: number }[];
  readonly whole: Spread;
  /** Of the longest bar, in ns. */
  readonly longest: number;
  readonly isSum?: boolean;
}

function Bar({ name, parts, whole, longest, isSum = false }: BarProps) {
  const { t } = useMessages();
  return (
    <li className={styles.row} data-sum={isSum}>
      <span className={styles.who}>{name}</span>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ part, ns }) => (
          <span
            key={part}
            className={`${styles.piece} ${fills.part}`}
            data-fill={PART_FILL[part]}
            data-part={part}
            style={{ width: `${(ns / longest) * 100}%` }}
          />
        ))}
      </span>
      <span className={styles.sum}>{t('model.drop.time', whole)}</span>
    </li>
  );
}

function Bars({ drop, asked, hue }: { readonly drop: Drop; readonly asked: DropCase; readonly hue: string }) {
  const { t } = useMessages();
  const end = (which: 'few' | 'many') => drop.parts.map((own) => ({ part: own.part, ns: own[which] }));
  const longest = Math.max(1, drop.few.mean, drop.many.mean);
  return (
    <ul className={styles.bars} style={{ color: hue }}>
      <Bar name={t('model.drop.idle', { idle: asked.few })} parts={end('few')} whole={drop.few} longest={longest} />
      <Bar name={t('model.drop.idle', { idle: asked.many })} parts={end('many')} whole={drop.many} longest={longest} />
      <Bar
        name={t('model.drop.more')}
        parts={stackOf(drop).grown.map(({ part, more }) => ({ part, ns: more.mean }))}
        whole={drop.more}
        longest={longest}
        isSum
      />
    </ul>
  );
}

function Numbers({ drop, asked, hue }: { readonly drop: Drop; readonly asked: DropCase; readonly hue: string }) {
  const { t, format } = useMessages();
  const more = ({ more: own, isSure }: DropPart): string =>
    isSure ? t('model.drop.difference', own) : t('model.drop.none', own);
  return (
    <table className={styles.numbers}>
      <caption className="visually-hidden">{t('model.drop.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('model.drop.part')}</th>
          <th scope="col">{t('model.drop.idle', { idle: asked.few })}</th>
          <th scope="col">{t('model.drop.idle', { idle: asked.many })}</th>
          <th scope="col">{t('model.drop.more')}</th>
        </tr>
      </thead>
      <tbody>
        {drop.parts.map((own) => (
          <tr key={own.part} data-part={own.part} data-sure={own.isSure}>
            <th scope="row">
              <span
                className={`${styles.sample} ${fills.part}`}
                data-fill={PART_FILL[own.part]}
                style={{ color: hue }}
                aria-hidden="true"
              />
              {t('model.breakdown.part', { part: own.part })}
            </th>
            <td>{format.duration(own.few)}</td>
            <td>{format.duration(own.many)}</td>
            <td>{more(own)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DropFigureProps {
  readonly asked: DropCase;
  /** Null: too few seeds have come. */
  readonly drop: Drop | null;
  /** The machine's facts for the badge. */
  readonly facts: readonly string[];
  readonly headingLevel?: 2 | 3;
}

/** The finding, and the same in words. */
function useWords(asked: DropCase, drop: Drop | null): { readonly title: string; readonly words: string } {
  const { t } = useMessages();
  const { active, few, many } = asked;
  const design = t(designStyle(asked.design).shortKey);
  if (drop === null) return { title: t('model.drop.name', { design, active }), words: t('model.rows.empty') };
  const parts = drop.parts.filter(({ isSure }) => isSure).map(({ part, more }) => ({ part, ns: more.mean }));
  return {
    title: t('model.drop.title', { design, more: drop.more, connections: many - few, main: mainPart(drop) }),
    words: t('model.drop.words', { design, few, many, before: drop.few.mean, after: drop.many.mean, parts }),
  };
}

export function DropFigure({ asked, drop, facts, headingLevel = 2 }: DropFigureProps) {
  const { t } = useMessages();
  const { hue, shortKey } = designStyle(asked.design);
  const design = t(shortKey);
  const { title, words } = useWords(asked, drop);
  return (
    <Figure
      headingLevel={headingLevel}
      title={title}
      growingTitle
      name={t('model.drop.name', { design, active: asked.active })}
      subtitle={
        <>
          <DesignSwatch design={asked.design} /> {t('model.drop.subtitle', { design, active: asked.active })}
        </>
      }
      description={words}
      data={() => ({ header: DROP_HEADER, rows: drop === null ? [] : dropCsv(drop) })}
      picture={false}
      caption={t('ui.sentences', { all: [t('model.drop.what'), t('model.drop.sure')] })}
      provenance={
        <div className={page.badges}>
          <ProvenanceBadge
            kind="modelled"
            facts={[...facts, ...(drop === null ? [] : [t('model.drop.seeds', { n: drop.seeds })])]}
          />
        </div>
      }
    >
      <div className={styles.frame} data-there={drop !== null} data-testid="drop">
        {drop === null ? (
          <p className={styles.empty}>{t('model.drop.wait')}</p>
        ) : (
          <>
            <Bars drop={drop} asked={asked} hue={hue} />
            <Numbers drop={drop} asked={asked} hue={hue} />
          </>
        )}
      </div>
    </Figure>
  );
}
