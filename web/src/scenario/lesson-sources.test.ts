/** Each figure in a shipped lesson is in the source that it names, rounded as the lesson writes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

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

/** The file behind a source; null: there is none, or the source is a real server, whose figures are in no file. */
function fileOf(provenance: string, source: string): string | null {
  const file =
    provenance === 'modelled'
      ? `${scenarios}machines/${source}.json`
      : `${scenarios}published/${source}${source === 'README' ? '.md' : '.csv'}`;
  return existsSync(file) ? file : null;
}

/** A figure in ns in a machine's file may be in µs in a lesson. */
const SCALES = { published: [1], modelled: [1, 1000] } as const;

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
      provenance === 'real' ? !REAL.test(source) : fileOf(provenance, source) === null,
    );
    expect(missing).toEqual([]);
  });

  test('stand in their sources', () => {
    const wrong = links.filter(({ text, provenance, source }) => {
      const file = fileOf(provenance, source);
      if (file === null || (provenance !== 'published' && provenance !== 'modelled')) return false;
      const there = numbersOf(file);
      return numbersIn(text).some((written) => {
        const decimals = written.split('.')[1]?.length ?? 0;
        return !SCALES[provenance].some((scale) =>
          there.some((one) => (one / scale).toFixed(decimals) === Number(written).toFixed(decimals)),
        );
      });
    });
    expect(wrong).toEqual([]);
  });
});
