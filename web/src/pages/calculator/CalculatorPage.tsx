/**
 * The calculator: one part at a time, with its picture, its settings, its formula and its simplifications. In a box:
 * the picture and its settings.
 */

import '../../base/messages/en/calculator.ts';
import { Button, cx } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import type { PageProps } from '../../ui/page.tsx';
import { FULL_GROWTH, PUBLISHED_MACHINE, PUBLISHED_PEAK_ETHERNET } from '../../viewmodel/calculator/clients.ts';
import {
  CALCULATOR_LIMITS,
  CALCULATOR_PARTS,
  type CalculatorPart,
  type CalculatorSetting,
  type CalculatorValues,
  PART_SETTINGS,
  valuesOf,
} from '../../viewmodel/calculator/settings.ts';
import { PART_FIGURES } from '../../views/calculator/index.ts';
import { LabHead, LabNext } from '../shared/lab/LabFrame.tsx';
import { useStageArrows } from '../shared/lab/stage-arrows.ts';
import type { CalculatorAddress } from './address.ts';
import styles from './calculator.module.css';

const UNITS = {
  service: 'us',
  network: 'ms',
  think: 'ms',
  held: 'ms',
  perConnectionMiB: 'mib',
  sharedBuffersGB: 'gb',
} as const;
const unitOf = (name: CalculatorSetting) => Object.entries(UNITS).find(([setting]) => setting === name)?.[1];

interface CalculatorFieldsProps {
  readonly part: CalculatorPart;
  readonly values: CalculatorValues;
  readonly onChange: (setting: CalculatorSetting, value: number) => void;
  /** Without hints: in a box the surrounding text explains. */
  readonly isBare?: boolean;
  /** Null: these are the first values. */
  readonly onReset?: (() => void) | null;
}

/** A part's settings as fields: input counts at once. */
function CalculatorFields({ part, values, onChange, isBare = false, onReset }: CalculatorFieldsProps) {
  const { t } = useMessages();
  return (
    <section className={styles.fields} aria-label={t('calculator.settings')} data-bare={isBare || undefined}>
      {PART_SETTINGS[part].map((name) => {
        const unit = unitOf(name);
        return (
          <NumberField
            // For another part it is a new field: unfinished input does not carry over.
            key={`${part}-${name}`}
            label={t(`calculator.field.${name}`)}
            {...(isBare ? {} : { hint: t(`calculator.hint.${name}`) })}
            {...(unit === undefined ? {} : { unit: t(`calculator.unit.${unit}`) })}
            {...CALCULATOR_LIMITS[name]}
            value={values[name]}
            onChange={(value) => onChange(name, value)}
          />
        );
      })}
      {onReset !== undefined && (
        <Button className={styles.reset} onClick={() => onReset?.()} disabled={onReset === null}>
          {t('calculator.reset')}
        </Button>
      )}
    </section>
  );
}

export default function CalculatorPage({ address, onAddress, stage, figure }: PageProps<CalculatorAddress>) {
  const { t } = useMessages();
  const { part = 'busy', ...given } = address;
  const values = valuesOf(part, given);
  const change = (setting: CalculatorSetting, value: number) => onAddress({ ...address, part, [setting]: value });
  const at = CALCULATOR_PARTS.indexOf(part);
  const toPart = (next: CalculatorPart | undefined) =>
    next === undefined ? undefined : () => onAddress({ ...address, part: next }, 'push');
  useStageArrows(
    { onNext: toPart(CALCULATOR_PARTS[at + 1]), onPrevious: toPart(CALCULATOR_PARTS[at - 1]) },
    { active: stage && figure === undefined, of: 'page' },
  );
  const Figure = PART_FIGURES[part];
  const picture = <Figure values={values} onChange={change} />;
  if (stage) return <div className={cx(styles.stage, figure === undefined && styles.whole)}>{picture}</div>;
  if (figure !== undefined)
    return (
      <div className={styles.alone}>
        {picture}
        <CalculatorFields part={part} values={values} onChange={change} isBare />
      </div>
    );
  return (
    <div className={styles.page}>
      <LabHead
        title={t('calculator.title')}
        lead={
          <Segmented<CalculatorPart>
            label={t('calculator.parts')}
            hideLabel
            options={CALCULATOR_PARTS.map((value) => ({ value, label: t(`calculator.part.${value}`) }))}
            value={part}
            onChange={(next) => onAddress({ ...address, part: next }, 'push')}
          />
        }
        isWhole
        alone={undefined}
      />
      <div className={styles.body}>
        <div className={styles.result}>{picture}</div>
        <CalculatorFields
          part={part}
          values={values}
          onChange={change}
          onReset={Object.keys(given).length > 0 ? () => onAddress({ part }) : null}
        />
      </div>
      <Reckoning part={part} />
      <LabNext after="calculator" />
    </div>
  );
}

/** The network time that remains under the published peak between two machines, on the published machine. */
const ETHERNET_US = ((PUBLISHED_PEAK_ETHERNET - PUBLISHED_MACHINE.threads) * 1e6) / PUBLISHED_MACHINE.full.tps;

const SIMPLIFIED = {
  busy: ['service', 'even'],
  little: ['service', 'even'],
  memory: ['memory', 'own'],
  catalog: ['catalog'],
  pooler: ['pooler', 'service', 'even'],
} as const satisfies Record<CalculatorPart, readonly string[]>;

function Reckoning({ part }: { readonly part: CalculatorPart }) {
  const { t } = useMessages();
  const sentences = SIMPLIFIED[part].map((name) =>
    name === 'service'
      ? t('calculator.simplified.service', {
          growth: FULL_GROWTH,
          one: PUBLISHED_MACHINE.one.tps,
          full: PUBLISHED_MACHINE.full.tps,
        })
      : t(`calculator.simplified.${name}`),
  );
  return (
    <div className={styles.notes}>
      <section>
        <h2>{t('calculator.how')}</h2>
        <p className={styles.formula}>{t(`calculator.how.${part}`)}</p>
        {part !== 'memory' && part !== 'catalog' && <p className={styles.symbols}>{t('calculator.how.symbols')}</p>}
        {part === 'little' && (
          <p className={styles.symbols}>
            {t('calculator.little.ethernet', { peak: PUBLISHED_PEAK_ETHERNET, awayUs: ETHERNET_US })}
          </p>
        )}
      </section>
      <section>
        <h2>{t('calculator.simplified')}</h2>
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
