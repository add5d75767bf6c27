/**
 * A text as the statements that psql would send, one after the other: it ends one at each semicolon outside of quotes,
 * comments and parentheses. `\;` is a semicolon that ends none: both parts are one query. Source: psqlscan.l. Pure.
 */
export interface SplitStatement {
  /** With its semicolon, and without the comments before it. */
  readonly sql: string;
  /** Comments and blanks between the statement before and this one. */
  readonly lead: string;
  readonly from: number;
  readonly to: number;
}

/** A string, a quoted name, a dollar-quoted text, a comment or blanks, a joining semicolon, a mark, a word, or anything else. */
const TOKEN =
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|(\$[A-Za-z_]*\$)[\s\S]*?(?:\1|$)|(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+)|(\\;)|([;()])|[\p{L}_][\p{L}\p{N}_$]*|[\s\S]/gu;

export function splitStatements(text: string): readonly SplitStatement[] {
  const out: SplitStatement[] = [];
  let [after, from, depth] = [0, -1, 0];
  let sql = '';
  const end = (to: number): void => {
    if (from !== -1) out.push({ sql: sql.trim(), lead: text.slice(after, from), from, to });
    [after, from, depth, sql] = [to, -1, 0, ''];
  };
  for (const { 0: token, 2: blank, 3: joined, 4: mark, index } of text.matchAll(TOKEN)) {
    // A semicolon alone is no statement.
    if (from === -1 && (blank !== undefined || mark === ';')) continue;
    if (from === -1) from = index;
    sql += joined === undefined ? token : ';';
    if (mark === '(') depth++;
    if (mark === ')') depth--;
    if (mark === ';' && depth <= 0) end(index + 1);
  }
  end(text.length);
  return out;
}
