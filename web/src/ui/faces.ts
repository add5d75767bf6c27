/** The page's own faces, for code without a page: a worker, a picture. */

export interface PageFace {
  readonly family: string;
  /** Absolute. */
  readonly url: string;
  readonly weight: string;
  /** CSS's `unicode-range`: the characters that the file covers. */
  readonly unicodeRange: string;
}

const ALL = 'U+0-10FFFF';

/** All faces that are files of this site; system fonts are not among them. */
export function pageFaces(): readonly PageFace[] {
  const faces: PageFace[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const family = rule.style.getPropertyValue('font-family').replace(/^["']|["']$/g, '');
      const source = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (source === undefined) continue;
      const weight = rule.style.getPropertyValue('font-weight') || 'normal';
      const unicodeRange = rule.style.getPropertyValue('unicode-range') || ALL;
      faces.push({ family, url: new URL(source, sheet.href ?? document.baseURI).href, weight, unicodeRange });
    }
  }
  return faces;
}

/** Whether a face's file covers any of these characters. */
export function isFor({ unicodeRange }: Pick<PageFace, 'unicodeRange'>, text: string): boolean {
  const ranges = unicodeRange.split(',').map((one) => {
    const [first = '', last = first] = one.trim().slice('U+'.length).split('-');
    // `U+4??` means 400 to 4FF.
    return [Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(last.replaceAll('?', 'F'), 16)] as const;
  });
  return [...new Set(text)].some((one) => {
    const point = one.codePointAt(0) ?? 0;
    return ranges.some(([first, last]) => first <= point && point <= last);
  });
}
