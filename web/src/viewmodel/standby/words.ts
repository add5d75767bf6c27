/** The standby's page in sentences: its finding, each snapshot's reasons, and everything for readers who cannot see it. */
import '../../base/messages/en/lanes.ts';
import '../../base/messages/en/standby.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StandbyRecord, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { shortXid } from '../stage/xid-order.ts';
import { seenVersions } from './rows.ts';
import { type Finding, rangesOf, type SnapshotRow, type StandbyModel } from './view.ts';

export function findingText(finding: Finding, { t }: Messages): string {
  switch (finding.kind) {
    case 'initialized':
      return t('standby.finding.initialized');
    case 'pending':
      return t('standby.finding.pending', finding);
    case 'late':
      return t('standby.finding.late', finding);
    case 'overflowed':
      return t('standby.finding.overflowed', finding);
    case 'ready':
      return t('standby.finding.ready');
    case 'behind':
      return t('standby.finding.behind', finding);
    case 'same':
      return t('standby.finding.same');
    case 'nobody':
      return t('standby.finding.nobody');
  }
}

export const listText = (xids: readonly number[], { t }: Messages): string =>
  t('standby.list', { xids, ranges: rangesOf(xids.toSorted((a, b) => a - b)) });

export const recordText = (record: StandbyRecord, { t }: Messages): string => t('standby.record.text', record);

/** A snapshot's reason for its answer about the chosen xid. Null: there is no such snapshot. */
export function reasonText(model: StandbyModel, row: number, { t }: Messages): string | null {
  const answer = model.answers?.[row];
  const snapshot = model.rows[row]?.snapshot;
  if (answer == null || snapshot == null || model.chosen === null) return null;
  const { xmin, xmax } = snapshot;
  return t('standby.why.short', { ...answer, xid: model.chosen, xmin, xmax });
}

export function snapshotText({ who, snapshot, state, inRecovery }: SnapshotRow, messages: Messages): string {
  const { t } = messages;
  if (snapshot === null) return t('standby.text.noSnapshot', { who, state });
  const { xmin, xmax, xip, subxip, suboverflowed } = snapshot;
  return t('standby.text.snapshot', {
    who,
    xmin,
    xmax,
    xip: listText(xip, messages),
    subxip: listText(subxip, messages),
    suboverflowed,
    inRecovery,
  });
}

/** Subtransactions by their parents, neighbours together. */
export function parentRanges(
  parents: StandbyShown['parents'],
): readonly { readonly first: number; readonly last: number; readonly parent: number }[] {
  return [...new Set(parents.map(([, parent]) => parent))].flatMap((parent) =>
    rangesOf(parents.filter(([, one]) => one === parent).map(([xid]) => xid)).map((range) => ({ ...range, parent })),
  );
}

/** The same as text: 733–795, 797 → 732. */
export function parentsText(parents: StandbyShown['parents'], { t }: Messages): string {
  const ranges = parentRanges(parents);
  const tops = [...new Set(ranges.map(({ parent }) => parent))];
  return t('ui.clauses', {
    all: tops.map((top) => t('standby.subtrans.of', { top, ranges: ranges.filter(({ parent }) => parent === top) })),
  });
}

/** The announcement when replay moves: its position, and the effect of the record that it has just replayed. */
export function placeText(shown: StandbyShown, messages: Messages): string {
  const { t } = messages;
  const { records, at, from } = shown;
  const last = at > from ? records[at - 1] : undefined;
  const all = [
    t('standby.text.at', { at, end: records.length, from }),
    ...(last === undefined ? [] : [t('standby.text.last', { text: recordText(last, messages) })]),
  ];
  return t('ui.sentences', { all });
}

/** Each snapshot's answer to the chosen xid. */
const answerTexts = ({ chosen: xid, rows, answers }: StandbyModel, { t }: Messages): readonly string[] =>
  rows.flatMap(({ who, snapshot }, i) => {
    const answer = answers?.[i];
    if (xid === null || answer == null || snapshot === null) return [];
    return [t('standby.why.answer', { who, ...answer, xid, xmin: snapshot.xmin, xmax: snapshot.xmax })];
  });

export function standbyText(
  stage: StageState,
  shown: StandbyShown,
  model: StandbyModel,
  messages: Messages,
): readonly string[] {
  const { t, format } = messages;
  const { records, at, state, parents } = shown;
  const next = records[at];
  const { tail, head, entries } = state.known;
  const listed = (valid: boolean): string => {
    const xids = entries.filter((entry) => entry.valid === valid).map(({ xid }) => xid);
    return xids.length === 0 ? '' : listText(xids, messages);
  };
  const { versions } = seenVersions(stage, shown);
  return [
    t('ui.ended', { text: findingText(model.finding, messages) }),
    placeText(shown, messages),
    ...(next === undefined ? [] : [t('standby.text.next', { text: recordText(next, messages) })]),
    ...stage.sessions.map(({ session, xid, subxids, overflowed, state: status }) =>
      t('standby.text.session', { session, xid, subxids: subxids.length, overflowed, status }),
    ),
    t('ui.ended', {
      text: t('ui.clauses', {
        all: [
          t('standby.readiness', state),
          t('standby.nextXid', { xid: shortXid(state.nextXid) }),
          t('standby.latestCompleted', { xid: shortXid(state.latestCompletedXid) }),
          t('standby.lastOverflowed', { xid: state.lastOverflowedXid }),
        ],
      }),
    }),
    t('standby.text.array', { tail, head, list: listed(true), invalid: listed(false) }),
    ...(parents.length === 0
      ? []
      : [
          t('standby.text.subtrans', {
            list: parentsText(parents, messages),
          }),
        ]),
    ...model.rows.map((row) => snapshotText(row, messages)),
    ...answerTexts(model, messages),
    ...versions.map(({ ctid, values, xmin, xmax, seen }) =>
      t('standby.text.version', {
        ctid,
        values: t('ui.items', { all: values.map((value) => value ?? t('lanes.null')) }),
        xmin,
        xmax,
        who: format.list(model.rows.flatMap(({ who }, i) => (seen[i] === true ? [t('standby.who', who)] : []))),
      }),
    ),
  ];
}
