/** 见英文文件：不提事务号，说清谁做了什么、何时算数。 */
import type { Translation } from '../index.ts';

export const plain: Translation<'plain'> = {
  'plain.end.no-deleter': (p) =>
    p.own === null ? '写入者已提交，也没有人删除它，所以可见。' : `是 ${p.own} 自己写入的，也没有人删除它，所以可见。`,
  'plain.end.only-locked': (p) =>
    `只是${p.by === null ? '' : `被 ${p.by} `}${p.over ? '锁定过' : '锁定'}，没有删除，所以可见。`,
  'plain.insert.open': (p) =>
    p.kept
      ? `${p.by} 还没有提交它。即使提交了，${p.who} 也继续用第一次查询时取得的快照。`
      : `${p.by} 还没有提交它。提交之后，${p.who} 的下一次查询会取新快照，就看得见了。`,
  'plain.insert.waited': (p) =>
    `${p.by} 还没有提交它。提交之后，${p.who} 正在等待的语句会接着处理这个版本（只要仍符合 WHERE）。`,
  'plain.insert.late': (p) =>
    p.kept
      ? `${p.by} 已提交它，但那是在 ${p.who} 取得快照之后；${p.who} 的快照一直用到事务结束。`
      : `${p.by} 已提交它，但那是在当前查询取得快照之后。${p.who} 的下一次查询看得见它。`,
  'plain.insert.undone': (p) => `${p.by} 已回滚它。`,
  'plain.remove.open': (p) =>
    p.kept
      ? `${p.by} 还没有提交这次修改。即使提交了，${p.who} 也继续用第一次查询时取得的快照。`
      : `${p.by} 还没有提交这次修改。提交之后，${p.who} 的下一次查询会取新快照，就看不见它了。`,
  'plain.remove.late': (p) =>
    p.kept
      ? `${p.by} 已提交这次修改，但那是在 ${p.who} 取得快照之后；${p.who} 的快照一直用到事务结束。`
      : `${p.by} 已提交这次修改，但那是在当前查询取得快照之后。`,
  'plain.remove.done': (p) =>
    p.by === p.who
      ? `这次修改是 ${p.who} 自己做的，已提交。`
      : p.now
        ? `${p.by} 已提交这次修改，现在取得的快照知道这一点。`
        : `${p.who} 取得快照时，${p.by} 已提交这次修改。`,
};
