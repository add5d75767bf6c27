/** The state of the Playground's page, the world that it needs, and its initial state. */

import type { DesignId } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import type { Result } from '../../../base/result.ts';
import type { IsNewest } from '../../../base/store.ts';
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import type { StageClient } from '../../../engine/stage/stage-client.ts';
import type { Move, Shown, StageEvent } from '../../../engine/stage/stage-types.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import type { PlayAddress, PlayDepth, PlayRules, PlaySource } from '../../../viewmodel/addresses.ts';
import { type Playback, startPlayback } from '../../../viewmodel/stage/playback.ts';
import { NOTHING_SELECTED, type Selection } from '../../../viewmodel/stage/selection.ts';

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];
/** The time between two steps at speed 1. */
export const STEP_MS = 1_400;
export const DEFAULT_RULES: PlayRules = 17;
/** Opened when the address names no scenario. */
export const FIRST_SCENARIO = 'update-makes-a-version';

export interface PlayState {
  readonly phase: 'loading' | 'ready' | 'problems' | 'failed';
  readonly source: PlaySource | null;
  /** Its text came in an address and not from a file or the editor of this visit: anybody may have written it. */
  readonly isFromAddress: boolean;
  /** Its name for readers and for downloads. */
  readonly file: string;
  /** The text as given, even if it could not be compiled. */
  readonly text: string;
  readonly compiled: CompiledSpec | null;
  readonly problems: readonly SpecProblem[];
  readonly rules: PlayRules;
  /** Null: the rules' default design, or the one that the spec asks for. */
  readonly design: DesignId | null;
  /** From 1; 0: none. */
  readonly permutation: number;
  readonly plan: readonly Move[];
  readonly playback: Playback;
  readonly shown: Shown | null;
  /** The playback that `shown` belongs to: it changes with the answer, not with the question. */
  readonly at: Playback;
  /** Events of the current branch, as far as it has been played. */
  readonly events: readonly StageEvent[];
  /** The engine has not answered yet. */
  readonly isBusy: boolean;
  readonly table: string | null;
  readonly block: number;
  readonly selection: Selection;
  /** The question to ask if the reader has chosen nothing: `selection` with its gaps filled. */
  readonly question: Selection;
  /** The cursor came here by what may be a single step, on or back, and not by a jump. */
  readonly isStep: boolean;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly depth: PlayDepth;
  /** A message to show once: a link that did not fit, an engine that stopped. */
  readonly note: string | null;
}

/** The outside functions that the store needs; tests provide their own. */
export interface PlayDeps {
  readonly client: StageClient;
  /** Fetches a shipped scenario; null: there is none of that name. */
  load(id: string): Promise<CompiledSpec | null>;
  compile(source: Uint8Array | string): Promise<Result<CompiledSpec, readonly SpecProblem[]>>;
  readonly messages: Messages;
  later(callback: () => void, ms: number): () => void;
  /** Called with each new address. */
  onAddress(address: PlayAddress): void;
}

export interface Compiled {
  readonly compiled: Result<CompiledSpec, readonly SpecProblem[]>;
  readonly text: string;
  readonly file: string;
  readonly note: string | null;
}

/** What the store lends to code that is fetched later. */
export interface StoreInside {
  /** Whether nothing else has been opened since. */
  current(): IsNewest;
  /** Something else is being opened: until it is there, nobody moves. */
  begin(): IsNewest;
  /** Back to a state as it was, after the engine had another spec. */
  reopen(before: PlayState): Promise<void>;
  /** A spec and the engine's answer about it, at once: no drawing has the steps of one and the events of another. */
  take(shown: Shown, playback: Playback, change: Partial<PlayState>): void;
  failed(what: string): string;
}

const EMPTY = startPlayback([]);

export const NOTHING_OPEN: PlayState = {
  phase: 'loading',
  source: null,
  isFromAddress: false,
  file: '',
  text: '',
  compiled: null,
  problems: [],
  rules: DEFAULT_RULES,
  design: null,
  permutation: 1,
  plan: [],
  playback: EMPTY,
  shown: null,
  at: EMPTY,
  events: [],
  isBusy: false,
  table: null,
  block: 0,
  selection: NOTHING_SELECTED,
  question: NOTHING_SELECTED,
  isStep: false,
  isPlaying: false,
  speed: 1,
  depth: 'all',
  note: null,
};

/** The page of another table that goes with a cursor; null: the one on show does. */
export type PageAt = (state: PlayState, playback: Playback) => Pick<PlayState, 'table' | 'block' | 'selection'> | null;
