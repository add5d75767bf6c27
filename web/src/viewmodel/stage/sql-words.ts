/** A step's SQL at a glance: its statements, each one's verb, and a text short enough for a card. */

/** The kinds of statements that the stage distinguishes. */
export type Verb =
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'rollback to'
  | 'savepoint'
  | 'release'
  | 'prepare transaction'
  | 'commit prepared'
  | 'rollback prepared'
  | 'select'
  | 'lock'
  | 'insert'
  | 'update'
  | 'delete'
  | 'vacuum'
  | 'other';
export interface Statement {
  /** White space and comments are single blanks; no semicolon. */
  readonly text: string;
  readonly verb: Verb;
  /** COMMIT AND CHAIN, ROLLBACK AND CHAIN: another transaction begins at once. */
  readonly chain: boolean;
}

/** Longer SQL is cut for a card; a line has about 20 characters, and three lines are shown. */
const BRIEF_CHARS = 160;
/** Longer SQL is not analysed: a step of the stage has a statement or a few. */
const MAX_CHARS = 50_000;

/** A literal, a quoted name, a comment, a blank, a semicolon, or anything else, one after another. */
const TOKEN =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|(\$[A-Za-z_]*\$)[\s\S]*?(?:\1|$)|(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+)|(;)|[^'"$\s;/-]+|[\s\S]/gu;

const kept = new Map<string, readonly Statement[]>();

/** The statements of a step, in order. */
export function statementsOf(sql: string): readonly Statement[] {
  const known = kept.get(sql);
  if (known !== undefined) return known;
  const found = split(sql.slice(0, MAX_CHARS)).map((text): Statement => ({ text, ...verbOf(text) }));
  // A spec has at most 2,000 steps; somebody who edits produces many texts.
  if (kept.size > 4_000) kept.clear();
  kept.set(sql, found);
  return found;
}

function split(sql: string): readonly string[] {
  const out: string[] = [];
  let text = '';
  for (const [token, , blank, end] of sql.matchAll(TOKEN)) {
    if (end !== undefined) {
      out.push(text.trimEnd());
      text = '';
    } else if (blank === undefined) text += token;
    else if (text !== '' && !text.endsWith(' ')) text += ' ';
  }
  out.push(text.trimEnd());
  return out.filter((one) => one !== '');
}

const VERBS: readonly (readonly [RegExp, Verb])[] = [
  [/^(begin|start transaction)\b/i, 'begin'],
  [/^commit prepared\b/i, 'commit prepared'],
  [/^rollback prepared\b/i, 'rollback prepared'],
  [/^prepare transaction\b/i, 'prepare transaction'],
  [/^(commit|end)\b/i, 'commit'],
  [/^rollback (work |transaction )?to\b/i, 'rollback to'],
  [/^(rollback|abort)\b/i, 'rollback'],
  [/^savepoint\b/i, 'savepoint'],
  [/^release\b/i, 'release'],
  [/^select\b[\s\S]*\bfor (no key update|update|key share|share)\b/i, 'lock'],
  [/^(select|table|values)\b/i, 'select'],
  [/^insert\b/i, 'insert'],
  [/^update\b/i, 'update'],
  [/^delete\b/i, 'delete'],
  [/^vacuum\b/i, 'vacuum'],
];

const verbOf = (text: string): Pick<Statement, 'verb' | 'chain'> => ({
  verb: VERBS.find(([form]) => form.test(text))?.[1] ?? 'other',
  chain: /^(commit|end|rollback|abort)\b[\s\S]*\band chain$/i.test(text),
});

/** The SQL on one line, without its last semicolon, cut to a card's length. */
export function briefSql(sql: string): string {
  const all = statementsOf(sql.slice(0, 4 * BRIEF_CHARS))
    .map(({ text }) => text)
    .join('; ');
  return all.length <= BRIEF_CHARS ? all : `${all.slice(0, BRIEF_CHARS - 1)}…`;
}

/**
 * Whether a session is in a transaction block after it ran these statements. An error is assumed to come after the
 * statements that change the block: no event says which of several statements failed.
 */
export function inBlockAfter(before: boolean, sql: string): boolean {
  let block = before;
  for (const { verb, chain } of statementsOf(sql)) {
    if (verb === 'begin') block = true;
    else if (verb === 'commit' || verb === 'rollback') block = chain && block;
    else if (verb === 'prepare transaction') block = false;
  }
  return block;
}
