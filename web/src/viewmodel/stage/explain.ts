/**
 * Why a session sees a row version or does not: the engine's own questions, in its order, with their subjects and their
 * end. Pure; the words are in explain-words.ts.
 *
 * PostgreSQL's HeapTupleSatisfiesMVCC asks about the insertion first and about the deletion second; both ask
 * XidInMVCCSnapshot. The ids are those of wasm-core/src/heap/questions.h (a test compares the two lists).
 *
 * From the decision to the sentence: wasm-core/src/heap/visibility.c (asks pg/snapshot.c) → xip_sim_explain (api/sim_view_api.c) →
 * explainVisibility (engine/server/server-pages.ts) → engine/stage/stage-host.ts → here → explain-words.ts, with the sentences
 * of base/messages/en/heap-explain.ts → pages/shared/play/figures/why.tsx → views/explain.
 */
import {
  type ExplainStep,
  isFailed,
  type SnapshotUse,
  type StageExplanation,
  type StageState,
} from '../../engine/stage/stage-types.ts';
import { isMulti } from './heap-bits.ts';
import { type ChangeKind, type XidNote, xidNote } from './heap-facts.ts';
import { type SessionStyle, sessionStyles, styleOf, type TupleRef } from './selection.ts';

export const QUESTIONS = [
  'page-all-visible',
  'xmin-hint-committed',
  'xmin-hint-invalid',
  'xmin-frozen',
  'xmin-mine',
  'inserted-later',
  'below-xmin',
  'from-xmax-on',
  'suboverflowed',
  'topmost',
  'in-snapshot',
  'did-commit',
  'xmax-invalid',
  'locked-only',
  'xmax-multi',
  'updater',
  'xmax-mine',
  'deleted-later',
  'xmax-hint-committed',
] as const;
export type QuestionId = (typeof QUESTIONS)[number];
const isQuestion = (id: string): id is QuestionId => (QUESTIONS as readonly string[]).includes(id);

/** The possible ends of a path. Each always gives the same answer: visible, or not. */
export const ENDINGS = {
  'all-visible': true,
  'inserter-hinted-undone': false,
  'inserter-undone': false,
  'inserter-running': false,
  'inserter-too-new': false,
  'own-insertion-later': false,
  'no-deleter': true,
  'only-locked': true,
  'own-deletion-undone': true,
  'own-deletion-later': true,
  'own-deletion': false,
  'deleter-running': true,
  'deleter-too-new': true,
  'deleter-undone': true,
  'deleter-done': false,
} as const;
export type Ending = keyof typeof ENDINGS;

/** `page`: no tuple is examined at all. */
export type ExplainPartName = 'page' | 'insertion' | 'deletion';
export interface ExplainLine {
  readonly number: number;
  /** Null: the engine asks a question that this page does not know; `text` is the engine's own sentence. */
  readonly question: QuestionId | null;
  readonly text: string;
  readonly function: string;
  readonly a: number;
  readonly b: number;
  readonly answer: boolean;
  readonly deciding: boolean;
  /** Replaces `a` when its topmost parent is searched in the snapshot. */
  readonly topmost: number | null;
}
export interface ExplainPart {
  readonly name: ExplainPartName;
  readonly lines: readonly ExplainLine[];
  /** This part does not decide: it may be shown as one line. */
  readonly settled: boolean;
}
export interface ExplainModel {
  readonly session: SessionStyle;
  readonly ref: TupleRef;
  readonly visible: boolean;
  /** Its transaction has failed: it sees nothing, and the path is that of its next query. */
  readonly failed: boolean;
  readonly parts: readonly ExplainPart[];
  /** Null: this page has no sentence for the path's end. */
  readonly ending: Ending | null;
  /** The xid of the deciding question; null: it is about none. */
  readonly about: XidNote | null;
  readonly how: ChangeKind;
  readonly use: SnapshotUse;
  /** Xids of the session's transaction, for "is it my own?". */
  readonly ownXids: readonly number[];
  readonly snapshot: { readonly xip: readonly number[]; readonly subxip: readonly number[] };
  /** The tuple's header, if it is on the shown page. */
  readonly tuple: {
    readonly xmin: number;
    readonly xmax: number;
    readonly infomask: number;
    /** xmax is a multixact's number, not an xid. */
    readonly multi: boolean;
  } | null;
}

export function explainModel(explanation: StageExplanation, state: StageState): ExplainModel {
  const { session: name, table, block, offset, visible } = explanation;
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const session = state.sessions.find((each) => each.session === name);
  const tuple =
    state.page?.table === table && state.page.block === block
      ? state.page.tuples.find(({ lp }) => lp === offset)
      : undefined;
  const lines = linesOf(explanation.steps);
  const last = lines.at(-1);
  const isNumberOfMulti = last?.question === 'locked-only' && (tuple === undefined || isMulti(tuple));
  const xid = last === undefined || isNumberOfMulti ? 0 : xidOf(last);
  return {
    session: styleOf(styles, name),
    ref: { table, block, offset },
    visible,
    failed: session !== undefined && isFailed(session),
    parts: partsOf(lines),
    ending: last === undefined ? null : endingOf(last, partOf(lines, lines.length - 1), visible),
    about: xid === 0 ? null : xidNote(state, styles, xid),
    how: tuple === undefined || tuple.next === tuple.ctid ? 'deleted' : 'replaced',
    use: session?.use ?? 'none',
    ownXids: session?.ownXids ?? [],
    snapshot: { xip: session?.inForce.xip ?? [], subxip: session?.inForce.subxip ?? [] },
    tuple:
      tuple === undefined
        ? null
        : { xmin: tuple.xmin, xmax: tuple.xmax, infomask: tuple.infomask, multi: isMulti(tuple) },
  };
}

/**
 * The steps as lines. XidInMVCCSnapshot's answer is left out if the bounds have just given it: "742 before xmin 743:
 * yes" needs no "was it running: no".
 */
function linesOf(steps: readonly ExplainStep[]): readonly ExplainLine[] {
  const told = steps.filter((step, i) => !isImplied(step, steps[i - 1]));
  let topmost: number | null = null;
  return told.map((step, i): ExplainLine => {
    const question = isQuestion(step.question) ? step.question : null;
    if (question === 'topmost') topmost = step.b;
    const mine = question === 'in-snapshot' ? topmost : null;
    if (question === 'in-snapshot' || question === 'xmax-invalid') topmost = null;
    return {
      number: i + 1,
      question,
      text: step.text,
      function: step.function,
      a: step.a,
      b: step.b,
      answer: step.answer,
      deciding: i === told.length - 1,
      topmost: mine,
    };
  });
}

const isImplied = (step: ExplainStep, before: ExplainStep | undefined): boolean =>
  step.question === 'in-snapshot' &&
  before?.answer === true &&
  (before.question === 'below-xmin' ? !step.answer : before.question === 'from-xmax-on' && step.answer);

/** The deletion's questions begin with the first one about xmax. */
function partOf(lines: readonly ExplainLine[], index: number): ExplainPartName {
  if (index === 0 && lines.length === 1 && lines[0]?.question === 'page-all-visible') return 'page';
  const from = lines.findIndex(({ question }) => question === 'xmax-invalid');
  return from >= 0 && index >= from ? 'deletion' : 'insertion';
}

function partsOf(lines: readonly ExplainLine[]): readonly ExplainPart[] {
  const names = lines.map((_, index) => partOf(lines, index));
  return (['page', 'insertion', 'deletion'] as const).flatMap((name): ExplainPart[] => {
    const own = lines.filter((_, index) => names[index] === name);
    return own.length === 0 ? [] : [{ name, lines: own, settled: !own.some(({ deciding }) => deciding) }];
  });
}

/** The xid of a question: 0 for none. */
function xidOf({ question, a, b, topmost }: ExplainLine): number {
  switch (question) {
    case null:
    case 'page-all-visible':
    case 'inserted-later':
    case 'deleted-later':
    case 'suboverflowed':
    case 'xmax-invalid':
    case 'xmax-multi':
      return 0;
    case 'updater':
    case 'topmost':
      return b;
    default:
      return topmost ?? a;
  }
}

function endingOf(line: ExplainLine, part: ExplainPartName, visible: boolean): Ending | null {
  const ending = endingBy(line, part === 'deletion');
  // An engine with a planted fault may decide differently: then no sentence explains it.
  return ending !== null && ENDINGS[ending] === visible ? ending : null;
}

/** An ending of both parts, or one for the insertion and one for the deletion; null: this answer ends nothing. */
type Decides = Ending | null | readonly [insertion: Ending | null, deletion: Ending | null];

/** The ending that a question's answer decides. */
const DECIDED: Readonly<Partial<Record<QuestionId, { readonly yes: Decides; readonly no: Decides }>>> = {
  'page-all-visible': { yes: 'all-visible', no: null },
  'xmin-hint-invalid': { yes: 'inserter-hinted-undone', no: null },
  'inserted-later': { yes: 'own-insertion-later', no: null },
  'in-snapshot': { yes: ['inserter-running', 'deleter-running'], no: [null, 'deleter-done'] },
  'from-xmax-on': { yes: ['inserter-too-new', 'deleter-too-new'], no: null },
  'below-xmin': { yes: [null, 'deleter-done'], no: null },
  'did-commit': { yes: [null, 'deleter-done'], no: ['inserter-undone', 'deleter-undone'] },
  'xmax-invalid': { yes: 'no-deleter', no: null },
  'locked-only': { yes: 'only-locked', no: null },
  'xmax-mine': { yes: null, no: 'own-deletion-undone' },
  'deleted-later': { yes: 'own-deletion-later', no: 'own-deletion' },
};

function endingBy({ question, answer }: ExplainLine, deletion: boolean): Ending | null {
  const decided = question === null ? undefined : DECIDED[question];
  const by = decided?.[answer ? 'yes' : 'no'] ?? null;
  return by === null || typeof by === 'string' ? by : by[deletion ? 1 : 0];
}
