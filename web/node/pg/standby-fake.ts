/**
 * Only a standby's messages to its primary: it asks for the WAL, throws it away, and sends the feedback of
 * hot_standby_feedback. With a slot the primary keeps its xmin on the slot, without one on the sender's own process.
 *
 * Source: PostgreSQL's streaming replication protocol (documentation, “Streaming Replication Protocol”).
 */
import { createConnection, type Socket } from 'node:net';

/** Xids repeat after 2³². */
const TURN = 2 ** 32;

export class FakeStandby {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #wanted: {
    readonly type: string;
    readonly resolve: (body: Buffer) => void;
    readonly reject: (error: Error) => void;
  }[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
    socket.on('error', (error) => this.#fail(error));
  }

  /** @param slot a physical slot's name; null for none */
  static async connect(path: string, name: string, slot: string | null): Promise<FakeStandby> {
    const standby = new FakeStandby(createConnection({ path }));
    const pairs = ['user', 'postgres', 'replication', 'true', 'application_name', name];
    const body = Buffer.from(`${pairs.join('\0')}\0\0`);
    const head = Buffer.alloc(8);
    head.writeInt32BE(body.length + 8, 0);
    head.writeInt32BE(3 << 16, 4);
    const ready = standby.#next('Z');
    standby.#socket.write(Buffer.concat([head, body]));
    await ready;
    const row = standby.#next('D');
    const done = standby.#next('Z');
    standby.#query('IDENTIFY_SYSTEM');
    const position = textsOf(await row)[2] ?? '0/0';
    await done;
    const copies = standby.#next('W');
    standby.#query(`START_REPLICATION ${slot === null ? '' : `SLOT "${slot}" `}PHYSICAL ${position}`);
    await copies;
    return standby;
  }

  /** @param xmin of 64 bits; 0 clears it */
  feedback(xmin: number): void {
    const message = Buffer.alloc(25);
    message.write('h', 0);
    message.writeBigInt64BE(BigInt(Date.now()) * 1000n - 946_684_800_000_000n, 1);
    message.writeUInt32BE(xmin % TURN, 9);
    message.writeUInt32BE(Math.floor(xmin / TURN), 13);
    this.#send('d', message);
  }

  end(): void {
    this.#wanted = [];
    this.#socket.destroy();
  }

  #query(sql: string): void {
    this.#send('Q', Buffer.from(`${sql}\0`));
  }
  #send(type: string, body: Buffer): void {
    const head = Buffer.alloc(5);
    head.write(type, 0);
    head.writeInt32BE(body.length + 4, 1);
    this.#socket.write(Buffer.concat([head, body]));
  }
  #next(type: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ type, resolve, reject });
    });
  }
  #fail(error: Error): void {
    for (const { reject } of this.#wanted.splice(0)) reject(error);
  }
  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 5) {
      const length = this.#rest.readInt32BE(1);
      if (this.#rest.length < length + 1) return;
      const type = this.#rest.toString('latin1', 0, 1);
      const body = this.#rest.subarray(5, length + 1);
      this.#rest = this.#rest.subarray(length + 1);
      if (type === 'E') this.#fail(new Error(body.toString('utf8').replaceAll('\0', ' ')));
      else if (this.#wanted[0]?.type === type) this.#wanted.shift()?.resolve(Buffer.from(body));
    }
  }
}

/** The columns of a DataRow. */
function textsOf(row: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  let at = 2;
  for (let left = row.readInt16BE(0); left > 0; left--) {
    const length = row.readInt32BE(at);
    at += 4;
    texts.push(length < 0 ? null : row.toString('utf8', at, at + Math.max(0, length)));
    at += Math.max(0, length);
  }
  return texts;
}
