/** A page of every kind, for the browsers that open each of them once. */

/** The figure is drawn, and answers. */
const READY = '[data-phase="ready"]';
/** Without threads this says why nothing is measured. */
export const MISSING = '[data-testid="missing"]';

interface Shown {
  /** A part of the page that shows once its figure is drawn. */
  readonly selector: string;
  /** It measures: the part that is visible in a browser without shared memory, next to the sentence that says so. */
  readonly without?: string;
}
const shown = (selector: string): Shown => ({ selector });

/** And lessons with every kind of figure. */
export const EVERY_PAGE: Readonly<Record<string, Shown>> = {
  '#/lessons': shown('main h1'),
  '#/lessons/two-stamps?step=3': shown(READY),
  '#/lessons/the-walk?step=8': shown('main figure svg'),
  '#/lessons/why-so-many-are-idle?step=4': shown('main figure svg'),
  '#/lessons/ping-pong?step=3': shown(READY),
  '#/lessons/the-horizon?step=2': shown(READY),
  '#/lessons/density?step=4': shown(READY),
  '#/lessons/the-cliff?step=6': shown(READY),
  '#/lessons/on-a-standby?step=3': shown(READY),
  '#/play?spec=first-look&at=3': shown(READY),
  '#/play/standby?spec=standby-late-commit': shown(READY),
  '#/play/server?sample=1': shown('[data-state="shown"]'),
  '#/lab': shown(READY),
  '#/lab/measure': { selector: READY, without: 'main figure svg path' },
  '#/lab/lines': shown(READY),
  '#/lab/layout': shown(READY),
  '#/lab/ladder': { selector: READY, without: 'main table' },
  '#/lab/cliff': { selector: READY, without: 'main figure svg' },
  '#/lab/litmus': { selector: READY, without: 'main figure [data-outcome]' },
  '#/lab/model': shown('[data-testid="model-run"]:not([data-rows="0"])'),
  '#/calculator': shown('main figure svg'),
  '#/simplified': shown('main h1'),
  '#/glossary': shown('main h1'),
  '#/exercises': shown('main h1'),
  '#/exercises/who-sees-it?seed=1': shown(READY),
  '#/exercises/late-snapshot?seed=1': shown(READY),
  '#/exercises/lines-of-a-walk?seed=1': shown(READY),
  '#/record': shown('main h1'),
  '#/teacher': shown('main h1'),
  '#/teacher/plan': shown('[data-sheet="students"]'),
  '#/class?set=two-stamps,who-sees-it&seed=by-name': shown('main ol'),
};
