/** A style stays with its component: styles that the check refuses, and styles that it allows. */
import { expect, test } from 'vitest';
import { classesOf, faultsIn, faultsInProgram, faultsOfClasses, faultsOfScale } from './check-styles.mjs';

const lines = (text: string): number[] => faultsIn('x.module.css', text).map((fault) => Number(fault.split(':')[1]));

test('a selector without a class of its module is a fault with its line', () => {
  expect(faultsIn('x.module.css', "\n[data-part='subtrans'] {\n  color: red;\n}\n")).toEqual([
    'x.module.css:2: this selector names no class of its module, so it hits other pages: give the element a class',
  ]);
  expect(lines('table td, .own { top: 0 }')).toEqual([1]);
  expect(lines('* { top: 0 }\nmain > p:last-child { top: 0 }')).toEqual([1, 2]);
});

test('a media query hides no selector', () => {
  expect(lines('@media print {\n  [data-lesson] h2 { top: 0 }\n}')).toEqual([2]);
});

test('a class that stands only in :has or :not is no tie to the module; one in :is or :where is', () => {
  expect(lines('main:has(.own) { top: 0 }')).toEqual([1]);
  expect(lines('p:not(.own) { top: 0 }')).toEqual([1]);
  expect(lines(':is(.own, .other) { top: 0 }')).toEqual([]);
  expect(lines(':where(.own, p) { top: 0 }')).toEqual([1]);
});

test(':global is a fault wherever it stands', () => {
  expect(lines('.own :global(.other) { top: 0 }')).toEqual([1]);
  expect(lines('.own:not(:global(.other)) { top: 0 }')).toEqual([1]);
});

test('at-rules that hold for the whole document have no place in a module', () => {
  expect(lines('.own { top: 0 }\n@page { margin: 1cm }')).toEqual([2]);
});

test('an own class may be told apart by what surrounds it and what it holds', () => {
  const text = ":root[data-stage] .own { top: 0 }\n[data-compact='true'] .own > p { top: 0 }\n.own { & b { top: 0 } }";
  expect(lines(text)).toEqual([]);
});

test('an attribute is asked for where the own component writes it, on an own element, or on the root', () => {
  const faults = (text: string) => faultsIn('x.module.css', text, (attribute) => attribute === 'data-mine');
  const theirs =
    'x.module.css:1: another component writes [data-theirs]: pass what it means as a property, or give a class';
  expect(faults('.own[data-theirs] { top: 0 }')).toEqual([]);
  expect(faults('.own:not([data-theirs]) .inner { top: 0 }')).toEqual([]);
  expect(faults('[data-mine] .own { top: 0 }')).toEqual([]);
  expect(faults(':root:not([data-theirs]) .own { top: 0 }')).toEqual([]);
  for (const selector of [
    '[data-theirs] .own',
    '.own > [data-theirs]',
    '.own:has([data-theirs])',
    '.own > :is([data-theirs], b)',
    '.own p:not([data-theirs])',
  ])
    expect(faults(`${selector} { top: 0 }`), selector).toEqual([theirs]);
});

test('a text has a size of the scale, and no other', () => {
  expect(lines('.own { font-size: var(--text-s) }\n.own b { font-size: inherit; font: inherit }')).toEqual([]);
  for (const size of [
    '13px',
    '0.9em',
    '1rem',
    '120%',
    'smaller',
    'calc(var(--text-s) * 2)',
    'var(--own)',
    'var(--text-s, 1em)',
  ])
    expect(faultsIn('x.module.css', `.own { font-size: ${size} }`), size).toEqual([
      'x.module.css:1: a text has a size of the scale: var(--text-…)',
    ]);
  expect(faultsIn('web/x.css', '@media print { #own { font: 700 12px/1 serif } }')).toEqual([
    'web/x.css:1: write font-size: var(--text-…), not font',
  ]);
  expect(faultsInProgram('x.ts', "{ fontSize: 'var(--text-xs)', width: '1px' }\n{ fontSize: '0.86em' }")).toEqual([
    'x.ts:2: a text has a size of the scale: var(--text-…)',
  ]);
});

test('the scale has ten sizes, however often they are set', () => {
  const scale = (n: number) => Array.from({ length: n }, (_, i) => `--text-${i}: ${i}rem;`).join('\n');
  expect(faultsOfScale(`${scale(10)}\n${scale(10)}`)).toEqual([]);
  expect(faultsOfScale(scale(11))).toEqual(['web/src/ui/tokens.css:1: 11 text sizes; at most 10']);
});

test('a layer has a name', () => {
  expect(lines('.own { z-index: var(--layer-bar) }')).toEqual([]);
  expect(lines('.own { z-index: 2 }\n.own { z-index: var(--mine) }')).toEqual([1, 2]);
});

test('layouts change at four widths and two heights, and at a width only one of two layouts holds', () => {
  expect(lines('@media (width >= 44rem) and (height < 54rem), print { .own { top: 0 } }')).toEqual([]);
  expect(lines('@container stage (width < 100rem) { .own { top: 0 } }')).toEqual([]);
  expect(lines('@media (pointer: coarse) { .own { top: 0 } }')).toEqual([]);
  for (const condition of [
    '(min-width: 44rem)',
    '(max-width: 44rem)',
    '(width >= 45rem)',
    '(width <= 44rem)',
    '(width > 44rem)',
    '(width >= 704px)',
    '(30rem <= width < 44rem)',
    '(height < 44rem)',
    '(inline-size >= 44rem)',
  ]) {
    expect(lines(`@media ${condition} { .own { top: 0 } }`), condition).toEqual([1]);
    expect(faultsInProgram('x.ts', `useMediaQuery('${condition}')`), condition).toHaveLength(1);
  }
  expect(faultsInProgram('x.ts', 'const look = (width: number, height = 3) => (width >= height ? 1 : 2);')).toEqual([]);
});

test('a class is defined, and used', () => {
  const module = { path: 'a/b.module.css', names: ['one', 'two'] };
  const asked = (text: string) =>
    faultsOfClasses([module], [{ path: 'a/c/D.tsx', text: `import s from '../b.module.css';\n${text}` }]);
  expect(asked('s.one; [s.two]')).toEqual([]);
  expect(asked('s[name]')).toEqual([]);
  expect(asked("s.one; x.s.two; t('s.two'); s.find()")).toEqual(['a/b.module.css:1: no program uses the class two']);
  expect(asked('s.one; s.two; s.three')).toEqual(['a/c/D.tsx:1: ../b.module.css has no class three']);
  expect(
    classesOf(
      'x.module.css',
      '.a { container: box / inline-size } @keyframes k { to { top: 0 } } .b:has(.c) { top: 0 }',
    ),
  ).toEqual(expect.arrayContaining(['a', 'b', 'c']));
});
