import type { Translation } from '../index.ts';

const quoted = (all: readonly string[]): string => all.map((one) => `“${one}”`).join('、');

export const lesson: Translation<'lesson'> = {
  'lesson.tooManyLines': (p, f) => `最多读 ${f.integer(p.max)} 行`,
  'lesson.tooMany.marks': (p, f) =>
    `一段中强调符号、括号和反引号过多（${f.integer(p.found)} 个）；请用空行分段，或删去一些`,
  'lesson.tooMany.items': (p, f) => `到此为止列表项和引用过多（${f.integer(p.found)} 个）；请删去一些`,
  'lesson.tooLarge': (p, f) => `文件大于 ${f.integer(p.max)} 字节；请分成两课`,
  'lesson.notUtf8': '文件不是 UTF-8；请保存为 UTF-8',
  'lesson.noFrontMatter': (p) => `一课以一行“---”开头，然后是 ${quoted(p.keys)}，各带冒号和文本，再以一行“---”结束`,
  'lesson.frontMatterOpen': '前言没有结束：缺少一行“---”',
  'lesson.field.shape': (p) => `“${p.text}”不是“键: 文本”`,
  'lesson.field.unknown': (p) => `这里没有“${p.key}”；可用的有 ${quoted(p.known)}`,
  'lesson.field.twice': (p) => `“${p.key}”出现两次`,
  'lesson.field.missing': (p) => `缺少“${p.key}:”`,
  'lesson.field.empty': (p) => `“${p.key}:”没有文本`,
  'lesson.noSteps': '一课至少有一步：标题“## …”',
  'lesson.tooManySteps': (p, f) => `超过 ${f.integer(p.max)} 步；请分成两课`,
  'lesson.beforeSteps': '这在第一步之前；请放到标题“## …”之下',
  'lesson.headingLevel': (p, f) => `${f.integer(p.level)} 级标题；一课只有步，“## …”`,
  'lesson.html': '不渲染 HTML；请写 Markdown，要写“<”时写成 `\\<`',
  'lesson.notKnown': (p) => `${p.what}：课中不可用；请使用段落、列表、引用、代码和链接`,
  'lesson.tooDeep': (p, f) => `嵌套超过 ${f.integer(p.max)} 层`,
  'lesson.link': (p) =>
    `“${p.href}”不是课可以指向的地方：请用“#/…”、“https://…”，或如“published:idle-connections”的来源`,
  'lesson.source': (p) => `“${p.href}”没有指明来源：例如写成“published:idle-connections”或“real:13”`,
  'lesson.twice': (p) => `一步最多有一个“${p.what}”块；请分成两步`,
  'lesson.questions': '一步最多有一个问题；请分成两步',
  'lesson.noFigure': '第一步没有图：请添加“figure”块',
  'lesson.figureAt': (p) => `“${p.at}”不是 Xipscope 的地址；应以“#/”开头，如“复制链接”所给的`,
  'lesson.markKind': (p) => `“${p.given}”不是已知的标记种类；种类有 ${quoted(p.known)}`,
  'lesson.markName': (p) => (p.wanted ? `“${p.given}”缺少标记的名称` : `“${p.given}”：这种标记没有名称`),
  'lesson.fence': (p) => `“${p.name}”写得像课的块，但不是；块有 ${quoted(p.known)}`,
  'lesson.option': (p) => `“${p.text}”不是选项；正确的写“- [x] 文本 — 原因”，错误的写“- [ ] 文本 — 原因”`,
  'lesson.optionWhy': '选项没有原因；请写在“ — ”之后',
  'lesson.options': (p, f) => `一个问题有 ${f.integer(p.min)} 到 ${f.integer(p.max)} 个选项`,
  'lesson.noRight': '没有正确的选项；请用“[x]”标出一个',
  'lesson.answer': (p) => `“${p.given}”不能预测；引擎能回答 ${quoted(p.known)}`,
  'lesson.same.steps': (p, f) => `${f.integer(p.given)} 步，而英文有 ${f.integer(p.wanted)} 步；一课的各语言步数相同`,
  'lesson.same.figure': (p, f) => `第 ${f.integer(p.step)} 步的图与英文不同：“${p.given}”，英文为“${p.wanted}”`,
  'lesson.same.question': (p, f) => `第 ${f.integer(p.step)} 步的问题与英文不同：“${p.given}”，英文为“${p.wanted}”`,
  'lesson.same.notes': (p, f) =>
    p.wanted ? `第 ${f.integer(p.step)} 步英文有讲稿，这里没有` : `第 ${f.integer(p.step)} 步这里有讲稿，英文没有`,
  'lesson.same.missing': (p, f) => `第 ${f.integer(p.step)} 步缺少英文中的链接：${quoted(p.what)}`,
  'lesson.same.extra': (p, f) => `第 ${f.integer(p.step)} 步有英文中没有的链接：${quoted(p.what)}`,
  'lesson.untranslated': (p) => `${p.folder}：没有“${p.lang}”版本，所以以英文显示：${p.lessons.join('、')}`,
};
