/** Memory as rows of 64 bytes, the counters beside it, and the cone from the lens to the bytes that it shows. */
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { CoreStyle } from '../../model/lines/cores.ts';
import type { LineGroup } from '../../model/lines/groups.ts';
import { type LayoutInput, memoryLayout } from '../../model/lines/layout.ts';
import type { Lens } from '../../model/lines/lens.ts';
import { type LineScene, NOBODY, STATE } from '../../model/lines/scene.ts';
import type { LineStates } from '../../model/lines/states.ts';
import { type Naming, whoIs } from '../../model/lines/words.ts';
import { useMediaQuery } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './cache-lines.module.css';
import { Marked } from './Marked.tsx';
import { MemoryPainter, placeOf } from './paint-memory.ts';
import { contextOf, useBox, useLook, usePalette } from './palette.ts';

interface MemoryViewProps {
  readonly scene: LineScene;
  readonly states: LineStates;
  readonly groups: readonly LineGroup[];
  readonly touched: ReadonlySet<number>;
  readonly cores: readonly CoreStyle[];
  readonly lens: Lens | null;
  /** The line in question, -1 for none, and the operation's first one. */
  readonly line: number;
  readonly firstLine: number;
  /** Of a row; null while the figure has not been measured. */
  readonly pitch: (input: LayoutInput) => number;
  /** How often copies have changed: the states change in place. */
  readonly changes: number;
  /** Stands at the right. */
  readonly children: ReactNode;
}

/** On a narrow page: how high a row is, and of how many the page may grow. */
const ROW_EM = 0.62;
const MAX_ROWS = 60;

export const MemoryView = memo(function MemoryView(props: MemoryViewProps) {
  const { scene, states, groups, touched, cores, lens, line, firstLine, pitch } = props;
  const panel = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  const box = useBox(host, look);
  const width = useBox(panel, look)?.width ?? 0;
  const palette = usePalette(host, cores, scene.design, look);
  const isNarrow = useMediaQuery('(max-width: 55.99rem)');
  const painter = useMemo(() => new MemoryPainter(scene), [scene]);
  const layout = useMemo(
    // Another look is another painting: a new layout tells the painter so.
    () => {
      if (box === null || look < 0) return null;
      const growsWith = isNarrow ? { pitch: Math.round(box.em * ROW_EM), maxRows: MAX_ROWS } : undefined;
      const input = { ...box, growsWith };
      return memoryLayout(groups, pitch(input), input);
    },
    [box, groups, pitch, look, isNarrow],
  );
  // What is drawn follows from these alone; a design that is through stays as it is.
  const painted = useRef<readonly unknown[]>([]);
  const key = [painter, layout, cores, line, firstLine, states.changes, box];
  useLayoutEffect(() => {
    if (key.every((each, i) => each === painted.current[i])) return;
    const colours = palette();
    if (canvas.current === null || box === null || layout === null || colours === null) return;
    painted.current = key;
    const found = contextOf(canvas.current, layout.width, layout.height);
    if (found === null) return;
    const { em } = box;
    painter.paint(
      found.context,
      { scene, states, layout, styles: cores, palette: colours, em, touched, line, firstLine },
      found.isNew,
    );
  });
  const at = layout === null || lens === null ? null : placeOf(layout, lens.line);
  const apart = layout?.blocks.find((block) => block.kind === 'apart');
  return (
    <div
      ref={panel}
      className={styles.body}
      data-cells={layout?.blocks.some(({ kind }) => kind === 'cells') || undefined}
    >
      {at !== null && lens !== null && <Cone lens={lens} at={at} width={width} />}
      <div ref={host} className={styles.memory}>
        <div aria-hidden="true">
          <canvas
            ref={canvas}
            style={{ width: layout?.width ?? 0, height: layout?.height ?? 0 }}
            data-testid={`memory-${scene.design}`}
          />
        </div>
        {apart !== undefined && layout !== null && (
          <p className={styles.apartNote} style={{ top: apart.noteY, left: layout.textLeft }}>
            <ApartNote scene={scene} states={states} groups={groups} cores={cores} changes={states.changes} />
          </p>
        )}
      </div>
      {props.children}
    </div>
  );
});

interface ConeProps {
  readonly lens: Lens;
  readonly at: { readonly x: number; readonly byteWidth: number; readonly y: number };
  readonly width: number;
}

/** From the whole lens, which is as wide as the panel, to the bytes that it shows. */
function Cone({ lens, at, width }: ConeProps) {
  const [a, b] = [at.x + lens.from * at.byteWidth, at.x + lens.to * at.byteWidth];
  return (
    <svg className={styles.cone} aria-hidden="true" width={width} height={Math.max(1, at.y)}>
      <path className={styles.coneFill} d={`M0 0H${width}L${b} ${at.y}H${a}Z`} />
      <path className={styles.ray} d={`M0.5 0L${a} ${at.y}M${width - 0.5} 0L${b} ${at.y}`} />
    </svg>
  );
}

const MAX_NAMED = 3;

/** Did nobody write? They did, where the snapshot does not look. */
type ApartNoteProps = Pick<MemoryViewProps, 'scene' | 'states' | 'groups' | 'cores'> & {
  /** The states change in place: what counts how often. */
  readonly changes: number;
};

const ApartNote = memo(function ApartNote({ scene, states, groups, cores }: ApartNoteProps) {
  const messages = useMessages();
  const { t } = messages;
  const naming: Naming = { styles: cores, messages };
  const group = groups.find((each) => each.apart);
  if (group === undefined) return null;
  const writers = new Map<number, string>();
  for (const line of group.lines) {
    const owner = states.owner[line] ?? NOBODY;
    const last = scene.lastWrites[line] ?? null;
    const writer = last?.backend ?? (states.lineState(line) === STATE.M ? owner : NOBODY);
    if (writer !== NOBODY && writer !== scene.watched) writers.set(writer, last?.field ?? '');
  }
  const who = [...writers.keys()].sort((a, b) => a - b);
  const named = who.slice(0, who.length > MAX_NAMED + 1 ? MAX_NAMED : MAX_NAMED + 1).map((each) => whoIs(each, naming));
  const more = who.length - named.length;
  const watched = whoIs(scene.watched, naming);
  const region = group.name;
  const fields = new Set(writers.values());
  const [field = ''] = fields;
  const text =
    who.length === 0
      ? t('lines.apart.nobody', { region, watched })
      : fields.size === 1 && field !== ''
        ? t('lines.apart.note', { who: named, more, field, region, watched })
        : t('lines.apart.unknown', { who: named, more, region, watched });
  return <Marked text={text} styles={cores} designs={[]} />;
});
