import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

interface Band {
  readonly low: number;
  readonly high: number;
}
interface Range {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}
const VARIANT = {
  whole: () => '什么都不去掉',
  idle: () => '空闲连接',
  queues: () => '缓存行的排队',
  lock: () => 'ProcArrayLock 的代价',
  entries: () => '从其他核取条目',
  wakeups: () => '唤醒',
  sharedLow: (band: Band) => `每次传递 ${band.low} ns`,
  sharedHigh: (band: Band) => `每次传递 ${band.high} ns`,
} as const;
const IF = {
  idle: '没有空闲连接时',
  queues: '缓存行不排队时',
  lock: 'ProcArrayLock 没有代价时',
  entries: '条目总在自己的缓存里时',
  wakeups: '没有唤醒时',
} as const;
const isAdded = (variant: string): boolean => variant === 'sharedLow' || variant === 'sharedHigh';
const beside = ({ low, median, high }: Range): number => Math.max(high - median, median - low);
const percent = (part: number, f: Format): string => `${part < 0 ? '−' : '+'}${f.fixed(Math.abs(part) * 100, 1)} %`;

export const without: Translation<'without'> = {
  'without.view': '每个原因能解释多少',
  'without.field.before': '设计',
  'without.field.after': '与之比较的设计',
  'without.preset': (p, f) => `${p.before} → ${p.after}：${f.integer(p.active)} 个活跃，${f.integer(p.idle)} 个空闲`,
  'without.field.idle': '空闲连接',
  'without.name': (p) => `${p.after} 与 ${p.before} 差在哪里`,
  'without.title': (p, f) => {
    const { found } = p;
    const whole = `${p.after} 的吞吐量是 ${p.before} 的 ${f.fixed(p.ratio, 2)} 倍`;
    if (found.kind === 'one') return `${whole}；${IF[found.variant]}为 ${f.fixed(found.ratio, 2)} 倍`;
    if (found.kind === 'none') return `${whole}；单独去掉任何一个原因，变化都不超过种子之间的差别`;
    return found.kind === 'some' ? `${whole}；分别去掉几个原因，影响差不多` : whole;
  },
  'without.subtitle': (p, f) =>
    `每一行从模型里去掉一样东西；两根条在哪一行变得一样长，差别就来自哪一样。只读，${f.integer(p.active)} 个活跃，${f.integer(p.idle)} 个空闲。`,
  'without.variant': (p) => VARIANT[p.variant](p.band),
  'without.head.variant': '去掉的东西',
  'without.head.axis': '每秒事务数',
  'without.head.times': (p) => `${p.after} 是 ${p.before} 的几倍`,
  'without.head.ratio': (p) => `${p.after} ÷ ${p.before}`,
  'without.head.rate': (p) => `${p.design}，每秒事务数`,
  'without.head.own': '变化',
  'without.tick': (p, f) => f.si(p.tps),
  'without.times': (p, f) => (p.isOpen ? '无确定变化' : `${f.fixed(p.median, 2)} ×`),
  'without.rate': (p, f) => `${f.si(p.median)} ± ${f.si(beside(p))}`,
  'without.ratio': (p, f) => `${f.fixed(p.median, 2)} ± ${f.fixed(beside(p), 2)}`,
  'without.change': (p, f) =>
    p.isSure ? percent(p.median, f) : `无（± ${f.fixed(Math.max(Math.abs(p.low), Math.abs(p.high)) * 100, 1)} %）`,
  'without.noChange': '–',
  'without.words': (p, f) =>
    p.rows
      .map(
        (row) =>
          `${isAdded(row.variant) ? '加上一个共用队列，' : '去掉：'}${VARIANT[row.variant](p.band)}：${p.after} 与 ${p.before} 之比为 ${f.fixed(row.ratio, 2)}，${p.before} 的变化 ${row.before}，${p.after} 的变化 ${row.after}`,
      )
      .join('；'),
  'without.added': '反过来加上：跨插槽的所有传递共用一个队列（拟合值，原因不明）',
  'without.what':
    '每一行都只改一处，再为两种设计建模。没有空闲连接，要读的条目更少。没有排队，别的核也想要的缓存行立即到来，只有通常的延迟。ProcArrayLock 没有代价，拿锁就不花时间，也没有人等它。不从其他核取条目，PGXACT 或紧凑数组从不需要来自其他核；扫描的指令还在。没有唤醒，唤醒和切换线程就不花时间。共用队列是跨插槽的所有传递都要依次经过的一个地方；没有人知道它会是什么，模型默认没有它。',
  'without.bars':
    '条是所有随机起点的中位数，细线从最低到最高。“无确定变化”：随机起点对倍数是否变了并不一致。各项变化在表里。',
  'without.sure':
    '每个随机起点都与完整模型里的同一个起点比较；± 是离中位数较远的一端。各个变化不必相加：原因之间会互相掩盖或加强。',
  'without.wait': '正在为两种设计建模，各去掉一个原因；过几秒就有条了。',
  'without.table': '改动一处之后的吞吐量',
  'without.problem.same': (p) => `${p.where.join('、')}：两者都是“${p.given}”；请选择两种不同的设计。`,
  'without.problem.notHere': (p) => `${p.where} 不属于 view=${p.view}；它有 ${p.instead.join('、')}。`,
};
