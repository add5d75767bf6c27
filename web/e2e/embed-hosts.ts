/**
 * Pages of other sites with a figure in them, following the recipes of web/src/app/embed/README.md; for every browser
 * that is tested.
 */
import { readFileSync } from 'node:fs';
import { at } from '../node/tree.mjs';

const EMBED = '#/embed/play?v=1&spec=update-makes-a-version&at=0&show=lanes,rows';

/**
 * A post. Its author uses `say` and `heard` for the messages.
 * @param site the figure's origin
 * @param host the one origin that may drive it
 */
export const BLOG = (site: string, host: string) => `<!doctype html><title>A blog</title>
<h1>My post</h1>
<iframe id="x" src="${site}/${EMBED}&host=${host}" title="An update makes a version" width="100%" height="600" style="border:0"></iframe>
<script>
  const heard = (globalThis.heard = []);
  addEventListener('message', (event) => {
    if (event.origin !== '${site}' || event.data?.xipscope !== 1) return;
    heard.push(event.data);
  });
  globalThis.say = (message) => document.getElementById('x').contentWindow.postMessage({ xipscope: 1, ...message }, '${site}');
</script>`;

/**
 * A post with the element, and in it a frame of yet another origin that says sizes, too.
 * @param stranger that frame's origin
 */
export const POST = (site: string, stranger: string) => `<!doctype html><title>A post</title>
<script src="${site}/embed.js" async></script>
<xip-figure src="${site}/#/play?v=1&spec=update-makes-a-version&at=0&show=lanes,rows" title="An update makes a version" steps>One row, two versions.</xip-figure>
<iframe src="${stranger}/stranger.html" title="A stranger"></iframe>`;

/** It says a size again and again: to the post, and as if it were the figure. */
export const STRANGER = `<!doctype html><script>
setInterval(() => {
  parent.postMessage({ xipscope: 1, is: 'size', height: 7777 }, '*');
  parent.frames[0]?.postMessage({ xipscope: 1, do: 'seek', to: 3 }, '*');
}, 20);
</script>`;

const DECK = (site: string) => `<!doctype html><title>A deck</title>
<link rel="stylesheet" href="/reveal.css">
<div class="reveal"><div class="slides">
  <section><h2>First</h2></section>
  <section>
    <iframe data-preload data-xipscope src="${site}/${EMBED}" title="Figure" width="100%" height="500"></iframe>
    <span class="fragment" data-step="1"></span><span class="fragment" data-step="2"></span>
  </section>
  <section><h2>Last</h2></section>
</div></div>
<script src="/reveal.js"></script>
<script src="/recipe.js"></script>`;

/** The README's recipe. */
const RECIPE = (site: string) => `
const frames = () => [...document.querySelectorAll('iframe[data-xipscope]')];
const say = (frame, message) => frame.contentWindow.postMessage({ xipscope: 1, ...message }, '${site}');
const follow = () => {
  const slide = Reveal.getCurrentSlide();
  const frame = slide.querySelector('iframe[data-xipscope]');
  if (frame === null) return;
  const done = [...slide.querySelectorAll('.fragment.visible[data-step]')].map((one) => Number(one.dataset.step));
  say(frame, { do: 'seek', to: Math.max(0, ...done) });
};
addEventListener('message', (event) => {
  if (event.origin !== '${site}' || event.data?.xipscope !== 1) return;
  if (event.data.is === 'ready') follow();
  if (event.data.is === 'step') globalThis.stood = event.data.at;
  // A key that the figure has no use for is the deck's.
  if (event.data.is !== 'key') return;
  if (event.data.key === 'ArrowRight' || event.data.key === 'PageDown') Reveal.next();
  if (event.data.key === 'ArrowLeft' || event.data.key === 'PageUp') Reveal.prev();
});
Reveal.initialize({ embedded: true }).then(() => {
  for (const event of ['slidechanged', 'fragmentshown', 'fragmenthidden']) Reveal.on(event, follow);
});`;

/** A deck with the real reveal.js, by path, for `plainHost`. `stood` is the step that the figure reported last. */
export const deckFiles = (site: string): Readonly<Record<string, string>> => ({
  '/deck.html': DECK(site),
  '/recipe.js': RECIPE(site),
  '/reveal.js': readFileSync(at('node_modules/reveal.js/dist/reveal.js'), 'utf8'),
  '/reveal.css': readFileSync(at('node_modules/reveal.js/dist/reveal.css'), 'utf8'),
});
