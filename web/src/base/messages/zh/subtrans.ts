import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const WHY = {
  snapshot: '对这个快照来说，它在运行吗？',
  'in-progress': '它现在在运行吗？',
  wait: '该等待谁？',
  'did-commit': '它提交了吗？',
  set: '',
  make: '',
} as const;

interface Counts {
  readonly lookups: number;
  readonly hits: number;
  readonly reads: number;
  readonly writes: number;
  readonly evictions: number;
}
const counted = (p: Counts, f: Format): string =>
  `查找 ${f.integer(p.lookups)} 次，命中 ${f.integer(p.hits)} 次，读 ${f.integer(p.reads)} 页，写 ${f.integer(p.writes)} 页，淘汰 ${f.integer(p.evictions)} 页`;

export const subtrans: Translation<'subtrans'> = {
  'subtrans.title': '缓冲区中的 pg_subtrans',
  'subtrans.hint': '子事务的父事务，每页 2,048 个 xid',
  'subtrans.shape': (p, f) =>
    `${f.integer(p.buffers)} 个 8 kB 的缓冲区，${p.banks === 1 ? (p.rules < 17 ? '全部共用一把锁' : '一组，一把锁') : `分为 ${f.integer(p.banks)} 组，每组 16 个，各一把锁：第 p 页属于第 p mod ${f.integer(p.banks)} 组`}。`,
  'subtrans.used': (p, f) =>
    `${f.integer(p.buffers)} 个缓冲区中有 ${f.integer(p.used)} 个装有页${p.latest === null ? '' : `；最新的是第 ${f.integer(p.latest)} 页，不会淘汰`}。`,
  'subtrans.written': (p, f) =>
    `这一步${[
      ...(p.made === 0 ? [] : [`新建 ${f.integer(p.made)} 页`]),
      ...(p.set === 0 ? [] : [`写入 ${f.integer(p.set)} 个 xid 的父事务`]),
    ].join('，')}。`,
  'subtrans.nobody': '这一步没有人查找父事务。',
  'subtrans.walker': (p, f) =>
    `${p.session} 向 pg_subtrans 询问 ${f.integer(p.walks)} 个 xid：查找 ${f.integer(p.lookups)} 次，${p.reads === 0 ? '每页都在缓冲区中' : `要读 ${f.integer(p.reads)} 页${p.evictions === 0 ? '' : `，为此淘汰 ${f.integer(p.evictions)} 页`}`}。`,
  'subtrans.walk': (p) =>
    `${p.session}，xid ${p.xid}：${WHY[p.why]}${p.xid === p.topmost ? '它没有父事务。' : `它属于 ${p.topmost}。`}`,
  'subtrans.stop': (p, f) =>
    `${p.place}. 第 ${f.integer(p.page)} 页${
      p.hit
        ? `在缓冲区 ${p.slot + 1} 中`
        : `不在：读入缓冲区 ${p.slot + 1}${p.evicted === null ? '' : `，淘汰了第 ${f.integer(p.evicted)} 页${p.wrote ? '，先写出' : ''}`}`
    }。${
      p.lookups === 1
        ? `${p.from} ${p.parent === null ? '没有父事务' : `→ ${p.parent}`}。`
        : `查找 ${f.integer(p.lookups)} 次，从 ${p.from} 到 ${p.to}${p.parent === null ? '，后者没有父事务' : ` → ${p.parent}`}。`
    }`,
  'subtrans.more': (p, f) => `还询问了另外 ${f.integer(p.count)} 个 xid。`,
  'subtrans.cut': (p, f) => `这一步更早的 ${f.integer(p.cut)} 次查找只计数。`,
  'subtrans.counted': (p, f) =>
    `${p.session} 自连接以来：pg_subtrans ${counted(p.subtrans, f)}；pg_xact ${counted(p.xact, f)}。`,
  'subtrans.place': (p, f) => `所询问的第 ${f.integer(p.at)} 个 xid，共 ${f.integer(p.of)} 个`,
  'subtrans.place.name': '所询问的 xid 中的哪一个',
  'subtrans.before': '前一个 xid',
  'subtrans.next': '下一个 xid',
  'subtrans.bank': (p) => `第 ${p.bank} 组`,
  'subtrans.oneLock': '一把锁',
  'subtrans.banksLeft': (p, f) => `另有 ${f.integer(p.left)} 组没有画出。`,
  'subtrans.picture': (p, f) =>
    `${f.integer(p.buffers)} 个缓冲区，${f.integer(p.used)} 个装有页${p.path.length === 0 ? '' : `；查找经过第 ${p.path.join('、')} 页`}。`,
  'subtrans.slot': (p) => (p.page === null ? `缓冲区 ${p.slot + 1}：空` : `缓冲区 ${p.slot + 1}：第 ${p.page} 页`),
  'subtrans.key.hit': '命中：页已在',
  'subtrans.key.read': '读页：复制 8 kB 进来；划掉的页被淘汰',
  'subtrans.key.newest': '最新的页不会淘汰',
  'subtrans.table': '自连接以来',
  'subtrans.table.session': '会话',
  'subtrans.table.what': '对象',
  'subtrans.table.lookups': '查找',
  'subtrans.table.hits': '命中',
  'subtrans.table.reads': '读',
  'subtrans.table.writes': '写',
  'subtrans.table.evictions': '淘汰',
  'subtrans.note': '这里没有人等待：舞台只有一个线程。这些页上的锁代价多少，由实验室的“65 个保存点”页测量。',
};
