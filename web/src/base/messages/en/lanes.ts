/** Texts of the stage's session lanes. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Fill = 'running' | 'committed' | 'aborted' | 'prepared' | 'unstarted' | 'unknown';

const FILLS: Readonly<Record<Fill, string>> = {
  running: 'running',
  committed: 'committed',
  aborted: 'rolled back',
  prepared: 'prepared',
  unstarted: 'not given out yet',
  unknown: 'ended long ago',
};

/** “branch 2”, “branches 2 and 4”: they count from 1, as people do. */
const branches = (p: { branches: readonly number[] }, f: Format): string =>
  `${f.plural(p.branches.length, 'branch', 'branches')} ${f.list(p.branches.map((id) => f.integer(id + 1)))}`;

export const lanes = addTexts({
  'lanes.title': 'Sessions',
  'lanes.subtitle': 'time runs downwards; you say who moves next',
  'lanes.subtitleHold': 'hold a card to read it whole',
  'lanes.null': 'NULL',

  'lanes.who.setup': 'set-up',
  'lanes.who.number': (p: { number: string }) => `session ${p.number}`,
  'lanes.who.named': (p: { word: string; name: string }) => `${p.word} (${p.name})`,
  'lanes.who.prepared': (p: { name: string }) => `prepared ${p.name}`,

  'lanes.state.idle': 'idle',
  'lanes.state.transaction': 'in a transaction',
  'lanes.state.waiting': 'waits',
  'lanes.state.aborted': 'transaction failed',
  'lanes.state.waitsFor': (p: { who: string }) => `waits for ${p.who}`,

  'lanes.folded': (p: { to: number }, f: Format) => {
    if (p.to === 0) return 'the set-up is folded';
    return p.to === 1 ? 'step 1 is folded' : `steps 1–${f.integer(p.to)} folded`;
  },
  'lanes.fold': 'fold the first steps',
  'lanes.rows': (p: { count: number }, f: Format) => `${f.integer(p.count)} ${f.plural(p.count, 'row', 'rows')}`,
  'lanes.values': (p: { values: string }) => `→ ${p.values}`,
  'lanes.snapshot': 'snapshot',
  'lanes.fill': (p: { fill: Fill }) => FILLS[p.fill],
  'lanes.xid.inside': (p: { parent: number }) => `inside ${p.parent}`,
  'lanes.xid.choose': (p: { xid: number; fill: Fill }) => `xid ${p.xid}, ${FILLS[p.fill]}: show it everywhere`,

  'lanes.card.name': (p: { tick: number; who: string; step: string; sql: string }, f: Format) =>
    `Step ${f.integer(p.tick)}, ${p.who}, ${p.step}: ${p.sql}.`,
  'lanes.card.nameCompleted': (p: { tick: number; who: string; step: string; sql: string }, f: Format) =>
    `Step ${f.integer(p.tick)} lets ${p.who} complete ${p.step}: ${p.sql}.`,
  'lanes.card.title': (p: { tick: number; step: string }, f: Format) => `Step ${f.integer(p.tick)} · ${p.step}`,
  'lanes.card.completed': 'goes on:',
  'lanes.card.ended': 'ends:',
  'lanes.card.waits': (p: { who: string }) => (p.who === '' ? 'waits' : `waits for ${p.who}`),
  'lanes.card.waited': (p: { until: number }, f: Format) => `waited until step ${f.integer(p.until)}`,
  'lanes.card.waitsNow': (p: { who: string }) => `It waits for ${p.who}.`,
  'lanes.card.held': 'It is under way.',
  'lanes.card.waitedUntil': (p: { who: string; until: number }, f: Format) =>
    `It waited${p.who === '' ? '' : ` for ${p.who}`} until step ${f.integer(p.until)}.`,
  'lanes.card.xid': (p: { xid: number; fill: Fill; parent: number }) =>
    `Its xid ${p.xid}${p.parent === 0 ? '' : `, inside ${p.parent},`} is ${FILLS[p.fill]} now.`,
  'lanes.card.tookSnapshot': 'It took a snapshot.',

  'lanes.band': (p: { kind: 'setup' | 'time' | 'end' | 'failed' }) =>
    ({
      setup: 'set-up',
      time: 'time passes: a timeout runs out',
      end: 'the end: teardown',
      failed: 'the run ended here',
    })[p.kind],

  'lanes.now': 'now',
  'lanes.next.run': 'run next',
  'lanes.next.planned': 'planned',
  'lanes.next.notYours': 'cannot move yet',
  'lanes.next.none': 'no more steps',
  'lanes.next.over': 'nothing follows',
  'lanes.next.button': (p: { who: string; step: string; sql: string }) => `Run next: ${p.who}, ${p.step}: ${p.sql}`,
  'lanes.next.title': (p: { step: string }) => `Next step: ${p.step}`,
  'lanes.ghost': branches,
  'lanes.ghost.time': 'time passes',
  'lanes.ghost.end': 'the end',
  'lanes.ghost.button': (p: { branches: readonly number[]; what: string }, f: Format) =>
    `Go to ${branches(p, f)}: ${p.what}`,

  'lanes.arrow': (p: { lock: 'relation' | 'transaction' | 'tuple' | 'advisory' | 'snapshot' | null; xid: number }) => {
    if (p.lock === 'transaction' && p.xid !== 0) return `waits for ${p.xid}`;
    if (p.lock === 'tuple') return 'queues for it';
    if (p.lock === 'advisory') return 'waits for an advisory lock';
    if (p.lock === 'snapshot') return 'waits for a safe snapshot';
    return p.lock === 'relation' ? 'waits for a table lock' : 'waits';
  },
  'lanes.moreWaits': (p: { count: number }, f: Format) =>
    `${f.integer(p.count)} more ${f.plural(p.count, 'wait', 'waits')} without an arrow`,
  'lanes.head': (p: { who: string; isolation: string; state: string }) =>
    `${p.who}, ${p.isolation}, ${p.state}: look through this session’s eyes`,
  'lanes.cards': 'Steps so far, oldest first; arrow keys go from one to the next',
  'lanes.targets': 'Who moves next?',

  'lanes.text.at': (p: { tick: number }, f: Format) =>
    p.tick === 0 ? 'After the set-up.' : `After step ${f.integer(p.tick)}.`,
  'lanes.text.lane': (p: { who: string; isolation: string; state: string; next: string }) =>
    `${p.who}: ${p.isolation}, ${p.state}; ${p.next}.`,
  'lanes.text.next': (p: { step: string; sql: string }) => `next ${p.step}: ${p.sql}`,
  'lanes.text.next.waits': 'cannot move yet',
  'lanes.text.next.none': 'no more steps',
  'lanes.text.next.over': 'nothing follows',
  'lanes.text.next.typed': 'type its next statement',
  'lanes.text.nobody': (p: { kind: 'setup' | 'step' | 'time' | 'end' | 'failed' }) =>
    ({
      setup: 'The set-up is done.',
      step: '',
      time: 'Time passes: a timeout runs out.',
      end: 'The end: the teardown has run.',
      failed: 'The run ended here.',
    })[p.kind],
  'lanes.text.launched': (p: { tick: number; session: string; step: string; sql: string }, f: Format) =>
    `Step ${f.integer(p.tick)}: session ${p.session} runs ${p.step}: ${p.sql}.`,
  'lanes.text.completed': (p: { session: string; step: string; failed: boolean }) =>
    p.failed
      ? `Session ${p.session} waits no longer: ${p.step} has ended with an error.`
      : `Session ${p.session} goes on: ${p.step}, which waited, has ended.`,
  'lanes.text.done': (p: { session: string; step: string }) => `${p.step} is done.`,
  'lanes.text.waits': (p: { session: string; step: string; who: string }) => `It waits for ${p.who}.`,
  'lanes.text.waitsHeld': (p: { session: string; step: string }) => `${p.step} is under way.`,
  'lanes.text.noRows': (p: { columns: readonly string[] }, f: Format) => `No rows of ${f.list(p.columns)}.`,
  'lanes.text.rows': (p: { count: number; rows: string; more: number }, f: Format) =>
    `${f.integer(p.count)} ${f.plural(p.count, 'row', 'rows')}: ${p.rows}${p.more > 0 ? `; and ${f.integer(p.more)} more` : ''}.`,
  'lanes.text.error': (p: { error: string }) => `${p.error}.`,
  'lanes.limit': (p: { what: string }) => `limit of the simulation reached: ${p.what}`,
  'lanes.text.notice': (p: { notice: string }) => `Notice: ${p.notice}.`,

  'lanes.timeline.label': 'Steps of this branch',
  'lanes.timeline.branches': 'Other branches',
  'lanes.timeline.at': (p: { tick: number }, f: Format) => `Step ${f.integer(p.tick)}`,
  'lanes.timeline.of': (p: { length: number }, f: Format) =>
    p.length === 0 ? 'nothing is planned' : `of ${f.integer(p.length)}`,
  'lanes.timeline.value': (p: { tick: number; length: number; what: string }, f: Format) =>
    `${p.tick === 0 ? 'after the set-up' : `step ${f.integer(p.tick)}`} of ${f.integer(p.length)}${p.what === '' ? '' : `: ${p.what}`}`,
  'lanes.timeline.branch': (
    p: { id: number; start: 'commit' | 'rollback' | 'step' | 'time' | 'end' | 'stop'; who: string; step: string },
    f: Format,
  ) => {
    const starts = {
      commit: `${p.who} commits first`,
      rollback: `${p.who} rolls back first`,
      step: `${p.who}’s ${p.step} first`,
      time: 'time passes first',
      end: 'ends here',
      stop: 'stops here',
    };
    return `branch ${f.integer(p.id + 1)}: ${starts[p.start]}`;
  },
  'lanes.timeline.goTo': (p: { name: string; at: number }, f: Format) =>
    `Go to ${p.name}; it leaves after ${p.at === 0 ? 'the set-up' : `step ${f.integer(p.at)}`}`,

  'lanes.controls.label': 'The scheduler',
  'lanes.controls.play': 'Play',
  'lanes.controls.pause': 'Pause',
  'lanes.controls.branch': 'Branch',
  'lanes.controls.time': 'Let time pass',
  'lanes.controls.finish': 'Finish',
  'lanes.controls.teardown': 'Run teardown',
  'lanes.controls.speed': 'Speed',
  'lanes.controls.does': (p: { name: 'back' | 'play' | 'step' | 'branch' | 'time' | 'finish' | 'teardown' }) =>
    ({
      back: 'One step back',
      play: 'Run the planned steps one after another',
      step: 'Run the planned next step',
      branch: 'Begin a branch here, with nothing planned',
      time: 'Nobody moves, and the next timeout runs out',
      finish: 'Run what is left, up to the result',
      teardown: 'Run the spec’s teardown, which takes away what the set-up made',
    })[p.name],
  'lanes.controls.reason': (p: {
    reason:
      | 'start'
      | 'end'
      | 'allDone'
      | 'waits'
      | 'nothingPlanned'
      | 'atEnd'
      | 'tooMany'
      | 'noTime'
      | 'busy'
      | 'stopped'
      | 'typed';
  }) =>
    ({
      start: 'This is the beginning',
      end: 'The teardown has run: nothing follows',
      allDone: 'Nothing is left to run',
      waits: 'The planned step’s session waits: another session must move',
      nothingPlanned: 'Nothing is planned from here on: choose who moves next',
      atEnd: 'Nothing is planned after this step, so there is nothing to leave',
      tooMany: 'The maximum number of branches exists',
      noTime: 'No timeout is running: nobody waits',
      busy: 'The last step is still under way',
      stopped: 'The run was stopped here',
      typed: 'Type a statement: it runs at once',
    })[p.reason],
  'lanes.controls.title': (p: { why: string; key: string }) => `${p.why} (${p.key})`,
} satisfies Area<'lanes'>);
