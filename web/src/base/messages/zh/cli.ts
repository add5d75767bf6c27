import type { Translation } from '../index.ts';
import { row } from './words.ts';

const DISTURBED = {
  otherWork: '事务的其他工作超过要求的时间',
  spread: '同一设计各轮相差很大',
  processor: '轮次结束得晚',
} as const;

export const cli: Translation<'cli'> = {
  'cli.description': '观察 PostgreSQL 快照的交互式显微镜',
  'cli.version': '打印版本',
  'cli.help': '打印本说明',
  'cli.json': '打印 JSON',
  'cli.exitCodes': `
退出码：0 正常；1 有差异或发现问题；2 用法或输入有误，或本机无法执行；130 被 Ctrl-C 中断。
结果写到标准输出；错误、警告和进度写到标准错误，加 --json 时也是普通文字。`,
  'cli.seeHelp': (p) => `${p.command} --help 列出可用的内容。`,
  'cli.unknownCommand': (p) => `未知的命令“${p.given}”；命令有 ${row(p.known)}。`,
  'cli.error': (p) => `xipscope：${p.what}`,
  'cli.interrupted': '已中断：运行没有完成，所以不打印结果。',

  'cli.designs.what': '快照设计的阶梯：快照、可见性检查、xid 和结束各触及什么',
  'cli.designs.checks': '一次可见性检查',
  'cli.designs.assigns': '一次 xid 分配',
  'cli.designs.ends': '一次事务结束',
  'cli.head.id': 'id',
  'cli.head.name': '名称',
  'cli.head.commit': '提交',
  'cli.head.layout': '布局',
  'cli.head.reads': '一个快照读取',

  'cli.bench.what': '用本机的真实线程测量快照设计',
  'cli.bench.design': '在相同线程上轮流运行的设计，用逗号分隔',
  'cli.bench.active': '一直执行事务的连接数，各一个线程，1 到 64',
  'cli.bench.idle': '什么也不做的连接数',
  'cli.bench.mostlyIdle': '每 100 ms 执行一个事务的连接数',
  'cli.bench.workload': (p) => `${row(p.known)} 之一`,
  'cli.bench.seconds': '每个设计在每个点的测量时间：各轮之和。两个设计在三个点要六倍时间',
  'cli.bench.otherWork': '一个事务的其他工作，µs（默认：readonly、readwrite 和 churn 为 28，否则为 0）',
  'cli.bench.noLock': '取快照时不取 ProcArrayLock，只看布局；仅限负载 snapshot',
  'cli.bench.slice': '一个设计每轮的时长，ms',
  'cli.bench.savepoints': (p) =>
    `每个事务的保存点数，或 subtrans-spread 中读者旁边那个事务的（默认：三种带保存点的负载分别为 ${p['subtrans-60']}、${p['subtrans-90']} 和 ${p['subtrans-spread']}）`,
  'cli.bench.slru': (p) =>
    `这些负载中 pg_subtrans 的缓冲区：pg16（一把锁，32 个缓冲区），或 pg17:BUFFERS，${p.min} 到 ${p.max}，每组 16 个（默认：pg16）`,
  'cli.bench.notes': `
LIST 是一个整数，或用逗号分隔的多个。列表相乘：每种组合是一个点。各设计以几毫秒为一轮轮流运行，
所以它们的比值是成对的。活跃连接可以多于核，最多 64 个，并标为超额。
tps 是该设计各轮的中位数；nsPerSnapshot（表中为 ns/快照）也由各轮的中位数得出：丢掉核的一轮不影响它们。
有其他工作时，nsPerSnapshot 是事务比单独的其他工作多用的时间，除以其快照数。
负载 operations 分别测量三件事：一次可见性检查、一次 xid 分配、一次事务结束。每个活跃连接还扮演
32 个：取快照时有 16 个 xid 在运行，其中四个各有四个子事务；自其中最旧的开始以来，有 16 个已结束。
检查的对象各占四分之一：在 xmin 之前结束的、此后结束的、运行中的、子事务。
负载 lines-shared 不测设计，只测机器：写者和读者共用 1、2、5、10 … 个缓存行，最后再用较少的线程
测一次。--seconds 是一个设置在一轮中的时间。它的选项是 --lines、--writers、--readers 和
--rounds；默认用上所有硬件线程。加上 --json 就输出 #/lab/model 页面能画的结果文件，结论写到标准错误。`,
  'cli.lines.lines': (p) => `lines-shared：最多多少个缓存行，1 到 ${p.max}（默认：${p.lines}）；也会测更少的`,
  'cli.lines.writers': (p) => `lines-shared：轮流写各行的线程数（默认：${p.writers}，或硬件线程的一半）`,
  'cli.lines.readers': 'lines-shared：按顺序读各行的线程数（默认：其余的硬件线程）',
  'cli.lines.rounds': (p) => `lines-shared：整个系列测几轮，1 到 ${p.max}（默认：${p.rounds}）`,
  'cli.lines.notHere': (p) => `${p.option} 不适用于负载 lines-shared；它的选项是 ${row(p.known)}。`,
  'cli.lines.only': (p) => `${p.option} 只适用于负载 lines-shared；请加上 --workload lines-shared。`,
  'cli.lines.threads': (p, f) =>
    `--writers + --readers：${f.integer(p.threads)} 个线程；一共请给 1 到 ${f.integer(p.max)} 个。`,
  'cli.lines.oversubscribed': (p, f) =>
    `警告：超额：${f.integer(p.threads)} 个线程共用 ${f.integer(p.cores)} 个硬件线程，它们还要互相等待时间。`,
  'cli.lines.progress': (p, f) => `lines-shared：${f.integer(p.rounds)} 轮，${f.percent(p.percent)}`,
  'cli.lines.run': (p, f) =>
    `实测：lines-shared，${f.integer(p.rounds)} 轮，每行数据在一轮中 ${f.significant(p.seconds, 3)} s`,
  'cli.lines.machine': (p) => `在 ${p.cpu} 上，${p.facts.join('，')}，Node ${p.node}，V8 ${p.v8}`,
  'cli.lines.columns':
    '传递/s：发现该行已被别的线程改过、所以必须取来的写和读；取各轮的中位数；ns/遍历：一个读者走完所有行的平均时间',

  'cli.notYet.script': (p) => `尚不支持：--workload ${p.given}：pgbench 脚本。请按名称选择负载。`,

  'cli.progress.point': (p, f) =>
    `${f.integer(p.n)}/${f.integer(p.of)}：${f.integer(p.active)} 个活跃，${f.integer(p.idle)} 个空闲，${f.integer(p.mostlyIdle)} 个大多空闲，${f.percent(p.percent)}`,
  'cli.warn.oversubscribed': (p, f) =>
    `警告：超额：${f.integer(p.active)} 个活跃连接共享 ${f.integer(p.cores)} 个核。它们还要互相等待时间。`,
  'cli.warn.noCliff': (p, f) =>
    `注意：${f.integer(p.savepoints)} 个保存点超过了 PostgreSQL 为每个后端记录的 ${f.integer(p.cached)} 个，但只有一个活跃连接时，旁边没有别的事务来读，所以看不到悬崖：请用 --active 2 或更多来比较。`,
  'cli.warn.notReached': (p, f) => `警告：${p.design}：${p.what}：要求 ${f.si(p.asked)}/s，达到 ${f.si(p.reached)}/s。`,
  'cli.warn.otherWork': (p, f) =>
    `警告：其他工作：要求 ${f.fixed(p.asked, 0)} µs，实际用了 ${f.fixed(p.reached, 1)} µs。`,
  'cli.warn.disturbed': (p, f) =>
    `警告：${f.integer(p.active)} 个活跃、${f.integer(p.idle)} 个空闲时机器正忙：${p.reasons.map((reason) => DISTURBED[reason]).join('，')}。小的差别不可信。`,
  'cli.rate.mostlyIdle': '大多空闲连接的事务',
  'cli.rate.connects': '建立和断开的连接',

  'cli.facts.run': (p, f) =>
    `实测：${p.workload}${p.lock ? '' : '，不取 ProcArrayLock'}，其他工作 ${f.integer(p.otherWorkUs)} µs，${f.list(p.designs)}，${
      p.designs.length > 1 ? '轮流，每轮' : '每片'
    } ${f.integer(p.sliceMs)} ms`,
  'cli.facts.machine': (p, f) =>
    `在 ${p.cpu} 上，${f.integer(p.cores)} 个核，Node ${p.node}，V8 ${p.v8}，时钟步长 ${f.duration(p.clockNs)}`,
  'cli.facts.columns':
    'tps：每秒事务数，各轮的中位数；ns/快照：也由各轮的中位数得出；×：是第一个设计的多少倍，取 N 对相邻轮次的中位数；轮次：计入的轮数',
  'cli.head.design': '设计',
  'cli.head.active': '活跃',
  'cli.head.idle': '空闲',
  'cli.head.mostlyIdle': '大多空闲',
  'cli.head.tps': 'tps',
  'cli.head.tpsMiddle': '各轮的中间一半',
  'cli.facts.reuse': '这里没有人提交：保留快照的设计会重用它，它的 × 是拿重用与扫描相比，而不是扫描与扫描相比',
  'cli.head.times': (p) => `× ${p.design} (N)`,
  'cli.head.ns': 'ns/快照',
  'cli.head.check': 'ns/检查',
  'cli.head.assign': 'ns/xid',
  'cli.head.end': 'ns/结束',
  'cli.head.reused': '重用',
  'cli.head.otherWork': '其他工作 µs',
  'cli.head.mostlyIdleRate': '大多空闲/s',
  'cli.head.connectsRate': '建立连接/s',
  'cli.head.savepoints': '保存点',
  'cli.head.slru': 'pg_subtrans',
  'cli.head.slru.lookups': '查找/事务',
  'cli.head.slru.reads': '读页',
  'cli.head.slru.waits': '等待',
  'cli.head.seconds': '秒',
  'cli.head.turns': '轮次',
  'cli.head.note': '备注',
  'cli.cell.askedReached': (p) => `要求 ${p.asked}，达到 ${p.reached}`,
  'cli.head.range': '最低–最高',
  'cli.cell.range': (p) => `${p.from}–${p.to}`,
  'cli.cell.none': '–',
};
