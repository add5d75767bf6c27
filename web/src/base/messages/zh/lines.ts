import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const lineCount = (n: number, f: Format): string => `${f.integer(n)} 个缓存行`;
const ns = (n: number, f: Format): string => `${f.integer(Math.round(n))}\u202fns`;
const cores = (n: number, f: Format): string => `${f.integer(n)} 个其他核`;

const OPERATIONS = {
  begin: '开始',
  snapshot: '取快照',
  release: '释放快照',
  assign: '取得 xid',
  end: '提交',
} as const;
const FOUND = {
  l1: '来自自己的 L1',
  l2: '来自自己的 L2',
  l3: '来自共享的 L3',
  cluster: '来自本簇的 L2',
  peer: '经过核互连',
  far: '来自另一插槽',
  memory: '来自内存',
  'far-memory': '来自另一插槽的内存',
} as const;
const SHARINGS = {
  'not-shared': '',
  true: '真共享',
  false: '伪共享',
  'for-horizon': '为清理边界',
} as const;
const UNITS = { access: '访问', miss: '未命中', snapshot: '快照', transaction: '事务' } as const;

export const lines: Translation<'lines'> = {
  'lines.title': '这是谁的缓存行？',
  'lines.loading': '引擎正在取最初的快照…',
  'lines.failed': (p) => `引擎停止了：${p.what}`,
  'lines.beyond': (p, f) =>
    `这个场景里核 A 没有第 ${f.integer(p.operation)} 个操作：场景在此之前就结束了。现在显示的是另一个操作。`,
  'lines.link.story': '故事：所有的核',

  'lines.core': (p) => (p.lettered ? p.name : `核 ${p.name}`),

  'lines.finding.neighbours': (p, f) => {
    const why =
      p.forHorizon === 0
        ? '，而它读的字节都没有变'
        : p.forHorizon === p.lines
          ? '，那是清理边界要用的'
          : '，而那里没有一个 xid 变过';
    const again = `${p.design} 里，${p.who} 要重新取回 ${lineCount(p.lines, f)}`;
    if (p.writers === 0) return `${again}：他人在那里写了${why}。`;
    const wrote = p.fields.length === 0 ? '在那里写了' : `写了自己的 ${f.list(p.fields)}`;
    return `${again}：${f.integer(p.writers)} 个邻居${wrote}${why}。`;
  },
  'lines.told': (p, f) =>
    `${p.kind === 'snapshot' ? `核 ${p.who} 的一次快照` : `核 ${p.who} ${OPERATIONS[p.kind]}`}，逐次访问；${f.integer(p.connections)} 个连接，${f.integer(p.active)} 个活跃：${p.design} ${ns(p.ns, f)}，${p.other} ${ns(p.otherNs, f)}${p.kind === 'snapshot' ? '；比故事里长，因为那里一次只有一个核在动。' : '。标尺上一个方框就是等一行。'}`,
  'lines.finding.reused': (p, f) =>
    p.both
      ? `${p.design} 和 ${p.other} 都不必遍历：${lineCount(p.lines, f)}和 ${lineCount(p.otherLines, f)}。`
      : `${p.design} 不必遍历：${lineCount(p.lines, f)}，${ns(p.ns, f)}；${p.other} 走过 ${f.integer(p.otherLines)} 个，${ns(p.otherNs, f)}。`,
  'lines.finding.changed': (p, f) =>
    `${p.both ? '两种设计' : p.design}：${p.who} 取回 ${lineCount(p.lines, f)}，因为它要读的 ${f.list(p.what)} 被别的核写过；其他的都还在它的缓存里。`,
  'lines.finding.cold': (p, f) => `${p.design}：${lineCount(p.lines, f)}不在 ${p.who} 自己的缓存中，也没有人拿走它们。`,
  'lines.finding.hits': (p, f) =>
    `一切都在 ${p.who} 自己的缓存中：${p.design} ${f.integer(p.lines)} 个缓存行，${ns(p.ns, f)}；${p.other} ${f.integer(p.otherLines)} 个，${ns(p.otherNs, f)}。`,
  'lines.finding.takes': (p, f) => {
    const lose = (n: number) => (n === 0 ? '没有人失去什么' : `${cores(n, f)}失去其副本`);
    const writes = `${p.who} ${OPERATIONS[p.kind]}，写 ${f.list(p.fields)}`;
    return p.copies === p.otherCopies
      ? `${writes}：两种设计中都是${lose(p.copies)}。`
      : `${writes}：${p.design} 中${lose(p.copies)}，${p.other} 中${lose(p.otherCopies)}。`;
  },
  'lines.finding.count': (p, f) =>
    `${p.who} 的一个快照，在 ${p.design} 里读 ${f.integer(p.lines)} 个缓存行，在 ${p.other} 里读 ${f.integer(p.otherLines)} 个。`,
  'lines.finding.quiet': (p) => `${p.who} ${OPERATIONS[p.kind]}，没有人失去副本。`,

  'lines.panel.title': (p) => `${p.design}：${p.what}`,
  'lines.panel.left': '左边的设计',
  'lines.panel.right': '右边的设计',

  'lines.note.waited': (p, f) => `${p.ns}（其中等待 ${f.integer(Math.round(p.wait))}）`,
  'lines.note.miss': (p) =>
    `${p.ns}，${FOUND[p.found]}${SHARINGS[p.sharing] === '' ? '' : ` · ${SHARINGS[p.sharing]}`}`,
  'lines.note.upgrade': (p, f) =>
    p.losers === 0 ? `${p.ns}，为独占该行` : `${p.ns}，为独占该行：${cores(p.losers, f)}失去它`,
  'lines.note.hit': (p) => `${p.region}：已在 ${p.who} 处，${FOUND[p.found]}`,
  'lines.note.overHits': (p, f) =>
    `${p.lines === 1 ? '该缓存行' : `全部 ${f.integer(p.lines)} 个缓存行都`}在 ${p.who} 的 L1 或 L2 中`,
  'lines.note.over': (p, f) =>
    `完成：${f.integer(p.lines)} 个缓存行中有 ${f.integer(p.lines - p.misses < 0 ? 0 : p.lines - p.misses)} 个在 ${p.who} 的 L1 或 L2 中`,
  'lines.note.none': '没有触及共享内存',

  'lines.status.waitsFor': (p, f) => `${ns(p.ns, f)}：${p.who} 等待 ${p.from} 的缓存行`,
  'lines.status.waits': (p, f) => `${ns(p.ns, f)}：${p.who} 等待一个缓存行，${FOUND[p.found]}`,
  'lines.status.owns': (p, f) => `${ns(p.ns, f)}：${p.who} 等待独占该行`,
  'lines.status.does': (p, f) => `${ns(p.ns, f)}：${p.who} ${p.writes ? '写' : '读'} ${p.field}`,
  'lines.status.over': (p, f) => `${ns(p.ns, f)}：${p.who} ${p.kind === 'snapshot' ? '取得了快照' : '完成了'}`,

  'lines.lens.reads': '读',
  'lines.lens.writes': '写',
  'lines.lens.wrote': '写过',
  'lines.lens.torn': '断开：缓存行到此为止',
  'lines.lens.label': (p, f) =>
    p.entry === null
      ? `${p.region} 的十二个字节，从该行第 ${f.integer(p.from)} 字节起`
      : `${p.region} 第 ${f.integer(p.entry)} 项的十二个字节`,

  'lines.count.ns': 'ns',
  'lines.count.lines': '缓存行',
  'lines.count.misses': '未命中',
  'lines.count.true': '真共享',
  'lines.count.false': '伪共享',
  'lines.count.horizon': '为边界读 xmin',
  'lines.count.waited': (p, f) => `等待 ${f.integer(Math.round(p.ns))}`,
  'lines.count.of': (p, f) => `共 ${f.integer(p.total)}`,
  'lines.count.label': (p) => `${p.design} 在此操作中迄今遇到的`,

  'lines.apart.note': (p, f) => {
    const who = p.more > 0 ? [...p.who, `另外 ${f.integer(p.more)} 个`] : p.who;
    return `${f.list(who)} 也写了 ${p.field}：在 ${p.region} 中，不在 ${p.watched} 的路径上`;
  },
  'lines.apart.nobody': (p) => `还没有别人写过。xmin 在 ${p.region} 中，不在 ${p.watched} 的路径上`,
  'lines.apart.unknown': (p, f) =>
    `${f.list(p.more > 0 ? [...p.who, `另外 ${f.integer(p.more)} 个`] : p.who)} 在 ${p.region} 中写过，不在 ${p.watched} 的路径上`,

  'lines.apart.short': (p, f) => `${p.region}，未读${p.hidden > 0 ? ` +${f.integer(p.hidden)}` : '：'}`,

  'lines.picture.modelled': (p) => `建模 · ${p.machine}`,

  'lines.arc.longer': '弧线未按比例，画得偏长',
  'lines.arc.shorter': '弧线：比其时间短，因地方不够',

  'lines.ruler.label': '时钟所在的位置',
  'lines.ruler.miss': (p) => `未命中，${p.from}`,
  'lines.ruler.missPlain': '未命中',
  'lines.ruler.own': '独占',
  'lines.ruler.memory': '内存',
  'lines.ruler.ns': (p, f) => ns(p.ns, f),
  'lines.ruler.close': '放大',
  'lines.ruler.tick': (p, f) => (p.ns >= 10_000 ? `${f.integer(p.ns / 1000)} µs` : f.integer(p.ns)),
  'lines.ruler.lastTick': (p, f) => (p.ns >= 10_000 ? `${f.integer(p.ns / 1000)}\u202fµs` : ns(p.ns, f)),

  'lines.control.label': '两种设计共用的时钟',
  'lines.control.first': '回到此操作的开头',
  'lines.control.back': '后退一个',
  'lines.control.play': '播放',
  'lines.control.pause': '暂停',
  'lines.control.on': '前进一个',
  'lines.control.by': '步长',
  'lines.control.unit': (p) => UNITS[p.unit],
  'lines.control.speed': '速度',
  'lines.control.details': '细节',
  'lines.control.keys': '方向键走一步，空格键播放，D 显示细节，1 到 4 选择步长。',
  'lines.control.link': '复制链接',
  'lines.control.linkCopied': '指向此刻状态的链接已在剪贴板中。',
  'lines.control.linkFailed': '浏览器不允许把链接放入剪贴板：请从地址栏复制。',

  'lines.key.changed': '该核改过',
  'lines.key.copy': '副本',
  'lines.key.none': '不在此缓存中',
  'lines.key.arc': '正在传送的行',
  'lines.key.lost': '失去副本',
  'lines.key.m': '改过，只此一份',
  'lines.key.e': '未改，只此一份',
  'lines.key.f': '由它应答的副本',
  'lines.key.o': '改过，另有副本',
  'lines.key.dot': '持有副本的核',
  'lines.key.torn': '锯齿边：条目延续到下一行',

  'lines.settings.label': '设置',
  'lines.settings.machine': '机器',
  'lines.settings.active': '工作的核',
  'lines.settings.activeHint': (p, f) => `2 到 ${f.integer(p.max)}：各一个后端进程`,
  'lines.settings.idle': '空闲连接',
  'lines.settings.idleHint': (p, f) => `总共最多 ${f.integer(p.max)} 个`,
  'lines.settings.workload': '负载',
  'lines.settings.workload.readonly': '只读',
  'lines.settings.workload.readwrite': '读写',
  'lines.settings.place': '活跃后端的位置',
  'lines.settings.place.spread': '分散在数组各处',
  'lines.settings.place.middle': '彼此相邻',
  'lines.settings.place.first': '在数组开头',
  'lines.settings.brief': (p, f) => `${f.integer(p.active)} 个核，${f.integer(p.connections)} 个连接`,
  'lines.settings.summary': (p, f) => `${p.machine}，${f.integer(p.active)} 个核，${f.integer(p.connections)} 个连接`,
  'lines.terms.title': '统计什么',
  'lines.terms.miss': '未命中',
  'lines.terms.missText': '核自己的 L1 和 L2 不能答复的访问，或写一个别人也有副本的缓存行。',
  'lines.terms.true': '真共享',
  'lines.terms.trueText':
    '操作触及了这样的字节：自本核上次拥有该行以来，另一核写过它们，即使值没有变：在标志移到自己的数组之前，每个事务结束时都重写 vacuumFlags，多半是用 0 写 0。',
  'lines.terms.false': '伪共享',
  'lines.terms.falseText': '操作不需要任何变过的字节：失去该行，是因为旁边的字段被写了。',
  'lines.terms.horizon': '为边界读 xmin',
  'lines.terms.horizonText':
    '9.1 到 13 在每次取快照时读取所有人的 xmin，以求清理边界（低于它的行已死）。被写过的字节只有这些：快照本身只需要 xid。',
  'lines.terms.own': '只差所有权',
  'lines.terms.ownText':
    '缓存行在手边，但别的核有副本，而写要独占。耗时取决于最远的那个副本，与副本多少无关；带锁前缀的指令（例如写锁的那个字）比普通的写更久。',
  'lines.terms.wait': '等待',
  'lines.terms.waitText': '等别的核对同一缓存行的访问结束。它取决于操作开始的时刻：比较两次单独的操作时，请把它除外。',
  'lines.terms.states': '字母',
  'lines.terms.statesText':
    'M 已修改，只在此处；E 独占，只在此处且未修改；O 已修改，别人有副本；F 未修改，由此副本答复；圆点：谁有副本。',
  'lines.terms.arcs': '弧线',
  'lines.terms.arcsText':
    '与标尺上该次传输的方框等长，所以长度就是时间。核相距太远时更长，上方地方不够时更短；弧线旁会注明。',
  'lines.average.title': '迄今每个快照的平均，所有后端进程',
  'lines.average.design': '设计',
  'lines.average.snapshots': '快照',
  'lines.average.ns': 'ns',
  'lines.average.misses': '未命中',
  'lines.average.none': '–',
  'lines.average.note':
    '从重放开始算起，不含每个后端进程的第一个快照：它在缓存里几乎什么也找不到。同样的时间里，更快的设计取得的快照更多。此处没有列出种类的未命中，是只差所有权的，或冷的。',
  'lines.simplified': '模型省略了什么',

  'lines.text.memory': (p, f) =>
    `${p.name}：${lineCount(p.lines, f)}${p.owned.length === 0 ? '' : `；${p.owned.join('，')}`}`,
  'lines.text.owned': (p, f) => `${p.who} 有 ${f.integer(p.n)} 个处于 ${p.state}`,
  'lines.text.side': (p, f) =>
    `${p.design}：${ns(p.ns, f)}${p.wait >= 1 ? `（其中等待 ${f.integer(Math.round(p.wait))}）` : ''}，${lineCount(p.lines, f)}，${f.integer(p.misses)} 次未命中（${f.integer(p.truly)} 次真共享，${f.integer(p.falsely)} 次伪共享，${f.integer(p.horizon)} 次为边界读 xmin，${f.integer(p.upgrades)} 次只差所有权，${f.integer(p.other)} 次冷未命中）。`,
  'lines.words': '文字说明',
};
