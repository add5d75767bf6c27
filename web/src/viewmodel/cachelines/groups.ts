/** The known lines as they are drawn: one group per structure, in the order of their addresses. */
import { busyLines } from './looks.ts';
import { type LineScene, regionsOnLine } from './scene.ts';

export interface LineGroup {
  /** The structure with the most bytes in the group. */
  readonly name: string;
  /** Indices into `scene.lines`, ascending. */
  readonly lines: readonly number[];
  /** Lines of a structure that this design's snapshots do not scan: drawn separately, with the backends that wrote there. */
  readonly apart: boolean;
}

/**
 * @param scene one operation
 * @param touched which lines it touches, by `touchedLines`
 */
export function groupsOf(scene: LineScene, touched: ReadonlySet<number>): readonly LineGroup[] {
  const groups: { name: string; key: string; lines: number[]; apart: boolean }[] = [];
  // Snapshots scan PGPROC only before 9.2.
  const isApart = (name: string, line: number): boolean =>
    name === 'PGPROC' && scene.design !== 'pg9.1' && !touched.has(line);
  for (const [line, number] of scene.lines.entries()) {
    // The watched backend's own PGPROC is left out unless the operation touches it.
    if (!touched.has(line) && isOwn(scene, number)) continue;
    const regions = regionsOnLine(scene.opened.regions, number);
    // A header and the array behind it are one group: they share a line.
    const region = regions.at(-1)?.region;
    if (region === undefined) continue;
    const apart = isApart(region.name, line);
    const key = `${region.name} ${region.firstLine} ${apart}`;
    const group = groups.find((each) => each.key === key);
    if (group === undefined) groups.push({ name: region.name, key, lines: [line], apart });
    else group.lines.push(line);
  }
  // A group of one line is named after the line's beginning: the header, not the array that follows it.
  for (const group of groups) {
    const [only, another] = group.lines;
    const regions = only === undefined ? [] : regionsOnLine(scene.opened.regions, scene.lines[only] ?? 0);
    if (another === undefined) group.name = regions[0]?.region.name ?? group.name;
  }
  return [...groups.filter(({ apart }) => !apart), ...groups.filter(({ apart }) => apart)];
}

function isOwn({ opened, design, watched }: LineScene, number: number): boolean {
  const slot = opened.pgprocnos[watched];
  const region = opened.regions.find(({ name }) => name === 'PGPROC');
  if (slot === undefined || region === undefined || design === 'pg9.1') return false;
  return busyLines(region, design, slot).includes(number);
}

/** Lines that the operation touches. */
export const touchedLines = ({ lineAt }: LineScene): ReadonlySet<number> => new Set(lineAt);
