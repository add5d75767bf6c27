/**
 * Words and turns of phrase that make a reader read twice, in every English text that somebody reads: the page's and the
 * command line's messages, lessons, exercises, what scenarios say, the three documents at the root, and the C code's MODEL:
 * comments, which the Lab shows. And terms of lessons that the glossary lacks. Prints each as FILE:LINE: what it found, and what to write instead.
 *
 * A pattern names a construction, never a sentence: if it finds a good sentence, make the pattern narrower.
 */
import { readFileSync } from 'node:fs';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

/** A verb in the third person, or an auxiliary: what follows a free relative. */
const VERB = `(?:is|are|was|were|has|have|had|can|could|must|may|might|will|would|does|do|did|[a-z]+(?:s|ed))`;
/** The start of a sentence, or of a clause behind a colon or semicolon. */
const START = `(?<=^|[.?!:;…]["”’)*]* |[“"(])`;

/**
 * In a pattern a space is any white space. `write` says what to write instead.
 * @type {readonly { pattern: RegExp, write: string }[]}
 */
export const PATTERNS = [
  // Free relatives as subjects. A question is none, so what ends in a question mark is left alone.
  {
    pattern: RegExp(`${START}(?:Who|Whom|Whose) ${VERB}\\b[^.?!;:]*(?:[.!;:,]|$)`),
    write: 'name the actor: “a waiting backend”, “the reader”',
  },
  {
    pattern: RegExp(`(?:, (?:so|because|but|for)|;) who (?:only )?${VERB} `),
    write: 'name the actor: “so a session that waits”',
  },
  { pattern: /\bwhoever\b/i, write: 'name the actor: “the session that”, “anyone who”' },
  { pattern: /\bWhat is there (?:is|are|was|must|can)\b/, write: 'name the thing' },
  { pattern: /\b(?:Whose turn it is|In whose)\b/, write: 'name the actor' },
  // Words that English has put aside, or uses otherwise.
  { pattern: /\ball the same\b(?! (?:length|size|value|page|line|kind))/i, write: '“still”, “anyway”' },
  { pattern: /\bto and fro\b/i, write: '“back and forth”' },
  { pattern: /\banew\b/i, write: '“again”, or a verb with re-' },
  {
    pattern:
      /\b(?:thereby|thereof|therein|thereon|whereby|wherein|whereof|hence|thus|henceforth|hither|whence|lest)\b/i,
    write: 'the plain word: “so”, “in it”, “by which”',
  },
  { pattern: /\bbeside\b/i, write: '“next to”, “with”, “in addition to”' },
  { pattern: /\b(?:dear|dearer|dearest)\b/i, write: '“expensive”' },
  { pattern: /\bas the way is\b|\bthe way is\b/i, write: 'say which way, and how long' },
  {
    pattern: /\b(?:in |on |with |has |have )?(?:a|an) (?:[a-z]+ )?of its own accord\b|\bof (?:itself|themselves),/i,
    write: '“by default”, “without being asked”',
  },
  {
    pattern: /\bof (?:its|his|her|their) own(?=$|[.,:;!?)”]| (?:to|for|in|on|at|with|and|so|as|is|are|,)\b)/i,
    write: '“its own …”',
  },
  { pattern: /\b(?:is|are|was|were) told (?!apart\b|to\b|that\b)/i, write: '“we say”, “this page shows”' },
  { pattern: /\b(?:bring|brings|brought|bringing)(?: it)? about\b/i, write: '“make … happen”, “cause”' },
  { pattern: /\bsays? of (?:itself|themselves)\b/i, write: '“says about itself”' },
  {
    pattern: /\b(?:is|are) (?:said|meant) (?:beside|of)\b|\b(?:Of|By) (?:a|an|the) [^.;:]{1,30} (?:is|are) meant\b/i,
    write: 'say it with its subject first',
  },
  {
    pattern: /\bstands? (?:in|on|at|under|beside|next|here|there|between|where|together|behind)\b/i,
    write: '“is in”, “is next to”',
  },
  { pattern: /\b(?:will|would) not do\b/i, write: '“cannot be used”, “is not valid”' },
  { pattern: /\bdeeds?\b/i, write: '“operation”, “attempt”, “step”' },
  { pattern: /\b(?:mends?|mended|mending)\b/i, write: '“fix”, “repair”' },
  {
    pattern: /\bknows? (?:how )?to be\b|\bwant(?:s|ed)? (?:no|an?) (?:extension|role|privilege|superuser)\b/i,
    write: '“needs”',
  },
  { pattern: /\b(?:Not so|To be brought)\b/, write: '“Not quite”, “Goals”' },
  { pattern: /\bdoes? (?:it )?otherwise\b|\b(?:claims?|judges?|says?|decides?) otherwise\b/i, write: '“differently”' },
  {
    pattern: /\b(?:version|file|part|text|figure|message)s? (?:of [A-Z]\w+ )?(?:is|are) there\b/,
    write: '“is available”, “has loaded”',
  },
  {
    pattern: /\b(?:after|until|since|between) an end\b|\ban end in between\b/i,
    write: '“after a transaction has ended”',
  },
  { pattern: /\b(?:every|each) (?:try is|try)\b/i, write: '“attempt”' },
  {
    pattern: /\bsave for\b|\bupon\b|\bby (?:and by|no means)\b|\bnought\b|\bunto\b/i,
    write: 'the plain word: “except”, “on”',
  },
  {
    pattern:
      /, for (?:it|they|he|she|we|this|that|there|the \w+|a \w+|no \w+|each \w+) (?:is|are|was|were|has|have|had|can|cannot|must|may|will|would|gets?|does|do|needs?|takes?)\b/i,
    write: '“because”',
  },
  { pattern: /(?:^|[.:] )(?:Nor (?:is|are|does|do|did|has|can) )/, write: '“… does not … either”' },
  { pattern: /\bas (?:good|well) as (?:nothing|never|no)\b/i, write: '“almost”' },
  // Numbers carry their noun and unit, and a comparison says with what.
  { pattern: /\bk\/s\b/, write: '“thousand transactions/s”' },
  {
    pattern: /\btimes as (?:long|fast|slow|many|much)\b(?!(?: [a-z]+){0,3} as\b)/i,
    write: '“… times as long as …”: say than what',
  },
  { pattern: /× as (?:long|many|much)\b(?! as\b)/, write: '“81 times slower than …”: say than what' },
];

/** A caption says one thing, perhaps in two clauses. */
const TWO_SEMICOLONS = /^[^;]*;[^;]*;/;

/** What the page shows is set like print. A file that people read as plain text keeps the apostrophe of the keyboard. */
export const STRAIGHT = { pattern: /[\p{L}\d]'/u, write: 'the typographic apostrophe: ’' };

/** @typedef {{ text: string, start: number, caption?: boolean }} Passage what is read, and where it begins in its file */

/** Blanks what nobody reads, and keeps each character's place. @param {string} text @param {RegExp} what */
const blank = (text, what) => text.replace(what, (found) => found.replace(/[^\n]/g, ' '));

const HOLE = '\uFFFC';
/**
 * The texts of a module of messages: what is in quotes and in templates, without keys and without what is put in.
 * @param {string} code @returns {Passage[]}
 */
export function passagesOfCode(code) {
  /** @type {Passage[]} */
  const found = [];
  let key = '';
  let i = 0;
  /** Reads a literal from its opening quote. @param {string} quote */
  const literal = (quote) => {
    const start = i + 1;
    let text = '';
    i += 1;
    while (i < code.length && code[i] !== quote) {
      if (code[i] === '\\') {
        text += `${code[i + 1] === 'n' ? '\n' : code[i + 1]} `;
        i += 2;
      } else if (quote === '`' && code.startsWith('${', i)) {
        const from = i;
        i += 2;
        scan('}');
        text += HOLE + ' '.repeat(Math.max(0, i - from));
        i += 1;
      } else {
        text += code[i];
        i += 1;
      }
    }
    i += 1;
    if (/^\s*:(?!:)/.test(code.slice(i, i + 3)) && /^[\w.#/-]+$/.test(text)) key = text;
    else found.push({ text, start, caption: /caption/i.test(key) });
  };
  /** Reads code up to `end`. @param {string} end */
  const scan = (end) => {
    let depth = 0;
    while (i < code.length) {
      const c = code[i];
      if (depth === 0 && c === end) return;
      if (c === '{') depth += 1;
      if (c === '}') depth -= 1;
      if (c === "'" || c === '"' || c === '`') literal(c);
      else if (code.startsWith('//', i)) i = Math.max(code.indexOf('\n', i), i + 2);
      else if (code.startsWith('/*', i)) i = code.indexOf('*/', i) + 2;
      else if (c === '/' && /[(,=:]\s*$/.test(code.slice(Math.max(0, i - 3), i))) {
        const pattern = /^\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\n])+\/\w*/.exec(code.slice(i));
        i += pattern === null ? 1 : pattern[0].length;
      } else i += 1;
    }
  };
  scan('\0');
  return found;
}

/** Prose of a Markdown file, paragraph by paragraph: without code, addresses and figures. @param {string} text @returns {Passage[]} */
export function passagesOfMarkdown(text) {
  let read = blank(text, /^(?:at|show|decisive|answer|lesson|what|asks|kind|hidden|seed|goal):.*$/gm);
  // From fence to fence, whether its text is read or not: else the end of one block would pass for the start of another.
  read = read.replace(/^```(\w*)[\s\S]*?^```$/gm, (block, name) =>
    blank(block, /^(?:predict|choice|notes|question|hint|why)$/.test(name) ? /^```\w*$/gm : /[\s\S]/g),
  );
  read = blank(read, /`[^`\n]*`|\]\([^)]*\)|<[^>]*>/g);
  read = read.replace(/^(?:[-*] (?:\[[ x]\] )?|#+ |\d+\. |[a-z]+: )/gm, (mark) => `${'\0'.repeat(mark.length)}`);
  return [...read.matchAll(/[^\0\n|](?:[^\0\n|]|\n(?![\n\0]))*/g)].map((one) => ({ text: one[0], start: one.index }));
}

const SAID = /^#: (?:title|about|caption [\w"]+|watch): (.*)$/gm;
/** What a scenario says. @param {string} spec @returns {Passage[]} */
export const passagesOfSpec = (spec) =>
  [...spec.matchAll(SAID)].map((one) => ({
    text: one[1] ?? '',
    start: one.index + one[0].length - (one[1] ?? '').length,
    caption: one[0].startsWith('#: caption'),
  }));

/** The simplifications that a C file names: comments from MODEL: to the end of the paragraph. @param {string} c @returns {Passage[]} */
export const passagesOfC = (c) =>
  [...c.matchAll(/MODEL:((?:(?!\*\/|\n\s*(?:\*|\/\/)?\s*\n)[\s\S])*)/g)].map((one) => ({
    text: blank(one[1] ?? '', /^\s*(?:\*|\/\/)/gm),
    start: one.index + 6,
  }));

/** @param {string} source of the pattern */
const anySpace = (source) => source.replaceAll(' ', '\\s+');
const COMPILED = PATTERNS.map(({ pattern, write }) => ({
  pattern: new RegExp(anySpace(pattern.source), `${pattern.flags}g`),
  write,
}));

const TYPOGRAPHIC = [...COMPILED, { ...STRAIGHT, pattern: new RegExp(STRAIGHT.pattern.source, 'gu') }];

/** @param {Passage} passage @param {boolean} [isShown] on a page @returns {{ index: number, text: string, write: string }[]} */
export function faultsOf({ text, start, caption = false }, isShown = false) {
  const found = (isShown ? TYPOGRAPHIC : COMPILED).flatMap(({ pattern, write }) =>
    [...text.matchAll(pattern)].map((one) => ({
      index: start + one.index,
      text: one[0].replace(/\s+/g, ' ').trim().slice(0, 60),
      write,
    })),
  );
  const full = caption && TWO_SEMICOLONS.test(text);
  return full ? [...found, { index: start, text: 'two semicolons', write: 'two sentences, or less' }] : found;
}

/** @type {readonly { places: readonly string[], isShown?: boolean, want: (path: string) => boolean, read: (text: string) => Passage[] }[]} */
const READERS = [
  {
    places: ['web/src/base/messages/en'],
    isShown: true,
    // What is copied from the C code is held there.
    want: (path) => path.endsWith('.ts') && !path.endsWith('.gen.ts'),
    read: passagesOfCode,
  },
  {
    places: [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'scenarios/lessons/README.md',
      'scenarios/exercises/README.md',
    ],
    want: (path) => path.endsWith('.md'),
    read: passagesOfMarkdown,
  },
  {
    places: ['scenarios/lessons', 'scenarios/exercises', 'scenarios/templates'],
    isShown: true,
    want: (path) => path.endsWith('.en.md'),
    read: passagesOfMarkdown,
  },
  { places: ['scenarios/specs'], want: (path) => path.endsWith('.spec'), read: passagesOfSpec },
  { places: ['wasm-core/src'], want: (path) => /\.[ch]$/.test(path), read: passagesOfC },
];

/** @returns {string[]} FILE:LINE: “found”: write what instead */
export function allFaults() {
  return READERS.flatMap(({ places, want, read, isShown = false }) => {
    const files = filesUnder(places, want);
    if (files.length === 0) throw new Fault(`check-words: nothing found in ${places.join(', ')}.`);
    return files.flatMap((file) => {
      const text = readFileSync(at(file), 'utf8');
      return read(text)
        .flatMap((passage) => faultsOf(passage, isShown))
        .sort((a, b) => a.index - b.index)
        .map((one) => `${file}:${text.slice(0, one.index).split('\n').length}: “${one.text}”: write ${one.write}`);
    });
  });
}

/**
 * What a lesson names in code: PostgreSQL's own structures, fields, locks and logs, which a reader may not know. SQL and settings are none.
 * @param {string} name
 */
const isInternal = (name) =>
  /^(?:PG[A-Z]+|pg_\w+|[a-z]*_needed|(?:sub)?xip|[A-Z]?[a-z]+(?:[A-Z][a-z]+)+\w*|pgprocnos)$/.test(name);

/** @param {string} lesson @param {ReadonlySet<string>} forms @returns {{ name: string, line: number }[]} */
export function termsWithoutEntry(lesson, forms) {
  const prose = blank(lesson, /^```figure[\s\S]*?^```/gm);
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap((one) => {
    const name = one[1] ?? '';
    if (!isInternal(name) || forms.has(name)) return [];
    return [{ name, line: prose.slice(0, one.index).split('\n').length }];
  });
}

/** The words that open an entry of the glossary. @returns {Set<string>} */
export function glossaryForms() {
  const text = readFileSync(at('web/src/base/messages/en/glossary.ts'), 'utf8');
  return new Set([...text.matchAll(/'glossary\.forms\.\w+': '([^']*)'/g)].flatMap((one) => (one[1] ?? '').split('|')));
}

/** @returns {string[]} */
export function allMissing() {
  const forms = glossaryForms();
  if (forms.size === 0) throw new Fault('check-words: the glossary has no forms.');
  return filesUnder(['scenarios/lessons'], (path) => path.endsWith('.en.md')).flatMap((file) =>
    termsWithoutEntry(readFileSync(at(file), 'utf8'), forms).map(
      ({ name, line }) => `${file}:${line}: “${name}” has no entry in web/src/base/messages/en/glossary.ts`,
    ),
  );
}

if (process.argv[1] === import.meta.filename)
  await main(async () => {
    const faults = [...allFaults(), ...allMissing()];
    if (faults.length > 0) throw new Fault(faults.join('\n'));
  });
