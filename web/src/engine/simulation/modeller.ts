/**
 * Models one point after the other with `xip-model.wasm`, in the caller's thread: put it into a worker. Between two
 * `run`s the caller may read the progress, or begin another point.
 */
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Methods, Turn } from '../../base/rpc-serve.ts';
import { type Nanoseconds, ns, perSecond } from '../../base/units.ts';
import type { Machine } from '../../scenario/machine.ts';
import type { ModelExports } from '../wasm/exports.gen.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';
import { machineParams, modelParams, otherWorkOf, subtransOf } from './model-params.ts';
import {
  type ModelApi,
  type ModelConfig,
  type ModelEvent,
  type ModelRow,
  type ModelSubtrans,
  SUBTRANS_PARTS,
  type SubtransPart,
} from './model-types.ts';

function subtransResult(config: ModelConfig, get: (name: string) => number): ModelSubtrans | null {
  const asked = subtransOf(config);
  if (asked === null) return null;
  const parts = Object.fromEntries(SUBTRANS_PARTS.map((part) => [part, ns(get(`ns_${part}`))])) as Record<
    SubtransPart,
    Nanoseconds
  >;
  return {
    ...asked,
    counts: {
      lookups: get('lookups'),
      hits: get('hits'),
      reads: get('reads'),
      writes: get('writes'),
      waits: get('slru_waits'),
    },
    checks: get('checks'),
    words: get('words'),
    ownWords: get('own_words'),
    parents: get('parents'),
    locks: get('slru_locks'),
    parts,
  };
}

export class Modeller {
  readonly #module: WasmModule<ModelExports>;
  readonly #memory: WebAssembly.Memory;
  readonly #names: Readonly<Record<'machine' | 'model' | 'result', readonly string[]>>;
  #point: { readonly machine: Machine; readonly config: ModelConfig } | null = null;

  private constructor(module: WasmModule<ModelExports>, memory: WebAssembly.Memory) {
    this.#module = module;
    this.#memory = memory;
    this.#names = {
      machine: this.#list((at) => module._xip_model_machine_param_name(at)),
      model: this.#list((at) => module._xip_model_param_name(at)),
      result: this.#list((at) => module._xip_model_result_name(at)),
    };
  }

  static async load(place: WasmPlace): Promise<Result<Modeller, EngineError>> {
    const instance = await instantiate<ModelExports>(place, undefined, () => undefined);
    return instance.ok ? ok(new Modeller(instance.value.module, instance.value.memory)) : instance;
  }

  /** Connects all backends. Forgets the point before. `change`: parameters to try out, in C's names. */
  start(
    machine: Machine,
    config: ModelConfig,
    seed = 1,
    change: Readonly<Record<string, number>> = {},
  ): Result<true, EngineError> {
    const m = this.#module;
    this.#fill(m._xip_model_machine_params(), this.#names.machine, machineParams(machine, config.coherence));
    this.#fill(m._xip_model_params(), this.#names.model, {
      ...modelParams(machine, config, seed),
      ...change,
    });
    const code = m._xip_model_start();
    if (code !== 0) {
      this.#point = null;
      return err({ kind: 'bad-input', message: m.UTF8ToString(m._xip_model_error_text(code)) });
    }
    this.#point = { machine, config };
    return ok(true);
  }

  /** Continues for about this many accesses; true when all samples are complete. */
  run(accesses: number): boolean {
    return this.#module._xip_model_run(accesses) !== 0;
  }

  /** 0 to 1. */
  progress(): number {
    return this.#module._xip_model_progress();
  }

  /** The row from the samples so far; null before `start`. */
  row(): ModelRow | null {
    if (this.#point === null) return null;
    const { machine, config } = this.#point;
    const at = this.#module._xip_model_result();
    const values = new Float64Array(this.#memory.buffer, at, this.#names.result.length);
    const get = (name: string): number => values[this.#names.result.indexOf(name)] ?? Number.NaN;
    const { savepoints: _, slru: __, ...asked } = config;
    return {
      ...asked,
      provenance: 'modelled',
      machine: { id: machine.id, name: machine.name },
      otherWorkUs: otherWorkOf(machine, config),
      seconds: get('seconds'),
      transactions: get('transactions'),
      snapshots: get('snapshots'),
      reused: get('reused'),
      tps: perSecond(get('tps')),
      nsPerSnapshot: ns(get('ns_per_snapshot')),
      breakdown: {
        work: ns(get('work')),
        wake: ns(get('wake')),
        scan: ns(get('scan')),
        coherence: ns(get('coherence')),
        lineWait: ns(get('line_wait')),
        lock: ns(get('lock')),
        subtrans: ns(get('subtrans')),
        queue: ns(get('queue')),
      },
      fetching: ns(get('fetching')),
      perSnapshot: {
        accesses: get('accesses'),
        misses: get('misses'),
        trueSharing: get('true_sharing'),
        falseSharing: get('false_sharing'),
        forHorizon: get('for_horizon'),
        upgrades: get('upgrades'),
        transfersWithin: get('transfers_within'),
        transfersAcross: get('transfers_across'),
      },
      subtrans: subtransResult(config, get),
    };
  }

  /** One point from start to end. */
  model(
    machine: Machine,
    config: ModelConfig,
    seed = 1,
    change: Readonly<Record<string, number>> = {},
  ): Result<ModelRow, EngineError> {
    const started = this.start(machine, config, seed, change);
    if (!started.ok) return started;
    while (!this.run(1e8));
    const row = this.row();
    return row === null ? err({ kind: 'failed', message: 'the model ended without a result' }) : ok(row);
  }

  #list(name: (at: number) => number): string[] {
    const names: string[] = [];
    for (let at = name(0); at !== 0; at = name(names.length)) names.push(this.#module.UTF8ToString(at));
    return names;
  }

  #fill(at: number, names: readonly string[], values: Readonly<Record<string, number>>): void {
    const into = new Float64Array(this.#memory.buffer, at, names.length);
    for (const [i, name] of names.entries()) into[i] = values[name] ?? Number.NaN;
  }
}

/** Long enough that the checks cost nothing, short enough that nobody waits for an answer. */
const TURN_MS = 20;
const FIRST_TURN = 2e5;
const PROGRESS_MS = 60;

export type HostModeller = Pick<Modeller, 'start' | 'run' | 'progress' | 'row'>;

/** Lets messages come in. Not a timer: nested ones wait for 4 ms, a fifth of a turn. */
const letMessagesIn = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });

interface ModelHostParts {
  readonly load?: (place: WasmPlace) => Promise<Result<HostModeller, EngineError>>;
  /** Lets messages come in. */
  readonly pause?: () => Promise<void>;
  readonly now?: () => number;
}

/**
 * Models a list of points, one after the other, and can be reached meanwhile: it works in turns of some milliseconds
 * and checks in between whether the sweep is still wanted. Runs in `model-worker.ts`; a test gives it another modeller.
 */
export function modelHost({
  load = (place) => Modeller.load(place),
  pause = letMessagesIn,
  now = () => performance.now(),
}: ModelHostParts = {}): Methods<ModelApi> {
  let modeller: Promise<Result<HostModeller, EngineError>> | undefined;
  let accesses = FIRST_TURN;

  /** Runs one point to its end; false when nobody wants it any more. */
  async function isRun(model: HostModeller, at: number, { tell, signal }: Turn<ModelEvent>): Promise<boolean> {
    let said = now();
    for (;;) {
      await pause();
      if (signal.aborted) return false;
      const from = now();
      const over = model.run(accesses);
      const to = now();
      if (over) return true;
      // As many accesses as fit into a turn at the last one's speed; at most twice as many, because the speed depends
      // on the memory touched.
      const factor = Math.min(2, Math.max(0.25, TURN_MS / Math.max(1, to - from)));
      accesses = Math.max(1e4, Math.round(accesses * factor));
      if (to - said > PROGRESS_MS) {
        said = to;
        tell({ kind: 'progress', at, share: model.progress() });
      }
    }
  }

  return {
    async sweep({ place, points }, turn) {
      modeller ??= load(place);
      const loaded = await modeller;
      if (!loaded.ok) {
        modeller = undefined;
        return loaded;
      }
      for (const [at, { machine, config, seed }] of points.entries()) {
        if (turn.signal.aborted) return ok('cancelled');
        turn.tell({ kind: 'progress', at, share: 0 });
        const started = loaded.value.start(machine, config, seed);
        if (!started.ok) return started;
        if (!(await isRun(loaded.value, at, turn))) return ok('cancelled');
        const row = loaded.value.row();
        if (row !== null) turn.tell({ kind: 'row', at, row });
      }
      return ok('done');
    },
  };
}
