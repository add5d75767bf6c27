/** Texts of the page around the pages: header, navigation, theme, faults. */
import type { Area } from '../types.ts';

export const shell = {
  'shell.name': 'xipscope',
  'shell.documentTitle': (p: { page: string }) => `${p.page} · Xipscope`,
  'shell.homeTitle': 'Xipscope: a microscope on PostgreSQL’s snapshots',
  'shell.skip': 'Skip to the content',
  'shell.nav': 'Pages',
  'shell.nav.home': 'Home',
  'shell.nav.play': 'Playground',
  'shell.nav.server': 'A real server',
  'shell.nav.lab': 'Lab',
  'shell.nav.lines': 'Cache lines',
  'shell.nav.model': 'Model',
  'shell.nav.ladder': 'Ladder',
  'shell.nav.cliff': 'Cliff',
  'shell.labNav': 'The Lab’s pages',
  'shell.labNav.lab': 'Measure',
  'shell.theme': 'Theme',
  'shell.theme.toDark': 'Switch to the dark theme',
  'shell.theme.toLight': 'Switch to the light theme',
  'shell.lang': 'Language',
  'shell.stage.leave': 'Leave stage mode',
  'shell.stage.hint': 'Stage mode. F leaves it.',
  'shell.loading': 'Loading the page…',
  'shell.notFound.title': 'There is no such page',
  'shell.notFound.text': (p: { path: string }) => `Nothing is at “${p.path}”.`,
  'shell.toHome': 'Go to the race on the Home page',
  'shell.badAddress.title': 'This address cannot be read',
  'shell.badAddress.newer': (p: { version: number; known: number }) =>
    `It was made by a newer Xipscope (address version ${p.version}); this copy reads up to version ${p.known}. Reload the page to get the newest copy, or ask for the link again.`,
  'shell.badAddress.version': (p: { text: string }) => `“${p.text}” is not an address version. A whole number is.`,
  'shell.badAddress.param': (p: { name: string; text: string; want: string }) =>
    `“${p.text}” is not a value of “${p.name}”. It wants ${p.want}.`,
  'shell.badAddress.unknown': (p: { name: string }) => `There is no parameter “${p.name}” on this page.`,
  'shell.badAddress.toLab': 'Open the Lab with its defaults',
  'shell.badAddress.toPlay': 'Open the Playground with a shipped scenario',
  'shell.fault.title': 'This part of the page failed',
  'shell.fault.text': 'The rest still works. Load the page again; if it fails again, please report the line below.',
  'shell.fault.reload': 'Load the page again',
  'shell.fault.chunk':
    'A part of the page could not be fetched. Look at the network connection and load the page again.',
} satisfies Area<'shell'>;
