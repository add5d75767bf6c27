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
