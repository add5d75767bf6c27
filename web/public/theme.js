/*
 * Runs before the first paint: puts the theme and stage mode on <html>, so that nothing flashes.
 * The theme is what the address asks for, else what the reader chose, else what the system prefers.
 * src/app/theme.ts follows the same order while the page lives.
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
})();
