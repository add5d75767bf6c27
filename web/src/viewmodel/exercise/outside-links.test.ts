import { expect, test } from 'vitest';
import type { Inline, Prose } from '../../scenario/lesson.ts';
import { withAddresses } from './outside-links.ts';

const paragraph = (...children: readonly Inline[]): readonly Prose[] => [{ kind: 'paragraph', children }];
const text = (words: string): Inline => ({ kind: 'text', text: words });
const link = (href: string, words: string): Inline => ({ kind: 'link', href, children: [text(words)] });

test('an outside link’s words are words, and its address is what can be clicked', () => {
  expect(withAddresses(paragraph(text('See '), link('https://evil.example/login', 'your university')))).toEqual(
    paragraph(
      text('See '),
      text('your university'),
      text(' ('),
      link('https://evil.example/login', 'https://evil.example/login'),
      text(')'),
    ),
  );
});
test('words that are another address do not hide where the link leads, nor do letters that look alike', () => {
  const shown = JSON.stringify(withAddresses(paragraph(link('https://\u0430pple.example/', 'https://apple.example/'))));
  expect(shown).toContain('https://xn--pple-43d.example/');
});
test('an address that says what it is stays as it is; a link within Xipscope, too', () => {
  expect(withAddresses(paragraph(link('https://www.postgresql.org/', 'https://www.postgresql.org/')))).toEqual(
    paragraph(link('https://www.postgresql.org/', 'https://www.postgresql.org/')),
  );
  expect(withAddresses(paragraph(link('#/lessons/the-walk', 'the lesson')))).toEqual(
    paragraph(link('#/lessons/the-walk', 'the lesson')),
  );
});
test('also in lists, quotations and stressed words', () => {
  const inner = paragraph({ kind: 'strong', children: [link('https://a.example/', 'here')] });
  for (const one of [
    { kind: 'quote', children: inner },
    { kind: 'list', isOrdered: false, items: [inner] },
  ] as const)
    expect(JSON.stringify(withAddresses([one]))).toContain('"text":"https://a.example/"');
});
