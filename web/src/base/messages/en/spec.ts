/** Texts about isolation specs: what is wrong with one, limits that are reached, the commands that read them. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const spec = {
  'spec.at': (p: { file: string; line: number; column: number; what: string }) =>
    `${p.file}:${p.line}:${p.column}: ${p.what}`,
  'spec.notSupported': (p: { what: string }) => `not supported: ${p.what}`,

  'spec.notUtf8': 'these bytes are not UTF-8',
  'spec.nul': 'a NUL byte: a spec is text',
  'spec.unexpectedCharacter': (p: { character: string }) => `syntax error: unexpected character ${p.character}`,
  'spec.expected': (p: { wanted: string; found: string }) =>
    `syntax error: ${p.wanted} is expected here, but this is ${p.found}`,
  'spec.newlineInName': 'the quoted name has no end on its line: a " is missing',
  'spec.unterminatedName': 'the quoted name has no end: a " is missing',
  'spec.unterminatedSql': 'the block of SQL that begins here has no end: a } is missing',
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
    `step “${p.step}” cannot be blocked by “${p.name}”, a step of its own session`,
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
  'spec.sqlTooLong': (p: { max: number }, f: Format) => `a block of SQL longer than ${f.integer(p.max)} characters`,

  'spec.extra.form': 'after “#:” a key and a colon are expected, as in “#: title: A row that nobody else can see”',
  'spec.extra.unknown': (p: { key: string; known: readonly string[] }, f: Format) =>
    `“#: ${p.key}:” is unknown; known are ${f.list(p.known)}`,
  'spec.extra.twice': (p: { key: string }) => `“#: ${p.key}:” is given twice`,
  'spec.extra.empty': (p: { key: string }) => `“#: ${p.key}:” says nothing`,
  'spec.extra.needsStep': (p: { key: string }) => `“#: ${p.key} STEP: …” names a step`,
  'spec.extra.noStep': (p: { key: string }) => `“#: ${p.key}:” takes no name`,
  'spec.extra.undefinedStep': (p: { name: string }) => `the caption is for step “${p.name}”, which is not there`,
  'spec.extra.unknownView': (p: { given: string; known: readonly string[] }, f: Format) =>
    `“${p.given}” cannot be watched; known are ${f.list(p.known)}`,

  'spec.run.output': (p: { max: number }, f: Format) => `the run was stopped: it prints more than ${f.bytes(p.max)}`,
  'spec.run.steps': (p: { max: number }, f: Format) =>
    `the run was stopped: it launches more than ${f.integer(p.max)} queries`,
  'spec.run.setupBlocks': (p: { what: string }) =>
    `${p.what} waits for a session that a former permutation left in a transaction: isolationtester would wait for ever`,
} satisfies Area<'spec'>;
