import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

/** A signed share: +5%, −12%. */
const off = (share: number, f: Format): string => {
  const text = f.percent(Math.abs(share));
  return share === 0 || text === f.percent(0) ? text : `${share > 0 ? '+' : '−'}${text}`;
};
const wide = ({ low, high }: { readonly low: number; readonly high: number }, f: Format): string => {
  const [from, to] = [f.fixed(low * 100, 1), f.fixed(high * 100, 1)];
  return from === to ? `${from}%` : `${from}–${to}%`;
};
const AXIS = { idle: '空闲连接', mostlyIdle: '大多空闲的连接', clients: '客户端' } as const;

export const modelChart: Translation<'modelChart'> = {
  'modelChart.name': (p) => `模型与已发表：${p.machine}，按${AXIS[p.axis]}`,
  'modelChart.title': (p, f) => {
    if (p.error === null) return '模型与已发表对照';
    const own = `13${p.predicted ? '（预测）' : ''}平均相差 ${wide(p.error, f)}`;
    if (p.without === null || p.coherence === 'unsure') return own;
    return p.coherence === 'worse'
      ? `${own}；没有缓存一致性则为 ${wide(p.without, f)}`
      : `${own}，没有缓存一致性也不更差：${wide(p.without, f)}`;
  },
  'modelChart.subtitle': (p, f) =>
    `13 与 14，按${AXIS[p.axis]}${p.active === null ? '' : `，${f.integer(p.active)} 个活跃客户端`}`,
  'modelChart.axis': (p) => AXIS[p.axis],
  'modelChart.errorAxis': '模型相差',
  'modelChart.off': (p, f) => off(p.share, f),
  'modelChart.published.short': (p) => `${p.design} 发表`,
  'modelChart.published': (p) => `${p.design} 已发表`,
  'modelChart.without.short': (p) => `${p.design} 无`,
  'modelChart.without': (p) => `${p.design} 无一致性`,

  'modelChart.points': (p) => `各点，按${AXIS[p.axis]}`,
  'modelChart.point': (p, f) =>
    `${f.integer(p.x)} 个${AXIS[p.axis]}。${p.curves
      .map(
        (c) =>
          `${c.design}：已发表 ${f.integer(c.published)}，建模 ${f.integer(c.modelled)}${c.error === null ? '' : `，${off(c.error, f)}`}${
            c.fitted ? '，用于拟合' : '，是预测'
          }${c.without === null ? '' : `；无一致性 ${off(c.without, f)}`}`,
      )
      .join('。')}。`,

  'modelChart.key.prediction': '建模，预测',
  'modelChart.key.fitted': '建模，用于拟合',
  'modelChart.key.published': '已发表',
  'modelChart.key.without': '建模，无一致性',

  'modelChart.read.at': (p, f) => `${f.integer(p.x)} 个${AXIS[p.axis]}`,
  'modelChart.read.caption': '所选的点',
  'modelChart.read.design': '设计',
  'modelChart.read.published': '已发表',
  'modelChart.read.modelled': '建模',
  'modelChart.read.error': '相差',
  'modelChart.read.without': '无一致性',
  'modelChart.read.fitted': '拟合',
  'modelChart.read.prediction': '预测',

  'modelChart.errors.caption': '平均绝对百分比误差，%，从最低种子到最高种子',
  'modelChart.errors.of': '对象',
  'modelChart.errors.with': '有一致性',
  'modelChart.errors.without': '无',
  'modelChart.errors.curve': (p) => (p.predicted ? `${p.design}，预测` : `${p.design}，部分点用于拟合`),
  'modelChart.errors.both': '13 与 14',
  'modelChart.errors.predictions': (p, f) => `仅预测（${f.integer(p.points)} 个点）`,
  'modelChart.errors.ratio': '比值 14 : 13',
  'modelChart.errors.value': (p, f) => (p.share === null ? '–' : wide(p.share, f).replace('%', '')),

  'modelChart.constants.title': (p, f) =>
    p.constants === 0 ? '没有拟合' : `拟合：${f.integer(p.constants)} 个常数，用 ${f.integer(p.points)} 个点`,
  'modelChart.constant.otherWorkUs': '一个事务的其他工作',
  'modelChart.constant.smtSlowdown': '核的另一个线程使其他工作变慢的倍数',
  'modelChart.constants.rest': '其余都来自机器文件，每个数值注明来源；只有客户端其他工作触及的内存大小是假定的。',
  'modelChart.constants.value': (p, f) => `${f.significant(p.value, 3)}${p.unit === '' ? '' : `\u202f${p.unit}`}`,

  'modelChart.badge.fitted': (p, f) => (p.points === 0 ? '没有拟合的点' : `${f.integer(p.points)} 个点经过拟合`),
  'modelChart.badge.clients': (p, f) => `${f.integer(p.active)} 个客户端`,
  'modelChart.say': (p, f) =>
    `为 ${p.machine} 建模，对照 ${p.source}。${p.error === null ? (p.worst === null ? '还没有建模。' : '建模的点还不足以得出平均误差。') : `13 的平均绝对误差 ${wide(p.error, f)}。`}${
      p.without === null ? '' : `无一致性 ${wide(p.without, f)}。`
    }${p.worst === null ? '' : `相差最大：${p.worst.design}，${f.integer(p.worst.x)} 个${AXIS[p.axis]}时，${off(p.worst.error, f)}。`}`,
  'modelChart.empty': '还没有建模。',
  'modelChart.table': (p) => `${p.title}，${p.part}；${p.machine}`,
  'modelChart.note.tooFast':
    '14 的曲线几乎是平的，而且用它自己的两个点拟合过：13 的曲线才是预测。有 48 个活跃客户端时它偏高，空闲连接越多偏得越多。',
  'modelChart.note.wakingCosts': '每秒醒来十次的连接给内核带来的开销没有建模：两条已发表的曲线都比模型的下降得快。',
  'modelChart.note.wakeUps':
    '在 20 到 80 个客户端之间，两个版本已发表的吞吐量都远低于“核数 × 单个客户端的速度”：客户端和后端进程要跨空闲的核互相唤醒。模型里没有这样的唤醒，它的曲线在上方。',
  'modelChart.note.dropAtOnce':
    '从 4,000 到 5,000 个客户端，13 已发表的吞吐量一下子跌去四分之一。模型里没有什么会造成这一点。',
};
