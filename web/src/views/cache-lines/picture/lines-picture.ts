/**
 * The whole figure as a picture for a speaker's slide: painted by the same painters as on the page, with a pen that
 * writes SVG. Its size does not depend on the window.
 */
import '../../../base/messages/en/lines.ts';
import type { Messages } from '../../../base/messages/index.ts';
import type { StandaloneSvg } from '../../../ui/export/svg.ts';
import { coreStyles, talliesOf } from '../../../viewmodel/cachelines/counters.ts';
import { findingOf, momentOf, sideFinding } from '../../../viewmodel/cachelines/finding.ts';
import { commonPitch, memoryLayout, noteEmFor } from '../../../viewmodel/cachelines/layout.ts';
import { lensOf } from '../../../viewmodel/cachelines/lens.ts';
import { type LinePair, leader, pairNs } from '../../../viewmodel/cachelines/position.ts';
import {
  closeUp,
  type RulerWindow,
  rulerRows,
  rulerTicks,
  showsHits,
  xOf,
} from '../../../viewmodel/cachelines/ruler.ts';
import { accessAtTime, sceneNs } from '../../../viewmodel/cachelines/scene.ts';
import { firstLineOf, type LineSide, placeAt, sideOf, titleOf } from '../../../viewmodel/cachelines/side.ts';
import {
  apartText,
  boxWords,
  findingText,
  inQuestion,
  type Naming,
  noteText,
  piecesOf,
  plain,
  statusText,
} from '../../../viewmodel/cachelines/words.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { FACE_FAMILIES, textWidth, wrapText, xmlText } from '../../../viewmodel/picture-text.ts';
import { paintCursor, rulerShareOf } from '../figure-painter.ts';
import { arcTruth, coresLayout, paintCores, transferOf } from '../paint-cores.ts';
import { paintCone, paintLens } from '../paint-lens.ts';
import { MemoryPainter, placeOf } from '../paint-memory.ts';
import { paintRuler } from '../paint-ruler.ts';
import { type Palette, readPalette } from '../pen.ts';
import { SvgPen } from './svg-pen.ts';

export interface LinesPictureInput {
  readonly pair: LinePair;
  /** The clock's time. */
  readonly ns: number;
  readonly palettes: { readonly left: Palette; readonly right: Palette };
  readonly messages: Messages;
}

const WIDTH = 1600;
const HEIGHT = 900;
const MARGIN = 44;
const GAP = 52;
const EM = 18;
const TITLE = 36;
const LENS = 42;
const COUNTERS = 184;
/**
 * The width reserved for a number, and the factor by which a text line may exceed its room: widths are overestimated.
 */
const NUMBER = 3.5 * EM;
const OVER = 1.15;
const NAMES = 110;
const ENDS = 120;
const PANEL = (WIDTH - 2 * MARGIN - GAP) / 2;

interface Sheet {
  readonly pen: SvgPen;
  readonly palette: Palette;
  readonly naming: Naming;
  readonly ns: number;
  readonly pair: LinePair;
}

const sans = (size: number, weight: number, { sans: family }: Palette): string => `${weight} ${size}px ${family}`;

export function linesPicture({ pair, ns, palettes, messages }: LinesPictureInput): StandaloneSvg {
  const naming: Naming = { styles: coreStyles(pair.left.active, inQuestion(pair)), messages };
  const pen = new SvgPen('lines');
  const palette = palettes.left;
  const sheet: Sheet = { pen, palette, naming, ns, pair };
  const finding = findingOf(sideFinding(pair.left), sideFinding(pair.right));
  const title = findingText(finding, pair.left.watched, naming);
  const inside = WIDTH - 2 * MARGIN;
  // One line, set smaller if it is long.
  const size = Math.min(TITLE, (TITLE * inside) / textWidth(plain(title), TITLE, 'serif', true));
  pen.text(hued(sheet, title, palettes), MARGIN, MARGIN + TITLE / 2, { font: `600 ${size}px Serif`, align: 'left' });

  const top = MARGIN + TITLE + 20;
  const ruler = rulerPlan(pair);
  const below = ruler.rows.height + 2.2 * EM + 3.4 * EM;
  const sides = { left: sideOf(pair.left), right: sideOf(pair.right) };
  const bottoms = (['left', 'right'] as const).map((name, i) =>
    paintPanel(
      { ...sheet, palette: palettes[name] },
      sides,
      name,
      MARGIN + i * (PANEL + GAP),
      top,
      HEIGHT - MARGIN - below,
    ),
  );
  const end = Math.max(...bottoms) + EM;
  pen.fillStyle = palette.hairline;
  pen.fillRect(WIDTH / 2 - 0.5, top, 1, end - top - EM);
  paintClock(sheet, palettes, ruler, end);
  const foot = end + ruler.rows.height + 2.2 * EM + 1.6 * EM;
  paintFoot(sheet, palettes, foot);
  const height = Math.max(HEIGHT, Math.ceil(foot + 0.6 * EM + MARGIN * 0.6));
  return {
    text: [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
      `<title>${xmlText(plain(title))}</title>`,
      `<rect width="${WIDTH}" height="${height}" fill="${xmlText(palette.paper)}"/>`,
      pen.toString(),
      '</svg>\n',
    ].join(''),
    width: WIDTH,
    height,
    families: FACE_FAMILIES,
  };
}

/** Uses the colours that an element of the page has now. */
export function linesPictureOf(element: Element, pair: LinePair, ns: number, messages: Messages): StandaloneSvg {
  const styles = coreStyles(pair.left.active, inQuestion(pair));
  const paletteOf = (name: 'left' | 'right'): Palette => readPalette(element, styles, pair[name].design);
  return linesPicture({ pair, ns, palettes: { left: paletteOf('left'), right: paletteOf('right') }, messages });
}

/** A sentence's pieces in their hues. */
function hued({ naming, palette, pair }: Sheet, text: string, palettes: LinesPictureInput['palettes']) {
  const { t } = naming.messages;
  return piecesOf(text).map(({ text: piece, kind }) => {
    const core = naming.styles.findIndex(({ name, lettered }) => t('lines.core', { name, lettered }) === piece);
    const name = (['left', 'right'] as const).find((each) => t(designStyle(pair[each].design).shortKey) === piece);
    const colour =
      kind === 'core'
        ? palette.cores[core]
        : kind === 'design' && name !== undefined
          ? palettes[name].design
          : undefined;
    return { text: piece, colour: colour ?? palette.ink, ...(kind === null ? {} : { weight: 700 }) };
  });
}

/** @returns where the panel ends */
function paintPanel(
  sheet: Sheet,
  sides: Readonly<Record<'left' | 'right', LineSide>>,
  name: 'left' | 'right',
  x: number,
  top: number,
  bottom: number,
): number {
  const { pen, palette, naming, ns, pair } = sheet;
  const { t } = naming.messages;
  const side = sides[name];
  const { scene, states, main } = side;
  const place = placeAt(side, ns);
  const own = { left: palette, right: palette };
  let y = top;
  const head = [
    { text: t(designStyle(scene.design).shortKey), colour: palette.design },
    { text: `: ${titleOf(main)}`, colour: palette.design },
  ];
  pen.text(head, x, y + 0.7 * EM, { font: sans(EM * 1.3, 700, palette), align: 'left' });
  const from = t('lines.picture.modelled', { machine: scene.machine.short });
  pen.text([{ text: from, colour: palette.muted }], x + PANEL, y + 0.7 * EM, {
    font: sans(EM * 0.95, 400, palette),
    align: 'right',
  });
  y += 1.8 * EM;
  const note = noteText(scene, place.moment, naming);
  pen.text(hued(sheet, note, own), x + PANEL, y + 0.5 * EM, { font: sans(EM, 400, palette), align: 'right' });
  const cores = coresLayout(scene.active, PANEL, EM);
  const drawn = { scene, moment: place.moment, width: PANEL, em: EM, rulerShare: rulerShareOf(pair) };
  const arc = transferOf(drawn, cores);
  const truth = arc === null ? 'true' : arcTruth(arc);
  if (truth !== 'true') {
    const said = { text: t(`lines.arc.${truth}`), colour: palette.muted };
    pen.text([said], x, y + 0.5 * EM, { font: sans(EM * 0.9, 400, palette), align: 'left' });
  }
  y += 1.3 * EM;
  const { styles } = naming;
  at(pen, x, y, () =>
    paintCores(pen, { ...drawn, states, styles, palette, words: pen, share: place.share, lines: side.shown }),
  );
  y += cores.height + 0.5 * EM;
  const lens = lensOf(scene, states, place.access);
  const verbs = { reads: t('lines.lens.reads'), writes: t('lines.lens.writes'), wrote: t('lines.lens.wrote') };
  if (lens !== null)
    at(pen, x, y, () =>
      paintLens(pen, { lens, styles, palette, words: pen, verbs, width: PANEL, height: LENS, em: EM }),
    );
  y += LENS;
  const body = y + 0.6 * EM;
  const room = {
    width: PANEL - COUNTERS,
    height: Math.max(12 * EM, bottom - body),
    em: EM,
    noteEm: noteEmFor(scene.active),
  };
  const layout = memoryLayout(side.groups, commonPitch([sides.left.groups, sides.right.groups], room), room);
  const row = lens === null ? null : placeOf(layout, lens.line);
  if (row !== null && lens !== null) {
    const from = { ...row, y: row.y + body - y };
    at(pen, x, y, () => paintCone(pen, lens, from, PANEL, palette));
  }
  const { line } = place;
  at(pen, x, body, () => {
    const input = { scene, states, layout, styles, palette, words: pen, em: EM, touched: side.touched, line };
    new MemoryPainter(scene).paint(pen, { ...input, firstLine: firstLineOf(scene) }, true);
  });
  const apart = layout.blocks.find((block) => block.kind === 'apart');
  if (apart?.kind === 'apart') {
    const text = apartText(side, apart.isShort ? apart.more : null, naming);
    // Wrapped as plain words; only the names on the lines have hues.
    const wide = room.width - layout.textLeft;
    const lines = wrapText(plain(text), wide * OVER, EM, 'sans');
    for (const [i, each] of lines.entries())
      pen.text(
        [{ text: each, colour: palette.ink }],
        x + layout.textLeft,
        body + apart.noteY + (1 + 1.25 * i) * EM,
        {
          font: sans(EM, 400, palette),
          align: 'left',
        },
        wide,
      );
  }
  paintCounters(sheet, side, x + PANEL - COUNTERS + 0.8 * EM, body);
  return Math.max(body + layout.height, body + 11.5 * EM);
}

function at(pen: SvgPen, x: number, y: number, paint: () => void): void {
  pen.save();
  pen.translate(x, y);
  paint();
  pen.restore();
}

function paintCounters(sheet: Sheet, { scene }: LineSide, x: number, top: number): void {
  const { pen, palette, naming } = sheet;
  const { t, format } = naming.messages;
  const tallies = talliesOf(scene);
  const now = tallies.at(sheet.ns);
  const { total } = tallies;
  const column = x + NUMBER;
  const number = (value: number, y: number, size: number, colour: string): void =>
    pen.text([{ text: format.integer(value), colour }], column, y, { font: sans(size, 700, palette), align: 'right' });
  const label = (lines: readonly string[], y: number, size: number, colour: string, weight: number): void => {
    for (const [i, text] of lines.entries())
      pen.text([{ text, colour }], column + 0.45 * EM, y + i * size * 1.2, {
        font: sans(size, weight, palette),
        align: 'left',
      });
  };
  let y = top + 1.2 * EM;
  const ns = Math.round(now.ns);
  const large = EM * 1.9;
  number(ns, y, Math.min(large, (large * NUMBER) / textWidth(format.integer(ns), large, 'sans', true)), palette.design);
  label([t('lines.count.ns')], y + 0.2 * EM, EM * 1.2, palette.design, 600);
  if (now.waitNs >= 1)
    label([t('lines.count.waited', { ns: now.waitNs })], y + 1.2 * EM, EM * 0.75, palette.muted, 500);
  y += 2.3 * EM;
  const rows = [
    [now.lines, total.lines, t('lines.count.lines', { n: now.lines })],
    [now.misses, total.misses, t('lines.count.misses', { n: now.misses })],
    [now.trueSharing, total.trueSharing, t('lines.count.true')],
    [now.falseSharing, total.falseSharing, t('lines.count.false')],
    [now.forHorizon, total.forHorizon, t('lines.count.horizon')],
  ] as const;
  for (const [value, of, text] of rows) {
    const colour = of === 0 ? palette.muted : palette.ink;
    const size = EM * 0.85;
    const lines = wrapText(text, COUNTERS - NUMBER - EM, size, 'sans');
    number(value, y, EM * 1.4, colour);
    label(lines, y, size, colour, 500);
    y += 1.3 * EM + lines.length * size * 0.9;
  }
}

interface RulerPlan {
  readonly rows: ReturnType<typeof rulerRows>;
  readonly window: RulerWindow;
}
function rulerPlan(pair: LinePair): RulerPlan {
  const width = WIDTH - 2 * MARGIN - NAMES - ENDS;
  const window = { fromNs: 0, toNs: Math.max(1e-6, pairNs(pair)), width };
  const hasClose = [pair.left, pair.right].some((scene) => !showsHits(scene, window));
  return { rows: rulerRows(EM, hasClose), window };
}

function paintClock(sheet: Sheet, palettes: LinesPictureInput['palettes'], { rows, window }: RulerPlan, top: number) {
  const { pen, naming, pair, ns } = sheet;
  const { t } = naming.messages;
  const left = MARGIN + NAMES;
  const row = { words: pen, height: rows.row, em: EM * 0.9 };
  const x = Math.min(window.width, xOf(window, ns));
  const middle = rows.row / 2;
  const first = leader(pair) === pair.left ? 'left' : 'right';
  if (rows.close !== null) {
    const close = closeUp(pair[first], window.toNs, ns, window.width);
    const label = [{ text: t('lines.ruler.close'), colour: sheet.palette.muted }];
    pen.text(label, MARGIN, top + rows.close + middle, { font: sans(EM * 0.9, 400, sheet.palette), align: 'left' });
    at(pen, left, top + rows.close, () =>
      paintRuler(pen, {
        ...row,
        scene: pair[first],
        window: close,
        palette: palettes[first],
        boxes: boxWords(pair[first], naming),
        upTo: xOf(close, ns),
      }),
    );
    pen.fillStyle = sheet.palette.muted;
    const from = xOf(window, close.fromNs);
    pen.fillRect(left + from, top + rows.height - 2, Math.max(3, xOf(window, close.toNs) - from), 2);
  }
  for (const name of ['left', 'right'] as const) {
    const [scene, palette] = [pair[name], palettes[name]];
    const y = top + rows[name];
    const font = sans(EM, 700, palette);
    const design = t(designStyle(scene.design).shortKey);
    pen.text([{ text: design, colour: palette.design }], MARGIN, y + middle, { font, align: 'left' }, NAMES - 8);
    at(pen, left, y, () =>
      paintRuler(pen, { ...row, scene, window, palette, boxes: boxWords(scene, naming), upTo: x }),
    );
    const own = sceneNs(scene);
    const end = [{ text: t('lines.ruler.ns', { ns: own }), colour: palette.design }];
    pen.text(end, left + Math.min(window.width, xOf(window, own)) + 8, y + middle, { font, align: 'left' });
  }
  at(pen, left, top, () => paintCursor(pen, x, EM, rows.height, sheet.palette.ink));
  const y = top + rows.height + 1;
  pen.fillStyle = sheet.palette.edge;
  pen.fillRect(left, y, window.width, 1);
  const ticks = rulerTicks(window, EM * 6);
  for (const [i, tick] of ticks.entries()) {
    pen.fillStyle = sheet.palette.edge;
    pen.fillRect(left + xOf(window, tick), y, 1, EM * 1.2);
    const text = t(i === ticks.length - 1 ? 'lines.ruler.lastTick' : 'lines.ruler.tick', { ns: tick });
    pen.text([{ text, colour: sheet.palette.muted }], left + xOf(window, tick) + 6, y + 0.75 * EM, {
      font: sans(EM * 0.9, 400, sheet.palette),
      align: 'left',
    });
  }
}

/** The foot: the current event, the caption, and the source of the picture. */
function paintFoot(sheet: Sheet, palettes: LinesPictureInput['palettes'], y: number): void {
  const { pen, naming, pair, ns, palette } = sheet;
  const { t } = naming.messages;
  const first = leader(pair);
  const status = statusText(first, momentOf(first, accessAtTime(first, ns), ns), ns, naming);
  pen.text(hued(sheet, status, palettes), MARGIN, y, { font: sans(EM, 400, palette), align: 'left' });
  const { machine, active, connections } = pair.left;
  const about = t('lines.settings.summary', { machine: machine.short, active, connections });
  pen.text(
    [
      { text: `${t('lines.picture.modelled', { machine: about })}   `, colour: palette.muted },
      { text: 'xipscope', colour: palette.ink, weight: 700 },
    ],
    WIDTH - MARGIN,
    y,
    { font: sans(EM * 0.9, 400, palette), align: 'right' },
  );
}
