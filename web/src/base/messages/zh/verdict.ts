import type { VerdictAnomaly, VerdictClauseParams, VerdictDoubt, VerdictRemedy } from '../en/verdict.ts';
import type { Translation } from '../index.ts';

const NAMES: Readonly<Record<VerdictAnomaly, string>> = {
  'lost-update': '丢失更新',
  'non-repeatable-read': '不可重复读',
  phantom: '幻读',
  'read-skew': '读偏斜',
  'write-skew': '写偏斜',
  'phantom-skew': '幻读引起的写偏斜',
  'read-only': '只读异常现象',
  other: '不可串行化',
};

const REMEDIES: Readonly<Record<VerdictRemedy, string>> = {
  atomic: '一条原子的 UPDATE',
  'for-update': 'SELECT … FOR UPDATE',
  'repeatable-read': 'REPEATABLE READ',
  serializable: 'SERIALIZABLE',
};

const DOUBTS: Readonly<Record<VerdictDoubt, string>> = {
  many: '重叠的事务超过四个，顺序太多，没有逐一尝试',
  outside: '有会话在第一步之前已经读过，或不在这个数据库里',
  'shared-step': '有一个步骤结束了一个事务，又开始了下一个',
  'others-wrote': '还有别的事务写过数据',
  'one-session': '其中两个事务属于同一会话',
  places: '有语句查询只取决于顺序的内容，例如行的位置、事务号或时间',
  skips: 'SKIP LOCKED 在每种顺序里跳过的行都不同',
  prepared: '有预备事务',
  'not-repeated': '换一种顺序，有语句会等待不在其中的会话',
  limit: '逐一尝试所需的工作量太大',
};

function clause({ kind, one, oneStep, other, otherStep }: VerdictClauseParams): string {
  const isLater = otherStep > oneStep;
  switch (kind) {
    case 'missed':
      return isLater
        ? `${one} 在第 ${oneStep} 步读了 ${other} 在第 ${otherStep} 步修改的内容`
        : `${one} 在第 ${oneStep} 步没有看见 ${other} 在第 ${otherStep} 步已作的修改`;
    case 'missed-search':
      return isLater
        ? `${one} 在第 ${oneStep} 步查找一批行，${other} 在第 ${otherStep} 步又添了一行`
        : `${one} 在第 ${oneStep} 步没有找到 ${other} 在第 ${otherStep} 步添加的行`;
    case 'saw':
      return `${one} 在第 ${oneStep} 步看见了 ${other} 在第 ${otherStep} 步的修改`;
    case 'saw-search':
      return `${one} 在第 ${oneStep} 步找不到 ${other} 在第 ${otherStep} 步改掉的行`;
    case 'over':
      return `${one} 在第 ${oneStep} 步把它覆盖了`;
  }
}

export const verdict: Translation<'verdict'> = {
  'verdict.title': '这次执行的结论',
  'verdict.name': (p) => NAMES[p.anomaly],
  'verdict.line': (p) => `${p.name}：`,
  'verdict.clause': clause,
  'verdict.clauses': (p) => `${p.clauses.join('；')}。`,
  'verdict.none': (p, f) =>
    `${p.of.join('、')} 无论按什么顺序逐个执行，都得不到这些结果（试了 ${f.integer(p.orders)} 种）。`,
  'verdict.reader': (p) => `如果没有只读的 ${p.reader}，${p.rest.join('、')} 这个顺序就能成立。`,
  'verdict.of': (p) => `${p.session}（第 ${p.step} 步）`,
  'verdict.order': (p) => `没有异常现象：相当于按 ${p.order.join('、')} 的顺序逐个执行。`,
  'verdict.alone': (p) =>
    p.failed
      ? '没有异常现象：彼此重叠的事务里，没有两个都提交。'
      : '没有异常现象：事务从各自的第一条查询到结束，彼此没有重叠。',
  'verdict.retry': (p) =>
    p.deadlock ? `死锁终止了 ${p.session}：它必须重试。` : `已阻止：${p.session} 失败了，必须重试。`,
  'verdict.own': (p) => `没有事务把 ${p.session} 的读和写连在一起。`,
  'verdict.own.between': (p) =>
    `每条语句各自是一个事务：${p.other} 在第 ${p.otherStep} 步写入，正好在 ${p.session} 第 ${p.readStep} 步的读和第 ${p.writeStep} 步的写之间。`,
  'verdict.own.begin': '在读之前加 BEGIN，写之后加 COMMIT。',
  'verdict.failed': (p) => `${p.session} 在第 ${p.step} 步失败（${p.error}）：它必须重试。`,
  'verdict.undecided': (p) => `没有结论：${DOUBTS[p.why]}。`,
  'verdict.undecidedAt': (p) => {
    const who = p.session === null ? `初始化中的语句（${p.sql}）` : `${p.session} 在第 ${p.step} 步的语句（${p.sql}）`;
    return p.why === 'skips'
      ? `没有结论：${who}在每种顺序下会跳过不同的行。`
      : `没有结论：${who}查询的是只取决于顺序的内容，例如行的位置、事务号或时间。`;
  },
  'verdict.prevented': '那么脏写、脏读呢？',
  'verdict.prevented.waited': (p) => `阻止了一次脏写：${p.session} 在第 ${p.step} 步必须等到 ${p.on.join('、')} 结束。`,
  'verdict.prevented.write': 'PostgreSQL 在任何隔离级别都阻止脏写（G0）：同一行的第二个写者要等第一个。',
  'verdict.prevented.read': '脏读（G1）也一样：没有提交的内容谁也看不见。',
  'verdict.try': (p) => `试试 ${REMEDIES[p.remedy]}`,
  'verdict.tryAny': '找出能避免它的办法',
  'verdict.trying': '正在执行…',
  'verdict.ended': (p) => `${p.session} 在第 ${p.step} 步失败（${p.error}）：那个事务什么也没有留下。`,
  'verdict.legend': '粗框标出这些步骤，以及它们涉及的行版本。',
  'verdict.help': (p) =>
    p.count === 1
      ? '引擎用下面这个改动把同样的步骤重新执行过：不再有异常现象。'
      : '引擎用下面每一种改动把同样的步骤各执行过一遍：都不再有异常现象。',
  'verdict.fails': '隔离级别更严时，事务可能失败，由应用程序重试。',
  'verdict.nothing': '本页自己能试的办法都避免不了它。',
  'verdict.tried': (p) => `现在用了 ${REMEDIES[p.remedy]}。`,
  'verdict.readNow': (p) =>
    `${p.session} 现在第 ${p.readStep} 步读到 ${p.value}，然后在第 ${p.writeStep} 步写入。这里写入的仍是当初键入的内容；您的应用程序会根据 ${p.value} 计算。`,
  'verdict.back': '回到之前的执行',
};
