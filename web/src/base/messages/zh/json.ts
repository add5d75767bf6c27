import type { Translation } from '../index.ts';
import { row } from './words.ts';

const KIND_WORDS = {
  object: '对象',
  array: '列表',
  string: '文本',
  number: '数字',
  boolean: 'true 或 false',
  null: 'null',
} as const;

/** A path as a person writes it; the whole file has none. */
const of = (path: string) => (path === '' ? '文件' : path);

export const json: Translation<'json'> = {
  'json.text.unexpected': (p) => `这不是 JSON：此处应为${p.wanted}，却是 ${p.found}`,
  'json.text.end': '文件末尾',
  'json.text.value': '一个值',
  'json.text.key': '双引号中的键',
  'json.text.colon': '冒号',
  'json.text.commaOr': (p) => `逗号或 ${p.closing}`,
  'json.text.nothingMore': '文件到此结束',
  'json.text.unterminated': '这不是 JSON：从这里开始的文本在本行没有结束：缺少 "',
  'json.text.badEscape': '这不是 JSON：\\ 之后应为 " \\ / b f n r t 之一，或 u 加四个十六进制数字',
  'json.text.control': '这不是 JSON：文本中有控制字符；请写成 \\u 加四个十六进制数字',
  'json.text.badNumber': (p) => `这不是 JSON：${p.given} 不是 JSON 写法的数字，如 12、-3 或 0.25`,
  'json.text.tooDeep': (p, f) => `嵌套超过 ${f.integer(p.max)} 层`,
  'json.text.twice': (p) => `“${p.key}”在同一对象中出现两次；请去掉一个`,

  'json.fileTooLarge': (p, f) => `文件大于 ${f.bytes(p.max)}`,
  'json.wrongKind': (p) => `${of(p.path)}：应为${KIND_WORDS[p.wanted]}，却是${KIND_WORDS[p.found]}`,
  'json.missing': (p) => `${of(p.path)}：缺少“${p.key}”；请补上`,
  'json.unknownKey': (p) => `${of(p.path)}：未知的“${p.key}”；此处可用的有 ${row(p.known)}`,
  'json.notOneOf': (p) => `${p.path}：“${p.given}”不在 ${row(p.known)} 之列`,
  'json.outOfRange': (p, f) =>
    `${p.path}：${p.given} 超出 ${f.integer(p.from)} 到 ${f.integer(p.to)}${p.unit === '' ? '' : ` ${p.unit}`} 的范围；请给出范围内的数值`,
  'json.notWhole': (p) => `${p.path}：${p.given} 不是整数`,
  'json.emptyText': (p) => `${p.path}：文本为空；请写上内容或去掉该键`,
  'json.longText': (p, f) => `${p.path}：文本超过 ${f.integer(p.max)} 个字符`,
  'json.badFormat': (p) => `${p.path}：这是“${p.given}”；只能读取“${p.known}”`,
};
