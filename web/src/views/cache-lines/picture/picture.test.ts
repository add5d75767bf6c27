import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { type FakeDesign, fakeScene } from '../../../viewmodel/cachelines/lines.fake.ts';
import { pairNs } from '../../../viewmodel/cachelines/position.ts';
import type { Palette } from '../pen.ts';
import { linesPicture } from './lines-picture.ts';
import { SvgPen } from './svg-pen.ts';

const palette: Palette = {
  ink: '#111111',
  paper: '#fefefe',
  muted: '#888888',
  hairline: '#cccccc',
  edge: '#777777',
  cores: ['#a000a0', '#00a0a0', '#a0a000', '#a00000', '#a1', '#a2', '#a3', '#a4'],
  design: '#b04000',
  sans: "'Inter Variable', sans-serif",
  mono: "'JetBrains Mono Variable', monospace",
};

/** Every element that is opened is closed, in order; answers the texts. */
function wellFormed(xml: string): readonly string[] {
  const open: string[] = [];
  const texts: string[] = [];
  for (const [, close, name = '', self, text = ''] of xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([a-zA-Z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>([^<]*)/g)) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (self === '') open.push(name);
    if (text.trim() !== '') texts.push(text);
    expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
  }
  expect(open).toEqual([]);
  return texts;
}

describe('a pen that writes SVG', () => {
  test('what looks alike and follows each other is one path; another look is another one', () => {
    const pen = new SvgPen('t');
    pen.fillStyle = 'red';
    pen.fillRect(0, 0, 1, 1);
    pen.fillRect(2, 0, 1, 1);
    pen.globalAlpha = 0.5;
    pen.fillRect(4, 0, 1, 1);
    expect(pen.toString().match(/<path/g)).toHaveLength(2);
    expect(pen.toString()).toContain('opacity="0.5"');
  });
  test('what was saved comes back: place, colour, clip', () => {
    const pen = new SvgPen('t');
    pen.fillStyle = 'red';
    pen.save();
    pen.translate(10, 20);
    pen.fillStyle = 'blue';
    pen.beginPath();
    pen.rect(0, 0, 5, 5);
    pen.clip();
    pen.fillRect(0, 0, 9, 9);
    pen.restore();
    pen.fillRect(1, 1, 1, 1);
    const [inside = '', outside = ''] = [...pen.toString().matchAll(/<path d="[^"]*" [^>]*\/>/g)].map(String);
    expect(inside).toMatch(/blue.*translate\(10 20\).*url\(#t-1\)/);
    expect(outside).not.toMatch(/translate|url/);
    expect(outside).toContain('red');
  });
  test('no text is ever markup', () => {
    const markup = fc.constantFrom('<', '>', '&', '"', "'", '<b>', '</text>', '&amp;', ']]>', '\u0000', 'x');
    fc.assert(
      fc.property(fc.array(markup, { minLength: 1 }), (parts) => {
        const pen = new SvgPen('t');
        pen.write(pen, parts.join(''), 0, 0, { font: '400 10px Inter', colour: 'red', align: 'left' });
        const inner = /^<text [^<>]*>([^<]*)<\/text>$/.exec(pen.toString())?.[1];
        expect(inner).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|apos;)/);
        expect(inner?.includes('\u0000')).toBe(false);
      }),
    );
  });
});

describe('the figure as a picture', () => {
  test('stands alone, whatever it shows and whenever: no variable of the page, nothing unclosed, nothing that is no number', () => {
    const designs = fc.constantFrom<FakeDesign>('pg13', 'globalvis', 'dense', 'pg14');
    fc.assert(
      fc.property(
        designs,
        designs,
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 12, max: 400 }),
        fc.integer({ min: 0, max: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (left, right, active, connections, operation, share) => {
          const more = { active, connections, operation };
          const pair = { left: fakeScene({ design: left, ...more }), right: fakeScene({ design: right, ...more }) };
          const palettes = { left: palette, right: palette };
          const { text, width, height } = linesPicture({
            pair,
            ns: share * pairNs(pair),
            palettes,
            messages: messagesIn('en'),
          });
          wellFormed(text);
          expect(text).not.toMatch(/var\(|NaN|undefined|Infinity|class=|style=/);
          expect(width / height).toBeLessThanOrEqual(16 / 9 + 0.01);
        },
      ),
      { numRuns: 20 },
    );
  }, 30_000);
  test('says its finding, its numbers, and where they come from', () => {
    const pair = { left: fakeScene({ design: 'pg13' }), right: fakeScene({ design: 'dense' }) };
    const messages = messagesIn('en');
    const { text } = linesPicture({ pair, ns: pairNs(pair), palettes: { left: palette, right: palette }, messages });
    const said = wellFormed(text).join(' ');
    for (const words of ['wrote', 'PGXACT', 'xids[]', 'lines', 'misses', 'modelled', 'xipscope', 'connections'])
      expect(said).toContain(words);
    // In the writers' hues.
    for (const hue of palette.cores.slice(0, 4)) expect(text).toContain(hue);
  });
});
