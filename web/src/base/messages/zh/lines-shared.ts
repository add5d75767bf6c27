import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const BUSY = {
  otherWork: '其他工作超过要求的时间',
  spread: '同一设置的各轮相差很大',
  processor: '线程要等处理器',
} as const;

const times = ({ low, high }: { readonly low: number; readonly high: number }, f: Format): string =>
  `${f.fixed(low, 2)} 到 ${f.fixed(high, 2)} 倍`;
const rate = (perS: number, f: Format): string => `每秒 ${f.si(perS)} 次传递`;

export const linesShared: Translation<'linesShared'> = {
  'linesShared.said.oneSocket':
    '这台机器，或者本次运行能用的那部分，只有一个插槽。跨插槽的传递是否都排在同一个队列里，要有两个插槽才能测出。',
  'linesShared.said.unknownSockets': '系统没有说明机器有几个插槽，所以对跨插槽的传递不下结论。',
  'linesShared.said.noStep': '只有一种行数，看不出有没有共用队列：至少测两种，最大的不少于最小的两倍。',
  'linesShared.said.oversubscribed': (p, f) =>
    `${f.integer(p.threads)} 个线程共用 ${f.integer(p.cores)} 个硬件线程，还要互相等待时间，所以对共用队列不下结论。最多用 ${f.integer(p.cores)} 个线程。`,
  'linesShared.said.fitsOne': (p, f) =>
    `${f.integer(p.threads)} 个线程几乎都能放进一个插槽，系统可能就是这样放的，所以对跨插槽的传递不下结论。请用 ${f.integer(p.needed)} 个以上的线程，或者用 taskset 让运行在每个插槽上少用一些硬件线程。`,
  'linesShared.said.busy': (p) =>
    `机器正忙：${p.reasons.map((reason) => BUSY[reason]).join('，')}。所以对共用队列不下结论；请在没有别的程序运行时再测。`,
  'linesShared.said.open': (p, f) =>
    p.range === null
      ? `一致的轮次太少，看不出 ${f.integer(p.to)} 行是否比 ${f.integer(p.from)} 行承载更多传递。多测几轮（--rounds）也许能看出。`
      : `${f.integer(p.to)} 行承载的传递是 ${f.integer(p.from)} 行的 ${times(p.range, f)}：这些轮次分不清是每行一个队列，还是所有行共用一个队列。`,
  'linesShared.said.grows': (p, f) =>
    `行越多，传递越多：${f.integer(p.to)} 行承载的传递是 ${f.integer(p.from)} 行的 ${f.fixed(p.ratio, 2)} 倍（${times(p.range, f)}）。如果所有行共用一个队列，它至少能放行${rate(p.perS, f)}。`,
  'linesShared.said.shared': (p, f) =>
    `所有行共用的某个东西把传递限制在${rate(p.perS, f)}，即 ${f.duration(1e9 / p.perS)} 一次：${f.integer(p.to)} 行承载的传递是 ${f.integer(p.from)} 行的 ${times(p.range, f)}，全部线程是其中 ${f.integer(p.threads)} 个线程的 ${times(p.fewer, f)}。只在一个插槽上再测一次（numactl --cpunodebind=0），就能看出是不是插槽之间的通路。`,
  'linesShared.said.threads': (p, f) =>
    `限制来自线程，而不是共用队列：${f.integer(p.to)} 行承载的传递是 ${f.integer(p.from)} 行的 ${times(p.range, f)}，但全部线程是其中 ${f.integer(p.threads)} 个线程的 ${times(p.fewer, f)}。请用更多线程或更少的行再测。`,

  'linesShared.file.notText': '这个文件不是文本。请选择 xipscope bench 输出的 JSON 文件。',
  'linesShared.file.empty': '这个文件是空的。请选择 xipscope bench 输出的 JSON 文件。',
  'linesShared.file.length': (p, f) => `${p.path}：${f.integer(p.n)} 项；这里要一个 1 到 ${f.integer(p.max)} 项的列表`,
  'linesShared.file.threads': (p, f) =>
    `${p.path}：写者和读者一共 ${f.integer(p.threads)} 个；请给 1 到 ${f.integer(p.max)} 个`,
  'linesShared.file.transfers': (p) => `${p.path}：传递多于写或读；每次传递都是其中一次，所以有一个数字是错的`,
  'linesShared.file.turns': (p, f) =>
    `${p.path}：${f.integer(p.turns)} 项，但 settings.points 有 ${f.integer(p.points)} 项；请每项各给一个`,

  'linesShared.panel': '一次能给出答案的测量',
  'linesShared.panel.lead':
    '已发布的表格让人猜测：两个插槽之间所有缓存行的传递都排在同一个队列里，但没有人证明过。如果你有两个插槽的机器，这条命令测大约一分钟：写者和读者共用 1、2、5、10 和 20 个缓存行。如果每行只有自己的队列，行越多，传递越多；如果共用一个队列，传递不会变多。',
  'linesShared.panel.open': '打开结果文件',
  'linesShared.panel.problems': (p, f) => `无法读取 ${p.file}：${f.integer(p.n)} 处错误`,
  'linesShared.figure.name': '不同行数下每秒的传递次数',
  'linesShared.figure.subtitle': (p, f) =>
    `${f.integer(p.writers)} 个写者，${f.integer(p.readers)} 个读者，${f.integer(p.rounds)} 轮的中位数和中间一半`,
  'linesShared.figure.caption':
    '一次传递是一次写或读，它发现该行已被别的线程改过，所以必须取来。每行一个队列：线程随机地在各行相遇，每行一次服务一个，速度等于行数最少时测得的速度。',
  'linesShared.figure.band': (p, f) =>
    `色带：如果共用一个队列，每次跨插槽传递要 ${f.integer(p.from)} 到 ${f.integer(p.to)} ns，最多能放行多少。这些时间是按另一台机器的已发布表格拟合的，原因未知。`,
  'linesShared.figure.say': (p, f) =>
    `${p.rows.map((row) => `${f.integer(row.lines)} 行：${rate(row.median, f)}，中间一半 ${f.si(row.q1)} 到 ${f.si(row.q3)}`).join('。')}。${p.said}`,
  'linesShared.figure.measured': '实测',
  'linesShared.figure.queues': '每行一个队列',
  'linesShared.axis.lines': '缓存行数',
  'linesShared.axis.transfers': '传递/s',
  'linesShared.fact.cores': (p, f) =>
    `${f.integer(p.cores)} 个硬件线程，${p.sockets === null ? '插槽数未知' : `${f.integer(p.sockets)} 个插槽`}`,
  'linesShared.fact.virtual': '虚拟机：插槽数是虚拟化软件说的',
  'linesShared.fact.virtualUnknown': '不知道是不是虚拟机',
  'linesShared.fact.real': '不是虚拟机',
  'linesShared.fact.clock': (p, f) => `时钟步长 ${f.duration(p.clockNs)}`,
  'linesShared.head.lines': '行数',
  'linesShared.head.writers': '写者',
  'linesShared.head.readers': '读者',
  'linesShared.head.transfers': '传递/s',
  'linesShared.head.middle': '中间一半',
  'linesShared.head.writes': '写/s',
  'linesShared.head.reads': '读/s',
  'linesShared.head.walk': 'ns/遍历',
  'linesShared.cell.range': (p) => `${p.from}–${p.to}`,
  'linesShared.cell.none': '–',
};
