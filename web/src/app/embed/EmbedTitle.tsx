/** Above a figure of the Playground: its scenario’s name. Other figures have a title of their own. */
import { useEffect, useState } from 'react';
import { fetchScenarioTexts, scenarioTextsIn } from '../../engine/spec/scenario-texts.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Route, routeTo } from '../address/address.ts';
import styles from './embed.module.css';

interface EmbedTitleProps {
  readonly route: Route;
  /** The page’s, for readers who do not see the figure. */
  readonly name: string;
}

export function EmbedTitle({ route, name }: EmbedTitleProps) {
  const source = route.page === 'play' ? route.address.source : undefined;
  return (
    <>
      {!routeTo(route.page).titleIn.includes('box') && <h1 className="visually-hidden">{name}</h1>}
      {source?.kind === 'shipped' && <ScenarioTitle scenario={source.id} />}
    </>
  );
}

/** Nothing if no scenario has this id: the figure then says so. */
function ScenarioTitle({ scenario }: { readonly scenario: string }) {
  const title = useScenarioTitle(scenario) ?? '\u00a0';
  return title === '' ? null : <p className={styles.title}>{title}</p>;
}

/** In the reader's language; null: not yet fetched, or none was asked for; empty: there is no such scenario. */
export function useScenarioTitle(scenario: string | null): string | null {
  const { lang } = useMessages();
  const [title, setTitle] = useState<string | null>(null);
  useEffect(() => {
    if (scenario === null) return undefined;
    let isWanted = true;
    const fetchTitle = async (): Promise<void> => {
      const [{ scenarioIndex }] = await Promise.all([
        import('../../engine/spec/scenario-index.ts'),
        fetchScenarioTexts(lang),
      ]);
      const texts = scenarioTextsIn(lang);
      const own = Object.hasOwn(texts, scenario) ? texts[scenario]?.title : undefined;
      const found = own ?? scenarioIndex().find(({ id }) => id === scenario)?.title;
      if (isWanted) setTitle(found ?? '');
    };
    // Without it the figure is complete.
    fetchTitle().catch(() => isWanted && setTitle(''));
    return () => {
      isWanted = false;
    };
  }, [scenario, lang]);
  return title;
}
