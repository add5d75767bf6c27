/**
 * Whether a schedule reveals a planted fault: it runs the same moves on a sound server and on the faulty one and
 * compares what a person at a client sees: rows, errors, notices, and waits. Pure.
 */
import type { Shown, StageEvent } from '../../engine/stage/stage-types.ts';
import { rowsText } from './events.ts';

/** The first difference. */
export interface Difference {
  readonly tick: number;
  readonly step: number | null;
  readonly session: string | null;
  readonly what: 'rows' | 'error' | 'waits' | 'notices';
  readonly sound: string;
  readonly faulty: string;
}

/** Xids in messages and rows are equal: both servers assign the same ones until the first difference. */
export function differenceOf(sound: Shown, faulty: Shown): Difference | null {
  const last = Math.min(sound.state.tick, faulty.state.tick);
  for (let tick = 0; tick <= last; tick++) {
    const [a, b] = [at(sound, tick), at(faulty, tick)];
    const many = Math.max(a.length, b.length);
    for (let i = 0; i < many; i++) {
      const found = differs(a[i], b[i], tick);
      if (found !== null) return found;
    }
  }
  return null;
}

const at = ({ events }: Shown, tick: number): readonly StageEvent[] => events.filter((event) => event.tick === tick);

function differs(sound: StageEvent | undefined, faulty: StageEvent | undefined, tick: number): Difference | null {
  const { step = null, session = null } = faulty ?? sound ?? {};
  const place = { tick, step, session };
  const waits = (event: StageEvent | undefined): string =>
    event === undefined ? '' : `${event.step} ${event.status} ${event.completed}`;
  if (waits(sound) !== waits(faulty))
    return { ...place, what: 'waits', sound: sound?.status ?? '', faulty: faulty?.status ?? '' };
  if (sound === undefined || faulty === undefined) return null;
  if (sound.error !== faulty.error)
    return { ...place, what: 'error', sound: sound.error ?? '', faulty: faulty.error ?? '' };
  const [a, b] = [rowsIn(sound), rowsIn(faulty)];
  if (a !== b) return { ...place, what: 'rows', sound: a, faulty: b };
  const [m, n] = [sound.notices.join('\n'), faulty.notices.join('\n')];
  return m === n ? null : { ...place, what: 'notices', sound: m, faulty: n };
}

const rowsIn = ({ results }: StageEvent): string => results.map(({ rows }) => rowsText(rows)).join(' / ');
