import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const THIN = '\u202f';
/** 1.47%, 98.5%, 100% */
const share = (part: number, f: Format): string => `${f.significant(part * 100, 3)}%`;
/** Clients, connections, threads on average: 0.0147, 2.40, 40, 2,253. */
const count = (n: number, f: Format): string => {
  // From 100 on none is left out: the parts must add up.
  const rounded = Number(n.toPrecision(3));
  return n >= 99.5 || Math.abs(rounded - Math.round(rounded)) < 1e-9 ? f.integer(n) : f.significant(n, 3);
};
/** The least whole number: 40, about 2,290. */
const least = (n: number, f: Format): string => {
  const whole = Math.ceil(n - 1e-6);
  return whole < 1000 ? f.integer(whole) : `约 ${f.integer(Number(whole.toPrecision(3)))}`;
};
/** Powers of 1,024, as PostgreSQL counts: 512 KiB, 593 MiB, 57.9 GiB. `top`: the one whose unit is taken, for an axis. */
const size = (mib: number, f: Format, top = mib): string => {
  if (top < 1) return `${f.significant(mib * 1024, 3)}${THIN}KiB`;
  if (top < 10_240) return `${mib < 100 ? f.significant(mib, 3) : f.integer(mib)}${THIN}MiB`;
  return `${f.significant(mib / 1024, 3)}${THIN}GiB`;
};
const mebi = (mib: number, f: Format): string => `${f.integer(mib)}${THIN}MiB`;
const us = (n: number, f: Format): string => (n === 0 ? `0${THIN}ms` : f.duration(n * 1000));

export const calculator: Translation<'calculator'> = {
  'calculator.title': '为什么这么多连接\u200b什么都不做',
  'calculator.parts': '计算什么',
  'calculator.part.busy': '忙碌比例',
  'calculator.part.little': '占满机器的客户端',
  'calculator.part.memory': '内存',
  'calculator.part.catalog': '系统表缓存',
  'calculator.part.pooler': '连接池',
  'calculator.settings': '设置',
  'calculator.reset': '初始值',

  'calculator.field.clients': '客户端',
  'calculator.field.service': '服务器上的工作',
  'calculator.field.network': '网络',
  'calculator.field.think': '思考时间',
  'calculator.field.threads': '硬件线程',
  'calculator.field.pool': '池中的服务器连接',
  'calculator.field.held': '事务中空闲',
  'calculator.field.connections': '连接',
  'calculator.field.perConnectionMiB': '每个连接',
  'calculator.field.sharedBuffersGB': 'shared_buffers',
  'calculator.field.tables': '每个会话触及的表',
  'calculator.slider.think': '思考时间，ms',
  'calculator.hint.clients': '每个客户端一个连接',
  'calculator.hint.service': '独占机器时；是上限，含客户端和套接字的时间',
  'calculator.hint.network': '往返',
  'calculator.hint.think': '程序在两个事务之间做的事',
  'calculator.hint.threads': '核数；有超线程时为两倍',
  'calculator.hint.pool': '所有客户端共用',
  'calculator.hint.held': '事务打开着，而客户端沉默',
  'calculator.hint.connections': '全部已连接，且不允许更多',
  'calculator.hint.perConnectionMiB': '已发表：用 huge_pages 时不到 2',
  'calculator.hint.sharedBuffersGB': '已发表的是 16',
  'calculator.hint.tables': '系统表的条目，每个会话各存一份',
  'calculator.unit.us': 'µs',
  'calculator.unit.ms': 'ms',
  'calculator.unit.mib': 'MiB',
  'calculator.unit.gb': 'GB',

  'calculator.badge.formula': '按公式',
  'calculator.badge.published': (p) => `${p.author} ${p.year}，${p.machine}`,
  'calculator.value.clients': (p, f) => f.integer(p.n),
  'calculator.value.count': (p, f) => count(p.n, f),
  'calculator.value.share': (p, f) => share(p.share, f),
  'calculator.value.us': (p, f) => us(p.us, f),
  'calculator.value.size': (p, f) => size(p.mib, f, p.top),
  'calculator.value.mebi': (p, f) => mebi(p.mib, f),
  'calculator.value.tps': (p, f) => `${f.si(p.tps)} tps`,

  'calculator.table': '数值',
  'calculator.table.what': '项目',
  'calculator.table.value': '值',
  'calculator.table.from': '来源',
  'calculator.from.entered': '填入',
  'calculator.from.modelled': '建模',
  'calculator.from.published': '已发表',
  'calculator.fact.share': '一个连接忙碌的时间比例',
  'calculator.fact.running': '平均在线程上的',
  'calculator.fact.waiting': '等待线程的',
  'calculator.fact.network': '在网络中的',
  'calculator.fact.thinking': '在思考的',
  'calculator.fact.service': '一个事务在服务器上的工作',
  'calculator.fact.wait': '它等待线程的时间',
  'calculator.fact.circle': '从一个事务到客户端的下一个',
  'calculator.fact.tps': '每秒事务数',
  'calculator.fact.fullTps': '机器占满时的每秒事务数',
  'calculator.fact.fill': '可能占满机器的客户端，至少',
  'calculator.fact.peak': '已发表的峰值处的客户端',
  'calculator.fact.buffers': 'shared_buffers',
  'calculator.fact.beside': '其他共享内存',
  'calculator.fact.allowed': '为允许的连接预留',
  'calculator.fact.each': '为每个允许的连接预留',
  'calculator.fact.own': '各连接自己占用',
  'calculator.fact.total': '合计',
  'calculator.fact.fresh': '一个新会话的缓存',
  'calculator.fact.touched': '一个会话的缓存',
  'calculator.fact.all': '所有会话的缓存',
  'calculator.fact.outside': '在事务之外',
  'calculator.fact.queued': '在连接池的队列中',
  'calculator.fact.lent': '借出的服务器连接',
  'calculator.fact.held': '已借出，事务中空闲',
  'calculator.fact.ready': '已借出，等待线程',
  'calculator.fact.free': '空着的服务器连接',

  'calculator.busy.name': '一个连接的忙碌比例',
  'calculator.busy.title': (p, f) => `一个连接只在 ${share(p.share, f)} 的时间里让服务器忙碌`,
  'calculator.busy.subtitle': (p, f) =>
    `${f.integer(p.clients)} 个连接中，平均每一时刻有 ${count(p.running, f)} 个忙碌`,
  'calculator.busy.caption': '客户端的一圈，按比例：从一个事务到它的下一个。等待客户端的连接是空闲的，这没有什么不对。',
  'calculator.busy.say': (p, f) => {
    const wait = p.waitUs > 0 ? `它为线程等待 ${us(p.waitUs, f)}，因为机器已占满。` : '';
    return `一个事务在服务器上花 ${us(p.serviceUs, f)}；加上网络 ${us(p.networkMs * 1000, f)} 和思考时间 ${us(p.thinkMs * 1000, f)}，客户端每 ${us(p.circleUs, f)} 转一圈。${wait}所以一个连接只在 ${share(p.share, f)} 的时间里让服务器忙碌：${f.integer(p.clients)} 个连接中，平均每一时刻有 ${count(p.running, f)} 个忙碌。`;
  },
  'calculator.busy.server': '服务器',
  'calculator.busy.slowed': (p, f) => `${us(p.us, f)}（+${f.percent(p.growth - 1)}）`,
  'calculator.busy.wait': '等待线程',
  'calculator.busy.network': '网络',
  'calculator.busy.think': '思考',
  'calculator.busy.client': (p, f) => `客户端 ${f.integer(p.n)}`,
  'calculator.busy.more': (p, f) => `另有 ${f.integer(p.n)} 个同样的客户端`,
  'calculator.busy.circle': (p, f) => `一圈：${us(p.us, f)}`,
  'calculator.busy.once': (p, f) => `所以 ${f.integer(p.n)} 个客户端可以轮流使用一个线程`,

  'calculator.little.name': '客户端与吞吐量',
  'calculator.little.title.below': (p, f) =>
    `这些客户端达到机器能力的 ${share(p.share, f)}；占满它需要 ${least(p.fill, f)} 个`,
  'calculator.little.title.full': (p, f) => `从 ${least(p.fill, f)} 个客户端起机器已占满；更多的只是等待`,
  'calculator.little.subtitle': (p, f) =>
    `${f.integer(p.threads)} 个线程，网络 ${us(p.networkMs * 1000, f)}，思考时间 ${us(p.thinkMs * 1000, f)}`,
  'calculator.little.caption':
    '利特尔法则：一处的客户端数 = 每秒到达那里的数目 × 停留的时间。这条线是上限：这些设置下没有机器在它之上。',
  'calculator.little.peak': (p, f) =>
    `已发表：吞吐量的峰值在约 ${f.integer(p.peak)} 个客户端处。公式给出 ${least(p.fill, f)}，少 ${f.percent(1 - p.fill / p.peak)}：这是可能占满机器的最少数目。真实的客户端成群而来，所以即使客户端比这更多，线程也时有空闲；唤醒和切换所花的时间也不在其中。`,
  'calculator.little.ethernet': (p, f) =>
    `另一项已发表的结果：两台机器之间用 10 Gb 以太网时，峰值在约 ${f.integer(p.peak)} 处。这么少的客户端要占满那台机器，一个事务在网络上最多只能花 ${us(p.awayUs, f)}。`,
  'calculator.little.say': (p, f) =>
    `${f.integer(p.clients)} 个客户端每秒最多 ${f.si(p.tps)} 个事务，机器最多能做 ${f.si(p.fullTps)} 个；${least(p.fill, f)} 个可能占满它。其中 ${count(p.running, f)} 个在线程上，${count(p.waiting, f)} 个等待线程，${count(p.network, f)} 个在网络中，${count(p.thinking, f)} 个在思考。`,
  'calculator.little.axis.tps': '每秒事务数',
  'calculator.little.now': (p, f) => `${f.integer(p.clients)} 个客户端：${f.si(p.tps)}`,
  'calculator.little.axis.clients': '客户端',
  'calculator.little.fill': (p, f) => `从 ${least(p.fill, f)} 起占满`,
  'calculator.little.published': (p, f) => `已发表的峰值在约 ${f.integer(p.peak)} 处`,
  'calculator.little.places': '平均每一时刻，这些客户端在哪里',
  'calculator.little.running': '在线程上',
  'calculator.little.waiting': '等待线程',
  'calculator.little.network': '在网络中',
  'calculator.little.thinking': '在思考',

  'calculator.memory.name': '连接的内存',
  'calculator.memory.title': (p, f) =>
    `允许 ${f.integer(p.connections)} 个连接需要 ${size(p.allowedMiB, f)}；使用它们最多 ${size(p.ownMiB, f)}`,
  'calculator.memory.subtitle': '启动时预留的，以及连接自己占用的',
  'calculator.memory.caption':
    '上面两条是已发表的：shared_buffers = 16GB 时服务器预留的全部，对应 max_connections 的两个值。最下面一条是你的，同一比例。',
  'calculator.memory.say': (p, f) =>
    `shared_buffers 占 ${mebi(p.sharedMiB, f)}，此外 ${mebi(p.besideMiB, f)}，为允许的 ${f.integer(p.connections)} 个连接 ${mebi(p.allowedMiB, f)}，连接自己最多 ${mebi(p.ownMiB, f)}：合计 ${mebi(p.totalMiB, f)}。`,
  'calculator.memory.few': 'max_connections = 100',
  'calculator.memory.many': 'max_connections = 100,000',
  'calculator.memory.own': (p, f) => `${f.integer(p.connections)} 个连接，已连接`,
  'calculator.memory.part.buffers': 'shared_buffers',
  'calculator.memory.part.beside': '其他共享内存',
  'calculator.memory.part.allowed': '为允许的连接预留',
  'calculator.memory.part.own': '各连接自己占用',

  'calculator.catalog.name': '会话的系统表缓存',
  'calculator.catalog.title': (p, f) =>
    `触及 ${f.integer(p.tables)} 个表的 ${f.integer(p.connections)} 个会话，共记住 ${size(p.allMiB, f)}`,
  'calculator.catalog.subtitle': (p, f) => `每个 ${size(p.eachMiB, f)}；多一个表就多 ${size(p.tableMiB, f)}`,
  'calculator.catalog.caption':
    '每个会话把读过的系统表内容各存一份，直到会话结束。叉是已发表的一个会话的大小；原文写作 512 kB 和 593 MB，这里按 PostgreSQL 的算法以 1,024 进位。其间的线是假设。',
  'calculator.catalog.say': (p, f) =>
    `触及 ${f.integer(p.tables)} 个表的会话保存 ${size(p.eachMiB, f)} 的系统表内容；${f.integer(p.connections)} 个这样的会话保存 ${size(p.allMiB, f)}。已发表：新会话 512 KiB，触及 100,000 个表之后 593 MiB。`,
  'calculator.catalog.axis.one': '一个会话',
  'calculator.catalog.axis.all': (p, f) =>
    p.connections === 1 ? '全部：同一个' : `全部 ${f.integer(p.connections)} 个`,
  'calculator.catalog.axis.tables': '触及的表',
  'calculator.catalog.published.fresh': '512 KiB',
  'calculator.catalog.published.touched': '593 MiB',

  'calculator.pooler.name': '连接池后面的客户端',
  'calculator.pooler.title.clients': (p, f) =>
    p.lent < 1
      ? `${f.integer(p.clients)} 个客户端平均借用不到 1 个服务器连接（${count(p.lent, f)}），共 ${f.integer(p.pool)} 个`
      : `${f.integer(p.clients)} 个客户端借用 ${count(p.lent, f)} 个服务器连接，共 ${f.integer(p.pool)} 个`,
  'calculator.pooler.title.machine': (p, f) =>
    p.queued < 0.5
      ? `机器已占满，${f.integer(p.pool)} 个服务器连接足够`
      : `${f.integer(p.pool)} 个服务器连接已占满机器；${f.integer(p.clients)} 个客户端中有 ${count(p.queued, f)} 个在连接池排队`,
  'calculator.pooler.title.pool': (p, f) =>
    `池太小：${f.integer(p.clients)} 个客户端中有 ${count(p.queued, f)} 个排队，而 ${f.integer(p.threads)} 个线程中有 ${count(p.idle, f)} 个空闲`,
  'calculator.pooler.subtitle': (p, f) =>
    `每秒最多 ${f.si(p.tps)} 个事务；没有连接池时，服务器会有 ${f.integer(p.clients)} 个连接`,
  'calculator.pooler.caption': '在事务模式下，服务器连接从事务的第一条语句借到事务结束；其间客户端沉默时，也不收回。',
  'calculator.pooler.say': (p, f) =>
    `${f.integer(p.clients)} 个客户端中，${count(p.outside, f)} 个在事务之外，${count(p.queued, f)} 个在连接池排队，${count(p.lent, f)} 个占有 ${f.integer(p.pool)} 个服务器连接之一：${count(p.running, f)} 个在线程上，${count(p.held, f)} 个事务中空闲，${count(p.ready, f)} 个等待线程。每秒 ${f.si(p.tps)} 个事务。`,
  'calculator.pooler.clients': '客户端',
  'calculator.pooler.outside': '在事务之外',
  'calculator.pooler.queued': '在连接池排队',
  'calculator.pooler.lent': '占有服务器连接',
  'calculator.pooler.pool': (p, f) =>
    p.each === 1
      ? `连接池：${f.integer(p.pool)} 个服务器连接`
      : `连接池：${f.integer(p.pool)} 个服务器连接，每格 ${f.integer(p.each)} 个`,
  'calculator.pooler.running': '在线程上',
  'calculator.pooler.held': '事务中空闲',
  'calculator.pooler.ready': '等待线程',
  'calculator.pooler.free': '空着',

  'calculator.how': '如何计算',
  'calculator.how.symbols':
    'S：服务器上的工作 · N：网络 · Z：思考时间 · H：线程数 · n：客户端数 · X：每秒事务数 · P：池 · I：事务中空闲',
  'calculator.how.busy': '忙碌比例 = S ÷ (S + W + N + Z)，只有机器占满时才有等待线程的 W',
  'calculator.how.little': 'n = X × (S + W + N + Z)；X ≤ H ÷ S；所以 H + X × (N + Z) 个客户端占满机器',
  'calculator.how.memory':
    '16,804 MiB（shared_buffers = 16GB 时）+（连接数 − 100）×（21,463 − 16,804）MiB ÷ 99,900 + 连接数 × 每个所占',
  'calculator.how.catalog': '会话数 ×（512 KiB + 表数 ×（593 MiB − 512 KiB）÷ 100,000）',
  'calculator.how.pooler':
    'X = n 个客户端以 N + Z + I 所做的与 P 个客户端只以 I 所做的之中较小者；借出 = n − X × (N + Z)，最多 P；其余排队',
  'calculator.simplified': '简化之处',
  'calculator.simplified.service': (p, f) =>
    `在已发表的机器上，一个客户端每秒做 ${f.integer(p.one)} 个事务，所以一个事务在服务器上最多花 29.9 µs：其中还有客户端和套接字的时间。全部 40 个线程做 ${f.integer(p.full)} 个：所以全部线程都工作时，一个事务所花时间是原来的 ${f.fixed(p.growth, 2)} 倍。假定其间均匀增长，且在任何规模的机器上增长相同。`,
  'calculator.simplified.even':
    '客户端均匀到来，有空闲线程时没有人等待。真实的客户端成群而来，更早开始等待；所以客户端数是可能的最少，吞吐量是可能的最多。实验室的模型有队列。',
  'calculator.simplified.memory':
    'max_connections 就是你填入的值。已发表的有两个值；其间和其外画成直线。shared_buffers 之外预留的，假定随它们增长；已发表的是 16 GB 时的。',
  'calculator.simplified.own':
    '已发表的是用 huge_pages 时每连接不到 2 MiB；这里对每个连接都取你填入的全部。没有 huge_pages 时，还要加上页表。查询自己的内存（work_mem）不在其中。',
  'calculator.simplified.catalog':
    '已发表的有两个大小；假定通过它们的线是直的，所有表都一样。每个会话触及的表都取同样多。',
  'calculator.simplified.pooler': '连接池本身在这里不花时间；真实的会多一跳。它在服务器旁边：网络在它与客户端之间。',
};
