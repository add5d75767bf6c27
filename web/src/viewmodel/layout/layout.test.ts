import '../../base/messages/en/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { fieldAbout, structAbout } from './about.ts';
import { engineRegions, presetOf } from './catalogue.ts';
import { type Direction, joinAbove, moveField, nudge, setPad, setWay, splitField } from './edit.ts';
import { EXAMPLE_LAYOUT, formatLayout, layoutFault, layoutFile, parseLayout } from './format.ts';
import { jsonFault } from './json-fault.ts';
import { everyField, LAYOUT_CODES, type Layout, type LayoutCode, type LayoutStruct } from './layout.ts';
import { fieldAt, piecesOf, place } from './place.ts';
import { fitRows, type LayoutRows, layoutRows } from './rows.ts';
import { scatter } from './scatter.ts';
import { stepBack, stepOn, type Trail } from './trail.ts';

const messages = messagesIn('en');
const CONNECTIONS = 20;

/** A layout that a person could have made: moves from a version's own one. */
const moved = (code: LayoutCode, moves: readonly (readonly [number, number, number])[]): Layout =>
  moves.reduce<Layout>((layout, [kind, a, b]) => {
    const field = everyField(layout)[a % everyField(layout).length]?.name ?? '';
    const struct = a % layout.structs.length;
    const to = b % layout.structs.length;
    const directions: readonly Direction[] = ['earlier', 'later', 'up', 'down'];
    const tried = [
      () => moveField(layout, field, to, b % 7),
      () => splitField(layout, field),
      () => joinAbove(layout, struct),
      () => nudge(layout, field, directions[b % 4] ?? 'later'),
      () => ({ ok: true as const, value: setWay(layout, struct, b % 2 === 0 ? 'arrays' : 'structs') }),
      () => ({ ok: true as const, value: setPad(layout, struct, b % 2 === 0 ? 64 : 1) }),
    ][kind % 6]?.();
    return tried?.ok === true ? tried.value : layout;
  }, presetOf(code));
const someLayout = fc
  .tuple(fc.constantFrom(...LAYOUT_CODES), fc.array(fc.tuple(fc.nat(5), fc.nat(200), fc.nat(200)), { maxLength: 25 }))
  .map(([code, moves]) => moved(code, moves));

describe('a version’s own layout', () => {
  it('puts each field where the engine has it', () => {
    for (const code of LAYOUT_CODES) {
      const placed = place(presetOf(code), CONNECTIONS);
      for (const [i, { name, bytes, count, fields }] of engineRegions(code).entries()) {
        const own = placed.structs[i];
        expect(own?.struct.name).toBe(name);
        if (count === 'connections') expect([name, own?.entry]).toEqual([name, bytes]);
        expect(own?.fields.map(({ at }) => at - (own?.at ?? 0))).toEqual(fields.map(({ first }) => first));
      }
    }
  });

  it('has nothing wrong with it', () => {
    for (const code of LAYOUT_CODES) expect(layoutFault(presetOf(code), messages.t)).toBeNull();
  });
});

describe('any layout that moves can make', () => {
  it('has each field of the engine once, none over another, each at its alignment', () => {
    fc.assert(
      fc.property(someLayout, (layout) => {
        expect(layoutFault(layout, messages.t)).toBeNull();
        const owners = new Map<number, string>();
        const faults: string[] = [];
        for (const { fields, entries, end } of place(layout, CONNECTIONS).structs)
          for (const { field, at, stride } of fields) {
            if (at % field.align !== 0) faults.push(`${field.name} at ${at}`);
            for (const entry of [0, 1, entries - 1].filter((each) => each < entries))
              for (let byte = 0; byte < field.size; byte++) {
                const own = `${field.name} ${entry} ${byte}`;
                const here = at + entry * stride + byte;
                if ((owners.get(here) ?? own) !== own || here >= end) faults.push(`${own} at ${here}`);
                owners.set(here, own);
              }
          }
        expect(faults).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is read back equal from its text and from its file', () => {
    fc.assert(
      fc.property(someLayout, (layout) => {
        expect(parseLayout(formatLayout(layout), messages)).toEqual({ ok: true, value: layout });
        expect(parseLayout(layoutFile(layout), messages)).toEqual({ ok: true, value: layout });
      }),
    );
  });

  it('finds the field of each byte of a field, and has a piece for each field of the engine', () => {
    fc.assert(
      fc.property(someLayout, (layout) => {
        const placed = place(layout, CONNECTIONS);
        for (const { fields, entries } of placed.structs)
          for (const { field, at, stride } of fields)
            for (const entry of [0, entries - 1]) {
              const found = fieldAt(placed, at + entry * stride + field.size - 1);
              expect([found?.field.name, found?.entry]).toEqual([field.name, entry]);
            }
        const { replay } = layout;
        if (replay === null) return;
        const all = engineRegions(replay).flatMap(({ fields }) => fields);
        expect(piecesOf(replay, placed).map(({ size }) => size)).toEqual(all.map(({ size }) => size));
      }),
      { numRuns: 60 },
    );
  });

  it('is drawn with each touched field’s first entry once, inside its line', () => {
    fc.assert(
      fc.property(someLayout, (layout) => {
        const main = layoutRows(layout, CONNECTIONS).structs.flatMap(({ rows }) =>
          rows.flatMap(({ tiles }) => tiles.filter(({ isMain }) => isMain)),
        );
        const names = main.map(({ field }) => field);
        expect(new Set(names).size).toBe(names.length);
        for (const { name } of everyField(layout))
          if (/\.(xid|xmin|state|nextXid|vacuumFlags|numProcs)$/.test(name)) expect(names).toContain(name);
        for (const { from, to } of main) expect(from >= 0 && to > from && to <= 64).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('where there is room for so many rows', () => {
  it('no more are drawn, each struct has one while there is room, and none that fits is left out', () => {
    fc.assert(
      fc.property(someLayout, fc.integer({ min: 1, max: 30 }), (layout, most) => {
        const all = layoutRows(layout, CONNECTIONS);
        const count = (of: LayoutRows) => of.structs.reduce((sum, { rows }) => sum + rows.length, 0);
        const few = fitRows(all, most);
        expect(count(few)).toBe(Math.min(most, count(all)));
        expect(few.structs.length).toBe(Math.min(most, all.structs.length));
        expect(few.structs.every(({ rows }) => rows.length > 0)).toBe(true);
      }),
    );
  });
});

describe('a field', () => {
  it('that exists once per connection does not go into a struct that exists once', () => {
    const layout = presetOf('pg13');
    expect(moveField(layout, 'PGXACT.xid', 0, 0)).toMatchObject({ ok: false, error: { why: 'count' } });
  });

  it('that steps on and back is where it was', () => {
    fc.assert(
      fc.property(someLayout, fc.nat(200), (layout, at) => {
        const field = everyField(layout)[at % everyField(layout).length]?.name ?? '';
        const index = (of: Layout) => of.structs.map(({ fields }) => fields.map(({ name }) => name));
        const home = layout.structs.find(({ fields }) => fields.some(({ name }) => name === field));
        if (home?.fields.at(-1)?.name === field) return;
        const on = nudge(layout, field, 'later');
        const back = on.ok ? nudge(on.value, field, 'earlier') : on;
        expect(back.ok && index(back.value)).toEqual(index(layout));
      }),
    );
  });
});

describe('a move that is refused', () => {
  const layout = presetOf('pg13');
  const why = (moved: ReturnType<typeof nudge>) => (moved.ok ? null : [moved.error.why, moved.error.struct]);
  it('says by keyboard, too, whether a struct has another count or there is none', () => {
    expect(why(nudge(layout, 'pgprocnos.pgprocnos', 'up'))).toEqual(['count', 'ProcArray']);
    expect(why(nudge(layout, 'ProcArrayLock.state', 'up'))).toEqual(['end', 'ProcArrayLock']);
    expect(why(splitField(layout, 'pgprocnos.pgprocnos'))).toEqual(['alone', 'pgprocnos']);
    expect(why(joinAbove(layout, 0))).toEqual(['join', 'ProcArrayLock']);
  });
});

describe('steps of a field by keys', () => {
  it('are each undone by the opposite one, from the last on', () => {
    fc.assert(
      fc.property(
        someLayout,
        fc.nat(200),
        fc.array(fc.constantFrom<Direction>('earlier', 'later', 'up', 'down'), { maxLength: 6 }),
        (layout, at, directions) => {
          const field = everyField(layout)[at % everyField(layout).length]?.name ?? '';
          const all = [layout];
          let trail: Trail = [];
          const taken: Direction[] = [];
          for (const direction of directions) {
            const from = all.at(-1) ?? layout;
            // A step back is no step onwards.
            const moved = stepBack(trail, from, field, direction) === null ? nudge(from, field, direction) : null;
            if (moved?.ok !== true) continue;
            trail = stepOn(trail, { field, direction, from, to: moved.value });
            all.push(moved.value);
            taken.push(direction);
          }
          for (const direction of taken.reverse()) {
            const opposite = { earlier: 'later', later: 'earlier', up: 'down', down: 'up' } as const;
            const back = stepBack(trail, all.pop() ?? layout, field, opposite[direction]);
            expect(back?.layout).toBe(all.at(-1));
            trail = back?.trail ?? [];
          }
        },
      ),
    );
  });
});

describe('where the structs of a replay lie', () => {
  const PERIOD = 8192;
  const UNUSED: LayoutStruct = {
    name: 'unused',
    count: 'connections',
    fields: [{ name: 'unused', size: 12, align: 4 }],
    pad: 1,
    align: 128,
    way: 'structs',
  };
  it('is neither over another one, nor at another byte of a line; and back leads to where it is drawn', () => {
    fc.assert(
      fc.property(someLayout, fc.nat(50), (layout, replay) => {
        const drawn = place(layout, CONNECTIONS);
        const { placed, back } = scatter(drawn, PERIOD, replay);
        for (const [i, one] of placed.structs.entries()) {
          const own = drawn.structs[i];
          expect(one.at).toBeGreaterThanOrEqual(placed.structs[i - 1]?.end ?? 0);
          expect((one.at - (own?.at ?? 0)) % 128).toBe(0);
          expect([back(one.at), back(one.end - 1)]).toEqual([own?.at, (own?.end ?? 0) - 1]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the same page and set, whatever unused memory lies before it', () => {
    fc.assert(
      fc.property(someLayout, fc.nat(50), fc.nat(50), (layout, replay, where) => {
        const at = where % layout.structs.length;
        // In front of one that begins a line.
        if ((layout.structs[at]?.align ?? 0) < 64) return;
        const more = { ...layout, structs: [...layout.structs.slice(0, at), UNUSED, ...layout.structs.slice(at)] };
        const places = (of: Layout) =>
          scatter(place(of, CONNECTIONS), PERIOD, replay)
            .placed.structs.filter(({ struct }) => struct !== UNUSED)
            .map(({ struct, at: own }) => [struct.name, own % PERIOD]);
        expect(places(more)).toEqual(places(layout));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the sentences', () => {
  it('are there for each field and struct of the engine', () => {
    for (const code of LAYOUT_CODES)
      for (const { name, fields } of presetOf(code).structs) {
        expect([name, structAbout(name)]).not.toContain(null);
        for (const field of fields) expect([field.name, fieldAbout(field.name)]).not.toContain(null);
      }
  });
});

describe('a file that is no layout', () => {
  const good = { format: 'xipscope-layout/1', structs: [{ name: 'a', count: 1, fields: [{ name: 'x', size: 4 }] }] };
  const access = [{ field: 'x', kind: 'read', by: 'all', rate: 1 }];
  it.each([
    ['an unknown member of the file', { ...good, access, color: 1 }, /the file: .*“color”/],
    ['of a struct', { ...good, access, structs: [{ ...good.structs[0], bits: 1 }] }, /structs\[0\]: .*“bits”/],
    [
      'of a field',
      { ...good, access, structs: [{ name: 'a', count: 1, fields: [{ name: 'x', size: 4, type: 'int' }] }] },
      /structs\[0\]\.fields\[0\]: .*“type”/,
    ],
    ['of a row', { ...good, access: [{ ...access[0], core: 1 }] }, /access\[0\]: .*“core”/],
    ['another format', { ...good, format: 'x/1' }, /format: “xipscope-layout\/1” is needed/],
    [
      'a size that is none',
      { ...good, access, structs: [{ name: 'a', count: 1, fields: [{ name: 'x', size: 0 }] }] },
      /size: a whole number/,
    ],
    ['no accesses', good, /Nobody accesses/],
    ['a field that is not there', { ...good, access: [{ ...access[0], field: 'y' }] }, /no struct has a field y/],
    ['a field of the engine missing', { ...good, replay: 'pg13' }, /ProcArrayLock\.\w+ is missing/],
    ['rows and a replay', { ...JSON.parse(formatLayout(presetOf('pg13'))), access }, /this list is empty/],
    ['no object', [], /the file: an object is needed/],
  ])('%s: is refused by name', (_, file, says) => {
    const read = parseLayout(JSON.stringify(file), messages);
    expect(read).toEqual({ ok: false, error: expect.stringMatching(says) });
  });

  it('C is called C, and broken JSON is not', () => {
    const fault = (text: string) => {
      const read = parseLayout(text, messages);
      return read.ok ? '' : read.error;
    };
    expect(fault('struct slot {\n  uint64_t counter;\n  int key[4];\n};')).toContain('This is C');
    expect(fault('  uint64_t counter;\n  char *name;')).toContain('This is C');
    expect(fault('{"format": "xipscope-layout/1", "structs": [,]}')).toContain('This is not JSON');
    expect(fault('hello')).toContain('This is not JSON');
  });

  it('broken JSON is, by the line and column of the fault', () => {
    const places: readonly (readonly [string, number, number])[] = [
      ['{"format": "x",\n  "structs": [,]}', 2, 15],
      ['{"a": 1,}', 1, 9],
      ['[1 2]', 1, 4],
      ['{"a": [1, 2', 1, 12],
      ['{"a": "b\n"}', 1, 7],
      ['[]\n\n x', 3, 2],
      ['[01]', 1, 3],
      ['[{}, {"a" 1}]', 1, 11],
    ];
    for (const [text, line, column] of places) expect([text, jsonFault(text)]).toEqual([text, { line, column }]);
    const read = parseLayout('{\n"a": }', messages);
    expect(read.ok ? '' : read.error).toContain('line 2, column 6');
  });
  it('what is JSON has its fault behind its end', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonFault(text)).toEqual({ line: 1, column: text.length + 1 });
      }),
    );
  });

  it('the example is one', () => {
    expect(parseLayout(layoutFile(EXAMPLE_LAYOUT), messages)).toEqual({ ok: true, value: EXAMPLE_LAYOUT });
  });

  it('no text makes it throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseLayout(text, messages)));
  });

  it('an own table is read, and the members that it leaves out have their defaults', () => {
    expect(parseLayout(JSON.stringify({ ...good, access }), messages)).toEqual({
      ok: true,
      value: {
        replay: null,
        access,
        structs: [
          { name: 'a', count: 1, pad: 1, align: 128, way: 'structs', fields: [{ name: 'x', size: 4, align: 4 }] },
        ],
      },
    });
  });
});
