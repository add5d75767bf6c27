/**
 * Isolation specs: text to `Spec`, or all that is wrong with it. The grammar is src/test/isolation/specparse.y (14 and
 * later; it includes the quoted names that older servers ask for), the checks are check_testspec in isolationtester.c.
 * Nothing here throws, and time grows only with the text's length.
 */
import '../base/messages/en/spec.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import { readExtras } from './spec-extras.ts';
import { promptsIn, withPrompts } from './spec-prompts.ts';
import { decodeSpec, type Fault, Lines, scanSpec, type Token, turningIn } from './spec-scan.ts';
import {
  type Blocker,
  countPermutations,
  type Permutation,
  type PermutationStep,
  SPEC_LIMITS,
  type Spec,
  type SpecProblem,
  type SpecSession,
  type SpecStep,
  type SqlBlock,
} from './spec-types.ts';

/** Further problems are not shown. */
const MAX_PROBLEMS = 100;

interface NamedAt {
  readonly name: string;
  readonly offset: number;
}
interface RawBlocker extends NamedAt {
  /** False for `*`. */
  readonly target: boolean;
  readonly notices?: number;
}
interface RawPermutationStep extends NamedAt {
  readonly blockers: readonly RawBlocker[];
}
interface RawStep extends SpecStep {
  readonly nameOffset: number;
}

/** Parses bytes as they are in a file. */
export function parseSpecBytes(
  bytes: Uint8Array,
  messages: Messages = messagesIn('en'),
  maxBytes: number = SPEC_LIMITS.fileBytes,
): Result<Spec & { readonly text: string }, readonly SpecProblem[]> {
  const text = decodeSpec(bytes, messages, maxBytes);
  if (!text.ok) return err([text.error]);
  const spec = parseSpec(text.value, messages, maxBytes);
  return spec.ok ? ok({ ...spec.value, text: text.value }) : spec;
}

/** Parses a spec. The problems are sorted by their places. */
export function parseSpec(
  text: string,
  messages: Messages = messagesIn('en'),
  maxBytes: number = SPEC_LIMITS.fileBytes,
): Result<Spec, readonly SpecProblem[]> {
  const { t } = messages;
  // Characters are at most four bytes each; the exact check is of the file.
  if (text.length > maxBytes) return err([{ line: 1, column: 1, message: t('spec.fileTooLarge', { max: maxBytes }) }]);
  const lines = new Lines(text);
  const placed = (fault: Fault): SpecProblem => ({ ...lines.placeOf(fault.offset), message: fault.message });
  /** The first ones: authors fix those first. */
  const inOrder = (faults: readonly Fault[]): readonly SpecProblem[] =>
    [...faults]
      .sort((a, b) => a.offset - b.offset)
      .slice(0, MAX_PROBLEMS)
      .map(placed);
  const turned = turningIn(text, messages);
  if (turned.length > 0) return err(inOrder(turned));
  const scanned = scanSpec(text, messages);
  if (!scanned.ok) return err([placed(scanned.error)]);
  const open = swallowed(scanned.value.tokens, lines, messages);
  const prompts = promptsIn(scanned.value.extras);
  const read = new Reader(scanned.value.tokens, messages, prompts.length).spec();
  if (!read.ok) return err(inOrder([...open, read.error]));

  const typed = read.value.permutations[0]?.map(({ name }) => name) ?? [];
  const raw = { ...read.value, ...withPrompts(read.value, prompts, typed) };
  const { setups, teardown, sessions, steps } = raw;
  const linked = link(lines, raw, messages);
  if (linked.faults.length > 0) return err(inOrder([...open, ...linked.faults]));
  const { extras, faults } = readExtras(scanned.value.extras, { steps, sessions }, lines, messages);
  const unused: Fault[] = linked.unused.map((step) => ({
    offset: steps[step]?.nameOffset ?? 0,
    message: t('spec.unusedStep', { name: steps[step]?.name ?? '' }),
  }));
  const spec: Spec = {
    setups,
    teardown,
    sessions,
    steps: steps.map(({ name, session, sql, offset }) => ({ name, session, sql, offset })),
    permutations: linked.permutations,
    unused: linked.unused,
    extras,
    warnings: inOrder([...open, ...faults, ...unused]),
  };
  if (spec.permutations === null) {
    const { permutations, runs } = SPEC_LIMITS;
    const count = countPermutations(spec.sessions.map((session) => session.steps.length));
    const offset = raw.end;
    if (count > permutations)
      return err([placed({ offset, message: t('spec.tooManyGenerated', { max: permutations }) })]);
    if (count * steps.length > runs) return err([placed({ offset, message: t('spec.tooManyRuns', { max: runs }) })]);
  }
  return ok(spec);
}

/** Beginnings of a step, a session or a set-up at the start of a line or after a statement. */
const BEGINNING =
  /(?:^|[\n;])[ \t]*(step\s+(?:"[^"\n]*"|[A-Za-z_][\w$]*)\s*\{|session\s+(?:"[^"\n]*"|[A-Za-z_][\w$]*)\s+(?:setup|step)\s|(?:setup|teardown)\s*\{)/;

/**
 * Blocks of SQL without an end that run on to the next block's. isolationtester runs such a file: the server answers
 * with a syntax error, and the sessions in between do not exist. So these are warnings.
 */
function swallowed(tokens: readonly Token[], lines: Lines, { t }: Messages): readonly Fault[] {
  return tokens.flatMap((token) => {
    if (token.kind !== 'sql') return [];
    const found = BEGINNING.exec(token.sql);
    const [whole, what] = found ?? [];
    if (found === null || whole === undefined || what === undefined) return [];
    const offset = token.sqlOffset + found.index + whole.length - what.length;
    const word = what.slice(0, what.search(/[\s{]/));
    return [{ offset, message: t('spec.missingBrace', { word, line: lines.lineOf(token.offset) }) }];
  });
}

interface Raw {
  readonly setups: readonly SqlBlock[];
  readonly teardown: SqlBlock | null;
  readonly sessions: readonly SpecSession[];
  readonly steps: readonly RawStep[];
  readonly permutations: readonly (readonly RawPermutationStep[])[];
  /** Offset of the file's end. */
  readonly end: number;
}

/** Carries a fault of the grammar as an exception, inside this file only. */
class GrammarFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** What may follow a session that has its steps: more of it, unless its teardown has closed it, or what follows sessions. */
const afterSession = (last: SpecSession | undefined): readonly Token['kind'][] =>
  last?.teardown === null ? ['step', 'teardown', 'session', 'permutation'] : ['session', 'permutation'];

class Reader {
  readonly #tokens: readonly Token[];
  readonly #t: Messages['t'];
  /** Sessions that need no step of their own. */
  readonly #prompts: number;
  #at = 0;

  constructor(tokens: readonly Token[], messages: Messages, prompts: number) {
    this.#tokens = tokens;
    this.#t = messages.t;
    this.#prompts = prompts;
  }

  spec(): Result<Raw, Fault> {
    try {
      const setups: SqlBlock[] = [];
      while (this.#is('setup')) setups.push(this.#block(setups.length, SPEC_LIMITS.setups));
      const teardown = this.#is('teardown') ? this.#block(0, 1) : null;
      const sessions: SpecSession[] = [];
      const steps: RawStep[] = [];
      if (this.#prompts > SPEC_LIMITS.sessions)
        this.#fail(this.#t('spec.tooManySessions', { max: SPEC_LIMITS.sessions }), 0);
      while (this.#is('session') || (sessions.length === 0 && this.#prompts === 0))
        sessions.push(this.#session(sessions.length, steps));
      const permutations: (readonly RawPermutationStep[])[] = [];
      let runs = 0;
      while (this.#is('permutation')) {
        const permutation = this.#permutation(permutations.length);
        runs += permutation.length;
        if (runs > SPEC_LIMITS.runs)
          this.#fail(this.#t('spec.tooManyRuns', { max: SPEC_LIMITS.runs }), permutation[0]?.offset);
        permutations.push(permutation);
      }
      if (!this.#is('end')) this.#wanted(permutations.length > 0 ? ['permutation'] : afterSession(sessions.at(-1)));
      return ok({ setups, teardown, sessions, steps, permutations, end: this.#token().offset });
    } catch (error) {
      if (error instanceof GrammarFault) return err(error.fault);
      throw error;
    }
  }

  #session(count: number, steps: RawStep[]): SpecSession {
    if (!this.#is('session')) this.#wanted(['session']);
    const { offset } = this.#next();
    if (count >= SPEC_LIMITS.sessions)
      this.#fail(this.#t('spec.tooManySessions', { max: SPEC_LIMITS.sessions }), offset);
    const { name } = this.#name();
    const setup = this.#is('setup') ? this.#block(0, 1) : null;
    const own: number[] = [];
    if (!this.#is('step')) this.#wanted(setup === null ? ['step', 'setup'] : ['step']);
    while (this.#is('step')) {
      const at = this.#next().offset;
      if (steps.length >= SPEC_LIMITS.steps) this.#fail(this.#t('spec.tooManySteps', { max: SPEC_LIMITS.steps }), at);
      const named = this.#name();
      own.push(steps.length);
      steps.push({ name: named.name, nameOffset: named.offset, session: count, ...this.#sql() });
    }
    const teardown = this.#is('teardown') ? this.#block(0, 1) : null;
    return { name, setup, steps: own, teardown };
  }

  #permutation(count: number): readonly RawPermutationStep[] {
    const { offset } = this.#next();
    if (count >= SPEC_LIMITS.permutations)
      this.#fail(this.#t('spec.tooManyPermutations', { max: SPEC_LIMITS.permutations }), offset);
    const steps: RawPermutationStep[] = [];
    do {
      const named = this.#name();
      if (steps.length >= SPEC_LIMITS.permutationSteps)
        this.#fail(this.#t('spec.permutationTooLong', { max: SPEC_LIMITS.permutationSteps }), named.offset);
      steps.push({ ...named, blockers: this.#is('(') ? this.#blockers() : [] });
    } while (this.#is('name'));
    return steps;
  }

  #blockers(): readonly RawBlocker[] {
    const blockers: RawBlocker[] = [];
    do {
      // The opening parenthesis, or a comma.
      const { offset } = this.#next();
      if (blockers.length >= SPEC_LIMITS.blockers)
        this.#fail(this.#t('spec.tooManyBlockers', { max: SPEC_LIMITS.blockers }), offset);
      if (this.#is('*')) blockers.push({ name: '*', offset: this.#next().offset, target: false });
      else {
        const named = this.#is('name') ? this.#name() : this.#wanted(['name', '*']);
        if (this.#is('notices')) {
          this.#next();
          const count = this.#token();
          if (count.kind !== 'number') this.#wanted(['number']);
          else {
            this.#next();
            blockers.push({ ...named, target: true, notices: count.value });
          }
        } else blockers.push({ ...named, target: true });
      }
    } while (this.#is(','));
    if (!this.#is(')')) this.#wanted([',', ')']);
    this.#next();
    return blockers;
  }

  #block(count: number, max: number): SqlBlock {
    const { offset } = this.#next();
    if (count >= max) this.#fail(this.#t('spec.tooManySetups', { max }), offset);
    return this.#sql();
  }

  #sql(): SqlBlock {
    const token = this.#token();
    if (token.kind !== 'sql') return this.#wanted(['sql']);
    this.#next();
    return { sql: token.sql, offset: token.sqlOffset };
  }

  #name(): NamedAt {
    const token = this.#token();
    if (token.kind !== 'name') return this.#wanted(['name']);
    this.#next();
    return { name: token.name, offset: token.offset };
  }

  #is(kind: Token['kind']): boolean {
    return this.#token().kind === kind;
  }

  #token(): Token {
    // The last token is the end, and no code reads past it.
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new RangeError('no token');
    return token;
  }

  #next(): Token {
    const token = this.#token();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  #fail(message: string, offset = this.#token().offset): never {
    throw new GrammarFault({ offset, message });
  }

  #wanted(kinds: readonly Token['kind'][]): never {
    const token = this.#token();
    const wanted = kinds.map((kind) => this.#kindText(kind));
    const found = token.kind === 'name' ? `“${token.name}”` : this.#kindText(token.kind);
    this.#fail(this.#t('spec.expected', { wanted, found }));
  }

  #kindText(kind: Token['kind']): string {
    const t = this.#t;
    if (kind === 'sql') return t('spec.aSqlBlock');
    if (kind === 'name') return t('spec.aName');
    if (kind === 'number') return t('spec.aNumber');
    if (kind === 'end') return t('spec.end');
    return `“${kind}”`;
  }
}

interface Linked {
  readonly permutations: readonly Permutation[] | null;
  readonly unused: readonly number[];
  readonly faults: readonly Fault[];
}

/** Names to indexes, and the checks of check_testspec. */
function link(lines: Lines, raw: Raw, messages: Messages): Linked {
  const { t } = messages;
  const faults: Fault[] = [];
  const byName = new Map<string, number>();
  const steps = raw.steps;
  for (const [i, step] of steps.entries()) {
    const first = byName.get(step.name);
    if (first === undefined) byName.set(step.name, i);
    else
      faults.push({
        offset: step.nameOffset,
        message: t('spec.duplicateStep', { name: step.name, line: lines.lineOf(steps[first]?.nameOffset ?? 0) }),
      });
  }
  if (raw.permutations.length === 0) return { permutations: null, unused: [], faults };

  const used = new Set<number>();
  const permutations: Permutation[] = [];
  for (const given of raw.permutations) {
    const present = new Set(given.map((pstep) => pstep.name));
    const permutation: PermutationStep[] = [];
    for (const pstep of given) {
      const step = byName.get(pstep.name);
      if (step === undefined) {
        faults.push({ offset: pstep.offset, message: t('spec.undefinedStep', { name: pstep.name }) });
        continue;
      }
      used.add(step);
      const blockers: Blocker[] = [];
      for (const blocker of pstep.blockers) {
        if (!blocker.target) {
          blockers.push({ kind: 'once' });
          continue;
        }
        const names = { name: blocker.name, step: pstep.name };
        const other = byName.get(blocker.name);
        if (other === undefined || !present.has(blocker.name))
          faults.push({ offset: blocker.offset, message: t('spec.undefinedBlocker', names) });
        else if (steps[other]?.session === steps[step]?.session)
          faults.push({ offset: blocker.offset, message: t('spec.blocksOwnSession', names) });
        else if (blocker.notices === undefined) blockers.push({ kind: 'step', step: other });
        else blockers.push({ kind: 'notices', step: other, count: blocker.notices });
      }
      permutation.push({ step, blockers });
    }
    permutations.push(permutation);
  }
  const unused = [...steps.keys()].filter((i) => !used.has(i));
  // isolationtester goes through its steps in the order of their names' bytes.
  unused.sort((a, b) => compareBytes(steps[a]?.name ?? '', steps[b]?.name ?? ''));
  return { permutations, unused, faults };
}

function compareBytes(a: string, b: string): number {
  const x = new TextEncoder().encode(a);
  const y = new TextEncoder().encode(b);
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}
