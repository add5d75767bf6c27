/** A whole spec, run as isolationtester runs it, and everything it writes. */
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { permutationsOf } from '../scenario/spec-permutations.ts';
import type { Permutation } from '../scenario/spec-types.ts';
import type { Database } from '../sql/database.ts';
import type { CompiledSpec } from './spec-compile.ts';
import { eventText, type RunEvent } from './spec-events.ts';
import { SpecRunner } from './spec-run.ts';

/**
 * What one run may write, and how long it may take. A run that would go beyond is ended with a sentence. Specs are small
 * enough by their own limits (SPEC_LIMITS); only large tables scanned thousands of times get near to the time.
 */
export const RUN_LIMITS = { outputChars: 16_000_000, seconds: 10 } as const;

export interface SpecOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** False where isolationtester would have ended with exit code 1. */
  readonly completed: boolean;
}

export interface TextOptions {
  /** Only this one, counted from 1. */
  readonly permutation?: number;
  readonly messages?: Messages;
  /** Gets every event as it comes. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** The events that isolationtester begins with. */
export function openingEvents({ spec }: CompiledSpec): readonly RunEvent[] {
  return [
    ...spec.unused.map(
      (step): RunEvent => ({ kind: 'warning', text: `unused step name: ${spec.steps[step]?.name}\n` }),
    ),
    { kind: 'parsed', sessions: spec.sessions.length },
  ];
}

/** Runs the permutations one after another in the same database. @param db fresh; deadlocks 'when-checked' */
export function runSpecText(compiled: CompiledSpec, db: Database, options: TextOptions = {}): SpecOutput {
  const { t } = options.messages ?? messagesIn('en');
  const out: string[] = [];
  const errors: string[] = [];
  let chars = 0;
  const end = performance.now() + RUN_LIMITS.seconds * 1000;
  const emit = (event: RunEvent): void => {
    options.onEvent?.(event);
    if (event.kind === 'failed' || event.kind === 'warning') errors.push(event.text);
    const text = eventText(event);
    out.push(text);
    chars += text.length;
  };
  for (const event of openingEvents(compiled)) emit(event);
  const runner = new SpecRunner(compiled, db, emit);
  const run = (permutation: Permutation): boolean => {
    if (!runner.begin(permutation)) return false;
    while (runner.state.next < permutation.length) {
      if (!runner.launch()) return false;
      if (chars > RUN_LIMITS.outputChars) {
        errors.push(`${t('spec.run.output', { max: RUN_LIMITS.outputChars })}\n`);
        return false;
      }
      if (performance.now() > end) {
        errors.push(`${t('spec.run.time', { seconds: RUN_LIMITS.seconds })}\n`);
        return false;
      }
    }
    return runner.finish();
  };
  let number = 0;
  let completed = true;
  for (const permutation of permutationsOf(compiled.spec)) {
    number++;
    if (options.permutation !== undefined && number !== options.permutation) continue;
    completed = run(permutation);
    if (!completed) break;
  }
  return { stdout: out.join(''), stderr: errors.join(''), completed };
}
