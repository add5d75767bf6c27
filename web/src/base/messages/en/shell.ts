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
  'shell.figure.embed': 'Embed',
  'shell.figure.open': 'Open this figure on its own page',
  'shell.nav.lessons': 'Lessons',
  'shell.nav.exercises': 'Exercises',
  'shell.nav.lab': 'Lab',
  'shell.theme.toDark': 'Switch to the dark theme',
  'shell.theme.toLight': 'Switch to the light theme',
  'shell.lang': 'Language',
  'shell.present': 'Present',
  'shell.stage.leave': 'Stop presenting',
  'shell.loading': 'Loading the page…',
  'shell.notFound.title': 'There is no such page',
  'shell.param.wrong': (p: { name: string; text: string; want: string }) =>
    `“${p.text}” is not a value of “${p.name}”. It must be ${p.want}.`,
  'shell.fault.title': 'This part of the page failed',
  'shell.fault.text': 'The rest still works. Load the page again; if it fails again, please report the line below.',
  'shell.fault.reload': 'Load the page again',
  'shell.fault.chunk': 'A part of the page did not arrive. Check the connection, then try again.',
} satisfies Area<'shell'>);
