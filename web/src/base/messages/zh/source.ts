import type { Translation } from '../index.ts';

export const source: Translation<'source'> = {
  'source.compile.noParser': '无法加载 PostgreSQL 的解析器，所以不能读取这段文本。网站还能访问吗？请重试。',
  'source.compile.tooSlow': '读取这段文本花的时间太长；10 秒后已放弃',
  'source.compile.broke': '这段文本使解析器崩溃；请附上文本报告',

  'source.editor.label': '隔离测试规格',
  'source.editor.tab': 'Tab 缩进；先按 Esc 再按 Tab 离开编辑器。',
  'source.editor.run': (p) => `${p.key} 运行这段文本。`,
  'source.editor.next': 'F8 前往下一处错误。',

  'source.gallery.title': '场景',
  'source.gallery.search': '搜索',
  'source.gallery.example': 'deadlock, FOR SHARE …',
  'source.gallery.count': (p, f) =>
    p.found === p.all ? `${f.integer(p.all)} 个场景` : `${f.integer(p.found)} 个场景，共 ${f.integer(p.all)} 个`,
  'source.gallery.none': (p) => `没有场景的标题、说明或 SQL 中有“${p.search}”。`,
  'source.gallery.current': '现已打开',
  'source.gallery.sessions': (p, f) => `${f.integer(p.n)} 个会话`,
  'source.gallery.permutations': (p, f) => `${f.integer(p.n)} 种排列`,
  'source.gallery.plainFiles':
    '每个都是普通的隔离测试规格，PostgreSQL 自己的 isolationtester 也能运行。可以打开、修改、保存。',
  'source.gallery.group.versions': '行版本',
  'source.gallery.group.snapshots': '快照',
  'source.gallery.group.locks': '锁与等待',
  'source.gallery.group.savepoints': '保存点',
  'source.gallery.group.cleaning': '修剪与清理边界',
  'source.gallery.group.standby': '在备库上',
  'source.gallery.group.anomalies': 'Hermitage：各种异常现象',
  'source.gallery.group.other': '更多',

  'source.problems.title': (p, f) => `这段文本无法运行：${f.integer(p.n)} 处错误`,
  'source.problems.titleOfFile': (p, f) => `${p.file} 无法运行：${f.integer(p.n)} 处错误`,
  'source.problems.warnings': (p, f) => {
    if (p.refused === 0) return `这段文本可以运行，有 ${f.integer(p.remarks)} 处提醒`;
    const refused = `这段文本可以运行，但服务器会拒绝其中 ${f.integer(p.refused)} 处`;
    return p.remarks === 0 ? refused : `${refused}；另有 ${f.integer(p.remarks)} 处提醒`;
  },
  'source.problems.setupFailed': (p, f) =>
    [
      '这段文本无法运行，因为其初始化失败',
      ...(p.refused === 0 ? [] : [`服务器会拒绝其中 ${f.integer(p.refused)} 处`]),
      ...(p.remarks === 0 ? [] : [`有 ${f.integer(p.remarks)} 处提醒`]),
    ].join('；'),
  'source.problems.place': (p, f) => `第 ${f.integer(p.line)} 行，第 ${f.integer(p.column)} 列`,

  'source.open.button': '打开文件',
  'source.open.drop': '把隔离测试规格拖到这里',
  'source.open.dropHint': '它在本页中读取，不会发送到任何地方。',
  'source.open.unreadable': '无法读取：是文件夹，还是已被移走？',
  'source.open.several': (p, f) => `给出了几个文件。这是第一个，${p.file}；另外 ${f.integer(p.others)} 个没有读取。`,
  'source.save.spec': '保存步骤',
  'source.save.trace': '保存执行记录',
  'source.save.filesHint': (p) =>
    `${p.file} 存到你的下载文件夹：表、会话和 SQL 都是纯文本，不会传到服务器。想继续时选“打开文件”（可能在“选项”里），或者把它拖到本页。`,
  'source.save.picturesHint': '当前的图，用于幻灯片和文档。',
  'source.save.linkHint': '链接里什么都有：谁打开它，看到的就是这一步。嵌入代码把它放进你自己的网页。',
  'source.save.traceHint': (p) => `${p.file} 逐步列出执行过程，每步一行 JSON（跟踪记录），不能在这里打开。`,
  'source.notOpened': (p) => `${p.file} 没有打开。原来的内容还在。`,
  'source.notOpened.trace': (p) =>
    `${p.file} 是一次执行的跟踪记录，没有打开：请改为打开规格（.spec）。原来的内容还在。`,
  'source.save.traceFormat': '跟踪记录',
};
