/**
 * Targets with holders of the horizon besides their sessions: the last session is connected to another database, slots
 * come and go, a standby reports. An action without SQL is a step that begins with `@`; the same steps work on a server
 * and on the engine.
 */
import { SimSession, SimSlot } from '../../src/engine/wasm/sim.gen.ts';
import type { EngineUnderTest } from './engine-target.ts';
import { type Answer, ELSEWHERE, type Sight, type Target } from './facts.ts';
import { relativeXid } from './page.ts';
import type { Table } from './schedule.ts';
import type { ServerUnderTest } from './server-target.ts';
import { FakeStandby } from './standby-fake.ts';
import type { Wire } from './wire.ts';

/**
 * - `logical NAME`, `physical NAME`, `drop NAME`: slots, by a session that never looks at the table
 * - `report NAME`: a standby reports its present needs through the slot
 * - `standby`, `standby ends`: a standby without a slot begins to need the present versions, and stops needing any
 */
export type HolderStep = `@${'logical' | 'physical' | 'drop' | 'report'} ${string}` | '@standby' | '@standby ends';

const partsOf = (sql: string): readonly [string, string] => {
  const [what = '', name = ''] = sql.slice(1).split(' ');
  return [what, name];
};

/** Shrinking a schedule may remove a slot's creation: then steps about the missing slot do nothing, on both sides. */
const isOfSlot = (what: string): boolean => what === 'drop' || what === 'report';

/** Returns the unchanged state of the session that the step belongs to. */
abstract class WithHolders implements Target {
  readonly inner: Target;
  #state: Answer['state'] = 'idle';
  #prepared: string[] = [];
  constructor(inner: Target) {
    this.inner = inner;
  }
  get name(): string {
    return this.inner.name;
  }
  abstract act(what: string, name: string): Promise<void>;
  abstract forget(): Promise<void>;
  abstract holders(): Promise<readonly string[]>;

  async begin(table: Table): Promise<void> {
    this.#state = 'idle';
    this.#prepared = [];
    await this.inner.begin(table);
  }
  async submit(session: number, sql: string): Promise<Answer | 'waiting'> {
    if (sql.startsWith('@')) {
      await this.act(...partsOf(sql));
      return { lines: [], state: this.#state, isDeadlock: false };
    }
    const answer = await this.inner.submit(session, sql);
    if (session === ELSEWHERE && answer !== 'waiting') {
      this.#state = answer.state;
      const gid = /^PREPARE TRANSACTION '(\w+)'/.exec(sql)?.[1];
      if (gid !== undefined) this.#prepared.push(gid);
    }
    return answer;
  }
  settle(session: number): Promise<Answer | 'waiting'> {
    return this.inner.settle(session);
  }
  async observe(): Promise<Sight> {
    return { ...(await this.inner.observe()), holders: await this.holders() };
  }
  async finish(): Promise<string> {
    await this.forget();
    // It can be finished only from its own database.
    if (this.#state !== 'idle') await this.inner.submit(ELSEWHERE, 'ROLLBACK');
    for (const gid of this.#prepared) await this.inner.submit(ELSEWHERE, `ROLLBACK PREPARED '${gid}'`);
    return this.inner.finish();
  }
  stop(): Promise<void> {
    return this.inner.stop();
  }
}

export class EngineWithHolders extends WithHolders {
  readonly engine: EngineUnderTest;
  constructor(engine: EngineUnderTest) {
    super(engine);
    this.engine = engine;
  }
  act(what: string, name: string): Promise<void> {
    const { core, standby, administrator } = this.engine;
    const slot = this.engine.slots().find(([known]) => known === name)?.[1];
    if (isOfSlot(what) && slot === undefined) return Promise.resolve();
    if (what === 'logical' && core.slotMustWait(standby)) return Promise.resolve();
    if (what === 'logical')
      this.engine.admin(`SELECT slot_name FROM pg_create_logical_replication_slot('${name}', 'pgoutput')`);
    else if (what === 'physical')
      this.engine.admin(`SELECT slot_name FROM pg_create_physical_replication_slot('${name}', true)`);
    else if (what === 'drop') this.engine.admin(`SELECT pg_drop_replication_slot('${name}')`);
    // Not by a session that may have kept a snapshot: by one that begins now.
    else if (what === 'report') core.slotFeedback(administrator, slot ?? 0, core.oldestNeeded(administrator));
    else {
      core.module._xip_sim_view_session(standby);
      if (core.answer(SimSession).level > 0) core.xactCommit(standby);
      if (name === 'ends') return Promise.resolve();
      core.xactStart(standby, { isolation: 'repeatable read', readOnly: true, deferrable: false });
      core.pushActiveSnapshot(standby);
      core.popActiveSnapshot(standby);
    }
    return Promise.resolve();
  }
  forget(): Promise<void> {
    // `begin` restores everything.
    return Promise.resolve();
  }
  holders(): Promise<readonly string[]> {
    const { core, base, standby, ids } = this.engine;
    const xid = (value: number) => relativeXid(value >>> 0, base);
    const byName = [...this.engine.slots()].sort(([a], [b]) => (a < b ? -1 : 1));
    const slots = byName.map(([name, slot]) => {
      core.module._xip_sim_view_slot(slot);
      const { xmin, catalogXmin } = core.answer(SimSlot);
      return `slot ${name}: xmin ${xid(xmin)} catalog_xmin ${xid(catalogXmin)}`;
    });
    core.module._xip_sim_view_session(standby);
    const reported = `standby: ${xid(core.answer(SimSession).xmin)}`;
    return Promise.resolve([
      ...slots,
      reported,
      ...(core.rules < 16
        ? []
        : ids.map((id, i) => {
            core.module._xip_sim_view_session(id);
            const { subxids, overflowed } = core.answer(SimSession);
            return `session ${i + 1}: ${subxids.length} subxids${overflowed ? ', overflowed' : ''}`;
          })),
    ]);
  }
}

const HAS_SUBXACT = 16;
const NOBODY_HAS_AN_XID = `SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_xid IS NOT NULL)
  AND NOT EXISTS (SELECT FROM pg_prepared_xacts)`;

export class ServerWithHolders extends WithHolders {
  readonly under: ServerUnderTest;
  readonly #admin: Wire;
  readonly #standby: FakeStandby;
  readonly #reporters = new Map<string, FakeStandby>();

  private constructor(under: ServerUnderTest, admin: Wire, standby: FakeStandby) {
    super(under);
    this.under = under;
    this.#admin = admin;
    this.#standby = standby;
  }
  static async of(under: ServerUnderTest): Promise<ServerWithHolders> {
    const { server } = under;
    return new ServerWithHolders(under, await server.connect(), await FakeStandby.connect(server.socket, 'near', null));
  }

  async act(what: string, name: string): Promise<void> {
    const admin = this.#admin;
    if (
      isOfSlot(what) &&
      !(await this.#is(`SELECT count(*) = 1 FROM pg_replication_slots WHERE slot_name = '${name}'`))
    )
      return;
    if (what === 'logical' && !(await this.#is(NOBODY_HAS_AN_XID))) return;
    if (what === 'logical') await admin.must(`SELECT pg_create_logical_replication_slot('${name}', 'pgoutput')`);
    else if (what === 'physical') await admin.must(`SELECT pg_create_physical_replication_slot('${name}', true)`);
    else if (what === 'drop') await this.#drop(name);
    else if (what === 'report') {
      const reporter =
        this.#reporters.get(name) ?? (await FakeStandby.connect(this.under.server.socket, `of_${name}`, name));
      this.#reporters.set(name, reporter);
      const xmin = await this.#oldest();
      reporter.feedback(xmin);
      // It never goes backwards: then a report has no visible effect.
      await this.#until(
        `SELECT age(xmin) <= age('${xmin % 2 ** 32}'::xid) FROM pg_replication_slots WHERE slot_name = '${name}'`,
      );
    } else if (name === 'ends') await this.#reportNear(0);
    else await this.#reportNear(await this.#oldest());
  }
  async #reportNear(xmin: number): Promise<void> {
    this.#standby.feedback(xmin);
    const wanted = xmin === 0 ? 'backend_xmin IS NULL' : `backend_xmin = '${xmin % 2 ** 32}'::xid`;
    await this.#until(`SELECT ${wanted} FROM pg_stat_replication WHERE application_name = 'near'`);
  }
  async #drop(name: string): Promise<void> {
    this.#reporters.get(name)?.end();
    this.#reporters.delete(name);
    await this.#until(`SELECT NOT active FROM pg_replication_slots WHERE slot_name = '${name}'`);
    await this.#admin.must(`SELECT pg_drop_replication_slot('${name}')`);
  }
  async #oldest(): Promise<number> {
    const { results } = await this.#admin.must('SELECT pg_snapshot_xmin(pg_current_snapshot())::text');
    return Number(results[0]?.rows[0]?.[0]);
  }
  async #is(sql: string): Promise<boolean> {
    return (await this.#admin.must(sql)).results[0]?.rows[0]?.[0] === 't';
  }
  async #until(sql: string): Promise<void> {
    for (let turn = 0; !(await this.#is(sql)); turn++) if (turn > 20_000) throw new Error(`never true: ${sql}`);
  }

  async forget(): Promise<void> {
    await this.#reportNear(0);
    const { results } = await this.#admin.must('SELECT slot_name FROM pg_replication_slots');
    for (const [name] of results[0]?.rows ?? []) await this.#drop(name ?? '');
  }
  async holders(): Promise<readonly string[]> {
    const { base, pids, server } = this.under;
    const xid = (value: string | null | undefined) => relativeXid(Number(value ?? 0), base);
    const slots = await this.#admin.must(
      'SELECT slot_name, xmin, catalog_xmin FROM pg_replication_slots ORDER BY slot_name COLLATE "C"',
    );
    const near = await this.#admin.must(`SELECT backend_xmin FROM pg_stat_replication WHERE application_name = 'near'`);
    const lines = [
      ...(slots.results[0]?.rows ?? []).map(
        ([name, xmin, catalog]) => `slot ${name}: xmin ${xid(xmin)} catalog_xmin ${xid(catalog)}`,
      ),
      `standby: ${xid(near.results[0]?.rows[0]?.[0])}`,
    ];
    if (server.major < HAS_SUBXACT) return lines;
    const { results } = await this.#admin.must(
      `SELECT count || ' subxids' || CASE WHEN overflowed THEN ', overflowed' ELSE '' END FROM (
         SELECT pg_stat_get_backend_pid(b) AS pid, (pg_stat_get_backend_subxact(b)).subxact_count AS count,
           (pg_stat_get_backend_subxact(b)).subxact_overflowed AS overflowed FROM pg_stat_get_backend_idset() b
       ) s JOIN unnest('{${pids.join(',')}}'::int[]) WITH ORDINALITY AS p(pid, at) USING (pid) ORDER BY at`,
    );
    return [...lines, ...(results[0]?.rows ?? []).map(([text], i) => `session ${i + 1}: ${text}`)];
  }
  override async stop(): Promise<void> {
    this.#standby.end();
    for (const reporter of this.#reporters.values()) reporter.end();
    this.#admin.end();
    await super.stop();
  }
}
