import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementSnippet, iframeSnippet } from './EmbedDialog.tsx';
import { embedHash, themedHash } from './embed-hash.ts';

test('a snippet is one element with the address in it, whatever title and address are', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (hash, title) => {
      const text = iframeSnippet('https://example.org/', `#${hash}`, title, 480);
      expect(text.match(/[<>]/g)).toHaveLength(4);
      expect(text.match(/"/g)).toHaveLength(12);
    }),
  );
  expect(iframeSnippet('https://example.org/x/', '#/embed/play?v=1&spec=a', 'A & B', 480)).toBe(
    '<iframe src="https://example.org/x/#/embed/play?v=1&amp;spec=a" title="A &amp; B" width="100%" height="480" loading="lazy" style="border:0"></iframe>',
  );
});

test('a phone has a height of its own, lower or higher than the others', () => {
  const style = (height: number, phone: number) =>
    /style="([^"]*)"/.exec(iframeSnippet('https://example.org/', '#/embed/', 'A', height, phone))?.[1];
  expect(style(880, 730)).toBe('border:0;height:clamp(730px,(100vw - 480px)*999,880px)');
  expect(style(520, 700)).toBe('border:0;height:clamp(520px,(480px - 100vw)*999,700px)');
  expect(style(520, 520)).toBe('border:0');
});

test('the element’s lines fetch the site’s script and keep a link for readers without scripts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (hash, title) => {
      const text = elementSnippet('https://example.org/', `#${hash}`, title, 470);
      expect(text.match(/[<>]/g)).toHaveLength(12);
      expect(text.match(/"/g)).toHaveLength(12);
    }),
  );
  expect(elementSnippet('https://example.org/x/', '#/embed/play?v=1&spec=a', 'A & B', null)).toBe(
    `<script src="https://example.org/x/embed.js" async></script>
<xip-figure src="https://example.org/x/#/embed/play?v=1&amp;spec=a" title="A &amp; B"><a slot="link" href="https://example.org/x/#/embed/play?v=1&amp;spec=a">A &amp; B</a></xip-figure>`,
  );
});

test('the colours are the reader’s, or what the author chose: an attribute of the element, a parameter of the frame', () => {
  expect(elementSnippet('https://example.org/', '#/embed/', 'A', 300, 'light')).toContain(
    '<xip-figure src="https://example.org/#/embed/" title="A" height="300" theme="light">',
  );
  expect(themedHash('#/embed/play?v=1&at=3', 'dark')).toBe('#/embed/play?v=1&at=3&theme=dark');
  expect(themedHash('#/embed/play?v=1&theme=dark&at=3', 'auto')).toBe('#/embed/play?v=1&at=3');
  expect(themedHash('#/embed/?theme=dark', 'auto')).toBe('#/embed/');
});

test('the address of a page’s figure is the page’s own, and names the parts only if there are any', () => {
  const [own, show] = ['#/play?v=1&text=a-_b&at=3', ['lanes', 'rows']];
  expect(embedHash(own, [])).toBe('#/embed/play?v=1&text=a-_b&at=3');
  expect(embedHash(own, show)).toBe('#/embed/play?v=1&text=a-_b&at=3&show=lanes,rows');
  expect([embedHash('#/play', []), embedHash('#/play', show)]).toEqual([
    '#/embed/play',
    '#/embed/play?show=lanes,rows',
  ]);
});
