/** Each term is listed once; a text's first use of it is found, in any language, and nothing that only looks like it. */
import { expect, test } from 'vitest';
import { en } from '../../base/messages/en/index.ts';
import { loadLanguages } from '../../base/messages/folders.node.ts';
import { isLang, messagesIn } from '../../base/messages/index.ts';
import type { Inline, Prose } from '../../scenario/lesson.ts';
import { finderOf, firstUses, piecesOf, TERMS } from './terms.ts';

const names = ['en', ...(await loadLanguages())].filter(isLang);
const finder = finderOf(messagesIn('en'));
const found = (text: string, used = new Set<(typeof TERMS)[number]>()) =>
  piecesOf(text, finder, used).flatMap((piece) => (piece.term === null ? [] : [`${piece.term}: ${piece.text}`]));

test('the page lists every term once', () => {
  const all = Object.keys(en).flatMap((key) => /^glossary\.says\.(.*)$/.exec(key)?.[1] ?? []);
  expect([...TERMS].sort()).toEqual(all.sort());
});

test.each(names)('in %s each term has its forms, shared with no other, and one sentence', (lang) => {
  const { t } = messagesIn(lang);
  const forms = TERMS.flatMap((term) => t(`glossary.forms.${term}`).split('|'));
  expect(new Set(forms).size).toBe(forms.length);
  expect(forms.every((form) => form.trim() === form && form !== '')).toBe(true);
  for (const term of TERMS) expect(t(`glossary.says.${term}`)).toMatch(/^[^.。]*(?:\d\.\d[^.。]*)*[.。]$/);
});

test.each([
  ['Snapshots are lists.', ['snapshot: Snapshots']],
  ['A cache line; two cache lines.', ['cacheline: cache line']],
  ['false sharing of cache lines', ['falsesharing: false sharing', 'cacheline: cache lines']],
  ['a subtransaction, and its transaction id', ['subtransaction: subtransaction', 'xid: transaction id']],
  ['the slotted score of backend-cache, misses-per-run', []],
  ['vacuum is no form, VACUUM is', ['vacuum: VACUUM']],
])('%s', (text, uses) => {
  expect(found(text)).toEqual(uses);
});

test('the pieces put together are the text, and a term is marked once in a text', () => {
  const used = new Set<(typeof TERMS)[number]>();
  const text = 'A snapshot, and a snapshot of a core.';
  expect(
    piecesOf(text, finder, used)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  expect(found(text, used)).toEqual([]);
});

test('in Chinese a term needs no space around it', () => {
  const [zh] = names.filter((name) => name.startsWith('zh'));
  if (zh === undefined) return;
  const pieces = piecesOf('读者取快照时遍历进程数组。', finderOf(messagesIn(zh)), new Set());
  expect(pieces.flatMap(({ term }) => term ?? [])).toEqual(['snapshot', 'procarray']);
});

test('links and numbers keep what they open; emphasis and code may be terms', () => {
  const word = (kind: 'text' | 'code', text: string): Inline => ({ kind, text });
  const nodes: readonly Prose[] = [
    {
      kind: 'paragraph',
      children: [
        { kind: 'link', href: '#/play', children: [word('text', 'a snapshot')] },
        { kind: 'number', provenance: 'modelled', source: 'x', children: [word('text', 'modelled')] },
        { kind: 'emphasis', children: [word('text', 'SIREAD lock')] },
        word('code', 'pg_xact'),
      ],
    },
    { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph', children: [word('text', 'Snapshots')] }]] },
  ];
  expect([...firstUses(nodes, finder).keys()].map((node) => node.text)).toEqual([
    'SIREAD lock',
    'pg_xact',
    'Snapshots',
  ]);
});
