/**
 * The shipped machines for the pages: bundled with the page, parsed on demand. Their texts in another language are one
 * module per language, made with the site and applied when they are shown.
 */
import { useCallback, useEffect, useState } from 'react';
import { MACHINE_IDS, type Machine, type MachineId } from '../../../scenario/machine.ts';
import { parseMachine } from '../../../scenario/machine-parse.ts';
import { type MachineTexts, withMachineTexts } from '../../../scenario/texts-file.ts';
import { useMessages } from '../../../ui/messages.tsx';

const texts = import.meta.glob<string>('../../../../../scenarios/machines/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const parsed = new Map<MachineId, Machine>();

/** Tests check the shipped files; a fault here is a fault of the build. */
export function shippedMachine(id: MachineId): Machine {
  let machine = parsed.get(id);
  if (machine === undefined) {
    const text = Object.entries(texts).find(([path]) => path.endsWith(`/${id}.json`))?.[1] ?? '';
    const read = parseMachine(text);
    if (!read.ok) throw new Error(`the machine ${id} is not right: ${JSON.stringify(read.error[0])}`);
    machine = read.value;
    parsed.set(id, machine);
  }
  return machine;
}
export const shippedMachines = (): readonly Machine[] => MACHINE_IDS.map(shippedMachine);

const LANGUAGES = import.meta.glob<MachineTexts>('../../../../../scenarios/machines/texts.*.txt', {
  query: '?machine-texts',
  import: 'default',
});
/** The texts fetched so far. Entries are added and never change. */
const fetched = new Map<string, MachineTexts>();

/** Puts the reader's language over a machine: English while its texts are missing. */
export function useMachineTexts(): (machine: Machine) => Machine {
  const { lang } = useMessages();
  const [, setArrived] = useState('');
  useEffect(() => {
    const load = LANGUAGES[`../../../../../scenarios/machines/texts.${lang}.txt`];
    if (load === undefined) return;
    // Another component may have fetched the texts since this was drawn.
    if (fetched.has(lang)) {
      setArrived(lang);
      return;
    }
    let isCurrent = true;
    load().then(
      (texts) => {
        fetched.set(lang, texts);
        if (isCurrent) setArrived(lang);
      },
      // Then it stays English; the next page that asks tries again.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [lang]);
  const texts = fetched.get(lang);
  return useCallback((machine) => (texts === undefined ? machine : withMachineTexts(machine, texts)), [texts]);
}
