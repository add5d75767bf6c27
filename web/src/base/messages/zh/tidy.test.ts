/** Blanks between Chinese and Latin, and none where a Chinese name is put in. */
import { expect, test } from 'vitest';
import { createMessages } from '../index.ts';
import { language } from './index.ts';

test('a name of ours is put in without blanks, and a blank of somebody’s data stays', () => {
  const { t } = createMessages('en', language);
  expect(t('heap.fact.inserted', { who: 'A', fill: 'running' })).toBe('由 A 插入，未提交');
  expect(t('heap.fact.inserted', { who: t('heap.setup'), fill: 'committed' })).toBe('由初始化插入，已提交');
  expect(t('headline.line', { tick: 1, who: 'A', sql: "SELECT '张三 李四'" })).toContain("'张三 李四'");
});
