/**
 * Where a text uses a term of the glossary for the first time. The forms that count as a use are texts of their language,
 * so that another language finds its own words; the sentences are in `base/messages/en/glossary.ts`.
 */
import '../../base/messages/en/glossary.ts';
import type { MessageKey, Messages } from '../../base/messages/index.ts';
import type { Inline, Prose } from '../../scenario/lesson.ts';

export type Term = MessageKey extends infer Key ? (Key extends `glossary.says.${infer Name}` ? Name : never) : never;

/** In the order of the page, by subject. */
export const TERM_GROUPS = {
  rows: [
    'version',
    'stamp',
    'hint',
    'pgxact',
    'vacuum',
    'pruning',
    'pointer',
    'hot',
    'infomask',
    'multixact',
    'rowlock',
    'frozen',
  ],
  snapshots: [
    'xid',
    'snapshot',
    'bounds',
    'horizon',
    'visbounds',
    'readcommitted',
    'repeatableread',
    'serializable',
    'prepared',
    'idlein',
    'recent',
  ],
  subtransactions: ['savepoint', 'subtransaction', 'suboverflowed', 'pgsubtrans', 'slru'],
  memory: ['backend', 'procarray', 'slot', 'pgproc', 'pgxactstruct', 'dense', 'counter', 'pooler'],
  locks: ['procarraylock', 'groupclear', 'xidgenlock', 'lwlock', 'deadlock', 'advisory'],
  machine: [
    ...(['core', 'hwthread', 'socket', 'cacheline', 'miss'] as const),
    ...(['invalidation', 'truesharing', 'falsesharing'] as const),
    ...(['mesi', 'storebuffer', 'fence'] as const),
  ],
  serializable: ['siread', 'rwconflict', 'dangerous', 'lostupdate', 'readskew', 'writeskew', 'safesnapshot'],
  standby: ['standby', 'wal', 'known', 'replslot', 'feedback'],
  numbers: ['measured', 'modelled', 'published', 'real', 'otherwork', 'middlehalf', 'thinktime'],
} as const satisfies Readonly<Record<string, readonly Term[]>>;
export type TermGroup = keyof typeof TERM_GROUPS;

export const TERMS: readonly Term[] = Object.values(TERM_GROUPS).flat();

/** A stretch of a text; a term, if it uses one for the first time. */
export interface Piece {
  readonly text: string;
  readonly term: Term | null;
}

export interface Finder {
  readonly pattern: RegExp;
  readonly termOf: ReadonlyMap<string, Term>;
}

/** A form in small letters may begin a sentence. */
const asPattern = (form: string): string => {
  const plain = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const first = plain.charAt(0);
  return /[a-z]/.test(first) ? `[${first.toUpperCase()}${first}]${plain.slice(1)}` : plain;
};

export function finderOf({ t }: Pick<Messages, 't'>): Finder {
  const termOf = new Map<string, Term>();
  for (const term of TERMS)
    for (const form of t(`glossary.forms.${term}`).split('|')) termOf.set(form.toLowerCase(), term);
  const forms = TERMS.flatMap((term) => t(`glossary.forms.${term}`).split('|')).sort((a, b) => b.length - a.length);
  // Latin letters next to a form make another word of it; Chinese ones do not.
  return { pattern: new RegExp(`(?<![\\w-])(?:${forms.map(asPattern).join('|')})(?![\\w-])`, 'g'), termOf };
}

/** @param used the terms that the text has used already; grows */
export function piecesOf(text: string, { pattern, termOf }: Finder, used: Set<Term>): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const term = termOf.get(found[0].toLowerCase());
    if (term === undefined || used.has(term)) continue;
    used.add(term);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), term: null });
    pieces.push({ text: found[0], term });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), term: null });
  return pieces;
}

export type Words = Extract<Inline, { readonly kind: 'text' | 'code' }>;

/** The words of a text that use terms for the first time, in pieces. Links and numbers with a source open something else. */
export function firstUses(nodes: readonly Prose[], finder: Finder): ReadonlyMap<Words, readonly Piece[]> {
  const used = new Set<Term>();
  const found = new Map<Words, readonly Piece[]>();
  const inline = (node: Inline): void => {
    if (node.kind === 'emphasis' || node.kind === 'strong') node.children.forEach(inline);
    if (node.kind !== 'text' && node.kind !== 'code') return;
    const pieces = piecesOf(node.text, finder, used);
    if (pieces.some(({ term }) => term !== null)) found.set(node, pieces);
  };
  const block = (node: Prose): void => {
    if (node.kind === 'paragraph') node.children.forEach(inline);
    else if (node.kind === 'quote') node.children.forEach(block);
    else if (node.kind === 'list') node.items.flat().forEach(block);
  };
  nodes.forEach(block);
  return found;
}
