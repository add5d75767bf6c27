/**
 * The address of a page's figure in a frame.
 * @param hash the page's own, from the `#` on
 * @param show the parts to place; if empty, the page chooses
 */
export const embedHash = (hash: string, show: readonly string[]): string => {
  const [path = '', query = ''] = hash.split(/[?](.*)/s);
  const params = [...query.split('&').filter((one) => one !== ''), ...(show.length > 0 ? [`show=${show.join()}`] : [])];
  return `${path.replace('#', '#/embed')}${params.length > 0 ? `?${params.join('&')}` : ''}`;
};

/** What the figure's colours follow: `auto` is the reader's own system. */
export type EmbedTheme = 'auto' | 'light' | 'dark';

/** The same address with this theme in it and no other. */
export const themedHash = (hash: string, theme: EmbedTheme): string => {
  const [path = '', query = ''] = hash.split(/[?](.*)/s);
  const others = query.split('&').filter((one) => one !== '' && !one.startsWith('theme='));
  const params = theme === 'auto' ? others : [...others, `theme=${theme}`];
  return `${path}${params.length > 0 ? `?${params.join('&')}` : ''}`;
};
