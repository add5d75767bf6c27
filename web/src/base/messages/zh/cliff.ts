import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const PAIR_KINDS = { measured: '本机实测', modelled: '建模', published: '已发表' } as const;
const times = (n: number, f: Format): string => (n >= 9.95 ? f.integer(Math.round(n)) : f.fixed(n, 1));
type Slower = { readonly times: number; readonly least: number; readonly most: number };
const isRange = ({ least, most }: Slower, f: Format): boolean =>
  most > least * 1.1 && times(least, f) !== times(most, f);
const isWild = ({ least, most }: Slower): boolean => most > least * 3 && least > 1.05;
const slower = (all: Slower, f: Format): string =>
  isWild(all)
    ? `至少 ${times(all.least, f)}`
    : isRange(all, f)
      ? `${times(all.least, f)}–${times(all.most, f)}`
      : times(all.times, f);

export const cliff: Translation<'cliff'> = {
  'cliff.page.title': '第 65 个保存点处的悬崖',
  'cliff.page.lead': '快照能容纳每个事务的 64 个保存点；到第 65 个，每个读者都得去查。',
  'cliff.settings.summary': (p, f) =>
    `${f.integer(p.readers)} 个读者 · 其他工作 ${f.integer(p.otherWorkUs)} µs · 模型：${p.machine}`,
  'cliff.strip.label': '打开的保存点',
  'cliff.strip.of': (p, f) => `${f.integer(p.savepoints)} / 64 个槽位`,
  'cliff.strip.over': '已溢出',
  'cliff.strip.says': (p, f) =>
    p.savepoints <= 64
      ? `64 个槽位已占 ${f.integer(p.savepoints)} 个。每个快照都列出这些 xid，读者无须再查别处。`
      : `64 个槽位已满，有 ${f.integer(p.savepoints - 64)} 个 xid 没有槽位。“溢出”标志已置上：凡是行的 xid 落在快照的 xmin 与 xmax 之间，读者就要去查 pg_subtrans。`,
  'cliff.strip.drawing': (p, f) =>
    `64 个槽位：${f.integer(Math.min(64, p.savepoints))} 个已占用，${f.integer(Math.max(0, p.savepoints - 64))} 个没有槽位`,
  'cliff.field.readers': '读者',
  'cliff.field.readers.hint': (p, f) => `每个一个线程；本机有 ${f.integer(p.cores)} 个核`,
  'cliff.field.otherWork.hint': '读者每个事务的模拟工作；0 表示没有',

  'cliff.measure': '运行',
  'cliff.measure.again': '再次运行',
  'cliff.measure.stop': '停止',
  'cliff.measure.ready': (p, f) =>
    `${f.integer(p.points)} 个点，各 ${f.integer(p.passes)} 遍，用本机的真实线程；约 ${f.integer(Math.ceil(p.seconds))} s`,
  'cliff.measure.running': (p, f) => `正在测量：第 ${f.integer(p.pass)} 遍，共 ${f.integer(p.of)} 遍`,
  'cliff.measure.stopped': '已停止。已测得的结果保留。',
  'cliff.measure.failed': (p) => `失败：${p.why}`,
  'cliff.measure.done': (p, f) => `已测量：${f.integer(p.turns)} 轮`,

  'cliff.name': '第 65 个保存点处的悬崖',
  'cliff.title.bare': (p, f) =>
    `打开的保存点从 60 个增加到 100 个：真实 PostgreSQL 13 的读者耗时变为 ${times(p.real, f)} 倍；PostgreSQL 17 用 32 个缓冲区时 ${times(p.few, f)} 倍，用 128 个时 ${times(p.fits, f)} 倍`,
  'cliff.title.at': (p, f) =>
    p.savepoints <= 64
      ? `64 个槽位用了 ${f.integer(p.savepoints)} 个；有 100 个而不是 60 个保存点时，真实 PostgreSQL\u00a013 上的读者慢到 ${times(p.real, f)} 倍，32 个缓冲区的 17 上慢到 ${times(p.few, f)} 倍`
      : `${f.integer(p.savepoints)} 个保存点溢出了 64 个槽位；有 100 个而不是 60 个时，真实 PostgreSQL\u00a013 上的读者慢到 ${times(p.real, f)} 倍，32 个缓冲区的 17 上慢到 ${times(p.few, f)} 倍`,
  'cliff.title.busy': (p, f) =>
    `这台机器正忙于别的工作，数值跳动：不足以得出结论。真实 PostgreSQL\u00a013 上的读者慢到 ${times(p.real, f)} 倍`,
  'cliff.title': (p, f) =>
    `打开的保存点从 60 个增加到 100 个：这里的读者耗时变为 ${f.list(
      p.drops.map(({ real, ...drop }) => {
        const there = real === null ? '' : `；真实的 ${real.version} 为 ${times(real.times, f)} 倍`;
        return `${slower(drop, f)} 倍（${drop.shape}${there}）`;
      }),
    )}`,
  'cliff.subtitle': (p, f) =>
    `${f.integer(p.readers)} 个读者，其他工作 ${f.integer(p.otherWorkUs)} µs；100 行的 xid 分布在 pg_subtrans 的 100 页上`,
  'cliff.buffers': '缓冲区：17 的参数 subtransaction_buffers，默认 32',
  'cliff.caption': (p) =>
    `这么多保存点来自 ORM，或循环里带 EXCEPTION 块的 PL/pgSQL。每条线都是相对自身在 60 个保存点时吞吐量（100%）的比例。各次运行的客户端不同，事务里的其他工作也不同，所以只能比较跌落多少。纵轴是对数刻度。叉号是真实服务器，只在 0、60 和 100 个保存点处运行过（32 个缓冲区的 17 只在 60 和 100 处），叉号之间的点线只起引导作用${p.modelled ? '，空心标记是建模结果' : ''}${p.measured ? '，实心标记是在此实测的' : ''}。`,
  'cliff.axis.share': '吞吐量，占 60 个保存点时的比例',
  'cliff.axis.savepoints': '打开的事务的保存点数，每个都有 xid',
  'cliff.boundary': '第 65 个没有槽位',
  'cliff.unrun': '真实服务器只测了叉号处',
  'cliff.here': (p) => `本机：${p.shape}`,
  'cliff.shape.pg16': '16 及以前',
  'cliff.shape.pg17:32': '17，32 个缓冲区',
  'cliff.shape.pg17:128': '17，128 个缓冲区',
  'cliff.real.13': '真实 13',
  'cliff.real.17-32': '真实 17，32 个缓冲区',
  'cliff.real.17-128': '真实 17，128 个缓冲区',
  'cliff.real.17-256': '真实 17，256 个缓冲区',
  'cliff.badge.real': '13.23 和 17.10，npm 构建',
  'cliff.badge.realWhere': '两个核，2026 年 11 月',
  'cliff.empty': '这里还没有测量。叉号是真实服务器。',

  'cliff.table.caption': '打开 60 个和 100 个保存点时的读者',
  'cliff.table.all': '每秒事务数，按打开的事务的保存点数',
  'cliff.table.savepoints': '保存点',
  'cliff.table.which': 'pg_subtrans',
  'cliff.table.below': '60 个时每秒事务数',
  'cliff.table.beyond': '100 个时每秒事务数',
  'cliff.table.times': '耗时倍数',
  'cliff.times': (p, f) => (p.times < 1.05 ? `${p.which}：没有变慢` : `${p.which}：耗时为 ${slower(p, f)} 倍`),
  'cliff.table.slower': (p, f) => (p.most > p.least * 3 && p.least <= 1.05 ? '太不确定' : slower(p, f)),
  'cliff.table.run': (p, f) => `${p.which}（第 ${f.integer(p.run)} 次运行）`,
  'cliff.table.lookups': '查找',
  'cliff.table.reads': '读页',
  'cliff.table.waits': '锁等待',
  'cliff.table.note': (p, f) => {
    const range = p.rows.find((row) => isRange(row, f));
    const two =
      range === undefined
        ? ''
        : `写成两个数（${slower(range, f)}）的，是最接近和相差最大的一对测量（建模时为随机起点）。`;
    return p.counted === true
      ? `不同运行的速率不能比较：第 2 次运行的客户端比第 1 次慢，这里的读者也不做整个服务器的其他工作。${two}查找、读页和锁等待是打开 100 个保存点时读者一个事务的次数。横线：真实服务器上没有统计。`
      : `不同运行的速率不能比较：第 2 次运行的客户端比第 1 次慢。${two}`;
  },
  'cliff.none': '–',
  'cliff.say': (p, f) =>
    p.drops.length === 0
      ? '这里还没有测量。在真实的 13 上，打开 60 个保存点时读者每秒 47,720 个事务，100 个时跌到 2,866 个；在有 128 个缓冲区的真实 17 上，从 52,011 个到 44,403 个；有 32 个（128 MB shared_buffers 时的默认值）时从 8,468 个到 1,589 个。'
      : p.drops
          .map(
            (drop) =>
              `${drop.shape}：打开 60 个保存点时每秒 ${f.si(drop.below)} 个事务，100 个时 ${f.si(drop.beyond)} 个：耗时为 ${slower(drop, f)} 倍。`,
          )
          .join(''),

  'cliff.modelled.pg16': '建模，16 及以前',
  'cliff.modelled.pg17:32': '建模，17，32 个缓冲区',
  'cliff.modelled.pg17:128': '建模，17，128 个缓冲区',
  'cliff.modelled.note':
    '空心标记是建模结果：同样的 C 代码由虚拟核运行，每次访问按该机器的延迟计。比较和调用在那里不花时间，所以在无人查询 pg_subtrans 处线偏高，跌落也比实测更多。',
  'cliff.modelled.say': (p, f) =>
    `${p.shape}：打开 60 个保存点时每秒 ${f.si(p.below)} 个事务，100 个时 ${f.si(p.beyond)} 个：耗时为 ${slower(p, f)} 倍。`,
  'cliff.model.start': '建模',
  'cliff.field.machine.hint': '用于建模的线；读者多于核时共享核',

  'cliff.pair.name': '已发表的一对：每个事务 60 个与 90 个保存点',
  'cliff.pair.title': (p, f) =>
    `已发表：保存点从 60 个增加到 90 个，每秒事务数减少 ${f.percent(1 - p.raw)}，每秒保存点数减少 ${f.percent(1 - p.perSavepoint)}`,
  'cliff.pair.subtitle':
    '每个客户端运行同一脚本：每个保存点一次 101 行的 SELECT 和一次四行的 UPDATE；至 16 的 pg_subtrans',
  'cliff.pair.caption': '每个事务 90 个保存点时的速率，占 60 个时的比例。空心：每秒事务数。实心：每秒保存点数。',
  'cliff.pair.axis': '90 个保存点时的速率，占 60 个时的比例',
  'cliff.pair.mark.raw': (p, f) => `事务 ${f.fixed(p.raw, 2)}`,
  'cliff.pair.mark.each': (p, f) => `保存点 ${f.fixed(p.perSavepoint, 2)}`,
  'cliff.pair.range': (p, f) =>
    p.most - p.least < 0.02 ? f.fixed(p.ratio, 2) : `${f.fixed(p.least, 2)}–${f.fixed(p.most, 2)}`,
  'cliff.pair.table': '这一对的数值：相对 60 个时的比例，和速率',
  'cliff.pair.who': '何处',
  'cliff.pair.raw': '事务',
  'cliff.pair.each': '保存点',
  'cliff.pair.tps': (p, f) => `${f.integer(p.savepoints)} 个时每秒事务数`,
  'cliff.pair.case': (p, f) =>
    `${PAIR_KINDS[p.kind]}，${f.integer(p.clients)} 个客户端${p.otherWorkUs === null ? '，整个服务器' : `，其他工作 ${f.integer(p.otherWorkUs)} µs`}`,
  'cliff.pair.say': (p, f) =>
    `${PAIR_KINDS[p.kind]}，${f.integer(p.clients)} 个客户端${p.otherWorkUs === null ? '' : `，其他工作 ${f.integer(p.otherWorkUs)} µs`}：原始 ${f.fixed(p.raw, 2)}，每保存点 ${f.fixed(p.perSavepoint, 2)}。`,
  'cliff.pair.fair':
    '有 90 个保存点的事务所做的工作是有 60 个的一倍半，所以没有任何悬崖时，两个比例会是 0.67 和 1.00。已发表的服务器从每秒 10,043 个保存点降到 6,209 个。整个服务器的大部分时间花在其他工作上（60 个时一个保存点约 0.6 ms）；在这里和模型中，几乎全部时间都是悬崖的成因。客户端越多，其中有人溢出的时候就越多。只有一个客户端时没有悬崖：没有谁会向 pg_subtrans 查自己的子事务，所以这里至少用两个客户端。',

  'cliff.profile.name': '脚本的时间花在哪里',
  'cliff.profile.title': (p, f) =>
    `pg_subtrans 占建模时间的比例：60 个保存点时 ${f.percent(p.below)}，90 个时 ${f.percent(p.beyond)}`,
  'cliff.profile.subtitle': '已发表的脚本，没有其他工作，6 个客户端，至 16 的 pg_subtrans',
  'cliff.profile.caption':
    '这是三种不同的东西。计数：引擎自己的代码做了什么，在一个短窗口内平均；不同随机起点的计数不同：边界以下相差百分之几，边界以上相差百分之几十。建模：在所选机器上，从第一次到最后一次访问所花时间的比例，包括等锁。已发表：整个服务器的性能剖析的样本比例，只有最前面的函数。',
  'cliff.profile.empty': '按“建模”后给出计数和建模比例。',
  'cliff.profile.say': (p, f) =>
    `建模：60 个保存点时 ${f.percent(p.below)} 的时间花在 pg_subtrans，90 个时 ${f.percent(p.beyond)}。已发表：90 个保存点时 LWLockAttemptLock 以 10.59% 的样本居首；60 个时最前面没有 pg_subtrans 的函数。`,
  'cliff.profile.counted': '计数，每保存点',
  'cliff.profile.modelled': '建模，占一个事务时间的比例',
  'cliff.profile.published': '已发表，占样本的比例',
  'cliff.profile.what': '内容',
  'cliff.profile.function': '函数',
  'cliff.profile.same': '在模型中',
  'cliff.profile.nothing': '其他工作，未建模',
  'cliff.profile.at': (p, f) => `${f.integer(p.savepoints)} 个保存点`,
  'cliff.counted.checks': '可见性：向快照询问的 xid',
  'cliff.counted.words': '搜索的快照字数',
  'cliff.counted.ownWords': '搜索的自身 xid 字数',
  'cliff.counted.parents': '在 pg_subtrans 中走到的父事务',
  'cliff.counted.lookups': '请求的 pg_subtrans 页',
  'cliff.counted.locks': '取得的 pg_subtrans 锁',
  'cliff.counted.reads': '读取的页',
  'cliff.counted.bytes': '复制的字节',
  'cliff.part.engine': '快照、xid、开始与结束',
  'cliff.part.rows': '行',
  'cliff.part.own_xids': '是我自己的吗？',
  'cliff.part.snapshot_xids': '在快照中吗？',
  'cliff.part.slru_locks': '取得 pg_subtrans 的锁',
  'cliff.part.slru_slots': '找到页的槽位',
  'cliff.part.slru_words': '读写父事务',
  'cliff.part.slru_pages': '复制页',
  'cliff.part.slru_wait': '等待 pg_subtrans',
  'cliff.part.other_lock': '等待其他锁',

  'cliff.why': '为什么',
  'cliff.why.cache':
    '后端进程在其 PGPROC 中最多展示 64 个子事务 xid。快照如果能把它们全部列出，就在该列表中查找一行的 xid（这里逐个比较，与 15 及以前一样），所以线在 64 之前就略有下降。',
  'cliff.why.overflow':
    '第 65 个设置“overflowed”，直到事务结束。从此每个会话的每个快照都是 suboverflowed，列表不再有用。一个 xid 是否在运行要问它最顶层的父事务，而这要查 pg_subtrans。',
  'cliff.why.pages':
    '一页 pg_subtrans 有 2,048 个 xid。只要所请求的页放得进缓冲区，一次询问只花两次对锁的原子操作和一次对槽位的查看。这里的行分布在 100 页上。',
  'cliff.why.shapes':
    '至 16 有 32 个缓冲区，由一把锁保护；每次询问都未命中并读一页。17 以 16 个缓冲区为一组，每组一把锁，并有一项设置：默认为 shared_buffers 的 1/512，128 MB 时 32 个；512 MB 时有 128 个，所有页都放得下。',
};
