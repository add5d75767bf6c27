/** Turns the runner's events into the trace's lines. */

import type { Spec } from '../../scenario/spec-types.ts';
import type { RunEvent } from '../spec/spec-events.ts';
import type { TraceLine, TraceResult, TraceState, TraceTag } from './trace-types.ts';

type Draft = { -readonly [K in keyof TraceLine]: TraceLine[K] } & {
  results: TraceResult[];
  notices: string[];
  tags?: TraceTag[];
};

/** Collects the lines of one permutation. A line is complete when the next one begins or `take` is called. */
export class TraceLineBuilder {
  readonly #spec: Spec;
  readonly #permutation: number;
  readonly #stateNow: () => TraceState | null;
  #lines: TraceLine[] = [];
  #open: Draft | null = null;
  /** Notices that arrive before the line they belong to. */
  #early: string[] = [];
  tick = 0;

  constructor(spec: Spec, permutation: number, stateNow: () => TraceState | null) {
    this.#spec = spec;
    this.#permutation = permutation;
    this.#stateNow = stateNow;
  }

  /** Begins the line of the set-up, which no event announces. */
  beginSetup(): void {
    this.#begin({ status: 'setup', index: null, session: null, step: null, sql: null, completed: false });
  }

  readonly take = (): readonly TraceLine[] => {
    this.#close();
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  };

  readonly onEvent = (event: RunEvent): void => {
    switch (event.kind) {
      case 'parsed':
      case 'permutation':
        return;
      case 'time':
        this.#begin({ status: 'time', index: null, session: null, step: null, sql: null, completed: false });
        return;
      case 'teardown':
        this.#begin({ status: 'end', index: null, session: null, step: null, sql: null, completed: false });
        return;
      case 'step': {
        const { at, name, sql, how } = event;
        const step = this.#spec.steps[event.step];
        this.#begin({
          status: how === 'waiting' ? 'waiting' : 'done',
          index: at,
          session: this.#spec.sessions[step?.session ?? -1]?.name ?? null,
          step: name,
          sql,
          completed: how === 'completed',
          ...elsewhereOf(this.#spec.extras.elsewhere.get(event.step)),
        });
        return;
      }
      case 'rows': {
        const columns = event.result.columns.map((column) => column.name);
        const { rows } = event.result;
        this.#open?.results.push({ columns, rows });
        if (this.#open !== null) Object.assign(this.#open, { columns, rows });
        if (event.result.tag !== undefined) this.#tag(event.result.tag);
        return;
      }
      case 'command':
        this.#tag(event.tag);
        return;
      case 'error':
        if (this.#open !== null) {
          const { severity, message, detail } = event.error;
          Object.assign(this.#open, { error: `${severity}:  ${message}` }, detail !== undefined && { detail });
        }
        return;
      case 'notice':
        this.#early.push(`${event.session}: ${event.severity}:  ${event.message}`);
        return;
      case 'canceling':
        this.#early.push(`isolationtester: canceling step ${event.name} after ${event.seconds} seconds`);
        return;
      case 'warning':
        this.#early.push(event.text.trimEnd());
        return;
      case 'failed':
        this.#begin({ status: 'failed', index: null, session: null, step: null, sql: null, completed: false });
        if (this.#open !== null) this.#open.error = event.text.trimEnd();
    }
  };

  #tag(tag: string): void {
    if (this.#open === null) return;
    this.#open.tags ??= [];
    this.#open.tags.push({ after: this.#open.results.length, tag });
  }

  #begin(what: Pick<TraceLine, 'status' | 'index' | 'session' | 'step' | 'sql' | 'completed' | 'elsewhere'>): void {
    this.#close();
    const { tick } = this;
    const notices = this.#early;
    this.#early = [];
    const state = this.#stateNow();
    const permutation = this.#permutation;
    this.#open = { permutation, tick, ...what, error: null, columns: null, rows: null, results: [], notices, state };
  }

  #close(): void {
    if (this.#open === null) return;
    // Notices after the line's event belong to that line, because no other line follows for them.
    this.#open.notices.push(...this.#early);
    this.#early = [];
    // The lines of the set-up and the end begin before the actions that they report.
    if (this.#open.index === null) this.#open.state = this.#stateNow();
    this.#lines.push(this.#open);
    this.#open = null;
  }
}

const elsewhereOf = (count: number | undefined): Pick<TraceLine, 'elsewhere'> =>
  count === undefined || count === 0 ? {} : { elsewhere: count };
