/** Laws of the normalization of bytes and answers before they are compared. */
import { describe, expect, it } from 'vitest';
import { acrossMajors } from './drive.ts';
import { answerOf, membersText, snapshotText } from './facts.ts';
import { multixactsOn, pageLines, relativeXid } from './page.ts';

/** A page with the given line pointers and one tuple header for each that is NORMAL. */
function pageOf(
  items: readonly { flag: number; to?: number; xmin?: number; xmax?: number; mask?: number }[],
): Uint8Array {
  const page = new Uint8Array(8192);
  const view = new DataView(page.buffer);
  let upper = 8192;
  items.forEach(({ flag, to = 0, xmin = 0, xmax = 0, mask = 0 }, i) => {
    if (flag === 1) {
      upper -= 32;
      view.setUint32(upper, xmin, true);
      view.setUint32(upper + 4, xmax, true);
      view.setUint16(upper + 16, i + 1, true);
      view.setUint16(upper + 18, 2, true);
      view.setUint16(upper + 20, mask, true);
      view.setUint8(upper + 22, 24);
    }
    view.setUint32(24 + 4 * i, (flag === 1 ? upper : to) | (flag << 15) | ((flag === 1 ? 32 : 0) << 17), true);
  });
  view.setUint16(12, 24 + 4 * items.length, true);
  view.setUint16(14, upper, true);
  return page;
}

describe('what is compared', () => {
  it('counts xids from the base, across the wraparound of 32 bits', () => {
    expect(relativeXid(731, 731)).toBe('+0');
    expect(relativeXid(730, 731)).toBe('-1');
    expect(relativeXid(5, 0xfffffffe)).toBe('+7');
    expect([0, 1, 2].map((xid) => relativeXid(xid, 731))).toEqual(['-', 'special1', 'special2']);
  });

  it('is the same for two servers whose xids differ', () => {
    const lines = [731, 90_000].map((base) =>
      pageLines(pageOf([{ flag: 1, xmin: base - 1, xmax: base + 2 }]), 0, base, () => undefined),
    );
    expect(lines[0]).toEqual(lines[1]);
    expect(lines[0]?.[1]).toContain('xmin -1 xmax +2');
  });

  it('tells every kind of line pointer', () => {
    const page = pageOf([{ flag: 2, to: 4 }, { flag: 3 }, { flag: 0 }, { flag: 1 }]);
    expect(pageLines(page, 3, 700, () => undefined).map((line) => line.replace(/ xmin.*/, ''))).toEqual([
      `page 3: items 4, free ${8192 - 32 - 40}, prune -, flags 0`,
      'tuple (3,1): REDIRECT to 4',
      'tuple (3,2): DEAD',
      'tuple (3,3): UNUSED',
      'tuple (3,4): NORMAL',
    ]);
  });

  it('knows a multixact by its members, and none where xmax is invalid', () => {
    const page = pageOf([
      { flag: 1, xmax: 17, mask: 0x1000 },
      { flag: 1, xmax: 18, mask: 0x1800 },
    ]);
    expect(multixactsOn(page)).toEqual([17]);
    const lines = pageLines(page, 0, 700, (multi) => membersText(`${683 + multi} sh,${682 + multi} keysh`, 700));
    expect(lines[1]).toContain('multi{+0 sh, -1 keysh}');
    expect(lines[2]).toContain('xmax multi ');
  });

  it('reads an exported snapshot, members sorted', () => {
    const file = 'vxid:3/4\npid:9\nxmin:700\nxmax:709\nxcnt:2\nxip:705\nxip:700\nsof:0\nsxcnt:1\nsxp:706\n';
    expect(snapshotText(file, 700)).toBe('xmin +0 xmax +9 xip {+0,+5} subxip {+6}');
    expect(snapshotText('xmin:700\nxmax:709\nsof:1\n', 700)).toBe('xmin +0 xmax +9 xip {} overflowed');
  });

  it('keeps rows as a client gets them, and makes only pg_current_snapshot relative', () => {
    const answer = answerOf(
      {
        notices: [],
        results: [
          { columns: ['pg_current_snapshot'], rows: [['701:705:701,703']], tag: 'SELECT 1' },
          { columns: ['id', 'v'], rows: [['701', null]], tag: 'SELECT 1' },
          { columns: [], rows: [], tag: 'UPDATE 1' },
        ],
        error: { severity: 'ERROR', sqlstate: '40P01', message: 'deadlock detected' },
        status: 'failed',
      },
      700,
    );
    expect(answer.lines).toEqual([
      'pg_current_snapshot',
      '+1:+5:+1,+3',
      'id|v',
      '701|',
      'UPDATE 1',
      'ERROR 40P01: deadlock detected',
    ]);
    expect(answer.isDeadlock).toBe(true);
  });

  it('leaves out, across majors, what 14 and later do differently, and nothing else', () => {
    const heap = (...lines: string[]) => acrossMajors({ about: 'heap', isVisible: false, lines });
    expect(heap('page 0: items 3, free 8000, prune +1, flags 1', 'tuple (0,1): DEAD', 'tuple (0,2): UNUSED')).toEqual([
      'page 0: prune +1',
      'tuple (0,1): DEAD',
    ]);
    expect(heap('tuple (0,1): UNUSED', 'tuple (0,2): DEAD')).toHaveLength(2);
    const line = 'xmin +0 xmax +4 xip {+1} subxip {+2,+4,+9}';
    expect(acrossMajors({ about: 'a snapshot taken now', isVisible: false, lines: [line] })).toEqual([
      'xmin +0 xmax +4 xip {+1} subxip {+2}',
    ]);
  });
});
