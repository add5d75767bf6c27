/** Texts of the sources of a lesson's numbers. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const lessonsSource = addTexts({
  'lessons.source.table': (p: { title: string; part: string; machine: string }) =>
    `${p.title}, ${p.part}; ${p.machine}`,
  'lessons.source.notes': 'noted in this project’s scenarios/published/README.md, which has no table for it',
  'lessons.source.machine': (p: { machine: string; source: string }) =>
    `an input of the model of ${p.machine}: ${p.source}`,
  'lessons.source.real': (p: { version: string }) =>
    `server ${p.version}, npm build, on a virtual machine with two cores, November 2026`,
} satisfies Area<'lessons'>);
