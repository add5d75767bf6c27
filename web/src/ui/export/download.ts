/** Downloads a file that was made in the page, without a server. */
import { isFor, pageFaces } from '../faces.ts';
import type { StandaloneSvg } from './svg.ts';

/**
 * A standalone SVG → a file of it, or a PNG. An SVG outside the page sees none of the page's fonts, so the faces it names
 * are fetched (from this same site) and put into it.
 */

async function dataUrl(url: string): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * The page's own @font-face rules for the families, with the font inside: only faces that have a character of the text.
 */
async function embeddedFaces({ families, text }: StandaloneSvg): Promise<string> {
  const faces = pageFaces().filter((face) => families.includes(face.family) && isFor(face, text));
  const rules = faces.map(async ({ family, url, weight, unicodeRange }) => {
    const data = await dataUrl(url);
    return `@font-face{font-family:'${family}';font-weight:${weight};unicode-range:${unicodeRange};src:url(${data})}`;
  });
  return (await Promise.all(rules)).join('');
}

/** With its fonts inside: other viewers have others, in which words run into each other and out of the picture. */
export async function toSvg(svg: StandaloneSvg): Promise<Blob> {
  const faces = await embeddedFaces(svg);
  const text = svg.text.replace('</title>', `</title><style>${faces}</style>`);
  return new Blob([text], { type: 'image/svg+xml' });
}

/** `scale` 2: sharp on a slide. */
export async function toPng(svg: StandaloneSvg, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(await toSvg(svg));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(svg.width * scale);
    canvas.height = Math.round(svg.height * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no 2D canvas');
    // Chromium decodes the fonts inside an image only when it first paints them: paint twice, a moment apart.
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    await new Promise((resolve) => setTimeout(resolve, 50));
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the canvas gave no PNG')) : resolve(blob)),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * A file name that every system accepts, in the letters of any script: a class hands in files that differ only in their
 * names.
 */
export const fileName = (name: string, extension: string): string => {
  const stem = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${stem === '' ? 'figure' : stem}.${extension}`;
};

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
