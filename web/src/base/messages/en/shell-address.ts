/** Texts about addresses that cannot be read. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const shellAddress = addTexts({
  'shell.toHome': 'Go to the race on the Home page',
  'shell.badAddress.noPage': (p: { path: string }) => `Nothing is at “${p.path}”.`,
  'shell.badAddress.title': 'This address cannot be read',
  'shell.badAddress.newer': (p: { version: string; known: number }) =>
    `It was made by a newer Xipscope (address version ${p.version}); this copy reads up to version ${p.known}. Reload the page to get the newest copy, or ask for the link again.`,
  'shell.badAddress.version': (p: { text: string }) =>
    `“${p.text}” is not an address version; a version is a whole number, as in v=1.`,
  'shell.badAddress.host': (p: { text: string; origin: string }) =>
    `“host=${p.text}” does not name one origin, so this figure is not drawn: any page could drive it. An origin is the scheme, the name, and the port if it has one, with nothing after them, not even a slash, as in “host=${p.origin}”.`,
  'shell.badAddress.toLab': 'Open the Lab with its defaults',
  'shell.badAddress.toPage': 'Open this page without what the address adds',
  'shell.badAddress.toPlay': 'Open the Playground with a shipped scenario',
} satisfies Area<'shell'>);
