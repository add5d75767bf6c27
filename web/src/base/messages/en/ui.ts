/** Words of the interface's own parts: controls, dialogs, exports. No domain words. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const ui = addTexts({
  'ui.close': 'Close',
  'ui.tryAgain': 'Try again',
  'ui.cancel': 'Cancel',
  'ui.key.space': 'Space',
  'ui.withKey': (p: { label: string; key: string }) => `${p.label} (${p.key})`,
  'ui.sentences': (p: { all: readonly string[] }) => p.all.join(' '),
  'ui.clauses': (p: { all: readonly string[] }) => p.all.join('; '),
  'ui.items': (p: { all: readonly string[] }) => p.all.join(', '),
  'ui.ended': (p: { text: string }) => `${p.text}.`,
  'ui.labelled': (p: { label: string; text: string }) => `${p.label}: ${p.text}`,
  /** The separator between a label and the labelled text in a drawing. */
  'ui.colon': ': ',
} satisfies Area<'ui'>);
