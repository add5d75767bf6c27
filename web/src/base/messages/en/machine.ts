/** Texts about machine files: what is wrong with one, and what to do. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const machine = addTexts({
  'machine.shortSource': (p: { path: string; min: number }, f: Format) =>
    `${p.path}: a source names title, author or vendor, and where to look it up, in ${f.integer(p.min)} characters or more`,
  'machine.badId': (p: { path: string; given: string }) =>
    `${p.path}: “${p.given}” is not an id: use small letters, digits, and single hyphens between them`,
  'machine.cyclesNeedClock': (p: { path: string }) =>
    `${p.path}: a figure in cycles needs “atGHz”, the clock whose cycles are meant`,
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
    p.l3 === 1 ? 'one L3 per socket' : `${f.integer(p.l3)} L3s per socket`,
  'machine.because.l2': 'a private L2 in each core',
  'machine.because.noL2': 'no private L2',
  'machine.because.far': (p: { far: boolean }) => (p.far ? 'more than one L3' : 'one L3 that all cores share'),
  'machine.order': (p: { path: string; ns: string; other: string; otherNs: string }) =>
    `${p.path}: ${p.ns} is less than ${p.otherNs} of ${p.other}; what is farther away cannot take less time`,
  'machine.clockOrder': (p: { path: string; other: string }) =>
    `${p.path}: it is below ${p.other}; the clocks are base ≤ allCore ≤ singleCore`,
  'machine.tooManyPoints': (p: { path: string; given: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.given)} points; a machine is fitted on at most ${f.integer(p.max)}`,
  'machine.tooManyConstants': (p: { path: string; given: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.given)} fitted constants; at most ${f.integer(p.max)} are allowed`,
  'machine.noPoints': (p: { path: string }) =>
    `${p.path}: there are fitted constants, but no points that they were fitted on; name the points`,
  'machine.idIsFileName': (p: { id: string; file: string }) =>
    `id: “${p.id}” is not the file’s name; call the file ${p.id}.json or the machine ${p.file}`,
  'machine.texts.form':
    'write [machine] alone on a line, then lines “name: …”, “about: …”, “simplified N: …” and “fitted CONSTANT: …”; # begins a comment',
  'machine.cli.lintTexts': (p: { lang: string; missing: number }, f: Format) =>
    p.missing === 0
      ? `“${p.lang}” has all texts of the machines`
      : `“${p.lang}” lacks texts of ${f.integer(p.missing)} ${f.plural(p.missing, 'machine', 'machines')}, shown in English:`,
  'machine.texts.noMachine': (p: { id: string }) => `there is no machine “${p.id}” next to this file`,
  'machine.texts.notThere': (p: { id: string; key: string }) => `the machine “${p.id}” has no “${p.key}” to translate`,
} satisfies Area<'machine'>);
