/** Texts of the tools below a figure, and of files that are saved. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const uiFigure = addTexts({
  'ui.file.save': 'Save',
  'ui.file.saveAs': (p: { format: string }) => `Save as ${p.format}`,
  'ui.file.light': 'Light',
  'ui.file.light.hint': 'Save pictures in light colours, for paper',
  'ui.file.failed': (p: { format: string }) => `The ${p.format} file could not be made.`,
  'ui.file.saved': (p: { file: string }) => `Saved ${p.file}.`,
  'ui.figure.table': 'The same as a table',
  'ui.figure.tools': 'Save this figure',
} satisfies Area<'ui'>);
