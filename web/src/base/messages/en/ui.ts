/** Words of the interface's own parts: controls, dialogs, exports. No domain words. */
import type { Area } from '../types.ts';

export const ui = {
  'ui.close': 'Close',
  'ui.tryAgain': 'Try again',
  'ui.cancel': 'Cancel',
  'ui.key.space': 'Space',
  'ui.withKey': (p: { label: string; key: string }) => `${p.label} (${p.key})`,
  'ui.file.save': 'Save',
  'ui.file.saveAs': (p: { format: string }) => `Save as ${p.format}`,
  'ui.file.failed': (p: { format: string }) => `The ${p.format} file could not be made.`,
  'ui.file.saved': (p: { file: string }) => `Saved ${p.file}.`,
  'ui.figure.table': 'The same as a table',
  /** Words that are put together from parts: every language has its own marks and blanks between them. */
  'ui.sentences': (p: { all: readonly string[] }) => p.all.join(' '),
  'ui.clauses': (p: { all: readonly string[] }) => p.all.join('; '),
  'ui.items': (p: { all: readonly string[] }) => p.all.join(', '),
  'ui.ended': (p: { text: string }) => `${p.text}.`,
  'ui.labelled': (p: { label: string; text: string }) => `${p.label}: ${p.text}`,
  /** The separator between a label and the labelled text in a drawing. */
  'ui.colon': ': ',
  'ui.figure.tools': 'Save this figure',
} satisfies Area<'ui'>;
