import type { Translation } from '../index.ts';
import { row, times } from './words.ts';

export const lab: Translation<'lab'> = {
  'lab.measure.title': '在本机上有多快？',
  'lab.measure.lead': '两个版本的快照代码在你机器自己的线程上轮流运行。',
  'lab.presets': '问题',
  'lab.preset.versions': '13 对 14，10,000 个空闲连接',
  'lab.preset.all': '全部十二种设计',
  'lab.preset.writers': '许多写者',

  'lab.mode': '测量什么',
  'lab.mode.single': '单次运行',
  'lab.mode.sweep': '扫描连接数',
  'lab.start.single': '运行',
  'lab.start.sweep': '运行',
  'lab.stop': '停止',
  'lab.settings': '设置',
  'lab.settings.summary': (p, f) =>
    `${row(p.designs)} · ${f.integer(p.active)} 个活跃 · ${p.idle} 个空闲 · ${p.mostlyIdle} 个大多空闲 · ${p.workload}`,

  'lab.field.designs': '设计',
  'lab.field.active': '活跃',
  'lab.field.active.hint': (p, f) => `线程数；本机 ${f.integer(p.cores)} 个核`,
  'lab.field.idle': '空闲',
  'lab.field.idle.hint': '什么也不做',
  'lab.field.mostlyIdle': '大多空闲',
  'lab.field.mostlyIdle.hint': '每个每 100 ms 一次',
  'lab.field.workload': '负载',
  'lab.field.otherWork': '其他工作',
  'lab.field.otherWork.hint': '每个事务；0 表示没有',
  'lab.field.lock': '取得 ProcArrayLock',
  'lab.field.lock.hint': '只有负载 snapshot 可以不取。',
  'lab.field.noLock': '不取 ProcArrayLock',
  'lab.field.slice': '每轮时长',
  'lab.field.slice.hint': '每个设计',
  'lab.field.seconds': '每点时间',
  'lab.field.seconds.hint': '每个设计',
  'lab.field.savepoints': '保存点',
  'lab.field.slru': 'pg_subtrans 的缓冲区',
  'lab.field.axis': '扫描对象',
  'lab.field.axis.idle': '空闲',
  'lab.field.axis.mostlyIdle': '大多空闲',
  'lab.field.points': '要测量的连接数',
  'lab.field.points.hint': '用逗号分隔。默认为已发表的连接数。',
  'lab.field.xScale': '连接数的刻度',
  'lab.field.xScale.sqrt': '平方根',
  'lab.field.xScale.linear': '线性',
  'lab.unit.us': 'µs',
  'lab.unit.ms': 'ms',
  'lab.unit.s': 's',

  'lab.workload.snapshot': 'snapshot：纯循环',
  'lab.workload.readonly': 'readonly：pgbench -S',
  'lab.workload.batch': 'batch：一次 100 条空 SELECT',
  'lab.workload.readwrite': 'readwrite：得到一个 xid，然后结束',
  'lab.workload.churn': 'churn：连接不断建立和断开',
  'lab.workload.operations': 'operations：检查、xid、结束，分别计时',
  'lab.workload.subtrans-60': 'subtrans-60：每个事务 60 个保存点',
  'lab.workload.subtrans-90': 'subtrans-90：每个事务 90 个保存点',
  'lab.workload.subtrans-spread': 'subtrans-spread：保存点旁边的读者',

  'lab.oversubscribed': '超额',
  'lab.oversubscribed.warning': (p, f) =>
    `超额：${f.integer(p.active)} 个线程共享 ${f.integer(p.cores)} 个核。它们还要互相等待时间。`,
  'lab.refused': (p) => `${p.why}原来的设置继续有效。`,
  'lab.sweep.next': '更改的字段从下一次扫描起生效。',
  'lab.narrowed': '地址中有不止一种列表。本页只扫描其中一种，其他的取第一个值；命令行则全部执行。',
  'lab.phase.ready': '还没有测量。',
  'lab.phase.starting': '正在启动线程。',
  'lab.phase.running': '正在测量。',
  'lab.phase.hidden': '此标签页隐藏期间暂停。',
  'lab.phase.stopped': '已停止。已测得的结果保留。',
  'lab.phase.done': '所有点都已测量。',
  'lab.phase.failed': '实验室自行停止了。',
  'lab.failed.unknown': '线程结束了，没有说明原因。请再次运行，或重新加载页面。',
  'lab.progress': '扫描进度',
  'lab.progress.text': (p, f) =>
    `第 ${f.integer(p.point)} 点，共 ${f.integer(p.points)} 点：${f.integer(p.connections)} 个连接`,
  'lab.progress.length': (p, f) => `${f.integer(p.points)} 个点，至少 ${f.duration(p.seconds * 1e9)}。`,

  'lab.live.title': '每秒事务数，实时',
  'lab.live.title.measuring': '正在测量差距…',
  'lab.busy': '本机正忙于其他工作，数字跳动，还不能下结论。',
  'lab.live.title.ratio': (p, f) =>
    p.alike
      ? `${p.fast} 的事务数与 ${p.slow} 相同`
      : `${p.fast} 的事务数是 ${p.slow} 的 ${times(p.ratio, f)}${p.reuse ? `：没有人提交，${p.fast} 重用上一个快照，${p.slow} 则要扫描` : ''}`,
  'lab.live.subtitle': '每个设计在自己的轮次中',
  'lab.price': '快照便宜的设计，可能让可见性检查、xid 和结束变贵；这些列在“设计”页上。',
  'lab.live.caption': '各设计在相同的线程上轮流运行，所以使机器变慢的因素对所有设计都一样。竖线标出设置的改变。',
  'lab.live.change.active': (p, f) => `活跃 ${f.integer(p.from)} → ${f.integer(p.to)}`,
  'lab.live.change.idle': (p, f) => `空闲 ${f.integer(p.from)} → ${f.integer(p.to)}`,
  'lab.live.change.mostlyIdle': (p, f) => `大多空闲 ${f.integer(p.from)} → ${f.integer(p.to)}`,
  'lab.live.change.otherWorkUs': (p, f) => `其他工作 ${f.integer(p.from)} → ${f.integer(p.to)} µs`,
  'lab.live.change.workload': (p) => p.to,
  'lab.live.change.lock': (p) => (p.to ? '取 ProcArrayLock' : '不取 ProcArrayLock'),
  'lab.axis.tps': '每秒事务数',
  'lab.live.now': '现在',
  'lab.live.ago': (p, f) => `−${f.integer(p.seconds)} s`,
  'lab.live.empty': '实验室运行后，曲线出现在这里。',
  'lab.live.words': (p, f) =>
    p.values.length === 0
      ? '还没有测量。'
      : `${f.integer(p.active)} 个活跃、${f.integer(p.idle)} 个空闲、${f.integer(p.mostlyIdle)} 个大多空闲的连接：${p.values.map((v) => `设计 ${v.design} 每秒 ${f.si(v.tps)} 个事务`).join('，')}。`,
  'lab.live.ratioN': (p, f) => `${f.integer(p.n)} 对轮次的中位数，区间 ${f.fixed(p.low, 2)}× 到 ${f.fixed(p.high, 2)}×`,

  'lab.sweep.title': (p) => (p.axis === 'idle' ? '吞吐量随空闲连接数的变化' : '吞吐量随大多空闲连接数的变化'),
  'lab.sweep.title.published': (p, f) => {
    const where = `${f.integer(p.kept[0]?.connections ?? 0)} 个${p.axis === 'idle' ? '空闲' : '大多空闲'}连接时`;
    return `${where}，${p.kept.map((k) => `PostgreSQL ${k.design} 保有 ${f.percent(k.share)}`).join('，')}的吞吐量`;
  },
  'lab.sweep.busyPublished': (p, f) =>
    `已发表：${f.integer(p.kept[0]?.connections ?? 0)} 个时，${f.list(p.kept.map((k) => `${k.design} 保持 ${f.percent(k.share)} 的吞吐量`))}。`,
  'lab.sweep.title.kept': (p, f) => {
    const where = `${f.integer(p.connections)} 个${p.axis === 'idle' ? '空闲' : '大多空闲'}连接时`;
    return `${where}，${p.kept.map((k) => `${k.design} 保有 ${f.percent(k.share)}`).join('，')}的吞吐量`;
  },
  'lab.sweep.subtitle': '须线标出各轮的中间一半',
  'lab.sweep.subtitle.published': '已发表的每秒事务数',
  'lab.sweep.subtitle.modelled': '建模的每秒事务数',
  'lab.sweep.subtitle.both': '每秒事务数，已发表的和建模的',
  'lab.sweep.axis.sqrt': (p) => `${p.what}，平方根刻度`,
  'lab.sweep.axis.idle': '空闲连接',
  'lab.sweep.axis.mostlyIdle': '大多空闲的连接',
  'lab.sweep.key.measured': '在此实测',
  'lab.sweep.key.modelled': '建模',
  'lab.sweep.key.published': '已发表',
  'lab.sweep.model': '建模的机器',
  'lab.sweep.model.none': '无',
  'lab.sweep.model.running': (p, f) => `正在建模，${f.percent(p.share)}`,
  'lab.sweep.model.paused': '模型等到测量结束后运行。',
  'lab.sweep.model.failed': (p) => `没有建模：${p.why}`,
  'lab.sweep.model.otherWorkload': '模型不运行此负载。',
  'lab.sweep.model.absolute': (p, f) =>
    `空心标记：为 ${p.machine} 建模，${f.integer(p.active)} 个客户端线程；其他工作按那台机器，不按这里的设置。速度是模型自己的。`,
  'lab.sweep.model.normalised': (p, f) =>
    `空心标记：为 ${p.machine} 建模，${f.integer(p.active)} 个客户端线程；其他工作按那台机器，不按这里的设置。与已发表的曲线一样缩放：只比较形状。`,
  'lab.sweep.modelled': (p) => `${p.design} 建模`,
  'lab.sweep.modelled.short': (p) => `${p.design} 建模`,
  'lab.modelled.absolute': '按模型数值',
  'lab.table.modelled': (p) => `为 ${p.machine} 建模`,
  'lab.sweep.published': (p) => `${p.design} 已发表`,
  'lab.sweep.published.short': (p) => `${p.design} 发表`,
  'lab.sweep.words': (p, f) => {
    const kept = (of: readonly { design: string; connections: number; share: number }[]) =>
      [...new Set(of.map((k) => k.connections))]
        .map((n) => {
          const here = of.filter((k) => k.connections === n);
          return `${f.integer(n)} 个连接时，${here.map((k, i) => (i === 0 ? `${k.design} 的速度是它连接最少时的 ${f.percent(k.share)}` : `${k.design} 是 ${f.percent(k.share)}`)).join('，')}`;
        })
        .join('；');
    return [
      p.points === 0 ? '还没有测量任何点。' : `在此为 ${f.list(p.designs)} 测量了 ${f.integer(p.points)} 个点。`,
      ...(p.modelled === null ? [] : [`为 ${p.modelled.machine} 建模：${kept(p.modelled.kept)}。`]),
      ...(p.published === null ? [] : [`${p.published.machine} 的已发表结果：${kept(p.published.kept)}。`]),
      ...(p.points === 0 ? [] : ['下面的表格包含所有测得的数值。']),
    ].join('');
  },
  'lab.sweep.normalised': (p, f) =>
    `叉：已发表的曲线，都乘以同一系数，从本机在 0 处测得的速度开始；曲线之间的比值与发表的相同。${p.measured === p.published ? `两次运行都用 ${f.integer(p.published)} 个客户端线程` : `已发表的运行用 ${f.integer(p.published)} 个客户端线程，这次用 ${f.integer(p.measured)} 个`}。`,
  'lab.sweep.absolute': (p, f) =>
    `叉：已发表的曲线，来自 ${f.integer(p.published)} 个客户端线程。等本机在 0 处的速度测得足够准，曲线就按它缩放。`,
  'lab.sweep.unsureZero': (p, f) =>
    `叉：已发表的曲线，来自 ${f.integer(p.published)} 个客户端线程。本机在 0 处的速度还不够准，所以没有按本机缩放。`,
  'lab.sweep.noZero': '在 0 处测量了 13 或 14 之后，才会叠加已发表的曲线：它们按该点缩放。',
  'lab.sweep.otherWorkload': '没有与此负载对应的已发表曲线：已发表的运行是只读的 pgbench，即 readonly。',
  'lab.published.threads': (p, f) => `${f.integer(p.n)} 个客户端线程`,
  'lab.published.normalised': '已缩放',
  'lab.published.absolute': '按发表的数值',

  'lab.facts.machine': '本机',
  'lab.facts.threads': (p, f) => `${f.integer(p.n)} 个线程，${f.integer(p.cores)} 个核`,
  'lab.facts.turns': (p, f) => `N = ${f.integer(p.n)} 轮`,
  'lab.facts.clock': (p, f) => `时钟 ${f.duration(p.ns)}`,
  'lab.facts.isolated': '已隔离',
  'lab.facts.notIsolated': '未隔离',

  'lab.table.measured': '在此实测',
  'lab.table.published': '按发表的数值',
  'lab.table.empty': '还没有行。',
  'lab.table.window': '每行最多说明最近一分钟，且仅限当前设置。',
  'lab.table.design': '设计',
  'lab.table.active': '活跃',
  'lab.table.idle': '空闲',
  'lab.table.mostly': '大多',
  'lab.table.idleWord': '空闲',
  'lab.table.tps': '事务数',
  'lab.table.perSecond': '每秒',
  'lab.table.middleHalf': '中间一半',
  'lab.table.ofTurns': '的轮次',
  'lab.table.nsPerSnapshot': '每快照',
  'lab.table.inNoise': '在噪声之内',
  'lab.table.tooFewTurns': '轮次太少',
  'lab.table.notTimed': '未计时',
  'lab.table.operation.check': '可见性',
  'lab.table.operation.check.2': '检查',
  'lab.table.operation.assign': 'xid',
  'lab.table.operation.assign.2': '分配',
  'lab.table.operation.end': '事务',
  'lab.table.operation.end.2': '结束',
  'lab.table.otherWork': '其他工作',
  'lab.table.askedReached': '要求，达到',
  'lab.table.mostlyIdleRate': '大多空闲 /s',
  'lab.table.connects': '建立连接 /s',
  'lab.table.reused': '重用',
  'lab.table.turns': '轮次 (N)',
  'lab.table.seconds': '秒',
  'lab.table.pre': '14 之前 /s',
  'lab.table.post': '14 /s',
  'lab.table.clients': '客户端线程',

  'lab.simplified.title': '简化之处',
  'lab.simplified.lead': (p, f) =>
    `凡 C 代码有意比 PostgreSQL 做得少、或做法不同之处，旁边都有注释说明。以下是这 ${f.integer(p.n)} 条注释；同一条可能与几个页面有关。`,
  'lab.simplified.link': (p, f) => `这里的简化之处：${f.integer(p.n)} 条`,
  'lab.simplified.all': (p, f) => `全部 ${f.integer(p.n)} 条`,
  'lab.simplified.first': '可能改变结论的简化',
  'lab.simplified.first.measure.name': '测量',
  'lab.simplified.first.measure':
    '快照、可见性检查和事务结束是 PostgreSQL 的；解析、执行和套接字合成一个数，即“其他工作”。它少的时候，版本之间的差别比整台服务器的大。',
  'lab.simplified.first.model.name': '大服务器',
  'lab.simplified.first.model':
    '对同一缓存行的请求按到达次序处理，真实机器偏爱较近的核。客户端有几十个时，模型对 13 和 14 都太快，原因不明。',
  'lab.simplified.first.cliff.name': '65 个保存点',
  'lab.simplified.first.cliff':
    '读一页 pg_subtrans 只复制 8 kB，不做系统调用（真实的 13 上约 3 µs），读者也不做服务器的其他工作。所以只能比较跌多少，不能比较高度。',
  'lab.simplified.first.play.name': '演练场',
  'lab.simplified.first.play':
    'shared_buffers 为 128 MB，有 64 个连接，不记录整页镜像。带连接、子查询或窗口的查询会读整张表；有索引的服务器可能读得更少。',
  'lab.simplified.lab': '实验室如何测量',
  'lab.simplified.model': '建模的机器，以及在其上运行的',
  'lab.simplified.snapshots': '快照与进程数组',
  'lab.simplified.transactions': '事务与提交',
  'lab.simplified.rows': '行版本与页',
  'lab.simplified.locks': '锁与等待',
  'lab.simplified.vacuum': 'VACUUM 与清理边界',
  'lab.simplified.other': '其他',

  'lab.problem.empty': (p) => `${p.where}为空；请给出${p.allowed}。`,
  'lab.problem.notANumber': (p) => `${p.where}：“${p.given}”不是普通数字；请给出${p.allowed}。`,
  'lab.problem.fraction': (p) => `${p.where}：${p.given} 不是整数；请给出${p.allowed}。`,
  'lab.problem.negative': (p) => `${p.where}：${p.given} 是负数；请给出${p.allowed}。`,
  'lab.problem.tooSmall': (p) => `${p.where}：${p.given} 太小；请给出${p.allowed}。`,
  'lab.problem.tooLarge': (p) => `${p.where}：${p.given} 太大；请给出${p.allowed}。`,
  'lab.problem.unknown': (p) =>
    p.given === ''
      ? `${p.where}中有空名称；请从 ${row(p.known)} 中选择。`
      : `${p.where}：未知的“${p.given}”；请从 ${row(p.known)} 中选择。`,
  'lab.problem.none': (p) => `${p.where}：没有选择；请至少选择 ${row(p.known)} 之一。`,
  'lab.problem.duplicate': (p) => `${p.where}：${p.given} 出现两次；请只写一次。`,
  'lab.problem.sum': (p, f) =>
    `${p.where.join(' + ')}：共 ${f.integer(p.sum)} 个连接${
      p.companions > 0 ? `，其中每个活跃连接还扮演 ${f.integer(p.companions)} 个` : ''
    }；最多容纳 ${f.integer(p.limit)} 个，请减少其中一项。`,
  'lab.problem.noLock': (p) => `${p.where}只用于负载 ${p.only}，不用于 ${p.given}；请选择 ${p.only}，或保留锁。`,
  'lab.problem.tooManyPoints': (p, f) =>
    `${p.where.join(' × ')}：要测量 ${f.integer(p.points)} 个点；最多 ${f.integer(p.limit)} 个，请缩短列表。`,
  'lab.problem.slru': (p, f) =>
    `${p.where}：“${p.given}”不是 pg_subtrans 的形式；请写 pg16，或 pg17: 加 ${f.integer(p.step)} 的倍数（${f.integer(p.min)} 到 ${f.integer(p.max)}），如 pg17:128。`,
  'lab.problem.savepoints': (p) => `${p.where}只用于负载 ${row(p.only)}，不用于“${p.given}”。`,
  'lab.problem.yesNo': (p) => `${p.where}：“${p.given}”既不是是也不是否；请写 1 或 0。`,
  'lab.problem.wholeBetween': (p, f) => ` ${f.integer(p.min)} 到 ${f.integer(p.max)} 的整数`,
  'lab.problem.between': (p, f) => ` ${p.min} 到 ${f.integer(p.max)} 的数字`,
  'lab.problem.orSeveral': (p) => `${p.one}，或用逗号分隔的多个`,
};
