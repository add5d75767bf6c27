/**
 * A Chromium trace → main-thread work per frame. Pure.
 *
 * A frame begins where the page's main thread begins one (`BeginMainThreadFrame`, or the animation frame's callbacks in
 * a Chromium without it). Work is the sum of that thread's tasks (`RunTask`, outermost only) that begin within it:
 * script, style, layout, paint, garbage collection, everything.
 */

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread within `dur`: without the time that other programs took. */
  readonly tdur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface FrameWork {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const TASKS: ReadonlySet<string> = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/** The thread that runs the page: among the threads that run animation frames, the busiest one. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } | null {
  const counts = new Map<string, { pid: number; tid: number; n: number }>();
  for (const { name, pid, tid } of events) {
    if (name !== 'FireAnimationFrame') continue;
    const key = `${pid} ${tid}`;
    counts.set(key, { pid, tid, n: (counts.get(key)?.n ?? 0) + 1 });
  }
  const [most] = [...counts.values()].sort((a, b) => b.n - a.n);
  return most ?? null;
}

/** The longest single task of the page's thread, in processor time; null: no page is in the trace. */
export function longestTaskMs(events: readonly TraceEvent[]): number | null {
  const main = mainThread(events);
  if (main === null) return null;
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid && TASKS.has(name),
  );
  return Math.max(0, ...tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000));
}

/** The parts of a frame's work, by Chromium's names. No name contains another. */
const KINDS: readonly string[] = [
  'FunctionCall',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Layerize',
  'Paint',
  'Commit',
  'MajorGC',
  'MinorGC',
];

/** Average milliseconds of wall time per frame, for each kind that was seen, largest first. */
export function workByKind(
  events: readonly TraceEvent[],
  frames: number,
): readonly (readonly [kind: string, ms: number])[] {
  const main = mainThread(events);
  if (main === null || frames === 0) return [];
  const sums = new Map<string, number>();
  for (const { name, ph, pid, tid, dur = 0 } of events) {
    if (ph !== 'X' || pid !== main.pid || tid !== main.tid || !KINDS.includes(name)) continue;
    sums.set(name, (sums.get(name) ?? 0) + dur / 1000 / frames);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

/** Work of each whole frame of the page, in order. Empty when the trace has no animated page. */
export function frameWork(events: readonly TraceEvent[]): readonly FrameWork[] {
  const main = mainThread(events);
  if (main === null) return [];
  const own = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid).sort((a, b) => a.ts - b.ts);
  const starts = own.filter(({ name }) => name === 'BeginMainThreadFrame');
  const marks = starts.length > 0 ? starts : own.filter(({ name }) => name === 'FireAnimationFrame');

  // The mark of a frame lies inside the task that runs it: the frame begins with that task.
  const tasks: { ts: number; end: number; work: FrameWork }[] = [];
  for (const { name, ph, ts, dur = 0, tdur } of own) {
    if (ph !== 'X' || !TASKS.has(name)) continue;
    const outer = tasks.at(-1);
    if (outer !== undefined && ts < outer.end) continue;
    tasks.push({ ts, end: ts + dur, work: { wallMs: dur / 1000, cpuMs: (tdur ?? dur) / 1000 } });
  }
  const begins: number[] = [];
  let task = 0;
  for (const { ts } of marks) {
    while (tasks[task + 1] !== undefined && (tasks[task + 1]?.ts ?? 0) <= ts) task++;
    const around = tasks[task];
    const begin = around !== undefined && around.ts <= ts && ts <= around.end ? around.ts : ts;
    if (begin !== begins.at(-1)) begins.push(begin);
  }
  const frames = begins.slice(1).map(() => ({ wallMs: 0, cpuMs: 0 }));
  let frame = 0;
  for (const { ts, work } of tasks) {
    while ((begins[frame + 1] ?? Number.POSITIVE_INFINITY) <= ts) frame++;
    const into = frames[frame];
    if (into === undefined || ts < (begins[0] ?? 0)) continue;
    into.wallMs += work.wallMs;
    into.cpuMs += work.cpuMs;
  }
  return frames;
}
