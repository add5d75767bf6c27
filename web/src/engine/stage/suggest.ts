/**
 * What could prevent an anomaly, as other texts of the spec: the statements made into one, rows locked when they are read,
 * a stricter level. Only what can be written mechanically; whether it helps is found out by running it (attempt.ts).
 */
import type { SqlBlock } from '../../scenario/spec-types.ts';
import type { Expr, PlannedStatement, SelectPlan, UpdatePlan } from '../../sql/plan.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { TraceLine } from '../trace/trace-types.ts';
import { type RunTransaction, statementsOf } from './run-transactions.ts';
import type { Move } from './stage-types.ts';
import type { Anomaly, Remedy, Suggestion } from './verdict-types.ts';

export interface Suggesting {
  readonly compiled: CompiledSpec;
  readonly moves: readonly Move[];
  readonly lines: readonly TraceLine[];
}

/** What to try for it, the mildest first. */
const REMEDIES: Readonly<Record<Anomaly, readonly Remedy[]>> = {
  'lost-update': ['atomic', 'repeatable-read', 'for-update', 'serializable'],
  'non-repeatable-read': ['repeatable-read', 'for-update', 'serializable'],
  phantom: ['repeatable-read', 'serializable'],
  'read-skew': ['repeatable-read', 'serializable'],
  'write-skew': ['serializable', 'for-update'],
  'phantom-skew': ['serializable'],
  'read-only': ['serializable'],
  other: ['repeatable-read', 'serializable'],
};

/** @param checksFirst it wrote what follows from a row that it had read before: a lock at the reading helps */
export function suggestionsFor(
  asked: Suggesting,
  group: readonly RunTransaction[],
  anomaly: Anomaly,
  checksFirst: boolean,
): readonly Suggestion[] {
  const remedies: readonly Remedy[] = checksFirst ? ['for-update', ...REMEDIES[anomaly]] : REMEDIES[anomaly];
  return [...new Set(remedies)].flatMap((remedy) => {
    const { blocks, dropped } = changesOf(remedy, asked, group);
    const text = rewritten(asked.compiled.text, blocks);
    return text === null ? [] : [{ remedy, text, moves: asked.moves.filter((_, place) => !dropped.has(place)) }];
  });
}

interface Changes {
  /** Each block's new SQL. */
  readonly blocks: ReadonlyMap<SqlBlock, string>;
  /** Places in the moves. */
  readonly dropped: ReadonlySet<number>;
}
const NOTHING: ReadonlySet<number> = new Set();

function changesOf(remedy: Remedy, asked: Suggesting, group: readonly RunTransaction[]): Changes {
  switch (remedy) {
    case 'atomic':
      return atomic(asked, group);
    case 'for-update':
      return { blocks: locked(asked, group), dropped: NOTHING };
    case 'repeatable-read':
      return { blocks: atLevel(asked, group, 'REPEATABLE READ'), dropped: NOTHING };
    case 'serializable':
      return { blocks: atLevel(asked, group, 'SERIALIZABLE'), dropped: NOTHING };
  }
}

/** Null: nothing changes, or a block is not in the text as it is kept. */
function rewritten(text: string, blocks: Changes['blocks']): string | null {
  let changed = text;
  let isChanged = false;
  for (const [{ sql, offset }, own] of [...blocks].sort(([a], [b]) => b.offset - a.offset)) {
    if (own === sql) continue;
    if (text.slice(offset, offset + sql.length) !== sql) return null;
    changed = changed.slice(0, offset) + own + changed.slice(offset + sql.length);
    isChanged = true;
  }
  return isChanged ? changed : null;
}

const blockAt = ({ compiled, moves }: Suggesting, place: number): SqlBlock | undefined =>
  compiled.spec.steps[moves[place] ?? -1];

const LEVEL = /\bisolation\s+level\s+(?:read\s+(?:un)?committed|repeatable\s+read|serializable)\b/gi;
const BEGINS = /(^|;)(\s*)(begin|start\s+transaction)\b(\s+(?:work|transaction)\b)?/gi;

/** The transactions of the group, at this level from their BEGIN on. */
function atLevel(asked: Suggesting, group: readonly RunTransaction[], level: string): Changes['blocks'] {
  const { sessions } = asked.compiled.spec;
  const blocks = group.flatMap(({ session, at, isFromSetup }) => [
    ...at.map((place) => blockAt(asked, place)),
    ...(isFromSetup ? [sessions[session]?.setup] : []),
  ]);
  return new Map(
    blocks.flatMap((block) => {
      if (block == null) return [];
      const { sql } = block;
      const isThere = sql.search(LEVEL) !== -1;
      const own = isThere
        ? sql.replace(LEVEL, (was) => cased(`ISOLATION LEVEL ${level}`, was))
        : sql.replace(BEGINS, (was, ...parts) => `${was}${cased(` ISOLATION LEVEL ${level}`, String(parts[2]))}`);
      return [[block, own] as const];
    }),
  );
}
/** As somebody writes keywords. */
const cased = (text: string, like: string): string => (like === like.toLowerCase() ? text.toLowerCase() : text);

/** Rows that it reads are locked, where a query can do that. */
function locked(asked: Suggesting, group: readonly RunTransaction[]): Changes['blocks'] {
  const blocks = new Map<SqlBlock, string>();
  for (const place of group.filter(({ at }) => at.length > 1).flatMap(({ at }) => at)) {
    const block = blockAt(asked, place);
    if (block === undefined) continue;
    let from = 0;
    let own = block.sql;
    for (const { plan, sql } of statementsOf(asked.compiled, asked.moves[place] ?? -1)) {
      const at = own.indexOf(sql, from);
      if (at === -1) break;
      const body = sql.replace(/[\s;]+$/, '');
      const lock = plan.kind === 'select' && canLock(plan) ? cased(' FOR UPDATE', body.slice(0, 6)) : '';
      own = own.slice(0, at + body.length) + lock + own.slice(at + body.length);
      from = at + sql.length + lock.length;
    }
    blocks.set(block, own);
  }
  return blocks;
}

const canLock = ({ from, groupBy, having, distinct, locking, targets }: SelectPlan): boolean =>
  from?.kind === 'table' &&
  groupBy.length === 0 &&
  having === undefined &&
  !distinct &&
  locking.length === 0 &&
  !JSON.stringify(targets).includes('"kind":"aggregate"');

/**
 * Where a transaction reads a number, and later stores another one in its place, one statement can do both: what it adds
 * is the difference. The SELECT goes.
 */
function atomic(asked: Suggesting, group: readonly RunTransaction[]): Changes {
  const blocks = new Map<SqlBlock, string>();
  const dropped = new Set<number>();
  for (const { at } of group)
    for (const place of at) {
      const update = onlyStatement(asked, place);
      const block = blockAt(asked, place);
      if (update?.plan.kind !== 'update' || block === undefined) continue;
      const own = update.plan;
      const read = at.findLast((earlier) => earlier < place && readsFor(own, onlyStatement(asked, earlier)));
      const sql = read === undefined ? null : inOne(asked, own, block.sql, read);
      if (read === undefined || sql === null) continue;
      blocks.set(block, sql);
      dropped.add(read);
    }
  return { blocks, dropped };
}

function onlyStatement({ compiled, moves }: Suggesting, place: number): PlannedStatement | undefined {
  const all = statementsOf(compiled, moves[place] ?? -1);
  return all.length === 1 ? all[0] : undefined;
}

const readsFor = ({ table, where }: UpdatePlan, read: PlannedStatement | undefined): boolean =>
  read?.plan.kind === 'select' &&
  canLock(read.plan) &&
  read.plan.from?.kind === 'table' &&
  read.plan.from.table === table &&
  where !== undefined &&
  JSON.stringify(read.plan.where) === JSON.stringify(where);

const WHOLE = /^-?\d+$/;

/** The UPDATE that adds the difference; null: what was read or what is stored is not one whole number. */
function inOne({ lines }: Suggesting, { set }: UpdatePlan, sql: string, read: number): string | null {
  const [only] = set;
  if (set.length !== 1 || only === undefined || only.value.kind !== 'expr') return null;
  const line = lines.find(({ index, status }) => index === read && status === 'done');
  const before = line?.rows?.length === 1 ? line.rows[0]?.[line.columns?.indexOf(only.column) ?? -1] : undefined;
  const after = wholeOf(only.value.expr);
  if (before == null || !WHOLE.test(before) || after === null) return null;
  const change = after - BigInt(before);
  if (change === 0n) return null;
  const added = `${only.column} ${change < 0n ? '-' : '+'} ${change < 0n ? -change : change}`;
  const own = sql.replace(/(\bset\s+\w+\s*=\s*)-?\s*\d+/i, (_, head) => `${head}${added}`);
  return own === sql ? null : own;
}

function wholeOf(expr: Expr): bigint | null {
  if (expr.kind === 'negate') {
    const arg = wholeOf(expr.arg);
    return arg === null ? null : -arg;
  }
  return expr.kind === 'const' && expr.text !== null && WHOLE.test(expr.text) ? BigInt(expr.text) : null;
}
