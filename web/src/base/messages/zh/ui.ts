import type { Translation } from '../index.ts';

export const ui: Translation<'ui'> = {
  'ui.close': '关闭',
  'ui.tryAgain': '重试',
  'ui.cancel': '取消',
  'ui.key.space': '空格',
  'ui.withKey': (p) => `${p.label}（${p.key}）`,
  'ui.file.save': '保存',
  'ui.file.saveAs': (p) => `保存为 ${p.format}`,
  'ui.file.light': '浅色',
  'ui.file.light.hint': '以浅色保存图片，便于打印',
  'ui.file.failed': (p) => `无法生成 ${p.format} 文件。`,
  'ui.file.saved': (p) => `已保存 ${p.file}。`,
  'ui.figure.table': '同一内容的表格',
  // Full-width marks bring their room with them; what ends in Latin letters, as an error does, needs a blank.
  'ui.sentences': (p) => p.all.join(' ').replace(/(?<=[。！？；：，”）]) /gu, ''),
  'ui.clauses': (p) => p.all.join('；'),
  'ui.items': (p) => p.all.join('，'),
  'ui.ended': (p) => `${p.text}。`,
  'ui.labelled': (p) => `${p.label}：${p.text}`,
  'ui.colon': '：',
  'ui.figure.tools': '保存此图',
};
