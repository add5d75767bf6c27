/**
 * The state of an answered exercise: the given answer, the engine's judgement, and the record that is kept. The page
 * and the stage draw it.
 */

import '../../base/messages/en/exercise.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { sameData } from '../../base/same.ts';
import { type Readable, Store } from '../../base/store.ts';
import type { Move, Shown } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { useNewest } from '../../ui/hooks.ts';
import { kept } from '../../ui/kept.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useStore, useTurns } from '../../ui/use-store.ts';
import { type Answer, answerText } from '../../viewmodel/exercise/answer.ts';
import type { BrokenClaim } from '../../viewmodel/exercise/claims.ts';
import type { Difference, Evidence, GoalState } from '../../viewmodel/exercise/goal.ts';
import { judgeMoves, type MovesVerdict, typedVerdict } from '../../viewmodel/exercise/judge.ts';
import type { Form } from '../../viewmodel/exercise/kind.ts';
import { formOf, isMadeOfMoves, isRight, settingOf } from '../../viewmodel/exercise/kinds.ts';
import type { Variant } from '../../viewmodel/exercise/variant.ts';
import { typedMoves } from '../../viewmodel/prompt/typed.ts';
import { isTold, readProgress } from '../../viewmodel/record/progress.ts';
import { tickText } from '../../viewmodel/stage/lane-words.ts';
import { upTo } from '../../viewmodel/stage/lanes.ts';
import { currentBranch } from '../../viewmodel/stage/playback.ts';
import type { TupleRef } from '../../viewmodel/stage/selection.ts';
import { sessionLaneState } from '../../viewmodel/stage/step-log.ts';
import { NOTHING_OPEN, type PlayState } from '../shared/play/play-state.ts';
import { keepDeed } from '../shared/record/keep-deed.ts';
import type { Asked } from './exercise-store.ts';
import { goalText, useEvidence } from './Goals.tsx';

/**
 * Why an answer that is made of moves is not right, in a sentence: the outcome, and the words of the task that it
 * breaks.
 */

/** '': no words of the task are broken, or so much is missing that naming it would not help. */
function whyNot(verdict: MovesVerdict, spec: Spec, isFinal: boolean, t: Messages['t']): string {
  if (verdict.isRight) return '';
  if (verdict.kind === 'stuck') return t('exercise.order.stuck');
  if (verdict.kind === 'own-order') {
    const [step, other] = [spec.steps[verdict.step], spec.steps[verdict.other]];
    const who = spec.sessions[step?.session ?? -1]?.name ?? '';
    return t('exercise.order.ownOrder', { who, step: step?.name ?? '', other: other?.name ?? '' });
  }
  // While a schedule is being made, most goals are still open: the goals themselves show the progress.
  const reached = verdict.kind === 'hunt' ? verdict.difference !== null : verdict.states.every((one) => one.isReached);
  const [first] = isFinal || reached ? verdict.broken : [];
  // A run that cannot go on names the goal that it missed; the goals' ticks alone are easily overlooked.
  if (first === undefined && isFinal && verdict.kind === 'goal') return missedGoal(verdict.states, t);
  return first === undefined
    ? ''
    : t('exercise.claim.broken', { reason: reasonOf(first, t), words: first.claim.words });
}

const missedGoal = (states: readonly GoalState[], t: Messages['t']): string => {
  const missed = states.find((one) => !one.isReached);
  return missed === undefined ? '' : t('exercise.goal.missed', { goal: goalText(missed.goal, false, t) });
};

function reasonOf({ claim: { line }, instead }: BrokenClaim, t: Messages['t']): string {
  switch (line.kind) {
    case 'after':
      return t('exercise.claim.after', line);
    case 'together':
      return t('exercise.claim.together', line);
    case 'suboverflowed':
      return t('exercise.claim.suboverflowed', line);
    case 'versions':
      return t('exercise.claim.versions', { table: line.table, instead: instead ?? '0' });
    case 'committed':
      return t('exercise.claim.committed', { table: line.table, instead: instead ?? '' });
    case 'says':
      return t('exercise.claim.says', line);
    case 'within':
      return t('exercise.claim.within', { made: instead ?? '' });
    case 'rows':
    case 'error':
    case 'fine':
    case 'waited':
      return instead === null
        ? t('exercise.claim.notRun', line)
        : t(`exercise.claim.${line.kind}`, { step: line.step, instead });
    case 'differ':
    case 'same':
      return t(instead === null ? 'exercise.claim.notRun' : `exercise.claim.${line.kind}`, line);
    case 'waits':
      return t('exercise.claim.waits', line);
    default:
      return t('exercise.claim.other');
  }
}

interface Standing {
  readonly reason: string;
  readonly isFree: boolean;
  readonly isMade: boolean;
  readonly isPractice: boolean;
  readonly solved: boolean;
  readonly isTried: boolean;
  /** The steps so far are judged, and there is no other to press. */
  readonly isSpent: boolean;
  /** Typing has ended every transaction, and a goal is still open. */
  readonly isMissed: boolean;
}

/** The outcome in a sentence; '' before the first answer. */
function saidOf(standing: Standing, t: Messages['t']): string {
  const { reason, isFree, isMade, isPractice, solved, isTried, isSpent, isMissed } = standing;
  if (solved) return t(isPractice ? 'exercise.practice' : 'exercise.right');
  if (isTried) return isMade ? reason || t('exercise.wrongMoves') : t('exercise.wrong');
  if (isMissed) return t('exercise.typed.missing');
  if (isFree) return reason || (isSpent ? t('exercise.wrongMoves') : '');
  return isPractice ? t('exercise.practising') : '';
}

/** The first row version that an answer judges wrongly; null: none, or the answer is about something else. */
function firstMissed(form: Form, answer: Answer): TupleRef | null {
  if (form.shape !== 'versions' || answer.kind !== 'rows') return null;
  const missed = form.versions.find(({ lp }) => form.key.includes(lp) !== answer.seen.includes(lp));
  return missed === undefined ? null : { table: missed.table, block: missed.block, offset: missed.lp };
}

const shownOf = (verdict: MovesVerdict): Shown | null => (verdict.kind === 'own-order' ? null : verdict.shown);

/** Each step is made, or its session waits; and no time can pass. */
function cannotGoOn({ compiled, shown }: PlayState, moves: readonly Move[]): boolean {
  if (compiled === null || shown === null || shown.state.tick !== moves.length || shown.state.timeCanPass) return false;
  const { sessions } = shown.state;
  return compiled.spec.steps.every((step, i) => moves.includes(i) || sessions[step.session]?.active != null);
}

/** Judges the statements typed so far by the stage that shows them; null: the engine has not answered yet. */
function verdictOnTyped(
  variant: Variant,
  { compiled, shown, events, phase }: PlayState,
  moves: readonly Move[],
): MovesVerdict | null {
  if (compiled === null || shown === null || phase !== 'ready' || shown.state.tick !== moves.length) return null;
  return typedVerdict(variant, { compiled, moves, shown: { ...shown, events: upTo(events, shown.state.tick) } });
}

/** What a hunt found; the figure asks about the version that the fault affects. */
function useFound(
  verdict: MovesVerdict | null,
  moves: readonly Move[],
  { store, show, sound }: Asked,
): Pick<Answering, 'difference' | 'evidence'> {
  const difference = verdict?.kind === 'hunt' ? verdict.difference : null;
  const evidence = useEvidence(difference, moves, show, sound);
  useEffect(() => {
    if (evidence !== null) store?.select({ session: evidence.session, tuple: evidence.version });
  }, [evidence, store]);
  return { difference, evidence };
}

/** Judges the typed statements. The last verdict stays until the engine has answered the next one. */
function useTyped(
  isTyped: boolean,
  variant: Variant,
  state: PlayState,
  moves: readonly Move[],
  setVerdict: (verdict: MovesVerdict) => void,
): void {
  useEffect(() => {
    const verdict = isTyped ? verdictOnTyped(variant, state, moves) : null;
    if (verdict !== null) setVerdict(verdict);
  }, [isTyped, variant, state, moves, setVerdict]);
}

const typedAnswer = ({ compiled }: PlayState, moves: readonly Move[]): Answer => ({
  kind: 'typed',
  moves: compiled === null ? [] : typedMoves(compiled.spec, moves),
});

/** Something was typed, no transaction is open any more, and a goal is. */
function isMissedBy(verdict: MovesVerdict | null, isTyped: boolean): boolean {
  if (!isTyped || verdict?.kind !== 'goal' || verdict.shown.state.tick === 0) return false;
  if (verdict.shown.state.sessions.some((session) => sessionLaneState(session) !== 'idle')) return false;
  return verdict.states.some((one) => !one.isReached);
}

/** Of a question without a stage. */
const NO_STORE: Readable<PlayState> = new Store(NOTHING_OPEN);
const JUDGING_TOLD_MS = 500;

export interface Answering {
  readonly state: PlayState;
  /** The moves up to the cursor. */
  readonly moves: readonly Move[];
  readonly answer: Answer | null;
  readonly solved: boolean;
  readonly verdict: MovesVerdict | null;
  /** For a hunt: the difference, and its cause. */
  readonly difference: Difference | null;
  readonly evidence: Evidence | null;
  /** The outcome of the answer, or of the steps so far, in a sentence. */
  readonly said: string;
  /** The last step in words, for a screen reader. */
  readonly now: string;
  /** The answer has been shown before: a new one does not count. */
  readonly isPractice: boolean;
  /** Whether moves are being judged, if that takes a moment; and the functions to cancel it and to start it again. */
  readonly judging: 'no' | 'under-way' | 'cancelled';
  readonly onCancel: () => void;
  readonly onJudgeAgain: () => void;
  readonly hints: number;
  readonly onHint: () => void;
  /** Then the asked step is run: after a wrong answer, too, the reader sees what it does. */
  readonly answered: (given: Answer) => void;
  /** The steps as they are arranged now, on the page and on stage; empty if the answer is no order. */
  readonly order: readonly Move[];
  readonly arranged: (next: readonly Move[]) => void;
  readonly ran: (moves: readonly Move[]) => Promise<void>;
}

/** Has moves judged: the newest question counts, and it can be given up. */
function useJudging({ variant, show, sound }: Asked) {
  const [judging, setJudging] = useState<Answering['judging']>('no');
  const judgings = useTurns();
  const judge = async (given: readonly Move[]): Promise<MovesVerdict | null> => {
    if (show === null || sound === null) return null;
    const isNewest = judgings.begin();
    setJudging('no');
    // Shown only after a moment: a line that appeared and vanished at each step would move everything below it.
    setTimeout(() => isNewest() && setJudging('under-way'), JUDGING_TOLD_MS);
    const judged = await judgeMoves(variant, given, show, sound);
    if (!isNewest()) return null;
    judgings.end();
    setJudging('no');
    return judged.ok ? judged.value : null;
  };
  const giveUp = (told: 'no' | 'cancelled'): void => {
    judgings.end();
    setJudging(told);
  };
  return { judging, judge, giveUp };
}

/** Judges a schedule made by pressing steps after each step. */
function usePressed(
  canJudge: boolean,
  { show, sound }: Asked,
  moves: readonly Move[],
  judge: (moves: readonly Move[]) => Promise<MovesVerdict | null>,
  setVerdict: (verdict: MovesVerdict) => void,
): void {
  const judgeNow = useNewest(judge);
  useEffect(() => {
    // A variant comes with its servers, and they never change: so only new moves cause a judgement.
    if (!canJudge || show === null || sound === null) return;
    void judgeNow.current(moves).then((judged) => {
      if (judged !== null) setVerdict(judged);
    });
  }, [canJudge, moves, show, sound, setVerdict]);
}

/** The reader's record: hints taken, each try, and whether one still counts. */
function useRecord({ variant, begun }: Asked) {
  const [hints, setHints] = useState(0);
  // A wrong prediction shows the answer: from then on this variant is practice, and earns no mark.
  const [wasTold, setTold] = useState(() => isTold(readProgress(kept()), { ...variant, kind: 'exercise' }));
  const keep = (given: Answer, right: boolean): void => {
    const deed = { kind: 'exercise', id: variant.id, seed: variant.seed, part: 0, begun, hints } as const;
    keepDeed({ ...deed, answer: answerText(given), isRight: right, at: new Date().toISOString() });
  };
  return { hints, onHint: () => setHints(hints + 1), wasTold, onTold: () => setTold(true), keep };
}

/** Acts each time that this becomes so, and not again while it stays so. */
function useOnceSo(isSo: boolean, act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change counts, whatever else is new
  useEffect(() => {
    if (isSo) act();
  }, [isSo]);
}

export function useAnswering(asked: Asked): Answering {
  const { variant, store, stop } = asked;
  const messages = useMessages();
  const { t } = messages;
  const { question, compiled } = variant;
  const state = useStore(store ?? NO_STORE);
  const { hints, onHint, wasTold, onTold, keep } = useRecord(asked);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [solved, setSolved] = useState(false);
  const [verdict, setVerdict] = useState<MovesVerdict | null>(null);
  const form = formOf(question);
  const [order, setOrder] = useState<readonly Move[]>(form.shape === 'order' ? form.steps : []);
  const isFree = form.shape === 'schedule';
  const isTyped = form.shape === 'schedule' && form.isTyped;
  const isMade = isMadeOfMoves(question);
  const { judging, judge, giveUp } = useJudging(asked);
  const onCancel = (): void => {
    giveUp('cancelled');
    stop();
    // The picture of an order runs on a separate server, which the same order may keep busy.
    if (!isFree) void store?.stop();
  };

  const answered = (given: Answer): void => {
    // One answer a variant and visit: what follows has read the explanation.
    if (answer !== null) return;
    const right = isRight(question, given) === true;
    setAnswer(given);
    // Practice is no try, whatever comes of it.
    if (!wasTold) keep(given, right);
    if (right) setSolved(true);
    else onTold();
    const setting = settingOf(question);
    if (setting?.next == null || store === null) return;
    const { session, step } = setting.next;
    const missed = firstMissed(form, given);
    void store.run([...setting.played, step]).then(() => {
      // The figure explains what was judged wrongly, not whatever is on top.
      if (missed !== null) store.select({ session, tuple: missed });
    });
  };
  const ran = async (moves: readonly Move[]): Promise<void> => {
    void store?.run(moves);
    const isAgain = answer?.kind === 'moves' && sameData(answer.moves, moves);
    const judged = await judge(moves);
    if (judged === null) return;
    setVerdict(judged);
    setAnswer({ kind: 'moves', moves });
    // To look at the same run again is no other try.
    if (!isAgain) keep({ kind: 'moves', moves }, judged.isRight);
    if (judged.isRight) setSolved(true);
  };
  const arranged = (next: readonly Move[]): void => {
    setOrder(next);
    // A verdict belongs to the order that it judged.
    giveUp('no');
    setVerdict(null);
  };

  const { playback, shown, at, events } = state;
  const moves = useMemo(() => currentBranch(playback).moves.slice(0, playback.tick), [playback]);
  useTyped(isTyped, variant, state, moves, setVerdict);
  usePressed(isFree && !isTyped && state.phase === 'ready', asked, moves, judge, setVerdict);
  const isFound = isFree && verdict?.isRight === true;
  useOnceSo(isFound, () => {
    if (solved) return;
    setSolved(true);
    keep(isTyped ? typedAnswer(state, moves) : { kind: 'moves', moves }, true);
  });

  // A complete run that misses its goal is a try, too; typing is over when the learner says so.
  const isSpent =
    isFree && !isTyped && verdict !== null && shownOf(verdict)?.state.tick === moves.length && cannotGoOn(state, moves);
  useOnceSo(isSpent && !isFound && !solved, () => keep({ kind: 'moves', moves }, false));

  const { difference, evidence } = useFound(verdict, moves, asked);

  // Typing adds steps, so the open spec is not the variant's own.
  const now = shown === null || state.compiled === null ? '' : tickText(state.compiled.spec, events, at.tick, messages);
  const isPractice = wasTold && !isMade;
  const isTried = form.shape === 'order' ? verdict !== null : answer !== null;
  const isMissed = isMissedBy(verdict, isTyped);
  const isFinal = form.shape === 'order' || isSpent;
  const reason = verdict === null || compiled === null ? '' : whyNot(verdict, compiled.spec, isFinal, t);
  const said = saidOf({ reason, isFree, isMade, isPractice, solved, isTried, isSpent, isMissed }, t);
  return {
    state,
    moves,
    answer,
    solved,
    verdict,
    difference,
    evidence,
    said,
    now,
    isPractice,
    judging,
    onCancel,
    onJudgeAgain: () => void judge(moves).then((judged) => judged !== null && setVerdict(judged)),
    hints,
    onHint,
    answered,
    order,
    arranged,
    ran,
  };
}
