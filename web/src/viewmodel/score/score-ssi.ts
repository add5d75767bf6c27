/**
 * What a step changes for SERIALIZABLE: SIREAD locks that are taken, or promoted to a page or a table; rw-conflicts;
 * whoever is doomed or fails; and snapshots that have become safe.
 */
import type { SsiLock, SsiTransaction, StageSsi } from '../../engine/server/ssi-types.ts';
import { sessionStyles, styleOf } from '../stage/selection.ts';
import { MARK } from './marks.ts';
import { SSI_MARK } from './marks-ssi.ts';
import { type Motion, type Phase, phaseOf } from './score.ts';
import { motion, type StepTaken } from './score-step.ts';

interface Changed {
  readonly was: StageSsi;
  readonly is: StageSsi;
  readonly letterOf: (session: string | null) => string;
}
const NOTHING: StageSsi = { transactions: [], conflicts: [], structures: [], locks: [] };

export function ssiPhases({ before, after }: StepTaken): readonly Phase[] {
  const is = after.ssi;
  if (is === undefined) return [];
  const styles = sessionStyles(after.sessions.map(({ session }) => session));
  const changed = { was: before.ssi ?? NOTHING, is, letterOf: (name: string | null) => styleOf(styles, name).letter };
  return [
    ...phaseOf(begun(changed)),
    ...phaseOf(locked(changed)),
    ...phaseOf(conflicting(changed)),
    ...phaseOf(doomed(changed)),
    ...phaseOf(safe(changed)),
  ];
}

const transactionIn = ({ transactions }: StageSsi, number: number | null): SsiTransaction | undefined =>
  transactions.find((one) => one.number === number);
const sessionOf = (ssi: StageSsi, number: number | null): string | null => transactionIn(ssi, number)?.session ?? null;

const begun = ({ was, is }: Changed): readonly Motion[] =>
  is.transactions
    .filter(({ number }) => transactionIn(was, number) === undefined)
    .map(({ number, session }) => motion('claim', session, null, SSI_MARK.transaction(number)));

const isSame = (a: SsiLock, b: SsiLock): boolean =>
  a.transaction === b.transaction &&
  a.target.table === b.target.table &&
  a.target.index === b.target.index &&
  a.target.page === b.target.page &&
  a.target.offset === b.target.offset;

/** A lock on part of what the other covers. */
const isWithin = ({ target: small, transaction }: SsiLock, { target: wide, ...other }: SsiLock): boolean =>
  transaction === other.transaction &&
  small.table === wide.table &&
  small.index === wide.index &&
  small.page !== null &&
  (wide.page === null || (wide.page === small.page && wide.offset === null && small.offset !== null));

/** From the eye on the row that was read; or from the finer locks that this one stands for from now on. */
function locked({ was, is, letterOf }: Changed): readonly Motion[] {
  const has = (ssi: StageSsi, lock: SsiLock): boolean => ssi.locks.some((one) => isSame(one, lock));
  return is.locks
    .filter((lock) => !has(was, lock))
    .flatMap((lock) => {
      const session = sessionOf(is, lock.transaction);
      const letter = letterOf(session);
      const to = SSI_MARK.lock(lock.target, letter);
      const gone = was.locks.filter((one) => isWithin(one, lock) && !has(is, one));
      if (gone.length > 0)
        return gone.map(({ target }) => motion('promote', session, SSI_MARK.lock(target, letter), to));
      const { page, offset } = lock.target;
      return [motion('claim', session, offset === null ? null : MARK.eye(`(${page},${offset})`, letter), to)];
    });
}

const conflicting = ({ was, is }: Changed): readonly Motion[] =>
  is.conflicts
    .filter((one) => !was.conflicts.some(({ reader, writer }) => reader === one.reader && writer === one.writer))
    .map((one) =>
      motion('conflict', sessionOf(is, one.reader), SSI_MARK.transaction(one.reader), SSI_MARK.conflict(one)),
    );

/** The pivot lights up with both of its conflicts, and then whoever has to go is crossed out. */
function doomed({ was, is }: Changed): readonly Motion[] {
  return is.structures.flatMap((now, i) => {
    const old = was.structures[i];
    if (old !== undefined && old.failure === now.failure) return [];
    const victim = motion('doom', sessionOf(is, now.victim), null, SSI_MARK.transaction(now.victim));
    const roles = [
      [now.in, now.pivot],
      [now.pivot, now.out],
    ] as const;
    const lit = roles.map(([reader, writer]) =>
      motion('light', sessionOf(is, reader), null, SSI_MARK.conflict({ reader, writer })),
    );
    return old === undefined ? [...lit, victim] : [victim];
  });
}

const safe = ({ was, is, letterOf }: Changed): readonly Motion[] =>
  is.transactions
    .filter(({ number, state }) => state === 'safe' && transactionIn(was, number)?.state !== 'safe')
    .flatMap(({ number, session }) => [
      motion('safe', session, null, SSI_MARK.transaction(number)),
      motion('safe', session, null, MARK.snapshot(letterOf(session))),
    ]);
