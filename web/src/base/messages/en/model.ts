/** Texts about the model: what it is asked, what it answers, and where its figures stand beside others. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const NOT_MODELLED = {
  churn: 'connections that come and go are measured, not modelled',
  subtrans: 'savepoints are not modelled',
  script: 'pgbench scripts are not modelled',
} as const;

export const model = {
  'model.problem.notModelled': (p: {
    where: string;
    given: string;
    kind: keyof typeof NOT_MODELLED;
    known: readonly string[];
  }) => `${p.where}: “${p.given}”: ${NOT_MODELLED[p.kind]}; choose from ${p.known.join(', ')}.`,
  'model.problem.tooManyPoints': (p: { where: readonly string[]; points: number; limit: number }, f: Format) =>
    `${p.where.join(' × ')}: ${f.integer(p.points)} points to model; at most ${f.integer(p.limit)}, so shorten a list.`,
  'model.problem.noMachine': (p: { given: string; known: readonly string[] }) =>
    `--machine: there is no machine and no file “${p.given}”; choose from ${p.known.join(', ')}, or give a machine file (.json).`,

  'model.cli.what':
    'models snapshot designs on a machine that is not here, from counted accesses and sourced latencies',
  'model.cli.machine': (p: { known: readonly string[] }) => `one of ${p.known.join(', ')}, or a machine file (.json)`,
  'model.cli.design': 'designs, separated by commas',
  'model.cli.active': 'connections that run transactions all the time, 1 to 12,500',
  'model.cli.think': 'time between a transaction’s answer and its client’s next one, in ms',
  'model.cli.network': 'time on the network in ms, there and back',
  'model.cli.otherWork': 'other work of a transaction in µs (default: what was fitted for the machine)',
  'model.cli.noCoherence': 'writes leave other cores’ copies alone: what would be without coherence',
  'model.cli.notes': `
LIST is one whole number or several separated by commas. Lists multiply: every combination is a
point. At most 12,500 connections together.`,
  'model.cli.progress': (
    p: {
      n: number;
      of: number;
      design: string;
      active: number;
      idle: number;
      mostlyIdle: number;
      percent: number;
    },
    f: Format,
  ) =>
    `${f.integer(p.n)}/${f.integer(p.of)}: ${p.design}, ${f.integer(p.active)} active, ${f.integer(p.idle)} idle, ${f.integer(p.mostlyIdle)} mostly idle, ${f.percent(p.percent)}`,
  'model.cli.run': (
    p: { workload: string; otherWorkUs: number; thinkMs: number; networkMs: number; coherence: boolean },
    f: Format,
  ) =>
    `modelled: ${p.workload}, ${f.significant(p.otherWorkUs, 3)} µs of other work${
      p.thinkMs > 0 ? `, ${p.thinkMs} ms of think time` : ''
    }${p.networkMs > 0 ? `, ${p.networkMs} ms on the network` : ''}${p.coherence ? '' : '; without coherence'}`,
  'model.cli.on': (p: { name: string; cores: number; threads: number }, f: Format) =>
    `on ${p.name}: ${f.integer(p.cores)} cores, ${f.integer(p.threads)} hardware threads`,
  'model.cli.columns':
    'tps: transactions per second; work to queue: ns per transaction; misses: per snapshot, beyond the core’s own caches',
  'model.cli.fitted': (p: { constants: readonly string[] }, f: Format) =>
    `fitted for this machine: ${f.list(p.constants)}; all else is counted or sourced`,
  'model.cli.borrowed':
    'nothing was fitted for this machine: other work and what two threads of a core cost each other are those of a Xeon Gold 5215',
  'model.head.work': 'work',
  'model.head.scan': 'scan',
  'model.head.coherence': 'coherence',
  'model.head.lock': 'lock',
  'model.head.subtrans': 'subtrans',
  'model.head.queue': 'queue',
  'model.head.misses': 'misses',
} satisfies Area<'model'>;
