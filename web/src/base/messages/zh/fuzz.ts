import type { Translation } from '../index.ts';

export const fuzz: Translation<'fuzz'> = {
  'fuzz.what': '在引擎和真实服务器上运行随机调度，并在每一步之后比较',
  'fuzz.seed': '随机数的起点；同一种子得到同样的调度',
  'fuzz.schedules': '调度的数目',
  'fuzz.from': '从该种子的第几个调度开始运行',
  'fuzz.against': (p) => `服务器，用逗号分隔，可选 ${p.known.join(', ')}`,
  'fuzz.fault': '在引擎中植入一个错误，寻找能暴露它的行或报错',
  'fuzz.noRowLocks': '不使用 SELECT … FOR …',
  'fuzz.serializable': '多数事务使用 SERIALIZABLE',
  'fuzz.writes': '半数写入使用较复杂的语句：INSERT … ON CONFLICT、UPDATE … FROM、jsonb、带写入的 WITH',
  'fuzz.badNumber': (p, f) => `${p.option} ${p.given}：必须是 0 到 ${f.integer(p.max)} 的整数`,
  'fuzz.badFault': (p) => `--fault ${p.given}：没有这种错误。可用的有 ${p.known.join(', ')}`,
  'fuzz.progress': (p, f) => `  … ${f.integer(p.done)} / ${f.integer(p.of)} 个调度`,
  'fuzz.differs': (p) => `引擎与 ${p.server} 在种子 ${p.seed} 的调度 ${p.index} 中不同。缩小后的规格：`,
  'fuzz.race': (p) =>
    `调度 ${p.index}，${p.server}，${p.about}：出现过一次差异，重跑时并非每次都有。服务器的会话之间有竞争；只计数，不算差异。`,
  'fuzz.ends': (p, f) => `${p.name}：提交 ${f.integer(p.commits)} 次，因危险结构中止 ${f.integer(p.dangerous)} 个事务`,
  'fuzz.sum': (p, f) =>
    `种子 ${p.seed}：${f.integer(p.schedules)} 个调度，${f.integer(p.steps)} 步，${f.integer(p.waited)} 个中有人等待，${f.integer(p.deadlocks)} 个中有死锁${p.refused === 0 ? '' : `，${f.integer(p.refused)} 个中引擎拒绝了某条语句（只比较到该语句之前）`}；对照 ${p.servers.join(', ')}：${p.differences === 0 ? '没有差异' : `${f.integer(p.differences)} 处差异`}${p.races === 0 ? '' : `，${f.integer(p.races)} 次竞争`}；${f.integer(Math.round(p.seconds))} s`,
};
