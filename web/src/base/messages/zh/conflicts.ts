import type { ConflictDoubt, ConflictReason, ConflictState, WhyParams } from '../en/conflicts.ts';
import type { Translation } from '../index.ts';

const STATES: Readonly<Record<ConflictState, string>> = {
  runs: '运行中',
  safe: '安全：不会再受影响',
  unsafe: '重试中',
  doomed: '注定失败',
  prepared: '已准备',
  committed: '已提交',
  'rolled-back': '已回滚',
};

/** A lesson has steps of its own: there the figure's are moves. */
const inStep = (word: 'move' | 'step', step: number | null): string =>
  step === null ? '' : `在第 ${step} ${word === 'move' ? '步操作' : '步'}`;

const NOTICED: Partial<Record<ConflictReason, string>> = {
  doomed: '它下一次读、写或提交时就会失败',
  'pivot-out': '它在下一次读时发现',
  'pivot-in': '它在下一次写时发现',
  'pivot-write': '它自己的写入补全了危险结构',
  'pivot-commit': '它在提交时发现',
};

function why(p: WhyParams): string {
  const first = p.isPrepared ? `${p.out} 已准备，会先提交` : `${p.out} 先提交`;
  switch (p.reason) {
    case 'to-pivot':
      return p.isPivot
        ? `${first}，所以 ${p.pivot} 必须回滚：它自己的读补全了危险结构`
        : `${first}，而 ${p.pivot} 已不能失败，所以最后读的 ${p.in} 必须回滚`;
    case 'prepared-pivot':
      return `${p.out} 本会先提交，但 ${p.pivot} 已准备、不能再失败，所以 ${p.out} 必须回滚`;
    case 'to-old-pivot':
      return `那个较早的事务自己也读过一个先提交的事务所改的内容，所以 ${p.in} 必须回滚`;
    case 'pivot-to-old':
      return `那个较早的事务先提交，所以 ${p.pivot} 必须回滚`;
    case 'to-pivot-of-old':
      return `那个较早的事务先提交，而 ${p.pivot} 已不能失败，所以 ${p.in} 必须回滚`;
    default:
      return `${first}，所以 ${p.pivot} 必须回滚：${NOTICED[p.reason] ?? ''}`;
  }
}

const DOUBTS: Readonly<Record<ConflictDoubt, string>> = {
  many: '事务超过四个，顺序太多，没有逐一尝试',
  outside: '有事务在第一步之前就取了快照',
  'shared-step': '有一个步骤结束了一个事务，又开始了下一个',
  'others-wrote': '不是可串行化的事务也写过数据',
  'one-session': '其中两个事务属于同一会话，只试了它自己的先后',
  places: '有语句查询只取决于顺序的内容，例如行的位置、事务号或时间',
  skips: 'SKIP LOCKED 在每种顺序里跳过的行都不同',
  prepared: '有预备事务',
  'not-repeated': '不用 SSI 时，同样的步骤得不到同样的结果',
  limit: '逐一尝试所需的工作量超过了一步的上限',
};

export const conflicts: Translation<'conflicts'> = {
  'conflicts.title': '谁必须排在谁之前',
  'conflicts.hint': '箭头从读者指向写者：读者没有看见写者的修改',
  'conflicts.none': '还没有可串行化的事务读过任何内容。',
  'conflicts.noEdges': '还没有读写冲突。',
  'conflicts.old': '一个较早的事务',
  'conflicts.outside': (p) => `事务 ${p.number}`,
  'conflicts.state': (p) => (p.place === null ? STATES[p.state] : `第 ${p.place} 个提交`),
  'conflicts.pivot': '枢纽',
  'conflicts.whole': (p) => `整张表 ${p.table}`,
  'conflicts.target': ({ table, index, page, offset }) => {
    const of = index === null ? `表 ${table}` : `索引 ${index}`;
    if (page === null) return of;
    return offset === null ? `${of} 的第 ${page} 页` : `${of} 的行 (${page},${offset})`;
  },
  'conflicts.clause': (p) =>
    p.isLater
      ? `${p.reader} ${inStep(p.word, p.read)}读了 ${p.writer} 后来${inStep(p.word, p.write)}修改的内容`
      : `${p.reader} ${inStep(p.word, p.read)}没有看见 ${p.writer} ${inStep(p.word, p.write)}已作的修改`,
  'conflicts.clauseBare': (p) => `${p.reader} 读的是 ${p.writer} 修改之前的内容`,
  'conflicts.edge': (p) => `${p.clause}：${p.target}。`,
  'conflicts.edgeShort': (p) => `${p.reader} 读过${p.target}，${p.writer} 往里写了。`,
  'conflicts.why': why,
  'conflicts.verdict': (p) => `${p.clauses.join('，')}；${p.why}。`,
  'conflicts.alarm.fits': (p) => `误报：如果 ${p.victim} 继续下去，所有结果都符合 ${p.order.join('、')} 这个顺序。`,
  'conflicts.alarm.none': (p, f) =>
    `不是误报：如果 ${p.victim} 继续下去，${p.of.join('、')} 没有哪个顺序符合这些结果（试了 ${f.integer(p.orders)} 个）。`,
  'conflicts.alarm.undecided': (p) => `不知道是不是误报：${DOUBTS[p.why]}。`,
  'conflicts.node': (p) => `${p.name}：${p.state}${p.isPivot ? '，是危险结构的枢纽' : ''}。`,
  'conflicts.left': (p, f) => `还有 ${f.integer(p.count)} 个更早的事务没有画出。`,
  'conflicts.picture': (p, f) => `${f.integer(p.nodes)} 个事务，${f.integer(p.edges)} 个读写冲突`,
  'conflicts.key.lit': '粗线：危险结构',
  'conflicts.key.victim': '打叉：必须回滚',
  'conflicts.lock': (p) => `${p.who} 读过${p.what}${p.isKept ? '，并已提交' : ''}`,
  'conflicts.locks': 'SIREAD 锁',
  'conflicts.locks.key': '带框的字母：该会话在此读过（虚线：已提交）',
};
