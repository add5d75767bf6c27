/** Codecs of the pages that most visits begin with: Playground, lessons, exercises, a real server. */
import { DESIGN_IDS } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import {
  type ExercisesAddress,
  type LessonsAddress,
  PLAY_RULES,
  type PlayAddress,
  type ServerAddress,
} from '../../viewmodel/addresses.ts';
import { MAX_SEED } from '../../viewmodel/exercise/seed.ts';
import { isPlaybackText, MAX_MOVES } from '../../viewmodel/stage/playback.ts';
import type { RawAddress } from './raw.ts';

/** The Playground's part of an address: the spec, its rules, the branches, the cursor's position and the choices. */

const ID = /^[a-z0-9][a-z0-9-]{0,99}$/;
const PACKED = /^[A-Za-z0-9_-]+$/;
const ROW = /^(.{1,63})\.(\d{1,7})\.(\d{1,5})$/u;
const MAX_BLOCK = 9_999_999;
const MAX_XID = 2 ** 32 - 1;

/** `text` is a whole number from `min` to `max`. */
function whole(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

export function parsePlay(params: RawAddress['params'], { t }: Messages): Result<PlayAddress, string> {
  const faults: string[] = [];
  /** Reads one parameter; a missing one is not a fault. */
  const read = <T>(name: string, want: () => string, parse: (text: string) => T | undefined): T | undefined => {
    const text = params[name];
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) faults.push(t('shell.badAddress.param', { name, text: text.slice(0, 80), want: want() }));
    return value;
  };
  const number = (name: string, min: number, max: number): number | undefined =>
    read(
      name,
      () => t('stage.want.number', { min, max }),
      (text) => whole(text, min, max),
    );
  const name = (text: string): string | undefined => (text.length >= 1 && text.length <= 63 ? text : undefined);

  const spec = read(
    'spec',
    () => t('stage.want.spec'),
    (text) => (ID.test(text) ? text : undefined),
  );
  const packed = read(
    'text',
    () => t('stage.want.packed'),
    (text) => (PACKED.test(text) ? text : undefined),
  );
  const rules = read(
    'pg',
    () => PLAY_RULES.join(', '),
    (text) => PLAY_RULES.find((one) => String(one) === text),
  );
  const design = read(
    'design',
    () => DESIGN_IDS.join(', '),
    (text) => DESIGN_IDS.find((one) => one === text),
  );
  const permutation = number('perm', 0, 1_000_000);
  const moves = read(
    'moves',
    () => t('stage.want.moves'),
    (text) => (isPlaybackText(text) ? text : undefined),
  );
  const branch = number('branch', 0, 999);
  const tick = number('at', 0, MAX_MOVES);
  const table = read('table', () => t('stage.want.name'), name);
  const block = number('block', 0, MAX_BLOCK);
  const session = read('session', () => t('stage.want.name'), name);
  const tuple = read(
    'row',
    () => t('stage.want.row'),
    (text) => {
      const [, of, at, offset] = ROW.exec(text) ?? [];
      return of === undefined ? undefined : { table: of, block: Number(at), offset: Number(offset) };
    },
  );
  const xid = number('xid', 1, MAX_XID);
  const [fault] = faults;
  if (fault !== undefined) return err(fault);
  const source =
    packed !== undefined
      ? ({ kind: 'text', packed } as const)
      : spec === undefined
        ? undefined
        : ({ kind: 'shipped', id: spec } as const);
  const all = { source, rules, design, permutation, moves, branch, tick, table, block, session, tuple, xid };
  return ok(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}

export function formatPlay(address: PlayAddress): Record<string, string> {
  const { source, rules, design, permutation, moves, branch, tick, table, block, session, tuple, xid } = address;
  const all: Readonly<Record<string, string | number | undefined>> = {
    spec: source?.kind === 'shipped' ? source.id : undefined,
    text: source?.kind === 'text' ? source.packed : undefined,
    pg: rules,
    design,
    perm: permutation,
    moves,
    branch,
    at: tick,
    table,
    block,
    session,
    row: tuple === undefined ? undefined : `${tuple.table}.${tuple.block}.${tuple.offset}`,
    xid,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/**
 * The exercises' part of an address: the exercise and its variant: `#/exercises/who-sees-it?seed=7`; or a whole file of
 * a teacher, packed: `#/exercises?text=S0k…&seed=7`.
 */

const EXERCISE_ID = /^[a-z0-9][a-z0-9-]{0,79}$/;

export function parseExercises(
  { id, text, seed }: RawAddress['params'],
  { t }: Messages,
): Result<ExercisesAddress, string> {
  const fault = (name: string, given: string, want: string): Result<ExercisesAddress, string> =>
    err(t('shell.badAddress.param', { name, text: given.slice(0, 80), want }));
  if (id !== undefined && !EXERCISE_ID.test(id)) return fault('id', id, t('stage.want.exercise'));
  if (id === undefined && text !== undefined && !PACKED.test(text)) return fault('text', text, t('stage.want.packed'));
  const number = seed === undefined ? undefined : /^\d{1,6}$/.test(seed) ? Number(seed) : Number.NaN;
  if (number !== undefined && !(number <= MAX_SEED))
    return fault('seed', seed ?? '', t('stage.want.number', { min: 0, max: MAX_SEED }));
  const which = id !== undefined ? { id } : text !== undefined ? { text } : null;
  return ok(which === null ? {} : { ...which, ...(number === undefined ? {} : { seed: number }) });
}

export function formatExercises({ id, text, seed }: ExercisesAddress): Record<string, string> {
  const which: Record<string, string> = id !== undefined ? { id } : text !== undefined ? { text } : {};
  return seed === undefined || (id === undefined && text === undefined) ? which : { ...which, seed: String(seed) };
}

/** The lessons' part of an address: the lesson and the step. The id is in the path: `#/lessons/two-stamps?step=3`. */

const STEP = /^[1-9]\d{0,2}$/;

export function parseLessons(
  { id, step, notes }: RawAddress['params'],
  { t }: Messages,
): Result<LessonsAddress, string> {
  const fault = (name: string, text: string, want: string): Result<LessonsAddress, string> =>
    err(t('shell.badAddress.param', { name, text: text.slice(0, 80), want }));
  if (id !== undefined && !ID.test(id)) return fault('id', id, t('stage.want.lesson'));
  if (step !== undefined && !STEP.test(step)) return fault('step', step, t('stage.want.number', { min: 1, max: 999 }));
  return ok({
    ...(id === undefined ? {} : { id }),
    ...(id === undefined || step === undefined ? {} : { step: Number(step) }),
    ...(id === undefined || notes !== '1' ? {} : { notes: true }),
  });
}

export const formatLessons = ({ id, step, notes }: LessonsAddress): Record<string, string> => ({
  ...(id === undefined ? {} : { id }),
  ...(id === undefined || step === undefined ? {} : { step: String(step) }),
  ...(id === undefined || notes === undefined ? {} : { notes: '1' }),
});

/** The part of an address for the page of a real server: it cannot contain a file, only the choice of the sample. */
export const parseServer = ({ sample }: RawAddress['params']): ServerAddress =>
  sample === '1' ? { sample: true } : {};

export const formatServer = ({ sample }: ServerAddress): Record<string, string> =>
  sample === true ? { sample: '1' } : {};
