import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const ns = (n: number, f: Format): string => `${f.integer(Math.round(n))}\u202fns`;
const DEEDS = { snapshot: '取快照', xid: '取得 xid', commit: '提交', idle: '放下快照' } as const;
type Shared = 'L2' | 'L3';
const wayOf = (way: 'near' | 'apart' | 'socket', shared: Shared): string => {
  if (way === 'socket') return '另一插槽';
  if (shared === 'L3') return way === 'near' ? '同一 L3' : '另一 L3';
  return way === 'near' ? '同一簇的 L2' : '另一簇的 L2';
};
const foundIn = (shared: Shared) => ({
  l1: '来自自己的 L1',
  l2: '来自自己的 L2',
  l3: shared === 'L3' ? '来自共享的 L3' : '来自本簇的 L2',
  peer: '经过核互连',
  far: `来自${wayOf('apart', shared)}`,
  memory: '来自内存',
  'far-memory': '来自另一插槽的内存',
});
const LETTERS = { M: '改过', O: '拥有', E: '独占', S: '副本', F: '副本', I: '无' } as const;
const WHEN = { end: '稍后再读时', later: '稍后', now: '现在', past: '此前' } as const;
interface Taken {
  readonly lines: readonly string[];
  readonly more: number;
  readonly losers: readonly string[];
}
const lose = (taken: readonly Taken[], f: Format): string =>
  taken.length === 0
    ? '没有人失去什么'
    : taken
        .map(({ lines, more, losers }) => {
          const what = more === 0 ? lines : [...lines, `另外 ${f.integer(more)} 行`];
          return `${f.list(losers)} 失去 ${f.list(what)}`;
        })
        .join('，');
const waits = (p: { readonly waits: number; readonly lines: number }, f: Format): string =>
  p.waits === 0 ? `${f.integer(p.lines)} 行都不必等` : `${f.integer(p.lines)} 行中要等 ${f.integer(p.waits)} 行`;
const lost = (losers: readonly string[], f: Format): string =>
  losers.length === 0 ? '' : `；${f.list(losers)} 失去它`;

export const linesStory: Translation<'linesStory'> = {
  'linesStory.question': '一次写入让别的核付出什么？一格是一个缓存行，即 64 字节内存，核的缓存里有它的副本。',
  'linesStory.title': '谁让谁失去缓存行？',

  'linesStory.acts': '故事，一幕一幕',
  'linesStory.act.reads': 'A 读',
  'linesStory.act.writes': 'B、C、D 写',
  'linesStory.act.again': 'A 再读',
  'linesStory.act.own': '你的',
  'linesStory.act.same': '同样几幕，用',

  'linesStory.head.hits': (p, f) =>
    `${p.who} 取快照。要读的都在它自己的缓存里：${p.left.design} 是 ${f.integer(p.left.lines)} 行，${p.right.design} 是 ${f.integer(p.right.lines)} 行。`,
  'linesStory.head.waits': (p, f) =>
    `${p.who} 取快照。${p.left.design} 中 ${waits(p.left, f)}，${p.right.design} 中 ${waits(p.right, f)}。`,
  'linesStory.head.writes': (p, f) => {
    const what =
      p.fields.length === 0
        ? ''
        : `，写${p.fields.length === 1 && p.fields[0] === 'xmin' ? '自己的 xmin' : ` ${f.list(p.fields)}`}`;
    const [left, right] = [lose(p.left.taken, f), lose(p.right.taken, f)];
    return left === right
      ? `${p.who} ${DEEDS[p.deed]}${what}。两种设计中都是：${left}。`
      : `${p.who} ${DEEDS[p.deed]}${what}。${p.left.design} 中：${left}；${p.right.design} 中：${right}。`;
  },

  'linesStory.note.start': '每个核都已经取过快照。',
  'linesStory.note.fetched': (p, f) =>
    `${ns(p.ns, f)}：${p.line} 从 ${p.from} 来，${wayOf(p.way, p.shared)}${lost(p.losers, f)}`,
  'linesStory.note.outside': (p, f) => `${ns(p.ns, f)}：${p.line} ${foundIn(p.shared)[p.found]}${lost(p.losers, f)}`,
  'linesStory.note.lost': (p, f) => `${ns(p.ns, f)}：${f.list(p.losers)} 失去 ${p.line}`,
  'linesStory.note.own': (p, f) => `${ns(p.ns, f)}，为独占 ${p.line}`,
  'linesStory.note.hits': (p, f) => `现在 ${ns(p.ns, f)}：${f.integer(p.lines)} 行，都在 ${p.who} 自己的缓存里`,
  'linesStory.note.alone': (p) => `什么也没有发生：只有 ${p.who} 有那一行。`,
  'linesStory.note.done': (p, f) => `${p.who} 在 ${ns(p.ns, f)} 后已经完成。`,
  'linesStory.line': (p, f) => `${p.region} 第 ${f.integer(p.place)} 行`,

  'linesStory.core': (p) => `核 ${p.name}`,
  'linesStory.met': (p) => (p.lost ? '失去' : LETTERS[p.to]),
  'linesStory.look.changed': '在此改过',
  'linesStory.look.clean': '副本',
  'linesStory.look.none': '不在此',

  'linesStory.total': (p) => `ns，${WHEN[p.when]} ${p.who} 的快照`,
  'linesStory.sofar': (p, f) => `至此 ${f.integer(Math.round(p.ns))}，共 ${ns(p.total, f)}`,
  'linesStory.causes': (p, f) =>
    `${p.others + p.own > 0 ? `${f.integer(p.ns)} = ` : '全部：'}${[
      p.others > 0 ? `别人写过的 ${f.integer(p.others)}` : '',
      p.own > 0 ? `为独占 ${f.integer(p.own)}` : '',
      `自己缓存里的 ${f.integer(p.cache)}`,
    ]
      .filter((part) => part !== '')
      .join(' + ')}`,

  'linesStory.do.label': (p) => `核 ${p.name} 接着做什么`,
  'linesStory.do.snapshot': '取快照',
  'linesStory.do.xid': '取得 xid',
  'linesStory.do.commit': '提交',
  'linesStory.do.idle': '空闲',
  'linesStory.hint.snapshot': '取快照；若已有一个，先放下它。',
  'linesStory.hint.idle': '放下快照；事务仍然打开。',
  'linesStory.hint.xid': '取得 xid，如同第一次写。',
  'linesStory.hint.commit': '结束事务；先放下快照。',
  'linesStory.do.choose': '这些按钮属于哪个核',
  'linesStory.back': '撤销',
  'linesStory.backLast': (p) => `撤销 ${p.name} 最后做的事：${DEEDS[p.deed]}`,
  'linesStory.full': (p, f) => `一个地址最多放得下 ${f.integer(p.max)} 件事。`,
  'linesStory.problem': (p) =>
    `${p.where}：各核不能依次做“${p.given}”。请写成 b.snapshot,c.idle：a 到 d，然后是 snapshot、xid、commit 或 idle。`,

  'linesStory.control.label': '故事的各步',
  'linesStory.control.step': (p, f) => `第 ${f.integer(p.at)} 步，共 ${f.integer(p.of)} 步`,
  'linesStory.control.by': '一步是一次未命中，或一件没有未命中的事。',
  'linesStory.connections': (p, f) =>
    `${f.integer(p.n)} 个连接${p.isMost91 ? '（有 9.1 时的上限）' : `，${f.integer(p.active)} 个活跃`}`,
  'linesStory.most91': (p, f) =>
    `有 9.1 时，两种设计总共都至多 ${f.integer(p.max)} 个连接：它为每个连接读两三行，更多的格子放不下。`,
  'linesStory.added': (p, f) =>
    `这里每次访问都等前一次：${f.list(p.sums.map((sum) => ns(sum, f)))} 是各次延迟之和；真实的核会让互不等待的读重叠进行，“十二种设计”页上快照时间所用的模型也是这样。`,
  'linesStory.explains': '快照就这样等待别的核。PostgreSQL 13 随空闲连接变慢则另有原因：扫描变长了。',
  'linesStory.explains.link': '那次下降由什么构成',
  'linesStory.settings': '设置',
  'linesStory.close': '关闭',
  'linesStory.every': '每一次访问',
  'linesStory.key':
    '一格是一个 64 字节的缓存行。灰：缓存里有副本。核的颜色：它写过，别人没有副本。空：不在这个缓存里。下面有一笔：这一步读过。方向键走一步，空格键播放，1 到 3 播放一幕，4 播放你的一幕，5 换右边的设计。',
};
