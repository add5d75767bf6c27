/** 教师页：全班的记录。 */
import type { Translation } from '../index.ts';

const whose = (file: string, name: string): string => (name === '' ? file : `${file}（${name}）`);

export const teacher: Translation<'teacher'> = {
  'teacher.title': '教师页',
  'teacher.ways': '从这四件事开始',
  'teacher.way.make': '布置作业',
  'teacher.way.make.says': '选好课和练习：一个链接发给全班，每人交回一个文件。',
  'teacher.way.results': '查看结果',
  'teacher.way.results.says': '打开学生交来的文件，汇成一张表。',
  'teacher.way.embed': '嵌入一幅图',
  'teacher.way.embed.says':
    '把可以操作的图放进你自己的网页：图下方的“嵌入”（演练场里是“选项”中的“保存”）给出要粘贴的 HTML。可以在第 1 课里试试。',
  'teacher.results': '查看结果',
  'teacher.lead': '打开学生提交的文件，或它们所在的文件夹，汇成一张表；引擎重新评判各个回答。',
  'teacher.plan': '准备一节课',
  'teacher.plan.says': '90 分钟：教师一页，学生一页，全班一个链接。',
  'teacher.private': '什么也不会发送：文件在这个浏览器里读取，离开本页即清除。',
  'teacher.open': '打开文件…',
  'teacher.folder': '打开文件夹…',
  'teacher.add': '添加文件…',
  'teacher.addFolder': '添加文件夹…',
  'teacher.adds': '现在打开的会加到这些记录里；要重新开始，请点“忘记这些文件”。',
  'teacher.drop': '把记录放到这里',
  'teacher.dropHint': '记录以 .json 结尾，你自己的练习以 .md 结尾；其余的略过，并列出名字。',
  'teacher.own': '你自己的记录',
  'teacher.lms':
    '用于教学平台（LMS）：在 Xipscope 的源码副本里，“npm run scorm -- --lesson ID”把一课打成 SCORM 1.2 包，“npm run scorm -- --exercises ID”打包这一课的练习（“all”：全部练习）。ID 是该课在地址中的名字。',
  'teacher.forget': '忘记这些文件',
  'teacher.read': (p, f) =>
    `读取了 ${f.integer(p.records)} 份记录${p.exercises === 0 ? '' : `，${f.integer(p.exercises)} 个你自己的练习`}${p.faulty === 0 ? '' : `，${f.integer(p.faulty)} 个文件有问题`}。`,
  'teacher.again': (p, f) => `其中 ${f.integer(p.records)} 份早已打开。`,
  'teacher.others': (p, f) =>
    `既不是记录也不是练习而略过：${p.files.join('、')}${p.more === 0 ? '' : `，以及另外 ${f.integer(p.more)} 个文件`}。`,
  'teacher.before': (p, f) => `之前打开的 ${f.integer(p.records)} 份记录仍在。`,
  'teacher.older': (p, f) =>
    `同一份记录的旧文件，不计入：${p.files.map(({ file, newest }) => `${file}（见 ${newest}）`).join('、')}${p.more === 0 ? '' : `，以及另外 ${f.integer(p.more)} 个文件`}。`,
  'teacher.faulty': '无法读取的文件',
  'teacher.problem': (p) => `第 ${p.line} 行，第 ${p.column} 列：${p.message}`,
  'teacher.moreProblems': (p, f) => `此文件还有 ${f.integer(p.more)} 处错误`,
  'teacher.unreadable': '无法读取此文件；它可能已被移动或删除',
  'teacher.tooMany': (p, f) => `在它之前已打开 ${f.integer(p.max)} 个文件；请打开小一些的文件夹`,
  'teacher.tooLarge': (p, f) => `在它之前打开的文件共有 ${f.bytes(p.max)}；请打开小一些的文件夹`,
  'teacher.none': (p) => `其中没有记录（.json），也没有练习（.md）。整个文件夹请用“${p.folder}”。`,
  'teacher.table': '学生与练习',
  'teacher.legend.checked': '答对（已核对）：本页的引擎把题重新算过。',
  'teacher.legend.claimed': '答对（文件所记）：记录自己的说法。',
  'teacher.legend.marks': '✓ 2：第二次答对。✗ 3：尝试三次，都不对。4/5：一课的五个问题答对四个。',
  'teacher.legend.differs': '!：记录所称与引擎的评判不同，显示的是评判。',
  'teacher.legend.unjudged':
    '只计入“文件所记”，因为这里无法评判：课中的预测、这里没有的练习和课、长达 400 个字符的回答（记录最多保留这么多），以及引擎没能算完的回答。',
  'teacher.legend.opens': '点标记可看到相应的回答。',
  'teacher.tries.title': (p) => `${p.name}：${p.title}`,
  'teacher.tries.variant': (p) => `变体 ${p.seed}`,
  'teacher.tries.step': (p) => `第 ${p.step} 步`,
  'teacher.tries.answer': (p) => `回答：${p.answer}`,
  'teacher.tries.means': (p) => `回答：${p.answer}（${p.means}）`,
  'teacher.tries.verdict': (p) =>
    `${p.right ? '正确' : '错误'}${p.by === 'engine' ? '' : p.by === 'file' ? '（按文件）' : `，但记录称${p.right ? '错误' : '正确'}`}`,
  'teacher.name': '姓名',
  'teacher.file': '文件',
  'teacher.right': '答对（已核对）',
  'teacher.claimed': '答对（文件所记）',
  'teacher.notRecord': '这不是 Xipscope 的记录。',
  'teacher.judging': '评判中……',
  'teacher.notJudged': '未评判',
  'teacher.tried': '试过的题',
  'teacher.tries': '尝试次数',
  'teacher.last': '最近一次（UTC）',
  'teacher.code': '代码',
  'teacher.notes': '值得一看',
  'teacher.noName': '没有姓名',
  'teacher.sort': (p) => `排序：${p.by}`,
  'teacher.code.fits': '相符',
  'teacher.code.changed': '不相符',
  'teacher.code.none': '没有',
  'teacher.code.unknown': '未计算',
  'teacher.note.changed': '文件中的代码不对：文件在生成之后被改过。',
  'teacher.note.differs': (p, f) => `引擎对 ${f.integer(p.tries)} 次尝试的评判不同。`,
  'teacher.note.instant': (p, f) => `${f.integer(p.tries)} 个回答与提问或另一个回答在同一毫秒。`,
  'teacher.note.early': (p, f) => `${f.integer(p.tries)} 个回答的时间早于它的提问。`,
  'teacher.note.future': (p, f) => `${f.integer(p.tries)} 个回答的日期还没有到。`,
  'teacher.note.manyTries': (p, f) => `对同一个问题尝试了 ${f.integer(p.tries)} 次。`,
  'teacher.note.same': (p) => `与 ${whose(p.file, p.name)} 的尝试相同，时间精确到毫秒。`,
  'teacher.note.shared': (p, f) => `与 ${whose(p.file, p.name)} 有 ${f.integer(p.tries)} 次尝试相同，时间精确到毫秒。`,
  'teacher.note.nameTwice': '另一个文件有相同的姓名。',
  'teacher.cell.exercise': (p, f) =>
    `${p.right ? `第 ${f.integer(p.tries)} 次答对` : `尝试 ${f.integer(p.tries)} 次，都不对`}${p.hints === 0 ? '' : `，看了 ${f.integer(p.hints)} 个提示`}${p.differing === 0 ? '' : '，以引擎的评判为准；记录所称不同'}`,
  'teacher.cell.lesson': (p, f) =>
    `${f.integer(p.tried)} 个问题答对 ${f.integer(p.right)} 个${p.differing === 0 ? '' : '，以课中的评判为准；记录所称不同'}`,
  'teacher.cell.none': '没有试过',
  'teacher.checking': (p, f) => `引擎正在重新评判：${f.integer(p.of)} 个变体中的 ${f.integer(p.done)} 个。`,
  'teacher.cancelled': (p, f) =>
    `已在评判 ${f.integer(p.of)} 个变体中的 ${f.integer(p.done)} 个之后取消。其余答案按记录自称的结果显示。`,
  'teacher.checked': (p, f) =>
    `引擎核对了 ${f.integer(p.agrees + p.differs)} 次尝试：${
      p.differs === 0 ? '都与记录一致' : `${f.integer(p.differs)} 次与记录不同`
    }。${
      p.predictions === 0 ? '' : `课中的 ${f.integer(p.predictions)} 次预测以记录为准。`
    }${p.unknown === 0 ? '' : `${f.integer(p.unknown)} 次尝试所属的练习或问题，这份 Xipscope 里没有。`}${
      p.failed === 0 ? '' : `${f.integer(p.failed)} 次无法评判。`
    }`,
  'teacher.missing': (p) =>
    `这些是某人自己的练习：${p.ids.join('、')}。要让引擎也评判其中的回答，请现在打开它们的文件（.md），须与分发时一样；记录会留着。`,
  'teacher.assigned': (p) => `作业内容：${p.titles.join('、')}。`,
  'teacher.assigned.without': '不看作业，只看表格',
  'teacher.assigned.paste': '要同时看到没有做的，请粘贴作业的链接',
  'teacher.left': '布置了，没有试过',
  'teacher.left.none': '没有',
  'teacher.left.some': (p, f) => `${f.integer(p.of)} 项中的 ${f.integer(p.n)} 项`,
  'teacher.cell.assigned': '布置了，没有试过',
  'teacher.question.notTried': '没有试过的人',
  'teacher.means.options': (p) => p.texts.map((text) => `“${text}”`).join('和'),
  'teacher.means.instead': (p) => `“${p.given}”，应为“${p.right}”`,
  'teacher.means.moves': '没有达到目标的步骤',
  'teacher.means.rows': (p) =>
    p.isNone
      ? '一个版本也看不到'
      : [
          ...(p.countsOld > 0 ? ['多选了已被替换或删除的版本'] : []),
          ...(p.countsNew > 0 ? ['多选了读者看不到的新版本'] : []),
          ...(p.missesOld > 0 ? ['漏了一个版本：读者看不到它的替换或删除'] : []),
          ...(p.missesNew > 0 ? ['漏了没有人替换过的版本'] : []),
        ].join('；'),
  'teacher.means.snapshot': (p) =>
    [
      ...(p.xmin === 0 ? [] : [p.xmin < 0 ? 'xmin 偏小' : 'xmin 偏大']),
      ...(p.xmax === 0 ? [] : [p.xmax < 0 ? 'xmax 偏小' : 'xmax 偏大']),
      ...(p.lists ? ['xip 多列了事务'] : []),
      ...(p.lacks ? ['xip 漏了正在运行的事务'] : []),
    ].join('；'),
  'teacher.csv': '表格存为 CSV',
  'teacher.questions': '逐题来看',
  'teacher.questions.hint':
    '答对：得到了这一题的分，无论是第一次还是后来。错误回答按其含义计数，不论哪个变体，每份记录只计一次；链接打开其中第一个变体，或课中的那一步。',
  'teacher.question': '题目',
  'teacher.question.step': (p) => `${p.title}，第 ${p.step} 步`,
  'teacher.question.tried': '试过的人',
  'teacher.question.right': '答对',
  'teacher.question.once': '第一次就答对',
  'teacher.question.wrong': '最常见的错误回答',
  'teacher.question.given': (p, f) => `${p.answer}（${f.integer(p.records)} 份记录）`,
  'teacher.answer.options': (p) => `选项 ${p.all.join('、')}`,
  'teacher.answer.rows': (p) => (p.rows.length === 0 ? '没有版本' : `版本 ${p.rows.join('、')}`),
  'teacher.answer.snapshot': (p) =>
    `xmin ${p.xmin}，xmax ${p.xmax}，xip ${p.xip.length === 0 ? '为空' : p.xip.join(' ')}`,
  'teacher.answer.moves': (p, f) => `${f.integer(p.count)} 步的顺序`,
  'teacher.csvQuestions': '逐题存为 CSV',
  'teacher.csvTries': '全部尝试存为 CSV',
  'teacher.saved': (p) => `${p.file} 已保存到下载文件夹。`,
  'teacher.check': '核对代码',
  'teacher.check.label': '学生另行送来的代码',
  'teacher.check.do': '核对',
  'teacher.check.fits': (p) => `它与 ${whose(p.file, p.name)} 相符：代码就是由这个文件生成的。`,
  'teacher.check.stale': (p) => `它是写在 ${p.file} 中的代码，但该文件在代码生成之后被改过。`,
  'teacher.check.noFile': (p, f) =>
    `它与打开的文件都不相符。它说：${f.integer(p.tried)} 个问题答对 ${f.integer(p.right)} 个。`,
  'teacher.check.length': (p, f) => `代码有 ${f.integer(p.wanted)} 个字母和数字；这里有 ${f.integer(p.given)} 个。`,
  'teacher.check.symbol': (p) => `任何代码里都没有“${p.symbol}”。请再读一遍。`,
  'teacher.check.check': '有一个字母或数字输错了，或有两个颠倒了。请再读一遍。',
  'teacher.tableHint': '表格可以横向滚动。',
};
