/** 作业：它的页面、课程与练习上方的横条，以及教师页上生成链接的部分。 */
import type { Format } from '../format.ts';
import type { Translation } from '../index.ts';

const parts = (p: { lessons: number; exercises: number }, f: Format): string =>
  [
    ...(p.lessons === 0 ? [] : [`${f.integer(p.lessons)} 课`]),
    ...(p.exercises === 0 ? [] : [`${f.integer(p.exercises)} 个练习`]),
  ].join('、');

export const classSet: Translation<'class'> = {
  'class.title': '你的作业',
  'class.lead': (p, f) => `${parts(p, f)}，最后提交一个文件。回答保存在这个浏览器里，可以中途停下，以后接着做。`,
  'class.name': '你的姓名',
  'class.nameByName': '练习的变体由姓名决定：同一个姓名，总是同样的变体。',
  'class.nameSame': '它会写进你提交的文件。',
  'class.nameFirst': '输入姓名后，练习才能打开：变体由姓名决定。',
  'class.do': '要做的内容',
  'class.progress': (p, f) => `共 ${f.integer(p.of)} 项，已完成 ${f.integer(p.done)} 项`,
  'class.begin': (p) => `开始：${p.title}`,
  'class.goOn': (p) => `继续：${p.title}`,
  'class.allDone': '全部完成。请在下面提交。',
  'class.kind.lesson': '课',
  'class.kind.exercise': '练习',
  'class.standing.new': '未开始',
  'class.standing.tried': '进行中',
  'class.standing.right': '已完成',
  'class.counts': '一课读到最后一步算完成；一个练习，解出一个你自己的变体算完成。',
  'class.handInFirst': '还没有可以提交的内容。文件里是你的回答，答完第一题就会出现。',
  'class.handInLeft': (p, f) => `共 ${f.integer(p.of)} 项，还有 ${f.integer(p.left)} 项未完成；以后可以再交。`,
  'class.handInHow': '下载文件，交给老师。新文件包含旧文件里的全部内容。',
  'class.none.title': '这个链接里没有作业',
  'class.none.lead': '作业的链接带有“set=”，后面是课程和练习的名字。链接可能在转发时被截断了，请向老师要完整的链接。',
  'class.none.toTeacher': '教师：布置作业',
  'class.unknown': (p, f) => `链接里有 ${f.integer(p.n)} 项是这份 Xipscope 没有的，已略过；其余照常可用。`,
  'class.unknown.one': (p) =>
    `第 ${p.at} 个名字“${p.name}”既不是课，也不是练习。${p.near === '' ? '' : `是不是“${p.near}”？`}`,
  'class.unknown.tell': '请告诉老师：名字就是课或练习自己地址末尾的那一段。',

  'class.fault.empty': 'set：没有名字。请写课和练习的名字，用半角逗号隔开，例如 set=two-stamps,who-sees-it。',
  'class.fault.many': (p, f) =>
    `set：有 ${f.integer(p.found)} 个名字；一份作业最多 ${f.integer(p.max)} 个。请分成两个链接。`,
  'class.fault.name': (p) =>
    p.name === ''
      ? `set：第 ${p.at} 个名字是空的。请去掉多余的逗号。`
      : `set：第 ${p.at} 个名字“${p.name}”写法不对。名字由小写字母、数字和连字符组成，用半角逗号隔开，例如 set=two-stamps,who-sees-it。`,
  'class.fault.twice': (p) => `set：“${p.name}”出现了两次，是第 ${p.first} 个和第 ${p.at} 个名字。请去掉一个。`,
  'class.fault.seed': (p, f) =>
    `seed：“${p.text}”既不是 by-name，也不是不超过 ${f.integer(p.max)} 的整数。要让变体由各人的姓名决定，写 seed=by-name；要让大家做同样的变体，写一个数。`,

  'class.bar.label': '你的作业',
  'class.bar.next': (p) => `下一项：${p.title}`,
  'class.bar.handIn': '全部完成：去提交',
  'class.bar.all': (p, f) => `作业：${f.integer(p.done)} / ${f.integer(p.of)}`,
  'class.bar.leave': '隐藏此横条',

  'class.make.title': '布置作业',
  'class.make.lead': '一个链接发给全班：学生看到清单，逐项完成，最后交一个文件；你在本页打开这些文件。',
  'class.make.open': '选择课和练习',
  'class.make.lesson': (p) => `第 ${p.number} 课：${p.title}`,
  'class.make.variants': '变体',
  'class.make.byName': '由姓名决定，各人不同',
  'class.make.same': '大家都一样',
  'class.make.number': '变体号',
  'class.make.linkOf': (p, f) => `链接，共 ${f.integer(p.n)} 项`,
  'class.make.nothing': '至少选一课或一个练习，链接就会出现在这里。',
  'class.make.tooMany': (p, f) => `一份作业最多 ${f.integer(p.max)} 项。请去掉几项，或分成两个链接。`,
  'class.make.copy': '复制链接',
  'class.make.copied': '链接已复制。',
  'class.make.notCopied': '浏览器不允许：请选中链接再复制。',
  'class.make.try': '以学生的身份打开',
  'class.make.table': '打开它的表格',
  'class.make.chosen': (p, f) => (p.lessons + p.exercises === 0 ? '尚未选择' : `已选 ${parts(p, f)}`),
  'class.make.clear': '全部取消',
  'class.make.own':
    '你自己写的练习，全文就在它自己的链接里（练习 → 自己写一个 → 复制链接）；请和这个链接一起发给学生。',
};
