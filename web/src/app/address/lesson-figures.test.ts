/** A lesson's figure is an address: the page's own rules can read every address in the lessons. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { fetchAllCodecs, parseAddress } from './address.ts';

await fetchAllCodecs();

const folder = new URL('../../../../scenarios/lessons/', import.meta.url);
const files = readdirSync(folder).filter((name) => /^\d.*[.]md$/.test(name));
const figuresOf = (file: string): string[] =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^at: (#\/\S+)$/gm)].map(([, at]) => at ?? '');

describe('the figures of', () => {
  it.each(files)('%s have addresses that can be read', (file) => {
    const figures = figuresOf(file);
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.filter((at) => !parseAddress(at, () => messagesIn('en')).ok)).toEqual([]);
  });
});
