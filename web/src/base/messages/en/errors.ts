/** Messages about wrong input. Each text names what is wrong and what would be right. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const errors = addTexts({
  'errors.notANumber': (p: { name: string; text: string }) => `${p.name}: “${p.text}” is not a number.`,
  'errors.empty': (p: { name: string }) => `${p.name}: a number is needed here.`,
  'errors.notWhole': (p: { name: string; text: string }) => `${p.name}: “${p.text}” is not a whole number.`,
  'errors.tooSmall': (p: { name: string; min: number }, f: Format) =>
    `${p.name}: ${f.integer(p.min)} is the smallest allowed value.`,
  'errors.tooLarge': (p: { name: string; max: number }, f: Format) =>
    `${p.name}: ${f.integer(p.max)} is the largest allowed value.`,
  'errors.labGone': 'The lab was closed. Reload the page to start it again.',
  'errors.labSlow': 'The lab did not start within 15 seconds. Close other heavy pages, then reload.',
  'errors.labNoWorker':
    'The worker that runs the lab could not be loaded. Check the connection, then try again; if that does not help, look at the browser’s console.',
  'errors.stillRunning': (p: { value: string }) => `Still running with ${p.value}.`,
} satisfies Area<'errors'>);
