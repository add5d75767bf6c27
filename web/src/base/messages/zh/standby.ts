import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

type Who = { readonly kind: 'primary' } | { readonly kind: 'primary-then' | 'standby' | 'held'; readonly at: number };

const who = (p: Who): string => {
  switch (p.kind) {
    case 'primary':
      return '主库，现在';
    case 'primary-then':
      return `主库，第 ${p.at} 条记录`;
    case 'standby':
      return `备库，第 ${p.at} 条记录`;
    case 'held':
      return `查询，第 ${p.at} 条记录`;
  }
};
interface WhyValues {
  readonly xid: number;
  readonly xmin: number;
  readonly xmax: number;
  readonly list: 'xip' | 'subxip' | null;
  readonly parent: number | null;
}
const WHY = {
  'before-xmin': (p: WhyValues) => `${p.xid} 在 xmin ${p.xmin} 之前：已结束。`,
  'from-xmax': (p: WhyValues) => `${p.xid} 不在 xmax ${p.xmax} 之前：无论是谁，当时尚未结束。`,
  listed: (p: WhyValues) => `${p.xid} 在 ${p.list} 中：当时正在运行。`,
  'not-listed': (p: WhyValues) => `${p.xid} 在 xmin ${p.xmin} 与 xmax ${p.xmax} 之间，且不在 ${p.list} 中：已结束。`,
  'parent-before-xmin': (p: WhyValues) =>
    `suboverflowed：pg_subtrans 从 ${p.xid} 指向 ${p.parent}，它在 xmin ${p.xmin} 之前：已结束。`,
  'parent-listed': (p: WhyValues) =>
    `suboverflowed：pg_subtrans 从 ${p.xid} 指向 ${p.parent}，它在 ${p.list} 中：当时正在运行。`,
  'parent-not-listed': (p: WhyValues) =>
    `suboverflowed：pg_subtrans 从 ${p.xid} 指向 ${p.parent}，它不在 ${p.list} 中：已结束。`,
} as const;
const records = (n: number, f: Format): string => `${f.integer(n)} 条记录`;
const runs = (first: number, last: number): string => (first === last ? String(first) : `${first}–${last}`);
const subs = (n: number, f: Format): string => (n === 0 ? '' : `，连同 ${f.integer(n)} 个子事务`);
const STATUS = { running: '正在运行', committed: '已提交', aborted: '已回滚', prepared: '已准备' } as const;

export const standby: Translation<'standby'> = {
  'standby.title': '备库上的快照',
  'standby.want.position': '最大 99999 的记录数；replay 也可以是 end',
  'standby.want.positions': '最多八个记录数，用逗号分隔',
  'standby.lead': '备库只能从 WAL 得知谁在运行：主库上已提交的事务，在备库上可能仍在运行。',
  'standby.examples': '示例',
  'standby.stage.examples': (p) => ({ late: '迟到的提交', '64': '第 64 个子事务', pending: '溢出时的副本' })[p.id],
  'standby.example': (p) => ({ late: '迟回放的提交', '64': '第 64 个子事务', pending: '溢出时复制' })[p.id],
  'standby.example.other': '其他…',
  'standby.example.none': '选择一个示例',
  'standby.toPlayground': '在演练场中打开',
  'standby.fromPlayground': '同一场景，从备库看',
  'standby.figure': '主库、WAL 与备库',

  'standby.finding.initialized': '备库还不能给出快照：没有记录告诉它谁在运行',
  'standby.finding.pending': (p) =>
    `说明谁在运行的记录缺少子事务：到 ${p.pendingXmin} 为止的全部结束之前，备库不给快照`,
  'standby.finding.ready': '就绪：备库现在可以给出快照了',
  'standby.finding.late': (p, f) =>
    `${p.xid} 在主库上${p.committed ? '已提交' : '已回滚'}；备库落后 ${records(p.behind, f)}，在那里它${p.isKnown ? '仍在运行' : '还没有开始，算作在运行'}`,
  'standby.finding.overflowed': (p, f) =>
    p.missing === 0
      ? '备库的快照是 suboverflowed'
      : `${p.top} 的 ${f.integer(p.missing)} 个子事务 xid 已离开备库的数组，进入 pg_subtrans：它的快照是 suboverflowed`,
  'standby.finding.behind': (p, f) => `备库落后 ${records(p.behind, f)}，对所有已结束的说法相同`,
  'standby.finding.nobody': '没有事务在运行：主库和备库上，新快照都是空的',
  'standby.finding.same': '两边都认为同样的事务在运行：主库列在 xip 和 subxip 中，备库只列在 subxip 中',

  'standby.lane.primary': '主库',
  'standby.lane.wal': 'WAL',
  'standby.lane.standby': '备库',
  'standby.server.runs': (p) => (p.at === null ? '现在谁在运行' : `第 ${p.at} 条记录时谁在运行`),
  'standby.server.place': (p) => (p.at === null ? '现在' : `第 ${p.at} 条记录`),
  'standby.session.idle': '空闲',
  'standby.session.subxids': (p, f) => `${f.integer(p.count)} 个子事务 xid${p.overflowed ? '，已溢出' : ''}`,
  'standby.session.noXid': '没有 xid',
  'standby.nextXid': (p) => `nextXid ${p.xid}`,
  'standby.latestCompleted': (p) => `latestCompletedXid ${p.xid}`,
  'standby.lastOverflowed': (p) => `lastOverflowedXid ${p.xid === 0 ? '无' : p.xid}`,
  'standby.readiness': (p) =>
    ({
      initialized: '还没有快照',
      pending: '还没有快照',
      ready: '可以取快照',
    })[p.readiness],
  'standby.readiness.name': (p) =>
    ({
      initialized: 'standbyState STANDBY_INITIALIZED',
      pending: 'standbyState STANDBY_SNAPSHOT_PENDING',
      ready: 'standbyState STANDBY_SNAPSHOT_READY',
    })[p.readiness],
  'standby.kept': '备库保存了什么',
  'standby.array': 'KnownAssignedXids',
  'standby.array.empty': '空',
  'standby.array.bounds': (p, f) =>
    `tail ${f.integer(p.tail)}，head ${f.integer(p.head)}，${f.integer(p.count)} 个有效${p.compressions === 0 ? '' : `，压缩 ${f.integer(p.compressions)} 次`}`,
  'standby.array.running': (p, f) => `${f.integer(p.count)} 个在运行`,
  'standby.subtrans': 'pg_subtrans',
  'standby.subtrans.of': (p) => `${p.ranges.map(({ first, last }) => runs(first, last)).join(', ')} → ${p.top}`,
  'standby.record': (p, f) => {
    switch (p.kind) {
      case 'xid':
        return `xid ${p.xid}`;
      case 'assignment':
        return `归属 ${f.integer(p.count)} → ${p.xid}`;
      case 'commit':
        return `提交 ${p.xid}${p.count === 0 ? '' : ` + ${f.integer(p.count)}`}`;
      case 'abort':
        return `中止 ${p.xid}${p.count === 0 ? '' : ` + ${f.integer(p.count)}`}`;
      case 'running-xacts':
        return `${f.integer(p.count)} 个运行${p.overflowed ? '，有缺' : ''}`;
    }
  },
  'standby.record.name': (p) =>
    ({
      xid: '首次更改',
      assignment: 'ASSIGNMENT',
      commit: 'COMMIT',
      abort: 'ABORT',
      'running-xacts': 'RUNNING_XACTS',
    })[p.kind],
  'standby.record.text': (p, f) => {
    const n = p.xids.length;
    switch (p.kind) {
      case 'xid':
        return `xid ${p.xid} 的首次更改`;
      case 'assignment':
        return `${f.integer(n)} 个子事务 xid（${runs(p.xids[0] ?? 0, p.xids[n - 1] ?? 0)}）归属 ${p.xid}`;
      case 'commit':
        return `${p.xid} 的提交${subs(n, f)}`;
      case 'abort':
        return `${p.xid} 的回滚${subs(n, f)}`;
      case 'running-xacts':
        return `谁在运行：${n <= 1 ? '无人' : `${f.integer(n - 1)} 个 xid`}，最旧 ${p.xids[0] ?? 0}，下一个 ${p.xid}${p.overflowed ? '；缺少子事务' : ''}`;
    }
  },
  'standby.strip.replayed': '已回放',
  'standby.strip.ahead': '尚未回放',
  'standby.strip.none': '主库还没有写过任何记录。',
  'standby.strip.more': 'WAL 还在继续；后面的不再显示或回放。',

  'standby.replay': '回放',
  'standby.replay.position': '已回放到',
  'standby.replay.value': (p, f) => `${f.integer(p.at)}，共 ${records(p.end, f)}`,
  'standby.replay.short': (p, f) => `${f.integer(p.at)}/${f.integer(p.end)}`,
  'standby.replay.previous': '后退一条记录',
  'standby.replay.next': '下一条记录',
  'standby.replay.follow': '跟上主库',
  'standby.snapshot.take': '在此取快照',
  'standby.snapshot.release': (p) => `结束始于第 ${p.at} 条记录的查询`,
  'standby.snapshot.release.short': '释放',
  'standby.snapshot.cannot.notReady': '不能取快照：备库不知道谁在运行',
  'standby.snapshot.cannot.held': '此处已持有一个',
  'standby.snapshot.cannot.full': '不能再持有；请释放一个',
  'standby.copy.here': '从此处重建备库',
  'standby.copy.start': '从开头复制',
  'standby.copy.where': (p) => `备库是在主库运行时复制的，位于第 ${p.from} 条记录：谁在运行，要从记录中得知。`,
  'standby.primary.steps': '主库的下一步',
  'standby.primary.step': (p) => `${p.letter}：${p.step}`,

  'standby.who': (p) => who(p),
  'standby.who.query': (p) => `备库上的查询，始于第 ${p.at} 条记录`,
  'standby.snapshots': '同一个答案，两种存法',
  'standby.snapshots.whose': '快照',
  'standby.snapshots.flag': 'takenDuringRecovery',
  'standby.snapshots.ahead': '尚未取得',
  'standby.snapshots.refused': '被拒绝：未就绪',
  'standby.list': (p, f) =>
    p.xids.length === 0
      ? '–'
      : `${p.ranges.map(({ first, last }) => runs(first, last)).join(', ')}${p.xids.length > 3 ? `（${f.integer(p.xids.length)}）` : ''}`,
  'standby.yes': '是',
  'standby.no': '否',
  'standby.ask': '询问 xid',
  'standby.ask.none': '未选择',
  'standby.why': (p) => `各快照怎么说 ${p.xid}？（在主库上它${STATUS[p.status]}。）`,
  'standby.why.hint': '在列表或图中选择一个 xid。',
  'standby.why.says': '结论',
  'standby.why.because': '因为',
  'standby.why.answer': (p) => `${who(p.who)}：${WHY[p.why](p)}`,
  'standby.why.short': (p) => WHY[p.why](p),
  'standby.runs': '运行中',
  'standby.ended': '已结束',
  'standby.column': (p) => runs(p.first, p.last),
  'standby.column.cut': (p, f) => `省略了 ${f.integer(p.count)} 个更旧的`,

  'standby.rows.title': (p) => `谁看得见 ${p.table} 的哪个版本？`,
  'standby.rows.version': '版本',
  'standby.rows.values': '值',
  'standby.rows.none': '没有表。',
  'standby.rows.empty': '第一页上没有行版本。',
  'standby.rows.more': (p, f) => `本页另有 ${f.integer(p.count)} 个。`,
  'standby.rows.note':
    '这是主库的页，因为备库通过回放得到同样的字节。那里修剪掉的不显示；备库回放修剪时，先等待仍需要该行的查询，最多等 max_standby_streaming_delay，然后取消它们。',
  'standby.rows.sees': '看得见',
  'standby.rows.seesNot': '看不见',

  'standby.text.at': (p, f) =>
    `备库已回放 ${f.integer(p.at)} 条，共 ${records(p.end, f)}。${p.from === 0 ? '' : `它在第 ${f.integer(p.from)} 条记录处复制。`}`,
  'standby.text.next': (p) => `接下来：${p.text}。`,
  'standby.text.last': (p) => `最后回放的：${p.text}。`,
  'standby.text.session': (p, f) =>
    `在主库上，会话 ${p.session}（${p.status}）${p.xid === 0 ? '没有 xid' : `有 xid ${p.xid}`}${p.subxids === 0 ? '' : `，和 ${f.integer(p.subxids)} 个子事务 xid`}${p.overflowed ? '，已溢出' : ''}。`,
  'standby.text.array': (p) =>
    `KnownAssignedXids，从槽位 ${p.tail} 到 ${p.head}：${p.list === '' ? '没有有效的' : p.list}${p.invalid === '' ? '' : `；不再有效：${p.invalid}`}。`,
  'standby.text.subtrans': (p) => `备库的 pg_subtrans：${p.list}。`,
  'standby.text.snapshot': (p) =>
    `${who(p.who)}的快照：xmin ${p.xmin}，xmax ${p.xmax}，xip ${p.xip}，subxip ${p.subxip}${p.suboverflowed ? '，suboverflowed' : ''}${p.inRecovery ? '，在恢复期间取得' : ''}。`,
  'standby.text.noSnapshot': (p) =>
    `${who(p.who)}的快照：${p.state === 'ahead' ? '在回放的此处尚未取得' : '不能取得，备库不知道谁在运行'}。`,
  'standby.text.version': (p) =>
    `版本 ${p.ctid}（${p.values}），xmin ${p.xmin}${p.xmax === null ? '' : `，xmax ${p.xmax}`}：${p.who === '' ? '没有快照看得见' : `看得见的有 ${p.who}`}。`,
  'standby.stopped': (p) => `备库停止了：${p.what}。`,
};
