/**
 * The way from page to page on stage, with N and P: what Home's scenes begin goes on with the Lab's figures. Home has the
 * keys of its own scenes, and leads to the first page here.
 */
import { useKeys } from '../ui/keys.ts';
import { type Display, formatAddress, formatLink, type PageName, type Route } from './address/address.ts';

const STORY: readonly PageName[] = ['lines', 'ladder', 'model'];

export interface Neighbours {
  /** Null: the story begins or ends here, or the page is not in it. */
  readonly previous: { readonly page: PageName; readonly go: () => void } | null;
  readonly next: { readonly page: PageName; readonly go: () => void } | null;
}

const goTo = (link: string) => (): void => {
  location.hash = link;
};

export function useStory(page: PageName, display: Display): Neighbours {
  const at = STORY.indexOf(page);
  const to = (place: number): Neighbours['next'] => {
    const other = STORY[place];
    return at < 0 || other === undefined ? null : { page: other, go: goTo(formatLink(other, display)) };
  };
  const previous =
    at === 0
      ? { page: 'home' as const, go: goTo(`${formatLink('home', display)}&idle=10000&scene=slowed`) }
      : to(at - 1);
  const next = to(at + 1);
  useKeys({ n: next?.go, p: previous?.go }, { active: at >= 0 });
  return { previous, next };
}

/** T: the other theme. It goes into the address, and stays on the next page. */
export function useThemeKey(route: Route, display: Display): () => void {
  const turn = (): void => {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    location.hash = formatAddress({ route, display: { ...display, theme } });
  };
  useKeys({ t: turn }, { active: true });
  return turn;
}
