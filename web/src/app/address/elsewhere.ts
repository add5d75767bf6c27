/**
 * Fetches the codecs of pages that few visits begin with. In a separate file, because the list of all their modules is
 * long.
 */
export const ELSEWHERE = {
  standby: () => import('./standby.ts').then((own) => ({ parse: own.parseStandby, format: own.formatStandby })),
  lab: () => import('./lab.ts').then((own) => ({ parse: own.parseLab, format: own.formatLab })),
  lines: () => import('./lines.ts').then((own) => ({ parse: own.parseLines, format: own.formatLines })),
  model: () => import('./model.ts').then((own) => ({ parse: own.parseModel, format: own.formatModel })),
  ladder: () => import('./model.ts').then((own) => ({ parse: own.parseLadder, format: own.formatLadder })),
  cliff: () => import('./model.ts').then((own) => ({ parse: own.parseCliff, format: own.formatCliff })),
  calculator: () =>
    import('./calculator.ts').then((own) => ({ parse: own.parseCalculator, format: own.formatCalculator })),
};
