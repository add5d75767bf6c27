import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const runs = (n: number, f: Format): string => `${f.integer(n)} 次运行`;
const rarer = (oneIn: number | null, f: Format): string =>
  oneIn === null ? '' : `如果各次运行彼此独立，在 95% 的置信度下，它比每 ${f.integer(oneIn)} 次运行一次更罕见。`;

const paused = (turns: number, f: Format): string => (turns === 0 ? '' : `（读者存储之前停顿 ${f.integer(turns)} 圈）`);

export const litmus: Translation<'litmus'> = {
  'litmus.page.title': '不拿锁，重用快照',
  'litmus.page.lead':
    '一个后端想不拿 ProcArrayLock 就再次使用上一个快照。它先存入自己的 xmin，让别人不要清理它需要的行，再看 xactCompletionCount。与此同时，另一个后端提交并增加这个计数，在清理之前查看各个 xmin。如果两边都看得太早，就会丢失一行。',
  'litmus.name': 'Litmus 测试',

  'litmus.test': '测试',
  'litmus.test.buffer': '只看存储缓冲',
  'litmus.test.hole': '2012 年的漏洞',
  'litmus.fence': '屏障',
  'litmus.fence.hint': '别的核能看到这次存储之后才看',
  'litmus.fence.where': '在存储之后',
  'litmus.look.where': '看计数',
  'litmus.look': '再看一眼',
  'litmus.look.hint': '存储之后再看一次计数',
  'litmus.runs': '运行次数',
  'litmus.pause': '存储之前的停顿',
  'litmus.pause.unit': '圈',
  'litmus.pause.hint': '让有缺陷的读者慢一些，更容易撞上漏洞',

  'litmus.run': '运行',
  'litmus.stop': '停止',
  'litmus.state.ready': '让两个真实线程在本机试',
  'litmus.state.starting': '正在启动两个线程…',
  'litmus.state.running': (p, f) => `第 ${f.integer(p.runs)} 次，共 ${runs(p.of, f)}`,
  'litmus.state.done': (p, f) => `已完成 ${runs(p.runs, f)}`,
  'litmus.state.stopped': (p, f) => `在 ${runs(p.runs, f)} 后停止`,
  'litmus.state.failed': (p) => `失败：${p.why}`,
  'litmus.progress': '已完成的运行',
  'litmus.still': '下面的解释和模型的结论不需要线程。',
  'litmus.oneCore':
    '本机只有一个核。两个线程轮流使用它，而切换会清空存储缓冲：在这里，只有恰好落在协议中间的切换才能打开漏洞。',
  'litmus.busy': '线程常常要等一个核。有一方在睡眠的运行几乎不说明问题，所以没有见到的结局不给出界限。',

  'litmus.title.buffer.open': '没有屏障时，两个线程可能都看不到对方',
  'litmus.title.buffer.fence': '两边都有屏障时，至少有一方能看到对方',
  'litmus.title.hole': '不再看一眼，读者可能失去它需要的行',
  'litmus.title.early': '没有屏障，再看一眼也可能看得太早',
  'litmus.title.sound': '既有屏障，又再看一眼，读者不会失去任何行',
  'litmus.measured.none': '还没有在本机运行过。',
  'litmus.measured.seen': (p, f) => `在本机的 ${runs(p.runs, f)}中${paused(p.pause, f)}出错 ${f.integer(p.seen)} 次。`,
  'litmus.measured.unseen': (p, f) =>
    `${p.isAllowed ? '模型允许，但在' : '在'} ${runs(p.runs, f)}中${paused(p.pause, f)}没有见到。${rarer(p.oneIn, f)}`,
  'litmus.measured.apart': (p, f) =>
    `在本机的 ${runs(p.runs, f)}中，没有一种结局表明两个线程曾同时执行；所以什么也推不出来。`,
  'litmus.measured.contrary': (p, f) =>
    `${runs(p.runs, f)}中有 ${f.integer(p.seen)} 次的结局是模型禁止的：不是本页有错，就是这台机器有错。`,
  'litmus.story.buffer':
    '问题：两个线程各自先写，再看对方写了什么。会不会双方都看得太早？按“单步”逐步看其中一种次序；按“运行”让两个真实线程在本机试。处理器会先把存储留在自己的缓冲里，所以双方可能都看不到对方写的：读者就会相信一个过时的快照。',
  'litmus.story.hole':
    '问题：读者能不能不拿锁就重用上一个快照，而仍然找得到自己的行？按“单步”逐步看它与清理后端的一种次序；按“运行”让两个真实线程在本机试。2012 年 1 月的一个补丁就有这个漏洞。没有任何已发布的 PostgreSQL 有它：14 在锁内重用快照。',
  'litmus.fine': '无害',
  'litmus.brief.buffer': '双方会不会都看得太早？→ 逐步看一种次序；“运行”让真实线程来试。',
  'litmus.brief.hole': '读者能不能不拿锁就重用快照？→ 逐步看一种次序；“运行”让真实线程来试。',
  'litmus.wrong': '错误',
  'litmus.wrong.buffer': '协议必须排除的结局',
  'litmus.wrong.hole': '少了一行',
  'litmus.caption':
    '左：检查器找到的一种交错。存储先进入自己处理器的缓冲，稍后才到达内存；看则立即读内存。count 就是 xactCompletionCount。右：运行的结局。条形按对数绘制。真实的运行并不会同样频繁地走过每种交错，所以两种计数不能比较。',

  'litmus.thread.reader': '读者',
  'litmus.thread.pruner': '清理者',
  'litmus.step.store.count': 'count ← 42',
  'litmus.step.store.xmin': 'xmin ← 741',
  'litmus.step.store.row': '清理该行',
  'litmus.step.fence': '屏障',
  'litmus.step.look.count': 'count 还是 41？',
  'litmus.step.look.xmin': '有 xmin 吗？',
  'litmus.step.read': '稍后：读它的行',
  'litmus.found.yes': '是',
  'litmus.found.no': '否',
  'litmus.buffer': '存储缓冲',
  'litmus.buffer.empty': '空',
  'litmus.memory': '内存',
  'litmus.word.count': 'count',
  'litmus.word.xmin': 'xmin',
  'litmus.word.row': '行',
  'litmus.value.count': (p) => (p.set ? '42' : '41'),
  'litmus.value.xmin': (p) => (p.set ? '741' : '无'),
  'litmus.value.row': (p) => (p.set ? '已清理' : '还在'),

  'litmus.moves': '这种交错的各步',
  'litmus.back': '后退',
  'litmus.next': '单步',
  'litmus.at': (p, f) => `第 ${f.integer(p.at)} 步，共 ${f.integer(p.of)} 步`,
  'litmus.move.start':
    '读者保留着 xactCompletionCount（这里写作 count）为 41 时的快照，其 xmin 为 741。一切都还没有动。',
  'litmus.move.fence.reader': '读者的缓冲是空的，所以它越过屏障。',
  'litmus.move.fence.pruner': '清理者的缓冲是空的，所以它越过屏障。',
  'litmus.move.store.count': '清理者已经提交，并增加计数。这个存储在它的缓冲里等待。',
  'litmus.move.store.xmin': '读者存入自己的 xmin。它在缓冲里等待：别人还看不到。',
  'litmus.move.store.row': '清理者没有看到 xmin，于是清理旧的行版本。',
  'litmus.move.drain.count': '新的计数到达内存。',
  'litmus.move.drain.xmin': '读者的 xmin 到达内存。',
  'litmus.move.drain.row': '清理的结果到达内存。',
  'litmus.move.look.count.old': '读者看计数：还是 41，所以它的快照似乎仍然正确。',
  'litmus.move.look.count.passed': '读者看计数：还是 41。这一眼越过了它自己的存储。',
  'litmus.move.look.count.new': '读者看到计数是 42。它丢掉旧快照，重新获取一个。',
  'litmus.move.look.xmin.old': '清理者查看 xmin，没有看到。它的清理边界前移。',
  'litmus.move.look.xmin.passed': '清理者查看 xmin，没有看到。这一眼越过了它自己的存储。',
  'litmus.move.look.xmin.new': '清理者看到 xmin 741，所以清理边界不动，行被保留。',
  'litmus.move.read.gone': '稍后查询去读它的行版本，却已经没有了。这就是漏洞。',
  'litmus.move.read.there': '稍后查询去读它的行版本：还在。',

  'litmus.outcomes': '运行的结局',
  'litmus.outcomes.seen': '在本机见到（对数）',
  'litmus.outcome.buffer.neither': '谁也没看到对方',
  'litmus.outcome.buffer.reader': '只有读者看到对方',
  'litmus.outcome.buffer.pruner': '只有清理者看到对方',
  'litmus.outcome.buffer.both': '双方都看到对方',
  'litmus.outcome.hole.neither': '用了快照，行却没了',
  'litmus.outcome.hole.reader': '换了新快照，行没了',
  'litmus.outcome.hole.pruner': '用了快照，行还在',
  'litmus.outcome.hole.both': '换了新快照，行还在',
  'litmus.allowed': (p, f) =>
    p.ways === 0
      ? `不可能发生：${f.integer(p.of)} 种交错中一种也没有`
      : `允许：${f.integer(p.of)} 种交错中的 ${f.integer(p.ways)} 种`,
  'litmus.show': (p) => `显示一种交错：${p.outcome}`,

  'litmus.fact.threads': (p, f) => `2 个线程，${f.integer(p.cores)} 个核`,
  'litmus.fact.runs': (p, f) => runs(p.runs, f),
  'litmus.fact.pause': (p, f) => `停顿 ${f.integer(p.pause)} 圈`,
  'litmus.fact.checked': (p, f) => `允许与否：已检查全部 ${f.integer(p.states)} 个状态`,

  'litmus.table': '全部六种变体：清理者会漏看继续使用快照的读者吗？',
  'litmus.table.test': '测试',
  'litmus.table.fence': '屏障',
  'litmus.table.look': '再看一眼',
  'litmus.table.allowed': '允许',
  'litmus.table.interleavings': '交错',
  'litmus.table.seen': '见到',
  'litmus.table.runs': '运行次数',
  'litmus.table.rarer': '比每多少次一次更罕见（95%，若彼此独立）',
  'litmus.yes': '是',
  'litmus.no': '否',
  'litmus.none': '–',
  'litmus.say': (p) => `${p.title}。${p.measured}${p.move}`,

  'litmus.notes': '我们怎么知道',
  'litmus.note.allowed':
    '“允许”来自检查器，不是测量。它走遍两段程序在两个带存储缓冲的处理器上的每一种交错（总存储序，即 x86 的模型），并数出各种结局。',
  'litmus.note.seen':
    '“见到”是两个真实线程在本机做出来的。每次运行之前它们先会合，随机等待至多几十纳秒，然后在只属于这次运行的缓存行上执行各步。每个算作没了的行，都确实被清理者标记为已清理，并在一批运行之后由读者读到。',
  'litmus.note.zero':
    'N 次中 0 次什么也证明不了。如果各次运行彼此独立，它在 95% 的置信度下表示：少于 N 次中的 3 次。读者睡着等清理者的运行不计入 N；如果太多，就不给出界限。轮流执行的线程只会以“一方看到另一方”告终：没有见到别的结局时，就没有什么表明它们曾同时执行，什么也推不出来。',
  'litmus.note.plain':
    '没有屏障时，引擎使用普通的 i32.store 和 i32.load。WebAssembly 不保证它们在线程之间的次序，所以处理器可以让看越过存储。这里不能用 C 的宽松原子操作：WebAssembly 只有严格的那一种，那就等于屏障了。有屏障时用 i32.atomic.store 和 i32.atomic.load，所有线程看到的次序相同。',
  'litmus.note.fence':
    '在 2012 年的漏洞中，开关管的是读者的屏障。清理者总有一个，因为它在 ProcArrayLock 下提交并计算清理边界，而拿锁就是一个完整的屏障。',
  'litmus.note.pause':
    '停顿不会让新的结局成为可能。它只是让读者在第一眼和存储之间多留一会儿。繁忙的后端本来就有这样的停顿，例如系统收走它的核的时候；从 1,000 圈起，这里的读者也会让出自己的核。',
  'litmus.note.real':
    '2012 年 1 月的一个补丁不拿锁就再次使用快照。“无锁重用”这个设计既有屏障，又再看一眼；其源码开头的注释证明了这为什么足够。',
  'litmus.note.lesson': '讲它的课',
  'litmus.note.exercise': '练习：找出暴露这个漏洞的次序',
};
