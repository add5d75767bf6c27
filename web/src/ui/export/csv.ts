/**
 * A figure's numbers as a file that may be sent on alone: behind each row what the figure says, its settings, the
 * sources of its numbers, and the address that shows it again. Pure.
 */
import { AROUND_HEADER, type Cell, toCsv } from '../../base/written.ts';

export interface FigureData {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What the page says around the drawing at that moment. */
export interface Around {
  readonly title: string;
  /** Of the settings: the subtitle, as a rule. */
  readonly settings: string;
  /** Each with its kind and its facts. */
  readonly sources: readonly string[];
  /** Behind the page's own address: `#/lab…`. */
  readonly address: string;
}

export function figureCsv({ header, rows }: FigureData, { title, settings, sources, address }: Around): string {
  const around = [title, settings, sources.join(' | '), address];
  return toCsv(
    [...header, ...AROUND_HEADER],
    rows.map((row) => [...row, ...around]),
  );
}
