import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';
import { row } from './words.ts';

const STATUS = {
  running: '运行中',
  committed: '已提交',
  aborted: '已回滚',
  prepared: '已准备，等待 COMMIT PREPARED',
  unstarted: '尚未分配',
  unknown: '早于此处保留的范围',
} as const;

const ISOLATION = {
  'read committed': 'READ COMMITTED',
  'repeatable read': 'REPEATABLE READ',
  serializable: 'SERIALIZABLE',
} as const;

const RECENT = { recent: 'RecentGlobalXmin', recentData: 'RecentGlobalDataXmin' } as const;
const BAR = { data: '普通表', catalog: '系统表', shared: '共享系统表', temp: '自己的临时表', ...RECENT } as const;

const set = (xids: readonly number[]): string => `{${xids.join(', ')}}`;
const belongs = (owner: string | null, elsewhere: boolean, teardown: boolean): string =>
  teardown ? '属于收尾' : elsewhere ? '属于步骤之间的其他事务' : owner === null ? '属于初始化' : `属于 ${owner}`;
const computed = (times: number, f: Format): string =>
  times === 0 ? '从未计算过精确边界' : `计算过 ${f.integer(times)} 次精确边界`;

export const axis: Translation<'axis'> = {
  'axis.title': '事务 ID',
  'axis.xids': '事务 ID，从最旧的开始',
  'axis.rows': '快照，每个会话一行',
  'axis.next': '下一个',
  'axis.setup': '初始化',
  'axis.teardown': '收尾',
  'axis.elsewhere': '其他',
  'axis.cell': (p) =>
    p.status === 'unstarted'
      ? `${p.xid} 是下一个 xid，${STATUS.unstarted}`
      : `${p.xid}：${STATUS[p.status]}，${p.parent === null ? '' : `${p.parent} 的子事务，`}${belongs(p.owner, p.elsewhere, p.teardown)}`,
  'axis.fold': (p, f) =>
    `${p.first} 到 ${p.last} 共 ${f.integer(p.count)} 个 xid 已折叠；${p.running === 0 ? '其中没有运行中的' : `其中 ${f.integer(p.running)} 个运行中`}。点按展开。`,
  'axis.fold.count': (p, f) => f.integer(p.count),
  'axis.fold.notch': (p, f) => f.integer(p.count),
  'axis.elided': (p) => `… 代表 ${p.digits}`,
  'axis.many': (p, f) =>
    p.all ? `${f.integer(p.count)} 个会话，都没有快照` : `另外 ${f.integer(p.count)} 个会话没有快照`,

  'axis.row': (p) => `会话 ${p.session}：${p.what}`,
  'axis.horizon': (p) => `边界 ${p.xid}`,
  'axis.horizon.heldBy': '拖住者',
  'axis.horizon.nobody': '无人拖住',
  'axis.horizon.more': (p, f) => `以及另外 ${f.integer(p.count)} 个`,

  'axis.word.older': '更旧：已结束',
  'axis.word.newer': '太新：视为运行中',
  'axis.word.own': (p) => `${row(p.xids)} 是 ${p.session} 自己：无缺口`,
  'axis.word.own.short': '自己：无缺口',
  'axis.word.isOwn': (p) => `${p.xid} 是 ${p.session} 自己`,
  'axis.word.xidOlder': (p) => `${p.xid} 更旧：已结束`,
  'axis.word.xidNewer': (p) => (p.then ? `${p.session} 取快照时 ${p.xid} 尚未结束` : `${p.xid} 太新：视为运行中`),
  'axis.word.xidNotch': (p) => (p.then ? `${p.xid} 当时仍在运行` : `${p.xid} 运行中：在缺口上`),
  'axis.word.xidEnded': (p) => (p.then ? `${p.xid} 当时已结束：无缺口` : `${p.xid} 已结束：无缺口`),
  'axis.word.parentNotch': (p) => `${p.xid} 按 ${p.parent} 判断：在缺口上`,
  'axis.word.parentEnded': (p) => `${p.xid} 按 ${p.parent} 判断：无缺口`,
  'axis.word.short': (p) =>
    ({
      own: '自己的',
      older: '更旧：已结束',
      newer: '太新',
      notch: '有缺口：运行中',
      ended: '无缺口：已结束',
      parentNotch: '父事务运行中',
      parentEnded: '父事务已结束',
    })[p.verdict],
  'axis.word.overflowed': '未列出子事务：查询父事务',
  'axis.word.overflowed.short': '未列出子事务',
  'axis.word.newer.short': '太新：运行中',
  'axis.word.none': '现在没有快照',
  'axis.word.over': '已用完；现在会取虚线所示的快照',
  'axis.word.over.short': '已用完',
  'axis.word.empty': '无人运行',

  'axis.snapshots': '快照',
  'axis.snapshot.range': (p) => `[${p.xmin} … ${p.xmax})`,
  'axis.snapshot.xip': (p) => `xip ${set(p.xids)}`,
  'axis.snapshot.subxip': (p) => `subxip ${set(p.xids)}`,
  'axis.snapshot.overflowed': 'suboverflowed',
  'axis.snapshot.more': (p, f) => `以及另外 ${f.integer(p.count)} 个`,
  'axis.snapshot.use': (p) =>
    ({
      statement: `${ISOLATION[p.isolation]}：属于等待中的语句`,
      kept: `${ISOLATION[p.isolation]}：自第一条语句起一直保留`,
      over: `${ISOLATION[p.isolation]}：随语句结束`,
      none: '现在没有；下一个会是这个',
    })[p.use],
  'axis.snapshot.wouldBe': (p) => `现在会取 [${p.xmin} … ${p.xmax}) xip ${set(p.xids)}`,

  'axis.hint.quiet': '指向一个 xid，或用方向键移到那里。',
  'axis.hint.verdict': (p) => {
    if (p.verdict === 'own') return `${p.session}：自己的`;
    const what = {
      older: p.has ? '比其快照更旧，已结束' : '更旧，已结束',
      newer: '太新，视为运行中',
      notch: '在缺口上，运行中',
      ended: '在范围内，无缺口，已结束',
      parentNotch: '父事务在缺口上，运行中',
      parentEnded: '父事务无缺口，已结束',
    }[p.verdict];
    return p.has ? `${p.session}：${what}` : `${p.session}（若现在取快照）：${what}`;
  },

  'axis.text.counters': (p) => `下一个 xid 是 ${p.next}；最近结束的是 ${p.completed}。`,
  'axis.text.xids': (p) =>
    `${p.count === 1 ? `xid ${p.first}` : `xid ${p.first} 到 ${p.last}`}：${STATUS[p.status]}，${belongs(p.owner, p.elsewhere, p.teardown)}${
      p.parent === null ? '' : `，${p.parent} 的子事务`
    }。`,
  'axis.text.older': '更旧的 xid 不再列出。',
  'axis.text.snapshot': (p) => {
    const what = {
      statement: `${p.session} 的快照，属于等待中的语句`,
      kept: `${p.session} 的快照，保留到事务结束`,
      over: `${p.session} 的上一个快照，已随语句结束`,
      would: `${p.session} 现在会取的快照`,
    }[p.use];
    const xip = p.xip.length === 0 ? 'xip 为空' : `xip 有 ${row(p.xip)}`;
    const subxip = p.subxip.length === 0 ? 'subxip 为空' : `subxip 有 ${row(p.subxip)}`;
    const sub = p.suboverflowed ? 'suboverflowed：未列出子事务，其父事务要在 pg_subtrans 中查找' : subxip;
    return `${what}：xmin ${p.xmin}，xmax ${p.xmax}；${xip}；${sub}。`;
  },
  'axis.text.none': (p) => `${p.session} 现在没有快照。`,
  'axis.text.own': (p) => `${row(p.xids)} 是 ${p.session} 自己的，从不列入它自己的快照。`,

  'axis.horizons.bar': (p) => BAR[p.kind],
  'axis.horizons.knows': (p, f) =>
    p.computed === null
      ? `自上一个快照以来 ${p.session} 所认为的边界`
      : `${p.session} 所认为的边界；它${computed(p.computed, f)}`,
  'axis.horizons.knowsNothing': (p) => `${p.session} 还没有看过：一无所知。`,
  'axis.horizons.note.bounds':
    '低于 maybe_needed 的行版本可以清除，不低于 definitely_needed 的必须保留。介于两者之间时才计算精确边界：这要查看每个会话，所以尽量推迟。',
  'axis.horizons.note.recent': '在 13 中，每次取快照都读取每个会话的 xmin 并算出这个数。只有下一个快照会把它向前推进。',
  'axis.horizons.table': '各会话所认为的表的边界',
  'axis.horizons.table.recentCaption': '各会话上一个快照的结果',
  'axis.horizons.table.session': '会话',
  'axis.horizons.table.maybe': 'maybe_needed',
  'axis.horizons.table.definitely': 'definitely_needed',
  'axis.horizons.table.computed': '计算次数',
  'axis.horizons.table.recent': 'RecentGlobalXmin',
  'axis.horizons.table.recentData': 'RecentGlobalDataXmin',

  'axis.horizons.text.oldest': (p) => `表中可能仍有人需要的最旧 xid 是 ${p.xid}。`,
  'axis.horizons.text.computed': (p, f) => `${p.session} ${computed(p.computed, f)}。`,
  'axis.horizons.text.bar': (p) =>
    `${p.session}，${BAR[p.kind]}：从 ${p.maybe} 起可能需要，从 ${p.definitely} 起肯定需要。`,
  'axis.horizons.text.recent': (p) => `${p.session}：${RECENT[p.kind]} 为 ${p.xid}。`,

  'axis.subxids.count': (p, f) => `${f.integer(p.used)} / ${f.integer(p.slots)}`,
  'axis.subxids.free': (p, f) =>
    p.free === 0
      ? '槽位已满：下一个子事务 xid 就会溢出。'
      : `还可容纳 ${f.integer(p.free)} 个。其他会话会把它们全部列入快照。`,
  'axis.subxids.overflowed': '已溢出',
  'axis.subxids.overflowedWords': (p, f) =>
    `${p.without === 0 ? '' : `另有 ${f.integer(p.without)} 个没有槽位。`}在 ${p.xid} 结束之前，新快照都不使用列出的子事务 xid；两界之间的 xid，每遇到一个就到 pg_subtrans 中查找其父事务。`,
  'axis.subxids.slot': (p) => `槽位 ${p.slot}：${p.xid}`,
  'axis.subxids.none': '没有会话拥有带 xid 的子事务。',
  'axis.subxids.empty': (p, f) => `另外 ${f.integer(p.count)} 个会话没有。`,
  'axis.subxids.affected': (p, f) => `这样取得的快照：${f.list(p.who)}。`,
  'axis.subxids.text': (p, f) =>
    `${p.session}：64 个子事务 xid 槽位已用 ${f.integer(p.slots.length)} 个${p.slots.length === 0 ? '' : `（${p.slots.join(', ')}）`}；${
      p.overflowed
        ? `已溢出${p.without === 0 ? '' : `，另有 ${f.integer(p.without)} 个没有槽位`}：其他会话无法列出它的子事务`
        : '未溢出'
    }。`,
};
