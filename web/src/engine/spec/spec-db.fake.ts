/**
 * FAKE database for tests of the runner: queries are lists of small commands separated by `;`. `lock X` waits while
 * another session holds X; `free` releases all; `rows a,b|1,2` is a result; `notice TEXT`; `error TEXT`; `ghost` waits
 * for something outside the sessions; anything else is a command.
 */
import type {
  Checkpoint,
  CompiledQuery,
  Database,
  Notice,
  QueryState,
  ResultSet,
  Timeouts,
} from '../../sql/database.ts';

type Result = Extract<QueryState, { status: 'finished' }>['results'][number];
interface FakeSession {
  commands: string[];
  results: Result[];
  error?: { sqlstate: string; severity: 'ERROR'; message: string };
  status: 'idle' | 'waiting' | 'finished';
  waits: string | null;
  wait: number;
  timeout: number;
}

export const fakeCompile = (sql: string): CompiledQuery => ({ sql, statements: [] });

export class FakeDatabase implements Database {
  #sessions: FakeSession[] = [];
  #locks: Record<string, number> = {};
  #notices: Notice[] = [];
  readonly log: string[] = [];

  connect(): number {
    const idle: FakeSession = { commands: [], results: [], status: 'idle', waits: null, wait: 0, timeout: 1000 };
    return this.#sessions.push(idle) - 1;
  }
  disconnect(): void {}

  submit(id: number, query: CompiledQuery): QueryState {
    const me = this.#at(id);
    if (me.status !== 'idle') throw new Error(`session ${id} is busy`);
    me.commands = query.sql.split(';').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
    me.results = [];
    delete me.error;
    this.#go(id);
    return this.state(id);
  }

  state(id: number): QueryState {
    const me = this.#at(id);
    if (me.status === 'waiting') {
      const owner = me.waits === null ? undefined : this.#locks[me.waits];
      return { status: 'waiting', blockers: owner === undefined ? [] : [owner], wait: me.wait };
    }
    if (me.status === 'idle') return { status: 'idle' };
    return { status: 'finished', results: me.results, ...(me.error === undefined ? {} : { error: me.error }) };
  }

  settle(): readonly number[] {
    const done: number[] = [];
    for (const [id, me] of this.#sessions.entries()) {
      if (me.status !== 'waiting' || me.waits === null) continue;
      if (this.#locks[me.waits] !== undefined && me.error === undefined) continue;
      this.#go(id);
      done.push(id);
    }
    return done;
  }

  take(id: number): Extract<QueryState, { status: 'finished' }> {
    const state = this.state(id);
    if (state.status !== 'finished') throw new Error(`session ${id} has no result`);
    this.#at(id).status = 'idle';
    return state;
  }

  cancel(id: number): void {
    this.#end(id, 'canceling statement due to user request');
  }

  timeouts(id: number): Timeouts {
    return { deadlock: this.#at(id).timeout, lock: 0, statement: 0 };
  }

  checkDeadlock(id: number): boolean {
    this.log.push(`check ${id}`);
    const seen = new Set<number>();
    let at: number | undefined = id;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      const waits: string | null = this.#at(at).waits;
      at = this.#at(at).status === 'waiting' && waits !== null ? this.#locks[waits] : undefined;
    }
    if (at !== id) return false;
    this.#end(id, 'deadlock detected');
    return true;
  }

  takeNotices(): readonly Notice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  checkpoint(): Checkpoint {
    return { core: new Uint8Array(), sessions: structuredClone({ sessions: this.#sessions, locks: this.#locks }) };
  }
  restore(saved: Checkpoint): void {
    const { sessions, locks } = structuredClone(saved.sessions) as {
      sessions: FakeSession[];
      locks: Record<string, number>;
    };
    this.#sessions = sessions;
    this.#locks = locks;
  }

  #at(id: number): FakeSession {
    const me = this.#sessions[id];
    if (me === undefined) throw new RangeError(`no session ${id}`);
    return me;
  }

  #end(id: number, message: string): void {
    const me = this.#at(id);
    me.error = { sqlstate: '00000', severity: 'ERROR', message };
    me.commands = [];
    me.status = 'finished';
    me.waits = null;
    this.#free(id);
  }

  #free(id: number): void {
    for (const [name, owner] of Object.entries(this.#locks)) if (owner === id) delete this.#locks[name];
  }

  #go(id: number): void {
    const me = this.#at(id);
    me.status = 'finished';
    me.waits = null;
    for (let command = me.commands[0]; command !== undefined; command = me.commands[0]) {
      const [word = '', ...rest] = command.split(' ');
      const text = rest.join(' ');
      const owner = this.#locks[text];
      if (word === 'ghost' || (word === 'lock' && owner !== undefined && owner !== id)) {
        me.status = 'waiting';
        me.waits = word === 'ghost' ? null : text;
        me.wait++;
        return;
      }
      me.commands.shift();
      if (word === 'error') {
        me.error = { sqlstate: 'XX000', severity: 'ERROR', message: text };
        me.commands = [];
        return;
      }
      if (word === 'lock') this.#locks[text] = id;
      if (word === 'free') this.#free(id);
      if (word === 'timeout') me.timeout = Number(text);
      if (word === 'notice')
        this.#notices.push({ session: id, severity: 'NOTICE', message: text, after: me.results.length });
      me.results.push(word === 'rows' ? rowsOf(text) : { kind: 'command', tag: word.toUpperCase() });
    }
  }
}

function rowsOf(text: string): ResultSet {
  const [head = [], ...rows] = text.split('|').map((line) => line.split(','));
  return { kind: 'rows', columns: head.map((name) => ({ name, type: 'text' })), rows };
}
