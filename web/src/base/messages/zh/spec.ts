import type { Translation } from '../index.ts';
import { outside } from './outside.ts';
import { row } from './words.ts';

/** The kinds of work that are counted (WORK in sql/limits.ts). */
const WORK_WORDS = {
  statements: '开始语句',
  versions: '查看行版本',
  changes: '更改和锁定行',
  expressions: '计算表达式',
  text: '生成和读取长文本',
  answers: '返回行',
  waits: '查看等待中的步骤',
  lists: '保存点、表和预备语句的列表',
} as const;
const PARTS = { setup: '初始化', teardown: '收尾' } as const;

export const spec: Translation<'spec'> = {
  'spec.at': (p) => `${p.file}:${p.line}:${p.column}: ${p.what}`,
  'spec.notSupported': (p) => `不支持：${outside(p.what)}`,

  'spec.turns': (p) => `${p.code} 会颠倒其后文字的方向，使文本看起来与实际不符；请删去`,
  'spec.notUtf8': '这些字节不是 UTF-8',
  'spec.nul': 'NUL 字节：规格是文本',
  'spec.unexpectedCharacter': (p) => `语法错误：意外的字符 ${p.character}`,
  'spec.expected': (p) =>
    `语法错误：此处应为${[p.wanted.slice(0, -1).join('、'), ...p.wanted.slice(-1)].filter((one) => one !== '').join('或')}，却是 ${p.found}`,
  'spec.newlineInName': '带引号的名称在本行没有结束：缺少 "',
  'spec.unterminatedName': '带引号的名称没有结束：缺少 "',
  'spec.unterminatedSql': '从这里开始的 SQL 块没有结束：缺少 }',
  'spec.missingBrace': (p, f) => `第 ${f.integer(p.line)} 行开始的 SQL 块包含了这里的“${p.word}”：它之前缺少 }`,
  'spec.numberTooLarge': (p, f) => `数字大于 ${f.integer(p.max)}`,
  'spec.end': '文件末尾',
  'spec.aSqlBlock': ' SQL 块',
  'spec.aName': '名称',
  'spec.aNumber': '数字',

  'spec.duplicateStep': (p, f) => `步骤名称重复：“${p.name}”在第 ${f.integer(p.line)} 行也有定义`,
  'spec.undefinedStep': (p) => `排列中的步骤“${p.name}”没有定义`,
  'spec.undefinedBlocker': (p) => `阻塞步骤没有定义：要阻塞“${p.step}”的“${p.name}”不在此排列中`,
  'spec.blocksOwnSession': (p) => `步骤“${p.step}”不能被同一会话的步骤“${p.name}”阻塞`,
  'spec.refused': (p) => `运行到这里时服务器会拒绝：${p.answer}`,
  'spec.unusedStep': (p) => `步骤名称未使用：“${p.name}”不在任何排列中`,

  'spec.fileTooLarge': (p, f) => `文件大于 ${f.bytes(p.max)}`,
  'spec.tooManySessions': (p, f) => `超过 ${f.integer(p.max)} 个会话`,
  'spec.tooManySetups': (p, f) => `超过 ${f.integer(p.max)} 个 setup 块`,
  'spec.tooManySteps': (p, f) => `超过 ${f.integer(p.max)} 个步骤`,
  'spec.tooManyPermutations': (p, f) => `超过 ${f.integer(p.max)} 种排列`,
  'spec.tooManyGenerated': (p, f) => `这些会话的步骤有超过 ${f.integer(p.max)} 种排列：请写明要运行的排列`,
  'spec.permutationTooLong': (p, f) => `一种排列中超过 ${f.integer(p.max)} 个步骤`,
  'spec.tooManyBlockers': (p, f) => `一个步骤的阻塞者超过 ${f.integer(p.max)} 个`,
  'spec.tooManyRuns': (p, f) => `所有排列总共运行超过 ${f.integer(p.max)} 个步骤`,
  'spec.tooManySemicolons': (p, f) => `全部 SQL 中超过 ${f.integer(p.max)} 个分号`,
  'spec.sqlTooLong': (p, f) => `SQL 块长于 ${f.integer(p.max)} 个字符`,

  'spec.extra.form': '“#:”之后应为键和冒号，如“#: title: 别人看不见的一行”',
  'spec.extra.unknown': (p) => `未知的“#: ${p.key}:”；可用的有 ${row(p.known)}`,
  'spec.extra.twice': (p) => `“#: ${p.key}:”出现两次`,
  'spec.extra.empty': (p) => `“#: ${p.key}:”没有内容`,
  'spec.extra.needsName': (p) => `“#: ${p.key} ${p.of.toUpperCase()}: …”要指明一个${p.of === 'step' ? '步骤' : '会话'}`,
  'spec.extra.noStep': (p) => `“#: ${p.key}:”不带名称`,
  'spec.extra.undefinedStep': (p) => `“#: ${p.key}”用于步骤“${p.name}”，而它不存在`,
  'spec.extra.elsewhere': (p, f) =>
    `“#: elsewhere STEP: N”表示该步骤自己的每个事务之前，别处有多少事务：最大 ${f.integer(p.max)} 的整数`,
  'spec.extra.buffers': (p, f) =>
    `“#: subtransaction_buffers:”是页数，${p.step} 或其倍数，最多 ${f.integer(p.max)}；0 由服务器决定`,
  'spec.extra.undefinedSession': (p) => `没有会话“${p.name}”`,
  'spec.extra.badStandby': (p) => `“#: standby ${p.name}:”之后应为“feedback”，或“slot”加复制槽名称`,
  'spec.extra.twoPlaces': (p) => `会话“${p.name}”的位置已经说明过`,
  'spec.extra.unknownView': (p) => `“${p.given}”不能观察；可用的有 ${row(p.known)}`,

  'spec.run.part': (p) => (p.part === 'step' ? `步骤“${p.name}”` : PARTS[p.part]),
  'spec.run.where': (p, f) =>
    `第 ${f.integer(p.permutation)} 种排列的${p.part}${p.statement === null ? '' : `，第 ${f.integer(p.statement)} 条语句`}`,
  'spec.run.work': (p, f) =>
    `运行已停止：需要超过 ${f.integer(p.units)} 个工作单位，大部分用于${WORK_WORDS[p.most]}；--work 可以放宽`,
  'spec.run.output': (p, f) => `运行已停止：输出超过 ${f.integer(p.max)} 个字符`,
  'spec.run.time': (p, f) => `运行已停止：超过 ${f.integer(p.seconds)} 秒`,
  'spec.extra.unknownDesign': (p) => `未知的设计“${p.given}”；可用的有 ${row(p.known)}`,
  'spec.extra.noTitle': '缺少“#: title: …”',

  'spec.cli.spec.what': '运行隔离测试规格；输出与 PostgreSQL 的 isolationtester 相同',
  'spec.cli.trace.what': '运行隔离测试规格；在每一步之后输出服务器的状态，每行一个 JSON 对象',
  'spec.cli.check.what': '在这里和真实服务器上运行隔离测试规格，指出差异',
  'spec.cli.lint.what': '场景、机器和课的每处错误，带文件、行和列',
  'spec.cli.pg': (p) => `遵循哪个服务器的行为：${row(p.known)}`,
  'spec.cli.design': (p) => `如何构造快照：${row(p.known)}（默认：规格自带的，否则 13 用 pg13，14 起用 pg14）`,
  'spec.cli.work': (p, f) => `运行可用的工作单位，每个约 30 ns（${f.integer(p.units)}）`,
  'spec.cli.badWork': (p) => `--work：“${p.given}”不是 1 到 999,999,999,999 的整数。`,
  'spec.cli.permutation': '只运行这种排列，从 1 数起',
  'spec.cli.against': (p) => `真实服务器，用逗号分隔：${row(p.known)}`,
  'spec.cli.tree': 'PostgreSQL 源码树：其中的规格与旁边的预期输出对照',
  'spec.cli.badPg': (p) => `--pg：未知的“${p.given}”；可用的有 ${row(p.known)}。`,
  'spec.cli.badDesign': (p) => `--design：未知的“${p.given}”；可用的有 ${row(p.known)}。`,
  'spec.cli.badPermutation': (p) => `--permutation：“${p.given}”不是排列的序号；序号从 1 数起。`,
  'spec.cli.noPermutation': (p, f) =>
    `--permutation：${f.integer(p.given)} 太大；该规格有 ${f.integer(p.max)} 种排列。`,
  'spec.cli.badServer': (p) => `--against：未知的服务器“${p.given}”；可用的有 ${row(p.known)}。`,
  'spec.cli.serverTwice': (p) => `--against：${p.given} 出现两次。`,
  'spec.cli.noAgainst': 'check：用 --against 指明服务器，如 --against 13,14,17；或给出 --tree DIR。',
  'spec.cli.pgWithAgainst': 'check：--pg 与 --tree 同用；有 --against 时遵循各服务器自己的规则。',
  'spec.cli.treeAlone': 'check：--tree 不与规格或 --against 同用。',
  'spec.cli.noTree': (p) =>
    `--tree：${p.tree} 中没有带规格和预期输出的 src/test/isolation；请给出 PostgreSQL 源码树的顶层目录。`,
  'spec.cli.noFile': (p) => `${p.file}：没有这个文件`,
  'spec.cli.isFolder': (p) => `${p.file}：这是文件夹，不是规格`,
  'spec.cli.notAFile': (p) => `${p.file}：这不是普通文件`,
  'spec.cli.unreadable': (p) => `${p.file}：无法读取（${p.why}）`,
  'spec.cli.nothingIn': (p) => `${p.file}：其中既没有 .spec 文件，也没有机器`,
  'spec.cli.lintClean': (p, f) => `${f.integer(p.files)} 个文件：没有错误`,
  'spec.cli.lintLanguages': '同时列出界面在英文之外的语言中缺少什么',
  'spec.texts.form': '[scenario] 独占一行，然后是“title: …”、“about: …”和“caption STEP: …”各行；# 开头的是注释',
  'spec.texts.twice': (p) => `“${p.id}”的“${p.key}”出现两次`,
  'spec.texts.tooLarge': (p, f) => `文件大于 ${f.integer(p.max)} 字节`,
  'spec.texts.noScenario': (p) => `这个文件旁边没有场景“${p.id}”`,
  'spec.texts.notThere': (p) => `场景“${p.id}”自己没有“${p.key}”`,
  'spec.cli.lintScenarioTexts': (p, f) =>
    p.missing === 0
      ? `“${p.lang}”的场景文本齐全`
      : `“${p.lang}”缺少 ${f.integer(p.missing)} 个场景的文本，以英文显示：`,
  'spec.cli.lintTexts': (p, f) =>
    p.missing === 0 ? `“${p.lang}”的界面文本齐全` : `“${p.lang}”缺少 ${f.integer(p.missing)} 条界面文本，以英文显示：`,
  'spec.cli.lintUnknownText': (p) => `“${p.lang}”有英文中没有的文本“${p.key}”；请去掉`,
  'spec.cli.lintParameters': (p, f) =>
    `“${p.lang}”：文本“${p.key}”${[
      ...(p.leftOut.length === 0 ? [] : [`遗漏了 ${f.list(p.leftOut)}`]),
      ...(p.own.length === 0 ? [] : [`有英文中没有的 ${f.list(p.own)}`]),
    ].join('，')}`,
  'spec.cli.same': (p) => `${p.file}：${p.server}：相同`,
  'spec.cli.differs': (p) => `${p.file}：${p.server}：不同`,
  'spec.cli.server': (p) => `在 ${p.server} 上`,
  'spec.cli.here': '这里：',
  'spec.cli.expected': '预期',
  'spec.cli.differsAt': (p) =>
    p.permutation === 0
      ? `输出第 ${p.line} 行，在第一种排列之前`
      : `第 ${p.permutation} 种排列（${p.steps}），输出第 ${p.line} 行${p.step === '' ? '' : `，在“${p.step}”之后`}`,
  'spec.cli.races': (p, f) =>
    `${p.file}：${p.server}：${f.integer(p.runs)} 次运行中 ${f.integer(p.same)} 次相同：服务器自己的会话在竞争`,
  'spec.cli.checkProgress': (p, f) =>
    `  … 已完成 ${f.integer(p.done)} / ${f.integer(p.of)} 个规格；正在等 PostgreSQL ${p.servers.join(', ')}：${p.file}`,
  'spec.cli.checkSum': (p, f) =>
    `${f.integer(p.runs)} 次运行：${p.different === 0 ? '没有差异' : `${f.integer(p.different)} 次不同`}${p.races === 0 ? '' : `；${f.integer(p.races)} 次在服务器上并非每次相同`}`,
  'spec.cli.treeSame': (p) => `${p.file}：相同`,
  'spec.cli.treeDiffers': (p) => `${p.file}：不同`,
  'spec.cli.treeWithout': (p) => `${p.file}：源码树中没有它的预期输出`,
  'spec.cli.treeSum': (p, f) =>
    `${f.integer(p.specs)} 个规格：${f.integer(p.same)} 个相同，${f.integer(p.differ)} 个不同，${f.integer(p.unsupported)} 个在子集之外${p.without === 0 ? '' : `，${f.integer(p.without)} 个没有预期输出`}`,
};
