/** The decision path in plain words: each question with its values, its answer, and one concluding sentence. */
import '../../base/messages/en/heap-explain.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { Ending, ExplainLine, ExplainModel, ExplainPart } from './explain.ts';
import { ctidText, hex, whoShort } from './heap-words.ts';

type T = Messages;

/** A question has room for this many xids of a snapshot. */
const MAX_LISTED = 5;

export const explainTitle = ({ session, visible, failed, ref }: ExplainModel, m: Messages): string =>
  m.t(failed ? 'heap.explain.titleFailed' : 'heap.explain.title', {
    who: whoShort(session, m),
    sees: visible,
    ctid: ctidText(ref),
  });

export function questionWords(line: ExplainLine, model: ExplainModel, m: Messages): string {
  const { t } = m;
  const { a, b, question } = line;
  const who = whoShort(model.session, m);
  switch (question) {
    case null:
      return line.text;
    case 'xmin-mine':
    case 'xmax-mine':
      return t('heap.ask.mine', { a, who, own: model.ownXids });
    case 'in-snapshot':
      return t('heap.ask.in-snapshot', {
        xid: line.topmost ?? a,
        of: line.topmost === null ? null : a,
        ...listed(line, model),
      });
    case 'xmax-invalid':
      return model.tuple?.xmax === 0
        ? t('heap.ask.xmax-none')
        : t('heap.ask.xmax-invalid', { xmax: model.tuple?.xmax ?? null });
    case 'locked-only':
      return t('heap.ask.locked-only', { a, multi: model.tuple?.multi === true });
    case 'page-all-visible':
    case 'suboverflowed':
      return t(`heap.ask.${question}`);
    default:
      return t(`heap.ask.${question}`, { a, b, how: model.how });
  }
}

/** The xids around the one in question; all of a short list. */
function listed(line: ExplainLine, { snapshot }: ExplainModel): { list: readonly number[]; more: number } {
  const all = [...snapshot.xip, ...snapshot.subxip].sort((x, y) => x - y);
  if (all.length <= MAX_LISTED) return { list: all, more: 0 };
  const at = Math.max(0, all.indexOf(line.topmost ?? line.a));
  const from = Math.min(Math.max(0, at - (MAX_LISTED >> 1)), all.length - MAX_LISTED);
  return { list: all.slice(from, from + MAX_LISTED), more: all.length - MAX_LISTED };
}

/** An xid if the question asks for one, otherwise yes or no. */
export function answerWords({ question, answer, b, deciding }: ExplainLine, { t }: Messages): string {
  if (question === 'topmost' || question === 'updater') return String(b);
  if (question === 'in-snapshot' && answer && deciding) return t('heap.explain.onNotch');
  return t('heap.explain.answer', { yes: answer });
}

/** PostgreSQL's function or bit, and the mask that contains it. */
export function functionWords({ question, function: name }: ExplainLine, { tuple }: ExplainModel): string {
  const looksAtBits = question?.includes('hint') || question === 'xmin-frozen' || question === 'xmax-invalid';
  return looksAtBits === true && tuple !== null ? `${name} · ${hex(tuple.infomask)}` : name;
}

/** The meaning of the deciding answer. */
export function meaningWords({ ending }: ExplainModel, { t }: Messages): string {
  switch (ending) {
    case 'inserter-running':
    case 'inserter-too-new':
    case 'deleter-running':
    case 'deleter-too-new':
      return t('heap.explain.means.running');
    case 'inserter-hinted-undone':
    case 'inserter-undone':
    case 'deleter-undone':
    case 'own-deletion-undone':
      return t('heap.explain.means.undone');
    case 'deleter-done':
      return t('heap.explain.means.took');
    case 'no-deleter':
    case 'only-locked':
      return t('heap.explain.means.nothing');
    case 'own-insertion-later':
    case 'own-deletion-later':
      return t('heap.explain.means.later');
    case 'own-deletion':
      return t('heap.explain.means.earlier');
    case 'all-visible':
      return t('heap.explain.means.all');
    case null:
      return '';
  }
}

export interface Conclusion {
  readonly head: string;
  readonly why: string;
}
export function conclusionWords(model: ExplainModel, m: Messages): Conclusion {
  const { ending, session, how, visible, failed } = model;
  const who = whoShort(session, m);
  if (failed) return { head: m.t('heap.end.failed', { who }), why: m.t('heap.why.failed', { who, sees: visible }) };
  if (ending === null) return { head: m.t('heap.end.unknown', { who, sees: visible }), why: m.t('heap.why.unknown') };
  return { head: headWords(ending, { who, how, about: model.about }, m), why: whyWords(ending, model, m) };
}

/** The lock of a transaction that has ended. */
export const lockIsOver = (about: ExplainModel['about']): boolean =>
  about?.fill === 'committed' || about?.fill === 'aborted';

interface Said extends Pick<ExplainModel, 'about' | 'how'> {
  readonly who: string;
}
function headWords(ending: Ending, { about, ...said }: Said, m: T): string {
  const { t } = m;
  switch (ending) {
    case 'all-visible':
    case 'inserter-hinted-undone':
    case 'inserter-undone':
    case 'no-deleter':
      return t(`heap.end.${ending}`);
    case 'only-locked':
      return t('heap.end.only-locked', {
        xid: about?.xid ?? null,
        by: about === null || about.owner.letter === '' ? null : whoShort(about.owner, m),
        over: lockIsOver(about),
      });
    default:
      return t(`heap.end.${ending}`, said);
  }
}

function whyWords(ending: Ending, model: ExplainModel, m: T): string {
  const { t } = m;
  const xid = model.about?.xid ?? 0;
  const who = whoShort(model.session, m);
  const by = model.about === null || model.about.owner.letter === '' ? String(xid) : whoShort(model.about.owner, m);
  const use = model.use === 'kept' ? 'kept' : model.use === 'statement' ? 'statement' : 'next';
  // On a sound server a snapshot taken now knows all transactions that have ended.
  const ended = model.about?.fill === 'committed' || model.about?.fill === 'aborted';
  switch (ending) {
    case 'inserter-running':
    case 'deleter-running':
      return t(`heap.why.running.${use}`, { who, xid, by, ended });
    case 'inserter-too-new':
    case 'deleter-too-new':
      return t(`heap.why.tooNew.${use}`, { who, xid, ended });
    case 'inserter-undone':
    case 'deleter-undone':
      return t(`heap.why.${ending}`, { xid });
    case 'deleter-done':
      return t(
        decidingLine(model)?.question === 'below-xmin' ? 'heap.why.deleter-done.before' : 'heap.why.deleter-done',
        { xid },
      );
    case 'no-deleter':
      return t(model.tuple?.xmax === 0 ? 'heap.why.no-deleter.none' : 'heap.why.no-deleter.void');
    default:
      return t(`heap.why.${ending}`);
  }
}

export const decidingLine = ({ parts }: ExplainModel): ExplainLine | undefined => parts.at(-1)?.lines.at(-1);

export function partTitle({ name }: ExplainPart, { t }: Messages): string {
  return t(`heap.explain.part.${name}`);
}
/** The single line for an insertion that is settled: it counts, and the deletion decides. */
export const settledWords = (model: ExplainModel, m: Messages): string =>
  m.t('heap.explain.part.settled', { xid: model.tuple?.xmin ?? null, who: whoShort(model.session, m) });

/** Question and conclusion together: announced when another version or session is chosen, or a step changes the answer. */
export function explainSaid(model: ExplainModel, m: Messages): string {
  const { head, why } = conclusionWords(model, m);
  return m.t('ui.sentences', { all: [explainTitle(model, m), head, why] });
}

/** The whole path as plain sentences, one per line. */
export function explainText(model: ExplainModel, m: Messages): string {
  const { head, why } = conclusionWords(model, m);
  const lines = model.parts.flatMap((part) =>
    part.lines.map(
      (line) => `${line.number}. ${questionWords(line, model, m)} ${answerWords(line, m)}. ${line.function}.`,
    ),
  );
  return [explainTitle(model, m), ...lines, `${head} ${why}`].join('\n');
}
