/** The frame of the calculator's pictures: finding, words, badges, and the numbers behind the picture. */

import '../../base/messages/en/calculator.ts';
import type { ReactNode } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { CALCULATOR_SOURCE } from '../../viewmodel/calculator/layout.ts';
import type { CalculatorSetting, CalculatorValues } from '../../viewmodel/calculator/settings.ts';
import styles from './calculator.module.css';

/** The numbers behind a picture, for a table and a CSV file. */

export type FactUnit = 'count' | 'share' | 'us' | 'mib' | 'tps';
export type FactKey =
  | 'share'
  | 'running'
  | 'waiting'
  | 'network'
  | 'thinking'
  | 'service'
  | 'wait'
  | 'circle'
  | 'tps'
  | 'fullTps'
  | 'fill'
  | 'peak'
  | 'buffers'
  | 'beside'
  | 'allowed'
  | 'each'
  | 'own'
  | 'total'
  | 'fresh'
  | 'touched'
  | 'all'
  | 'outside'
  | 'queued'
  | 'lent'
  | 'held'
  | 'ready'
  | 'free';

interface Fact {
  readonly key: FactKey;
  readonly value: number;
  readonly unit: FactUnit;
  readonly from: 'entered' | 'modelled' | 'published';
}

export const modelled = (key: FactKey, unit: FactUnit, value: number): Fact => ({ key, value, unit, from: 'modelled' });
export const published = (key: FactKey, unit: FactUnit, value: number): Fact => ({
  key,
  value,
  unit,
  from: 'published',
});

function factText({ value, unit }: Fact, { t }: Messages): string {
  switch (unit) {
    case 'count':
      return t('calculator.value.count', { n: value });
    case 'share':
      return t('calculator.value.share', { share: value });
    case 'us':
      return t('calculator.value.us', { us: value });
    case 'mib':
      return t('calculator.value.size', { mib: value });
    case 'tps':
      return t('calculator.value.tps', { tps: value });
  }
}

/** The props of every part's figure. */
export interface PartProps {
  readonly values: CalculatorValues;
  readonly onChange: (setting: CalculatorSetting, value: number) => void;
}

interface CalculatorFigureProps {
  readonly title: string;
  readonly name: string;
  readonly subtitle: string;
  readonly caption: ReactNode;
  readonly description: string;
  readonly facts: readonly Fact[];
  /** Published figures are in the drawing or in the formula. */
  readonly hasPublished?: boolean;
  readonly children: ReactNode;
}

export function CalculatorFigure(props: CalculatorFigureProps) {
  const { title, name, subtitle, caption, description, facts, hasPublished = true, children } = props;
  const messages = useMessages();
  const { t } = messages;
  const { author, year, machineShort } = CALCULATOR_SOURCE;
  return (
    <div className={styles.frame}>
      <Figure
        title={title}
        name={name}
        subtitle={subtitle}
        caption={caption}
        description={description}
        announce
        provenance={
          <div className={page.badges}>
            <ProvenanceBadge kind="modelled" facts={[t('calculator.badge.formula')]} />
            {hasPublished && (
              <ProvenanceBadge
                kind="published"
                facts={[t('calculator.badge.published', { author, year, machine: machineShort })]}
              />
            )}
          </div>
        }
        data={() => ({
          header: ['what', 'value', 'unit', 'from'],
          rows: facts.map(({ key, value, unit, from }) => [key, value, unit, from]),
        })}
        table={
          <DataTable
            caption={t('calculator.table')}
            hideCaption
            columns={[
              { key: 'what', head: t('calculator.table.what'), cell: ({ key }: Fact) => t(`calculator.fact.${key}`) },
              {
                key: 'value',
                head: t('calculator.table.value'),
                kind: 'number',
                cell: (fact) => factText(fact, messages),
              },
              { key: 'from', head: t('calculator.table.from'), cell: ({ from }) => t(`calculator.from.${from}`) },
            ]}
            rows={facts}
            rowKey={({ key, from }) => `${from}-${key}`}
          />
        }
      >
        {children}
      </Figure>
    </div>
  );
}
