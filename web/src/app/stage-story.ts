/**
 * The way from page to page on stage, with N and P: what Home's scenes begin goes on with the Lab's figures. Home has the
 * keys of its own scenes, and leads to the first page here. Where a page has no steps of its own, the arrows and a
 * presenter's remote go the same way.
 */
import { useEffect } from 'react';
import { useStageArrows } from '../pages/shared/lab/stage-arrows.ts';
import { useKeys } from '../ui/keys.ts';
import { type Display, formatAddress, formatLink, type PageName, type Route } from './address/address.ts';

const STORY: readonly PageName[] = [
  'lines',
  'ladder',
  'model',
  'cliff',
  'server',
  'standby',
  'calculator',
  'layout',
  'litmus',
];
/** These lead into the story. It leads back to them only for who came that way: others come from Home. */
const BEFORE: Readonly<Partial<Record<PageName, PageName>>> = { lab: 'measure', measure: 'lines' };
/** Where this tab's walk over the stage began: with Home, or with the Lab's first question. */
let isFromMeasure = false;

/** Keeps in mind where a walk begins, so that P leads back there. */
export function useStoryStart(page: PageName): void {
  useEffect(() => {
    if (page === 'home' || page === 'measure') isFromMeasure = page === 'measure';
  }, [page]);
}
/** Without it a server's page has nothing to show yet. */
const ADDED: Readonly<Partial<Record<PageName, string>>> = { server: '&sample=1' };
/** What the arrows do on these pages: steps of their own, or their parts one after the other. */
const OWN_ARROWS = {
  lines: 'step',
  litmus: 'step',
  layout: 'step',
  standby: 'step',
  calculator: 'part',
  model: 'view',
  server: 'view',
  cliff: 'savepoints',
} as const;
export type OwnArrows = (typeof OWN_ARROWS)[keyof typeof OWN_ARROWS];
const isOwn = (page: PageName): page is keyof typeof OWN_ARROWS => page in OWN_ARROWS;

export interface Neighbours {
  /** Null: the story begins or ends here, or the page is not in it. */
  readonly previous: { readonly page: PageName; readonly go: () => void } | null;
  readonly next: { readonly page: PageName; readonly go: () => void } | null;
  /** Null: the arrows go to the neighbours. */
  readonly own: OwnArrows | null;
}

const goTo = (link: string) => (): void => {
  location.hash = link;
};

export function useStory(page: PageName, display: Display): Neighbours {
  const at = STORY.indexOf(page);
  const to = (other: PageName | undefined): Neighbours['next'] =>
    other === undefined ? null : { page: other, go: goTo(`${formatLink(other, display)}${ADDED[other] ?? ''}`) };
  const previous = ((): Neighbours['previous'] => {
    if (page === 'measure') return to('lab');
    if (at !== 0) return to(STORY[at - 1]);
    return isFromMeasure
      ? to('measure')
      : { page: 'home', go: goTo(`${formatLink('home', display)}&idle=10000&scene=slowed`) };
  })();
  const next = to(at < 0 ? BEFORE[page] : STORY[at + 1]);
  useKeys({ n: next?.go, p: previous?.go }, { active: next !== null || previous !== null });
  const own = isOwn(page) ? OWN_ARROWS[page] : null;
  // Pages with steps of their own leave the key at their last one.
  useStageArrows({ onNext: next?.go, onPrevious: previous?.go }, { active: true, of: 'frame' });
  return { previous, next, own };
}

/** T: the other theme. It goes into the address, and stays on the next page. */
export function useThemeKey(route: Route, display: Display, active = true): () => void {
  const turn = (): void => {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    location.hash = formatAddress({ route, display: { ...display, theme } });
  };
  // With Shift it lets time pass, in the Playground.
  useKeys({ t: turn, 'Shift+T': () => {} }, { active });
  return turn;
}
