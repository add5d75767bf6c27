import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';
import { times } from './words.ts';

const connections = (n: number, f: Format) => `${f.integer(n)} 个空闲连接`;
const having = (n: number, f: Format) => (n === 0 ? '没有空闲连接' : `有 ${connections(n, f)}`);

export const home: Translation<'home'> = {
  'home.ways': '接下来',
  'home.ways.see': '看看内部',
  'home.ways.designs': '十二种设计',
  'home.ways.lessons': '课程',
  'home.ways.type': '自己输入',
  'home.title': '一万个空闲连接，PostgreSQL 14 毫无察觉。',
  'home.lead.short': '快照列出谁在运行。PostgreSQL 13 为此检查每个连接；14 沿用旧列表，直到有写事务结束。',
  'home.lead':
    '每条查询都取一个快照：正在运行的事务的名单。每取一次，PostgreSQL 13 都要检查每个连接，空闲的也不例外；14 沿用上一份名单，有写事务结束后才重新检查一遍。',

  'home.scenes': '场景',
  'home.scene.race': '竞赛',
  'home.scene.slowed': '慢动作',
  'home.scene.lines': '缓存行',
  'home.stage.keys': '空闲',
  'home.stage.black': '黑屏',
  'home.stage.case': '14 的另一种情况',

  'home.race.name': 'Xipscope 13 与 14 的竞赛',
  'home.race.drawing': '13 与 14 每秒的事务数，随时间和空闲连接数变化',
  'home.race.pause': '暂停',
  'home.race.resume': '继续',
  'home.race.yTitle': '每秒事务数，千',
  'home.race.yTitle.short': '每秒千个事务',
  'home.race.ySubtitle': '都只读；线：中位数',
  'home.ratio.measuring': '测量中…',
  'home.ratio.of': '14 对 13',
  'home.ratio.range': (p, f) => `${times(p.low, f)}至 ${times(p.high, f)}`,
  'home.race.busy': '本机正忙，曲线跳动。',
  'home.race.busy.short': '本机正忙。',
  'home.race.cut': '▲ 超出刻度',
  'home.compare.what': '实测的是两种设计的 C 代码，在此浏览器中运行，不是 PostgreSQL 服务器。',
  'home.compare.gap': '请比较差距，不要比较高度。',
  'home.compare.why': '两张图为何不同？',
  'home.compare.machines': (p, f) =>
    `本机：${f.integer(p.cores)} 个核上 ${f.integer(p.active)} 个线程，一个插槽（或虚拟机所示）；已发表：1 个客户端，${p.machine}。`,
  'home.compare.cost': (p, f) =>
    `每个空闲连接使 13 的快照在本机多花 ${f.significant(p.here, 2)} ns，在已发表的结果中多花 ${f.significant(p.published, 2)} ns：每个连接代价越小，13 下降越少。`,
  'home.compare.work': (p) =>
    `这里事务的其他工作是 28 µs 的循环，它不碰内存，所以不会从核的缓存里挤走什么；已发表的结果向完整的服务器发送查询。${
      p.active === 1 ? '而且只有一个线程，没有别的核来取走缓存行：这里没有一致性的开销。' : ''
    }`,
  'home.race.now': '现在',
  'home.race.secondsAgo': (p) => `−${p.seconds} s`,
  'home.race.rate': (p) => `${p.thousands}k`,
  'home.race.idle': '空闲连接',
  'home.race.change': (p, f) => `${f.integer(p.from)} → ${f.integer(p.to)}`,
  'home.race.starting': '正在启动线程；点线：已发表',
  'home.race.starting.short': '正在启动线程',
  'home.race.paused': '已暂停',

  'home.finding.waiting': '竞赛马上开始。',
  'home.finding.settling': (p, f) => `正在测量：${connections(p.idle, f)}…`,
  'home.finding.paused': (p, f) => `已暂停：${connections(p.idle, f)}时测得的还不够。`,
  'home.finding.together': (p, f) => `${having(p.idle, f)}时，13 与 14 ${p.idle === 0 ? '' : '仍'}并驾齐驱。`,
  'home.finding.apart': (p, f) =>
    p.idle === 0
      ? `即使没有空闲连接，14 在这里的速度也是 13 的 ${times(p.ratio, f)}。`
      : `${f.integer(p.idle)} 个连接什么也不做，而 14 的速度是 13 的 ${times(p.ratio, f)}。`,
  'home.finding.turned': (p, f) => `${having(p.idle, f)}时，13 在这里的速度是 14 的 ${times(p.ratio, f)}。`,
  'home.finding.published': (p, f) => `已发表，只读：${having(p.idle, f)}时，14 的速度是 13 的 ${times(p.ratio, f)}。`,
  'home.finding.publishedAlike': (p, f) => `已发表：${having(p.idle, f)}时，13 与 14 几乎一样快。`,
  'home.finding.publishedBetween': '已发表：空闲连接越多，13 越慢；14 不变。',

  'home.idle.yTitle': '已发表，每秒千个事务',
  'home.idle.unit': '个空闲连接',
  'home.idle.yTitle.scaled': '已发表，按本机在 0 处的速度缩放',
  'home.idle.first': '拖到 10,000 →',
  'home.idle.back': '← 拖回 0',
  'home.idle.hint': '拖动，或按 ← →',
  'home.idle.drag': '拖动',
  'home.idle.label': '空闲连接',
  'home.idle.valueText': (p, f) => connections(p.idle, f),

  'home.badge.here': '本机',
  'home.badge.threads': (p, f) => `${f.integer(p.n)} 个线程`,
  'home.badge.transactions': (p, f) => `${f.si(p.n)} 个事务`,
  'home.badge.pairs': (p, f) => `${f.integer(p.n)} 对的中位数`,
  'home.badge.noPairs': '暂无中位数',
  'home.badge.clock': (p, f) => `时钟 ${f.duration(p.ns)}`,
  'home.badge.source': (p) => `${p.author} ${p.year}，${p.part}`,
  'home.badge.active': (p, f) => `${f.integer(p.n)} 个活跃`,

  'home.say.measured': (p, f) =>
    `${having(p.idle, f)}，有 ${f.integer(p.active)} 个活跃连接时，13 每秒执行 ${f.si(p.slow)} 个事务，14 每秒 ${f.si(p.fast)} 个${p.ratio === null ? '，差距尚不确定' : `：是前者的 ${times(p.ratio, f)}`}，取自 ${f.integer(p.pairs)} 对时间片的中位数。`,
  'home.say.published': (p, f) =>
    `在 ${p.machine} 上发表的结果，${having(p.idle, f)}时：13 每秒 ${f.si(p.slow)} 个事务，14 每秒 ${f.si(p.fast)} 个。`,

  'home.table.caption': '已发表的每秒事务数，按空闲连接数',
  'home.table.idle': '空闲连接',
  'home.table.before': '改进之前（13）',
  'home.table.after': '改进之后（14）',

  'home.teachers': '教师',
  'home.licence': 'Xipscope 的许可证（MIT）',
  'home.thirdParty': '第三方组件及其许可证',

  'home.failed.what': '竞赛无法运行。',
  'home.failed.todo': '它的线程已停止。请重新加载页面；如果其他标签页占用很多内存，请关闭它们。',

  'home.slowed.title': (p, f) => (p.times === 1 ? '各执行一个事务' : `各执行一个事务，放慢 ${times(p.times, f)}`),
  'home.slowed.subtitle':
    '一个点就是一个事务：查询、两个快照、取行、返回结果。下方每格是快照要触及的一个 64 字节缓存行，快照走到哪里，哪里就填满。',
  'home.slowed.name': '13 与 14 各一个事务，长度表示时间',
  'home.slowed.query': '查询',
  'home.slowed.snapshot': '快照',
  'home.slowed.rows': '取行',
  'home.slowed.short': '两个快照都短得看不出来',
  'home.slowed.each': (p, f) => `两个快照，各 ${f.duration(p.ns)}`,
  'home.slowed.untimed': (p, f) => `两个快照各扫描 ${f.integer(p.lines)} 条缓存行；竞赛中没有写入，所以没有计时`,
  'home.slowed.untimedShort': (p, f) => `各扫描 ${f.integer(p.lines)} 条缓存行；未计时`,
  'home.slowed.result': '结果',
  'home.slowed.measured': '竞赛中事务的时间',
  'home.slowed.published': (p, f) => `${having(p.idle, f)}时的时间；快照：空闲连接多花的部分`,
  'home.slowed.simplified':
    '快照的时间平均分给它的各个缓存行；在真实机器上，不在缓存里的行比已在缓存里的行更慢。“取行”指快照以外的一切：在竞赛里是一个 28 µs 的循环。',
  'home.reads.name': '一个快照读取什么',
  'home.reads.reads13': '读取每个连接',
  'home.reads.reads14.reuse': '只问一个计数器',
  'home.reads.reads14.scan': '读取一个稠密数组',
  'home.reads.total': (p, f) => `读 ${f.bytes(p.bytes)}，分布在 ${f.integer(p.lines)} 个缓存行`,
  'home.reads.lines': (p, f) => `${f.integer(p.lines)} 条缓存行`,
  'home.reads.gloss': '（每个连接一个小条目）',
  'home.reads.region': (p, f) => `${p.region} ${f.integer(p.lines)}`,
  'home.reads.lens.where': (p, f) =>
    p.lines === 1
      ? `${p.region} 的缓存行，逐字节显示。`
      : `${p.region} 的 ${f.integer(p.lines)} 个缓存行中的第 ${f.integer(p.ordinal + 1)} 个，逐字节显示。`,
  'home.reads.lens.entries': (p, f) =>
    p.torn === 0
      ? `${f.integer(p.entries)} 个连接，每个 ${f.integer(p.size)} 字节。`
      : `${f.integer(p.entries)} 个连接，每个 ${f.integer(p.size)} 字节；其中 ${f.integer(p.torn)} 个有一部分在相邻的缓存行上。`,
  'home.reads.lens.nobody': '每个 xid 都是 0：这里没有人在运行。',
  'home.reads.lens.somebody': (p, f) => `${f.integer(p.xids)} 个 xid 中有 ${f.integer(p.running)} 个非零。`,
  'home.reads.lens.written': (p) => `深色：这个快照自己的 ${p.field}，写在所有其他快照都要读取的缓存行中。`,
  'home.reads.lens.value': (p, f) => `${p.field} 仍是 ${f.integer(p.value)}：上一个快照有效。`,
  'home.reads.lens.untouched': '无填充：未读取。',
  'home.reads.lens.bytes': (p, f) =>
    `该行的字段：${p.fields.map((one) => `第 ${f.integer(one.offset)} 字节 ${one.field} ${f.integer(one.value)}`).join('，')}。`,
  'home.reads.case': '自 14 的上一个快照以来',
  'home.reads.case.reuse': '没有事务结束',
  'home.reads.case.scan': '有一个事务结束',
  'home.reads.badge': '13 与 14 的结构体布局',
  'home.reads.counted': '按本站 C 代码的访问计数',
  'home.reads.simplified': '本站 C 代码的简化之处',
  'home.reads.waiting': '正在计数',
  'home.reads.failed': '这里无法统计访问次数。',
  'home.reads.say': (p, f) =>
    `${having(p.idle, f)}时，一个快照在 13 中触及 ${f.integer(p.lines13)} 个缓存行（${f.bytes(p.bytes13)}）；在 14 中，自上一个快照以来${p.scan ? '有事务结束' : '没有事务结束'}时，触及 ${f.integer(p.lines14)} 个（${f.bytes(p.bytes14)}）。`,
  'home.learn.lessons': (p, f) => `${f.integer(p.n)} 课，每张图都能动手`,
  'home.learn.exercises': (p, f) => `${f.integer(p.n)} 个练习，由引擎评判`,
};
