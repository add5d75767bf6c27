/** A question about counted cache lines. It needs no schedule: the seed draws the numbers, until one answer is clear. */

import '../../../base/messages/en/design.ts';
import '../../../base/messages/en/exercise.ts';
import '../../../base/messages/en/ui.ts';
import { DESIGN_IDS, REUSING_IDS } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok } from '../../../base/result.ts';
import { shuffled } from '../events.ts';
import type { AnyAsk, CountedLines } from '../exercise.ts';
import { drawValues, numberIn, rngFor, type Values } from '../fill.ts';
import {
  type AnyQuestion,
  type AskBlock,
  type Drawn,
  engineFailed,
  type Kind,
  MAX_TRIES,
  type Made,
  type Making,
  missingField,
  notPosed,
  partsOf,
} from '../kind.ts';

const PICKS = ['fewest', 'most'] as const;
type LinesPick = (typeof PICKS)[number];

interface LinesAsk extends AnyAsk {
  readonly what: 'lines';
  /** The seed picks one. */
  readonly picks: readonly LinesPick[];
  /** Each with its number of idle connections; null: `idle` has it. */
  readonly of: readonly (CountedLines & { readonly at: string | null })[];
  /** Numbers, or names of variables. Null: each design has its own. */
  readonly idle: string | null;
  readonly active: string;
}

/** `idle` null: the exercise has one number for all. */
type CountedOption = CountedLines & { readonly idle: number | null; readonly lines: number };

interface LinesQuestion extends AnyQuestion {
  readonly kind: 'lines';
  readonly pick: LinesPick;
  readonly active: number;
  readonly options: readonly CountedOption[];
  readonly key: number;
}

// --- the block `ask` ------------------------------------------------------------------------------------------------------

const COUNTED = /^([a-z0-9.-]{1,40})(?: (reused))?(?: at (\d{1,9}|[a-z][a-z0-9_]{0,30}))?$/;

function countedOf(text: string): LinesAsk['of'][number] | null {
  const [, design, reused, at = null] = COUNTED.exec(text) ?? [];
  return design === undefined ? null : { design, reuse: reused !== undefined, at };
}

function readLines(block: AskBlock): LinesAsk | null {
  const { fields, first, faults } = block;
  const { of, pick, idle, active } = fields;
  if (of === undefined) return missingField(block, 'of');
  if (active === undefined) return missingField(block, 'active');
  const named = partsOf(pick?.text ?? 'fewest', '|');
  const picks = PICKS.filter((one) => named.includes(one));
  if (picks.length < Math.max(1, named.length)) return faults.atLine(pick?.line ?? first, faults.t('exercise.pick'));
  const counted = partsOf(of.text, ',').map(countedOf);
  const all = counted.filter((one) => one !== null);
  if (all.length < counted.length || all.length < 2)
    return faults.atLine(of.line, faults.t('exercise.of'), of.column + 1);
  if (idle === undefined && all.some(({ at }) => at === null)) return missingField(block, 'idle');
  return { what: 'lines', picks, of: all, idle: idle?.text ?? null, active: active.text };
}

// --- the question -----------------------------------------------------------------------------------------------------------

const IDLE = { min: 0, max: 12_000 };
const ACTIVE = { min: 1, max: 64 };

/**
 * The right option must differ this much from the next one: the question is about bytes per connection, not about one
 * line more or less.
 */
const CLEARLY = 0.1;

async function drawLines(making: Making<LinesAsk>): Promise<Made<Drawn<LinesQuestion>>> {
  const { id, seed, exercise } = making;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const values = drawValues(exercise.vary, rngFor(id, seed, attempt));
    const counted = await countAll(making, values);
    if (!counted.ok) return counted;
    const rng = rngFor(id, seed, attempt + 1);
    const options = shuffled(counted.value.options, rng);
    const { picks } = exercise.ask;
    const pick = picks[picks.length > 1 ? rng.below(picks.length) : 0] ?? 'fewest';
    const key = clearlyBest(options, pick);
    if (key !== null)
      return ok({ question: { kind: 'lines', pick, active: counted.value.active, options, key }, values });
  }
  return notPosed(making);
}

/** The lines of each option. */
async function countAll(
  { exercise: { ask }, world }: Making<LinesAsk>,
  values: Values,
): Promise<Made<{ readonly active: number; readonly options: readonly CountedOption[] }>> {
  const active = numberIn(ask.active, values);
  if (active === undefined || active < ACTIVE.min || active > ACTIVE.max)
    return err({ kind: 'number', text: ask.active, ...ACTIVE });
  const options: CountedOption[] = [];
  for (const { design, reuse, at } of ask.of) {
    const text = at ?? ask.idle ?? '';
    const idle = numberIn(text, values);
    if (idle === undefined || idle < IDLE.min || idle > IDLE.max) return err({ kind: 'number', text, ...IDLE });
    const lines = await world.countLines({ design, reuse }, idle, active);
    if (!lines.ok)
      return lines.error.kind === 'bad-input'
        ? err({ kind: 'design', name: design })
        : engineFailed(lines.error.message);
    options.push({ design, reuse, idle: at === null ? null : idle, lines: lines.value });
  }
  return ok({ active, options });
}

/** The place of the option that clearly has the fewest lines, or the most. Null: more than one, or none, has. */
function clearlyBest(options: readonly CountedOption[], pick: LinesPick): number | null {
  const all = options.map(({ lines }) => lines);
  const best = pick === 'fewest' ? Math.min(...all) : Math.max(...all);
  const isClear = (lines: number): boolean => Math.abs(lines - best) >= CLEARLY * Math.max(lines, best);
  return all.filter((lines) => !isClear(lines)).length === 1 ? all.indexOf(best) : null;
}

/** The reader's name for a design: a release by its number, any other as on the ladder. */
function designText(design: string, t: Messages['t']): string {
  const id = DESIGN_IDS.find((known) => known === design);
  if (id?.startsWith('pg')) return `PostgreSQL ${t(`design.${id}.short`)}`;
  return id === undefined ? design : t('ui.labelled', { label: t(`design.${id}.short`), text: t(`design.${id}.what`) });
}

/** A snapshot to count; for a design that can keep a snapshot, the text says whether it does. */
function countedText({ design, reuse, idle }: CountedOption, t: Messages['t']): string {
  const keeps = REUSING_IDS.some((id) => id === design);
  return t('exercise.option.lines', { design: designText(design, t), reuse: keeps ? reuse : null, idle });
}

const lines: Kind<LinesAsk, LinesQuestion> = {
  group: 'count',
  shape: 'choice',
  outcome: null,
  needs: { spec: false, goal: false, standby: false, step: false },
  fields: ['of', 'pick', 'idle', 'active'],
  read: readLines,
  named: ({ of }) => ({ designs: of.map(({ design }) => design) }),
  draw: drawLines,
  setting: () => null,
  form: ({ pick, options, key }) => ({
    shape: 'choice',
    ask: (t) => t('exercise.ask.lines', { pick }),
    options: options.map((option) => ({ says: (t) => countedText(option, t), isCode: false })),
    key,
  }),
  facts: ({ options, pick, key }) => {
    const best = options[key];
    // Which of them it is differs from variant to variant, so no author's sentence can say it.
    return best === undefined ? [] : [(t) => t('exercise.why.lines.pick', { pick, design: countedText(best, t) })];
  },
  bars: ({ options, key }) =>
    options.map((option, i) => ({ says: (t) => countedText(option, t), count: option.lines, isKey: i === key })),
  paths: () => null,
};

export const LINES_KINDS = { lines };
