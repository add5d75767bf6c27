/** 学习管理系统（SCORM 1.2）中的一课或一组练习。 */
import type { Translation } from '../index.ts';

export const course: Translation<'course'> = {
  'course.choose': '练习',
  'course.back': '回到课程',
  'course.done': (p, f) => `${f.integer(p.of)} 个中答对 ${f.integer(p.right)} 个。`,
  'course.told': '由你的学习管理系统保存。',
  'course.noLms': '本页周围没有学习管理系统：什么也不报告；其余都能用。',
  'course.refused': (p) => `学习管理系统拒绝了：${p.what}。你可以继续；请询问管理它的人。`,
  'course.faulty': (p) => `这个包已损坏（${p.what}）。请老师重新上传。`,
};
