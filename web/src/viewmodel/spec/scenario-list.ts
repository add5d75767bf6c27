/** The shipped scenarios as a list to choose from: grouped by subject, and searchable. */

import type { ScenarioInfo } from '../../engine/spec/scenario-index.ts';
import type { ScenarioTexts } from '../../scenario/texts-file.ts';

/** In the order of the list; `other` for scenarios without a group. */
export const SCENARIO_GROUPS = [
  'versions',
  'snapshots',
  'locks',
  'savepoints',
  'cleaning',
  'standby',
  'anomalies',
  'other',
] as const;
export type ScenarioGroupId = (typeof SCENARIO_GROUPS)[number];

export interface ScenarioGroup {
  readonly id: ScenarioGroupId;
  readonly scenarios: readonly ScenarioInfo[];
}

/** In each group from the simple to the strange. */
const MEMBERS: Readonly<Partial<Record<ScenarioGroupId, readonly string[]>>> = {
  versions: [
    'first-look',
    'update-makes-a-version',
    'delete-is-a-mark',
    'aborted-writer',
    'own-changes-and-command-ids',
  ],
  snapshots: ['read-committed-snapshots', 'snapshot-starts-late', 'running-above-xmax', 'prepared-transaction'],
  locks: [
    'queue-for-a-row',
    'recheck-on-update',
    'first-updater-wins',
    'deadlock',
    'row-locks',
    'nowait-and-skip-locked',
    'key-updates-and-references',
    'unique-key-race',
  ],
  savepoints: [
    'savepoint-rollback',
    'savepoint-lock-release',
    'error-in-a-savepoint',
    'subxid-overflow',
    'subtrans-pages',
    'contend',
  ],
  cleaning: ['hot-and-pruning', 'horizon-held-by-idle-transaction', 'why-is-this-row-still-here', 'another-database'],
  standby: ['standby-late-commit', 'standby-64-subtransactions', 'standby-pending'],
  anomalies: [
    'doctors-serializable',
    'two-accounts',
    'receipts-and-report',
    'false-alarm',
    'siread-promotion',
    'retry-loop',
  ],
};
const ANOMALY = /^hermitage-/;

/** What somebody looks for who knows the trouble and not its name. */
const EVERYDAY: Readonly<Record<string, string>> = {
  'hermitage-p4': 'race condition overwritten counter stock oversold overselling concurrent 竞态条件 超卖 覆盖 库存',
  'two-accounts': 'race condition double spending overdraft balance 竞态条件 透支 余额',
  'doctors-serializable': 'race condition on-call constraint 竞态条件 值班',
  'hermitage-g2': 'race condition double booking overlap reservation seat 竞态条件 重复预订 座位',
  'unique-key-race': 'race condition double booking duplicate insert upsert 竞态条件 重复预订 重复插入',
  'recheck-on-update': 'race condition atomic counter 竞态条件 计数器',
  'first-updater-wins': 'race condition retry 竞态条件 重试',
  'queue-for-a-row': 'blocked hanging slow lock wait 阻塞 卡住 等待',
  'nowait-and-skip-locked': 'job queue worker 任务队列',
  deadlock: 'stuck hanging 卡住',
  'horizon-held-by-idle-transaction': 'bloat disk idle in transaction 膨胀',
  'why-is-this-row-still-here': 'bloat disk 膨胀',
};

export function groupOf(id: string): ScenarioGroupId {
  if (ANOMALY.test(id)) return 'anomalies';
  return SCENARIO_GROUPS.find((group) => MEMBERS[group]?.includes(id)) ?? 'other';
}

const placeIn = (id: string): number => MEMBERS[groupOf(id)]?.indexOf(id) ?? 0;

/** Words in the form for comparison: no case, no accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every search word begins a word of the scenario, or is in its title or id. */
function fits({ id, title, about, words }: ScenarioInfo, wanted: readonly string[]): boolean {
  const inside = folded(`${id} ${title}`);
  const all = `${inside} ${folded(about)} ${words} ${EVERYDAY[id] ?? ''}`.split(/[^\p{L}\p{N}_]+/u);
  // Chinese words follow each other without blanks.
  const isHan = (word: string): boolean => /\p{sc=Han}/u.test(word);
  return wanted.every(
    (word) =>
      inside.includes(word) || all.some((other) => (isHan(word) ? other.includes(word) : other.startsWith(word))),
  );
}

/** The list in another language, where texts exist; English words still find it, too. */
export function scenariosIn(scenarios: readonly ScenarioInfo[], texts: ScenarioTexts): readonly ScenarioInfo[] {
  return scenarios.map((info) => {
    const text = texts[info.id];
    if (text === undefined) return info;
    const { title = info.title, about = info.about, captions } = text;
    const words = [info.words, info.title, info.about, ...Object.values(captions)].map(folded).join(' ');
    return { ...info, title, about, words };
  });
}

/** The groups with matching scenarios, in order. An empty search matches all. */
export function scenarioGroups(scenarios: readonly ScenarioInfo[], search: string): readonly ScenarioGroup[] {
  const wanted = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = scenarios.filter((scenario) => fits(scenario, wanted)).sort((a, b) => placeIn(a.id) - placeIn(b.id));
  return SCENARIO_GROUPS.map((id) => ({
    id,
    scenarios: found.filter((scenario) => groupOf(scenario.id) === id),
  })).filter((group) => group.scenarios.length > 0);
}
