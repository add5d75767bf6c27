/** Texts about exercises: what is wrong with a file of one, and the page where they are done. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const quoted = (all: readonly string[]): string => all.map((one) => `“${one}”`).join(', ');

export const exercise = addTexts({
  'exercise.tooLarge': (p: { max: number }, f: Format) =>
    `the file is larger than ${f.integer(p.max)} bytes; make two exercises of it`,
  'exercise.noFrontMatter': (p: { keys: readonly string[] }) =>
    `an exercise begins with a line “---”, then ${quoted(p.keys)}, each with a colon and its text, then a line “---”`,
  'exercise.fence': (p: { name: string; known: readonly string[] }) =>
    `“${p.name}” looks like a block, but exercises have no such block; they have ${quoted(p.known)}`,
  'exercise.twice': (p: { what: string }) => `an exercise has one block “${p.what}” at most`,
  'exercise.hints': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} hints`,
  'exercise.noAsk': 'a block “ask” is missing: what is asked?',
  'exercise.noProse': 'no question: write what is to be done in a sentence or two',
  'exercise.noGoal': 'a block “goal” is missing: what must happen?',
  'exercise.goalUnused': (p: { known: readonly string[] }) => `only ${quoted(p.known)} can have a block “goal”`,
  'exercise.noSpec': 'a block “spec” is missing: the tables, sessions and steps',
  'exercise.specUnused': (p: { what: string }) => `“${p.what}” needs no block “spec”`,
  'exercise.what': (p: { given: string; known: readonly string[] }) =>
    `“${p.given}” cannot be asked; what can be asked: ${quoted(p.known)}`,
  'exercise.rules': (p: { known: readonly string[] }) => `“rules” is one of ${quoted(p.known)}`,
  'exercise.pick': '“pick” is “fewest”, “most” or “fewest | most”',
  'exercise.of':
    '“of” names two designs or more, joined by commas, as “pg13, pg14, pg14 reused”, or each with its idle connections, as “pg13 at 100, pg14 at 900”',
  'exercise.mix': '“mix” is “yes” or “no”',
  'exercise.tempt': '“tempt” is “STEP for STEP”, or several with commas between them, as in “keep for regret”',
  'exercise.prompts': (p: { max: number }, f: Format) =>
    `“prompts” names the sessions in which the learner types, one to ${f.integer(p.max)}, all different, as “A, B”`,
  'exercise.typed.spec':
    'with “prompts” the spec has tables and rows alone: the learner types, so it can have no session, step or permutation',
  'exercise.typed.schedule': 'with “prompts” there is no block “schedule”: the learner types the steps',
  'exercise.typed.goal': (p: { kind: string }) =>
    `“${p.kind}” compares steps, but with “prompts” nobody knows what is typed; a goal is about any statement of a session, as “waits B”`,
  'exercise.typed.session': (p: { name: string; known: readonly string[] }) =>
    `there is no prompt “${p.name}”; with “prompts” a goal names a session: ${quoted(p.known)}`,
  'exercise.tooManySteps': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} steps`,
  'exercise.vary.name': (p: { text: string }) =>
    `“${p.text}” is not a variable: write “name: 10..90 by 10” or “name: this | that”, the name in small letters`,
  'exercise.vary.tooMany': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} variables`,
  'exercise.vary.shape': (p: { text: string }) =>
    `“${p.text}”: write a range as “10..90 by 10”, words as “this | that”, or “repeat 1..64: text with #”`,
  'exercise.vary.range': (p: { text: string }) => `“${p.text}” has fewer than two numbers, or an end that is not known`,
  'exercise.vary.words': (p: { text: string }) => `“${p.text}” needs 2 to 20 words, all different`,
  'exercise.goal': (p: { text: string }) =>
    `“${p.text}” is not a goal: write “rows STEP: 1 10, 2 20”, “error STEP: words”, “waits STEP”, “waits STEP: 1 10”, “fine STEP”, “differ STEP STEP”, “same STEP STEP”, “after STEP STEP”, “suboverflowed SESSION”, “versions TABLE 3”, “committed TABLE: 1 10” or “within 5”`,
  'exercise.goals': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} goals`,
  'exercise.claim': (p: { text: string }) =>
    `“${p.text}” is not a claim: write a goal, or “together STEP STEP”, “asks rows STEP”, “made STEP”, “says STEP: words of its SQL”, “differs rows STEP”, “behind”, “fates” or “told”`,
  'exercise.claimWords': 'which words of the task say so? Write them after “|”',
  'exercise.claimNotSaid': (p: { words: string }) => `the task does not say “${p.words}”`,
  'exercise.tooManyClaims': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} claims`,
  'exercise.claimBroken': (p: { words: string; moves: readonly string[] }) =>
    `the goals are too weak: ${p.moves.join(', ')} reaches all of them, but the task says “${p.words}”`,
  'exercise.unknownName': (p: { name: string; known: readonly string[] }) =>
    `“{${p.name}}” has no value; the block “vary” names ${p.known.length === 0 ? 'no names' : quoted(p.known)}`,
  'exercise.unknownStep': (p: { name: string }) => `the spec has no step “${p.name}”`,
  'exercise.unknownLesson': (p: { name: string; known: readonly string[] }) =>
    `there is no lesson “${p.name}”; the lessons are ${quoted(p.known)}`,
  'exercise.unknownSession': (p: { name: string }) => `the spec has no session “${p.name}”`,
  'exercise.unknownDesign': (p: { name: string }) => `there is no design “${p.name}”`,
  'exercise.unknownFault': (p: { name: string }) => `there is no planted fault “${p.name}”`,
  'exercise.badNumber': (p: { text: string; min: number; max: number }, f: Format) =>
    `“${p.text}” is not a number from ${f.integer(p.min)} to ${f.integer(p.max)}`,
  'exercise.notPosed': (p: { seed: number; tries: number }, f: Format) =>
    `seed ${f.integer(p.seed)}: in ${f.integer(p.tries)} tries no variant had an answer worth asking for`,
  'exercise.engine': (p: { what: string }) => `the engine could not run it: ${p.what}`,

  'exercise.same.block': (p: { name: string }) =>
    `“${p.name}” differs from the English file: only title, question, hints and “why” are translated`,
  'exercise.same.hints': (p: { given: number; wanted: number }, f: Format) =>
    `${f.integer(p.given)} ${f.plural(p.given, 'hint', 'hints')}, but ${f.integer(p.wanted)} in English`,
  'exercise.same.why': (p: { wanted: boolean }) =>
    p.wanted ? 'there is a “why” in English, and none here' : 'there is a “why” here, and none in English',
  'exercise.same.missing': (p: { what: readonly string[] }) =>
    `lacks what is named in English: ${p.what.map((one) => `“${one}”`).join(', ')}`,
  'exercise.same.extra': (p: { what: readonly string[] }) =>
    `names what is not named in English: ${p.what.map((one) => `“${one}”`).join(', ')}`,

  'exercise.title': 'Exercises',
  'exercise.lead':
    'Each exercise comes in endless variants. The engine works out the answer and says why. Begin with those of a lesson that you have read.',
  'exercise.forClass':
    'For a class: the teacher’s page makes one link for several lessons and exercises. The address of a single exercise includes its variant, as in “seed=7”: everyone who follows it gets that variant.',
  'exercise.filter': 'Kind of exercise',
  'exercise.filter.all': 'All',
  'exercise.filter.of': (p: { kind: string; n: number }, f: Format) => `${p.kind} ${f.integer(p.n)}`,
  'exercise.filter.says.all': 'Five kinds, from a single choice to a hunt for a fault.',
  'exercise.filter.says.predict': 'Some steps have run. Say what the next one does, before the engine shows it.',
  'exercise.filter.says.count': 'Say which design touches the fewest or the most cache lines for one snapshot.',
  'exercise.filter.says.order': 'Put the given steps in an order that has the required outcome.',
  'exercise.filter.says.make': 'Press the steps, or type the SQL, until every goal is reached.',
  'exercise.filter.says.hunt': 'The server has one planted fault. Find steps at which it differs from a sound one.',
  'exercise.ofLesson': (p: { number: number; title: string }) => `Lesson ${p.number}: ${p.title}`,
  'exercise.level.1': 'easy',
  'exercise.level.2': 'medium',
  'exercise.level.3': 'hard',
  'exercise.level.unknown': (p: { known: readonly string[] }) => `“level” is one of ${quoted(p.known)}`,
  'exercise.all': 'All exercises',
  'exercise.loading': 'The engine makes this variant …',
  'exercise.cancelled': 'You cancelled this variant before it was ready.',
  'exercise.judging': 'The engine judges your answer …',
  'exercise.judgingCancelled': 'You cancelled the judging, so this answer counts as neither right nor wrong.',
  'exercise.none': (p: { id: string }) => `There is no exercise “${p.id}”.`,
  'exercise.faulty': 'This exercise cannot be asked:',
  'exercise.problem': (p: { line: number; column: number; message: string }) =>
    `line ${p.line}, column ${p.column}: ${p.message}`,
  'exercise.kind.predict': 'Predict',
  'exercise.kind.count': 'Count',
  'exercise.kind.order': 'Order',
  'exercise.kind.make': 'Make it happen',
  'exercise.kind.hunt': 'Bug hunt',
  'exercise.standing.new': 'not tried yet',
  'exercise.standing.tried': 'tried',
  'exercise.standing.right': 'solved',
  'exercise.seed': (p: { seed: number }) => `variant ${p.seed}`,
  'exercise.another': 'Another variant',
  'exercise.next': 'Next exercise',
  'exercise.check': 'Check',
  'exercise.hint': (p: { next: number; of: number }) => `Hint ${p.next} of ${p.of}`,
  'exercise.noHints': 'No more hints',
  'exercise.hintsTitle': 'Hints',
  'exercise.right': 'Right.',
  'exercise.isRight': 'right',
  'exercise.isWrong': 'wrong',
  'exercise.isMissed': 'missed',
  'exercise.wrong': 'Not quite. Here is why. To score, try another variant.',
  'exercise.wrongMoves': 'Not quite. Try another order.',
  'exercise.practice':
    'Right. But you had seen this variant’s answer before, so it is practice. To score, try another variant.',
  'exercise.practising':
    'You have answered this variant before. Answer it for practice; to score, try another variant.',
  'exercise.claim.broken': (p: { reason: string; words: string }) =>
    `Not quite: ${p.reason}, but the task says “${p.words}”.`,
  'exercise.claim.after': (p: { step: string; other: string }) => `“${p.step}” comes before “${p.other}”`,
  'exercise.claim.notRun': (p: { step: string }) => `“${p.step}” has not been run to its end`,
  'exercise.claim.rows': (p: { step: string; instead: string }) =>
    `“${p.step}” returned ${p.instead === '' ? 'nothing' : p.instead}`,
  'exercise.claim.error': (p: { step: string; instead: string }) =>
    p.instead === '' ? `“${p.step}” ended without an error` : `“${p.step}” ended with “${p.instead}”`,
  'exercise.claim.fine': (p: { step: string; instead: string }) => `“${p.step}” ended with “${p.instead}”`,
  'exercise.claim.waits': (p: { step: string }) => `“${p.step}” did not wait`,
  'exercise.claim.waited': (p: { step: string; instead: string }) =>
    `“${p.step}” did not wait and then return the rows, but ${p.instead === '' ? 'nothing' : p.instead}`,
  'exercise.claim.committed': (p: { table: string; instead: string }) =>
    `${p.table} holds ${p.instead === '' ? 'nothing' : p.instead}`,
  'exercise.claim.says': (p: { step: string; text: string }) => `${p.step} runs nothing with “${p.text}”`,
  'exercise.claim.differ': (p: { step: string; other: string }) =>
    `“${p.step}” and “${p.other}” returned the same rows`,
  'exercise.claim.same': (p: { step: string; other: string }) => `“${p.step}” and “${p.other}” returned different rows`,
  'exercise.claim.together': (p: { steps: readonly string[] }) => `${quoted(p.steps)} are not in one transaction`,
  'exercise.claim.suboverflowed': (p: { session: string }) => `the snapshot of ${p.session} is not suboverflowed`,
  'exercise.claim.versions': (p: { table: string; instead: string }) =>
    `the page of ${p.table} has ${p.instead} row ${p.instead === '1' ? 'version' : 'versions'}`,
  'exercise.claim.within': (p: { made: string }) => `you made ${p.made} steps`,
  'exercise.claim.other': 'this is something else',
  'exercise.order.ownOrder': (p: { who: string; step: string; other: string }) =>
    `Not quite: ${p.who} runs “${p.step}” before “${p.other}”. A session’s own steps keep their order.`,
  'exercise.order.keep': 'Each session’s own steps keep their order: a step cannot pass a step of the same session.',
  'exercise.order.cannotPass': (p: { step: string; other: string; who: string }) =>
    `“${p.step}” cannot pass “${p.other}”: both belong to ${p.who}, and a session’s own steps keep their order.`,
  'exercise.soFar': 'So far',
  'exercise.toDo': 'What comes next',
  'exercise.nextStep': (p: { who: string; step: string }) => `${p.who} runs “${p.step}”`,
  'exercise.ask.rows': 'Which row versions does it return?',
  'exercise.ask.answer': 'What does it return?',
  'exercise.ask.error': 'How does it end?',
  'exercise.ask.sireads': 'How many SIREAD locks does its transaction hold then?',
  'exercise.ask.waits': 'Does it wait?',
  'exercise.ask.lines': (p: { pick: 'fewest' | 'most' }) => `Which touches the ${p.pick} cache lines?`,
  'exercise.ask.snapshot': 'What does its snapshot hold?',
  'exercise.ask.standby': 'What would a snapshot on the standby hold now?',
  'exercise.ask.suboverflowed': 'Where would a snapshot be suboverflowed now?',
  'exercise.replayed': 'The standby has replayed up to here',
  'exercise.replayedNone': 'The standby has replayed nothing of it yet',
  'exercise.listed': 'Transactions that it lists',
  'exercise.version': (p: { ctid: string; values: string }) => `${p.ctid} ${p.values}`,
  'exercise.stamps': (p: { xmin: string; xmax: string | null }) =>
    p.xmax === null ? `xmin ${p.xmin}, no xmax` : `xmin ${p.xmin}, xmax ${p.xmax}`,
  'exercise.xidOf': (p: { xid: number; who: string }) => (p.who === '' ? String(p.xid) : `${p.xid} (${p.who})`),
  'exercise.option.noError': 'it ends without an error',
  'exercise.option.goesOn': 'no, it goes on',
  'exercise.option.waitsFor': (p: { who: string }) => `yes, for ${p.who}`,
  'exercise.option.noRows': 'no rows',
  'exercise.option.lines': (p: { design: string; reuse: boolean | null; idle: number | null }, f: Format) =>
    [
      p.design,
      ...(p.reuse === null ? [] : [p.reuse ? 'here nothing has ended since' : 'here one has ended since']),
      ...(p.idle === null ? [] : [`${f.integer(p.idle)} idle connections`]),
    ].join('; '),
  'exercise.option.overflowed': (p: { where: 'neither' | 'primary' | 'standby' | 'both' }) =>
    ({
      neither: 'on neither of them',
      primary: 'on the primary alone',
      standby: 'on the standby alone',
      both: 'on both',
    })[p.where],
  'exercise.xip': 'xip: running ids below xmax',
  'exercise.xipNone': 'Tick nothing if the list is empty.',
  'exercise.choose': 'choose',
  'exercise.why.waits': (p: { who: string; step: string; other: string | null }) =>
    p.other === null
      ? `${p.who} goes on with “${p.step}”: no running transaction holds what it needs.`
      : `${p.who} waits in “${p.step}”: ${p.other} has locked or changed the row and is still running.`,
  'exercise.why.sireads': (p: { who: string; locks: readonly string[] }, f: Format) =>
    p.locks.length === 0
      ? `${p.who} holds no SIREAD lock.`
      : `${p.who} holds ${f.integer(p.locks.length)}: ${p.locks.join('; ')}.`,
  'exercise.why.error': (p: { error: string }) =>
    p.error === '' ? 'The engine ran it without an error.' : `The engine said: ${p.error}`,
  'exercise.why.error.changed': (p: { version: string; xid: number }) =>
    `Its snapshot sees version ${p.version}. ${p.xid} has replaced or deleted it, and committed after that snapshot. Only the newest version can be changed, so it is an error.`,
  'exercise.why.error.newest': (p: { error: boolean }) =>
    p.error
      ? 'Each version that its snapshot sees is still the newest one, so a later change is not the reason.'
      : 'Each version that its snapshot sees is still the newest one: no transaction that committed since has changed it.',
  'exercise.why.error.seen': 'Which versions its snapshot sees before that step, and what decided it:',
  'exercise.why.rows': 'Which versions the statement saw, and what decided it:',
  'exercise.why.primary.xmin': (p: { given: number; key: number }) =>
    `xmin is ${p.key}, not ${p.given}: the oldest running xid, or xmax if nothing is running.`,
  'exercise.why.primary.xmax': (p: { given: number; key: number }) =>
    `xmax is ${p.key}, not ${p.given}: one more than the latest xid that has ended.`,
  'exercise.why.primary.missing': (p: { xid: number }) => `${p.xid} is in xip: it is running, and below xmax.`,
  'exercise.why.primary.ended': (p: { xid: number }) => `${p.xid} is not in xip: it has ended.`,
  'exercise.why.primary.above': (p: { xid: number }) =>
    `${p.xid} is not in xip: it is not below xmax, and counts as running anyway.`,
  'exercise.why.standby.xmin': (p: { given: number; key: number }) =>
    `xmin is ${p.key}, not ${p.given}: the oldest xid whose end the standby has not replayed, or xmax if there is none.`,
  'exercise.why.standby.xmax': (p: { given: number; key: number }) =>
    `xmax is ${p.key}, not ${p.given}: one more than the latest xid whose end the standby has replayed.`,
  'exercise.why.standby.missing': (p: { xid: number }) =>
    `${p.xid} is listed: it is below xmax, and the standby has not replayed its end.`,
  'exercise.why.standby.ended': (p: { xid: number }) => `${p.xid} is not listed: the standby has replayed its end.`,
  'exercise.why.standby.above': (p: { xid: number }) =>
    `${p.xid} is not listed: it is not below xmax, and counts as running anyway.`,
  'exercise.why.overflow.primary': (p: { given: number; is: boolean }, f: Format) =>
    p.is
      ? `The primary: a snapshot lists a transaction that has ${f.integer(p.given)} subtransactions with an xid; a PGPROC has room for 64, and so it is suboverflowed.`
      : p.given === 0
        ? 'The primary: no running transaction has a subtransaction with an xid, so its snapshot is not suboverflowed.'
        : `The primary: the running transaction has ${f.integer(p.given)} ${f.plural(p.given, 'subtransaction', 'subtransactions')} with an xid; a PGPROC has room for 64, so its snapshot is not suboverflowed.`,
  'exercise.why.overflow.standby': (p: { is: boolean; lastOverflowedXid: number; xmin: number }) =>
    p.is
      ? `The standby: it has replayed the record that takes 64 subtransactions, up to ${p.lastOverflowedXid}, out of the array, but not the end of their transaction. Its xmin, ${p.xmin}, has not passed them, so its snapshot is suboverflowed.`
      : p.lastOverflowedXid === 0
        ? 'The standby: it has replayed no record that takes 64 subtransactions out of the array, so its snapshot is not suboverflowed.'
        : `The standby: it has replayed the end of the transaction with 64 subtransactions, up to ${p.lastOverflowedXid}. Its xmin, ${p.xmin}, has passed them, so its snapshot is not suboverflowed.`,
  'exercise.why.lines.bars': 'Counted cache lines',
  'exercise.why.lines.count': (p: { lines: number }, f: Format) =>
    `${f.integer(p.lines)} ${f.plural(p.lines, 'line', 'lines')}`,
  'exercise.why.lines.pick': (p: { pick: 'fewest' | 'most'; design: string }) => `The ${p.pick} here: ${p.design}`,
  'exercise.order.title': 'The order',
  'exercise.order.up': (p: { step: string }) => `${p.step}: earlier`,
  'exercise.order.down': (p: { step: string }) => `${p.step}: later`,
  'exercise.order.moved': (p: { step: string; at: number; of: number }, f: Format) =>
    `${p.step} is now ${f.integer(p.at)} of ${f.integer(p.of)}.`,
  'exercise.order.run': 'Run this order',
  'exercise.order.notRun': 'Run your order, and its steps appear here, one below the other.',
  'exercise.drawing': 'Getting the figure ready…',
  'exercise.order.stuck':
    'The engine could not run this order to the end: one step comes up while its session is still waiting.',
  'exercise.run': 'The last run',
  'exercise.run.at': (p: { step: string; at: number; of: number }, f: Format) =>
    p.at === 0
      ? 'The run, before its first step'
      : `The run, after “${p.step}”: ${f.integer(p.at)} of ${f.integer(p.of)}`,
  'exercise.palette': 'Steps',
  'exercise.palette.hint': 'Each step once, in any order. A waiting session can do nothing.',
  'exercise.undo': 'Undo',
  'exercise.restart': 'Start over',
  'exercise.time': 'Let time pass',
  'exercise.goal.title': 'Goals',
  'exercise.goal.rows': (p: { step: string; rows: string }) => `“${p.step}” returns ${p.rows}`,
  'exercise.goal.error': (p: { step: string; text: string }) => `“${p.step}” ends with “${p.text}”`,
  'exercise.goal.waits': (p: { step: string }) => `“${p.step}” has to wait`,
  'exercise.goal.waited': (p: { step: string; rows: string }) => `“${p.step}” has to wait and then returns ${p.rows}`,
  'exercise.goal.committed': (p: { table: string; rows: string }) => `committed in ${p.table}: ${p.rows}`,
  'exercise.goal.fine': (p: { step: string }) => `“${p.step}” ends without an error`,
  'exercise.goal.differ': (p: { step: string; other: string }) => `“${p.step}” and “${p.other}” return different rows`,
  'exercise.goal.same': (p: { step: string; other: string }) => `“${p.step}” and “${p.other}” return the same rows`,
  'exercise.goal.after': (p: { step: string; other: string }) => `“${p.step}” comes after “${p.other}”`,
  'exercise.goal.suboverflowed': (p: { session: string }) => `${p.session} has a suboverflowed snapshot`,
  'exercise.goal.versions': (p: { table: string; count: number }) =>
    `${p.count} row versions or more lie on the page of ${p.table}`,
  'exercise.goal.order': (p: { rules: readonly { step: string; others: readonly string[] }[] }, f: Format) =>
    p.rules.map(({ step, others }) => `“${step}” comes after ${f.list(others.map((one) => `“${one}”`))}`).join('; '),
  'exercise.goal.missed': (p: { goal: string }) => `Not quite. This goal is still open: ${p.goal}.`,
  'exercise.goal.within': (p: { count: number }) => `no more than ${p.count} steps`,
  'exercise.typed.rows': (p: { step: string; rows: string }) => `a statement in ${p.step} returns ${p.rows}`,
  'exercise.typed.error': (p: { step: string; text: string }) => `a statement in ${p.step} ends with “${p.text}”`,
  'exercise.typed.waits': (p: { step: string }) => `a statement in ${p.step} has to wait`,
  'exercise.typed.waited': (p: { step: string; rows: string }) =>
    `a statement in ${p.step} has to wait and then returns ${p.rows}`,
  'exercise.typed.fine': (p: { step: string }) => `a statement in ${p.step} ends without an error`,
  'exercise.typed.within': (p: { count: number }) => `no more than ${p.count} statements`,
  'exercise.typed.instead': (p: { instead: string }) =>
    `the last statement: ${p.instead === '' ? 'no rows' : p.instead}`,
  'exercise.typed.missing': 'Not yet. Every transaction has ended, but a goal is still open.',
  'exercise.typed.title': 'Type here',
  'exercise.typed.hint': 'Write your own SQL, one statement at a time. Enter runs it in that session.',
  'exercise.typed.onStage':
    'This one is answered by typing, which the page takes and the stage does not: press F to leave the stage. Typed so far:',
  'exercise.typed.none': 'nothing yet',
  'exercise.goal.reached': 'reached',
  'exercise.goal.open': 'not yet',
  'exercise.goal.instead': (p: { instead: string }) => `it was ${p.instead === '' ? 'empty' : p.instead}`,
  'exercise.hunt.same': 'So far this server answers as a sound one would.',
  'exercise.hunt.found': (p: { step: string }) =>
    `Found: at “${p.step}” this server does something that a sound one would not.`,
  'exercise.hunt.sound': (p: { text: string }) => `A sound server: ${p.text}`,
  'exercise.hunt.faulty': (p: { text: string }) => `This server: ${p.text}`,
  'exercise.hunt.rows': (p: { text: string }) => (p.text === '' ? 'no rows' : p.text),
  'exercise.hunt.error': (p: { text: string }) => (p.text === '' ? 'no error' : p.text),
  'exercise.hunt.waits': (p: { text: string }) => (p.text === 'waiting' ? 'it waits' : 'it does not wait'),
  'exercise.hunt.notices': (p: { text: string }) => (p.text === '' ? 'no notice' : p.text),
  'exercise.hunt.evidence': 'What each server bases its answer on',
  'exercise.hunt.side.faulty': 'This server',
  'exercise.hunt.side.sound': 'A sound server',
  'exercise.hunt.snapshot': (
    p: { who: string; xmin: number; xmax: number; running: readonly number[]; suboverflowed: boolean },
    f: Format,
  ) =>
    `Snapshot of ${p.who}: xmin ${p.xmin}, xmax ${p.xmax}, ${
      p.running.length === 0 ? 'no transaction in its lists' : `in its lists ${f.list(p.running.map(String))}`
    }${p.suboverflowed ? ', suboverflowed' : ''}.`,
  'exercise.hunt.gone': (p: { ctid: string }) => `The row version ${p.ctid} is not on this server’s page.`,
  'exercise.stage': 'The stage',
  'exercise.stage.wrong': 'Not quite.',
  'exercise.came': (p: { error: string | null; ended: boolean; rows: string | null }) =>
    p.error !== null ? p.error : !p.ended ? 'waits' : p.rows === null ? '' : `→ ${p.rows === '' ? 'no rows' : p.rows}`,

  'exercise.own.title': 'Write your own',
  'exercise.own.lead':
    'An exercise is one Markdown file: a question, tables, sessions and steps. It holds no answer; the engine computes it for each variant.',
  'exercise.own.step.template': 'Save the template, and change it in any editor.',
  'exercise.own.step.open': 'Open the file here, or drop it on this page. The page names each fault with its line.',
  'exercise.own.step.try': 'Answer it, and let the engine make twenty variants.',
  'exercise.own.step.share': 'Give your class the link, which holds the whole file, or the file itself.',
  'exercise.own.template': 'Save the template',
  'exercise.own.open': 'Open a file',
  'exercise.own.openAgain': 'Open a file again',
  'exercise.own.private': 'The file is read in this browser and sent nowhere.',
  'exercise.own.linked': 'An exercise from a link: somebody else wrote it, it is not part of Xipscope',
  'exercise.own.label': 'An exercise of your own',
  'exercise.own.from': (p: { file: string }) => (p.file === '' ? 'from a link' : p.file),
  'exercise.own.id': (p: { id: string }) =>
    `In records it is called ${p.id}; if you change its text, this name changes, too.`,
  'exercise.own.link': 'Copy link',
  'exercise.own.longLink': (p: { chars: number }, f: Format) =>
    `This link has ${f.integer(p.chars)} characters, and some programs cut such links. Hand out the file instead; it can be opened on the page of exercises.`,
  'exercise.own.save': 'Save the file',
  'exercise.own.check': (p: { count: number }, f: Format) => `Try ${f.integer(p.count)} variants`,
  'exercise.own.checking': (p: { done: number; count: number }, f: Format) =>
    `The engine has made ${f.integer(p.done)} of ${f.integer(p.count)} variants …`,
  'exercise.own.cancelled': (p: { done: number; count: number }, f: Format) =>
    `Cancelled: ${f.integer(p.done)} of ${f.integer(p.count)} variants were made.`,
  'exercise.own.checked': (p: { count: number; good: number; differ: number }, f: Format) =>
    `Variants 1 to ${f.integer(p.count)}: ${p.good === p.count ? 'all make' : `${f.integer(p.good)} make`} a good question, ${f.integer(p.differ)} differ.`,
  'exercise.own.seedFault': (p: { seed: number; what: string }) => `Variant ${p.seed}: ${p.what}`,
  'exercise.own.problems': (p: { n: number; file: string }, f: Format) =>
    `${p.file === '' ? 'The text of this link' : p.file} is no exercise yet: ${p.n === 1 ? 'one fault' : `${f.integer(p.n)} faults`}`,
  'exercise.own.brokenLink':
    'this link does not hold the whole file: some programs cut long links. Ask for the file itself, and open it here',
  'exercise.own.drop': 'Drop the exercise here',
  'exercise.own.drop.hint': 'one Markdown file',
} satisfies Area<'exercise'>);
