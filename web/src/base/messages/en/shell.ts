/** Texts of the page around the pages: header, navigation, theme, faults. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const shell = addTexts({
  'shell.documentTitle': (p: { page: string }) => `${p.page} · Xipscope`,
  'shell.homeTitle': 'Xipscope: a microscope on PostgreSQL’s snapshots',
  'shell.skip': 'Skip to the content',
  'shell.nav': 'Pages',
  'shell.nav.home': 'Home',
  'shell.nav.play': 'Playground',
  'shell.nav.server': 'A real server',
  'shell.nav.standby': 'On a standby',
  'shell.figure.embed': 'Embed',
  'shell.figure.open': 'Open this figure on its own page',
  'shell.nav.lessons': 'Lessons',
  'shell.nav.exercises': 'Exercises',
  'shell.nav.record': 'Your record',
  'shell.nav.teacher': 'A class’s records',
  'shell.nav.lab': 'Lab',
  'shell.nav.lines': 'Cache lines',
  'shell.nav.layout': 'Layout',
  'shell.nav.model': 'Model',
  'shell.nav.ladder': 'Ladder',
  'shell.nav.cliff': 'Cliff',
  'shell.nav.calculator': 'Calculator',
  'shell.theme.toDark': 'Switch to the dark theme',
  'shell.theme.toLight': 'Switch to the light theme',
  'shell.lang': 'Language',
  'shell.stage.leave': 'Leave stage mode',
  'shell.loading': 'Loading the page…',
  'shell.notFound.title': 'There is no such page',
  'shell.param.wrong': (p: { name: string; text: string; want: string }) =>
    `“${p.text}” is not a value of “${p.name}”. It wants ${p.want}.`,
  'shell.fault.title': 'This part of the page failed',
  'shell.fault.text': 'The rest still works. Load the page again; if it fails again, please report the line below.',
  'shell.fault.reload': 'Load the page again',
  'shell.fault.chunk': 'A part of the page did not arrive. Check the connection, then try again.',
} satisfies Area<'shell'>);
