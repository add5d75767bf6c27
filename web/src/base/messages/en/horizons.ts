/** Texts of the Playground's view of the removal horizon: who holds it, and why a row version is still there. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Kind = 'xmin' | 'xid' | 'prepared' | 'standby' | 'slot-xmin' | 'slot-catalog-xmin';
type Role = 'holds' | 'counts' | 'vacuum' | 'decoding' | 'other-database' | 'catalogs-only';
interface Holder {
  readonly kind: Kind;
  readonly who: string;
  readonly xid: number;
  /** Of a session that the spec names otherwise. */
  readonly letter: string | null;
  readonly database: string | null;
}

const placed = (who: string, database: string | null): string =>
  database === null ? who : `${who} in database ${database}`;

function name({ kind, who, letter, database }: Omit<Holder, 'xid'>): string {
  switch (kind) {
    case 'prepared':
      return `prepared “${who}”`;
    case 'standby':
      return `${who} on a standby`;
    case 'slot-xmin':
    case 'slot-catalog-xmin':
      return `slot “${who}”`;
    default:
      return letter === null ? placed(who, database) : `${letter} (${placed(who, database)})`;
  }
}
const pin = (kind: Kind, xid: number): string =>
  kind === 'xid' || kind === 'prepared'
    ? `xid ${xid}`
    : kind === 'slot-catalog-xmin'
      ? `catalog_xmin ${xid}`
      : `xmin ${xid}`;
const full = (holder: Holder): string => {
  const { kind, who, letter, database } = holder;
  const at = pin(kind, holder.xid);
  return letter === null ? `${name(holder)} (${at})` : `${letter} (${placed(who, database)}, ${at})`;
};

const ROLE = {
  holds: 'holds the horizon',
  counts: 'would hold it next',
  vacuum: 'does not count: it runs VACUUM',
  decoding: 'does not count: it decodes, and its slot holds the horizon for it',
  'other-database': 'does not count for VACUUM: it is in another database',
  'catalogs-only': 'does not count for tables: it keeps only catalogs',
} as const satisfies Record<Role, string>;

const ANSWER = {
  removable: 'below its maybe_needed, so it may go',
  open: 'between its bounds, so before it prunes it computes accurate horizons',
  kept: 'at or above its definitely_needed, so it stays without a closer look',
} as const;

export const horizons = addTexts({
  'horizons.finding': (p: { holders: readonly Holder[]; xid: number; behind: number }, f: Format) =>
    p.holders.length === 0
      ? 'Nobody holds the horizon back.'
      : `${f.list(p.holders.map(full))} ${f.plural(p.holders.length, 'holds', 'hold')} the horizon at ${p.xid}, ${f.integer(p.behind)} ${f.plural(p.behind, 'xid', 'xids')} back.`,
  'horizons.holder': (p: Holder) => name(p),
  'horizons.pin': (p: { kind: Kind; xid: number; other: number | null }) =>
    `${pin(p.kind, p.xid)}${p.other === null ? '' : `, ${pin(p.kind === 'xid' ? 'xmin' : 'xid', p.other)}`}`,
  'horizons.holder.text': (p: Holder & { role: Role }) => `${full(p)}: ${ROLE[p.role]}.`,
  'horizons.axis': 'Transaction ids with everybody who could hold the horizon',
  'horizons.more': 'More about the horizon',
  'horizons.why': 'Why is this row version still here?',
  'horizons.why.choose': 'Dead versions on this page',
  'horizons.why.none': 'No dead version on this page: none was replaced or deleted by somebody who has committed.',
  'horizons.why.button': (p: { ctid: string; xid: number; keeper: Holder | null; more: number }, f: Format) =>
    `${p.ctid}, deleted by ${p.xid}: ${p.keeper === null ? 'may go' : `kept by ${name(p.keeper)}${p.more === 0 ? '' : ` and ${f.integer(p.more)} more`}`}`,
  'horizons.why.deleted': (p: { ctid: string; xid: number }) =>
    `${p.ctid} was replaced or deleted by ${p.xid}, which committed.`,
  'horizons.why.kept': (p: { holder: Holder; xid: number; more: number }, f: Format) =>
    `It stays because of ${full(p.holder)}${p.more === 0 ? '' : `, and ${f.integer(p.more)} more would keep it`}: a snapshot from before the end of ${p.xid} may still see it.`,
  'horizons.why.goes': (p: { xid: number; horizon: number }) =>
    `Nobody keeps it: ${p.xid} is below the horizon ${p.horizon}. VACUUM removes it; so does any query that touches its page once that is nearly full.`,
  'horizons.why.answer': (p: { session: string; answer: 'removable' | 'open' | 'kept'; era: 'recent' | 'bounds' }) =>
    p.era === 'bounds'
      ? `To ${p.session} it is ${ANSWER[p.answer]}.`
      : `To ${p.session} it ${p.answer === 'removable' ? 'is below RecentGlobalXmin, so it may go' : 'is not below the RecentGlobalXmin of its last snapshot, so it stays'}.`,
  'horizons.why.elsewhere': (p: { holder: Holder }) =>
    `PostgreSQL 13 would not prune it, because of ${full(p.holder)}: its snapshots ask every database.`,
  'horizons.rules': '13 compared with 14 and later, at this moment',
  'horizons.rules.what': 'what',
  'horizons.rules.13': '13',
  'horizons.rules.14': '14 and later',
  'horizons.rules.asked': 'pruning asks',
  'horizons.rules.asked.13': 'all databases',
  'horizons.rules.asked.14': 'this database',
  'horizons.rules.reads': 'xmins a snapshot reads',
  'horizons.rules.touch': 'pruning removes below',
  'horizons.rules.vacuum': 'VACUUM removes below',
  'horizons.rules.when': 'computed',
  'horizons.rules.when.13': 'with each snapshot',
  'horizons.rules.when.14': 'when in question',
  'horizons.rules.text': (p: { 13: number; 14: number; vacuum: number }) =>
    `Pruning removes what was deleted by an xid below ${p[13]} in 13, and below ${p[14]} in 14 and later; VACUUM removes what was deleted below ${p.vacuum} in both.`,
  'horizons.kinds': (p: { session: string }) => `Horizons by kind of relation, and what ${p.session} believes`,
  'horizons.kinds.kind': 'kind',
  'horizons.kinds.now': 'accurate, now',
} satisfies Area<'horizons'>);
