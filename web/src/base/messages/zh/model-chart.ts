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
const wideSigned = ({ low, high }: { readonly low: number; readonly high: number }, f: Format): string => {
  const sign = (share: number): string => {
    const text = f.fixed(Math.abs(share) * 100, 1);
    return `${text === f.fixed(0, 1) ? '' : share > 0 ? '+' : '−'}${text}`;
  };
  const [from, to] = [sign(low), sign(high)];
  return from === to ? from : `${from} 至 ${to}`;
};
const AXIS = { idle: '空闲连接', mostlyIdle: '大多空闲的连接', clients: '客户端' } as const;

export const modelChart: Translation<'modelChart'> = {
  'modelChart.name': (p) => `模型与已发表：${p.machine}，按${AXIS[p.axis]}`,
  'modelChart.title': (p, f) => {
    if (p.error === null) return '模型与已发表的数值对照';
    if (p.other) return `两台机器：13 的建模值与已发表的值平均相差 ${wide(p.error, f)}`;
    const own = `模型${p.predicted ? '对 13 的预测' : '的 13'}平均相差 ${wide(p.error, f)}`;
    if (p.formula !== null) {
      if (p.arithmetic === 'better') return `${own}，不含缓存的两行算式反而更准：${wide(p.formula, f)}`;
      if (p.arithmetic === 'alike') return `${own}，不含缓存的两行算式同样准：${wide(p.formula, f)}`;
      return `${own}；不含缓存的两行算式相差 ${wide(p.formula, f)}`;
    }
    if (p.without === null || p.coherence === 'unsure') return own;
    return p.coherence === 'worse'
      ? `${own}；没有缓存一致性则为 ${wide(p.without, f)}`
      : `${own}，没有缓存一致性也不更差：${wide(p.without, f)}`;
  },
  'modelChart.title.lead': (p, f) =>
    `已发表：${f.integer(p.x)} 个${AXIS[p.axis]}时 14 的速度是 13 的 ${f.fixed(p.ratio, 1)} 倍；模型${p.predicted ? '对 13 的预测' : '的 13'}平均相差 ${wide(p.error, f)}`,
  'modelChart.hardlyTests': (p, f) =>
    `没有缓存一致性时 13 相差 ${wide(p.without, f)}，有则为 ${wide(p.own, f)}：范围重叠，所以这些已发表的数值几乎检验不了模型的这一部分。`,
  'modelChart.fold': '误差有多大，拟合了什么',
  'modelChart.title.published': (p, f) =>
    `已发表：${f.integer(p.x)} 个${AXIS[p.axis]}${p.active === null ? '' : `、${f.integer(p.active)} 个忙碌的客户端`}时，14 每秒完成的事务是 13 的 ${f.fixed(p.ratio, 1)} 倍`,
  'modelChart.subtitle': (p, f) =>
    `13 与 14，按${AXIS[p.axis]}${p.active === null ? '' : `，${f.integer(p.active)} 个活跃客户端`}`,
  'modelChart.axis': (p) => AXIS[p.axis],
  'modelChart.errorAxis': (p) =>
    `${p.other ? '与已发表的差别' : '模型相差多少'}${p.without ? `；短横线：没有一致性${p.beyond ? '，箭头：超出这里的刻度' : ''}` : ''}`,
  'modelChart.off': (p, f) => off(p.share, f),
  'modelChart.published.short': (p) => `${p.design} 发表`,
  'modelChart.published': (p) => `${p.design} 已发表`,
  'modelChart.without.short': (p) => `${p.design} 无`,
  'modelChart.without': (p) => `${p.design} 无一致性`,
  'modelChart.formula.short': (p) => `${p.design} 算式`,
  'modelChart.formula': (p) => `${p.design} 算式`,
  'modelChart.others': '另加：不计缓存一致性的，以及按公式算的',
  'modelChart.mark.worst': (p, f) => `相差最大：${off(p.error, f)}`,

  'modelChart.points': (p) => `各点，按${AXIS[p.axis]}`,
  'modelChart.point': (p, f) =>
    `${f.integer(p.x)} 个${AXIS[p.axis]}。${p.curves
      .map(
        (c) =>
          `${c.design}：已发表 ${f.integer(c.published)}，建模 ${f.integer(c.modelled)}${c.error === null ? '' : `，${off(c.error, f)}`}${
            c.fitted ? '，用于拟合' : '，是预测'
          }${c.without === null ? '' : `；无一致性 ${off(c.without, f)}`}${
            c.formula === null ? '' : `；不含缓存的算式 ${off(c.formula, f)}`
          }${c.band === null ? '' : `；加上共用队列为 ${f.integer(c.band.low)} 到 ${f.integer(c.band.high)}`}`,
      )
      .join('。')}。`,

  'modelChart.key.prediction': '建模，预测',
  'modelChart.key.fitted': '建模，用于拟合',
  'modelChart.key.published': '已发表',
  'modelChart.key.without': '建模，无一致性',
  'modelChart.key.formula': '两行算式，不含缓存',
  'modelChart.key.band': (p) => `${p.band.low} 到 ${p.band.high} ns 的共用队列：拟合值，原因不明`,

  'modelChart.read.at': (p, f) => `${f.integer(p.x)} 个${AXIS[p.axis]}`,
  'modelChart.read.caption': '所选的点',
  'modelChart.read.design': '设计',
  'modelChart.read.published': '已发表',
  'modelChart.read.modelled': '建模',
  'modelChart.read.band': '加上共用队列',
  'modelChart.read.range': (p, f) => `${f.si(p.low)}–${f.si(p.high)}`,
  'modelChart.read.error': (p) => (p.other ? '差别' : '相差'),
  'modelChart.read.without': '无一致性',
  'modelChart.read.formula': '算式',
  'modelChart.read.fitted': '拟合',
  'modelChart.read.prediction': '预测',

  'modelChart.errors.caption': (p, f) =>
    `平均误差，%，只计未用于拟合的 ${f.integer(p.points)} 个已发表数值${
      p.judgedFrom > 0 ? `（从 ${f.integer(p.judgedFrom)} 个客户端起）` : ''
    }`,
  'modelChart.errors.absolute': '绝对值',
  'modelChart.errors.signed': '带符号',
  'modelChart.errors.ratio': '14 : 13',
  'modelChart.errors.run': (p) =>
    ({ modelled: '模型', without: '无一致性的模型', formula: '两行算式，不含缓存' })[p.run],
  'modelChart.errors.value': (p, f) => (p.share === null ? '–' : wide(p.share, f).replace('%', '')),
  'modelChart.errors.signedValue': (p, f) => (p.share === null ? '–' : wideSigned(p.share, f)),
  'modelChart.bias': (p, f) => {
    const n = f.integer(p.points);
    const from = (near: number, far: number) => {
      const [least, most] = [f.percent(Math.abs(near)), f.percent(Math.abs(far))];
      return least === most ? most : `${least} 到 ${most}`;
    };
    if (p.fast === p.points) return `${p.design}：未拟合的 ${n} 个点全部偏快，${from(p.low, p.high)}。`;
    if (p.slow === p.points) return `${p.design}：未拟合的 ${n} 个点全部偏慢，${from(p.high, p.low)}。`;
    const within = p.points - p.fast - p.slow;
    return `${p.design}：未拟合的 ${n} 个点中，${f.integer(p.fast)} 个在所有种子下都偏快，${f.integer(p.slow)} 个都偏慢${
      within === 0 ? '' : `，${f.integer(within)} 个的已发表数值落在各种子的范围内`
    }（中位数相差 ${off(p.low, f)} 到 ${off(p.high, f)}）。`;
  },
  'modelChart.worst': (p, f) =>
    `相差最大的是 ${p.design}，在 ${f.integer(p.x)} 个${AXIS[p.axis]}时：${off(p.error, f)}。${
      p.why === null ? '原因不明。' : `可能的原因：${p.why}。`
    }`,

  'modelChart.constants.title': (p, f) =>
    p.constants === 0
      ? '没有为这台机器拟合。假定：'
      : `拟合：${f.integer(p.constants)} 个常数；这些点中${p.points === 0 ? '没有一个' : ` ${f.integer(p.points)} 个`}参与了拟合`,
  'modelChart.constant.otherWorkUs': '一个事务的其他工作',
  'modelChart.constant.smtSlowdown': '拟合的余项：核的两个线程都忙时，其他工作变长的倍数',
  'modelChart.assumed.otherWorkUs': '一个事务的其他工作',
  'modelChart.assumed.smtSlowdown': '核的两个线程都忙时，其他工作变长的倍数',
  'modelChart.constants.rest': (p) =>
    `其余都来自机器文件，每个数值注明来源；${p.assumed ? '客户端其他工作触及的内存大小也是假定的' : '只有客户端其他工作触及的内存大小是假定的'}。`,
  'modelChart.constants.value': (p, f) => `${f.significant(p.value, 3)}${p.unit === '' ? '' : `\u202f${p.unit}`}`,

  'modelChart.badge.fitted': (p, f) => (p.points === 0 ? '没有拟合的点' : `${f.integer(p.points)} 个点经过拟合`),
  'modelChart.badge.clients': (p, f) => `${f.integer(p.active)} 个客户端`,
  'modelChart.say': (p, f) =>
    `为 ${p.machine} 建模，对照 ${p.source}。${p.error === null ? (p.worst === null ? '还没有建模。' : '建模的点还不足以得出平均误差。') : p.other ? `13 平均相差 ${wide(p.error, f)}；这不是误差，因为是两台机器。` : `13 的平均绝对误差 ${wide(p.error, f)}。`}${
      p.other || p.without === null ? '' : `无一致性 ${wide(p.without, f)}。`
    }${p.other || p.formula === null ? '' : `不含缓存的两行算式 ${wide(p.formula, f)}。`}${p.other || p.worst === null ? '' : `相差最大：${p.worst.design}，${f.integer(p.worst.x)} 个${AXIS[p.axis]}时，${off(p.worst.error, f)}。`}`,
  'modelChart.empty': '还没有建模。',
  'modelChart.table': (p) => `${p.title}，${p.part}；${p.machine}`,
  'modelChart.note.arithmetic':
    '算式只有两行：14 的一个事务总是花费它在拟合点上的时间；13 的一个事务除此之外，在两个快照的每一个中，每个连接再加四分之一的 L2 延迟和四次读取。',
  'modelChart.note.flat': '14 的曲线几乎是平的，它的一个点参与了拟合；13 的曲线才是预测。',
  'modelChart.note.wakeUps':
    '在 20 到 80 个客户端之间，两个版本已发表的吞吐量都远低于“核数 × 单个客户端的速度”。两个版本都这样，所以原因不在快照。',
  'modelChart.note.dropAtOnce':
    '从 4,000 到 5,000 个客户端，13 已发表的吞吐量一下子跌去四分之一。模型里没有什么会造成这一点。',
  'modelChart.reason.sharedCore': '一个核的两个线程同时扫描时如何分享每周期的指令数：这里取平分，真实的核有出入',
  'modelChart.reason.firstHundred':
    '不明；从 0 到 100 个空闲连接，已发表的 13 在 48 个客户端时少了 5%，一个客户端时少了 7%，而多扫描 100 个条目用不了这么多时间',
  'modelChart.reason.oneClient': '不明；只有一个客户端时，连 14 已发表的数值逐行也相差 2%，而空闲连接对它并无开销',
  'modelChart.reason.unsteady': '不明；已发表的数值本身逐行就有起伏',
  'modelChart.reason.waking': '没有建模：内核要把几千个连接每秒各唤醒十次，这需要时间',
  'modelChart.reason.superlinear':
    '不明。从 50 到 70 个客户端，只多了 40%，已发表的吞吐量却增加 59%（13）和 65%（14）；如果客户端之间只会互相妨碍，增幅就不可能超过客户端的增幅。试过把唤醒时间取为 6 µs，并让客户端各占自己的硬件线程：50 个客户端处仍差 40% 左右',
  'modelChart.reason.contention':
    '也许插槽之间有一处，对所有缓存行的请求都要在那里排队；它有多快，没有任何资料说明，这里没有打开',
};
