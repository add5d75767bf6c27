/** The numbers behind a picture, for a table and a CSV file. */
import type { Messages } from '../../base/messages/index.ts';

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

export interface Fact {
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

export function factText({ value, unit }: Fact, { t }: Messages): string {
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
