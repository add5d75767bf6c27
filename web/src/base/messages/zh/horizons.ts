import type { Translation } from '../index.ts';

type Kind = 'xmin' | 'xid' | 'prepared' | 'standby' | 'slot-xmin' | 'slot-catalog-xmin';
interface Holder {
  readonly kind: Kind;
  readonly who: string;
  readonly xid: number;
  /** Of a session that the spec names otherwise. */
  readonly letter: string | null;
  readonly database: string | null;
}

const placed = (who: string, database: string | null): string =>
  database === null ? who : `数据库 ${database} 中的 ${who}`;

function name({ kind, who, letter, database }: Omit<Holder, 'xid'>): string {
  switch (kind) {
    case 'prepared':
      return `预备事务“${who}”`;
    case 'standby':
      return `备库上的 ${who}`;
    case 'slot-xmin':
    case 'slot-catalog-xmin':
      return `复制槽“${who}”`;
    default:
      return letter === null ? placed(who, database) : `${letter}（${placed(who, database)}）`;
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
  return letter === null ? `${name(holder)}（${at}）` : `${letter}（${placed(who, database)}，${at}）`;
};

const ROLE = {
  holds: '拖住边界',
  counts: '将接着拖住边界',
  vacuum: '不计入：它在执行 VACUUM',
  decoding: '不计入：它在解码，由它的复制槽代为保留',
  'other-database': '对 VACUUM 不计入：它在另一个数据库中',
  'catalogs-only': '对表不计入：它只保留系统表',
} as const;

const ANSWER = {
  removable: '低于它的 maybe_needed，所以可以清除',
  open: '在它的两条界线之间：修剪之前它会计算精确边界',
  kept: '不低于它的 definitely_needed，所以不问就保留',
} as const;

export const horizons: Translation<'horizons'> = {
  'horizons.finding': (p, f) =>
    p.holders.length === 0
      ? '没有人拖住边界。'
      : `${f.list(p.holders.map(full))}把边界拖在 ${p.xid}，落后 ${f.integer(p.behind)} 个 xid。`,
  'horizons.holder': (p) => name(p),
  'horizons.pin': (p) =>
    `${pin(p.kind, p.xid)}${p.other === null ? '' : `，${pin(p.kind === 'xid' ? 'xmin' : 'xid', p.other)}`}`,
  'horizons.holder.text': (p) => `${full(p)}：${ROLE[p.role]}。`,
  'horizons.axis': '事务 ID 以及所有可能拖住边界者',
  'horizons.more': '关于清理边界的更多内容',
  'horizons.why': '这个行版本为什么还在？',
  'horizons.why.choose': '本页上的死版本',
  'horizons.why.none': '本页没有死版本：没有被已提交者替换或删除的版本。',
  'horizons.why.button': (p, f) =>
    `${p.ctid}，被 ${p.xid} 删除：${p.keeper === null ? '可以清除' : `由 ${name(p.keeper)} ${p.more === 0 ? '' : `等 ${f.integer(p.more + 1)} 个`}保留`}`,
  'horizons.why.deleted': (p) => `${p.ctid} 被 ${p.xid} 替换或删除，后者已提交。`,
  'horizons.why.kept': (p, f) =>
    `它为 ${full(p.holder)} 而保留${p.more === 0 ? '' : `，另有 ${f.integer(p.more)} 个也会保留它`}：在 ${p.xid} 结束之前取的快照，可能仍看得见它。`,
  'horizons.why.goes': (p) =>
    `没有人保留它：${p.xid} 低于边界 ${p.horizon}。VACUUM 会清除它；页快满时，访问它的查询也会修剪掉它。`,
  'horizons.why.answer': (p) =>
    p.era === 'bounds'
      ? `对 ${p.session} 来说它${ANSWER[p.answer]}。`
      : `对 ${p.session} 来说它${p.answer === 'removable' ? '低于 RecentGlobalXmin，所以可以清除' : '不低于其上一个快照的 RecentGlobalXmin，所以保留'}。`,
  'horizons.why.elsewhere': (p) => `PostgreSQL 13 不会修剪它，因为有 ${full(p.holder)}：13 的快照要问所有数据库。`,
  'horizons.rules': '13 与 14 及以后对照，按现状',
  'horizons.rules.what': '项目',
  'horizons.rules.13': '13',
  'horizons.rules.14': '14 及以后',
  'horizons.rules.asked': '修剪时询问',
  'horizons.rules.asked.13': '所有数据库',
  'horizons.rules.asked.14': '本数据库',
  'horizons.rules.reads': '一个快照读取的 xmin',
  'horizons.rules.touch': '修剪清除低于',
  'horizons.rules.vacuum': 'VACUUM 清除低于',
  'horizons.rules.when': '何时计算',
  'horizons.rules.when.13': '每次取快照',
  'horizons.rules.when.14': '有疑问时',
  'horizons.rules.text': (p) =>
    `被小于 ${p[13]} 的 xid 删除的版本，在 13 中可以修剪；在 14 及以后是小于 ${p[14]}。VACUUM 在两者中都清除小于 ${p.vacuum} 的。`,
  'horizons.kinds': (p) => `按关系种类的边界，以及 ${p.session} 所认为的`,
  'horizons.kinds.kind': '种类',
  'horizons.kinds.now': '现在的精确值',
};
