import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';
import { upTo } from '../margin.ts';

const bytes = (n: number, f: Format) => `${f.integer(n)} 字节`;
const nsOf = (ns: number, f: Format) => `${f.integer(Math.round(ns))} ns`;
const withMargin = (ns: number, margin: number, f: Format) =>
  `${f.integer(Math.round(ns))}\u00a0±\u00a0${f.integer(upTo(margin, 0))}\u00a0ns`;
const eachOf = (isTable: boolean) => (isTable ? '每次操作' : '每个事务');
const KINDS = {
  trueSharing: '真共享',
  restored: '重写同值',
  falseSharing: '伪共享',
  forHorizon: '读清理边界',
  upgrades: '只缺所有权',
  cold: '冷',
} as const;
interface Why {
  readonly misses: number;
  readonly kinds: readonly { readonly kind: keyof typeof KINDS; readonly by: number }[];
}
const SHOWN_KINDS = 3;
const inAll = ({ misses, kinds }: Why, isTable: boolean, f: Format) => {
  const change = (by: number) => `${by < 0 ? '少' : '多'} ${f.fixed(Math.abs(by), 2)} 次`;
  const much = Number(f.fixed(Math.abs(misses), 2)) === 0 ? '未命中与之前一样多' : `未命中${change(misses)}`;
  const which = kinds.slice(0, SHOWN_KINDS).map(({ kind, by }) => `${KINDS[kind]}${change(by)}`);
  return `${eachOf(isTable)}${much}${which.length === 0 ? '' : `：${which.join('，')}`}。`;
};
const COMPARED = { less: '快于', more: '慢于', same: '相当于' } as const;
interface Against {
  readonly ns: number;
  readonly margin: number;
  readonly compared: keyof typeof COMPARED;
}
const against = ({ ns, margin, compared }: Against, whose: string, f: Format) =>
  `${COMPARED[compared]} ${whose}（${withMargin(ns, margin, f)}）`;

/** With its ±, rounded up: none where all replays agree. */
const exactOr = (value: number, margin: number, digits: number, f: Format): string =>
  margin === 0
    ? f.fixed(value, digits)
    : `${f.fixed(value, digits)} ± ${f.fixed(Math.ceil(margin * 10 ** digits) / 10 ** digits, digits)}`;

const limitOf = ({ now, goal }: { readonly now: number | null; readonly goal: number | null }, f: Format): string =>
  now === null || goal === null ? '' : `最多 ${nsOf(goal, f)}；现在 ${nsOf(now, f)}。`;

export const layout: Translation<'layout'> = {
  'layout.name': '布局实验台',
  'layout.title': '字段放在哪里，决定一个事务要多久',
  'layout.lead':
    'PostgreSQL 14 靠移动字段变快：在条形旁逐步按每一次移动，或自己移动一个字段。一行是一个缓存行，一个方框是一个字段。',
  'layout.found': (p, f) => {
    const time = withMargin(p.yours.ns, p.yours.margin, f);
    if (p.own === 'pg13')
      return `这就是 PostgreSQL 13 自己的布局：一个事务需要 ${time}，${against(p.of14, '14 的布局', f)}`;
    if (p.own === 'pg14')
      return `这就是 PostgreSQL 14 自己的布局：一个事务需要 ${time}，${against(p.of13, '13 的布局', f)}`;
    return `用这个布局，一个事务需要 ${time}：${against(p.of13, 'PostgreSQL 13 的布局', f)}，${against(p.of14, '14 的布局', f)}`;
  },
  'layout.steps': '从 13 到 14，一步一步移动',
  'layout.step.pg13':
    'PostgreSQL 13：xid 和 xmin 同在 PGXACT 的 12 字节条目里，一个缓存行约有五个条目。谁写 xmin，正在扫描的核就都失去这一行。',
  'layout.step.xmin-moved': '第 1 步：xmin 移到 PGPROC，快照不再读它。邻居写 xmin 时，扫描的核仍保有自己的缓存行。',
  'layout.step.dense': '第 2 步：xid 并排放进自己的数组，一个缓存行放 16 个。扫描读的缓存行更少。',
  'layout.step.pg14': 'PostgreSQL 14：与 dense 相同，再加一个已结束事务的计数。计数不变时，快照不必扫描就能重用。',
  'layout.step.own': '这是你自己的布局。按 13 从 PostgreSQL 13 重新开始。',
  'layout.what': '一行是一个缓存行，一个方框是一个字段；实心：会被写入，别的核也用它',
  'layout.counting': '正在重放引擎的访问……',
  'layout.replaying': '正在重放……',
  'layout.caption':
    '一行是一个 64 字节的缓存行，一个方框是一个字段。每个数值都是 12 次重放的平均数，每次重放中各结构在内存中的位置不同；换 12 次重放，平均数仍在 ± 之内。',
  'layout.say': (p, f) =>
    `${p.code} 的访问，布局共 ${f.integer(p.lines)} 个缓存行${
      p.ns === null || p.misses === null
        ? ''
        : `：${eachOf(p.isTable)} ${nsOf(p.ns, f)}，${f.fixed(p.misses, 1)} 次未命中`
    }。`,
  'layout.yours': '你的',
  'layout.given': '读入时',
  'layout.found.own': (p, f) =>
    `用这个布局，一次操作需要 ${withMargin(p.yours.ns, p.yours.margin, f)}：${against(p.given, '你给出的原样', f)}`,
  'layout.own': '自己的表',
  'layout.bars': '每个事务的时间',
  'layout.bars.of': (p) => `每个事务的时间，${p.workload}`,
  'layout.bars.ofTable': '你的表每次操作的时间',
  'layout.ns': (p, f) => withMargin(p.ns, p.margin, f),
  'layout.number': (p, f) => `${f.fixed(p.value, p.digits)} ± ${f.fixed(upTo(p.margin, p.digits), p.digits)}`,
  'layout.misses': (p, f) => `${f.fixed(p.misses, 1)} 次未命中`,

  'layout.picture.size': (p, f) =>
    p.entries === 1 ? bytes(p.bytes, f) : `${f.integer(p.entries)} × ${bytes(p.bytes, f)}`,
  'layout.picture.leftOut': (p, f) => `这一项还有 ${f.integer(p.lines)} 个缓存行没有被碰到`,
  'layout.picture.quiet': (p) => `没有被碰到，所以没有画出：${p.names.join('、')}`,
  'layout.tile': (p, f) =>
    `${p.field}：${bytes(p.bytes, f)}，在缓存行 ${f.integer(p.line)} 的第 ${f.integer(p.byte)} 字节；${p.tone}`,
  'layout.legend': '方框的含义',
  'layout.legend.many': '几个核都写它',
  'layout.legend.shared': '每个条目由一个核写，别的核也碰它',
  'layout.legend.beside': '所在的缓存行被伪共享',
  'layout.legend.own': '只有所属的核碰它',
  'layout.legend.read': '只被读取，从不写入',
  'layout.legend.quiet': '这个负载不碰它',
  'layout.detail.none':
    '第一步：点击一个实心字段。这一行会告诉你谁读它、谁写它，以及它的用途。拖动字段，或按方向键，就能把它移到另一个缓存行。',
  'layout.detail.dragged': (p) => (p.struct === null ? `正在移动 ${p.field}` : `正在把 ${p.field} 移入 ${p.struct}`),
  'layout.detail.forbidden': (p) => `${p.field} 不能放进 ${p.struct}：一个是每个连接一项，另一个只有一份。`,
  'layout.detail.place': (p, f) => `${bytes(p.bytes, f)}，位于 ${p.struct} 的第 ${f.integer(p.from)} 字节`,
  'layout.detail.use': (p, f) => {
    const read = p.readers === 0 ? '没有人读' : `${f.integer(p.readers)} 个核读 ${f.fixed(p.reads, 1)} 次`;
    const written = p.writers === 0 ? '没有人写' : `${f.integer(p.writers)} 个核写 ${f.fixed(p.writes, 1)} 次`;
    return `${eachOf(p.isTable)}：${read}，${written}，未命中 ${f.fixed(p.misses, 2)} 次`;
  },
  'layout.detail.field': (p) => `：${p.about === null ? '' : `${p.about}。`}${p.place}；${p.use}。`,
  'layout.detail.struct': (p) => `：${p.about}。`,
  'layout.detail.replaying': '正在重新计数……',
  'layout.detail.unused': '这个负载不碰它',
  'layout.names': '上面各缓存行中的字段',
  'layout.tone.many': '几个核都写它',
  'layout.tone.shared': '每个条目由一个核写，别的核也碰它',
  'layout.tone.beside': '它的缓存行被伪共享：别的核在用其中的其他字节',
  'layout.tone.read': '只被读取，从不写入',
  'layout.tone.own': '只有所属的核碰它',
  'layout.tone.quiet': '没有被碰到',

  'layout.code': '访问与初始布局',
  'layout.field': '字段',
  'layout.none': '选择一个字段',
  'layout.tool.earlier': '前移',
  'layout.tool.later': '后移',
  'layout.tool.up': '移入上一个结构',
  'layout.tool.down': '移入下一个结构',
  'layout.tool.split': '单独成为一个结构',
  'layout.tool.undo': '撤销',
  'layout.code.what': (p) => `${p.code}：${p.what}`,
  'layout.tool.pad': '独占缓存行',
  'layout.tool.padOf': (p) => `让 ${p.name} 的每一项独占缓存行`,
  'layout.tool.arrays': '数组',
  'layout.tool.arraysOf': (p) => `把 ${p.name} 的每个字段存成单独的数组`,
  'layout.tool.join': '并入上面',
  'layout.tool.joinOf': (p) => `把 ${p.name} 的字段接到上面的结构后面`,
  'layout.tools': '移动选中的字段',

  'layout.settings': '机器与连接',
  'layout.settings.summary': (p, f) =>
    `${p.machine}，${p.protocol}；${f.integer(p.connections)} 个连接中 ${f.integer(p.active)} 个活跃${p.workload === null ? '' : `；负载：${p.workload}`}`,
  'layout.settings.protocol': '一致性协议',
  'layout.settings.own': (p) => `与机器相同（${p.protocol}）`,

  'layout.said.moved': (p, f) =>
    `${p.field} 现在${p.struct === null ? '单独成为一个结构' : `在 ${p.struct} 中`}，位于缓存行 ${f.integer(p.line)} 的第 ${f.integer(p.byte)} 字节。`,
  'layout.said.joined': '两个结构合成了一个。',
  'layout.said.preset': (p) => `这是 ${p.code} 的布局。${p.isOwn ? '按“撤销”可以找回你的布局。' : ''}`,
  'layout.said.arrays': (p) =>
    p.on ? `${p.struct} 的每个字段现在各成一个数组。` : `${p.struct} 的字段又组成一项一项了。`,
  'layout.said.padded': (p) => (p.on ? `${p.struct} 的每一项现在独占缓存行。` : `${p.struct} 的各项现在首尾相接。`),
  'layout.said.workload.readonly': '这个挑战的负载是“只读”：事务只取快照，不分配事务 ID。所有时间都重新计算。',
  'layout.said.workload.readwrite': '这个挑战的负载是“读写”：每个事务都分配事务 ID。所有时间都重新计算。',
  'layout.said.taken': (p) => `${p.file === null ? '布局' : p.file} 已采用，正在重放。`,
  'layout.said.notTaken': (p) => `没有采用 ${p.file}。${p.why}文本框里仍是之前的布局。`,
  'layout.said.linkCopied': '链接已复制到剪贴板。它包含布局和所有设置。',
  'layout.effect': (p, f) => {
    if (p.compared === 'same') return `时间没有区别：两者相差不超过 ± ${nsOf(upTo(p.margin, 0), f)}。`;
    const time = `${p.isTable ? '一次操作' : '一个事务'}${p.compared === 'less' ? '少' : '多'}用 ${nsOf(p.ns, f)}`;
    return p.cause === null
      ? `${time}。${inAll(p, p.isTable, f)}`
      : `${time}，因为对 ${p.cause.field} 的访问未命中 ${f.fixed(p.cause.to, 2)} 次，之前是 ${f.fixed(p.cause.from, 2)} 次。`;
  },
  'layout.said.read': '布局已读入。',
  'layout.said.undone': '已撤销上一次修改。',
  'layout.said.copied': 'JSON 已复制到剪贴板。',
  'layout.said.copyFailed': '浏览器不允许复制。请改为保存文件。',
  'layout.said.saved': (p) => `已保存为 ${p.file}。`,
  'layout.said.count': (p) => `${p.field} 不能放进 ${p.struct}：一个是每个连接一项，另一个只有一份。`,
  'layout.said.end': (p) => `${p.field} 不能再往那边移动：${p.struct} 之外没有别的结构了。`,
  'layout.said.alone': (p) => `${p.field} 已经独占结构 ${p.struct}。`,
  'layout.said.join': (p) => `${p.struct} 上面没有项数相同的结构，所以没有可以合并的。`,

  'layout.challenge': '挑战',
  'layout.challenge.beat-13': '用 13 自己的字段胜过 13',
  'layout.challenge.what-hurts': '找出造成损失的字段',
  'layout.challenge.near-14': '不用计数器接近 14',
  'layout.challenge.met': '完成',
  'layout.challenge.open': '未完成',
  'layout.goal.beat-13': (p, f) => `重新排列 13 的字段，让一个事务快 5% 以上，且差距大于误差（±）。${limitOf(p, f)}`,
  'layout.goal.what-hurts':
    'PostgreSQL 13 在每个事务结束时都会写某一个字段，尽管它的值没有变，别的核却不得不重新读取这个缓存行。选中这个字段，再按“就是它”。',
  'layout.goal.near-14': (p, f) =>
    `使用密集数组出现之前的访问；一个事务的时间最多是 14 的 ${f.fixed(p.times, 2)} 倍。${limitOf(p, f)}`,
  'layout.goal.other': (p) =>
    `这不算数：现在重放的是 ${p.code} 的访问。请在“访问与初始布局”中选择${p.challenge === 'beat-13' ? ' 13' : ' 9.1、13、GlobalVis 或 xmin 移走'}。`,
  'layout.why': (p, f) =>
    `完成：比 ${p.start} 的布局少用 ${nsOf(p.ns, f)}。${
      p.cause === null
        ? inAll(p, false, f)
        : `对 ${p.cause.field} 的访问，每个事务未命中 ${f.fixed(p.cause.to, 2)} 次，之前是 ${f.fixed(p.cause.from, 2)} 次。`
    }`,
  'layout.hurts': '就是它',
  'layout.hurts.right': (p, f) =>
    `对。13 的每个事务都会再次写入 ${p.field}，值却和原来一样。每次扫描都要读它，所以每次扫描都得重新读取这个缓存行：每个事务有 ${f.fixed(p.restored, 2)} 次读取在那里发现相同的值，其他字段合计 ${f.fixed(p.others, 2)} 次。`,
  'layout.hurts.wrong': (p, f) =>
    `不是 ${p.field}：每个事务有 ${f.fixed(p.restored, 2)} 次读取在那里发现相同的值，另一个字段造成的更多。`,

  'layout.table': (p) => `${eachOf(p.isTable)}的计数`,
  'layout.table.layout': '布局',
  'layout.table.ns': 'ns',
  'layout.table.margin': '± ns',
  'layout.table.perSecond': (p) => (p.isTable ? '每秒操作数（千）' : '每秒事务数（千）'),
  'layout.count.misses': '未命中',
  'layout.count.trueSharing': '真共享',
  'layout.count.restored': '重写同值',
  'layout.count.falseSharing': '伪共享',
  'layout.count.forHorizon': '清理边界（xmin）',
  'layout.count.upgrades': '只缺所有权',
  'layout.count.cold': '冷',
  'layout.count.transfers': '传送',
  'layout.table.about':
    '未命中按重新读取的原因划分。“重写同值”：别的核写过这次操作读取的字，但每个值都和原来一样。“只缺所有权”：缓存行在，但没有写的权利。“冷”：首次访问，或空间不足。“传送”来自别的核的缓存。时间只包括引擎本身，访问一个接一个；吞吐量是一个核不做其他工作时的吞吐量。',

  'layout.terms': '各种原因的含义',
  'layout.terms.trueSharing': '别的核写了这次操作要读或写的字，而且值变了。数据必须传过来；只有少写或少读才能避免。',
  'layout.terms.falseSharing':
    '别的核写了这个缓存行中的其他字，这次操作一个也不需要。代价来自相邻的字段；各占自己的缓存行就没有了。',
  'layout.terms.horizon':
    '别的核写过的字里，这次操作只读 xmin，用来求清理边界（比它旧的行版本已经没用）。快照本身要的是旁边的 xid。所以从不被写的字段在这里也会未命中：它是这次操作在一个 xmin 被写过的缓存行中最先读到的。',

  'layout.heat.title': '未命中发生在哪里',
  'layout.heat.about': (p) =>
    `未命中最多的缓存行，排列方式同 perf c2c。“归咎”：因为写了这些字节，别的核不得不重新读取的次数。所有数值都是${eachOf(p.isTable)}的数值，取 12 次重放的平均，每次重放中各结构在内存中的位置不同；换 12 次重放，平均数仍在 ± 之内。没有 ± 的数值是精确的：每次重放都相同。`,
  'layout.heat.legend': '横条的含义',
  'layout.heat.mark.written': '被写的字节',
  'layout.heat.mark.read': '只被读取的字节',
  'layout.heat.mark.pale': '越淡，未命中和归咎越少',
  'layout.heat.mark.selected': '选中的字段',
  'layout.heat.line': (p, f) => `缓存行 ${f.integer(p.line)}：${p.structs.join('、')}`,
  'layout.heat.entry': (p, f) => `${p.field} [${f.integer(p.entry)}]`,
  'layout.heat.number': (p, f) => exactOr(p.value, p.margin, 2, f),
  'layout.heat.misses.of': (p, f) => `${exactOr(p.value, p.margin, 1, f)} 次未命中`,
  'layout.heat.by': (p, f) => (p.cores === 0 ? '–' : `${exactOr(p.n, p.margin, 1, f)} 次，${f.integer(p.cores)} 个核`),
  'layout.heat.bytes': '字节',
  'layout.heat.field': '字段',
  'layout.heat.reads': '读',
  'layout.heat.writes': '写',
  'layout.heat.misses': '未命中',
  'layout.heat.blamed': '归咎',
  'layout.heat.where': '发生在',
  'layout.operation.begin': '开始',
  'layout.operation.snapshot': '快照',
  'layout.operation.release': '释放',
  'layout.operation.assign': '分配 xid',
  'layout.operation.end': '结束',

  'layout.json': '布局文件',
  'layout.json.about':
    '修改 JSON，或粘贴另一个布局，再按“应用”。字段可以按任意顺序放在任意结构里；引擎的每个字段必须恰好出现一次。想试自己的结构，请按“插入示例”看格式：字段和大小，以及一张表，写明谁读写哪个字段、多久一次。',
  'layout.json.operation':
    '在自己的表里，一次操作是一个活跃连接的一轮：它依次执行表中的每一行。对于一行的 "by" 分给它的每一项，它读或写该字段 "rate" 次；0.1 是每十次操作一次。空闲连接什么也不做。',
  'layout.json.kinds':
    '"kind" 是 "read" 或 "write"。"by" 是 "owner"（该项自己的连接）、"others"（除它以外的所有连接）、"all"，或一个数：最前面的这么多个活跃连接。"count" 是一个数，各项由活跃连接轮流拥有；或 "connections"：每个连接一项，空闲连接也有。"as" 是 "structs" 或 "arrays"。',
  'layout.json.apply': '应用',
  'layout.json.copy': '复制',
  'layout.json.save': '保存',
  'layout.json.open': '打开文件',
  'layout.json.example': '插入示例',
  'layout.json.inserted': '文本框里是一个自定义结构的示例。修改它，再按“应用”。',
  'layout.json.link': '复制链接',
  'layout.json.address': '这个页面的地址始终包含完整的布局和所有设置。',

  'layout.address.broken': '这个链接中的布局已损坏。请重新复制链接，或打开布局的 JSON 文件。',
  'layout.file.at': (p) => `${p.where}：${p.problem}`,
  'layout.file.top': '文件',
  'layout.file.unknown': (p) => `这里没有成员“${p.name}”。请删除它，或使用其中之一：${p.known.join('、')}。`,
  'layout.file.notObject': (p) => `这里需要一个对象，包含 ${p.known.join('、')}。`,
  'layout.file.notList': '这里需要方括号中的列表。',
  'layout.file.tooMany': (p, f) => `列表太长。最多保留 ${f.integer(p.most)} 项。`,
  'layout.file.name': '这里需要一个带引号的名称：以字母开头，后面最多 59 个字母、数字、点、连字符或下划线。',
  'layout.file.whole': (p, f) => `这里需要 1 到 ${f.integer(p.max)} 的整数。`,
  'layout.file.rate': (p, f) => `这里需要大于 0、不超过 ${f.integer(p.max)} 的数。`,
  'layout.file.oneOf': (p) => `这里需要其中之一：${p.known.join('、')}。`,
  'layout.file.format': (p) => `这里需要“${p.format}”。这个文件可能是另一种文件。`,
  'layout.file.tooLong': (p, f) => `文本超过 ${f.integer(p.most)} 个字符，所以不是布局。`,
  'layout.file.notJson': (p, f) =>
    `这不是 JSON：第 ${f.integer(p.line)} 行，第 ${f.integer(p.column)} 列。布局以 {"format": "${p.format}", …} 开头；请检查逗号和引号。`,
  'layout.file.isC': (p) =>
    `这是 C，不是 JSON。布局以 {"format": "${p.format}", …} 开头。请按“插入示例”，在那里写入你的字段、大小和访问者。`,
  'layout.file.tooManyFields': (p, f) => `布局的字段太多。最多保留 ${f.integer(p.most)} 个。`,
  'layout.file.twice': (p) => `字段 ${p.name} 出现了两次。请删除一个，或改名。`,
  'layout.file.twiceStruct': (p) => `有两个结构都叫 ${p.name}。请给其中一个改名。`,
  'layout.file.emptyStruct': (p) => `结构 ${p.name} 没有字段。请删除它，或给它一个字段。`,
  'layout.file.noAccess': (p) =>
    `没有人访问这个布局。请加上 "replay"，值为其中之一：${p.known.join('、')}；或在 "access" 中加上行。`,
  'layout.file.noSuchField': (p) => `access：没有结构含有字段 ${p.name}。请加上这个字段，或改正它的名称。`,
  'layout.file.both': 'access：重放的是引擎自己的访问，所以这个列表必须为空。请删除 "replay"，或删除这些行。',
  'layout.file.bytes': (p, f) => `布局超过 ${bytes(p.bytes, f)}。请减少连接数，或缩小每一项。`,
  'layout.file.accesses': (p, f) => `这张表的一次操作超过 ${f.integer(p.accesses)} 次访问。请降低频率，或减少连接数。`,
  'layout.file.missing': (p) => `缺少字段 ${p.name}；${p.code} 的代码要用它。请把它加到一个结构里。`,
  'layout.file.size': (p, f) => `字段 ${p.name} 在引擎中有 ${bytes(p.size, f)}。请改正它的大小。`,
  'layout.file.count': (p) => `字段 ${p.name} 在 ${p.struct} 里，但项数不同。请把它移到项数为 ${p.count} 的结构里。`,
};
