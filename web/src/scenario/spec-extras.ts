/** Xipscope's own `#:` comments in a spec. To isolationtester they are comments: a fault here never stops a run. */
import { type Messages, messagesIn } from '../base/messages/index.ts';
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

/** The extras' values, and their faults. */
export function readExtras(
  lines: readonly ExtraLine[],
  { steps, sessions }: { readonly steps: readonly SpecStep[]; readonly sessions: readonly SpecSession[] },
  lineNumbers: Lines,
  messages: Messages = messagesIn('en'),
): { readonly extras: SpecExtras; readonly faults: readonly Fault[] } {
  const { t } = messages;
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const single = new Map<Key, ExtraLine & { readonly value: string }>();
  const captions = new Map<number, string>();
  const places: SessionPlace[] = [];
  const sessionAt = new Map(sessions.map((session, i) => [session.name, i]));
  const elsewhere = new Map<number, number>();
  const stepAt = new Map(steps.map((step, i) => [step.name, i]));

  for (const line of lines) {
    const fault = (message: string): void => {
      faults.push({ offset: line.offset, message });
    };
    const found = line.text.length > MAX_CHARS ? null : FORM.exec(line.text);
    const [, key = '', name, value = ''] = found ?? [];
    const given = name === undefined ? key : `${key} ${plainName(name)}`;
    if (found === null) fault(t('spec.extra.form'));
    else if (!isKey(key)) fault(t('spec.extra.unknown', { key, known: KEYS }));
    else if (NAMES[key] !== undefined && name === undefined) fault(t('spec.extra.needsName', { key, of: NAMES[key] }));
    else if (NAMES[key] === undefined && name !== undefined) fault(t('spec.extra.noStep', { key }));
    else if (value === '') fault(t('spec.extra.empty', { key: given }));
    else if (seen.has(given)) fault(t('spec.extra.twice', { key: given }));
    else {
      seen.add(given);
      if (NAMES[key] === undefined) single.set(key, { ...line, value });
      else if (NAMES[key] === 'session') {
        const session = sessionAt.get(plainName(name ?? ''));
        const place = placeOf(key, value);
        if (session === undefined) fault(t('spec.extra.undefinedSession', { name: plainName(name ?? '') }));
        else if (place === undefined) fault(t('spec.extra.badStandby', { name: plainName(name ?? '') }));
        else if (places.some((other) => other.session === session))
          fault(t('spec.extra.twoPlaces', { name: plainName(name ?? '') }));
        else places.push({ session, place });
      } else {
        const step = stepAt.get(plainName(name ?? ''));
        const count = wholeNumber(value);
        if (step === undefined) fault(t('spec.extra.undefinedStep', { key, name: plainName(name ?? '') }));
        else if (key === 'caption') captions.set(step, value);
        else if (count === null || count > MAX_ELSEWHERE) fault(t('spec.extra.elsewhere', { max: MAX_ELSEWHERE }));
        else elsewhere.set(step, count);
      }
    }
  }

  const watch: Watch[] = [];
  const watched = single.get('watch');
  for (const item of watched?.value.split(',') ?? []) {
    const view = item.trim();
    if (isWatch(view)) watch.push(view);
    else
      faults.push({
        offset: watched?.offset ?? 0,
        message: t('spec.extra.unknownView', { given: view, known: WATCHES }),
      });
  }
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
      watch,
      captions,
      places,
      elsewhere,
      subtransactionBuffers: fits ? pages : 0,
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
