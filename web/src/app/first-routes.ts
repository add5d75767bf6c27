/**
 * What the shell knows of a page, and the pages with which most visits begin. All others are in `routes.ts`, which such a visit does not
 * fetch.
 */
import '../base/messages/en/shell.ts';
import type { ComponentType } from 'react';
import type { PlainKey } from '../base/messages/index.ts';
import { address as lessons } from '../pages/lessons/address.ts';
import { fetchLesson } from '../pages/lessons/ahead.ts';
import { fetchStage } from '../pages/playground/ahead.ts';
import { address as play } from '../pages/shared/play/address.ts';
import { type Fetched, fetched } from '../ui/fetched.tsx';
import type { AddressCodec, Ahead, PageProps } from '../ui/page.tsx';

/** The header's pages, in its order, and their paths. Other pages belong to one of them, or to none. */
export const SECTIONS = {
  home: '/',
  lessons: '/lessons',
  exercises: '/exercises',
  play: '/play',
  lab: '/lab',
} as const;
export type Section = keyof typeof SECTIONS;

interface Facts<Address> {
  /** What the page is called. */
  readonly name: PlainKey;
  readonly path: string;
  /** The parameter that follows in the path, after a slash: `#/lessons/two-stamps`. */
  readonly below?: string;
  /** The header's page that it belongs to; null: none. */
  readonly section: Section | null;
  /** Where else than on the plain page it draws a title: in stage mode, in a box (a lesson's figure, another site's page). */
  readonly titleIn: readonly ('stage' | 'box')[];
  /** Fetches what this address of the page shows. A failed fetch is repeated, and reported, by the code that uses it. */
  readonly ahead?: (address: Address, how: Ahead) => Promise<unknown>;
}
type FetchedCodec<Address> = () => Promise<AddressCodec<Address>>;

export interface PageRoute<Address> extends Facts<Address> {
  /** Reads and writes the page's part of an address. */
  readonly codec: AddressCodec<Address> | FetchedCodec<Address>;
  readonly page: Fetched<PageProps<Address>>;
}

export const route = <Address>(
  facts: Facts<Address>,
  codec: AddressCodec<Address> | FetchedCodec<Address>,
  page: () => Promise<ComponentType<PageProps<Address>>>,
): PageRoute<Address> => ({ ...facts, codec, page: fetched(page) });

export const FIRST_ROUTES = {
  home: route(
    { name: 'shell.nav.home', path: SECTIONS.home, section: 'home', titleIn: ['stage'] },
    () => import('../pages/home/address.ts').then((own) => own.address),
    () => import('../pages/home/HomePage.tsx').then((own) => own.default),
  ),
  lessons: route(
    {
      name: 'shell.nav.lessons',
      path: SECTIONS.lessons,
      below: 'id',
      section: 'lessons',
      titleIn: ['stage', 'box'],
      ahead: fetchLesson,
    },
    lessons,
    () => import('../pages/lessons/LessonsPage.tsx').then((own) => own.default),
  ),
  play: route(
    { name: 'shell.nav.play', path: SECTIONS.play, section: 'play', titleIn: ['stage'], ahead: fetchStage },
    play,
    () => import('../pages/playground/PlayPage.tsx').then((own) => own.default),
  ),
};
