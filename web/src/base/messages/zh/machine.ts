import type { Translation } from '../index.ts';

export const machine: Translation<'machine'> = {
  'machine.shortSource': (p, f) => `${p.path}：来源要写明标题、作者或厂商以及出处，至少 ${f.integer(p.min)} 个字符`,
  'machine.badId': (p) => `${p.path}：“${p.given}”不是 id：应为小写字母、数字，之间可用单个连字符`,
  'machine.cyclesNeedClock': (p) => `${p.path}：以周期计的数值需要“atGHz”，即该周期所指的时钟频率`,
  'machine.clockWithoutCycles': (p) => `${p.path}：“atGHz”属于以周期计的数值；这里是 ns`,
  'machine.tooManyCores': (p, f) =>
    `${p.path}：所有插槽共 ${f.integer(p.cores)} 个核；模型最多容纳 ${f.integer(p.max)} 个`,
  'machine.unevenL3': (p, f) => `${p.path}：一个插槽的 ${f.integer(p.cores)} 个核不能平均分给 ${f.integer(p.l3)} 个 L3`,
  'machine.neededWith': (p) => `${p.path}：缺少“${p.key}”，而这台机器有${p.because}；请补上`,
  'machine.notNeeded': (p) => `${p.path}：已给出，但这台机器有${p.because}；请去掉`,
  'machine.because.sockets': (p, f) => (p.sockets === 1 ? '一个插槽' : ` ${f.integer(p.sockets)} 个插槽`),
  'machine.because.l3': (p, f) => (p.l3 === 1 ? '每插槽一个 L3' : `每插槽 ${f.integer(p.l3)} 个 L3`),
  'machine.because.l2': '每核独有的二级缓存',
  'machine.because.noL2': '不属于各核独有的二级缓存',
  'machine.because.far': (p) => (p.far ? '不止一个 L3' : '所有核共享的一个 L3'),
  'machine.order': (p) => `${p.path}：${p.ns} 小于 ${p.other} 的 ${p.otherNs}；更远处不可能更近`,
  'machine.clockOrder': (p) => `${p.path}：它低于 ${p.other}；时钟频率应满足 base ≤ allCore ≤ singleCore`,
  'machine.tooManyPoints': (p, f) =>
    `${p.path}：${f.integer(p.given)} 个点；一台机器最多用 ${f.integer(p.max)} 个点拟合`,
  'machine.tooManyConstants': (p, f) => `${p.path}：${f.integer(p.given)} 个拟合常数；最多允许 ${f.integer(p.max)} 个`,
  'machine.noPoints': (p) => `${p.path}：常数没有用任何点拟合；请写明各点`,
  'machine.idIsFileName': (p) => `id：“${p.id}”与文件名不同；请把文件命名为 ${p.id}.json，或把机器命名为 ${p.file}`,
  'machine.texts.form':
    '[machine] 独占一行，然后是“name: …”、“about: …”、“simplified N: …”和“fitted CONSTANT: …”各行；# 开头的是注释',
  'machine.cli.lintTexts': (p, f) =>
    p.missing === 0
      ? `“${p.lang}”的机器文本齐全`
      : `“${p.lang}”缺少 ${f.integer(p.missing)} 台机器的文本，以英文显示：`,
  'machine.texts.noMachine': (p) => `这个文件旁边没有机器“${p.id}”`,
  'machine.texts.notThere': (p) => `机器“${p.id}”没有可译的“${p.key}”`,
};
