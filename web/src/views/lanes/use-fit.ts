/** How many rows of lanes fit a given height: rows are measured, as text of any size and language is what it is. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows that are drawn beyond as many as fitted last time: from one step to the next little changes. */
const SPARE = 4;
/** No row is lower, in px at the smallest text: what is asked for first. */
const LEAST_ROW_PX = 20;
const MOST_ROWS = 60;

/**
 * Rows to be drawn so that `body` holds them, given that all of `wanted` were drawn first. `key` stands for what is
 * drawn: another one begins anew. Elements with `data-row-tick` in the body are the beginnings of rows.
 */
export function useFit(
  body: RefObject<HTMLElement | null>,
  height: number | null,
  key: unknown,
  fixed: number | undefined,
): number {
  const most = fixed ?? Math.min(MOST_ROWS, Math.max(1, Math.ceil((height ?? 600) / LEAST_ROW_PX)));
  const [fit, setFit] = useState<{
    readonly key: unknown;
    readonly height: number | null;
    readonly rows: number;
  } | null>(null);
  const known = fit !== null && fit.key === key && fit.height === height;
  const wanted = fit === null || fit.height !== height || fixed !== undefined ? most : Math.min(most, fit.rows + SPARE);
  useLayoutEffect(() => {
    const element = body.current;
    if (fixed !== undefined || element === null || height === null || known) return;
    const over = element.scrollHeight - element.clientHeight;
    const starts = [...element.querySelectorAll<HTMLElement>('[data-row-tick]')];
    const top = starts[0]?.offsetTop ?? 0;
    // The rows above the first one that still fits go.
    const gone = over <= 1 ? 0 : starts.findIndex((start) => start.offsetTop - top >= over);
    setFit({ key, height, rows: gone === -1 ? 1 : starts.length - gone });
  }, [body, height, key, fixed, known]);
  // Where all had room there is a little more each time, until there is none.
  return known ? Math.min(most, fit.rows) : wanted;
}
