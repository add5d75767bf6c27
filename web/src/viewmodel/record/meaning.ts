/**
 * What an answer says, whatever the variant: each student gets an own one, with other values and another order of the
 * options, so places and texts do not add up over a class. Pure.
 */
import '../../base/messages/en/teacher.ts';
import { messagesIn } from '../../base/messages/index.ts';
import type { Lesson } from '../../scenario/lesson.ts';
import { textOf } from '../../scenario/lesson-languages.ts';
import { type Answer, parseAnswer } from '../exercise/answer.ts';
import type { FormOf, SnapshotKey, Wording } from '../exercise/kind.ts';
import { formOf } from '../exercise/kinds.ts';
import type { Variant } from '../exercise/variant.ts';

export interface Meaning {
  /** Equal for answers that say the same. */
  readonly key: string;
  /** As a person would say it; values are those of the variant in which it was given. */
  readonly says: Wording;
}

/** Null: it is not an answer to this question. */
export function meaningOf(variant: Variant, text: string): Meaning | null {
  const answer = parseAnswer(text);
  const form = formOf(variant.question);
  if (answer === null) return null;
  switch (form.shape) {
    case 'choice':
      return answer.kind === 'choice' ? ofChoice(variant, form, answer.at) : null;
    case 'versions':
      return answer.kind === 'rows' ? ofVersions(form, answer.seen) : null;
    case 'snapshot':
      return answer.kind === 'snapshot' ? ofSnapshot(form.key, answer) : null;
    case 'order':
    case 'schedule':
      return answer.kind === 'moves' || answer.kind === 'typed'
        ? { key: 'moves', says: (t) => t('teacher.means.moves') }
        : null;
  }
}

/** A lesson's options are the same for everybody. @param lesson in the reader's language */
export function lessonMeaning(lesson: Lesson | null, part: number, answer: string): Meaning | null {
  const question = lesson?.steps[part - 1]?.question ?? null;
  if (question === null || question.kind === 'predict' || !/^\d{1,2}(?:,\d{1,2})*$/.test(answer)) return null;
  const chosen = answer.split(',').map((at) => question.options[Number(at)]);
  const texts = chosen.flatMap((one) => (one === undefined ? [] : [textOf(one.text)]));
  return texts.length < chosen.length ? null : { key: answer, says: (t) => t('teacher.means.options', { texts }) };
}

// --- one of several options --------------------------------------------------------------------------------------------

const en = messagesIn('en').t;
const NUMBER = /\d[\d,]*/g;
const numbersIn = (text: string): readonly number[] => (text.match(NUMBER) ?? []).map(numberOf);
const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

function ofChoice(variant: Variant, { options, key }: FormOf<'choice'>, at: number): Meaning | null {
  const [given, right] = [options[at], options[key]];
  if (given === undefined || right === undefined) return null;
  const text = given.says(en);
  const isNumbers = /^[\d\s,()/]+$/.test(text);
  const wanted = isNumbers ? numbersIn(right.says(en)) : [];
  let isRelative = false;
  let place = -1;
  const normal = text.replace(NUMBER, (found, offset: number) => {
    place++;
    // A leading number names a design; the others among words are the variant's.
    if (!isNumbers) return offset === 0 ? found : '#';
    const name = nameOf(numberOf(found), variant);
    if (name !== null) return name;
    isRelative = true;
    const [own, other] = [numberOf(found), wanted[place]];
    return other === undefined ? '+' : own === other ? '=' : own < other ? '<' : '>';
  });
  const says: Wording = (t) =>
    isRelative
      ? t('teacher.means.instead', { given: given.says(t), right: right.says(t) })
      : t('teacher.means.options', { texts: [given.says(t)] });
  return { key: `choice ${normal}`, says };
}

/** The variable, or the sum or difference of two, that a number is; null: the variant's values do not say. */
function nameOf(number: number, { values, exercise }: Variant): string | null {
  if (new RegExp(`(?<![\\w{+*-])${number}(?![\\w}])`).test(exercise.spec?.text ?? '')) return String(number);
  const known = [...values].flatMap(([name, text]) => (/^\d+$/.test(text) ? [[name, Number(text)] as const] : []));
  for (const [name, value] of known) if (value === number) return `{${name}}`;
  for (const [name, value] of known)
    for (const [other, more] of known) {
      if (name < other && value + more === number) return `{${name}+${other}}`;
      if (name !== other && value - more === number) return `{${name}-${other}}`;
    }
  return null;
}

// --- row versions, snapshots -------------------------------------------------------------------------------------------

/** Versions by what makes them old or new: a stamp that says who deleted, replaced or locked them. */
function ofVersions({ versions, key }: FormOf<'versions'>, seen: readonly number[]): Meaning {
  const count = (isSeen: boolean, isOld: boolean): number =>
    versions.filter(
      ({ lp, xmax }) => seen.includes(lp) === isSeen && key.includes(lp) !== isSeen && (xmax !== 0) === isOld,
    ).length;
  const found = {
    countsOld: count(true, true),
    countsNew: count(true, false),
    missesOld: count(false, true),
    missesNew: count(false, false),
  };
  const marks = { ...found, isNone: seen.length === 0 };
  const kinds = Object.values(found).map((n) => (n > 0 ? 1 : 0));
  return { key: `rows ${seen.length === 0 ? 'none' : kinds.join('')}`, says: (t) => t('teacher.means.rows', marks) };
}

/** Which parts of an answered snapshot are wrong, and in which direction. */
function ofSnapshot(key: SnapshotKey, answer: Extract<Answer, { readonly kind: 'snapshot' }>): Meaning {
  const found = {
    xmin: Math.sign(answer.xmin - key.xmin),
    xmax: Math.sign(answer.xmax - key.xmax),
    lists: answer.xip.some((xid) => !key.xip.includes(xid)),
    lacks: key.xip.some((xid) => !answer.xip.includes(xid)),
  };
  return {
    key: `snapshot ${Object.values(found).map(Number).join(' ')}`,
    says: (t) => t('teacher.means.snapshot', found),
  };
}
