/** Texts of an assignment: its page, the bar above its lessons and exercises, and the teacher's maker of its link. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

/** 1st, 2nd, 3rd, 4th, 11th. */
const nth = (n: number): string => {
  const end = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${end}`;
};
const parts = (p: { lessons: number; exercises: number }, f: Format): string =>
  [
    ...(p.lessons === 0 ? [] : [`${f.integer(p.lessons)} ${f.plural(p.lessons, 'lesson', 'lessons')}`]),
    ...(p.exercises === 0 ? [] : [`${f.integer(p.exercises)} ${f.plural(p.exercises, 'exercise', 'exercises')}`]),
  ].join(' and ');

export const classSet = addTexts({
  'class.title': 'Your assignment',
  'class.lead': (p: { lessons: number; exercises: number }, f: Format) =>
    `${parts(p, f)}, and one file to hand in. Your answers are kept in this browser; you can stop and come back.`,
  'class.name': 'Your name',
  'class.nameByName': 'Your own variants of the exercises are drawn from it: the same name gives the same variants.',
  'class.nameSame': 'It is written into the file that you hand in.',
  'class.nameFirst': 'The exercises open once your name is here: it draws your own variants of them.',
  'class.do': 'Do these',
  'class.progress': (p: { done: number; of: number }, f: Format) => `${f.integer(p.done)} of ${f.integer(p.of)} done`,
  'class.begin': (p: { title: string }) => `Begin: ${p.title}`,
  'class.goOn': (p: { title: string }) => `Go on: ${p.title}`,
  'class.allDone': 'Everything is done. Hand it in below.',
  'class.kind.lesson': 'Lesson',
  'class.kind.exercise': 'Exercise',
  'class.standing.new': 'not started',
  'class.standing.tried': 'started',
  'class.standing.right': 'done',
  'class.counts':
    'A lesson is done when you have read its last step, an exercise when you have solved one of your own variants.',
  'class.handInFirst': 'There is nothing to hand in yet. The file holds your answers; it appears after the first one.',
  'class.handInLeft': (p: { left: number; of: number }, f: Format) =>
    `${f.integer(p.left)} of ${f.integer(p.of)} still open; you can hand in again.`,
  'class.handInHow':
    'Download the file and send it to your teacher. A newer file has everything that an older one had.',
  'class.none.title': 'This link names no assignment',
  'class.none.lead':
    'An assignment’s link has “set=” in it, and then the names of its lessons and exercises. Ask your teacher for the whole link; it may have been cut off in a message.',
  'class.none.toTeacher': 'For teachers: make an assignment',
  'class.unknown': (p: { n: number }, f: Format) =>
    `The link names ${f.integer(p.n)} ${f.plural(p.n, 'thing', 'things')} that this copy of Xipscope does not have. ${f.plural(p.n, 'It is', 'They are')} left out; everything else works.`,
  'class.unknown.one': (p: { at: number; name: string; near: string }) =>
    `The ${nth(p.at)} name of the set, “${p.name}”, is neither a lesson nor an exercise.${p.near === '' ? '' : ` Perhaps “${p.near}” is meant.`}`,
  'class.unknown.tell': 'Tell your teacher: the names are at the end of a lesson’s or exercise’s own address.',

  'class.fault.empty':
    'set: no names. Write names of lessons and exercises with commas between them, as in set=two-stamps,who-sees-it.',
  'class.fault.many': (p: { found: number; max: number }, f: Format) =>
    `set: ${f.integer(p.found)} names; an assignment has ${f.integer(p.max)} at most. Make two links of it.`,
  'class.fault.name': (p: { at: number; name: string }) =>
    p.name === ''
      ? `set: the ${nth(p.at)} name is empty. Remove one of the two commas next to each other, or the comma at the end.`
      : `set: the ${nth(p.at)} name, “${p.name}”, cannot be a name. Names have small letters, digits and hyphens, with commas between them, as in set=two-stamps,who-sees-it.`,
  'class.fault.twice': (p: { at: number; first: number; name: string }) =>
    `set: “${p.name}” is there twice, as the ${nth(p.first)} and the ${nth(p.at)} name. Remove one of them.`,
  'class.fault.seed': (p: { text: string; max: number }, f: Format) =>
    `seed: “${p.text}” is neither by-name nor a whole number up to ${f.integer(p.max)}. Write seed=by-name for variants drawn from each student’s name, or a number for the same variants for everybody.`,

  'class.bar.label': 'Your assignment',
  'class.bar.next': (p: { title: string }) => `Next in this set: ${p.title}`,
  'class.bar.handIn': 'All done: hand in',
  'class.bar.all': (p: { done: number; of: number }, f: Format) =>
    `Assignment: ${f.integer(p.done)} of ${f.integer(p.of)} done`,
  'class.bar.leave': 'Hide this bar',

  'class.make.title': 'Make an assignment',
  'class.make.lead':
    'One link for the whole class: each student sees the list, works through it, and hands in one file. You open the files on this page.',
  'class.make.open': 'Choose lessons and exercises',
  'class.make.lesson': (p: { number: number; title: string }) => `Lesson ${p.number}: ${p.title}`,
  'class.make.variants': 'Variants',
  'class.make.byName': 'each student their own, from their name',
  'class.make.same': 'the same for everybody',
  'class.make.number': 'Variant',
  'class.make.linkOf': (p: { n: number }, f: Format) =>
    `The link, with ${f.integer(p.n)} ${f.plural(p.n, 'part', 'parts')}`,
  'class.make.nothing': 'Choose at least one lesson or exercise: the link appears here.',
  'class.make.tooMany': (p: { max: number }, f: Format) =>
    `An assignment has ${f.integer(p.max)} parts at most. Remove some, or make two links.`,
  'class.make.copy': 'Copy the link',
  'class.make.copied': 'The link has been copied.',
  'class.make.notCopied': 'The browser refused to copy: select the link and copy it.',
  'class.make.try': 'Open it as a student would',
  'class.make.table': 'Open its table',
  'class.make.chosen': (p: { lessons: number; exercises: number }, f: Format) =>
    p.lessons + p.exercises === 0 ? 'nothing chosen yet' : `${parts(p, f)} chosen`,
  'class.make.clear': 'Choose nothing',
  'class.make.own':
    'An exercise that you wrote yourself has its whole text in its own link (Exercises → Write your own → Copy the link); hand that out next to this one.',
} satisfies Area<'class'>);
