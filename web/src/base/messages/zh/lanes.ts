import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';
import { limitOf } from './limits.ts';

const FILLS = {
  running: '运行中',
  committed: '已提交',
  aborted: '已回滚',
  prepared: '已准备',
  unstarted: '尚未分配',
  unknown: '早已结束',
} as const;

/** “分支 2、4”: they count from 1, as people do. */
const branches = (p: { branches: readonly number[] }, f: Format): string =>
  `分支 ${p.branches.map((id) => f.integer(id + 1)).join('、')}`;

export const lanes: Translation<'lanes'> = {
  'lanes.title': '会话',
  'lanes.subtitle': '时间自上而下；下一步谁走由你决定',
  'lanes.subtitleHold': '按住卡片可读全文',
  'lanes.null': 'NULL',

  'lanes.who.setup': '初始化',
  'lanes.who.number': (p) => `会话 ${p.number}`,
  'lanes.who.named': (p) => `${p.word}（${p.name}）`,
  'lanes.who.prepared': (p) => `预备事务 ${p.name}`,

  'lanes.state.idle': '空闲',
  'lanes.state.transaction': '在事务中',
  'lanes.state.waiting': '等待中',
  'lanes.state.aborted': '事务已失败',
  'lanes.state.waitsFor': (p) => `等待 ${p.who}`,

  'lanes.folded': (p, f) => {
    if (p.to === 0) return '初始化已折叠';
    return p.to === 1 ? '第 1 步已折叠' : `第 1–${f.integer(p.to)} 步已折叠`;
  },
  'lanes.fold': '折叠前面的步骤',
  'lanes.rows': (p, f) => `${f.integer(p.count)} 行`,
  'lanes.values': (p) => `→ ${p.values}`,
  'lanes.snapshot': '快照',
  'lanes.fill': (p) => FILLS[p.fill],
  'lanes.xid.inside': (p) => `在 ${p.parent} 之内`,
  'lanes.xid.choose': (p) => `xid ${p.xid}，${FILLS[p.fill]}：在各处显示`,

  'lanes.card.name': (p, f) => `第 ${f.integer(p.tick)} 步，${p.who}，${p.step}：${p.sql}。`,
  'lanes.card.nameCompleted': (p, f) => `第 ${f.integer(p.tick)} 步使 ${p.who} 完成 ${p.step}：${p.sql}。`,
  'lanes.card.title': (p, f) => `第 ${f.integer(p.tick)} 步 · ${p.step}`,
  'lanes.card.completed': '继续：',
  'lanes.card.ended': '结束：',
  'lanes.card.waits': (p) => (p.who === '' ? '等待' : `等待 ${p.who}`),
  'lanes.card.waited': (p, f) => `等到第 ${f.integer(p.until)} 步`,
  'lanes.card.waitsNow': (p) => `它在等待 ${p.who}。`,
  'lanes.card.held': '它正在执行。',
  'lanes.card.waitedUntil': (p, f) => `它等待${p.who === '' ? '' : ` ${p.who} `}到第 ${f.integer(p.until)} 步。`,
  'lanes.card.xid': (p) =>
    `它的 xid ${p.xid}${p.parent === 0 ? ' ' : `（在 ${p.parent} 之内）`}现在的状态：${FILLS[p.fill]}。`,
  'lanes.card.tookSnapshot': '它取了一个快照。',

  'lanes.band': (p) =>
    ({
      setup: '初始化',
      time: '时间流逝：一个超时到期',
      end: '结束：收尾',
      failed: '运行在此终止',
    })[p.kind],

  'lanes.now': '现在',
  'lanes.next.run': '执行',
  'lanes.next.planned': '已计划',
  'lanes.next.notYours': '还不能走',
  'lanes.next.none': '没有更多步骤',
  'lanes.next.over': '后面没有了',
  'lanes.next.button': (p) => `接着执行：${p.who}，${p.step}：${p.sql}`,
  'lanes.next.title': (p) => `下一步：${p.step}`,
  'lanes.ghost': branches,
  'lanes.ghost.time': '时间流逝',
  'lanes.ghost.end': '结束',
  'lanes.ghost.button': (p, f) => `前往${branches(p, f)}：${p.what}`,

  'lanes.arrow': (p) => {
    if (p.lock === 'transaction' && p.xid !== 0) return `等待 ${p.xid}`;
    if (p.lock === 'tuple') return '排队等它';
    if (p.lock === 'advisory') return '等待咨询锁';
    if (p.lock === 'snapshot') return '等待安全快照';
    return p.lock === 'relation' ? '等待表锁' : '等待';
  },
  'lanes.moreWaits': (p, f) => `另有 ${f.integer(p.count)} 处等待没有箭头`,
  'lanes.head': (p) => `${p.who}，${p.isolation}，${p.state}：以此会话的眼光看`,
  'lanes.cards': '迄今的步骤，从最早的开始；用方向键逐个移动',
  'lanes.targets': '谁来走下一步？',

  'lanes.text.at': (p, f) => (p.tick === 0 ? '初始化之后。' : `第 ${f.integer(p.tick)} 步之后。`),
  'lanes.text.lane': (p) => `${p.who}：${p.isolation}，${p.state}；${p.next}。`,
  'lanes.text.next': (p) => `下一步 ${p.step}：${p.sql}`,
  'lanes.text.next.waits': '还不能走',
  'lanes.text.next.none': '没有更多步骤',
  'lanes.text.next.over': '后面没有了',
  'lanes.text.next.typed': '请输入它的下一条语句',
  'lanes.text.nobody': (p) =>
    ({
      setup: '初始化已完成。',
      step: '',
      time: '时间流逝：一个超时到期。',
      end: '结束：收尾已执行。',
      failed: '运行在此终止。',
    })[p.kind],
  'lanes.text.launched': (p, f) => `第 ${f.integer(p.tick)} 步：会话 ${p.session} 执行 ${p.step}：${p.sql}。`,
  'lanes.text.completed': (p) =>
    p.failed
      ? `会话 ${p.session} 不再等待：${p.step} 出错结束。`
      : `会话 ${p.session} 继续：曾等待的 ${p.step} 已结束。`,
  'lanes.text.done': (p) => `${p.step} 已完成。`,
  'lanes.text.waits': (p) => `它在等待 ${p.who}。`,
  'lanes.text.waitsHeld': (p) => `${p.step} 正在执行。`,
  'lanes.text.noRows': (p) => `没有行，列：${p.columns.join('、')}。`,
  'lanes.text.rows': (p, f) =>
    `${f.integer(p.count)} 行：${p.rows}${p.more > 0 ? `；另有 ${f.integer(p.more)} 行` : ''}。`,
  'lanes.text.error': (p) => `${p.error}。`,
  'lanes.limit': (p) => `超出模拟的范围：${limitOf(p.what)}`,
  'lanes.text.notice': (p) => `通知：${p.notice}。`,

  'lanes.timeline.label': '本分支的步骤',
  'lanes.timeline.branches': '其他分支',
  'lanes.timeline.at': (p, f) => `第 ${f.integer(p.tick)} 步`,
  'lanes.timeline.of': (p, f) => (p.length === 0 ? '没有计划' : `共 ${f.integer(p.length)} 步`),
  'lanes.timeline.value': (p, f) =>
    `${p.tick === 0 ? '初始化之后' : `第 ${f.integer(p.tick)} 步`}，共 ${f.integer(p.length)} 步${p.what === '' ? '' : `：${p.what}`}`,
  'lanes.timeline.branch': (p, f) => {
    const starts = {
      commit: `${p.who} 先提交`,
      rollback: `${p.who} 先回滚`,
      step: `先执行 ${p.who} 的 ${p.step}`,
      time: '先让时间流逝',
      end: '在此结束',
      stop: '在此停止',
    };
    return `分支 ${f.integer(p.id + 1)}：${starts[p.start]}`;
  },
  'lanes.timeline.goTo': (p, f) => `前往${p.name}；它在${p.at === 0 ? '初始化' : `第 ${f.integer(p.at)} 步`}之后分出`,

  'lanes.controls.label': '调度者',
  'lanes.controls.play': '播放',
  'lanes.controls.pause': '暂停',
  'lanes.controls.branch': '分支',
  'lanes.controls.time': '让时间流逝',
  'lanes.controls.finish': '执行到底',
  'lanes.controls.teardown': '执行收尾',
  'lanes.controls.speed': '速度',
  'lanes.controls.does': (p) =>
    ({
      back: '后退一步',
      play: '逐一执行计划中的步骤',
      step: '执行计划中的下一步',
      branch: '从这里开始一个没有计划的分支',
      time: '没有人走，下一个超时到期',
      finish: '执行剩余的步骤，直到结果',
      teardown: '执行规格的收尾，清除初始化所建立的内容',
    })[p.name],
  'lanes.controls.reason': (p) =>
    ({
      start: '这是开头',
      end: '收尾已执行：后面没有了',
      allDone: '没有剩余的步骤',
      waits: '计划中下一步的会话在等待：必须由别人走',
      nothingPlanned: '从这里起没有计划：请选择谁走下一步',
      atEnd: '这一步之后没有计划，所以没有什么可离开',
      tooMany: '分支数已达上限',
      noTime: '没有正在计时的超时：没有会话在等待',
      busy: '上一步仍在执行',
      stopped: '运行在这里被停止',
      typed: '请输入语句：它会立即执行',
    })[p.reason],
  'lanes.controls.title': (p) => `${p.why}（${p.key}）`,
};
