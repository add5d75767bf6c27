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
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { ok, type Result } from '../base/result.ts';
import type { Spec, SpecProblem } from './spec-types.ts';
import { readTexts, type TextDifferences, type TextsKind, textDifferences } from './texts-file.ts';

export interface ScenarioText {
  readonly title?: string;
  readonly about?: string;
  /** By the names of the steps. */
  readonly captions: Readonly<Record<string, string>>;
}
/** By the scenarios' ids. */
export type ScenarioTexts = Readonly<Record<string, ScenarioText>>;

const KIND: TextsKind = {
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
  const read = readTexts(bytes, KIND, messages);
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
function keysOf({ extras, steps }: Pick<Spec, 'extras' | 'steps'>): readonly string[] {
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
  const own = new Map([...specs].map(([id, spec]) => [id, spec === null ? null : keysOf(spec)] as const));
  return textDifferences(bytes, KIND, own, messages);
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
