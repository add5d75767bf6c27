/**
 * Light or dark: the address's theme, else the reader's choice, else the system's preference. public/theme.js does the
 * same before the first paint.
 */
import { useEffect, useState } from 'react';
import { useMediaQuery } from '../ui/hooks.ts';
import type { Theme } from './address/address.ts';

const KEY = 'xip.theme';

const readChoice = (): Theme | null => {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
};
const writeChoice = (choice: Theme | null): void => {
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Then the choice is remembered for this page only.
  }
};

export interface ThemeControl {
  readonly theme: Theme;
  readonly choose: (theme: Theme) => void;
}

export function useTheme(asked: Theme | undefined): ThemeControl {
  const [choice, setChoice] = useState(readChoice);
  const system: Theme = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const theme = asked ?? choice ?? system;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return {
    theme,
    choose: (next) => {
      // Choosing the system's preference means: follow the system again.
      const kept = next === system ? null : next;
      writeChoice(kept);
      setChoice(kept);
    },
  };
}
