/** The Playground's keys: a session's letter or number moves it; comma and full stop step back and on; Space plays. */
import { useKeys, useRemote } from '../../ui/keys.ts';
import type { PlayStore } from './play-store.ts';

/** Letters of the sessions; F is the stage's on every page, so the sixth session has its number alone. */
const LETTERS = 'abcdefgh';
const TAKEN = 'f';

export function usePlayKeys(
  store: PlayStore,
  { stage, active }: { readonly stage: boolean; readonly active: boolean },
) {
  const move = (session: number) => () => store.moveSession(session);
  const letters = [...LETTERS].flatMap((letter, i) => (letter === TAKEN ? [] : [[letter, move(i)] as const]));
  const numbers = Array.from({ length: 9 }, (_, i) => [String(i + 1), move(i)] as const);
  useKeys(
    {
      ...Object.fromEntries([...(stage ? letters.filter(([letter]) => letter !== 'b') : letters), ...numbers]),
      ' ': () => (store.get().isPlaying ? store.pause() : store.play()),
      ...(stage ? {} : { '.': () => void store.step() }),
      ',': () => store.back(),
      n: () => store.branch(),
      t: () => store.letTimePass(),
      z: () => store.finish(),
    },
    { active },
  );
  useRemote({ onNext: () => void store.step(), onPrevious: () => store.back() }, { active: active && stage });
}
