/**
 * A file of texts in another language, `texts.LANG.txt`, in the folder of the originals: a section for each of them, a
 * line for each text. The caller says which texts are allowed. This file reads it and compares it with the originals.
 *
 *   [deadlock]
 *   title: …
 */
import '../base/messages/en/lesson.ts';
import '../base/messages/en/machine.ts';
import '../base/messages/en/spec.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Machine } from './machine.ts';
import type { Spec, SpecProblem } from './spec-types.ts';

/** A text, its line, and its subject. */
export interface TextEntry {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly line: number;
}

/** The differences between the kinds of such files. */
interface TextsKind {
  /** A whole key, without the colon. */
  readonly key: RegExp;
  /** How a line should look, for the report of one that does not. */
  readonly form: (messages: Pick<Messages, 't'>) => string;
  /** For an id that has no original. */
  readonly unknown: (id: string, messages: Pick<Messages, 't'>) => string;
  /** For a key that the original with this id does not have. */
  readonly notThere: (id: string, key: string, messages: Pick<Messages, 't'>) => string;
}

const MAX_BYTES = 1_000_000;
const HEAD = /^\[([a-z0-9][a-z0-9-]*)\]$/;
const LINE = /^([^:]+):\s+(\S.*)$/u;

/** All entries of a file, or all that is wrong with it, each fault with its line. Nothing here throws. */
function readTexts(
  bytes: Uint8Array,
  kind: TextsKind,
  messages: Pick<Messages, 't'>,
): Result<readonly TextEntry[], readonly SpecProblem[]> {
  const { t } = messages;
  const at = (line: number, message: string): SpecProblem => ({ line, column: 1, message });
  if (bytes.length > MAX_BYTES) return err([at(1, t('spec.texts.tooLarge', { max: MAX_BYTES }))]);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return err([at(1, t('lesson.notUtf8'))]);
  }
  const entries = new Map<string, TextEntry>();
  const faults: SpecProblem[] = [];
  let id: string | null = null;
  text.split(/\r?\n/).forEach((line, i) => {
    const given = line.trim();
    if (given === '' || given.startsWith('#')) return;
    const head = HEAD.exec(given)?.[1];
    const [, key = '', said = ''] = LINE.exec(given) ?? [];
    if (head !== undefined) id = head;
    else if (id === null || said === '' || !kind.key.test(key)) faults.push(at(i + 1, kind.form(messages)));
    else if (entries.has(`${id} ${key}`)) faults.push(at(i + 1, t('spec.texts.twice', { id, key })));
    else entries.set(`${id} ${key}`, { id, key, text: said, line: i + 1 });
  });
  return faults.length > 0 ? err(faults) : ok([...entries.values()]);
}

interface TextDifferences {
  /** Texts without an original. */
  readonly faults: readonly SpecProblem[];
  /** `ID: KEY, KEY`: shown in English. */
  readonly missing: readonly string[];
}

/** Compares a file with its originals. @param own keys by their ids; null: a broken one, which is reported elsewhere */
function textDifferences(
  bytes: Uint8Array,
  kind: TextsKind,
  own: ReadonlyMap<string, readonly string[] | null>,
  messages: Pick<Messages, 't'>,
): TextDifferences {
  const read = readTexts(bytes, kind, messages);
  if (!read.ok) return { faults: read.error, missing: [] };
  const faults = read.value.flatMap(({ id, key, line }) => {
    const keys = own.get(id);
    if (keys === null || keys?.includes(key) === true) return [];
    const message = keys === undefined ? kind.unknown(id, messages) : kind.notThere(id, key, messages);
    return [{ line, column: 1, message }];
  });
  const has = new Set(read.value.map(({ id, key }) => `${id} ${key}`));
  const missing = [...own].flatMap(([id, keys]) => {
    const lacking = (keys ?? []).filter((key) => !has.has(`${id} ${key}`));
    return lacking.length === 0 ? [] : [`${id}: ${lacking.join(', ')}`];
  });
  return { faults, missing };
}

/**
 * The texts of the shipped machines in another language: one file per language in the machines' folder
 * (`scenarios/machines/texts.LANG.txt`). Figures and their sources stay as they are. A text that a file lacks is shown
 * in English.
 *
 *   [core-i5-10310u]
 *   name: …
 *   about: …
 *   simplified 1: …
 *   fitted otherWorkUs: …
 */

/** Texts by their keys, by the machines' ids. */
export type MachineTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const MACHINE_TEXTS: TextsKind = {
  key: /^(?:name|about|simplified [1-9]\d?|fitted [A-Za-z]+)$/,
  form: ({ t }) => t('machine.texts.form'),
  unknown: (id, { t }) => t('machine.texts.noMachine', { id }),
  notThere: (id, key, { t }) => t('machine.texts.notThere', { id, key }),
};

/** Reads such a file. */
export function parseMachineTexts(
  bytes: Uint8Array,
  messages: Pick<Messages, 't'> = messagesIn('en'),
): Result<MachineTexts, readonly SpecProblem[]> {
  const read = readTexts(bytes, MACHINE_TEXTS, messages);
  if (!read.ok) return read;
  const texts: Record<string, Record<string, string>> = {};
  for (const { id, key, text } of read.value) {
    const own = (Object.hasOwn(texts, id) ? texts[id] : undefined) ?? {};
    own[key] = text;
    texts[id] = own;
  }
  return ok(texts);
}

/** A name is translated if it contains more than a product's name: with a comma, as in “Laptop, Core i5”. */
const machineKeys = ({ name, simplified, fitted }: Machine): readonly string[] => [
  ...(name.includes(',') ? ['name'] : []),
  'about',
  ...simplified.map((_, i) => `simplified ${i + 1}`),
  ...(fitted?.constants ?? []).map((constant) => `fitted ${constant.name}`),
];

/** Compares a file with the machines in its folder. @param machines by their ids; null: a broken one, which is reported elsewhere */
export function machineTextDifferences(
  bytes: Uint8Array,
  machines: ReadonlyMap<string, Machine | null>,
  messages: Pick<Messages, 't'> = messagesIn('en'),
): TextDifferences {
  const own = new Map(
    [...machines].map(([id, machine]) => [id, machine === null ? null : machineKeys(machine)] as const),
  );
  return textDifferences(bytes, MACHINE_TEXTS, own, messages);
}

/** A machine with the texts that exist in another language. */
export function withMachineTexts(machine: Machine, texts: MachineTexts): Machine {
  const own = Object.hasOwn(texts, machine.id) ? texts[machine.id] : undefined;
  if (own === undefined) return machine;
  const { name, about, simplified, fitted } = machine;
  return {
    ...machine,
    name: own.name ?? name,
    about: own.about ?? about,
    simplified: simplified.map((text, i) => own[`simplified ${i + 1}`] ?? text),
    fitted:
      fitted === null
        ? null
        : {
            ...fitted,
            constants: fitted.constants.map((one) => ({ ...one, how: own[`fitted ${one.name}`] ?? one.how })),
          },
  };
}

/**
 * The texts of the shipped scenarios in another language: titles, abouts and captions, one file per language in the
 * specs' folder (`scenarios/specs/texts.LANG.txt`). SQL and names stay as they are. A text that a file lacks is shown
 * in English.
 *
 *   [deadlock]
 *   title: …
 *   about: …
 *   caption s1_second: …
 */

export interface ScenarioText {
  readonly title?: string;
  readonly about?: string;
  /** By the names of the steps. */
  readonly captions: Readonly<Record<string, string>>;
}
/** By the scenarios' ids. */
export type ScenarioTexts = Readonly<Record<string, ScenarioText>>;

const SCENARIO_TEXTS: TextsKind = {
  key: /^(?:title|about|caption [^\s:]+)$/u,
  form: ({ t }) => t('spec.texts.form'),
  unknown: (id, { t }) => t('spec.texts.noScenario', { id }),
  notThere: (id, key, { t }) => t('spec.texts.notThere', { id, key }),
};

/** Reads such a file. */
export function parseScenarioTexts(
  bytes: Uint8Array,
  messages: Pick<Messages, 't'> = messagesIn('en'),
): Result<ScenarioTexts, readonly SpecProblem[]> {
  const read = readTexts(bytes, SCENARIO_TEXTS, messages);
  if (!read.ok) return read;
  const texts: Record<string, ScenarioText> = {};
  for (const { id, key, text } of read.value) {
    const so = (Object.hasOwn(texts, id) ? texts[id] : undefined) ?? { captions: {} };
    texts[id] =
      key === 'title' || key === 'about'
        ? { ...so, [key]: text }
        : { ...so, captions: { ...so.captions, [key.slice('caption '.length)]: text } };
  }
  return ok(texts);
}

/** The keys of a spec's own texts. */
function scenarioKeys({ extras, steps }: Pick<Spec, 'extras' | 'steps'>): readonly string[] {
  return [
    ...(extras.title === null ? [] : ['title']),
    ...(extras.about === null ? [] : ['about']),
    ...[...extras.captions.keys()].map((step) => `caption ${steps[step]?.name ?? step}`),
  ];
}

/** Compares a file with the specs in its folder. @param specs by their ids; null: a broken one, which is reported elsewhere */
export function scenarioTextDifferences(
  bytes: Uint8Array,
  specs: ReadonlyMap<string, Pick<Spec, 'extras' | 'steps'> | null>,
  messages: Pick<Messages, 't'> = messagesIn('en'),
): TextDifferences {
  const own = new Map([...specs].map(([id, spec]) => [id, spec === null ? null : scenarioKeys(spec)] as const));
  return textDifferences(bytes, SCENARIO_TEXTS, own, messages);
}

/** A step may have any name, even that of a property that every object has. */
const captionIn = ({ captions }: ScenarioText, step: string): string | undefined =>
  Object.hasOwn(captions, step) ? captions[step] : undefined;

/** A spec with the texts that exist in another language. */
export function withTexts<S extends Pick<Spec, 'extras' | 'steps'>>(spec: S, text: ScenarioText | undefined): S {
  if (text === undefined) return spec;
  const { extras, steps } = spec;
  const captions = new Map(
    [...extras.captions].map(([step, own]) => [step, captionIn(text, steps[step]?.name ?? '') ?? own] as const),
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
