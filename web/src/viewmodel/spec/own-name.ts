/** Names for an example that has none of its own: its files', and its tab's. Pure. */
import type { Spec } from '../../scenario/spec-types.ts';

const TABLE =
  /\bcreate\s+(?:(?:global|local|temp|temporary|unlogged)\s+)*table\s+(?:if\s+not\s+exists\s+)?(?:[\w$]+\.)?(?:"([^"]+)"|([\p{L}_][\p{L}\p{N}_$]*))/iu;
/** Of the first statement that is more than a BEGIN. */
const WORDS = 4;
const FRAME = /^\s*(?:begin|start\s+transaction|commit|end|rollback|set)\b/i;

/** The first table that it creates; else the first words of its first statement; else `own-example`. */
export function ownName({ setups, sessions, steps }: Pick<Spec, 'setups' | 'sessions' | 'steps'>): string {
  const blocks = [...setups, ...sessions.flatMap(({ setup }) => setup ?? []), ...steps].map(({ sql }) => sql);
  for (const sql of blocks) {
    const [, quoted, plain] = TABLE.exec(sql) ?? [];
    const table = quoted ?? plain?.toLowerCase();
    if (table !== undefined) return table;
  }
  const first = steps.find(({ sql }) => !FRAME.test(sql))?.sql ?? '';
  const words = first.match(/[\p{L}\p{N}_]+/gu)?.slice(0, WORDS) ?? [];
  return words.length === 0 ? 'own-example' : words.join('-').toLowerCase();
}

interface Opened {
  readonly source: { readonly kind: string } | null;
  readonly file: string;
  /** It came in an address. */
  readonly isFromAddress: boolean;
  readonly compiled: { readonly spec: Spec } | null;
}

/** The page's own names for what was typed or came in a link. */
const NOBODYS: readonly string[] = ['typed.spec', 'linked.spec'];

/** A file name's stem for the open example. Shipped scenarios and the reader's own files keep their names. */
export function stemOf({ source, file, isFromAddress, compiled }: Opened): string {
  const isTyped = compiled?.spec.extras.hasPrompts === true;
  const isNamed = source?.kind === 'shipped' || !(isFromAddress || (isTyped && NOBODYS.includes(file)));
  return isNamed || compiled === null ? file.replace(/\.spec$/i, '') : ownName(compiled.spec);
}

/** A title for the open example. Typed SQL has none of its own, so it is named after its file, its first table or statement. */
export function titleOf(opened: Opened): string {
  const extras = opened.compiled?.spec.extras;
  return (extras?.hasPrompts === true ? null : extras?.title) ?? stemOf(opened);
}
