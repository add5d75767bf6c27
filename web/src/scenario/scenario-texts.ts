/**
 * What the shipped scenarios say, in another language: titles, abouts and captions, in one file a language beside the specs
 * (`scenarios/specs/texts.LANG.txt`). SQL and names stay as they are. What a file lacks is shown in English.
 *
 *   [deadlock]
 *   title: …
 *   about: …
 *   caption s1_second: …
 */
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Spec, SpecProblem } from './spec-types.ts';

export interface ScenarioText {
  readonly title?: string;
  readonly about?: string;
  /** By the names of the steps. */
  readonly captions: Readonly<Record<string, string>>;
}
/** By the scenarios' ids. */
export type ScenarioTexts = Readonly<Record<string, ScenarioText>>;

/** A text and its line; the key is `title`, `about` or `caption STEP`. */
interface Entry {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly line: number;
}

const MAX_BYTES = 1_000_000;
const HEAD = /^\[([a-z0-9][a-z0-9-]*)\]$/;
const LINE = /^(title|about|caption [^\s:]+):\s+(\S.*)$/u;

/** All entries of a file, or all that is wrong with it, each fault with its line. Nothing here throws. */
function readEntries(bytes: Uint8Array, { t }: Pick<Messages, 't'>): Result<readonly Entry[], readonly SpecProblem[]> {
  const at = (line: number, message: string): SpecProblem => ({ line, column: 1, message });
  if (bytes.length > MAX_BYTES) return err([at(1, t('spec.texts.tooLarge', { max: MAX_BYTES }))]);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return err([at(1, t('lesson.notUtf8'))]);
  }
  const entries = new Map<string, Entry>();
  const faults: SpecProblem[] = [];
  let id: string | null = null;
  text.split(/\r?\n/).forEach((line, i) => {
    const given = line.trim();
    if (given === '' || given.startsWith('#')) return;
    const head = HEAD.exec(given)?.[1];
    const [, key, said] = LINE.exec(given) ?? [];
    if (head !== undefined) id = head;
    else if (id === null || key === undefined || said === undefined) faults.push(at(i + 1, t('spec.texts.form')));
    else if (entries.has(`${id} ${key}`)) faults.push(at(i + 1, t('spec.texts.twice', { id, key })));
    else entries.set(`${id} ${key}`, { id, key, text: said, line: i + 1 });
  });
  return faults.length > 0 ? err(faults) : ok([...entries.values()]);
}

/** Reads such a file. */
export function parseScenarioTexts(
  bytes: Uint8Array,
  messages: Pick<Messages, 't'> = messagesIn('en'),
): Result<ScenarioTexts, readonly SpecProblem[]> {
  const read = readEntries(bytes, messages);
  if (!read.ok) return read;
  const texts: Record<string, ScenarioText> = {};
  for (const { id, key, text } of read.value) {
    const so = texts[id] ?? { captions: {} };
    texts[id] =
      key === 'title' || key === 'about'
        ? { ...so, [key]: text }
        : { ...so, captions: { ...so.captions, [key.slice('caption '.length)]: text } };
  }
  return ok(texts);
}

/** What a spec says itself, by the same keys. */
function keysOf({ extras, steps }: Pick<Spec, 'extras' | 'steps'>): readonly string[] {
  return [
    ...(extras.title === null ? [] : ['title']),
    ...(extras.about === null ? [] : ['about']),
    ...[...extras.captions.keys()].map((step) => `caption ${steps[step]?.name ?? step}`),
  ];
}

export interface ScenarioTextDifferences {
  /** Texts for what no spec says. */
  readonly faults: readonly SpecProblem[];
  /** `ID: KEY, KEY`: shown in English. */
  readonly missing: readonly string[];
}

/** Compares a file with the specs beside it. @param specs by their ids; null: one that is broken, which is told on its own */
export function scenarioTextDifferences(
  bytes: Uint8Array,
  specs: ReadonlyMap<string, Pick<Spec, 'extras' | 'steps'> | null>,
  messages: Pick<Messages, 't'> = messagesIn('en'),
): ScenarioTextDifferences {
  const read = readEntries(bytes, messages);
  if (!read.ok) return { faults: read.error, missing: [] };
  const faults = read.value.flatMap(({ id, key, line }) => {
    const spec = specs.get(id);
    if (spec === null || (spec !== undefined && keysOf(spec).includes(key))) return [];
    const message =
      spec === undefined ? messages.t('spec.texts.noScenario', { id }) : messages.t('spec.texts.notThere', { id, key });
    return [{ line, column: 1, message }];
  });
  const has = new Set(read.value.map(({ id, key }) => `${id} ${key}`));
  const missing = [...specs].flatMap(([id, spec]) => {
    const keys = spec === null ? [] : keysOf(spec).filter((key) => !has.has(`${id} ${key}`));
    return keys.length === 0 ? [] : [`${id}: ${keys.join(', ')}`];
  });
  return { faults, missing };
}

/** A spec that says in another language what it can. */
export function withTexts<S extends Pick<Spec, 'extras' | 'steps'>>(spec: S, text: ScenarioText | undefined): S {
  if (text === undefined) return spec;
  const { extras, steps } = spec;
  const captions = new Map(
    [...extras.captions].map(([step, own]) => [step, text.captions[steps[step]?.name ?? ''] ?? own] as const),
  );
  return {
    ...spec,
    extras: {
      ...extras,
      title: extras.title === null ? null : (text.title ?? extras.title),
      about: extras.about === null ? null : (text.about ?? extras.about),
      captions,
    },
  };
}
