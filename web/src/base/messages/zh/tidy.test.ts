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

test('parts of a text are put together with Chinese marks, and Latin words of a list have blanks', () => {
  const { t, format } = createMessages('en', language);
  const sentences = (all: readonly string[]) => t('ui.sentences', { all });
  expect(sentences([t('ui.ended', { text: '已提交' }), '下一步。'])).toBe('已提交。下一步。');
  expect(sentences(['ERROR: deadlock detected.', '下一步。'])).toBe('ERROR: deadlock detected. 下一步。');
  expect(t('ui.clauses', { all: ['一', '二'] })).toBe('一；二');
  expect(t('ui.labelled', { label: '设计', text: '14' })).toBe('设计：14');
  expect(format.list(['A', 'B'])).toBe('A 和 B');
  // A name that is drawn in its hue has marks around it, which print nothing.
  expect(format.list(['\u2068\u200bA\u2069', '\u2068\u200bB\u2069'])).toBe(
    '\u2068\u200bA\u2069 和 \u2068\u200bB\u2069',
  );
  expect(format.list(['A（writer）', '初始化', 'C'])).toBe('A（writer）、初始化和 C');
});
