/*
 * Runs before the first paint: puts the theme and stage mode on <html>, so that nothing flashes.
 * The theme is what the address asks for, else what the reader chose, else what the system prefers.
 * src/app/theme.ts follows the same order while the page lives.
 *
 * It also says where a browser is too old, in words that older browsers still read: the page's own scripts would stop
 * somewhere, each page at another place, and some before anything is drawn.
 */
(() => {
  const root = document.documentElement;
  const param = (name) => new RegExp(`[?&]${name}=([^&]*)`).exec(location.hash)?.[1];
  let chosen = param('theme');
  if (chosen !== 'light' && chosen !== 'dark') {
    try {
      chosen = localStorage.getItem('xip.theme') ?? '';
    } catch {
      chosen = '';
    }
  }
  if (chosen !== 'light' && chosen !== 'dark') {
    chosen = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.dataset.theme = chosen;
  if (param('stage') === '1') root.dataset.stage = '';

  // Of all that the page uses without asking, this came last to every browser.
  if (typeof Array.prototype.toSorted !== 'function') {
    root.dataset.tooOld = '';
    addEventListener('DOMContentLoaded', () => {
      const notice = document.getElementById('too-old');
      if (notice !== null) notice.hidden = false;
    });
  }
})();
