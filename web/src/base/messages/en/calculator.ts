/** Texts of the calculator: why so many connections do nothing, what they cost, what a pooler does. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const THIN = '\u202f';
/** 1.47 %, 98.5 %, 100 % */
const share = (part: number, f: Format): string => `${f.significant(part * 100, 3)}${THIN}%`;
/** Clients, connections, threads on average: 0.0147, 2.40, 40, 2,253. */
const count = (n: number, f: Format): string => {
  // From 100 on none is left out: the parts must add up.
  const rounded = Number(n.toPrecision(3));
  return n >= 99.5 || Math.abs(rounded - Math.round(rounded)) < 1e-9 ? f.integer(n) : f.significant(n, 3);
};
/** The least whole number: 40, about 2,290. */
const least = (n: number, f: Format): string => {
  const whole = Math.ceil(n - 1e-6);
  return whole < 1000 ? f.integer(whole) : `about ${f.integer(Number(whole.toPrecision(3)))}`;
};
/** Powers of 1,024, as PostgreSQL counts: 512 KiB, 593 MiB, 57.9 GiB. `top`: the one whose unit is taken, for an axis. */
const size = (mib: number, f: Format, top = mib): string => {
  if (top < 1) return `${f.significant(mib * 1024, 3)}${THIN}KiB`;
  if (top < 10_240) return `${mib < 100 ? f.significant(mib, 3) : f.integer(mib)}${THIN}MiB`;
  return `${f.significant(mib / 1024, 3)}${THIN}GiB`;
};
const mebi = (mib: number, f: Format): string => `${f.integer(mib)}${THIN}MiB`;
const us = (n: number, f: Format): string => (n === 0 ? `0${THIN}ms` : f.duration(n * 1000));

export const calculator = addTexts({
  'calculator.title': 'Why so many connections do nothing',
  'calculator.parts': 'What to calculate',
  'calculator.part.busy': 'Busy share',
  'calculator.part.little': 'Clients to fill a machine',
  'calculator.part.memory': 'Memory',
  'calculator.part.catalog': 'Catalog caches',
  'calculator.part.pooler': 'A pooler',
  'calculator.settings': 'Settings',
  'calculator.reset': 'Reset',

  'calculator.field.clients': 'Clients',
  'calculator.field.service': 'Work on the server',
  'calculator.field.network': 'Network',
  'calculator.field.think': 'Think time',
  'calculator.field.threads': 'Hardware threads',
  'calculator.field.pool': 'Server connections in the pool',
  'calculator.field.held': 'Idle inside the transaction',
  'calculator.field.connections': 'Connections',
  'calculator.field.perConnectionMiB': 'Of each connection',
  'calculator.field.sharedBuffersGB': 'shared_buffers',
  'calculator.field.tables': 'Tables each session has touched',
  'calculator.slider.think': 'Think time, in ms',
  'calculator.hint.clients': 'One connection each',
  'calculator.hint.service': 'Alone on the machine; an upper bound: it includes client and socket',
  'calculator.hint.network': 'Round trip',
  'calculator.hint.think': 'What your program does between two transactions',
  'calculator.hint.threads': 'Cores; twice as many with hyper-threading',
  'calculator.hint.pool': 'Shared by all clients',
  'calculator.hint.held': 'The client is silent with its transaction open',
  'calculator.hint.connections': 'All of them connected, and no more allowed',
  'calculator.hint.perConnectionMiB': 'Published: less than 2 with huge_pages',
  'calculator.hint.sharedBuffersGB': 'Published for 16',
  'calculator.hint.tables': 'Each keeps its own copy of their catalog entries',
  'calculator.unit.us': 'µs',
  'calculator.unit.ms': 'ms',
  'calculator.unit.mib': 'MiB',
  'calculator.unit.gb': 'GB',

  'calculator.badge.formula': 'by formula',
  'calculator.badge.published': (p: { author: string; year: number; machine: string }) =>
    `${p.author} ${p.year}, ${p.machine}`,
  'calculator.value.clients': (p: { n: number }, f: Format) => f.integer(p.n),
  'calculator.value.count': (p: { n: number }, f: Format) => count(p.n, f),
  'calculator.value.share': (p: { share: number }, f: Format) => share(p.share, f),
  'calculator.value.us': (p: { us: number }, f: Format) => us(p.us, f),
  'calculator.value.size': (p: { mib: number; top?: number }, f: Format) => size(p.mib, f, p.top),
  'calculator.value.mebi': (p: { mib: number }, f: Format) => mebi(p.mib, f),
  'calculator.value.tps': (p: { tps: number }, f: Format) => `${f.si(p.tps)} tps`,

  'calculator.table': 'The numbers',
  'calculator.table.what': 'What',
  'calculator.table.value': 'Value',
  'calculator.table.from': 'From',
  'calculator.from.entered': 'entered',
  'calculator.from.modelled': 'modelled',
  'calculator.from.published': 'published',
  'calculator.fact.share': 'Share of the time that a connection is busy',
  'calculator.fact.running': 'On a thread, on average',
  'calculator.fact.waiting': 'Waiting for a thread',
  'calculator.fact.network': 'In the network',
  'calculator.fact.thinking': 'Thinking',
  'calculator.fact.service': 'One transaction’s work on the server',
  'calculator.fact.wait': 'Its wait for a thread',
  'calculator.fact.circle': 'From one transaction to the client’s next',
  'calculator.fact.tps': 'Transactions a second',
  'calculator.fact.fullTps': 'Transactions a second of a full machine',
  'calculator.fact.fill': 'Clients that could fill the machine, at least',
  'calculator.fact.peak': 'Clients at the published peak',
  'calculator.fact.buffers': 'shared_buffers',
  'calculator.fact.beside': 'Other shared memory',
  'calculator.fact.allowed': 'For connections allowed',
  'calculator.fact.each': 'For each connection allowed',
  'calculator.fact.own': 'The connections’ own',
  'calculator.fact.total': 'Together',
  'calculator.fact.fresh': 'One fresh session’s cache',
  'calculator.fact.touched': 'One session’s cache',
  'calculator.fact.all': 'All sessions’ caches',
  'calculator.fact.outside': 'Outside a transaction',
  'calculator.fact.queued': 'In the pooler’s queue',
  'calculator.fact.lent': 'Server connections lent',
  'calculator.fact.held': 'Lent, and idle inside a transaction',
  'calculator.fact.ready': 'Lent, and waiting for a thread',
  'calculator.fact.free': 'Server connections that are free',

  'calculator.busy.name': 'Busy share of a connection',
  'calculator.busy.title': (p: { share: number }, f: Format) =>
    `A connection keeps the server busy ${share(p.share, f)} of the time`,
  'calculator.busy.subtitle': (p: { clients: number; running: number }, f: Format) =>
    `of ${f.integer(p.clients)} ${f.plural(p.clients, 'connection', 'connections')}, ${count(p.running, f)} ${f.plural(p.running, 'is', 'are')} busy at any moment, on average`,
  'calculator.busy.caption':
    'One cycle of a client, to scale: from one transaction to its next. A connection that waits for its client is idle, and that is normal.',
  'calculator.busy.say': (
    p: {
      clients: number;
      running: number;
      share: number;
      serviceUs: number;
      waitUs: number;
      circleUs: number;
      networkMs: number;
      thinkMs: number;
    },
    f: Format,
  ) => {
    const wait = p.waitUs > 0 ? ` It waits ${us(p.waitUs, f)} for a thread, because the machine is full.` : '';
    return `A transaction takes ${us(p.serviceUs, f)} on the server; with ${us(p.networkMs * 1000, f)} of network and ${us(p.thinkMs * 1000, f)} of think time a client starts one every ${us(p.circleUs, f)}.${wait} So a connection keeps the server busy ${share(p.share, f)} of the time: of ${f.integer(p.clients)} ${f.plural(p.clients, 'connection', 'connections')} ${count(p.running, f)} ${f.plural(p.running, 'is', 'are')} busy at any moment, on average.`;
  },
  'calculator.busy.server': 'server',
  'calculator.busy.slowed': (p: { us: number; growth: number }, f: Format) =>
    `${us(p.us, f)}, ${f.percent(p.growth - 1)} longer under load`,
  'calculator.busy.wait': 'waits',
  'calculator.busy.network': 'network',
  'calculator.busy.think': 'thinks',
  'calculator.busy.client': (p: { n: number }, f: Format) => `client ${f.integer(p.n)}`,
  'calculator.busy.more': (p: { n: number }, f: Format) => `and ${f.integer(p.n)} more like these`,
  'calculator.busy.circle': (p: { us: number }, f: Format) => `one cycle: ${us(p.us, f)}`,
  'calculator.busy.once': (p: { n: number }, f: Format) => `so ${f.integer(p.n)} clients can take turns on one thread`,

  'calculator.little.name': 'Clients and throughput',
  'calculator.little.title.below': (p: { share: number; fill: number }, f: Format) =>
    `These clients reach ${share(p.share, f)} of what the machine can do; to fill it takes ${least(p.fill, f)}`,
  'calculator.little.title.full': (p: { fill: number }, f: Format) =>
    `From ${least(p.fill, f)} clients on, the machine is full; more of them only wait`,
  'calculator.little.subtitle': (p: { networkMs: number; thinkMs: number; threads: number }, f: Format) =>
    `${f.integer(p.threads)} threads, ${us(p.networkMs * 1000, f)} of network, ${us(p.thinkMs * 1000, f)} of think time`,
  'calculator.little.caption':
    'Little’s law: the number of clients in a place is how many arrive per second × how long they stay. The line is a bound: no machine with these settings can be above it.',
  'calculator.little.peak': (p: { peak: number; fill: number }, f: Format) =>
    `Published: throughput peaks near ${f.integer(p.peak)} clients. The formula says ${least(p.fill, f)}, ${f.percent(1 - p.fill / p.peak)} less: it is the least number that could fill the machine. Real clients come in bursts, so threads are sometimes idle even with more clients than that, and waking and switching take time that this formula leaves out.`,
  'calculator.little.ethernet': (p: { peak: number; awayUs: number }, f: Format) =>
    `Also published: between two machines on 10 Gb Ethernet the peak lies near ${f.integer(p.peak)}. So few clients can fill that machine only if a transaction spends at most ${us(p.awayUs, f)} in the network.`,
  'calculator.little.say': (
    p: {
      clients: number;
      tps: number;
      fullTps: number;
      fill: number;
      running: number;
      waiting: number;
      network: number;
      thinking: number;
    },
    f: Format,
  ) =>
    `${f.integer(p.clients)} ${f.plural(p.clients, 'client does', 'clients do')} at most ${f.si(p.tps)} transactions a second out of the ${f.si(p.fullTps)} that the machine can do; ${least(p.fill, f)} would keep it busy. Of them ${count(p.running, f)} ${f.plural(p.running, 'is', 'are')} on a thread, ${count(p.waiting, f)} waiting for one, ${count(p.network, f)} in the network and ${count(p.thinking, f)} thinking.`,
  'calculator.little.axis.tps': 'Transactions a second',
  'calculator.little.now': (p: { clients: number; tps: number }, f: Format) =>
    `${f.integer(p.clients)} ${f.plural(p.clients, 'client', 'clients')}: ${f.si(p.tps)}`,
  'calculator.little.axis.clients': 'Clients',
  'calculator.little.fill': (p: { fill: number }, f: Format) => `full from ${least(p.fill, f)}`,
  'calculator.little.published': (p: { peak: number }, f: Format) => `published peak near ${f.integer(p.peak)}`,
  'calculator.little.places': 'Where these clients are at any moment, on average',
  'calculator.little.running': 'on a thread',
  'calculator.little.waiting': 'waiting for a thread',
  'calculator.little.network': 'in the network',
  'calculator.little.thinking': 'thinking',

  'calculator.memory.name': 'Memory of connections',
  'calculator.memory.title': (p: { connections: number; allowedMiB: number; ownMiB: number }, f: Format) =>
    `Allowing ${f.integer(p.connections)} connections takes ${size(p.allowedMiB, f)}; using them, up to ${size(p.ownMiB, f)}`,
  'calculator.memory.subtitle': 'What is set aside at the start, and what connections take for themselves',
  'calculator.memory.caption':
    'The two upper bars are published: all that the server sets aside with shared_buffers = 16GB, for two values of max_connections. The lowest is yours, to the same scale.',
  'calculator.memory.say': (
    p: {
      connections: number;
      sharedMiB: number;
      besideMiB: number;
      allowedMiB: number;
      ownMiB: number;
      totalMiB: number;
    },
    f: Format,
  ) =>
    `${mebi(p.sharedMiB, f)} of shared_buffers, ${mebi(p.besideMiB, f)} in addition, ${mebi(p.allowedMiB, f)} for ${f.integer(p.connections)} connections allowed, and at most ${mebi(p.ownMiB, f)} of the connections’ own: ${mebi(p.totalMiB, f)} together.`,
  'calculator.memory.few': 'max_connections = 100',
  'calculator.memory.many': 'max_connections = 100,000',
  'calculator.memory.own': (p: { connections: number }, f: Format) =>
    `${f.integer(p.connections)} ${f.plural(p.connections, 'connection', 'connections')}, connected`,
  'calculator.memory.part.buffers': 'shared_buffers',
  'calculator.memory.part.beside': 'in addition',
  'calculator.memory.part.allowed': 'for connections allowed',
  'calculator.memory.part.own': 'the connections’ own',

  'calculator.catalog.name': 'Catalog caches of sessions',
  'calculator.catalog.title': (p: { connections: number; tables: number; allMiB: number }, f: Format) =>
    `${f.integer(p.connections)} ${f.plural(p.connections, 'session', 'sessions')} that ${f.plural(p.connections, 'has', 'have')} touched ${f.integer(p.tables)} ${f.plural(p.tables, 'table', 'tables')} remember ${size(p.allMiB, f)}`,
  'calculator.catalog.subtitle': (p: { eachMiB: number; tableMiB: number }, f: Format) =>
    `${size(p.eachMiB, f)} per session; each further table adds ${size(p.tableMiB, f)}`,
  'calculator.catalog.caption':
    'Each session keeps its own copy of what it has read of the catalogs, for as long as it lives. Crosses are published sizes of one session; the source writes 512 kB and 593 MB, which we read in units of 1,024, as PostgreSQL does. The line between them is assumed.',
  'calculator.catalog.say': (p: { connections: number; tables: number; eachMiB: number; allMiB: number }, f: Format) =>
    `A session that has touched ${f.integer(p.tables)} ${f.plural(p.tables, 'table', 'tables')} keeps ${size(p.eachMiB, f)} of the catalogs; ${f.integer(p.connections)} such ${f.plural(p.connections, 'session keeps', 'sessions keep')} ${size(p.allMiB, f)}. Published: 512 KiB for a new connection, 593 MiB for one that has touched 100,000 tables.`,
  'calculator.catalog.axis.one': 'One session',
  'calculator.catalog.axis.all': (p: { connections: number }, f: Format) =>
    p.connections === 1 ? 'All: the same one' : `All ${f.integer(p.connections)}`,
  'calculator.catalog.axis.tables': 'Tables touched',
  'calculator.catalog.published.fresh': '512 KiB',
  'calculator.catalog.published.touched': '593 MiB',

  'calculator.pooler.name': 'Clients behind a pooler',
  'calculator.pooler.title.clients': (p: { clients: number; lent: number; pool: number }, f: Format) =>
    p.lent < 1
      ? `${f.integer(p.clients)} ${f.plural(p.clients, 'client uses', 'clients use')} fewer than 1 of ${f.integer(p.pool)} server connections on average (${count(p.lent, f)})`
      : `${f.integer(p.clients)} ${f.plural(p.clients, 'client keeps', 'clients keep')} ${count(p.lent, f)} of ${f.integer(p.pool)} server connections lent`,
  'calculator.pooler.title.machine': (p: { clients: number; pool: number; queued: number }, f: Format) =>
    p.queued < 0.5
      ? `The machine is full, and ${f.integer(p.pool)} server connections are enough for it`
      : `The machine is full with ${f.integer(p.pool)} server connections; ${count(p.queued, f)} of ${f.integer(p.clients)} clients queue at the pooler`,
  'calculator.pooler.title.pool': (p: { clients: number; queued: number; idle: number; threads: number }, f: Format) =>
    `The pool is too small: ${count(p.queued, f)} of ${f.integer(p.clients)} clients queue while ${count(p.idle, f)} of ${f.integer(p.threads)} threads idle`,
  'calculator.pooler.subtitle': (p: { clients: number; tps: number }, f: Format) =>
    `${f.si(p.tps)} transactions a second at most; without a pooler the server would have ${f.integer(p.clients)} connections`,
  'calculator.pooler.caption':
    'In transaction mode a server connection is lent from a transaction’s first statement to its end, and not taken back while the client is silent in between.',
  'calculator.pooler.say': (
    p: {
      clients: number;
      pool: number;
      outside: number;
      queued: number;
      lent: number;
      running: number;
      held: number;
      ready: number;
      tps: number;
    },
    f: Format,
  ) =>
    `Of ${f.integer(p.clients)} clients ${count(p.outside, f)} are outside a transaction, ${count(p.queued, f)} queue at the pooler, and ${count(p.lent, f)} have one of ${f.integer(p.pool)} server connections: ${count(p.running, f)} on a thread, ${count(p.held, f)} idle inside their transaction, ${count(p.ready, f)} waiting for a thread. ${f.si(p.tps)} transactions a second.`,
  'calculator.pooler.clients': 'Clients',
  'calculator.pooler.outside': 'outside a transaction',
  'calculator.pooler.queued': 'queueing at the pooler',
  'calculator.pooler.lent': 'with a server connection',
  'calculator.pooler.pool': (p: { pool: number; each: number }, f: Format) =>
    p.each === 1
      ? `The pool: ${f.integer(p.pool)} server connections`
      : `The pool: ${f.integer(p.pool)} server connections, ${f.integer(p.each)} a cell`,
  'calculator.pooler.running': 'on a thread',
  'calculator.pooler.held': 'idle inside a transaction',
  'calculator.pooler.ready': 'waiting for a thread',
  'calculator.pooler.free': 'free',

  'calculator.how': 'How it is calculated',
  'calculator.how.symbols':
    'S: work on the server · N: network · Z: think time · H: threads · n: clients · X: transactions a second · P: pool · I: idle inside the transaction',
  'calculator.how.busy': 'busy share = S ÷ (S + W + N + Z), with a wait W for a thread only when the machine is full',
  'calculator.how.little': 'n = X × (S + W + N + Z); X ≤ H ÷ S; so H + X × (N + Z) clients fill the machine',
  'calculator.how.memory':
    '16,804 MiB (for shared_buffers = 16GB) + (connections − 100) × (21,463 − 16,804) MiB ÷ 99,900 + connections × what each takes',
  'calculator.how.catalog': 'sessions × (512 KiB + tables × (593 MiB − 512 KiB) ÷ 100,000)',
  'calculator.how.pooler':
    'X = the smaller of what n clients with N + Z + I do, and what P clients with I alone do; lent = n − X × (N + Z), at most P; the rest queue',
  'calculator.simplified': 'What is simplified',
  'calculator.simplified.service': (p: { growth: number; one: number; full: number }, f: Format) =>
    `One client made ${f.integer(p.one)} transactions a second on the published machine, so one takes at most 29.9 µs of the server: the client and the socket are in that time, too. All 40 threads made ${f.integer(p.full)}, so with all threads at work a transaction takes ${f.fixed(p.growth, 2)} times as long as alone. Between these two points we draw a straight line, and assume the same slowdown on machines of any size.`,
  'calculator.simplified.even':
    'Clients arrive evenly, and nobody waits while a thread is free. Real clients arrive in bursts and wait earlier, so these are the smallest possible numbers of clients and the highest possible throughput. The Lab’s model has queues.',
  'calculator.simplified.memory':
    'max_connections is what you enter. Figures were published for two of its values; between and beyond these we draw a straight line. The memory set aside in addition to shared_buffers is assumed to grow with them; it was published for 16 GB.',
  'calculator.simplified.own':
    'Less than 2 MiB a connection was published, with huge_pages; each connection is counted with all of what you enter. Without huge_pages, page tables are extra. The queries’ own memory (work_mem) is left out.',
  'calculator.simplified.catalog':
    'Two sizes were published; we assume a straight line through them and equal tables, and that every session has touched the same number of them.',
  'calculator.simplified.pooler':
    'The pooler itself takes no time here; a real one adds a hop. It runs on the server’s machine: the network is between it and the clients.',
} satisfies Area<'calculator'>);
