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
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { ok, type Result } from '../base/result.ts';
import type { Machine } from './machine.ts';
import type { SpecProblem } from './spec-types.ts';
import { readTexts, type TextDifferences, type TextsKind, textDifferences } from './texts-file.ts';

/** Texts by their keys, by the machines' ids. */
export type MachineTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KIND: TextsKind = {
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
  const read = readTexts(bytes, KIND, messages);
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
const keysOf = ({ name, simplified, fitted }: Machine): readonly string[] => [
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
  const own = new Map([...machines].map(([id, machine]) => [id, machine === null ? null : keysOf(machine)] as const));
  return textDifferences(bytes, KIND, own, messages);
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
