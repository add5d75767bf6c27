import type { Translation } from '../index.ts';

type Fill = 'running' | 'committed' | 'aborted' | 'prepared' | 'unstarted' | 'unknown';
type How = 'replaced' | 'deleted';

/** After “由 A 插入”: how far that counts. */
const STATE: Readonly<Record<Fill, string>> = {
  running: '，未提交',
  committed: '，已提交',
  aborted: '，已回滚',
  prepared: '，已准备',
  unstarted: '',
  unknown: '',
};
const FILL: Readonly<Record<Fill, string>> = {
  running: '运行中',
  committed: '已提交',
  aborted: '已回滚',
  prepared: '已准备',
  unstarted: '尚未分配',
  unknown: '早已结束',
};
const VERB: Readonly<Record<How, string>> = { replaced: '替换', deleted: '删除' };
const NOUN: Readonly<Record<How, string>> = { replaced: '更新', deleted: '删除' };

export const heap: Translation<'heap'> = {
  'heap.setup': '初始化',
  'heap.fill': (p) => FILL[p.fill],
  'heap.sessionNamed': (p) => `${p.letter}（${p.name}）`,

  'heap.rows': '行版本',
  'heap.title': (p, f) => `${p.table} 的第 ${f.integer(p.block)} 堆页`,
  'heap.noTable': '还没有表。',
  'heap.tornDown': '收尾已删除这些表。',
  'heap.tornDownHint': '后退一步可看到之前的页。',
  'heap.noTableHint': '建表之后，这里就会出现它的数据页。',
  'heap.empty': (p) => `${p.table} 是空的。`,
  'heap.emptyHint': '第一条 INSERT 在这里写入第一个版本。',
  'heap.scale': '字节按比例绘制',
  'heap.scaleHeader': '元组头按比例绘制；列经过缩短',
  'heap.scaleNone': '不按比例',
  'heap.ink': (p) => `灰色：${p.who} 看不见`,
  'heap.inkNobody': '灰色：已死',
  'heap.columnsCut': (p, f) => `+ ${f.integer(p.n)}`,
  'heap.columnsCutLong': (p, f) => `另有 ${f.integer(p.n)} 列：选择一个版本即可阅读`,

  'heap.picker.table': '表',
  'heap.picker.block': '页',
  'heap.picker.of': (p, f) => `共 ${f.integer(p.blocks)} 页`,
  'heap.picker.previous': '上一页',
  'heap.picker.next': '下一页',

  'heap.space': (p, f) => `空闲 ${f.integer(p.free)} 字节：pd_lower ${p.lower} 到 pd_upper ${p.upper}`,
  'heap.spaceDrawing': '该页的 8,192 字节：行指针从左起，元组从右起',

  'heap.fact.deadRolledBack': (p) => `已死：写入者 ${p.who} 已回滚`,
  'heap.fact.deadRemoved': (p) => `已死：被 ${p.who} ${VERB[p.how]}`,
  'heap.fact.dead': '已死：再也不会有人看见',
  'heap.fact.rolledBack': (p) => `写入者 ${p.who} 已回滚`,
  'heap.fact.inserted': (p) => `由 ${p.who} 插入${STATE[p.fill]}`,
  'heap.fact.newVersion': (p) => `${p.who} 的新版本${STATE[p.fill]}`,
  'heap.fact.writtenAndChanged': (p) =>
    p.how === 'replaced' ? `由 ${p.who} 写入，随后又被它替换；未提交` : `由 ${p.who} 写入又删除，未提交`,
  'heap.fact.changed': (p, f) => {
    if (p.fill === 'running') return p.how === 'replaced' ? `${p.who} 正在替换的版本` : `被 ${p.who} 删除，未提交`;
    const still = p.fill !== 'committed' || p.seenBy.length === 0 ? '' : `；${f.list(p.seenBy)} 仍看得见`;
    return `被 ${p.who} ${VERB[p.how]}${STATE[p.fill]}${still}`;
  },
  'heap.fact.alsoLocked': (p) => `${p.fact}；锁定：${p.locks}`,
  'heap.fact.changeUndone': (p) => `又是当前版本：${p.who} 的${NOUN[p.how]}已回滚`,
  'heap.fact.onlyLocks': (p) => `${p.fact}；xmax ${p.xid}${p.who === '' ? ' ' : `（${p.who}）`}只是锁`,
  'heap.lock': '锁',
  'heap.fact.locked': (p) => `锁定：${p.locks}`,
  'heap.fact.multixact': (p) =>
    `multixact ${p.multi}：${p.fact}${p.over.length === 0 ? '' : `；已结束：${p.over.join('、')}`}`,
  'heap.fact.lock': (p) => `${p.who} ${p.strength}`,

  'heap.pointer.unused': '未使用：可供下一个版本使用',
  'heap.pointer.dead': '已死：字节已清除，索引项可能仍指向这里',
  'heap.pointer.redirect': (p) => `指向 ${p.to}：索引项仍经过这里`,
  'heap.pointer.manyUnused': (p, f) => `${f.integer(p.n)} 个行指针，未使用`,
  'heap.pointer.manyDead': (p, f) => `${f.integer(p.n)} 个行指针，已死：索引项可能仍指向这里`,
  'heap.pointer.range': (p) => `${p.from} 到 ${p.to}`,

  'heap.arrow.hot': '下一版本，HOT',
  'heap.arrow.cold': '下一版本',
  'heap.arrow.redirect': '重定向',
  'heap.arrow.exit': (p, f) => `下一版本：第 ${f.integer(p.block)} 页的 ${p.to}`,

  'heap.eye': (p) =>
    p.failed
      ? `${p.who} 什么也看不了：它的事务已失败；${p.ctid}`
      : `${p.who} ${p.sees ? '看得见' : '看不见'} ${p.ctid}`,
  'heap.choose.xid': (p) => `${p.ctid} 的 ${p.field}：选择 xid ${p.xid}`,
  'heap.choose.session': (p) => `以 ${p.who} 的眼光看`,
  'heap.grid': (p, f) => `${p.table} 第 ${f.integer(p.block)} 页上的版本`,
  'heap.detail.hint': '选择一个版本，用文字阅读它的元组头。',
  'heap.detail.title': (p) => `版本 ${p.ctid} 的文字说明`,
  'heap.detail.xmin': (p) =>
    `${p.xid}，属于 ${p.who}：${p.frozen ? '已冻结，所以人人都视为已提交' : `${FILL[p.fill]}；${p.hint === null ? '还没有提示位' : `提示位：${p.hint === 'committed' ? '已提交' : '已中止'}`}`}`,
  'heap.detail.xmaxNone': '0：无人删除或锁定',
  'heap.detail.xmaxVoid': (p) =>
    p.undone ? `${p.xid}：无效，其事务已回滚` : `${p.xid}：无效，是已结束的锁或已撤销的更改`,
  'heap.detail.xmaxLock': (p) =>
    p.multi ? `${p.xid} 是 multixact：锁定：${p.locks}` : `${p.xid} 只是锁定：${p.locks}`,
  'heap.detail.xmaxChange': (p) =>
    `${p.multi ? `${p.xid} 是 multixact；其中 ${p.by} ${VERB[p.how]}它` : p.xid}，属于 ${p.who}：${FILL[p.fill]}${p.hinted ? '；提示位：已提交' : ''}`,
  'heap.detail.members': (p) => `另有锁定：${p.locks}`,
  'heap.detail.cid': (p) =>
    p.combo
      ? `${p.cid}，由命令 ${p.cmin} 和 ${p.cmax} 组合而成`
      : `${p.cid}：${p.changed ? '设置 xmax 的命令' : '插入它的命令'}`,
  'heap.detail.ctidSelf': (p) => `${p.ctid}，指向自己：没有更新的版本`,
  'heap.detail.ctidNext': (p) =>
    p.hot ? `${p.ctid}，它的下一版本；HOT：没有新的索引项` : `${p.ctid}，它的下一版本，有自己的索引项`,
  'heap.detail.ctidVoid': (p) => `${p.ctid}，已撤销的更新曾在那里放过版本：不再跟随`,
  'heap.detail.bits': (p) => (p.names.length === 0 ? `${p.hex}：没有置位` : `${p.hex}：${p.names.join('，')}`),
  'heap.detail.bits2': (p, f) => [`${p.hex}：${f.integer(p.natts)} 列`, ...p.names].join('，'),
  'heap.detail.place': (p, f) =>
    `从页的第 ${f.integer(p.at)} 字节起 ${f.integer(p.length)} 字节，其中 ${f.integer(p.hoff)} 字节是元组头`,
  'heap.detail.heapOnly': 'heap-only：没有索引项指向这里',
  'heap.detail.bytes': '位置',
  'heap.null': 'null',

  'heap.text.page': (p, f) =>
    `${p.table} 的第 ${f.integer(p.block)} 堆页：${f.integer(p.versions)} 个版本${p.dead === 0 ? '' : `，其中 ${f.integer(p.dead)} 个已死`}，${f.integer(p.pointers)} 个行指针，空闲 ${f.integer(p.free)} 字节。`,
  'heap.text.values': (p) => `${p.ctid}：${p.values.map(({ name, text }) => `${name} ${text ?? 'null'}`).join('，')}。`,
  'heap.text.xids': (p) =>
    `xmin ${p.xmin}（${p.writer}，${FILL[p.writerFill]}），xmax ${p.xmax}${p.xmaxWords === '' ? '' : `（${p.xmaxWords}）`}。`,
  'heap.text.xmaxLock': (p) => `只是锁：${p.locks}`,
  'heap.text.xmaxVoid': '无效',
  'heap.text.next': (p) => `下一版本是 ${p.to}${p.hot ? '，HOT' : ''}。`,
  'heap.text.seen': (p, f) => {
    if (p.by.length === 0) return p.notBy.length === 0 ? '' : '无人看得见。';
    if (p.notBy.length === 0) return p.by.length === 1 ? `${f.list(p.by)} 看得见。` : `人人看得见：${f.list(p.by)}。`;
    return `${f.list(p.by)} 看得见，${f.list(p.notBy)} 看不见。`;
  },
  'heap.text.failed': (p, f) => `${f.list(p.who)} 的事务已失败，不能执行查询，所以什么也看不见。`,
  'heap.text.pointer': (p) => `${p.ctid}：${p.what}。`,

  'heap.explain.title': (p) => (p.sees ? `${p.who} 为什么看得见 ${p.ctid}？` : `${p.who} 为什么看不见 ${p.ctid}？`),
  'heap.explain.titleFailed': (p) => `${p.who} 的下一条查询会看见 ${p.ctid} 吗？`,
  'heap.explain.emptyTitle': '为什么一个看得见，另一个看不见？',
  'heap.explain.emptyHint': '选择版本旁边的一只眼睛：判断的路径会显示在这里。',
  'heap.explain.needSession': (p) => `已选择 ${p.ctid}。再选择它旁边的一只眼睛：要看谁的路径？`,
  'heap.explain.needTuple': (p) => `已选择 ${p.who}。再选择版本旁边的一只眼睛。`,
  'heap.explain.part.page': '页',
  'heap.explain.part.insertion': '它的插入',
  'heap.explain.part.deletion': '它的删除',
  'heap.explain.part.settled': (p) => `${p.xid === null ? '它的插入' : `${p.xid} 的插入`}对 ${p.who} 有效`,
  'heap.explain.steps': (p) => (p.from === p.to ? `第 ${p.from} 步` : `第 ${p.from}–${p.to} 步`),
  'heap.explain.stepsNo': (p) => (p.from === p.to ? `第 ${p.from} 步：否` : `第 ${p.from}–${p.to} 步：否`),
  'heap.explain.xid': (p) => `${p.xid}，${FILL[p.fill]}`,
  'heap.explain.answer': (p) => (p.yes ? '是' : '否'),
  'heap.explain.onNotch': '是，在缺口上',
  'heap.explain.means.running': '真 = 视为运行中',
  'heap.explain.means.took': '所以它已发生',
  'heap.explain.means.undone': '所以它从未存在',
  'heap.explain.means.nothing': '没有什么使它消失',
  'heap.explain.means.later': '晚于快照',
  'heap.explain.means.earlier': '早于快照',
  'heap.explain.means.all': '不再问别的',

  'heap.ask.page-all-visible': '整页是否标记为对所有人可见？',
  'heap.ask.xmin-hint-committed': (p) => `xmin ${p.a} 的提示位是已提交吗？`,
  'heap.ask.xmin-hint-invalid': (p) => `xmin ${p.a} 的提示位是已中止吗？`,
  'heap.ask.xmin-frozen': (p) => `xmin ${p.a} 已冻结吗？`,
  'heap.ask.mine': (p) =>
    `${p.a} 是 ${p.who} 自己的吗？${
      p.own.length === 0
        ? `${p.who} 没有 xid。`
        : p.own.length > 3
          ? `${p.who} 有 ${p.own.length} 个，从 ${p.own[0]} 起。`
          : `${p.who} 是 ${p.own.join(', ')}。`
    }`,
  'heap.ask.inserted-later': (p) => `由命令 ${p.a} 插入，不早于快照的 ${p.b} 吗？`,
  'heap.ask.deleted-later': (p) => `由命令 ${p.a} ${VERB[p.how]}，不早于快照的 ${p.b} 吗？`,
  'heap.ask.below-xmin': (p) => `${p.a} 小于快照的 xmin ${p.b} 吗？`,
  'heap.ask.from-xmax-on': (p) => `${p.a} 不小于快照的 xmax ${p.b} 吗？`,
  'heap.ask.suboverflowed': '快照中缺少子事务吗？',
  'heap.ask.topmost': (p) => `${p.a} 是谁的子事务？`,
  'heap.ask.in-snapshot': (p) =>
    `${p.of === null ? '' : `${p.of} 的顶层 `}${p.xid} 在 xip {${[...p.list, ...(p.more === 0 ? [] : [`… 另 ${p.more} 个`])].join(', ')}} 中吗？`,
  'heap.ask.did-commit': (p) => `pg_xact 说 ${p.a} 已提交吗？`,
  'heap.ask.xmax-none': '没有 xmax 吗？',
  'heap.ask.xmax-invalid': (p) => (p.xmax === null ? 'xmax 标记为无效吗？' : `xmax ${p.xmax} 标记为无效吗？`),
  'heap.ask.locked-only': (p) => (p.multi ? `multixact ${p.a} 全都只锁定该行吗？` : `xmax ${p.a} 只锁定该行吗？`),
  'heap.ask.xmax-multi': (p) => `xmax ${p.a} 是 multixact（同时有多个）吗？`,
  'heap.ask.updater': (p) => `multixact ${p.a} 中谁更改它？`,
  'heap.ask.xmax-hint-committed': (p) => `xmax ${p.a} 的提示位是已提交吗？`,

  'heap.end.all-visible': '所在页标为对所有人可见，因此可见。',
  'heap.end.inserter-hinted-undone': '从未提交，所以不可见。',
  'heap.end.inserter-undone': '从未提交，所以不可见。',
  'heap.end.inserter-running': (p) => `对 ${p.who} 来说在运行，所以不可见。`,
  'heap.end.inserter-too-new': (p) => `对 ${p.who} 来说太新，所以不可见。`,
  'heap.end.own-insertion-later': (p) => `是 ${p.who} 自己的，但属于本命令：不可见。`,
  'heap.end.no-deleter': '没有人删除它，所以可见。',
  'heap.end.only-locked': (p) => {
    const who = p.by === null ? p.xid : `${p.by}（${p.xid}）`;
    const locked = p.over ? '锁定过' : '锁定';
    return who === null ? `只是${locked}，没有删除，所以可见。` : `只是被 ${who} ${locked}，没有删除，所以可见。`;
  },
  'heap.end.own-deletion-undone': (p) => `${p.who} 自己的${NOUN[p.how]}已撤销，所以可见。`,
  'heap.end.own-deletion-later': (p) => `对本命令来说尚未${VERB[p.how]}：可见。`,
  'heap.end.own-deletion': (p) => `${p.who} 自己${VERB[p.how]}了它，所以不可见。`,
  'heap.end.deleter-running': (p) => `对 ${p.who} 来说尚未${VERB[p.how]}，所以可见。`,
  'heap.end.deleter-too-new': (p) => `对 ${p.who} 来说尚未${VERB[p.how]}，所以可见。`,
  'heap.end.deleter-undone': (p) => `它的${NOUN[p.how]}从未提交，所以可见。`,
  'heap.end.deleter-done': (p) => `对 ${p.who} 来说已${VERB[p.how]}，所以不可见。`,
  'heap.end.failed': (p) => `目前 ${p.who} 什么也看不见。`,
  'heap.end.unknown': (p) => (p.sees ? `所以 ${p.who} 看得见。` : `所以 ${p.who} 看不见。`),

  'heap.why.all-visible': 'VACUUM 标记了该页；不再逐个询问其上的版本。',
  'heap.why.inserter-hinted-undone': '提示位记得写入者已回滚；不询问 pg_xact。',
  'heap.why.inserter-undone': (p) => `${p.xid} 已不再运行，而 pg_xact 没有它的提交。`,
  'heap.why.running.kept': (p) => `根本不询问 pg_xact。即使 ${p.by} 提交之后，${p.who} 的快照在 ${p.xid} 处仍有缺口。`,
  'heap.why.running.statement': (p) =>
    `根本不询问 pg_xact：无论 ${p.by} 做什么，正在执行的语句在 ${p.xid} 处都保留缺口。`,
  'heap.why.running.next': (p) =>
    p.ended
      ? `根本不询问 pg_xact。${p.by} 已结束，而这个快照并不知道。`
      : `根本不询问 pg_xact。一旦 ${p.by} 提交，${p.who} 的下一条语句就取新的快照。`,
  'heap.why.tooNew.kept': (p) =>
    `从 xmax 起，无论开始与否，都视为运行中。无论 ${p.xid} 做什么，${p.who} 都保留这个快照。`,
  'heap.why.tooNew.statement': (p) =>
    `从 xmax 起，无论开始与否，都视为运行中。无论 ${p.xid} 做什么，该语句都保留它的快照。`,
  'heap.why.tooNew.next': (p) =>
    p.ended
      ? `从 xmax 起，无论开始与否，都视为运行中。${p.xid} 已结束，而这个快照并不知道。`
      : `从 xmax 起，无论开始与否，都视为运行中。一旦 ${p.xid} 提交，${p.who} 的下一条语句就取新的快照。`,
  'heap.why.own-insertion-later': '一条语句看得见本事务较早命令写入的内容，看不见它自己写入的。',
  'heap.why.no-deleter.none': '插入有效，而 xmax 为空。',
  'heap.why.no-deleter.void': '插入有效。xmax 中的已回滚，或是已结束的锁。',
  'heap.why.only-locked': 'xmax 中只有行锁，普通的读取不理会它。',
  'heap.why.own-deletion-undone': '做这件事的子事务已回滚；该行恢复原样。',
  'heap.why.own-deletion-later': '一条语句看见的是它自己的命令之前的内容。',
  'heap.why.own-deletion': '同一事务较早的命令做了这件事：这不需要提交。',
  'heap.why.deleter-undone': (p) => `${p.xid} 已不再运行，而 pg_xact 没有它的提交。`,
  'heap.why.deleter-done.before': (p) => `${p.xid} 在此快照的 xmin 之前已结束，并且提交了。`,
  'heap.why.deleter-done': (p) => `取快照时 ${p.xid} 已结束，并且提交了。`,
  'heap.why.failed': (p) =>
    `${p.who} 的事务已失败：在 ROLLBACK 之前不能执行查询。按现状，紧接其后的查询会${p.sees ? '看见' : '看不见'}这个版本。`,
  'heap.why.unknown': '由上面最后一个问题决定。',
};
