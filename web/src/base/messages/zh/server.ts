import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const TABLE = { data: '普通表', catalog: '系统表', shared: '共享系统表', temp: '临时表' } as const;

interface Who {
  readonly kind:
    | 'xid'
    | 'xmin'
    | 'prepared'
    | 'slot-xmin'
    | 'slot-catalog-xmin'
    | 'standby'
    | 'unseen'
    | 'primary'
    | 'deferred';
  readonly pid: number | null;
  readonly name: string | null;
}
function who({ kind, pid, name }: Who): string {
  switch (kind) {
    case 'xid':
    case 'xmin':
      return `会话 ${pid ?? '?'}`;
    case 'prepared':
      return `预备事务“${name ?? ''}”`;
    case 'slot-xmin':
    case 'slot-catalog-xmin':
      return `复制槽“${name ?? ''}”`;
    case 'standby':
      return name === null || name === '' ? `进程 ${pid ?? '?'} 的备库` : `备库“${name}”`;
    case 'unseen':
      return '文件中没有归属的一个事务';
    case 'primary':
      return '主库上的一个事务';
    case 'deferred':
      return '设置 vacuum_defer_cleanup_age';
  }
}

const EXEMPT = {
  vacuum: '它在执行 VACUUM，而 VACUUM 不互相等待',
  decoding: '它在发送逻辑变更；由它的复制槽代为保留',
  'other-database': '它在另一个数据库中，读不到本库的表',
  'catalogs-only': '逻辑解码只读系统表，从不读行',
  'own-temporary': '没有人读取其他会话的临时表',
  'this-look': '它就是写出这个文件的查询，已经结束',
} as const;

/** Beside a line that is as good as none. */
const EXEMPT_SHORT = {
  vacuum: '执行 VACUUM',
  decoding: '发送变更',
  'other-database': '另一个数据库',
  'catalogs-only': '只保留系统表',
  'own-temporary': '不是它自己的',
  'this-look': '本次查询',
} as const;

const OUTCOME = {
  committed: '已提交',
  aborted: '已回滚',
  running: '仍在运行',
  unknown: '结束得太久，服务器不再保留其结果',
} as const;

const WHY = {
  frozen: '已冻结：比每个快照都旧',
  aborted: '写入者已回滚',
  running: '写入者尚未提交',
  'before-xmin': '在此快照看来仍在运行的最旧事务之前已提交',
  'at-xmin': '写入者就是此快照的 xmin，即它看不见的第一个',
  'ended-before': '在此快照之前提交，不在其列表中',
  'still-running-then': '取快照时写入者正在运行',
  'after-xmax': '写入者在此快照之后开始或结束',
  own: '可能是它自己的工作，属于较早或较晚的命令',
  'only-xmin-known': '从外部无法得知：其他会话只显示 xmin，不显示当时正在运行者的列表',
  'maybe-sub': '可能是当时正在运行者的子事务；从文件中看不出来',
  'outcome-gone': '服务器不再保留写入者如何结束',
} as const;

function span(seconds: number, f: Format): string {
  if (seconds < 60) return `${f.integer(Math.max(0, Math.round(seconds)))} 秒`;
  if (seconds < 3600) return `${f.integer(Math.round(seconds / 60))} 分钟`;
  if (seconds < 172_800) return `${f.integer(Math.round(seconds / 3600))} 小时`;
  return `${f.integer(Math.round(seconds / 86_400))} 天`;
}

interface AdviceValues {
  readonly kind: keyof typeof COST;
  readonly pid: number | null;
  readonly name: string | null;
  readonly database: string | null;
  readonly count: number;
}
function adviceText({ kind, pid, name, database, count }: AdviceValues): string {
  switch (kind) {
    case 'idle':
      return `会话 ${pid ?? '?'} 的事务未结束，在等它的应用。请在应用中提交或回滚；如果没有人能做到，就终止这个会话。`;
    case 'active':
      return `会话 ${pid ?? '?'} 正在执行语句。等它完成；取消它是最后的办法。`;
    case 'hidden':
      return `此角色无权查看${count === 1 ? `会话 ${pid ?? '?'} ` : `这 ${count} 个会话`}在做什么、从何时开始。请用属于 pg_monitor 的角色运行脚本。`;
    case 'prepared':
      return `预备事务“${name ?? ''}”会一直保留，直到有人结束它。连接到 ${database ?? '它的数据库'}，执行两条之一。`;
    case 'slot':
      return `没有备库连接到槽“${name ?? ''}”。重新启动它的备库；如果备库不再回来，就删除这个槽。`;
    case 'logicalSlot':
      return `没有订阅者读取槽“${name ?? ''}”。重新启动它的订阅者；如果订阅者不再回来，就在数据库 ${database ?? '?'} 中删除这个槽。`;
    case 'logicalSlotActive':
      return `槽“${name ?? ''}”正在被读取。让它的订阅者赶上来；这条查询显示进度。`;
    case 'feedback':
      return `${name === null || name === '' ? '备库' : `“${name}”`}报告备库上有查询需要这些行。在那里结束该查询，或停止报告。`;
    case 'primary':
      return '请在主库上运行脚本：事务在那里。';
    case 'deferred':
      return '服务器因 vacuum_defer_cleanup_age 自己在等。把它设为 0。';
  }
}
const SHORT = {
  idle: '结束它打开的事务',
  active: '等它的语句完成',
  hidden: '用属于 pg_monitor 的角色再查一次',
  prepared: '提交或回滚它',
  slot: '启动它的备库，或删除这个槽',
  logicalSlot: '启动它的订阅者，或删除这个槽',
  logicalSlotActive: '让它的订阅者赶上来',
  feedback: '结束备库上的查询',
  primary: '去看主库',
  deferred: '把它设为 0',
} as const;
const COST = {
  idle: '它的事务会回滚，连接会关闭。设置 idle_in_transaction_session_timeout 会让空闲这么久的会话自动如此结束。',
  active: '语句会失败；它的事务会回滚，除非从保存点继续。',
  hidden: '在此之前，无法建议结束什么。',
  prepared: '两者都无法撤销：请向预备它的应用确认应有的结果。',
  slot: '以后回来的备库可能缺少 WAL，那时必须重新复制。',
  logicalSlot: '订阅者会失去位置，必须重新复制它的表。',
  logicalSlotActive: '它不改变任何东西。',
  feedback: '此后，这里的清理可能取消备库上的查询。',
  primary: '它不改变这里的任何东西。',
  deferred: '此后，这里的清理可能取消备库上的查询。',
} as const;

export const server: Translation<'server'> = {
  'server.title': '查看真实服务器',
  'server.lead': '这一行为什么还在？问问你自己的 PostgreSQL，看看谁拖住了它的清理边界。',
  'server.private': '文件在本页中读取，不会发送到任何地方。',
  'server.open': '打开文件',
  'server.sample': '显示示例',
  'server.paste': '或粘贴脚本的输出',
  'server.paste.show': '显示',
  'server.drop': '把文件拖到这里',
  'server.drop.hint': '脚本输出的 state.json',
  'server.another': '换一个文件',
  'server.own': '查看你自己的服务器',
  'server.advice': '怎么办',
  'server.advice.do': (p) => adviceText(p),
  'server.advice.cost': (p) => COST[p.kind],
  'server.advice.short': (p) => `怎么办：${who(p.holder)}，${SHORT[p.kind]}。`,
  'server.advice.all': (p, f) =>
    `${f.integer(p.count)} 个持有者的 xid 相同：它们必须全都离开。${p.more > 0 ? `其中 ${f.integer(p.more)} 个只在图或表中。` : ''}`,
  'server.advice.next': (p) =>
    p.holder === null ? `之后没有人拖住边界：边界为 ${p.xid}。` : `之后边界为 ${p.xid}，由${who(p.holder)} 拖住。`,
  'server.advice.onStandby': '在备库上：',
  'server.advice.frees': (p, f) =>
    p.count === 0
      ? `被保留的 ${f.integer(p.kept)} 个死版本届时都还不能清除。`
      : `被保留的 ${f.integer(p.kept)} 个死版本中，${f.integer(p.count)} 个届时可以清除。`,
  'server.advice.copy': '复制',
  'server.advice.copyOf': (p) => `复制 ${p.sql}`,
  'server.sampleNote': '这是示例：一台真实的 PostgreSQL 17。除查询自己外，持有者都是特意放上的，彼此相隔一次更新。',
  'server.how': '如何取得文件',
  'server.how.steps':
    '一条只读查询，用于 PostgreSQL 13 到 18。它加的锁与任何 SELECT 一样，不读取查询文本、任何行的值或网络地址。',
  'server.how.download': '下载 server-state.sql',
  'server.how.copy': '复制命令',
  'server.how.copyScript': '复制脚本',
  'server.how.copied': '已复制。',
  'server.how.copyFailed': '浏览器不允许复制；请选中文字后复制。',
  'server.how.commands': '命令',
  'server.how.rights':
    'xid 和快照人人可见；其他用户的会话在做什么、从何时开始，需要 pg_read_all_stats 或 pg_monitor。表的行版本需要扩展 pageinspect 和超级用户；不看表时，去掉 PGOPTIONS。',

  'server.file.badXid': (p) => `${p.path}：“${p.given}”不是 xid；应为写成文本的 32 位整数`,
  'server.file.badSnapshot': (p) =>
    `${p.path}：“${p.given}”不是快照；pg_current_snapshot() 写作 xmin:xmax:xip,xip,…，按升序`,
  'server.file.tooMany': (p, f) => `${p.path}：超过 ${f.integer(p.max)} 项的不显示；请从文件中去掉`,
  'server.file.notText': '这些字节不是 UTF-8 文本；请用 psql 的 -o 或重定向写文件',
  'server.file.empty': '文件为空；请看 psql 在终端上说了什么',
  'server.file.cutOff': '文件到此为止：它被截断了；请复制全部内容',
  'server.file.other': '这是 JSON，但不是 server-state.sql 的输出：缺少“format”',
  'server.problems.more': (p, f) => `另有 ${f.integer(p.n)} 处错误`,
  'server.file.notJsonHint': '脚本的输出以 { 开头。请用 psql -X -qAt 运行；如果 psql 把错误写进了文件，请先解决它。',
  'server.problems': (p, f) => `${p.file === '' ? '此内容' : p.file} 无法显示：${f.integer(p.n)} 处错误`,

  'server.head': (p) =>
    `PostgreSQL ${Math.floor(p.server / 10_000)}.${p.server % 10_000}，数据库 ${p.database}，${p.takenAt.replace('T', ' ').replace('Z', ' UTC')}`,
  'server.badge.sample': '示例，特意放上了拖住边界者',
  'server.kind': '哪类表的边界',
  'server.kind.name': (p) => TABLE[p.kind],
  'server.finding.held': (p, f) => {
    const since = p.seconds === null || p.seconds < 60 ? '' : `（已打开 ${span(p.seconds, f)}）`;
    return `${who(p.holder)}${since} 拖住${TABLE[p.kind]}的清理边界，落后 ${f.integer(p.behind)} 个 xid：此后删除的都必须留下`;
  },
  'server.finding.heldByMany': (p, f) =>
    `${f.integer(p.count)} 个一起拖住${TABLE[p.kind]}的清理边界，落后 ${f.integer(p.behind)} 个 xid：此后删除的都必须留下`,
  'server.finding.free': (p) => `没有人拖住${TABLE[p.kind]}的清理边界`,
  'server.who': (p) => who(p),
  'server.where': (p, f) =>
    // The age first: it is what is looked for, and a line's end may be cut.
    [
      ...(p.seconds === null ? [] : [span(p.seconds, f)]),
      ...(p.database === null ? [] : [p.database]),
      ...(p.state === null ? [] : [p.state]),
    ].join(' · '),
  'server.pin': (p) => {
    const what =
      p.kind === 'xid' || p.kind === 'prepared' || p.kind === 'unseen'
        ? 'xid'
        : p.kind === 'slot-catalog-xmin'
          ? 'catalog_xmin'
          : 'xmin';
    return `${what} ${p.xid}${p.other === null ? '' : `，${what === 'xid' ? 'xmin' : 'xid'} ${p.other}`}`;
  },
  'server.counts': '计入',
  'server.holds': '拖住边界',
  'server.exempt': '不计入',
  'server.exempt.why': (p) => EXEMPT[p.why],
  'server.exempt.short': (p) => EXEMPT_SHORT[p.why],
  'server.holder.text': (p) =>
    `${who(p)}，${p.pin}：${p.role === 'holds' ? '拖住边界' : p.role === 'counts' ? '将接着拖住边界' : `不计入，因为${EXEMPT[p.role]}`}。`,
  'server.axis': '事务 ID，以及钉在其上的拖住边界者',
  'server.axis.horizon': (p) => `边界 ${p.xid}`,
  'server.axis.next': '下一个',
  'server.axis.maybe': '可能需要',
  'server.axis.definitely': '肯定需要',
  'server.axis.bothBounds': '可能 = 肯定需要',
  'server.axis.oneNumber': 'RecentGlobalDataXmin',
  'server.axis.both': '边界 = 下一个',
  'server.axis.dead': '死版本，按删除者',
  'server.axis.order': '按次序等距排列；两个标记之间的距离没有意义。',
  'server.axis.leftOut': (p, f) =>
    p.names.length === 0
      ? `另有 ${f.integer(p.more)} 个最不重要的拖住者`
      : `最不重要的：${f.list([...p.names, ...(p.more > 0 ? [`另外 ${f.integer(p.more)} 个`] : [])])}`,
  'server.axis.more': (p, f) => `另有 ${f.integer(p.count)} 个更新的拖住者，列在表中。`,
  'server.axis.text.horizon': (p) =>
    `${TABLE[p.kind]}的边界是 ${p.xid}；下一个 xid 是 ${p.next}。在 ${p.xid} 之前删除的可以清除。`,
  'server.axis.text.dead': (p, f) =>
    `被 ${p.xid} 删除：${f.integer(p.count)} 个版本，${p.answer === 'removable' ? '可以清除' : p.answer === 'kept' ? '保留' : '有待查明'}。`,

  'server.kinds': '所有边界',
  'server.kinds.kind': '种类',
  'server.kinds.horizon': '边界',
  'server.kinds.by': '拖住者',
  'server.kinds.nobody': '无人',
  'server.holders.table': '所有可能拖住它的',
  'server.holders.who': '谁',
  'server.holders.pin': '最旧',
  'server.holders.where': '何处',
  'server.holders.role': '对此种类',

  'server.rows.title': (p, f) =>
    p.kept === 0 && p.removable === 0
      ? `${p.name}：这些页上没有死的行版本`
      : `${p.name}：保留 ${f.integer(p.kept)} 个死版本，${f.integer(p.removable)} 个可以清除`,
  'server.rows.kind': (p) => `这张表的行版本按${TABLE[p.kind]}的清理边界 ${p.horizon} 判断。`,
  'server.rows.none': '文件没有指明表。设置 xipscope.relation，本页就会说明每个行版本为什么还在。',
  'server.rows.noTable': (p) => `此数据库中没有表 ${p.name}。`,
  'server.rows.noPages': (p) =>
    `文件中没有 ${p.name} 的页：服务器缺少扩展 pageinspect（CREATE EXTENSION pageinspect），或者表是空的。`,
  'server.rows.pages': (p, f) =>
    `显示：${p.first === p.last ? `第 ${p.first} 页` : `第 ${p.first} 到 ${p.last} 页`}，该表共 ${f.integer(p.blocks)} 页。`,
  'server.rows.list': '行版本',
  'server.rows.filter': '显示',
  'server.rows.filter.dead': '死版本',
  'server.rows.filter.all': '全部',
  'server.rows.more': (p, f) => `另有 ${f.integer(p.count)} 个。显示它们`,
  'server.row.name': (p) => `(${p.block},${p.lp})`,
  'server.row.written': (p) => `xmin ${p.xmin}${p.xmax === null ? '' : `，xmax ${p.xmax}`}`,
  'server.row.live': '存活',
  'server.row.inserting': '正在插入',
  'server.row.deleting': '存活，正在删除',
  'server.row.never': '可以清除：已回滚',
  'server.row.removable': '可以清除',
  'server.row.kept': (p, f) => `${who(p.holder)}${p.more === 0 ? ' ' : ` 等 ${f.integer(p.more + 1)} 个`}使它保留`,
  'server.row.keptByTime': '保留：在查询开始之后才删除',
  'server.row.unknown': '无法得知',
  'server.why': (p) => `(${p.block},${p.lp}) 为什么还在？`,
  'server.why.inserted': (p) =>
    p.frozen
      ? `由 ${p.xid} 插入，此后已冻结：比每个快照都旧。`
      : `由 ${p.xid} 插入，它${OUTCOME[p.outcome]}${p.hinted ? '（提示位如此记载）' : ''}。`,
  'server.why.deleted': (p) =>
    `被 ${p.xid} 删除或替换，它${OUTCOME[p.outcome]}${p.hinted ? '（提示位如此记载）' : ''}。`,
  'server.why.notDeleted': '没有人删除它；锁不是删除。',
  'server.why.live': '它就是该行现在的样子。',
  'server.why.inserting': '它没有死；它甚至还没有存在。',
  'server.why.deleting': '它还没有死：删除者仍可能回滚。',
  'server.why.never': '从没有人看见它。下一次 VACUUM 或页的修剪就会清除它，与边界无关。',
  'server.why.removable': (p) =>
    `${p.xid} 在边界 ${p.horizon} 之前：没有快照看得见它。它还在，只是因为 VACUUM 和修剪都还没有来过。`,
  'server.why.kept': (p) =>
    `${p.xid} 不在边界 ${p.horizon} 之前，所以可能仍有人需要它。以下各项保留它；全都离开之后才可以清除：`,
  'server.why.keptByTime': (p) => `${p.xid} 不在边界 ${p.horizon} 之前，而文件中没有人拖住它：下次查看时它就可以清除。`,
  'server.why.unknown': (p) => `文件中没有 ${p.xid} 的结果：服务器不再保留，或文件被截断。`,
  'server.why.keeper': (p) => `${who(p)}：${p.pin}${p.where === '' ? '' : `（${p.where}）`}`,
  'server.why.moreKeepers': (p, f) => `以及另外 ${f.integer(p.count)} 个`,
  'server.seen.title': '各快照怎么看它',
  'server.seen.file': (p) => `这次查询自己的快照，${p.xmin} 到 ${p.xmax}`,
  'server.seen.session': (p) => `会话 ${p.pid}，xmin ${p.xmin}`,
  'server.seen.yes': '看得见',
  'server.seen.no': '看不见',
  'server.seen.unknown': '无法得知',
  'server.seen.insert': (p) => `插入：${WHY[p.why]}`,
  'server.seen.remove': (p) =>
    `${p.seen === 'yes' ? '对它来说已删除' : p.seen === 'no' ? '对它来说未删除' : '已删除？'}：${WHY[p.why]}`,
  'server.seen.oldest': '会话指它最旧的快照。READ COMMITTED 会话的下一条语句会取新的快照。',
  'server.pointers': (p, f) =>
    `没有元组的行指针：${f.integer(p.dead)} 个已死，${f.integer(p.redirect)} 个重定向，${f.integer(p.unused)} 个未使用。`,
  'server.note.recovery': '这台服务器是备库。它自己不清除任何东西；它的边界是 hot_standby_feedback 会告诉主库的那个。',
  'server.note.tooOld': (p) => `old_snapshot_threshold 为 ${p.minutes} min：VACUUM 可以越过比这更久的拖住者。`,
  'server.note.unseen': (p, f) =>
    `有 ${f.integer(p.count)} 个正在运行的事务在文件中没有归属：很可能在查询运行期间结束了。再运行一次即可确定。`,
  'server.link': '查看真实服务器',
  'server.toScenarios': '场景',
};
