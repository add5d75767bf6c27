/** Texts of the Playground’s figures wherever they stand, and of the links that open them. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const stageFigure = addTexts({
  'stage.want.number': (p: { min: number; max: number }, f: Format) =>
    `a whole number from ${f.integer(p.min)} to ${f.integer(p.max)}`,
  'stage.want.spec': 'the name of a scenario: small letters, digits and hyphens',
  'stage.want.oneScenario': 'An address has “spec” or “text”, not both.',
  'stage.want.lesson': 'the name of a lesson: small letters, digits and hyphens',
  'stage.want.exercise': 'the name of an exercise: small letters, digits and hyphens',
  'stage.want.packed': 'a packed text, as “Copy link” makes it',
  'stage.want.moves': 'moves, as “Copy link” writes them',
  'stage.want.name': 'a name, at most 63 characters',
  'stage.want.row': 'TABLE.BLOCK.OFFSET',
  'stage.note.badLink': (p: { how: 'broken' | 'too-large' }) =>
    p.how === 'broken'
      ? 'The spec in this link is broken or cut off. Ask for the link again, or open the file.'
      : 'The spec in this link is too large.',
  'stage.note.linked': 'linked.spec',
  'stage.note.noScenario': (p: { id: string }) => `There is no scenario “${p.id}”: choose one.`,
  'stage.note.notFetched': 'The scenario could not be fetched. Check the network, try again.',
  'stage.note.movesDoNotFit': 'This link’s moves or step do not fit this spec: it begins at its start.',
  'stage.note.noSession': (p: { session: string }) =>
    `This spec has no session “${p.session}”, which the link chooses.`,
  'stage.note.engineFailed': (p: { what: string }) => `The engine stopped: ${p.what}. Open the scenario again.`,
  'stage.figure.rulesOf': (p: { rules: number }) => `PostgreSQL ${p.rules} rules`,
  'stage.figure.name': 'Figure',
  'stage.figure.lanes': 'Sessions',
  'stage.figure.rows': 'Rows',
  'stage.figure.xids': 'Xids',
  'stage.figure.why': 'Why',
  'stage.figure.conflicts': 'Conflicts',
  'stage.figure.subtrans': 'pg_subtrans',
  'stage.figure.subxids': 'Subxids',
  'stage.figure.horizons': 'Horizons',
  'stage.figure.position': (p: { at: number; of: number }, f: Format) =>
    `move ${f.integer(p.at)} of ${f.integer(p.of)}`,
  'stage.figure.loading': 'Getting the figure ready…',
  'stage.figure.previous': 'Previous move',
  'stage.figure.next': 'Next move',
} satisfies Area<'stage'>);
