/** Texts about a spec's source in the Playground: the editor, the gallery of scenarios, opening and saving files. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const source = addTexts({
  'source.compile.noParser':
    'PostgreSQL’s parser could not be loaded, so this text cannot be read. Check the connection, then try again.',
  'source.compile.tooSlow': 'this text takes too long to be read; it was given up after 10 seconds',
  'source.compile.broke': 'this text breaks the parser; please report it with the text',

  'source.editor.label': 'Isolation spec',
  'source.editor.tab': 'Tab indents; Esc, then Tab, leaves the editor.',
  'source.editor.run': (p: { key: string }) => `${p.key} runs the text.`,
  'source.editor.next': 'F8 goes to the next fault.',

  'source.gallery.title': 'Scenarios',
  'source.gallery.search': 'Search',
  'source.gallery.example': 'deadlock, FOR SHARE …',
  'source.gallery.count': (p: { found: number; all: number }, f: Format) =>
    p.found === p.all ? `${f.integer(p.all)} scenarios` : `${f.integer(p.found)} of ${f.integer(p.all)} scenarios`,
  'source.gallery.none': (p: { search: string }) => `No scenario has “${p.search}” in its title, its text or its SQL.`,
  'source.gallery.current': 'open now',
  'source.gallery.sessions': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} ${f.plural(p.n, 'session', 'sessions')}`,
  'source.gallery.permutations': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} ${f.plural(p.n, 'permutation', 'permutations')}`,
  'source.gallery.plainFiles':
    'Each is a plain isolation spec that PostgreSQL’s own isolationtester runs, too. Open one, change it, save it.',
  'source.gallery.group.versions': 'Row versions',
  'source.gallery.group.snapshots': 'Snapshots',
  'source.gallery.group.locks': 'Locks and waiting',
  'source.gallery.group.savepoints': 'Savepoints',
  'source.gallery.group.cleaning': 'Pruning and horizons',
  'source.gallery.group.standby': 'On a standby',
  'source.gallery.group.anomalies': 'Hermitage: the anomalies',
  'source.gallery.group.other': 'More',

  'source.problems.title': (p: { n: number }, f: Format) =>
    `This text cannot run: ${f.integer(p.n)} ${f.plural(p.n, 'fault', 'faults')}`,
  'source.problems.titleOfFile': (p: { n: number; file: string }, f: Format) =>
    `${p.file} cannot run: ${f.integer(p.n)} ${f.plural(p.n, 'fault', 'faults')}`,
  'source.problems.warnings': (p: { refused: number; remarks: number }, f: Format) => {
    const remarks = `${f.integer(p.remarks)} ${f.plural(p.remarks, 'remark', 'remarks')}`;
    if (p.refused === 0) return `This text runs, with ${remarks}`;
    const refused = `This text runs, but a server refuses ${f.integer(p.refused)} ${f.plural(p.refused, 'thing', 'things')} in it`;
    return p.remarks === 0 ? refused : `${refused}; ${remarks} more`;
  },
  'source.problems.setupFailed': (p: { refused: number; remarks: number }, f: Format) => {
    const refused =
      p.refused === 0
        ? []
        : [`a server refuses ${f.integer(p.refused)} ${f.plural(p.refused, 'thing', 'things')} in it`];
    const remarks = p.remarks === 0 ? [] : [`${f.integer(p.remarks)} ${f.plural(p.remarks, 'remark', 'remarks')}`];
    return ['This text does not run, because its set-up fails', ...refused, ...remarks].join('; ');
  },
  'source.problems.place': (p: { line: number; column: number }, f: Format) =>
    `line ${f.integer(p.line)}, column ${f.integer(p.column)}`,

  'source.open.button': 'Open a file',
  'source.open.drop': 'Drop an isolation spec here',
  'source.open.dropHint': 'It is read in this page and goes nowhere.',
  'source.open.unreadable': 'this cannot be read: is it a folder, or has it been moved?',
  'source.open.several': (p: { file: string; others: number }, f: Format) =>
    `Several files were given. This is the first, ${p.file}; ${f.integer(p.others)} ${f.plural(p.others, 'other was', 'others were')} not opened.`,
  'source.save.spec': 'Save the steps',
  'source.save.trace': 'Save the record',
  'source.save.filesHint': (p: { file: string }) =>
    `${p.file} goes into your downloads: tables, sessions and SQL as plain text. Nothing is kept on a server. To go on, choose Open a file (perhaps under Options), or drop it on this page.`,
  'source.save.picturesHint': 'The figures as they are now, for slides and documents.',
  'source.save.linkHint':
    'The link holds everything: anyone who opens it sees this very step. Embedding puts it into your own page.',
  'source.save.traceHint': (p: { file: string }) =>
    `${p.file} lists what each step did, one JSON line each (a trace). It does not open here.`,
  'source.notOpened': (p: { file: string }) => `${p.file} was not opened. What you had is still here.`,
  'source.notOpened.trace': (p: { file: string }) =>
    `${p.file} is a trace, the record of a run, and was not opened: open the spec (.spec) instead. What you had is still here.`,
  'source.save.traceFormat': 'trace',
} satisfies Area<'source'>);
