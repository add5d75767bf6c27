/** States of the interface's own parts, and of its messages about missing or wrong things. */
import '../base/messages/en/capability.ts';
import { type ReactNode, useState } from 'react';
import { BadAddress } from '../app/BadAddress.tsx';
import { Header } from '../app/Header.tsx';
import type { MissingCapability } from '../engine/wasm/capabilities.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CheckboxGroup, Segmented, Select, Toggle } from '../ui/choice.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Figure } from '../ui/Figure.tsx';
import { MissingNotice } from '../ui/MissingNotice.tsx';
import { useMessages } from '../ui/messages.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { ProvenanceBadge } from '../ui/ProvenanceBadge.tsx';
import { Slider } from '../ui/Slider.tsx';
import { sqrtScale } from '../ui/slider-scale.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { designStyle, LADDER_IDS, markPath } from '../viewmodel/design-style.ts';
import type { GalleryState } from './Gallery.tsx';
import styles from './gallery.module.css';

const IDLE_SCALE = sqrtScale(0, 10_000);
const IDLE_STOPS = [0, 100, 1000, 2500, 5000, 10_000];

function Sliders({ start }: { readonly start: number }) {
  const { format } = useMessages();
  const [value, setValue] = useState(start);
  const text = (n: number) => `${format.integer(n)} idle connections`;
  return (
    <div className={styles.sliderRoom}>
      <Slider
        label={text(value)}
        scale={IDLE_SCALE}
        value={value}
        onChange={setValue}
        valueText={text}
        stops={IDLE_STOPS.map((stop) => ({ value: stop, label: format.integer(stop) }))}
      />
    </div>
  );
}

function Buttons() {
  return (
    <div className={styles.row}>
      <Button look="primary" icon="play" keyHint="Space">
        Run
      </Button>
      <Button icon="play">Again</Button>
      <Button look="quiet" keyHint="F">
        Stage
      </Button>
      <Button disabled>Not now</Button>
      <IconButton icon="download" label="Save" />
    </div>
  );
}

function Fields() {
  const [idle, setIdle] = useState(1000);
  const [mode, setMode] = useState<'run' | 'sweep'>('run');
  const [workload, setWorkload] = useState<'snapshot' | 'readonly'>('readonly');
  const [chosen, setChosen] = useState<readonly ('a' | 'b' | 'c')[]>(['a', 'b']);
  const [lock, setLock] = useState(true);
  return (
    <div className={styles.form}>
      <Segmented
        label="Mode"
        options={[
          { value: 'run', label: 'One run' },
          { value: 'sweep', label: 'Sweep' },
        ]}
        value={mode}
        onChange={setMode}
      />
      <NumberField
        label="Idle connections"
        {...{ value: idle, min: 0, max: 12_500 }}
        whole
        hint="0 to 12,500"
        onChange={setIdle}
      />
      <NumberField label="Other work" value={28} onChange={() => {}} min={0} max={10_000} whole unit="µs" />
      <NumberField
        label="Active connections"
        value={4}
        onChange={() => {}}
        min={1}
        max={64}
        whole
        error="More threads than cores: oversubscribed."
      />
      <Select
        label="Workload"
        options={[
          { value: 'snapshot', label: 'snapshot' },
          { value: 'readonly', label: 'readonly' },
        ]}
        value={workload}
        onChange={setWorkload}
      />
      <CheckboxGroup
        label="Designs"
        options={[
          { value: 'a', label: '13', hint: 'PGXACT next to PGPROC' },
          { value: 'b', label: '14', hint: 'dense arrays and reuse' },
          { value: 'c', label: 'dense', disabled: true },
        ]}
        values={chosen}
        onChange={setChosen}
        error={chosen.length === 0 ? 'Choose at least one.' : undefined}
      />
      <Toggle label="ProcArrayLock" hint="Left out, the layout alone is measured." checked={lock} onChange={setLock} />
      <Buttons />
    </div>
  );
}

function Badges() {
  return (
    <div className={styles.stack}>
      <ProvenanceBadge kind="measured" facts={['this machine', '3 threads', '1.24 M transactions', 'clock 5 µs']} />
      <ProvenanceBadge kind="modelled" facts={['struct layouts of 13 and 14']} />
      <ProvenanceBadge kind="published" facts={['Freund 2020', '2 × Xeon Gold 5215', '1 active']} />
      <ProvenanceBadge kind="real" facts={['17.2', 'Debian 12']} />
      <p>
        A word with a <Tooltip note="The note says what it means, in one or two sentences.">note</Tooltip> behind it.
      </p>
    </div>
  );
}

function Ladder() {
  const { t } = useMessages();
  return (
    <svg viewBox="0 0 560 420" width="560" role="img" aria-label="Hue, dash and mark of each design">
      {LADDER_IDS.map((id, index) => {
        const { hue, dash, mark, shortKey } = designStyle(id);
        const y = 24 + index * 34;
        return (
          <g key={id}>
            <line x1="10" x2="300" y1={y} y2={y} stroke={hue} strokeWidth="2" strokeDasharray={dash ?? 'none'} />
            <path d={markPath(mark, 10)} transform={`translate(306 ${y})`} fill={hue} />
            <text x="322" y={y} dominantBaseline="central" fill={hue} fontSize="17" fontWeight="700">
              {t(shortKey)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const ROWS = [
  { idle: 0, tps13: 33_457, tps14: 33_600 },
  { idle: 10_000, tps13: 16_120, tps14: 33_380 },
];

function FramedFigure() {
  const { format } = useMessages();
  return (
    <Figure
      title="Figures are framed like this"
      name="framed figure"
      subtitle="what is drawn, and in which unit"
      caption="A caption says what to look at, and what the drawing leaves out."
      provenance={<ProvenanceBadge kind="modelled" facts={['fixed data']} />}
      description="Twelve lines, one for each design."
      data={() => ({ header: ['idle', 'tps_13', 'tps_14'], rows: ROWS.map((row) => [row.idle, row.tps13, row.tps14]) })}
      table={
        <DataTable
          caption="Transactions per second"
          columns={[
            { key: 'idle', head: 'Idle', kind: 'number', cell: (row) => format.integer(row.idle) },
            { key: '13', head: '13', kind: 'number', cell: (row) => format.integer(row.tps13) },
            { key: '14', head: '14', kind: 'number', cell: (row) => format.integer(row.tps14) },
          ]}
          rows={ROWS}
          rowKey={(row) => String(row.idle)}
        />
      }
    >
      <Ladder />
    </Figure>
  );
}

const DISPLAY = { stage: false } as const;

const missing = (capability: MissingCapability): GalleryState => ({
  id: `missing-${capability}`,
  shows: `What is said when ${capability} is missing`,
  element: () => (
    <MissingNotice
      what={`capability.${capability}.what`}
      why={`capability.${capability}.why`}
      todo={`capability.${capability}.todo`}
      openAlone={capability === 'iframe' ? '#/' : undefined}
    />
  ),
});

const bad = (id: string, shows: string, element: ReactNode): GalleryState => ({ id, shows, element: () => element });

export const shellStates: readonly GalleryState[] = [
  {
    id: 'header',
    shows: 'The header on the Lab page',
    element: () => <Header page="lab" display={DISPLAY} theme="light" onTheme={() => {}} onLang={() => {}} />,
  },
  {
    id: 'slider-middle',
    shows: 'A square-root slider at 2,500, between its stops',
    element: () => <Sliders start={2500} />,
  },
  {
    id: 'slider-end',
    shows: 'The same at its right end: the thumb stands on the last stop',
    element: () => <Sliders start={10_000} />,
  },
  { id: 'fields', shows: 'Every control, one of them with an error', element: Fields },
  { id: 'badges', shows: 'The four provenances, and a tooltip', element: Badges },
  { id: 'figure', shows: 'The figure frame around the twelve design styles', element: FramedFigure },
  missing('wasm'),
  missing('iframe'),
  missing('notIsolated'),
  bad(
    'address-newer',
    'An address from the future',
    <BadAddress error={{ kind: 'newer', version: '7', known: 1 }} display={DISPLAY} />,
  ),
  bad(
    'address-not-found',
    'An address that leads nowhere',
    <BadAddress error={{ kind: 'not-found', path: '/lessons/walk' }} display={DISPLAY} />,
  ),
];
