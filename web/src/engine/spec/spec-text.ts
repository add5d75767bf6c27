/** Runs a whole spec as isolationtester does, and collects everything it writes. */
import '../../base/messages/en/spec.ts';
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import { type Permutation, permutationsOf } from '../../scenario/spec-types.ts';
import type { Database } from '../../sql/database.ts';
import { LimitReached, OutputUsedUp, PRICE, tellLimit, WORK, WORK_UNITS } from '../../sql/limits.ts';
import type { CompiledSpec } from './spec-compile.ts';
import { eventText, type RunEvent } from './spec-events.ts';
import { limitText } from './spec-limit.ts';
import { SpecRunner } from './spec-run.ts';

/**
 * How much one run may write, and how much it may do (units of work: sql/limits.ts). A run that exceeds this ends with
 * a sentence that says where it was; it is the same on every machine. The seconds are a last resort, for work that is
 * not counted well enough; they grow with the units when a caller asks for more.
 */
export const RUN_LIMITS = { outputChars: 8_000_000, work: WORK_UNITS, seconds: 10 } as const;

export interface SpecOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** False if isolationtester would have exited with code 1. */
  readonly completed: boolean;
  /** The sentence about the limit that ended it; it is also in stderr. */
  readonly limit: string | null;
}

export interface TextOptions {
  /** Run only this one, counted from 1. */
  readonly permutation?: number;
  readonly messages?: Messages;
  /** Its name, for messages. */
  readonly file?: string;
  /** Gets every event at once. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** The events that isolationtester begins with. */
export function openingEvents({ spec }: CompiledSpec): readonly RunEvent[] {
  return [
    ...spec.unused.map(
      (step): RunEvent => ({ kind: 'warning', text: `unused step name: ${spec.steps[step]?.name}\n` }),
    ),
    // isolationtester knows nothing of a prompt in which nothing was typed.
    { kind: 'parsed', sessions: spec.sessions.filter(({ steps }) => steps.length > 0).length },
  ];
}

/** Runs the permutations one after another in the same database. @param db a new one; deadlocks 'when-checked' */
export function runSpecText(compiled: CompiledSpec, db: Database, options: TextOptions = {}): SpecOutput {
  const messages = options.messages ?? messagesIn('en');
  const out: string[] = [];
  const errors: string[] = [];
  let chars = 0;
  const more = Math.max(1, (db.work?.units ?? RUN_LIMITS.work) / RUN_LIMITS.work);
  const end = performance.now() + RUN_LIMITS.seconds * 1000 * more;
  let limit: string | null = null;
  const emit = (event: RunEvent): void => {
    if (event.kind === 'rows') db.work?.pay(WORK.answers, event.result.columns.length * PRICE.answer);
    options.onEvent?.(event);
    if (event.kind === 'failed' || event.kind === 'warning') errors.push(event.text);
    const text = eventText(event, RUN_LIMITS.outputChars - chars);
    chars += text?.length ?? 0;
    if (text === null || chars > RUN_LIMITS.outputChars) throw new OutputUsedUp(RUN_LIMITS.outputChars);
    out.push(text);
  };
  for (const event of openingEvents(compiled)) emit(event);
  const runner = new SpecRunner(compiled, db, emit);
  const run = (permutation: Permutation): boolean => {
    if (!runner.begin(permutation)) return false;
    while (runner.state.next < permutation.length) {
      if (!runner.launch()) return false;
      if (performance.now() > end) {
        limit = messages.t('spec.run.time', { seconds: RUN_LIMITS.seconds * more });
        errors.push(`${limit}\n`);
        return false;
      }
    }
    return runner.finish();
  };
  let number = 0;
  let completed = true;
  try {
    for (const permutation of permutationsOf(compiled.spec)) {
      number++;
      if (options.permutation !== undefined && number !== options.permutation) continue;
      completed = run(permutation);
      if (!completed) break;
    }
  } catch (cause) {
    if (!(cause instanceof LimitReached)) throw cause;
    limit = limitText(tellLimit(cause), compiled.text, options.file ?? '', number, messages);
    errors.push(`${limit}\n`);
    completed = false;
  }
  return { stdout: out.join(''), stderr: errors.join(''), completed, limit };
}
