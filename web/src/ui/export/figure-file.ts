/** Saves a figure of the page as a file: its picture, or its numbers. */
import { type FigureData, figureCsv } from './csv.ts';
import { download, fileName, toPng, toSvg } from './download.ts';
import { aroundOf, framedSvg } from './framed.ts';

export type Format = 'SVG' | 'PNG' | 'CSV';

interface Saved {
  readonly name: string;
  readonly data?: (() => FigureData) | null | undefined;
  readonly settings?: string | undefined;
  /** A picture has the light theme's colours, whatever the page has: for paper. */
  readonly isLight?: boolean;
}

/** Reads styles as the light theme has them. The page is not painted meanwhile. */
function inLight<T>(read: () => T): T {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = 'light';
  try {
    return read();
  } finally {
    dataset.theme = before;
  }
}

async function contentOf(
  format: Format,
  { name, data, settings, isLight = false }: Saved,
  drawing: Element | null,
  svg: SVGSVGElement | null,
): Promise<Blob> {
  const figure = (format === 'CSV' ? drawing : svg)?.closest('figure') ?? null;
  if (figure === null) throw new Error('there is no figure');
  if (format !== 'CSV') {
    if (svg === null) throw new Error('nothing is drawn');
    const alone = isLight ? inLight(() => framedSvg(figure, svg, name)) : framedSvg(figure, svg, name);
    return await (format === 'SVG' ? toSvg(alone) : toPng(alone));
  }
  const content = data?.();
  if (content === undefined) throw new Error('there are no numbers');
  const around = aroundOf(figure);
  const text = figureCsv(content, { ...around, settings: settings ?? around.settings, address: location.hash });
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}

/** @returns the file's name; rejects if it cannot be made */
export async function saveFigure(
  format: Format,
  saved: Saved,
  drawing: Element | null,
  svg: SVGSVGElement | null,
): Promise<string> {
  const content = await contentOf(format, saved, drawing, svg);
  const file = fileName(saved.name, format.toLowerCase());
  download(file, content);
  return file;
}
