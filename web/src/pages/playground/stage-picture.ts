/**
 * The stage as one picture: the finding, the steps so far (the latest), the axis and the page as they are drawn, and the
 * explanation in words. It uses the colours and the faces that the page has now.
 */
import type { Messages } from '../../base/messages/index.ts';
import { explainModel } from '../../model/stage/explain.ts';
import { explainText } from '../../model/stage/explain-words.ts';
import { sessionStyles, styleOf } from '../../model/stage/session-style.ts';
import { type StandaloneSvg, standaloneSvg } from '../../ui/export/svg.ts';
import { findingOf } from './finding.ts';
import type { PlayState } from './play-state.ts';

const WIDTH = 1_200;
const MARGIN = 32;
/** The latest steps that are listed. */
const STEPS = 16;
/** Letters of a line of prose in WIDTH, at 15 px. */
const LINE = 135;
const ROW = 22;

const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** At blanks; a word longer than a line stays whole. */
export function wrapped(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > letters) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** @param root the stage on the page, whose drawings are taken. Null: nothing is open */
export function stagePicture(root: HTMLElement, state: PlayState, messages: Messages): StandaloneSvg | null {
  const { shown, compiled, events } = state;
  if (shown === null || compiled === null) return null;
  const look = getComputedStyle(root);
  const token = (name: string): string => look.getPropertyValue(name).trim();
  const [ink, muted, paper] = [token('--ink'), token('--muted'), token('--paper')];
  const parts: string[] = [];
  const families = new Set<string>(['Inter Variable', 'JetBrains Mono Variable', 'Source Serif 4 Variable']);
  let y = MARGIN;
  const line = (text: string, size: number, fill: string, family: string, x = MARGIN, weight = 400): void => {
    parts.push(
      `<text x="${x}" y="${y}" font-family="'${family}'" font-size="${size}" font-weight="${weight}" fill="${fill}" xml:space="preserve">${xmlText(text)}</text>`,
    );
  };
  const said = findingOf(compiled.spec, shown.state, events, state.file, messages);
  for (const text of wrapped(said.title, 70)) {
    y += 30;
    line(text, 28, ink, 'Source Serif 4 Variable', MARGIN, 600);
    y += 6;
  }
  for (const text of wrapped(said.text, LINE)) {
    y += ROW;
    line(text, 15, muted, 'Inter Variable');
  }
  y += ROW;
  const styles = sessionStyles(shown.state.sessions.map(({ session }) => session));
  const steps = events.filter(({ kind, tick }) => kind === 'step' && tick <= shown.state.tick).slice(-STEPS);
  const column = (WIDTH - 2 * MARGIN - 40) / Math.max(1, shown.state.sessions.length);
  for (const { tick, session, step, status, completed, error } of steps) {
    const place = shown.state.sessions.findIndex((one) => one.session === session);
    const { letter } = styleOf(styles, session);
    const hue = token(`--session-${letter.toLowerCase()}`) || ink;
    const sql = (step === null ? '' : (compiled.spec.steps[step]?.sql ?? '')).replace(/\s+/g, ' ');
    const words = error ?? (status === 'waiting' ? messages.t('stage.picture.waits', { sql }) : sql);
    y += ROW;
    line(String(tick), 13, muted, 'JetBrains Mono Variable');
    const x = MARGIN + 40 + place * column;
    line(letter, 13, hue, 'Inter Variable', x, 700);
    const room = Math.max(6, Math.floor((column - 24) / 8));
    const text = completed && error === null ? messages.t('stage.picture.goesOn', { sql }) : words;
    line(text.length > room ? `${text.slice(0, room - 1)}…` : text, 13, ink, 'JetBrains Mono Variable', x + 18);
  }
  y += ROW;
  for (const svg of root.querySelectorAll<SVGSVGElement>('[data-picture] svg:not([aria-hidden="true"])')) {
    const own = standaloneSvg(svg, '');
    if (own.width < 40 || own.height < 40) continue;
    for (const family of own.families) families.add(family);
    const scale = Math.min(1, (WIDTH - 2 * MARGIN) / own.width);
    const inner = own.text.slice(own.text.indexOf('<svg '));
    const [width, height] = [own.width * scale, own.height * scale];
    parts.push(
      inner
        .replace(/^<svg ([^>]*?)\swidth="[^"]*"/, '<svg $1')
        .replace(/^<svg ([^>]*?)\sheight="[^"]*"/, '<svg $1')
        .replace('<svg ', `<svg x="${MARGIN}" y="${y}" width="${width}" height="${height}" `),
    );
    y += height + ROW;
  }
  if (shown.explanation !== null)
    for (const text of wrapped(explainText(explainModel(shown.explanation, shown.state), messages), LINE)) {
      y += ROW;
      line(text, 15, ink, 'Inter Variable');
    }
  const height = Math.ceil(y + MARGIN);
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<title>${xmlText(said.title)}</title><rect width="${WIDTH}" height="${height}" fill="${paper}"/>`,
    ...parts,
    '</svg>\n',
  ].join('');
  return { text, width: WIDTH, height, families: [...families] };
}
