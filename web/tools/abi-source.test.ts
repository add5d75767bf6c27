/** The generated mirrors of exports are what the C files say; the layouts' are held by abi-source.wasm.test.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { exportsIn, exportsSource, type SimLayout, simSource } from './abi-source.ts';

test('an export has its parameters by name, also over several lines; one that answers nothing is void', () => {
  const text = `/* says */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_out(void)
{
EMSCRIPTEN_KEEPALIVE const xip_access *xip_api_log(uint32_t next_xid,
                                                   double ns)
EMSCRIPTEN_KEEPALIVE void xip_sim_end(uint32_t id)
static uint32_t xip_hidden(void)
`;
  expect(exportsIn(text)).toEqual([
    { name: 'xip_sim_out', parameters: [], isVoid: false },
    { name: 'xip_api_log', parameters: ['nextXid', 'ns'], isVoid: false },
    { name: 'xip_sim_end', parameters: ['id'], isVoid: true },
  ]);
});

test('TypeScript calls the exports that C has (npm run gen:abi)', () => {
  expect(readFileSync(at('web/src/engine/wasm/exports.gen.ts'), 'utf8')).toBe(exportsSource());
});

const layout = (fields: SimLayout['parts'][string]['fields'], enums: SimLayout['enums'] = {}): SimLayout => ({
  constants: {},
  enums,
  parts: { ctid: { size: 8, fields: { block: ['u32', 0], offset: ['u32', 4] } } },
  answers: { page: { size: 64, fields } },
});

test('a field is read at its own place, an element of an array behind those before it', () => {
  const text = simSource(
    layout({ is_used: ['bool', 4], next_xid: ['u64', 8], items: ['ctid', 16, 6], ids: ['u32', 60, 1] }),
    'sim',
  );
  expect(text).toContain('get isUsed(): boolean { return this.u32(1) !== 0;');
  expect(text).toContain('get nextXid(): number { return this.u64(2);');
  expect(text).toContain('items(i: number): SimCtid { return this.#items.moved(this.at + 4 + 2 * i);');
  expect(text).toContain('ids(i: number): number { return this.u32(15 + i);');
});

test('an enum has its names from its first value on; an empty name is null, a gap and an unknown type are refused', () => {
  const text = simSource(
    layout(
      { kind: ['kind', 0] },
      {
        kind: [
          [1, 'xid'],
          [2, ''],
          [3, 'XIP_ASK_IN_SNAPSHOT'],
        ],
      },
    ),
    'sim',
  );
  expect(text).toContain("export const SIM_KIND = ['xid', null, 'in-snapshot'] as const;");
  expect(text).toContain('return SIM_KIND[this.u32(0) - 1] ?? SIM_KIND[0];');
  expect(() =>
    simSource(
      layout(
        {},
        {
          kind: [
            [0, 'a'],
            [2, 'b'],
          ],
        },
      ),
      'sim',
    ),
  ).toThrow('not neighbours');
  expect(() => simSource(layout({ kind: ['kind', 0] }), 'sim')).toThrow('unknown type');
});

test('what SERIALIZABLE alone needs is in a file of its own, which has all that it names', () => {
  const sxact = { size: 8, fields: { state: ['sxact_state', 0], xid: ['u32', 4] } } as const;
  const enums: SimLayout['enums'] = { sxact_state: [[0, 'runs']], outcome: [[0, 'done']] };
  const all: SimLayout = { ...layout({}, enums), answers: { sxact } };
  expect(simSource(all, 'sim-ssi')).toContain('class SimSxact');
  expect(simSource(all, 'sim-ssi')).not.toContain('SIM_OUTCOME');
  expect(simSource(all, 'sim')).not.toMatch(/sxact/i);
  const mixed: SimLayout = { ...all, answers: { sxact: { size: 4, fields: { how: ['outcome', 0] } } } };
  expect(simSource(mixed, 'sim-ssi')).toContain("import { SIM_OUTCOME, type SimOutcome } from './sim.gen.ts';");
  const wrong: SimLayout = { ...all, answers: { page: { size: 4, fields: { state: ['sxact_state', 0] } } } };
  expect(() => simSource(wrong, 'sim')).toThrow('sim.gen.ts would need the others for sxact_state');
});
