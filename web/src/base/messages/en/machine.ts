/** Texts about machine files: what is wrong with one, and what to do. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
const KIND_WORDS = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
} as const satisfies Record<Kind, string>;

/** A path as a person writes it; the whole file has none. */
const of = (path: string) => (path === '' ? 'the file' : path);

export const machine = {
  'machine.json.unexpected': (p: { wanted: string; found: string }) =>
    `this is not JSON: ${p.wanted} is expected here, but this is ${p.found}`,
  'machine.json.end': 'the end of the file',
  'machine.json.value': 'a value',
  'machine.json.key': 'a key in double quotes',
  'machine.json.colon': 'a colon',
  'machine.json.commaOr': (p: { closing: string }) => `a comma or ${p.closing}`,
  'machine.json.nothingMore': 'nothing more',
  'machine.json.unterminated': 'this is not JSON: the text that begins here has no end on its line: a " is missing',
  'machine.json.badEscape': 'this is not JSON: after \\ one of " \\ / b f n r t, or u and four hexadecimal digits',
  'machine.json.control':
    'this is not JSON: a control character in a text; write it as \\u and four hexadecimal digits',
  'machine.json.badNumber': (p: { given: string }) =>
    `this is not JSON: ${p.given} is not a number as JSON writes them, like 12, -3 or 0.25`,
  'machine.json.tooDeep': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} levels inside each other`,
  'machine.json.twice': (p: { key: string }) => `“${p.key}” is given twice in the same object; leave one out`,

  'machine.fileTooLarge': (p: { max: number }, f: Format) => `the file is larger than ${f.bytes(p.max)}`,
  'machine.wrongKind': (p: { path: string; wanted: Kind; found: Kind }) =>
    `${of(p.path)}: ${KIND_WORDS[p.wanted]} is expected, but this is ${KIND_WORDS[p.found]}`,
  'machine.missing': (p: { path: string; key: string }) => `${of(p.path)}: “${p.key}” is missing; add it`,
  'machine.unknownKey': (p: { path: string; key: string; known: readonly string[] }, f: Format) =>
    `${of(p.path)}: “${p.key}” is unknown; known here are ${f.list(p.known)}`,
  'machine.notOneOf': (p: { path: string; given: string; known: readonly string[] }, f: Format) =>
    `${p.path}: “${p.given}” is not one of ${f.list(p.known)}`,
  'machine.outOfRange': (p: { path: string; given: string; from: number; to: number; unit: string }, f: Format) =>
    `${p.path}: ${p.given} is outside ${f.integer(p.from)} to ${f.integer(p.to)}${p.unit === '' ? '' : ` ${p.unit}`}; give a figure within`,
  'machine.notWhole': (p: { path: string; given: string }) => `${p.path}: ${p.given} is not a whole number`,
  'machine.emptyText': (p: { path: string }) => `${p.path}: the text is empty; say it or leave the key out`,
  'machine.shortSource': (p: { path: string; min: number }, f: Format) =>
    `${p.path}: a source names title, author or vendor, and where to look it up, in ${f.integer(p.min)} characters or more`,
  'machine.longText': (p: { path: string; max: number }, f: Format) =>
    `${p.path}: the text is longer than ${f.integer(p.max)} characters`,
  'machine.badId': (p: { path: string; given: string }) =>
    `${p.path}: “${p.given}” is no id: small letters, digits and single hyphens between them`,
  'machine.badFormat': (p: { path: string; given: string; known: string }) =>
    `${p.path}: this is “${p.given}”; only “${p.known}” is read`,
  'machine.cyclesNeedClock': (p: { path: string }) =>
    `${p.path}: a figure in cycles needs “atGHz”, the clock at which a cycle is meant`,
  'machine.clockWithoutCycles': (p: { path: string }) =>
    `${p.path}: “atGHz” belongs to a figure in cycles; this one is in ns`,
  'machine.tooManyCores': (p: { path: string; cores: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.cores)} cores in all sockets together; the model holds at most ${f.integer(p.max)}`,
  'machine.unevenL3': (p: { path: string; cores: number; l3: number }, f: Format) =>
    `${p.path}: ${f.integer(p.cores)} cores of a socket do not divide evenly among ${f.integer(p.l3)} L3s`,
  'machine.neededWith': (p: { path: string; key: string; because: string }) =>
    `${p.path}: “${p.key}” is missing, and this machine has ${p.because}; add it`,
  'machine.notNeeded': (p: { path: string; because: string }) =>
    `${p.path}: it is given, but this machine has ${p.because}; leave it out`,
  'machine.because.sockets': (p: { sockets: number }, f: Format) =>
    p.sockets === 1 ? 'one socket' : `${f.integer(p.sockets)} sockets`,
  'machine.because.l3': (p: { l3: number }, f: Format) =>
    p.l3 === 1 ? 'one L3 a socket' : `${f.integer(p.l3)} L3s a socket`,
  'machine.because.l2': 'a second level of its own for each core',
  'machine.because.noL2': 'no second level of its own for each core',
  'machine.because.far': (p: { far: boolean }) => (p.far ? 'more than one L3' : 'one L3 that all cores share'),
  'machine.order': (p: { path: string; ns: string; other: string; otherNs: string }) =>
    `${p.path}: ${p.ns} is less than ${p.otherNs} of ${p.other}; the farther place cannot be the nearer one`,
  'machine.clockOrder': (p: { path: string; other: string }) =>
    `${p.path}: it is below ${p.other}; the clocks are base ≤ allCore ≤ singleCore`,
  'machine.tooManyPoints': (p: { path: string; given: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.given)} points; a machine is fitted on at most ${f.integer(p.max)}`,
  'machine.tooManyConstants': (p: { path: string; given: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.given)} fitted constants; at most ${f.integer(p.max)} are allowed`,
  'machine.noPoints': (p: { path: string }) => `${p.path}: constants that were fitted on no point; name the points`,
  'machine.idIsFileName': (p: { id: string; file: string }) =>
    `id: “${p.id}” is not the file’s name; call the file ${p.id}.json or the machine ${p.file}`,
} satisfies Area<'machine'>;
