/** Laws of machine files: the shipped ones are complete and sourced, and every fault in one is reported with its place. */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { farTransfer, figuresOf, MACHINE_IDS, type Machine, machineCores, machineThreads } from './machine.ts';
import { MACHINE_LIMITS, parseMachine, parseMachineBytes } from './machine-parse.ts';
import { loadMachine, machineText } from './machines.node.ts';

const shipped = (id: (typeof MACHINE_IDS)[number]): Machine => {
  const machine = loadMachine(id);
  if (!machine.ok)
    throw new Error(machine.error.map(({ line, message }) => `${id}.json:${line}: ${message}`).join('\n'));
  return machine.value;
};
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];
const XEON = machineText('xeon-gold-5215-2s');
const json = (): Json => JSON.parse(XEON);

/** All paths to objects below a value. */
function objects(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) => objects(child, [...path, key]));
  return Array.isArray(value) ? below : [path, ...below];
}
/** Objects whose keys the format names: the keys of a fitted point's `where` are the published table's. */
const named = (value: Json): readonly Path[] => objects(value).filter((path) => path.at(-1) !== 'where');
const get = (value: Json, path: Path): Json =>
  path.reduce<Json>((at, key) => (at as { [key: string]: Json })[key] ?? null, value);
/** The text with one place changed; `change` gets the object at `path`. */
function changed(path: Path, change: (object: Record<string, Json>) => void): string {
  const whole = json();
  change(get(whole, path) as Record<string, Json>);
  return JSON.stringify(whole, null, 2);
}
const faultsOf = (text: string) => {
  const machine = parseMachine(text);
  return machine.ok ? [] : machine.error;
};
/** As a fault names a place: `fitted.constants[0].name`. */
const pathText = (path: Path): string => path.join('.').replaceAll(/[.](\d+)/g, '[$1]');
const lineWith = (text: string, part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;

describe('shipped machines', () => {
  it('are the files of scenarios/machines, each called by its id', () => {
    const files = readdirSync(new URL('../../../scenarios/machines/', import.meta.url)).filter((f) =>
      f.endsWith('.json'),
    );
    expect(files.sort()).toEqual(MACHINE_IDS.map((id) => `${id}.json`).sort());
    for (const id of MACHINE_IDS) expect(shipped(id).id).toBe(id);
  });

  it.each(MACHINE_IDS)('%s: every figure of the file is read, and has a source that can be looked up', (id) => {
    const figures = figuresOf(shipped(id));
    // A figure is an object with a source; the fit's constants have none.
    const inFile = objects(JSON.parse(machineText(id))).filter((path) => {
      const found = get(JSON.parse(machineText(id)), path);
      return typeof found === 'object' && found !== null && 'source' in found;
    });
    expect(figures.map(([path]) => path).sort()).toEqual(inFile.map((path) => path.join('.')).sort());
    for (const [, figure] of figures) expect(figure.source.length).toBeGreaterThan(20);
  });

  it('the machines of the published tables are as their author says', () => {
    const xeon = shipped('xeon-gold-5215-2s');
    expect([machineCores(xeon), machineThreads(xeon), xeon.protocol.value]).toEqual([20, 40, 'MESIF']);
    expect(machineThreads(shipped('azure-f72s-v2'))).toBe(72);
  });

  it('what is behind another L3 is the other socket, or another group of cores, or nowhere', () => {
    expect(farTransfer(shipped('xeon-gold-5215-2s'))?.value).toBe(113.7);
    expect(farTransfer(shipped('epyc-7742'))?.value).toBe(131);
    expect(farTransfer(shipped('core-i5-10310u'))).toBeNull();
  });

  it('cycles become nanoseconds at the clock that stands beside them', () => {
    const { l2 } = shipped('xeon-gold-5215-2s').latency;
    expect(l2?.cycles).toEqual({ count: 14, at: 3 });
    expect(l2?.value).toBeCloseTo(14 / 3, 9);
  });
});

describe('a machine file with a fault', () => {
  it('a key left out anywhere is told by name, at its object, unless it may be left out', () => {
    const mayGo = ['note', 'unit', 'issueWidth', 'takenJumpCycles', 'lineFillBuffers', 'inclusive', 'fitted'];
    const keys = named(json()).flatMap((path) =>
      Object.keys(get(json(), path) as object).map((key) => [path, key] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...keys), ([path, key]) => {
        const text = changed(path, (object) => delete object[key]);
        const faults = faultsOf(text);
        const inCycles = key === 'unit' && Object.hasOwn(get(json(), path) as object, 'atGHz');
        if (inCycles) expect(faults[0]?.message).toContain('“atGHz” belongs to a figure in cycles');
        else if (mayGo.includes(key) && path.at(-2) !== 'constants') expect(faults).toEqual([]);
        // A file may leave out l2, but then its latency has nothing to belong to.
        else if (path.at(-1) === 'caches' && key === 'l2')
          expect(faults[0]?.message).toContain('latency.l2: it is given');
        else if (key === 'atGHz') expect(faults[0]?.message).toContain('needs “atGHz”');
        else {
          expect(faults.map(({ message }) => message).join('\n')).toContain(`“${key}” is missing`);
          if (path.length > 0) expect(faults[0]?.line).toBeGreaterThan(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('an unknown key anywhere is told at its own line, with what is known', () => {
    fc.assert(
      fc.property(fc.constantFrom(...named(json())), (path) => {
        const text = changed(path, (object) => {
          object.zebra = 1;
        });
        expect(faultsOf(text)).toHaveLength(1);
        expect(faultsOf(text)[0]).toMatchObject({
          line: lineWith(text, '"zebra"'),
          path: pathText([...path, 'zebra']),
        });
        expect(faultsOf(text)[0]?.message).toContain('“zebra” is unknown; the known keys here are');
      }),
    );
  });

  it('no text, however damaged, makes it throw; a machine that comes out is whole', () => {
    const damaged = fc
      .tuple(
        fc.nat(XEON.length),
        fc.nat(40),
        fc.constantFrom('', '0', '-1', '1e999', 'null', '"x"', '{}', '[]', ',', '}'),
      )
      .map(([at, cut, put]) => XEON.slice(0, at) + put + XEON.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.json(), fc.string()), (text) => {
        const machine = parseMachine(text);
        if (machine.ok) expect(figuresOf(machine.value).length).toBeGreaterThan(25);
        else for (const { line, column } of machine.error) expect(Math.min(line, column)).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, Path, (object: Record<string, Json>) => void, string]>([
    [
      'a negative latency',
      ['latency', 'l3'],
      (o) => {
        o.value = -1;
      },
      'latency.l3.value: -1 is outside 0 to 100,000 ns',
    ],
    [
      'half a socket',
      ['sockets'],
      (o) => {
        o.value = 1.5;
      },
      'sockets.value: 1.5 is not a whole number',
    ],
    [
      'a word for a figure',
      ['sockets'],
      (o) => {
        o.value = 'two';
      },
      'sockets.value: a number is expected, but this is a text',
    ],
    [
      'a bare number',
      ['latency'],
      (o) => {
        o.memory = 80;
      },
      'latency.memory: an object is expected, but this is a number',
    ],
    [
      'an unknown protocol',
      ['protocol'],
      (o) => {
        o.value = 'MOSI';
      },
      '“MOSI” is not one of MESI, MESIF, and MOESI',
    ],
    [
      'seconds',
      ['latency', 'memory'],
      (o) => {
        o.unit = 's';
      },
      'latency.memory.unit: “s” is not one of ns and cycles',
    ],
    [
      'cycles of no clock',
      ['latency', 'l1'],
      (o) => {
        delete o.atGHz;
      },
      'latency.l1: a figure in cycles needs “atGHz”',
    ],
    [
      'a clock without cycles',
      ['latency', 'memory'],
      (o) => {
        o.atGHz = 3;
      },
      'belongs to a figure in cycles',
    ],
    [
      'a source that names nothing',
      ['latency', 'l1'],
      (o) => {
        o.source = 'I know';
      },
      'a source names title, author or vendor',
    ],
    [
      'another format',
      [],
      (o) => {
        o.format = 'xipscope-machine/2';
      },
      'only “xipscope-machine/1” is read',
    ],
    [
      'an id with blanks',
      [],
      (o) => {
        o.id = 'my box';
      },
      '“my box” is not an id',
    ],
    [
      'more cores than the model holds',
      ['coresPerSocket'],
      (o) => {
        o.value = 64;
      },
      '128 cores in all sockets together; the model holds at most 64',
    ],
    [
      'L3s that do not divide the cores',
      ['l3PerSocket'],
      (o) => {
        o.value = 3;
      },
      'do not divide evenly among 3 L3s',
    ],
    [
      'one socket with another one’s latency',
      ['sockets'],
      (o) => {
        o.value = 1;
      },
      'this machine has one socket; leave it out',
    ],
    [
      'a second level without its latency',
      ['latency'],
      (o) => {
        delete o.l2;
      },
      '“l2” is missing, and this machine has a private L2',
    ],
    [
      'memory that is nearer than the L3',
      ['latency', 'memory'],
      (o) => {
        o.value = 5;
      },
      'latency.memory: 5 ns is less than 22.67 ns of latency.l3',
    ],
    [
      'turbo below base',
      ['clock', 'allCore'],
      (o) => {
        o.value = 1;
      },
      'base ≤ allCore ≤ singleCore',
    ],
  ])('%s is refused, with what is wrong', (_name, path, change, message) => {
    const text = changed(path, change);
    expect(
      faultsOf(text)
        .map((fault) => fault.message)
        .join('\n'),
    ).toContain(message);
    for (const { line } of faultsOf(text)) expect(line).toBeGreaterThan(path.length === 0 ? 0 : 1);
  });

  it('a value’s fault stands at the value', () => {
    const text = changed(['latency', 'memory'], (o) => {
      o.value = -81.25;
    });
    const line = lineWith(text, '-81.25');
    expect(faultsOf(text)[0]).toMatchObject({
      line,
      column: (text.split('\n')[line - 1] ?? '').indexOf('-81.25') + 1,
      path: 'latency.memory.value',
    });
  });

  it('a fit may use three points and three constants, and no more', () => {
    const fitOn = (points: number, constants: number): Json => ({
      publishedTable: 'idle-connections.csv',
      points: Array.from({ length: points }, (_, idle) => ({ where: { idle, active: 1 }, column: 'tps_pre' })),
      constants: Array.from({ length: constants }, (_, i) => ({ name: `c${i}`, value: i, unit: 'ns', how: 'because' })),
    });
    const with_ = (points: number, constants: number) =>
      faultsOf(
        changed([], (o) => {
          o.fitted = fitOn(points, constants);
        }),
      );
    expect(with_(3, 3)).toEqual([]);
    expect(with_(4, 3)[0]?.message).toContain('at most 3');
    expect(with_(3, 4)[0]?.message).toContain('4 fitted constants');
    expect(with_(0, 1)[0]?.message).toContain('no points that they were fitted on');
  });

  it('bytes that are no text, and files that are too large, are refused', () => {
    expect(parseMachineBytes(new Uint8Array([0x7b, 0xff])).ok).toBe(false);
    const large = parseMachineBytes(new Uint8Array(MACHINE_LIMITS.fileBytes + 1).fill(32));
    expect(large.ok ? '' : large.error[0]?.message).toContain('larger than');
  });
});
