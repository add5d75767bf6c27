/** Xipscope's own `#:` comments in a spec. To isolationtester they are comments: a fault here never stops a run. */
import '../base/messages/en/spec.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ExtraLine, Fault, Lines } from './spec-scan.ts';
import {
  MAX_ELSEWHERE,
  type SessionPlace,
  type SpecExtras,
  type SpecSession,
  type SpecStep,
  WATCHES,
  type Watch,
} from './spec-types.ts';

const KEYS = [
  'title',
  'about',
  'watch',
  'design',
  'caption',
  'database',
  'standby',
  'elsewhere',
  'subtransaction_buffers',
  'prompts',
] as const;
/** Extras about one step or session; the others are about the whole spec. */
const NAMES: Readonly<Partial<Record<string, 'step' | 'session'>>> = {
  caption: 'step',
  elsewhere: 'step',
  database: 'session',
  standby: 'session',
};
type Key = (typeof KEYS)[number];
const isKey = (key: string): key is Key => KEYS.some((known) => known === key);
const isWatch = (name: string): name is Watch => WATCHES.some((known) => known === name);

/** A longer text is not a caption. */
const MAX_CHARS = 10_000;

/** XIP_SLRU_MAX_BUFFERS, and SLRU_BANK_SIZE. */
const MAX_BUFFERS = 1024;
const BANK_SLOTS = 16;

const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** `key: value` or `key NAME: value`; the name may be quoted. */
const FORM = /^([a-z_]+)(?:[ \t]+("(?:[^"]|"")*"|[^\s:"]+))?[ \t]*:[ \t]*(.*)$/su;

const plainName = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);

interface Extra {
  readonly key: Key;
  /** The step or session that it is about; null: the whole spec. */
  readonly name: string | null;
  readonly value: string;
  readonly offset: number;
}

/** A line's key, name and value, or the fault of its form. */
function extraOf({ text, offset }: ExtraLine, { t }: Messages): Result<Extra, string> {
  const found = text.length > MAX_CHARS ? null : FORM.exec(text);
  if (found === null) return err(t('spec.extra.form'));
  const [, key = '', written, value = ''] = found;
  if (!isKey(key)) return err(t('spec.extra.unknown', { key, known: KEYS }));
  const of = NAMES[key];
  const name = written === undefined ? null : plainName(written);
  if (of !== undefined && name === null) return err(t('spec.extra.needsName', { key, of }));
  if (of === undefined && name !== null) return err(t('spec.extra.noStep', { key }));
  const extra = { key, name, value, offset };
  return value === '' ? err(t('spec.extra.empty', { key: titleOf(extra) })) : ok(extra);
}

const titleOf = ({ key, name }: Extra): string => (name === null ? key : `${key} ${name}`);

/** Extras by what they are about. Each `take` returns the fault that keeps the extra out, or null. */
class ExtraTable {
  readonly single = new Map<Key, Extra>();
  readonly captions = new Map<number, string>();
  readonly elsewhere = new Map<number, number>();
  readonly places: SessionPlace[] = [];
  readonly #seen = new Set<string>();
  readonly #stepAt: ReadonlyMap<string, number>;
  readonly #sessionAt: ReadonlyMap<string, number>;
  readonly #messages: Messages;

  constructor(steps: readonly SpecStep[], sessions: readonly SpecSession[], messages: Messages) {
    this.#stepAt = new Map(steps.map((step, i) => [step.name, i]));
    this.#sessionAt = new Map(sessions.map((session, i) => [session.name, i]));
    this.#messages = messages;
  }

  take(extra: Extra): string | null {
    const title = titleOf(extra);
    if (this.#seen.has(title)) return this.#messages.t('spec.extra.twice', { key: title });
    this.#seen.add(title);
    if (extra.name === null) {
      this.single.set(extra.key, extra);
      return null;
    }
    return NAMES[extra.key] === 'session'
      ? this.#takeForSession(extra, extra.name)
      : this.#takeForStep(extra, extra.name);
  }

  #takeForSession({ key, value }: Extra, name: string): string | null {
    const { t } = this.#messages;
    const session = this.#sessionAt.get(name);
    const place = placeOf(key, value);
    if (session === undefined) return t('spec.extra.undefinedSession', { name });
    if (place === undefined) return t('spec.extra.badStandby', { name });
    if (this.places.some((other) => other.session === session)) return t('spec.extra.twoPlaces', { name });
    this.places.push({ session, place });
    return null;
  }

  #takeForStep({ key, value }: Extra, name: string): string | null {
    const { t } = this.#messages;
    const step = this.#stepAt.get(name);
    if (step === undefined) return t('spec.extra.undefinedStep', { key, name });
    if (key === 'caption') {
      this.captions.set(step, value);
      return null;
    }
    const count = wholeNumber(value);
    if (count === null || count > MAX_ELSEWHERE) return t('spec.extra.elsewhere', { max: MAX_ELSEWHERE });
    this.elsewhere.set(step, count);
    return null;
  }
}

/** The extras' values, and their faults. */
export function readExtras(
  lines: readonly ExtraLine[],
  { steps, sessions }: { readonly steps: readonly SpecStep[]; readonly sessions: readonly SpecSession[] },
  lineNumbers: Lines,
  messages: Messages = messagesIn('en'),
): { readonly extras: SpecExtras; readonly faults: readonly Fault[] } {
  const { t } = messages;
  const faults: Fault[] = [];
  const table = new ExtraTable(steps, sessions, messages);
  for (const line of lines) {
    const extra = extraOf(line, messages);
    const message = extra.ok ? table.take(extra.value) : extra.error;
    if (message !== null) faults.push({ offset: line.offset, message });
  }
  const { single, captions, places, elsewhere } = table;

  const watched = single.get('watch');
  const views = watched?.value.split(',').map((item) => item.trim()) ?? [];
  for (const given of views)
    if (!isWatch(given))
      faults.push({ offset: watched?.offset ?? 0, message: t('spec.extra.unknownView', { given, known: WATCHES }) });

  const buffers = single.get('subtransaction_buffers');
  const pages = buffers === undefined ? 0 : (wholeNumber(buffers.value) ?? 1);
  const fits = pages <= MAX_BUFFERS && pages % BANK_SLOTS === 0;
  if (!fits)
    faults.push({
      offset: buffers?.offset ?? 0,
      message: t('spec.extra.buffers', { max: MAX_BUFFERS, step: BANK_SLOTS }),
    });
  const design = single.get('design');
  return {
    extras: {
      title: single.get('title')?.value ?? null,
      about: single.get('about')?.value ?? null,
      design: design === undefined ? null : { ...lineNumbers.placeOf(design.offset), id: design.value },
      watch: views.filter(isWatch),
      captions,
      places,
      elsewhere,
      subtransactionBuffers: fits ? pages : 0,
      hasPrompts: single.has('prompts'),
    },
    faults,
  };
}

/** `feedback` or `slot NAME`; a database's name as written. */
function placeOf(key: string, value: string): SessionPlace['place'] | undefined {
  if (key === 'database') return { kind: 'database', name: value };
  if (value === 'feedback') return { kind: 'standby', slot: null };
  const slot = /^slot[ \t]+([a-z0-9_]{1,63})$/.exec(value)?.[1];
  return slot === undefined ? undefined : { kind: 'standby', slot };
}
