/**
 * Links in somebody else's exercise. Our page must not lend its name to their targets: the words stay plain words, and
 * the clickable text is the address itself, with a foreign host name as a browser would request it. Pure.
 */
import type { Inline, Prose } from '../../scenario/lesson.ts';

/** The address as requested: `https://аpple.example` with a Cyrillic letter is `https://xn--…`. */
function addressOf(href: string): string {
  try {
    return new URL(href).href;
  } catch {
    return href;
  }
}

const isOutside = (href: string): boolean => !href.startsWith('#');

function shownInline(one: Inline): readonly Inline[] {
  if (!('children' in one)) return [one];
  const children = one.children.flatMap(shownInline);
  if (one.kind !== 'link' || !isOutside(one.href)) return [{ ...one, children }];
  const href = addressOf(one.href);
  const link: Inline = { kind: 'link', href, children: [{ kind: 'text', text: href }] };
  const says = children.map((child) => ('text' in child ? child.text : '')).join('');
  if (says === one.href || says === href) return [link];
  return [...children, { kind: 'text', text: ' (' }, link, { kind: 'text', text: ')' }];
}

function shownBlock(one: Prose): Prose {
  switch (one.kind) {
    case 'paragraph':
      return { ...one, children: one.children.flatMap(shownInline) };
    case 'quote':
      return { ...one, children: withAddresses(one.children) };
    case 'list':
      return { ...one, items: one.items.map(withAddresses) };
    case 'code':
      return one;
  }
}

/** Replaces each outside link by its words and, in brackets, its address. */
export const withAddresses = (prose: readonly Prose[]): readonly Prose[] => prose.map(shownBlock);
