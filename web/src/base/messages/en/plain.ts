/** Why a session sees a version or does not, for a reader who has not met xids yet: who did what, and when it counts. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

/** `kept`: the session's snapshot is its transaction's, not its statement's. */
interface Said {
  readonly who: string;
  readonly by: string;
  readonly kept: boolean;
}

export const plain = addTexts({
  'plain.end.no-deleter': (p: { own: string | null }) =>
    p.own === null
      ? 'Its writer has committed and nobody has deleted it, so it is visible.'
      : `${p.own} itself wrote it and nobody has deleted it, so it is visible.`,
  'plain.end.only-locked': (p: { by: string | null; over: boolean }) =>
    `${p.over ? 'It was locked' : 'Locked'}${p.by === null ? '' : ` by ${p.by}`}, not deleted, so visible.`,
  'plain.insert.open': (p: Said) =>
    p.kept
      ? `${p.by} has not committed it. Even if it does, ${p.who} goes on with the snapshot that it has kept since its first query.`
      : `${p.by} has not committed it. Once it has, ${p.who}’s next query takes a new snapshot, and sees it.`,
  'plain.insert.waited': (p: Said) =>
    `${p.by} has not committed it. Once it has, ${p.who}’s waiting statement goes on with this version, if it still matches its WHERE.`,
  'plain.insert.late': (p: Said) =>
    p.kept
      ? `${p.by} has committed it, but only after ${p.who} took its snapshot, and ${p.who} keeps that one until its transaction ends.`
      : `${p.by} has committed it, but only after the query under way took its snapshot. ${p.who}’s next query sees it.`,
  'plain.insert.undone': (p: { by: string }) => `${p.by} rolled it back.`,
  'plain.remove.open': (p: Said) =>
    p.kept
      ? `${p.by} has not committed that change. Even if it does, ${p.who} goes on with the snapshot that it has kept since its first query.`
      : `${p.by} has not committed that change. Once it has, ${p.who}’s next query takes a new snapshot, and no longer sees this.`,
  'plain.remove.late': (p: Said) =>
    p.kept
      ? `${p.by} has committed that change, but only after ${p.who} took its snapshot, and ${p.who} keeps that one until its transaction ends.`
      : `${p.by} has committed that change, but only after the query under way took its snapshot.`,
  'plain.remove.done': (p: { who: string; by: string; now: boolean }) =>
    p.by === p.who
      ? `${p.who} made that change itself, and has committed.`
      : p.now
        ? `${p.by} has committed that change, and a snapshot taken now knows it.`
        : `${p.by} had committed that change when ${p.who} took its snapshot.`,
} as const satisfies Area<'plain'>);
