/** The page's own faces, for who has no page: a worker, a picture. */

export interface PageFace {
  readonly family: string;
  /** Absolute. */
  readonly url: string;
  readonly weight: string;
}

/** All that are files of this site; what is taken from the system is not among them. */
export function pageFaces(): readonly PageFace[] {
  const faces: PageFace[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const family = rule.style.getPropertyValue('font-family').replace(/^["']|["']$/g, '');
      const source = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (source === undefined) continue;
      const weight = rule.style.getPropertyValue('font-weight') || 'normal';
      faces.push({ family, url: new URL(source, sheet.href ?? document.baseURI).href, weight });
    }
  }
  return faces;
}
