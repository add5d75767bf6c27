import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { composePicture, type PictureParts, picturePlan } from './compose.ts';

const messages = messagesIn('en');
const LIMIT_SPECS =
  '<script>alert(1)</script> ]]> & "x" \' \u0001 \ud800 <!-- <![CDATA[ &amp; <image href="https://evil.example/x"/>';
const drawing = {
  svg: '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>\n',
  width: 300,
  height: 200,
  top: 0,
};
const partsOf = (text: string): PictureParts => ({
  title: text,
  text,
  lanes: { title: text, hint: text, drawings: [drawing] },
  axis: { title: text, hint: text, drawings: [drawing] },
  page: { title: text, hint: text, drawings: [drawing, { ...drawing, top: 40, height: 90 }] },
  explain: null,
  plain: { title: text, head: text, why: text },
  provenance: text,
  colours: { ink: '#000', muted: '#555', paper: '#fff', hairline: '#ddd' },
});

/** Every tag is closed by its own, no text has a bare `<` or `&`, and every character is allowed in XML. */
function wellFormed(xml: string): boolean {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml)) return false;
  const open: string[] = [];
  let rest = xml.replace(/^<\?xml [^?]*\?>\s*/, '');
  while (rest !== '') {
    const tag = /^<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/.exec(rest);
    if (tag === null) {
      const text = /^[^<]+/.exec(rest)?.[0] ?? '';
      if (text === '' || /&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(text) || text.includes(']]>')) return false;
      rest = rest.slice(text.length);
      continue;
    }
    const [whole, closes, name = '', , alone] = tag;
    if (closes === '/' && open.pop() !== name) return false;
    if (closes === '' && alone === '') open.push(name);
    rest = rest.slice(whole.length);
  }
  return open.length === 0;
}

describe('a picture of the stage', () => {
  test('the check itself finds what is broken', () => {
    for (const broken of ['<a>', '<a></b>', '<a>&</a>', '<a>\u0001</a>', '<a x="<"/>', '<a>]]></a>'])
      expect(wellFormed(broken), broken).toBe(false);
  });
  for (const lanes of [2, 3, 6])
    test(`is XML whatever a spec says, with ${lanes} lanes`, () => {
      const plan = picturePlan(lanes, false, 0);
      const { text } = composePicture(partsOf(LIMIT_SPECS), plan, messages);
      expect(wellFormed(text)).toBe(true);
      expect(text).not.toMatch(/<(script|image|foreignObject|style)\b/);
      expect(text.replace(/<[^>]*>/g, (tag) => tag.replace(/xmlns="[^"]*"/, ''))).not.toMatch(/<[^>]*\b(href|src)=/);
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (any) => {
          expect(wellFormed(composePicture(partsOf(any), plan, messages).text)).toBe(true);
        }),
        { numRuns: 30 },
      );
    });
  test('a sheet is 16:9 or higher, and its columns fill it without overlapping', () => {
    for (let lanes = 1; lanes <= 12; lanes++)
      for (const explained of [false, true]) {
        const plan = picturePlan(lanes, explained, 0);
        const { width, height } = composePicture(partsOf('x'), plan, messages);
        expect(height / width).toBeGreaterThanOrEqual(9 / 16 - 0.001);
        const used = plan.lanesAbove
          ? plan.axis + plan.page + 44 + (explained ? plan.side + 44 : 0)
          : plan.lanes + 44 + plan.page + (explained ? plan.side + 44 : 0);
        expect(used).toBe(plan.width - 96);
        expect(Math.min(plan.axis, plan.page)).toBeGreaterThan(380);
      }
  });
  test('without ids there is no axis, and the page takes its room', () => {
    for (const lanes of [2, 6]) {
      const plan = picturePlan(lanes, false, 0, false);
      expect(plan.axis).toBe(0);
      expect(plan.page).toBe(plan.lanesAbove ? plan.lanes : plan.width - 96 - 44 - plan.lanes);
      const { text } = composePicture({ ...partsOf('x'), axis: null }, plan, messages);
      expect(wellFormed(text)).toBe(true);
    }
  });
  test('a reader without our faces has others named', () => {
    const { text } = composePicture(partsOf('x'), picturePlan(2, false, 0), messages);
    expect(text).toContain('system-ui');
    expect(text).toContain('Georgia');
  });
});
