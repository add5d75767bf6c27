/** 记录：它的页面、文件和代码。 */
import type { Translation } from '../index.ts';

export const record: Translation<'record'> = {
  'record.title': '你的记录',
  'record.lead': '你在课程和练习中的回答只保存在这个浏览器里。你可以在这里查看，并作为文件提交。',
  'record.link': '你的记录',
  'record.teacher': '教师：90 分钟教案、作业、全班的记录',
  'record.empty': '还没有保存任何内容。回答课中的一个问题，或做一个练习，就会出现在这里。',
  'record.toExercises': '去练习',
  'record.toLessons': '去课程',
  'record.sum': (p, f) => `${f.integer(p.tried)} 个问题答对 ${f.integer(p.right)} 个，共尝试 ${f.integer(p.tries)} 次`,
  'record.handIn': '提交',
  'record.name': '你的姓名（写老师认得的）',
  'record.nameHint': (p, f) => `最多 ${f.integer(p.max)} 个字符。它写在文件里，也算进代码里。`,
  'record.save': '下载文件',
  'record.saved': (p) => `${p.file} 已保存到下载文件夹。现在把它交给老师。`,
  'record.code': '文件的代码',
  'record.codeWaiting': '正在计算',
  'record.codeNone': '本页经普通 http 来自另一台机器，浏览器因此不提供 SHA-256。文件可以不带代码提交。',
  'record.copy': '复制代码',
  'record.copied': '代码已复制。',
  'record.notCopied': '浏览器不允许：请选中代码再复制。',
  'record.proves': '代码能证明什么',
  'record.proves.file': '文件与生成此代码的文件逐字符相同：姓名、种子、回答、时间。',
  'record.proves.typed': '另行送来的代码（邮件或纸上）与这个文件相符，而不会碰巧与别的文件相符。',
  'record.provesNot': '它不能证明什么',
  'record.provesNot.who': '是谁做的。姓名是输入的，没有人核对。',
  'record.provesNot.student': '是不是学生自己做的。姓名是输入的，没有人核对。',
  'record.provesNot.forged':
    '没有人伪造。Xipscope 的全部都在浏览器里运行，答案和这个代码也是；读过源代码的人可以造出带有相符代码的记录。',
  'record.provesNot.when': '什么时候做的：时间来自这台机器的时钟。',
  'record.kept': '保存在这个浏览器中的内容',
  'record.what': '练习或课',
  'record.own': (p) => `某人自己的练习（${p.hash}）`,
  'record.kind': '种类',
  'record.kind.exercise': '练习',
  'record.kind.lesson': '课',
  'record.variants': '变体',
  'record.tries': '尝试',
  'record.right': '答对',
  'record.rightAt': (p, f) => `第 ${f.integer(p.n)} 次`,
  'record.notYet': '尚未',
  'record.ofQuestions': (p, f) => `${f.integer(p.right)} / ${f.integer(p.tried)}`,
  'record.hints': '提示',
  'record.last': '最近一次（UTC）',
  'record.clear': '删除你的记录…',
  'record.clear.title': '删除你的记录？',
  'record.clear.lost': (p, f) =>
    `对 ${f.integer(p.exercises)} 个练习和 ${f.integer(p.lessons)} 课的 ${f.integer(p.tries)} 次尝试，连同种子、回答和时间，将从这个浏览器消失。没有人能找回；你已下载的文件会留下。`,
  'record.clear.do': '删除',
  'record.clear.keep': '保留',
  'record.cleared': '你的记录是空的。',
  'record.notCleared': '浏览器不允许。什么也没有删除。',

  'record.file.version': (p) =>
    `${p.path}：这是 ${p.given}；这份 Xipscope 读取 ${p.known}。请载入最新的版本，再打开文件`,
  'record.file.name': (p, f) => `${p.path}：姓名是一行最多 ${f.integer(p.max)} 个可见字符`,
  'record.file.id': (p) => `${p.path}：“${p.given}”不是练习或课的名称；名称由小写字母、数字和连字符组成`,
  'record.file.time': (p) => `${p.path}：“${p.given}”不是记录中的时刻，应如 2026-01-31T09:30:00.000Z`,
  'record.file.deeds': (p, f) => `${p.path}：有 ${f.integer(p.found)} 次尝试；一份记录最多 ${f.integer(p.max)} 次`,
  'record.file.cut': (p, f) =>
    `这份记录在第 ${f.integer(p.line)} 行被截断；请让${p.name === '' ? '这位学生' : p.name}重新交一份`,
  'record.file.notText': '这不是 UTF-8 文本；请选择由“下载文件”生成的文件',

  'record.cli.what': '一个班级的记录：核对代码，重新评判回答，汇成一张表',
  'record.cli.paths': '记录（.json）、你自己的练习（.md），或它们所在的文件夹',
  'record.cli.format': (p) => `${p.known.join('、')}：供阅读的表格，每份记录一行的 CSV，每次尝试一行的 CSV`,
  'record.cli.code': '学生另行送来的代码：它与哪个文件相符？',
  'record.cli.noJudge': '不让引擎重新评判回答',
  'record.cli.notes': `
记录是学生在 #/record 页上保存的文件。你自己的练习，须把它的文件（与分发时一样）也放在路径里，其中的回答才会被评判。
代码能证明什么、不能证明什么，写在 #/teacher 页上。
这里的退出码 1：有文件无法读取或被改过，代码与哪个都不相符，或有回答的评判不同。
`,
  'record.cli.badFormat': (p) => `--format ${p.given}：应为 ${p.known.join('、')} 之一。`,
  'record.cli.badCode': (p) => `--code：${p.what}`,
  'record.cli.nothingIn': (p) => `${p.file}：其中没有记录（.json），也没有练习（.md）`,
  'record.cli.none': '没有读到任何记录；记录是学生在 #/record 页上保存的文件',
  'record.cli.missing': (p) =>
    `这些是某人自己的练习：${p.ids.join('、')}。要让引擎也评判其中的回答，请把它们的文件（.md）也写上。`,
};
