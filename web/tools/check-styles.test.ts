/** A style stays with its component: styles that the check refuses, and styles that it allows. */
import { expect, test } from 'vitest';
import { faultsIn } from './check-styles.mjs';

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
