/** Texts about isolation specs: what is wrong with one, limits that are reached, the commands that read them. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

/** The kinds of work that are counted (WORK in sql/limits.ts). */
const WORK_WORDS = {
  statements: 'starting statements',
  versions: 'looking at row versions',
  changes: 'changing and locking rows',
  expressions: 'evaluating expressions',
  text: 'making and reading long texts',
  answers: 'returning rows',
  waits: 'checking on waiting steps',
  lists: 'searching lists of savepoints, tables and prepared statements',
} as const;
type WorkWord = keyof typeof WORK_WORDS;

export const spec = addTexts({
  'spec.at': (p: { file: string; line: number; column: number; what: string }) =>
    `${p.file}:${p.line}:${p.column}: ${p.what}`,
  'spec.notSupported': (p: { what: string }) => `not supported: ${p.what}`,

  'spec.turns': (p: { code: string }) =>
    `${p.code} reverses the letters that follow, so that a reader sees another text than the server runs; leave it out`,
  'spec.notUtf8': 'these bytes are not UTF-8',
  'spec.nul': 'a NUL byte: a spec is text',
  'spec.unexpectedCharacter': (p: { character: string }) => `syntax error: unexpected character ${p.character}`,
  'spec.expected': (p: { wanted: readonly string[]; found: string }) =>
    `syntax error: ${[p.wanted.slice(0, -1).join(', '), ...p.wanted.slice(-1)].filter((one) => one !== '').join(' or ')} is expected here, but this is ${p.found}`,
  'spec.newlineInName': 'the quoted name has no end on its line: a " is missing',
  'spec.unterminatedName': 'the quoted name has no end: a " is missing',
  'spec.unterminatedSql': 'the block of SQL that begins here has no end: a } is missing',
  'spec.missingBrace': (p: { word: string; line: number }, f: Format) =>
    `the block of SQL that begins in line ${f.integer(p.line)} contains this “${p.word}”: a } is missing before it`,
  'spec.numberTooLarge': (p: { max: number }, f: Format) => `the number is larger than ${f.integer(p.max)}`,
  'spec.end': 'the end of the file',
  'spec.aSqlBlock': 'a block of SQL',
  'spec.aName': 'a name',
  'spec.aNumber': 'a number',

  'spec.duplicateStep': (p: { name: string; line: number }, f: Format) =>
    `duplicate step name: “${p.name}” is defined in line ${f.integer(p.line)}, too`,
  'spec.undefinedStep': (p: { name: string }) => `undefined step “${p.name}” in a permutation`,
  'spec.undefinedBlocker': (p: { name: string; step: string }) =>
    `undefined blocking step: “${p.name}”, which is to block “${p.step}”, does not occur in this permutation`,
  'spec.blocksOwnSession': (p: { name: string; step: string }) =>
    `step “${p.step}” cannot be blocked by “${p.name}”, a step of the same session`,
  'spec.refused': (p: { answer: string }) => `a server refuses this when it runs: ${p.answer}`,
  'spec.unusedStep': (p: { name: string }) => `unused step name: “${p.name}” occurs in no permutation`,

  'spec.fileTooLarge': (p: { max: number }, f: Format) => `the file is larger than ${f.bytes(p.max)}`,
  'spec.tooManySessions': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} sessions`,
  'spec.tooManySetups': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} setup blocks`,
  'spec.tooManySteps': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} steps`,
  'spec.tooManyPermutations': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} permutations`,
  'spec.tooManyGenerated': (p: { max: number }, f: Format) =>
    `the steps of these sessions can be ordered in more than ${f.integer(p.max)} ways: name the permutations that are to run`,
  'spec.permutationTooLong': (p: { max: number }, f: Format) =>
    `more than ${f.integer(p.max)} steps in one permutation`,
  'spec.tooManyBlockers': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} blockers of one step`,
  'spec.tooManyRuns': (p: { max: number }, f: Format) =>
    `the permutations together run more than ${f.integer(p.max)} steps`,
  'spec.tooManySemicolons': (p: { max: number }, f: Format) =>
    `more than ${f.integer(p.max)} semicolons in all the SQL`,
  'spec.sqlTooLong': (p: { max: number }, f: Format) => `a block of SQL longer than ${f.integer(p.max)} characters`,

  'spec.extra.form': 'after “#:” a key and a colon are expected, as in “#: title: A row that nobody else can see”',
  'spec.extra.unknown': (p: { key: string; known: readonly string[] }, f: Format) =>
    `“#: ${p.key}:” is unknown; the known keys are ${f.list(p.known)}`,
  'spec.extra.twice': (p: { key: string }) => `“#: ${p.key}:” is given twice`,
  'spec.extra.empty': (p: { key: string }) => `“#: ${p.key}:” says nothing`,
  'spec.extra.needsName': (p: { key: string; of: 'step' | 'session' }) =>
    `“#: ${p.key} ${p.of.toUpperCase()}: …” names a ${p.of}`,
  'spec.extra.noStep': (p: { key: string }) => `“#: ${p.key}:” takes no name`,
  'spec.extra.undefinedStep': (p: { key: string; name: string }) =>
    `“#: ${p.key}” is for step “${p.name}”, but there is no such step`,
  'spec.extra.elsewhere': (p: { max: number }, f: Format) =>
    `“#: elsewhere STEP: N” says how many transactions of other sessions come before each transaction of the step: a whole number up to ${f.integer(p.max)}`,
  'spec.extra.buffers': (p: { max: number; step: number }, f: Format) =>
    `“#: subtransaction_buffers:” is a number of pages, ${p.step} or a multiple of it, ${f.integer(p.max)} at most; 0 leaves it to the server`,
  'spec.extra.undefinedSession': (p: { name: string }) => `there is no session “${p.name}”`,
  'spec.extra.badStandby': (p: { name: string }) =>
    `“#: standby ${p.name}:” is followed by “feedback”, or by “slot” and a slot’s name`,
  'spec.extra.twoPlaces': (p: { name: string }) => `a place is given twice for session “${p.name}”`,
  'spec.extra.unknownView': (p: { given: string; known: readonly string[] }, f: Format) =>
    `“${p.given}” cannot be watched; what can be: ${f.list(p.known)}`,

  'spec.run.part': (p: { part: 'step' | 'setup' | 'teardown'; name: string }) =>
    p.part === 'step' ? `step “${p.name}”` : p.part,
  'spec.run.where': (p: { part: string; permutation: number; statement: number | null }, f: Format) =>
    `${p.part} of permutation ${f.integer(p.permutation)}${p.statement === null ? '' : `, its statement ${f.integer(p.statement)}`}`,
  'spec.run.work': (p: { units: number; most: WorkWord }, f: Format) =>
    `the run was stopped: it needs more than ${f.integer(p.units)} units of work, most of them for ${WORK_WORDS[p.most]}; --work allows more`,
  'spec.run.output': (p: { max: number }, f: Format) =>
    `the run was stopped: it prints more than ${f.integer(p.max)} characters`,
  'spec.run.time': (p: { seconds: number }, f: Format) =>
    `the run was stopped: it takes longer than ${f.integer(p.seconds)} seconds`,
  'spec.extra.unknownDesign': (p: { given: string; known: readonly string[] }, f: Format) =>
    `design “${p.given}” is unknown; the designs are ${f.list(p.known)}`,
  'spec.extra.noTitle': 'a “#: title: …” is missing',

  'spec.cli.file': 'a spec: a file, the name of a scenario of the Playground, or - for standard input',
  'spec.cli.paths': 'files, folders of them, or - for standard input',
  'spec.cli.spec.what': 'runs an isolation spec; prints what PostgreSQL’s isolationtester prints',
  'spec.cli.trace.what': 'runs an isolation spec; prints the server’s state after every step, one JSON object per line',
  'spec.cli.check.what': 'runs isolation specs here and on real servers, and says where they differ',
  'spec.cli.lint.what': 'lists every mistake in scenarios, machines and lessons, with file, line and column',
  'spec.cli.pg': (p: { known: readonly string[] }) => `PostgreSQL version to behave like: ${p.known.join(', ')}`,
  'spec.cli.design': (p: { known: readonly string[] }) =>
    `how snapshots are built: ${p.known.join(', ')} (default: the spec’s own, else pg13 for 13 and pg14 from 14 on)`,
  'spec.cli.work': (p: { units: number }, f: Format) =>
    `units of work that the run may use, some 30 ns each (${f.integer(p.units)})`,
  'spec.cli.badWork': (p: { given: string }) => `--work: “${p.given}” is not a whole number from 1 to 999,999,999,999.`,
  'spec.cli.permutation': 'only this permutation, counted from 1',
  'spec.cli.against': (p: { known: readonly string[] }) => `real servers, separated by commas: ${p.known.join(', ')}`,
  'spec.cli.tree': 'a PostgreSQL source tree: its specs are compared with the expected outputs next to them',
  'spec.cli.badPg': (p: { given: string; known: readonly string[] }) =>
    `--pg: unknown “${p.given}”; choose from ${p.known.join(', ')}.`,
  'spec.cli.badDesign': (p: { given: string; known: readonly string[] }) =>
    `--design: unknown “${p.given}”; choose from ${p.known.join(', ')}.`,
  'spec.cli.badPermutation': (p: { given: string }) =>
    `--permutation: “${p.given}” is not the number of a permutation; they are counted from 1.`,
  'spec.cli.noPermutation': (p: { given: number; max: number }, f: Format) =>
    `--permutation: ${f.integer(p.given)} is too large; the spec has ${f.integer(p.max)} ${f.plural(p.max, 'permutation', 'permutations')}.`,
  'spec.cli.badServer': (p: { given: string; known: readonly string[] }) =>
    `--against: unknown server “${p.given}”; choose from ${p.known.join(', ')}.`,
  'spec.cli.serverTwice': (p: { given: string }) => `--against: ${p.given} is given twice.`,
  'spec.cli.noAgainst': 'check: --against says on which servers, as in --against 13,14,17; or give --tree DIR.',
  'spec.cli.noFiles': (p: { what: string }) => `check: ${p.what} Or give --tree DIR.`,
  'spec.cli.pgWithAgainst': 'check: --pg goes with --tree; with --against each server’s own rules hold.',
  'spec.cli.treeAlone': 'check: --tree takes neither specs nor --against.',
  'spec.cli.noTree': (p: { tree: string }) =>
    `--tree: ${p.tree} holds no src/test/isolation with specs and expected outputs; give the top of a PostgreSQL source tree.`,
  'spec.cli.noFile': (p: { file: string }) => `${p.file}: there is no such file`,
  'spec.cli.isFolder': (p: { file: string }) => `${p.file}: this is a folder, not a spec`,
  'spec.cli.notAFile': (p: { file: string }) => `${p.file}: this is not a plain file`,
  'spec.cli.unreadable': (p: { file: string; why: string }) => `${p.file}: it cannot be read (${p.why})`,
  'spec.cli.nothingIn': (p: { file: string }) => `${p.file}: there is neither a .spec file nor a machine in it`,
  'spec.cli.lintClean': (p: { files: number }, f: Format) =>
    `${f.integer(p.files)} ${f.plural(p.files, 'file', 'files')}: no fault`,
  'spec.cli.lintLanguages': 'also lists what the interface lacks in other languages than English',
  'spec.texts.form':
    'write [scenario] alone on a line, then lines “title: …”, “about: …” and “caption STEP: …”; # begins a comment',
  'spec.texts.twice': (p: { id: string; key: string }) => `“${p.key}” of “${p.id}” is given twice`,
  'spec.texts.tooLarge': (p: { max: number }, f: Format) => `the file has more than ${f.integer(p.max)} bytes`,
  'spec.texts.noScenario': (p: { id: string }) => `there is no scenario “${p.id}” next to this file`,
  'spec.texts.notThere': (p: { id: string; key: string }) => `the scenario “${p.id}” has no “${p.key}” itself`,
  'spec.cli.lintScenarioTexts': (p: { lang: string; missing: number }, f: Format) =>
    p.missing === 0
      ? `“${p.lang}” has all texts of the scenarios`
      : `“${p.lang}” lacks texts of ${f.integer(p.missing)} ${f.plural(p.missing, 'scenario', 'scenarios')}; these show in English:`,
  'spec.cli.lintTexts': (p: { lang: string; missing: number }, f: Format) =>
    p.missing === 0
      ? `“${p.lang}” has all texts of the interface`
      : `“${p.lang}” lacks ${f.integer(p.missing)} ${f.plural(p.missing, 'text', 'texts')} of the interface; these show in English:`,
  'spec.cli.lintUnknownText': (p: { lang: string; key: string }) =>
    `“${p.lang}” has a text “${p.key}” that English lacks; take it out`,
  'spec.cli.lintParameters': (
    p: { lang: string; key: string; leftOut: readonly string[]; own: readonly string[] },
    f: Format,
  ) =>
    `“${p.lang}”: the text “${p.key}” ${[
      ...(p.leftOut.length === 0 ? [] : [`leaves out ${f.list(p.leftOut)}`]),
      ...(p.own.length === 0 ? [] : [`says ${f.list(p.own)}, which English does not`]),
    ].join(' and ')}`,
  'spec.cli.same': (p: { file: string; server: number }) => `${p.file}: ${p.server}: same`,
  'spec.cli.differs': (p: { file: string; server: number }) => `${p.file}: ${p.server}: DIFFERS`,
  'spec.cli.server': (p: { server: number }) => `on ${p.server}`,
  'spec.cli.here': 'here:',
  'spec.cli.expected': 'expected',
  'spec.cli.differsAt': (p: { permutation: number; steps: string; step: string; line: number }) =>
    p.permutation === 0
      ? `line ${p.line} of the output, before the first permutation`
      : `permutation ${p.permutation} (${p.steps}), line ${p.line} of the output${p.step === '' ? '' : `, after “${p.step}”`}`,
  'spec.cli.races': (p: { file: string; server: number; same: number; runs: number }, f: Format) =>
    `${p.file}: ${p.server}: same in ${f.integer(p.same)} of ${f.integer(p.runs)} runs: the server’s own sessions race`,
  'spec.cli.checkProgress': (p: { done: number; of: number; file: string; servers: readonly number[] }, f: Format) =>
    `  … ${f.integer(p.done)} of ${f.integer(p.of)} specs done; waiting for PostgreSQL ${p.servers.join(', ')}: ${p.file}`,
  'spec.cli.checkSum': (p: { runs: number; different: number; races: number }, f: Format) =>
    `${f.integer(p.runs)} ${f.plural(p.runs, 'run', 'runs')}: ${p.different === 0 ? 'no difference' : `${f.integer(p.different)} differ`}${p.races === 0 ? '' : `; ${f.integer(p.races)} not the same every time on the server`}`,
  'spec.cli.treeSame': (p: { file: string }) => `${p.file}: same`,
  'spec.cli.treeDiffers': (p: { file: string }) => `${p.file}: DIFFERS`,
  'spec.cli.treeWithout': (p: { file: string }) => `${p.file}: the tree holds no expected output for it`,
  'spec.cli.treeSum': (
    p: { specs: number; same: number; differ: number; unsupported: number; without: number },
    f: Format,
  ) =>
    `${f.integer(p.specs)} specs: ${f.integer(p.same)} same, ${f.integer(p.differ)} differ, ${f.integer(p.unsupported)} outside the subset${p.without === 0 ? '' : `, ${f.integer(p.without)} without expected output`}`,
} satisfies Area<'spec'>);
