import type { Translation } from '../index.ts';

export const headline: Translation<'headline'> = {
  'headline.error': (p) => `${p.who}：${p.error}。`,
  'headline.ready': '初始化已完成。谁先走？',
  'headline.readyLine': '还没有人走过。',
  'headline.failed': '运行在此终止',
  'headline.end': '结束：收尾已执行',
  'headline.endLine': '它清除了初始化所建立的内容。',
  'headline.verdict.finished': '所有会话都已完成。',
  'headline.verdict.waits': (p) => `没有剩余步骤，而 ${p.who} 仍在等待 ${p.on}。`,
  'headline.verdict.open': (p) => `没有剩余步骤。${p.who} 的事务仍未结束。`,
  'headline.verdict.rows': (p) =>
    p.rows.length === 0
      ? `${p.table} 中没有行。`
      : `${p.table} 中已提交：${p.rows.map((row) => `(${row.map((value) => value ?? 'null').join(', ')})`).join(' ')}。`,
  'headline.time': '死锁检查没有发现死锁',
  'headline.timeLine': (p, f) => `第 ${f.integer(p.tick)} 步：没有人走，deadlock_timeout 到期。`,
  'headline.line': (p, f) => `第 ${f.integer(p.tick)} 步，${p.who}：${p.sql}`,

  'headline.value': (p) => `${p.who} 的 ${p.value}`,
  'headline.row': (p) => `${p.who} 的行（${p.values}）`,
  'headline.version': (p) => `${p.who} 的行版本`,

  'headline.begin': (p) => `${p.who} 开始一个事务。它还没有快照。`,
  'headline.beginPlain': (p) => `${p.who} 开始一个事务。`,
  'headline.savepoint': (p) => `${p.who} 设置一个保存点。`,
  'headline.release': (p) => `${p.who} 释放一个保存点。`,
  'headline.rollbackTo': (p) => `${p.who} 回到一个保存点。`,
  'headline.reads': (p) => `${p.who} 读到 ${p.values}。`,
  'headline.readsRows': (p, f) =>
    p.count === 0 ? `${p.who} 没有找到行。` : `${p.who} 读到 ${f.integer(p.count)} 行。`,
  'headline.hidden': (p) => `${p.what} 已写入，但 ${p.who} 看不见。`,
  'headline.locks': (p, f) =>
    p.count === 0 ? `${p.who} 没有找到可锁的行。` : `${p.who} 锁住 ${f.integer(p.count)} 行。`,
  'headline.onlyOwn': (p) => `${p.what} 已写入。其他人还看不见。`,
  'headline.onlyOwnAlone': (p) => `${p.what} 已写入。`,
  'headline.atOnce': (p) => `${p.what} 已写入，且已提交。`,
  'headline.unchanged': (p) => `${p.who} 什么也没有改变。`,
  'headline.deletes': (p, f) =>
    `页上有 ${f.integer(p.count)} 行被 ${p.who} 标为已删除。${p.others === '' ? '' : `对 ${p.others} 来说还没有删除任何东西。`}`,
  'headline.vacuum': (p) => `${p.who} 执行了 VACUUM。`,
  'headline.prepared': (p) => `${p.who} 的事务已准备：它脱离会话继续存在。`,
  'headline.preparedEnds': (p) => `预备事务${p.committed ? '提交' : '回滚'}了。`,
  'headline.ran': (p) => `${p.who} 执行了 ${p.step}${p.step.endsWith('…') ? '' : '。'}`,

  'headline.commit': (p) => `${p.who} 已提交。`,
  'headline.commitNothing': (p) => `${p.who} 已提交。它什么也没有改变。`,
  'headline.commitFailed': (p) => `${p.who} 的 COMMIT 变成了回滚：它的事务已失败。`,
  'headline.commitAll': (p) => `${p.who} 已提交：现在人人都看得见 ${p.what}。`,
  'headline.commitSome': (p) => `${p.who} 已提交。${p.see} 现在看得见 ${p.what}；${p.blind} 看不见。`,
  'headline.commitNone': (p) => `${p.who} 已提交，而 ${p.blind} 仍看不见 ${p.what}。`,
  'headline.rollback': (p) => `${p.who} 已回滚。`,
  'headline.rollbackNothing': (p) => `${p.who} 已回滚。它什么也没有改变。`,
  'headline.rollbackVersions': (p, f) =>
    `${p.who} 已回滚。它在数据页上的 ${f.integer(p.count)} 个行版本已死：永远不会有人看见。`,

  'headline.waits': (p) => (p.on === '' ? `${p.who} 在等待。` : `${p.who} 等待 ${p.on}。`),
  'headline.waitsHidden': (p) => `${p.what} 已写入。${p.who} 看不见它，并等待 ${p.on}。`,
  'headline.waitsInLine': (p) => `${p.who} 排队等一行，排在 ${p.on} 之后。`,
  'headline.race': (p) =>
    `${p.holder} 提交后，在 PostgreSQL 中 ${p.who} 里任何一个都可能先到达新版本；这里总是等得最久的那个。`,
  'headline.waitsSafely': (p) => `${p.who} 等待安全的快照：先要 ${p.on} 结束。`,
  'headline.waitsTable': (p) => `${p.who} 为一个表锁等待 ${p.on}。`,
  'headline.circle': (p, f) => `${f.list(p.who)}互相等待：死锁。`,
  'headline.goesOn': (p) => `${p.who} 继续执行。`,

  'headline.error.concurrent': (p) => `${p.who} 的 ${p.verb} 被拒绝：自 ${p.who} 取快照以来，该行已改变。`,
  'headline.error.deadlock': (p) => `死锁：${p.who} 放弃。`,
  'headline.error.aborted': (p) => `${p.who} 的事务已失败：在它结束或回到保存点之前，所有命令都被拒绝。`,
  'headline.error.unique': (p) => `${p.who} 的行被拒绝：键值已经存在。`,
  'headline.error.nowait': (p) => `${p.who} 不等待：该行被锁住，NOWAIT 使它成为错误。`,
  'headline.error.other': (p) => `${p.who} 的 ${p.verb} 以错误结束。`,
  'headline.step': '步骤',
};
