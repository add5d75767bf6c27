/**
 * A scene in an instance of `xip-model.wasm`: one operation at a time, with the result of each access. It runs in the
 * caller's thread; with 12,500 connections some calls take tens of milliseconds, the first one to a late operation half
 * a second: call it in a worker.
 */

import { DESIGN_IDS } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { ns } from '../../base/units.ts';
import type { Machine } from '../../scenario/machine.ts';
import { WORKLOAD_IDS } from '../lab/lab-types.ts';
import { coreParams, machineParams } from '../simulation/model-params.ts';
import { ABI } from '../wasm/abi.gen.ts';
import type { ModelExports } from '../wasm/exports.gen.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';
import { Columns } from './columns.ts';
import {
  type LayoutPiece,
  type LineRange,
  OPERATION_KINDS,
  type PlannedOperation,
  SCENE_LIMITS,
  SCENE_PLACES,
  type SceneAccesses,
  type SceneCheck,
  type SceneCheckRequest,
  type SceneLook,
  type SceneOpened,
  type SceneOperation,
  type SceneRegion,
  type SceneRequest,
  type SceneShown,
  type SceneSpan,
  type SceneTimeline,
  type SceneTotals,
  type SceneWhen,
} from './scene-types.ts';

const LINE_BYTES = 64;
const STATES_AT_ONCE = 4096;
/** Operations are run ahead in batches of this size to find a time. */
const LOOK_AHEAD = 64;

export class Scene {
  readonly #module: WasmModule<ModelExports>;
  readonly #memory: WebAssembly.Memory;
  #opened: SceneOpened | null = null;
  /** How many operations it has, as far as anybody may ask. */
  #operations = 0;
  /** Sums over the operations before number `totals.operations`. */
  #totals = NOTHING;
  /** Backends whose first snapshot is among these operations. */
  #warm = new Set<number>();

  private constructor(module: WasmModule<ModelExports>, memory: WebAssembly.Memory) {
    this.#module = module;
    this.#memory = memory;
  }

  static async load(place: WasmPlace): Promise<Result<Scene, EngineError>> {
    const instance = await instantiate<ModelExports>(place, undefined, () => undefined);
    return instance.ok ? ok(new Scene(instance.value.module, instance.value.memory)) : instance;
  }

  /** Connects all backends. Closes the scene before it. */
  open(request: SceneRequest): Result<SceneOpened, EngineError> {
    const m = this.#module;
    const { machine } = request;
    this.#opened = null;
    this.#forget();
    this.#fillMachine(machineParams(machine, request.coherence));
    const pieces = this.#fillPieces(request.pieces ?? []);
    if (pieces === null) return err({ kind: 'bad-input', message: 'the layout has too many fields' });
    const planned = this.#fillPlan(request.plan ?? []);
    if (planned === null) return err({ kind: 'bad-input', message: 'the plan has too many operations' });
    this.#operations = planned === 0 ? SCENE_LIMITS.operations : planned;
    const code = m._xip_scene_start(
      DESIGN_IDS.indexOf(request.design),
      request.active,
      request.idle,
      SCENE_PLACES.indexOf(request.place),
      WORKLOAD_IDS.indexOf(request.workload),
      pieces,
      planned,
    );
    if (code !== 0) return this.#error(code);
    const backends = Array.from({ length: request.active }, (_, i) => i);
    const pgprocnos = backends.map((i) => m._xip_scene_backend_pgprocno(i));
    this.#opened = {
      regions: this.#regions(),
      fields: this.#list((at) => m._xip_scene_field_name(at)),
      lines: m._xip_scene_lines(),
      machineCores: m._xip_scene_cores(),
      coresPerSocket: machine.coresPerSocket.value,
      coresPerL3: machine.coresPerSocket.value / machine.l3PerSocket.value,
      cores: backends.map((i) => m._xip_scene_backend_core(i)),
      pgprocnos,
      // All connected in the order of the slots, and nobody has disconnected.
      places: pgprocnos,
    };
    return ok(this.#opened);
  }

  /** One operation, with the lines to look at. */
  show(when: SceneWhen, looks: readonly LineRange[]): Result<SceneShown, EngineError> {
    const m = this.#module;
    if (this.#opened === null) return err({ kind: 'bad-input', message: 'no scene is open' });
    const number = 'operation' in when ? when.operation : this.#operationAt(when.ns);
    if (!(Number.isInteger(number) && number >= 0 && number < this.#operations))
      return err({ kind: 'bad-input', message: `this scene has operations 0 to ${this.#operations - 1}` });
    for (const { first, count } of looks)
      if (!(first >= 0 && count >= 0 && first + count <= this.#opened.lines))
        return err({ kind: 'bad-input', message: `a scene has lines 0 to ${this.#opened.lines - 1}` });
    const moved = m._xip_scene_goto(number);
    if (moved !== 0) return this.#error(moved);
    const before = looks.map((range) => this.#before(range));
    const code = m._xip_scene_next();
    if (code !== 0) return this.#error(code);
    return ok({
      operation: this.#operation(number),
      accesses: this.#accesses(),
      looks: before.map((look) => ({ ...look, bytesAfter: this.#bytes(look) })),
      totals: this.#totalsBefore(number),
    });
  }

  /** Several operations, one after the other. */
  run({ from, count, looks }: SceneSpan): Result<readonly SceneShown[], EngineError> {
    const all: SceneShown[] = [];
    for (let operation = from; operation < from + count; operation++) {
      const shown = this.show({ operation }, looks);
      if (!shown.ok) return shown;
      all.push(shown.value);
    }
    return ok(all);
  }

  /** Runs ahead as far as needed. */
  timeline(from: number, count: number): Result<SceneTimeline, EngineError> {
    const end = Math.min(from + count, this.#operations, SCENE_LIMITS.operations - 1);
    if (this.#opened === null) return err({ kind: 'bad-input', message: 'no scene is open' });
    if (!(from >= 0 && end >= from)) return err({ kind: 'bad-input', message: 'no such operations' });
    if (this.#module._xip_scene_known() < end) {
      const code = this.#module._xip_scene_goto(end);
      if (code !== 0) return this.#error(code);
    }
    const history = this.#history();
    const n = end - from;
    const bytes = (field: 'backend' | 'kind' | 'reused') => history.fill(field, new Uint8Array(n), from);
    const words = (
      field: 'transaction' | 'accesses' | 'misses' | 'true_sharing' | 'false_sharing' | 'for_horizon',
    ): Uint32Array => history.fill(field, new Uint32Array(n), from);
    return ok({
      from,
      count: n,
      backend: bytes('backend'),
      kind: bytes('kind'),
      reused: bytes('reused'),
      transaction: words('transaction'),
      startNs: history.fill('start_ns', new Float64Array(n), from),
      endNs: history.fill('end_ns', new Float64Array(n), from),
      accesses: words('accesses'),
      misses: words('misses'),
      trueSharing: words('true_sharing'),
      falseSharing: words('false_sharing'),
      forHorizon: words('for_horizon'),
    });
  }

  /** Leaves the open scene unchanged. */
  check({ design, machine, coherence, active, idle }: SceneCheckRequest): Result<SceneCheck, EngineError> {
    const m = this.#module;
    this.#fillMachine(machineParams(machine, coherence));
    const { port_ns, clock_slowdown } = coreParams(machine);
    const code = m._xip_scene_check(DESIGN_IDS.indexOf(design), active, idle, port_ns, clock_slowdown);
    if (code !== 0) return this.#error(code);
    const names = this.#list((at) => m._xip_scene_check_name(at));
    const values = new Float64Array(this.#memory.buffer, m._xip_scene_check_result(), names.length);
    const of = (name: string): number => values[names.indexOf(name)] ?? Number.NaN;
    return ok({ ns: ns(of('ns')), ownLoads: of('own_loads'), accesses: of('accesses'), misses: of('misses') });
  }

  /** A memory of so many bytes for accesses that somebody has made up. Leaves the open scene unchanged. */
  openBare(machine: Machine, coherence: boolean, bytes: number): Result<null, EngineError> {
    this.#fillMachine(machineParams(machine, coherence));
    const code = this.#module._xip_bare_start(this.#module._xip_scene_params(), bytes);
    return code === 0 ? ok(null) : this.#error(code);
  }

  /** One operation in it. @param words place, size and kind of each access */
  runBare(core: number, now: number, words: readonly number[]): Result<SceneAccesses, EngineError> {
    const m = this.#module;
    new Uint32Array(this.#memory.buffer, m._xip_bare_accesses(), words.length).set(words);
    const code = m._xip_bare_run(core, now, words.length / 3);
    if (code !== 0) return this.#error(code);
    const n = m._xip_bare_count();
    const met = new Columns(this.#memory.buffer, m._xip_bare_outcomes(), n, ABI.structs.outcome);
    const kind = new Uint8Array(n);
    const size = new Uint8Array(n);
    let row = 0;
    for (let i = 0; i + 2 < words.length; i += 3) {
      const [at = 0, bytes = 0, code = 0] = words.slice(i, i + 3);
      const here = Math.min(bytes, LINE_BYTES - (at % LINE_BYTES));
      for (const part of here < bytes ? [here, bytes - here] : [here]) {
        kind[row] = code;
        size[row++] = part;
      }
    }
    return ok({ ...this.#outcomes(met), region: new Uint8Array(n), field: new Uint8Array(n), kind, size });
  }

  /** For measurements: the number of checkpoints, and their bytes. */
  checkpoints(): { readonly count: number; readonly bytes: number } {
    return { count: this.#module._xip_scene_checkpoints(), bytes: this.#module._xip_scene_checkpoint_bytes() };
  }

  /**
   * For measurements: only the machine, whose cores in turn scan 10,000 entries `scans` times. Returns the accesses.
   */
  bench(machine: Readonly<Record<string, number>>, scans: number, restart: boolean): number {
    this.#fillMachine(machine);
    return this.#module._xip_scene_bench(scans, restart ? 1 : 0);
  }

  /** Only restores the state before an operation; `show` does it, too. */
  goTo(operation: number): Result<null, EngineError> {
    const code = this.#module._xip_scene_goto(operation);
    return code === 0 ? ok(null) : this.#error(code);
  }

  /** The layout as the C code describes it; abi.gen.ts must agree. */
  abi(): unknown {
    return JSON.parse(this.#module.UTF8ToString(this.#module._xip_scene_abi_json()));
  }

  #fillMachine(values: Readonly<Record<string, number>>): void {
    const m = this.#module;
    const names = this.#list((at) => m._xip_model_machine_param_name(at));
    const params = new Float64Array(this.#memory.buffer, m._xip_scene_params(), names.length);
    for (const [i, name] of names.entries()) params[i] = values[name] ?? Number.NaN;
  }

  /** The number of pieces; null: more than there is room for. */
  #fillPieces(pieces: readonly LayoutPiece[]): number | null {
    const m = this.#module;
    if (pieces.length > m._xip_scene_max_pieces()) return null;
    const words = pieces.flatMap(({ region, entry, first, size, at, stride }) => [
      region,
      entry,
      first,
      size,
      at,
      stride,
    ]);
    new Uint32Array(this.#memory.buffer, m._xip_scene_pieces(), words.length).set(words);
    return pieces.length;
  }

  /** The number of operations; null: more than there is room for. */
  #fillPlan(plan: readonly PlannedOperation[]): number | null {
    const m = this.#module;
    if (plan.length > m._xip_scene_max_plan()) return null;
    const words = plan.flatMap(({ backend, kind }) => [backend, OPERATION_KINDS.indexOf(kind)]);
    new Uint32Array(this.#memory.buffer, m._xip_scene_plan(), words.length).set(words);
    return plan.length;
  }

  #history(): Columns<typeof ABI.structs.operation.fields> {
    const m = this.#module;
    return new Columns(this.#memory.buffer, m._xip_scene_history(), m._xip_scene_known(), ABI.structs.operation);
  }

  /** The last operation that started by a time. Starts never decrease. */
  #operationAt(time: number): number {
    const m = this.#module;
    const last = this.#operations - 1;
    for (;;) {
      const history = this.#history();
      if (history.count >= last || (history.count > 0 && history.get(history.count - 1, 'start_ns') > time)) break;
      if (m._xip_scene_goto(Math.min(last, history.count + LOOK_AHEAD)) !== 0) break;
    }
    const history = this.#history();
    let [low, high] = [0, history.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (history.get(middle, 'start_ns') <= time) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #operation(number: number): SceneOperation {
    const history = this.#history();
    return {
      number,
      backend: history.get(number, 'backend'),
      core: history.get(number, 'core'),
      kind: OPERATION_KINDS[history.get(number, 'kind')] ?? 'begin',
      transaction: history.get(number, 'transaction'),
      startNs: ns(history.get(number, 'start_ns')),
      endNs: ns(history.get(number, 'end_ns')),
      reused: history.get(number, 'reused') === 1,
    };
  }

  #accesses(): SceneAccesses {
    const m = this.#module;
    const { buffer } = this.#memory;
    const n = m._xip_scene_log_count();
    const log = new Columns(buffer, m._xip_scene_log(), n, ABI.structs.access);
    const bytes = () => new Uint8Array(n);
    return {
      ...this.#outcomes(new Columns(buffer, m._xip_scene_outcomes(), n, ABI.structs.outcome)),
      region: log.fill('region', bytes()),
      size: log.fill('size', bytes()),
      kind: log.fill('kind', bytes()),
      field: log.fill('field', bytes()),
    };
  }

  /** What the machine says of each access. */
  #outcomes(
    met: Columns<typeof ABI.structs.outcome.fields>,
  ): Omit<SceneAccesses, 'region' | 'size' | 'kind' | 'field'> {
    const n = met.count;
    const bytes = () => new Uint8Array(n);
    const doubles = () => new Float64Array(n);
    return {
      count: n,
      line: met.fill('line', new Uint32Array(n)),
      offset: met.fill('first', bytes()),
      level: met.fill('level', bytes()),
      from: met.fill('from', bytes()),
      before: met.fill('before', bytes()),
      after: met.fill('after', bytes()),
      upgrade: met.fill('upgrade', bytes()),
      losers: met.fill('losers', bytes()),
      sharing: met.fill('sharing', bytes()),
      missed: met.fill('missed', bytes()),
      changed: met.fill('changed', new Uint32Array(n)),
      at: met.fill('at', doubles()),
      ns: met.fill('ns', doubles()),
      wait: met.fill('wait', doubles()),
    };
  }

  #before({ first, count }: LineRange): Omit<SceneLook, 'bytesAfter'> {
    const m = this.#module;
    const cores = m._xip_scene_cores();
    const states = new Uint8Array(count * cores);
    for (let at = 0; at < count; at += STATES_AT_ONCE) {
      const n = Math.min(STATES_AT_ONCE, count - at);
      states.set(new Uint8Array(this.#memory.buffer, m._xip_scene_states(first + at, n), n * cores), at * cores);
    }
    const writes = new Uint8Array(this.#memory.buffer, m._xip_scene_writes() + first * 4, count * 4);
    const column = (of: number) => Uint8Array.from({ length: count }, (_, i) => writes[i * 4 + of] ?? 0);
    return {
      first,
      count,
      states,
      bytesBefore: this.#bytes({ first, count }),
      lastWrites: { core: column(0), field: column(1), offset: column(2), size: column(3) },
    };
  }

  #bytes({ first, count }: LineRange): Uint8Array {
    const at = this.#module._xip_scene_memory() + first * LINE_BYTES;
    return new Uint8Array(this.#memory.buffer).slice(at, at + count * LINE_BYTES);
  }

  #forget(): void {
    this.#totals = NOTHING;
    this.#warm = new Set();
  }

  #totalsBefore(number: number): SceneTotals {
    if (this.#totals.operations > number) this.#forget();
    const history = this.#history();
    const t = { ...this.#totals };
    for (; t.operations < number; t.operations++) {
      const at = t.operations;
      const kind = OPERATION_KINDS[history.get(at, 'kind')];
      t.transactions += kind === 'end' ? 1 : 0;
      if (kind !== 'snapshot') continue;
      const backend = history.get(at, 'backend');
      // Its caches are cold: what it fetches then, no other core has taken away.
      if (!this.#warm.has(backend)) {
        this.#warm.add(backend);
        continue;
      }
      t.snapshots++;
      t.reused += history.get(at, 'reused');
      t.snapshotNs = ns(t.snapshotNs + history.get(at, 'end_ns') - history.get(at, 'start_ns'));
      t.accesses += history.get(at, 'accesses');
      t.misses += history.get(at, 'misses');
      t.trueSharing += history.get(at, 'true_sharing');
      t.falseSharing += history.get(at, 'false_sharing');
      t.forHorizon += history.get(at, 'for_horizon');
      t.upgrades += history.get(at, 'upgrades');
      t.transfersWithin += history.get(at, 'transfers_within');
      t.transfersAcross += history.get(at, 'transfers_across');
    }
    this.#totals = t;
    return t;
  }

  #regions(): SceneRegion[] {
    const m = this.#module;
    const base = m._xip_scene_memory();
    const regions: SceneRegion[] = [];
    for (let at = m._xip_scene_region_name(0); at !== 0; at = m._xip_scene_region_name(regions.length)) {
      const region = regions.length;
      const offset = m._xip_scene_region_address(region) - base;
      const size = m._xip_scene_region_size(region);
      const firstLine = Math.floor(offset / LINE_BYTES);
      const baseOffset = offset % LINE_BYTES;
      const lines = Math.ceil((baseOffset + size) / LINE_BYTES);
      regions.push({ name: this.#module.UTF8ToString(at), firstLine, baseOffset, size, lines });
    }
    return regions;
  }

  #list(name: (at: number) => number): string[] {
    const names: string[] = [];
    for (let at = name(0); at !== 0; at = name(names.length)) names.push(this.#module.UTF8ToString(at));
    return names;
  }

  #error(code: number): Result<never, EngineError> {
    const message = this.#module.UTF8ToString(this.#module._xip_scene_error_text(code));
    return err({ kind: 'bad-input', message });
  }
}

const NOTHING: SceneTotals = {
  operations: 0,
  transactions: 0,
  snapshots: 0,
  reused: 0,
  snapshotNs: ns(0),
  accesses: 0,
  misses: 0,
  trueSharing: 0,
  falseSharing: 0,
  forHorizon: 0,
  upgrades: 0,
  transfersWithin: 0,
  transfersAcross: 0,
};
