/** Each figure in a shipped lesson is in the source that it names, rounded as the lesson writes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { machineFigure } from './machine.ts';
import { parseMachine } from './machine-parse.ts';

const scenarios = fileURLToPath(new URL('../../../scenarios/', import.meta.url));
const lessons = readdirSync(`${scenarios}lessons`).filter((file) => /^\d\d-.*\.en\.md$/.test(file));

/** Prose writes 1,042,005; in a table a comma is the next column. */
const numbersIn = (prose: string): readonly string[] =>
  (prose.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? []).map((one) => one.replaceAll(',', ''));
const numbersOf = (file: string): readonly number[] => {
  const text = readFileSync(file, 'utf8');
  return (file.endsWith('.md') ? numbersIn(text) : (text.match(/\d+(?:\.\d+)?/g) ?? [])).map(Number);
};

/** The versions that were measured: `real:` may name these. */
const REAL = /^1[2-8]$/;

/** What a machine's file says of one of its figures: `xeon-gold-5215-2s.l1`; null: it has no such figure. */
function machineText(source: string): string | null {
  const [id = '', name = ''] = source.split('.');
  const file = `${scenarios}machines/${id}.json`;
  const machine = existsSync(file) ? parseMachine(readFileSync(file, 'utf8')) : null;
  const found = machine?.ok ? machineFigure(machine.value, name) : null;
  return found === null ? null : JSON.stringify(found);
}

/** The figures behind a source; null: there is none, or the source is a real server, whose figures are in no file. */
function figuresBehind(provenance: string, source: string): readonly number[] | null {
  if (provenance === 'published' && source.includes('.')) {
    const text = machineText(source);
    return text === null ? null : (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  }
  const file =
    provenance === 'modelled'
      ? `${scenarios}machines/${source}.json`
      : `${scenarios}published/${source}${source === 'README' ? '.md' : '.csv'}`;
  return existsSync(file) ? numbersOf(file) : null;
}

/** A figure in ns in a machine's file may be in µs in a lesson. */
const SCALES = { published: [1], machine: [1, 1000], modelled: [1, 1000] } as const;

const links = lessons.flatMap((lesson) =>
  [
    ...readFileSync(`${scenarios}lessons/${lesson}`, 'utf8').matchAll(
      /\[([^\]]+)\]\((published|modelled|real):([^)]+)\)/g,
    ),
  ].map(([, text = '', provenance = '', source = '']) => ({ lesson, text, provenance, source })),
);

describe('the figures of the lessons', () => {
  test('name sources that are there', () => {
    expect(links.length).toBeGreaterThan(80);
    const missing = links.filter(({ provenance, source }) =>
      provenance === 'real' ? !REAL.test(source) : figuresBehind(provenance, source) === null,
    );
    expect(missing).toEqual([]);
  });

  test('stand in their sources', () => {
    const wrong = links.filter(({ text, provenance, source }) => {
      const there = figuresBehind(provenance, source);
      if (there === null || (provenance !== 'published' && provenance !== 'modelled')) return false;
      const scales = SCALES[provenance === 'published' && source.includes('.') ? 'machine' : provenance];
      return numbersIn(text).some((written) => {
        const decimals = written.split('.')[1]?.length ?? 0;
        return !scales.some((scale) =>
          there.some((one) => (one / scale).toFixed(decimals) === Number(written).toFixed(decimals)),
        );
      });
    });
    expect(wrong).toEqual([]);
  });
});
