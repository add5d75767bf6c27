import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';
import { row, times } from './words.ts';

const NOT_MODELLED = {
  churn: '连接的建立和断开只测量，不建模',
  script: 'pgbench 脚本不建模',
} as const;
const AXES = { idle: '空闲连接', mostlyIdle: '大多空闲的连接', active: '活跃连接' } as const;
const PARTS = {
  work: '其他工作',
  wake: '唤醒',
  scan: '快照（核内）',
  coherence: '来自其他核的缓存行',
  lineWait: '排队等这些缓存行',
  lock: '等锁',
  subtrans: '子事务',
  queue: '等待核',
} as const;
const spread = (
  { mean, low, high }: { readonly mean: number; readonly low: number; readonly high: number },
  f: Format,
): string => (high <= low * 1.05 ? f.duration(mean) : f.durations(low, high));
/** −250 ns, or −340 至 −200 ns: a minus and a dash next to each other are hard to read. */
const less = (by: Parameters<typeof spread>[0], f: Format): string => {
  const [small = '', large] = spread(by, f).split('–');
  if (large === undefined) return `−${small}`;
  return `−${large.replace('\u202f', ` 至 −${small}\u202f`)}`;
};
const otherWork = ({ otherWorkUs }: { readonly otherWorkUs: number }, f: Format): string =>
  otherWorkUs === 0 ? '没有其他工作' : `其他工作 ${f.significant(otherWorkUs, 3)} µs`;
const WORKLOADS: Readonly<Record<string, string>> = { readonly: '只读', readwrite: '读写' };
const share = (value: number | null, f: Format): string => (value === null ? '–' : `${f.fixed(value * 100, 1)} %`);
const wide = (range: { readonly low: number; readonly high: number } | null, f: Format): string => {
  if (range === null) return share(null, f);
  const [from, to] = [f.fixed(range.low * 100, 1), f.fixed(range.high * 100, 1)];
  return from === to ? `${from} %` : `${from}–${to} %`;
};

export const model: Translation<'model'> = {
  'model.problem.notModelled': (p) =>
    `${p.where}：“${p.given}”：${NOT_MODELLED[p.kind]}；请从 ${row(p.known)} 中选择。`,
  'model.problem.tooManyPoints': (p, f) =>
    `${p.where.join(' × ')}：要建模 ${f.integer(p.points)} 个点；最多 ${f.integer(p.limit)} 个，请缩短列表。`,
  'model.problem.switched': (p) => `${p.where.join(' 和 ')} 只用于没有保存点的负载，不能用于 ${p.given}。`,
  'model.problem.noMachine': (p) =>
    `--machine：没有名为“${p.given}”的机器或文件；请从 ${row(p.known)} 中选择，或给出机器文件（.json）。`,

  'model.cli.what': '在不在此处的机器上为快照设计建模，依据计数的访问和有来源的延迟',
  'model.cli.machine': (p) => `${row(p.known)} 之一，或机器文件（.json）`,
  'model.cli.design': '设计，用逗号分隔',
  'model.cli.active': '一直执行事务的连接数，1 到 12,500',
  'model.cli.think': '从事务得到答复到客户端发出下一个之间的时间，ms',
  'model.cli.network': '网络往返时间，ms',
  'model.cli.otherWork': '一个事务的其他工作，µs（默认：为该机器拟合的值）',
  'model.cli.noCoherence': '写入不影响其他核的副本：没有缓存一致性时会怎样',
  'model.cli.without': (p) => `去掉一些机制，多个用逗号分隔：${row(p.known)}`,
  'model.cli.sharedNs': '跨插槽的每次传递在共用队列里花的 ns（默认：没有这个队列；拟合值，原因不明）',
  'model.cli.notes': `
LIST 是一个整数，或用逗号分隔的多个。列表相乘：每种组合是一个点。总共最多 12,500 个连接。

同时使用 --json 和 --seeds 时，每行有 "spread"：low、median、high 和 n。`,
  'model.cli.progress': (p, f) =>
    `${f.integer(p.n)}/${f.integer(p.of)}：${p.design}，${f.integer(p.active)} 个活跃，${f.integer(p.idle)} 个空闲，${f.integer(p.mostlyIdle)} 个大多空闲，${f.percent(p.percent)}`,
  'model.cli.run': (p, f) =>
    `建模：${p.workload}，${otherWork(p, f)}${
      p.thinkMs > 0 ? `，思考时间 ${p.thinkMs} ms` : ''
    }${p.networkMs > 0 ? `，网络 ${p.networkMs} ms` : ''}${p.coherence ? '' : '；无一致性'}${
      p.without === undefined ? '' : `；去掉：${p.without.join('、')}`
    }${p.sharedNs === undefined ? '' : `；共用队列 ${p.sharedNs} ns（拟合值，原因不明）`}`,
  'model.cli.on': (p, f) => `在 ${p.name} 上：${f.integer(p.cores)} 个核，${f.integer(p.threads)} 个硬件线程`,
  'model.cli.columns':
    'tps：每秒事务数；从 work 到 queue：每个事务的 ns；misses：整个事务的，按快照平均，核自己的缓存之外',
  'model.cli.oneSeed': '只用一个随机起点；其他起点相差百分之几，等待的写者多时更多（--seeds 9 可知多少）',
  'model.cli.seeds': (p, f) =>
    `${f.integer(p.seeds)} 个随机起点：tps 和 ns 是中位数，旁边是最低和最高值；各部分是平均值`,
  'model.cli.seedsOption': '每个点的随机起点数，1 到 99：中位数以及最低和最高值',
  'model.problem.seeds': (p) => `--seeds：“${p.given}”不是 1 到 99 的整数。`,
  'model.cli.fitted': (p, f) =>
    `为该机器拟合：${f.list(p.constants)}；其余都是计数或有来源的，只有其他工作触及的内存是假定的`,
  'model.cli.assumed': '没有为该机器拟合：其他工作（28 µs）以及一个核的两个线程都忙时的系数（1.2）是假定的整数值',
  'model.head.work': '工作',
  'model.head.wake': '唤醒',
  'model.head.scan': '扫描',
  'model.head.coherence': '一致性',
  'model.head.lineWait': '等缓存行',
  'model.head.lock': '锁',
  'model.head.subtrans': 'subtrans',
  'model.head.queue': '排队',
  'model.head.misses': '未命中',

  'model.workload.batch': '一个事务里 100 条 SELECT，每条都有其他工作',
  'model.limit.queue':
    '模型统计每一次内存访问，乘以他人测得的延迟；事务的大部分是其他工作，那是拟合或假定的。对一个缓存行的请求按到达的先后处理，而真实的处理器会优先照顾近的核。客户端只有几十个、少于硬件线程数时，模型对 13 和 14 都偏快，原因不明：若只归因于唤醒，一次唤醒就得比机器文件里的数值贵上好几倍。',
  'model.title': '只读：PostgreSQL\u00a013 变慢，14 保持不变',
  'model.title.drop': '预测：一种设计为什么变慢',
  'model.title.without': '预测：哪个原因起作用',
  'model.title.ask': '问一台没人测量过的服务器',
  'model.view': '模型的用途',
  'model.view.published': '对照已发表',
  'model.view.ask': '问问模型',

  'model.how': '依据是什么，哪里不准',
  'model.published.clients': (p, f) => `同样的图，${f.integer(p.active)} 个活跃客户端`,
  'model.published.settings': (p) => `${p.table}，${p.machine}`,
  'model.published.table': '已发表的表格',
  'model.published.idleConnections': '空闲连接',
  'model.published.mostlyIdleConnections': '大多空闲的连接',
  'model.published.readonlyByClients': '只读，按客户端数',
  'model.published.otherMachine': (p) =>
    `两台机器：已发表的数值来自 ${p.published}，模型的来自 ${p.model}。两者之差不是模型的误差。`,
  'model.published.sum': (p, f) =>
    `未用于拟合的 ${f.integer(p.points)} 个已发表数值${
      p.judgedFrom > 0 ? `（从 ${f.integer(p.judgedFrom)} 个客户端起）` : ''
    }，${f.integer(p.seeds)} 个种子：13${p.predicted ? '（预测）' : ''}平均相差 ${wide(p.thirteen, f)}，13 与 14 合计 ${wide(p.throughput, f)}${
      p.bounds === null ? '' : `（本项目自定的上限：${share(p.bounds.throughput, f)}）`
    }，14 对 13 的领先相差 ${wide(p.ratio, f)}${
      p.bounds === null ? '' : `（上限：${share(p.bounds.ratio, f)}）`
    }${p.without === null ? '' : `；无一致性时该领先相差 ${wide(p.without, f)}`}${
      p.formula === null ? '' : `；用不含缓存的两行算式则相差 ${wide(p.formula, f)}`
    }。`,

  'model.band.switch': (p) => `加上 ${p.band.low} 到 ${p.band.high} ns 的共用队列（拟合值，原因不明）`,
  'model.band.hint': '假定跨插槽的每次传递都要经过同一个地方。它画成曲线后面的色带，在曲线之后建模。',
  'model.band.wait': '共用队列的区间还没有建模。',
  'model.band.inside': (p, f) => {
    const of = ({ inside, points }: { readonly inside: number; readonly points: number }): string =>
      `${f.integer(points)} 个点中的 ${f.integer(inside)} 个`;
    const all = [p.ratio, p.pre, p.post].every(({ inside, points }) => inside === points);
    return `没有用于拟合的已发表数值${p.judgedFrom > 0 ? `（从 ${f.integer(p.judgedFrom)} 个客户端起）` : ''}，落在 ${p.band.low} 到 ${p.band.high} ns 区间内的：14 对 13 的领先，${of(p.ratio)}；13 的吞吐量，${of(p.pre)}；14 的吞吐量，${of(p.post)}${
      all ? '' : '；没有一个时间能同时符合所有这些数值'
    }。`;
  },

  'model.own.open': '打开你自己的表格',
  'model.own.hint': (p) =>
    `CSV 文件，第一行为 ${p.known.join(' 或 ')}；也可以把文件拖到本页上，文件不会离开这台机器。请选择测量所用的机器。`,
  'model.own.unread': (p) => `${p.file}：${p.why}`,
  'model.own.large': (p, f) => `${p.where}：文件大于 ${f.bytes(p.bytes)}；最多给 ${f.integer(p.rows)} 行。`,
  'model.own.columns': (p) =>
    `${p.where}：“${p.given}”不是模型可以对照的表格的列。请把第一行写成以下之一：${p.known.join(' 或 ')}。`,
  'model.own.cells': (p, f) =>
    `${p.where}：有 ${f.integer(p.found)} 个单元格；应为 ${f.integer(p.wanted)} 个，每列一个。`,
  'model.own.empty': (p) => `${p.where}：没有数据行；请在列名下至少给一行。`,
  'model.own.long': (p, f) => `${p.where}：行数太多；最多 ${f.integer(p.most)} 行。`,
  'model.own.connections': (p, f) => `${p.where}：连接总数为 ${f.integer(p.sum)}；最多 ${f.integer(p.most)}。`,
  'model.own.twice': (p) => `${p.where}：前面已有连接数相同的一行；每种只给一次。`,
  'model.own.badge': (p) => `你的表格 ${p.file}`,

  'model.field.machine': '机器',
  'model.field.machine.hint': (p, f) => `${f.integer(p.cores)} 个核，${f.integer(p.threads)} 个硬件线程`,
  'model.field.machine.lines': (p, f) =>
    `这台机器的硬件以 ${f.integer(p.bytes)} 字节为一个一致性单位。这里的缓存行是 64 字节，所以相邻两行之间的伪共享数不到。`,
  'model.field.active.hint': '一直执行事务；列表相乘',
  'model.field.think': '思考时间',
  'model.field.think.hint': '两次答复之间',
  'model.field.network': '网络',
  'model.field.network.hint': '往返',
  'model.field.otherWork.fitted': (p, f) => `拟合：${f.significant(p.value, 3)} µs`,
  'model.field.otherWork.assumed': (p, f) => `假定：${f.significant(p.value, 3)} µs；没有为此拟合`,
  'model.field.otherWork.usual': (p, f) => `与实验室相同：${f.significant(p.value, 3)} µs`,
  'model.field.coherence': '缓存一致性',
  'model.field.coherence.hint': '关闭：写入不影响其他核的副本。',
  'model.ask.summary': (p) => `${p.machine}，${p.active} 个活跃，${p.idle} 个空闲`,
  'model.ask.how': '点一个问题，或改下面的设置，再按“建模”。',
  'model.ask.preset.versions': '13 和 14，最多 10,000 个空闲连接',
  'model.ask.preset.all': '全部十二种设计',
  'model.ask.preset.writers': '从 1 个到 40 个写者',
  'model.facts.fitted': (p, f) => `${f.integer(p.n)} 个拟合常数`,
  'model.facts.stored': '预先算好',
  'model.facts.here': '在这台机器上算出',
  'model.facts.seeds': (p, f) =>
    p.n < p.of ? `${f.integer(p.n)} / ${f.integer(p.of)} 个种子` : `${f.integer(p.n)} 个种子`,
  'model.facts.assumed': '没有拟合：其他工作是假定的',

  'model.run.start': '建模',
  'model.run.again': '再次建模',
  'model.run.stop': '停止',
  'model.run.progress': '建模进度',
  'model.run.ready': (p, f) => `模型要运行 ${f.integer(p.points)} 次`,
  'model.run.running': (p, f) => `正在建模：${f.integer(p.points)} 次运行`,
  'model.run.refining': '正在细化，不必等待',
  'model.run.at': (p, f) => `${f.integer(p.at)} / ${f.integer(p.points)}`,
  'model.run.done': (p, f) => `完成：${f.integer(p.rows)} 次运行，共 ${f.integer(p.points)} 次`,
  'model.run.stopped': (p, f) => `在 ${f.integer(p.rows)} 次运行之后停止，共 ${f.integer(p.points)} 次`,
  'model.run.changed': '设置已改：请按“建模”',
  'model.run.failed': (p) => `模型失败：${p.why}`,

  'model.rows.name': '建模的吞吐量',
  'model.rows.kept': (p, f) =>
    `${f.integer(p.x)} 个${AXES[p.axis]}时，吞吐量与开头相比：${p.kept.map((one) => `${one.design} 为 ${p.axis === 'active' ? times(one.fewer ? 1 / one.share : one.share, f) : f.percent(one.share)}`).join('，')}`,
  'model.rows.subtitle': (p, f) =>
    `${WORKLOADS[p.workload] ?? p.workload}，每个事务${otherWork(p, f)}${p.thinkMs > 0 ? `，思考时间 ${p.thinkMs} ms` : ''}${
      p.networkMs > 0 ? `，网络 ${p.networkMs} ms` : ''
    }`,
  'model.rows.empty': '还没有建模',
  'model.rows.caption': '全部是算出来的：引擎计数的访问乘以机器文件中的延迟。这里没有任何测量。',
  'model.rows.seeds': (p, f) =>
    `每个点用 ${f.integer(p.seeds)} 个随机起点计算：数字是中位数，须线和范围从最低到最高。标题等全部算完，只说它们都支持的结论。种子只改变连接何时开始、内存位于何处，从不改变延迟，所以范围不说明延迟的误差。`,
  'model.rows.noCoherence': '无一致性',
  'model.rows.axis': (p) => AXES[p.axis],
  'model.rows.words': (p, f) =>
    p.rows.length === 0
      ? '还没有建模。'
      : `建模的每秒事务数。${p.rows
          .map(
            (each) =>
              `${each.design}，${f.integer(each.active)} 个活跃，${f.integer(each.idle)} 个空闲${
                each.mostlyIdle > 0 ? `，${f.integer(each.mostlyIdle)} 个大多空闲` : ''
              }：${f.si(each.tps)}`,
          )
          .join('；')}。`,
  'model.breakdown.title': '一个事务的时间花在哪里',
  'model.breakdown.part': (p) => PARTS[p.part],
  'model.breakdown.case': (p, f) =>
    `${f.integer(p.active)} 个活跃，${f.integer(p.idle)} 个空闲${
      p.mostlyIdle === null ? '' : `，${f.integer(p.mostlyIdle)} 个大多空闲`
    }`,
  'model.breakdown.words': (p, f) =>
    `${f.duration(p.total)}：${p.parts.map(({ part, ns }) => `${PARTS[part]} ${f.duration(ns)}`).join('，')}`,
  'model.breakdown.tps': (p, f) =>
    p.high <= p.low * 1.05 ? `${f.si(p.median)} 事务/s` : `${f.si(p.low)}–${f.si(p.high)} 事务/s`,
  'model.view.drop': '下降由哪些部分构成',
  'model.drop.field.design': '设计',
  'model.drop.field.active': '活跃',
  'model.drop.field.few': '较少的空闲连接',
  'model.drop.field.many': '较多的空闲连接',
  'model.drop.preset': (p, f) => `${p.design}，最多 ${f.integer(p.many)} 个空闲连接`,
  'model.drop.name': (p, f) => `是什么让 ${p.design} 的事务变慢，${f.integer(p.active)} 个活跃`,
  'model.drop.title': (p, f) => {
    const more = `${p.design}：多出 ${f.integer(p.connections)} 个空闲连接`;
    if (p.more.low <= 0 && p.more.high >= 0) return `${more}，一个事务的时间变化小于各种子之间的差别`;
    if (p.more.high < 0) return `${more}，一个事务反而少花 ${f.duration(-p.more.mean)}`;
    const own = `${more}，一个事务多花 ${spread(p.more, f)}`;
    return p.main === null ? own : `${own}；其中 ${f.percent(p.main.share)} 是：${PARTS[p.main.part]}`;
  },
  'model.drop.subtitle': (p, f) => `${p.design}，只读，${f.integer(p.active)} 个活跃客户端；一个事务的时间`,
  'model.drop.idle': (p, f) => `${f.integer(p.idle)} 个空闲`,
  'model.drop.more': '差值',
  'model.drop.part': '部分',
  'model.drop.caption': '一个事务的时间的各个部分',
  'model.drop.time': (p, f) => spread(p, f),
  'model.drop.difference': (p, f) =>
    p.high < 0 ? less({ mean: -p.mean, low: -p.high, high: -p.low }, f) : `+${spread(p, f)}`,
  'model.drop.none': (p, f) => {
    const within = Math.max(Math.abs(p.low), Math.abs(p.high));
    return within < 0.5 ? '无' : `无（±${f.duration(within)}）`;
  },
  'model.drop.words': (p, f) =>
    `${p.design} 的一个事务在${p.few === 0 ? '没有' : ` ${f.integer(p.few)} 个`}空闲连接时需 ${f.duration(p.before)}，在 ${f.integer(p.many)} 个时需 ${f.duration(p.after)}。${
      p.parts.length === 0
        ? '没有哪一部分确有差别。'
        : `差值：${p.parts.map(({ part, ns }) => `${PARTS[part]} ${ns < 0 ? '−' : '+'}${f.duration(Math.abs(ns))}`).join('，')}。`
    }`,
  'model.drop.what':
    '每一条是一个事务的时间，按产生之处分开；三条用同一刻度。全部是算出来的。一个核的两个线程都在计算时，以及许多核同时工作而时钟降低时，其他工作比单独时更久。',
  'model.drop.sure':
    '条和数字是平均值，范围从最低的随机起点到最高的。只有所有起点都认定某一部分变大或变小时，才写出它的差值；变小的部分没有条。',
  'model.drop.seeds': (p, f) => `${f.integer(p.n)} 个种子`,
  'model.drop.wait': '正在建模：空闲连接少时和多时各一个事务，各有几个随机起点。条形要过几秒才出现。',
  'model.table.caption': '建模的各行',
  'model.table.tps': '事务/s',
  'model.table.ns': '每快照 ns',
  'model.table.range': '各种子的最低到最高',
  'model.table.part': (p) => `${PARTS[p.part]}，ns`,
  'model.table.misses': '每快照未命中',
  'model.table.forHorizon': '其中为边界读 xmin',
};
