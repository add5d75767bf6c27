/**
 * A connection to a server that implements only the simple query protocol: text in, text out. The server queues
 * messages sent while a query runs, so several queries can be under way.
 *
 * The protocol is PostgreSQL's frontend/backend protocol 3.0; `trust` is the only way to log in.
 */
import { createConnection, type Socket } from 'node:net';

export interface WireRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}
export interface WireError {
  readonly severity: string;
  readonly sqlstate: string;
  readonly message: string;
  readonly detail?: string;
}
/** The result of a simple query: one for every statement that came to an end, then maybe an error. */
export interface WireAnswer {
  readonly results: readonly (WireRows & { readonly tag: string })[];
  readonly error?: WireError;
  readonly notices: readonly WireError[];
  /** The session's state: idle, in a transaction block, in one that has failed. */
  readonly status: 'idle' | 'in transaction' | 'failed';
}

const STATUS: Readonly<Record<string, WireAnswer['status']>> = { I: 'idle', T: 'in transaction', E: 'failed' };

interface Pending {
  readonly resolve: (answer: WireAnswer) => void;
  readonly reject: (error: Error) => void;
}

export class Wire {
  readonly #socket: Socket;
  /** Bytes that do not form a complete message yet. */
  #rest: Buffer = Buffer.alloc(0);
  readonly #pending: Pending[] = [];
  #results: (WireRows & { tag: string })[] = [];
  #columns: string[] = [];
  #rows: (string | null)[][] = [];
  #error: WireError | undefined;
  #notices: WireError[] = [];
  #ended: Error | undefined;
  /** Process id of the server's backend. */
  pid = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /** @param path of the unix socket */
  static async connect(path: string, database: string, options = ''): Promise<Wire> {
    const socket = createConnection({ path });
    const wire = new Wire(socket);
    const ready = wire.#wait();
    const pairs = ['user', 'postgres', 'database', database, 'client_encoding', 'UTF8'];
    if (options !== '') pairs.push('options', options);
    const body = Buffer.from(`${pairs.join('\0')}\0\0`);
    const head = Buffer.alloc(8);
    head.writeInt32BE(body.length + 8, 0);
    head.writeInt32BE(3 << 16, 4);
    socket.write(Buffer.concat([head, body]));
    const answer = await ready;
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return wire;
  }

  query(sql: string): Promise<WireAnswer> {
    const answer = this.#wait();
    const length = Buffer.byteLength(sql);
    const message = Buffer.allocUnsafe(length + 6);
    message.writeUInt8(0x51, 0);
    message.writeInt32BE(length + 5, 1);
    message.write(sql, 5);
    message.writeUInt8(0, length + 5);
    this.#socket.write(message);
    return answer;
  }

  /** A query whose failure would be a fault of this program. */
  async must(sql: string): Promise<WireAnswer> {
    const answer = await this.query(sql);
    if (answer.error !== undefined) throw new Error(`${answer.error.message}, in: ${sql}`);
    return answer;
  }

  end(): void {
    if (this.#ended !== undefined) return;
    this.#ended = new Error('the connection was closed');
    const bye = Buffer.from([0x58, 0, 0, 0, 4]);
    this.#socket.end(bye);
  }

  #wait(): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#ended === undefined) this.#pending.push({ resolve, reject });
      else reject(this.#ended);
    });
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    // The server's last error explains more than a closed connection.
    const why = this.#error === undefined ? error : new Error(this.#error.message);
    for (const { reject } of this.#pending.splice(0)) reject(why);
  }

  #take(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (data.length - at >= 5) {
      const length = data.readInt32BE(at + 1);
      if (data.length - at < length + 1) break;
      this.#message(data.readUInt8(at), data, at + 5, at + 1 + length);
      at += length + 1;
    }
    data = data.subarray(at);
    this.#rest = data;
  }

  #message(type: number, data: Buffer, from: number, to: number): void {
    switch (String.fromCharCode(type)) {
      case 'T':
        this.#columns = columnsOf(data, from);
        this.#rows = [];
        return;
      case 'D':
        this.#rows.push(rowOf(data, from));
        return;
      case 'C':
        this.#results.push({ columns: this.#columns, rows: this.#rows, tag: data.toString('utf8', from, to - 1) });
        this.#columns = [];
        this.#rows = [];
        return;
      case 'E':
        this.#error = errorOf(data, from);
        return;
      case 'N':
        this.#notices.push(errorOf(data, from));
        return;
      case 'K':
        this.pid = data.readInt32BE(from);
        return;
      case 'R':
        if (data.readInt32BE(from) !== 0) this.#fail(new Error('the server wants a password'));
        return;
      case 'Z': {
        const answer: WireAnswer = {
          results: this.#results,
          notices: this.#notices,
          status: STATUS[String.fromCharCode(data.readUInt8(from))] ?? 'idle',
          ...(this.#error === undefined ? {} : { error: this.#error }),
        };
        this.#results = [];
        this.#notices = [];
        this.#error = undefined;
        this.#columns = [];
        this.#rows = [];
        this.#pending.shift()?.resolve(answer);
        return;
      }
    }
  }
}

function columnsOf(data: Buffer, from: number): string[] {
  const names: string[] = [];
  let at = from + 2;
  for (let i = data.readInt16BE(from); i > 0; i--) {
    const end = data.indexOf(0, at);
    names.push(data.toString('utf8', at, end));
    at = end + 19;
  }
  return names;
}

function rowOf(data: Buffer, from: number): (string | null)[] {
  const row: (string | null)[] = [];
  let at = from + 2;
  for (let i = data.readInt16BE(from); i > 0; i--) {
    const length = data.readInt32BE(at);
    at += 4;
    if (length < 0) row.push(null);
    else {
      row.push(data.toString('utf8', at, at + length));
      at += length;
    }
  }
  return row;
}

function errorOf(data: Buffer, from: number): WireError {
  const fields: Record<string, string> = {};
  for (let at = from; data[at] !== 0; ) {
    const key = String.fromCharCode(data.readUInt8(at));
    const end = data.indexOf(0, at + 1);
    fields[key] = data.toString('utf8', at + 1, end);
    at = end + 1;
  }
  return {
    severity: fields.V ?? fields.S ?? '',
    sqlstate: fields.C ?? '',
    message: fields.M ?? '',
    ...(fields.D === undefined ? {} : { detail: fields.D }),
  };
}
