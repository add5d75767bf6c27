import type { Translation } from '../index.ts';

export const errors: Translation<'errors'> = {
  'errors.notANumber': (p) => `${p.name}：“${p.text}”不是数字。`,
  'errors.empty': (p) => `${p.name}：这里需要一个数字。`,
  'errors.notWhole': (p) => `${p.name}：“${p.text}”不是整数。`,
  'errors.tooSmall': (p, f) => `${p.name}：最小允许 ${f.integer(p.min)}。`,
  'errors.tooLarge': (p, f) => `${p.name}：最大允许 ${f.integer(p.max)}。`,
  'errors.labGone': '实验室已关闭。重新加载页面即可再次启动。',
  'errors.labSlow': '实验室未能在 15 秒内启动。请关闭其他占用较多资源的页面，然后重新加载。',
  'errors.labNoWorker': '无法加载运行实验室的 worker。请检查网络连接后重试；如果没有用，请查看浏览器控制台。',
  'errors.stillRunning': (p) => `仍在以 ${p.value} 运行。`,
  'errors.notLoaded.engine': '页面的引擎部分无法加载：有文件没有到达。请检查网络连接后重试。',
  'errors.notLoaded.file': '页面的一个文件没有到达',
  'errors.notLoaded.reader': '无法加载页面中读取文件的部分。请检查网络连接后重试。',
  'errors.notLoaded.exercise': '无法加载这道练习。请检查网络连接后重试。',
};
