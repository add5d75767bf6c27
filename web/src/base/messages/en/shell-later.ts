/** Texts around the pages that come after a first one: their names, the way around the Lab, a new version's notice. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const shellLater = addTexts({
  'shell.page.server': 'Real server',
  'shell.page.standby': 'Standby',
  'shell.page.record': 'Your record',
  'shell.page.teacher': 'For teachers',
  'shell.page.class': 'Your assignment',
  'shell.page.plan': 'A 90-minute lesson',
  'shell.page.measure': 'Measure',
  'shell.page.lines': 'Cache lines',
  'shell.page.layout': 'Layout',
  'shell.page.model': 'Big server',
  'shell.page.ladder': 'Designs',
  'shell.page.cliff': 'Savepoints',
  'shell.page.litmus': 'Litmus',
  'shell.page.calculator': 'Calculator',
  'shell.page.simplified': 'Simplified',
  'shell.page.glossary': 'Glossary',
  'shell.labNav': 'The Lab’s pages',
  'shell.labNav.lab': 'Overview',
  'shell.stage.step': 'Step',
  'shell.stage.part': 'Part',
  'shell.stage.savepoints': 'Savepoints',
  'shell.stage.theme': 'Theme',
  'shell.stage.back': 'Back to the picture',
  'shell.update.text': 'A new version of Xipscope is available.',
  'shell.update.load': 'Load it',
  'shell.update.later': 'Later',
} satisfies Area<'shell'>);
