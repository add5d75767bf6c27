import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';
import { times } from './words.ts';

/** A modelled time from seed to seed; `inNs`: in nanoseconds, like the rest of its column. */
interface Seeds {
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly inNs?: boolean;
}
const two = (n: number, f: Format) => f.integer(Number(n.toPrecision(2)));
const seeds = ({ low, median, high, inNs = false }: Seeds, f: Format): string =>
  high <= low * 1.05 ? f.duration(median) : inNs ? `${two(low, f)}–${two(high, f)}\u202fns` : f.durations(low, high);

const lines = (n: number, f: Format) => `${f.integer(n)} 个缓存行`;
/** 12, 8.9, 0.1: a mean of counts needs one digit where it is small. */
const mean = (n: number, f: Format) => (n >= 100 || Number.isInteger(n) ? f.integer(n) : f.fixed(n, 1));

/** 1.02, or 0.99–1.03. */
const gainRange = ({ low, high }: { readonly low: number; readonly high: number }, f: Format): string => {
  const [from, to] = [f.fixed(low, 2), f.fixed(high, 2)];
  return from === to ? from : `${from}–${to}`;
};

export const ladder: Translation<'ladder'> = {
  'ladder.name': '快照设计的阶梯',
  'ladder.title': (p, f) =>
    `扫描 ${f.integer(p.connections)} 个连接，${p.from}\u00a0的快照触及 ${lines(p.before, f)}，${p.to}\u00a0的触及 ${f.integer(p.after)} 个；没有人提交时，${p.to} 重用上一个快照，只触及 ${f.integer(p.again)} 个`,
  'ladder.title.quiet': (p, f) =>
    `建模：没有人提交时，一个快照在 PostgreSQL\u00a013 中需要 ${f.duration(p.before)}，在 14 中需要 ${f.duration(p.after)}，因为它重用上一个；不重用则需要 ${f.duration(p.without)}`,
  'ladder.title.writers': (p, f) =>
    `建模：${f.integer(p.writers)} 个写者提交时，一个快照在 PostgreSQL\u00a013 中需要 ${seeds(p.before, f)}（${lines(p.linesBefore, f)}），在 14 中需要 ${seeds(p.after, f)}（${f.integer(p.linesAfter)} 个）`,
  'ladder.title.bare': '每种设计读取什么，代价多少',
  'ladder.subtitle': (p, f) =>
    `没有另外注明时为 ${f.integer(p.connections)} 个连接；每一列都注明是没有人提交，还是有 ${f.integer(p.writers)} 个写者`,
  'ladder.caption':
    '条形按比例：一格是别的事务结束之后快照触及的一个 64 字节缓存行，按所触及的字节填充；写入处用深色。后端自己的 PGPROC 视其位置需要一个或两个缓存行，所以连接更多时条形也可能短一行。未命中是整个事务（两个快照、一个 xid、一次结束）的，按快照平均，所以可以多于快照的缓存行。',
  'ladder.say': (p, f) =>
    `${f.integer(p.connections)} 个连接时的一个快照；未命中是整个事务的，按快照平均。${p.rows
      .map(
        (each) =>
          `${each.design}：${each.lines === null ? '尚未计数' : lines(each.lines, f)}${each.again === null ? '' : `（没有人提交时 ${f.integer(each.again)} 个）`}${
            each.misses === null ? '' : `，${mean(each.misses, f)} 次未命中`
          }${each.ns === null ? '' : `，${f.duration(each.ns)}`}`,
      )
      .join('；')}。`,

  'ladder.head.design': '设计',
  'ladder.head.reads': '一个快照读取',
  'ladder.head.misses': '未命中',
  'ladder.head.missesWith': (p, f) => `${f.integer(p.writers)} 个写者`,
  'ladder.head.missesOf': '含 xid 和结束',
  'ladder.head.costs': '代价',
  'ladder.head.gains': '提交说明给出的加速',
  'ladder.cost.alone': '快照',
  'ladder.cost.snapshot': '快照',
  'ladder.cost.visibility': '可见性检查',
  'ladder.cost.assign': '分配 xid',
  'ladder.cost.end': '结束',
  'ladder.context.alone': (p, f) => `${f.integer(p.connections)} 个连接中一个活动，没有人提交`,
  'ladder.context.snapshot': (p, f) => `${f.integer(p.writers)} 个写者，建模`,
  'ladder.context.thread': (p, f) => `1 个线程，${f.integer(p.connections)} 个连接`,
  'ladder.when': '读取期间：',
  'ladder.when.quiet': '没有人提交',
  'ladder.when.writers': (p, f) => `${f.integer(p.writers)} 个写者提交`,
  'ladder.rows.subtitle': (p, f) =>
    p.commit
      ? `一次快照（GetSnapshotData），${f.integer(p.idle)} 个空闲连接，${f.integer(p.writers)} 个连接在提交；建模值是平均数，或从最低到最高的随机起点`
      : `一次快照（GetSnapshotData），${f.integer(p.idle)} 个空闲连接；计缓存行时另有 ${f.integer(p.writers)} 个活跃连接`,
  'ladder.pair.cost': '一次的代价',
  'ladder.pair.lines': '快照，缓存行',
  'ladder.pair.after': '同上，有人提交之后',
  'ladder.pair.subtitle': (p, f) => `${f.integer(p.connections)} 个连接；缓存行是数出来的，时间是建模的`,
  'ladder.pair.caption': '每行各有自己的尺度。',
  'ladder.rows.lines': '一个快照的缓存行',
  'ladder.rows.measured': '实测',
  'ladder.rows.what': '有什么不同',
  'ladder.rows.after': (p, f) => `提交后 ${f.integer(p.lines)} 个`,
  'ladder.rows.kind': (p) => ({ released: '已发布', onTheWay: '通向 14', proposal: '提案' })[p.kind],
  'ladder.rows.reuse': '这里 14 比“稠密”慢：每次提交都让重用失效，检查是否可重用的开销就加在扫描之上。',
  'ladder.rows.caption': '条形的长度是 64 字节缓存行的个数。虚线框：另一个事务结束之后要读的行数。',
  'ladder.rows.ownScan':
    '* 这里的扫描按我们自己的代码计数，编译时优化速度；其余按已发布的服务器计数，编译时优化体积。所以“两遍扫描”与“稠密”相比显得过于便宜。',
  'ladder.what.pg9.1': '逐个读取每个 PGPROC。',
  'ladder.what.pg13': '快照字段装进 12 字节的 PGXACT。',
  'ladder.what.globalvis': '不再读其他后端的 xmin。',
  'ladder.what.xmin-moved': '把 xmin 移出被扫描的缓存行。',
  'ladder.what.dense': '把 xid 挨着放，每个 4 字节。',
  'ladder.what.pg14': '写事务结束前，一直重用快照。',
  'ladder.what.unlocked-reuse': '检查能否重用时不加锁。',
  'ladder.what.backend-cache': '语句和系统表查询共用一个快照。',
  'ladder.what.shared-snapshot': '所有后端共用一个快照。',
  'ladder.what.two-pass': '先收集 xid，再看标志和子事务。',
  'ladder.what.running-set': '只列出正在运行的事务。',
  'ladder.what.csn': '快照就是一个数，没有列表。',
  'ladder.stage.subtitle': (p, f) =>
    `${f.integer(p.connections)} 个连接时取一个快照${p.commit ? '；建模范围重叠时，模型看不出差别' : '，没有人提交'}`,
  'ladder.stage.title': (p, f) =>
    `建模，${p.writers === 0 ? '没有人提交' : `${f.integer(p.writers)} 个写者`}：一个快照在 PostgreSQL\u00a013 中需要 ${seeds(p.before, f)}，在 14 中需要 ${seeds(p.after, f)}`,
  'ladder.stage.again': '重用时',
  'ladder.stage.after': '提交之后',
  'ladder.stage.ownScan': '* 按另一种优化速度的编译计数，所以“两遍扫描”与“稠密”相比显得太便宜',
  'ladder.stage.noReuse': '–',
  'ladder.stage.modelled': (p, f) => `建模，${f.integer(p.writers)} 个写者`,
  'ladder.seeds': (p, f) => seeds(p, f),
  'ladder.cost.measured': '在此实测',
  'ladder.cost.modelled': '建模',

  'ladder.touched': (p, f) => `${lines(p.lines, f)}，${f.bytes(p.bytes)}`,
  'ladder.scan.play': (p, f) => `播放 ${p.design} 的扫描：${f.duration(p.ns)}，放慢 ${times(p.slowness, f)}`,
  'ladder.scan.waits': (p) => `播放 ${p.design} 的扫描，须先有模型给出的时间`,
  'ladder.scan.caption': (p, f) =>
    `箭头播放该行的扫描${p.slowness === null ? '' : `，放慢 ${times(p.slowness, f)}`}：时长是模型中有 ${f.integer(p.writers)} 个写入者时一个快照的时间，平均分给各缓存行，逐个区域进行。`,
  'ladder.again': (p, f) => `没有人提交时：${lines(p.lines, f)}`,
  'ladder.bar': (p, f) => p.regions.map(({ region, lines: n }) => `${region}\u00a0${f.integer(n)}`).join('，'),
  'ladder.misses': (p, f) => mean(p.misses, f),
  'ladder.miss.true': (p, f) => `${mean(p.misses, f)} 真共享`,
  'ladder.miss.false': (p, f) => `${mean(p.misses, f)} 伪共享`,
  'ladder.miss.horizon': (p, f) => `${mean(p.misses, f)} 为边界读 xmin`,
  'ladder.miss.other': (p, f) => `${mean(p.misses, f)} 其他`,
  'ladder.gain': (p, f) => `${f.fixed(p.gain, 2)}×`,
  'ladder.notInPostgres': '不在 PostgreSQL 中',
  'ladder.none': '–',
  'ladder.none.counted': '尚未计数',
  'ladder.none.measured': '尚未测量',
  'ladder.none.modelled': '尚未建模',
  'ladder.none.gain': '没有给出数值',
  'ladder.badge.commits': '提交说明，2020 年 8 月',

  'ladder.from.pg9.1': '9.1 及以前',
  'ladder.from.pg13': '9.2 到 13',
  'ladder.from.globalvis': 'dc7420c2c92',
  'ladder.from.xmin-moved': '1f51c17c68d',
  'ladder.from.dense': '941697c3c1a、5788e258bb2、73487a60fc1',
  'ladder.from.pg14': '623a9ba79bb；14 到 18',
  'ladder.from.unlocked-reuse': '没有提交：2012 年一个补丁和 2026 年一份草稿的想法',
  'ladder.from.backend-cache': '14 那组提交的作者留下的设想',
  'ladder.from.shared-snapshot': '14 那组提交的作者留下的设想',
  'ladder.from.two-pass': '14 那组提交的作者留下的设想',
  'ladder.from.running-set': '14 那组提交的作者留下的设想',
  'ladder.from.csn': '讨论多年，没有提交',
  'ladder.reads.pg9.1':
    'procs[]，以及每个连接的 PGPROC 的两个缓存行，每四个连接中有一个是三个：xid、xmin 和子事务的个数',
  'ladder.reads.pg13': 'pgprocnos[]，以及每个连接的 PGXACT：标志、xmin 和 xid',
  'ladder.reads.globalvis': 'pgprocnos[]，以及每个连接的 PGXACT：标志和 xid',
  'ladder.reads.xmin-moved': 'pgprocnos[]，以及每个连接的 PGXACT：标志和 xid；读者只在事务结束时写这里的标志',
  'ladder.reads.dense': '每个连接的 xids[]；标志和子事务只看有 xid 的连接',
  'ladder.reads.pg14': '计数器；只有在上一个快照之后它动过，才读每个连接的 xids[]',
  'ladder.reads.unlocked-reuse':
    '计数器，不持锁（要公布 xmin 时读两次）；只有在上一个快照之后它动过，才持锁读每个连接的 xids[]',
  'ladder.reads.backend-cache': '计数器；只有在该后端进程上一个任何种类的快照之后它动过，才读每个连接的 xids[]',
  'ladder.reads.shared-snapshot':
    '计数器；如果在上一个快照之后它动过，就读已公布的那个快照（一个缓存行，每个运行中的 xid 再加 4 字节）；只有此后无人公布过，才读每个连接的 xids[]，并把收集到的写到那里',
  'ladder.reads.two-pass': '每个连接的 xids[]，一次载入 16 字节；然后读有 xid 的连接的 xid、标志和子事务',
  'ladder.reads.running-set': '集合：运行多少事务就有多少条目，不论连接了谁；以及它们的标志和子事务',
  'ladder.reads.csn': '存有最近编号的那个缓存行，不持锁；有事务结束之后，还有复制槽的 xmin 和 oldestXid',

  'ladder.page.title': '取快照的十二种方式',
  'ladder.settings.summary': (p, f) =>
    `模型：${p.machine} · ${f.integer(p.idle)} 个空闲连接 · ${f.integer(p.writers)} 个写者`,
  'ladder.field.writers': '活跃写者',
  'ladder.field.writers.hint': (p, f) => `此机器上 2 到 ${f.integer(p.max)}`,
  'ladder.field.idle.hint': '已连接但不活动：各占一个位置',
  'ladder.counting': '正在统计每个快照触及什么…',
  'ladder.pair.counting': '还在统计…',
  'ladder.countFailed': (p) => `无法统计快照触及什么：${p.why}`,
  'ladder.measure': '运行',
  'ladder.measure.again': '再次运行',
  'ladder.measure.stop': '停止',
  'ladder.measure.ready': (p, f) =>
    `${p.of === null ? '十二种都' : `这 ${f.integer(p.of)} 种`}在本机上轮流运行，其间没有人提交；${f.fixed(p.seconds, 0)} s`,
  'ladder.measure.quietOnly': '有写者时只有建模值；“运行”测量没有人提交的情形',
  'ladder.measure.running': '正在轮流测量',
  'ladder.measure.done': (p, f) => `已测量，N = ${f.integer(p.turns)} 轮`,
  'ladder.measure.failed': (p) => `没有测量：${p.why}`,
  'ladder.measure.stopped': '已停止',
  'ladder.badge.measured': (p, f) => `本机，1 个线程，${f.integer(p.idle)} 个空闲`,
  'ladder.notes': '如何阅读',
  'ladder.note.touched':
    '条形、缓存行和字节是别的事务结束之后的一个被观察的快照的：此时每种设计都必须读取。保留上一个快照的设计，只要没有人结束，触及的缓存行就更少；那个数写在条形下面。',
  'ladder.note.misses': (p, f) =>
    `未命中和有写者时的快照，是 ${p.machine} 上 ${f.integer(p.writers)} 个写入的后端进程（负载 readwrite）的平均数：其间总有事务结束，保留的快照几乎用不上。未命中按整个事务计，每个事务有两个快照、一个 xid、一次结束，再除以快照数。PGPROC 的长度不是整数个缓存行：快照所需的自己的字段在一个还是两个缓存行上，取决于槽位。`,
  'ladder.note.place':
    '建模的“分配 xid”和“结束”是一个接一个的单个操作，写者分散在数组各处：其中没有排队。未命中和有写者时的快照则取自整个事务，缓存行和锁都要排队。布局台向模型问的是另一个问题，所以请在同一页上比较，不要在两页之间比较。',
  'ladder.note.seeds': (p, f) =>
    `建模的范围（例如 1.2–2.9 µs）是 ${f.integer(p.seeds)} 个随机起点中最低到最高的。范围重叠的两种设计，模型分不出高下。`,
  'ladder.note.price': 'csn 和 unlocked-reuse 让快照便宜，却让别的变贵：也请看它们的可见性检查、xid 和结束各列。',
  'ladder.note.measured': '实测的快照是本机一个线程的纯循环：取快照，释放。没有人结束，所以保留的快照每次都被重用。',
  'ladder.note.operations': (p, f) =>
    `另外三项在同一线程上分别测量，每 16 次一组，前后各看一次时钟，并减去看时钟所花的时间。它还扮演另外 ${f.integer(p.companions)} 个连接：取快照时有 16 个 xid 在运行，其中四个各有四个子事务；自其中最旧的开始以来，有 16 个已结束。检查的对象各占四分之一：在 xmin 之前结束的、此后结束的、运行中的、运行中事务的子事务。`,
  'ladder.note.ends': (p, f) =>
    `建模的分配或结束，是一个场景中 ${f.integer(p.writers)} 个后端进程的操作的平均数，每个后端进程独占一个核：必须取回他人写过的缓存行。在实测的单个线程上没有其他人写。`,
  'ladder.note.visibility': (p, f) =>
    `建模的检查询问同样的组合，其写者在另外 ${f.integer(p.others)} 个核上：快照的字和列表的项按其占用加载端口的份额计，共享的按机器的延迟计。比较和调用不计，所以它低于核实际所需。除 csn 外，都搜索同样的两个列表，其他核不写它们；csn 询问一个它们会写的日志。该组合的快照都没有溢出，所以没有人询问 pg_subtrans。`,

  'ladder.gains.name': '每项源码改动带来的加速',
  'ladder.gains.title': (p, f) =>
    p.modelled === 0
      ? '每项源码改动带来的加速：已发表、建模、实测'
      : p.gaps === 0
        ? `在问过模型的 ${f.integer(p.modelled)} 个已发表的加速中，模型也有 ${f.integer(p.reached)} 个`
        : `在 ${f.integer(p.modelled)} 个已发表的加速中，有 ${f.integer(p.gaps)} 个模型无法解释`,
  'ladder.gains.subtitle': (p, f) =>
    `相对于前一种设计的吞吐量；在 ${p.machine} 上按 ${f.integer(p.active)} 个活跃客户端建模`,
  'ladder.gains.caption':
    '已发表：提交说明中的数值。建模：从最低的随机起点到最高的。测量：在本机上，用所有的核，带区间的两端。没有哪个提交说明写明有多少客户端。一条空 SELECT 的开销大于零，小于一次读取；模型给它的范围就从一端到另一端。',
  'ladder.gains.of': (p) => `${p.design} 对 ${p.before}`,
  'ladder.gains.head.commit': '提交',
  'ladder.gains.head.published': '已发表',
  'ladder.gains.head.modelled': '建模',
  'ladder.gains.head.measured': '实测',
  'ladder.gains.published': (p, f) => f.fixed(p.gain, 2),
  'ladder.gains.range': (p, f) => gainRange(p, f),
  'ladder.gains.verdict': (p, f) => {
    if (!p.hasLoad) return '没有建模：模型没有这种工作负载。';
    if (p.modelled === null) return '还没有建模。';
    if (p.verdict === 'open') return '随机起点还太少，不足以判断。';
    const both = `已发表 ${f.fixed(p.gain, 2)}，建模 ${gainRange(p.modelled, f)}：`;
    if (p.verdict === 'gap')
      return p.isNone ? `${both}模型里没有差别，所以它解释不了这个加速。` : `${both}模型解释不了。`;
    if (p.verdict === 'depends') return `${both}这个范围太宽，无法判断，因为没有人发表过一条空 SELECT 做多少工作。`;
    if (p.verdict === 'beyond') return `${both}比已发表的更多。`;
    return p.isNone ? `${both}各随机起点之间的差别比这个加速还大。` : `${both}模型里也有。`;
  },
  'ladder.gains.switch': (p) => `加上 ${p.band.low} 到 ${p.band.high} ns 的共用队列（拟合值，原因不明）`,
  'ladder.gains.switch.hint':
    '假定跨插槽的每次传递都要经过同一个地方。没有人知道它会是什么；没有一个时间能同时符合所有已发表的数值。',
  'ladder.gains.band': (p, f) =>
    `加上共用队列为 ${gainRange(p.band, f)}：这个区间${p.holds ? '包含' : '不包含'}已发表的数值。`,
  'ladder.gains.bandWait': '加上共用队列的区间还没有建模。',
  'ladder.gains.bandFact': (p) => `区间：${p.band.low} 到 ${p.band.high} ns 的共用队列，拟合值，原因不明`,
  'ladder.gains.strip': (p) =>
    `细条中：◆ 为已发表，粗线为建模，虚线为两者之间的差距，细线为测量${p.band ? '，阴影为加上共用队列后从一端到另一端的区间' : ''}。竖线在 1 处，即没有加速。`,
  'ladder.gains.modelling': (p, f) => `正在建模，${f.integer(p.at)} / ${f.integer(p.points)}`,
  'ladder.gains.threads': (p, f) => `本机，${f.integer(p.threads)} 个线程`,
  'ladder.gains.noLoad': '没有这种负载',
  'ladder.gains.notModelled': '尚未',
  'ladder.gains.notMeasured': '尚未',
  'ladder.gains.tooFew': '轮数太少',
  'ladder.gains.notMeasurable': '实验室没有这种工作负载：它的其他工作是整个事务的。',
  'ladder.gains.say': (p) =>
    p.rows.map((each) => `${each.design} 对 ${each.before}，${each.workload}：${each.verdict}`).join(''),

  'ladder.cli.what': '阶梯的每一级比前一级提高多少：在此实测，在彼建模',
  'ladder.cli.writers': '建模的机器上写入的连接数，各占一个核',
  'ladder.cli.seconds': '每个设计在每个空闲连接数下的测量时间，其他操作再用同样多',
  'ladder.cli.notes': `
LIST 是一个整数，或用逗号分隔的多个。所有设计在一个线程上以 10 ms 为一轮（非快照操作为 1 ms）
轮流运行，所以提高的幅度是成对比较的；然后逐一建模。`,
  'ladder.cli.tooManyIdle': (p, f) => `--idle：${f.integer(p.given)} 太大；最多 ${f.integer(p.max)}。`,
  'ladder.cli.badWriters': (p, f) =>
    `--writers：“${p.given}”不行；请给出 ${f.integer(p.min)} 到 ${f.integer(p.max)} 的整数，各占机器的一个核。`,
  'ladder.cli.measuring': (p, f) => `正在测量 ${p.workload}，${f.integer(p.idle)} 个空闲`,
  'ladder.cli.modelling': (p, f) => `正在建模 ${p.design}，${f.integer(p.idle)} 个空闲`,
  'ladder.cli.facts.measured': (p, f) =>
    `实测：${p.cpu} 上的一个线程，${f.integer(p.cores)} 个核，Node ${p.node}；快照的纯循环，没有人结束；每个设计 ${f.fixed(p.seconds, 1)} s`,
  'ladder.cli.facts.modelled': (p, f) =>
    `建模：${p.name}，${f.integer(p.cores)} 个核；独自：一个连接读取，没有人结束；写入：${f.integer(p.writers)} 个连接写入；只用一个随机起点，其他起点不同`,
  'ladder.cli.facts.columns':
    '行：没有人结束时一个快照触及的 64 字节缓存行；ns：一个快照；×：相对前一级，实测值是相邻两轮成对比较的中位数（及中间一半）',
  'ladder.cli.facts.operations': (p, f) =>
    `一次可见性检查、一次 xid 分配、一次事务结束的 ns：在一个还扮演 ${f.integer(p.companions)} 个连接的线程上实测（xipscope bench --help 说明其组合）；建模时 ${f.integer(p.writers)} 个写入，各占一个核`,
  'ladder.cli.head.lines': '行',
  'ladder.cli.head.measured': '实测 ns',
  'ladder.cli.head.gain': '×',
  'ladder.cli.head.alone': '建模，独自',
  'ladder.cli.head.writing': '建模，写入',
  'ladder.cli.head.modelled': '建模',
  'ladder.cli.head.visibility.measured': '检查，实测',
  'ladder.cli.head.assign.measured': 'xid，实测',
  'ladder.cli.head.end.measured': '结束，实测',
};
