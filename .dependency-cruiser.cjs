/**
 * Who may import whom in web/: ARCHITECTURE.md's list, as rules. `npm test -- --only lint` runs them.
 * The same list for C is in web/tools/check-imports.mjs.
 */

/** Folder of web/src: what it may import besides itself. `types` may only be imported as types. */
const FOLDERS = {
  base: { may: [] },
  scenario: { may: ['base'] },
  sql: { may: ['base'] },
  engine: { may: ['sql', 'scenario', 'base'] },
  trace: { may: ['engine', 'sql', 'scenario', 'base'] },
  model: { may: ['scenario', 'base'], types: ['engine', 'trace'] },
  ui: { may: ['base'] },
  views: { may: ['model', 'ui', 'base'], types: ['engine'] },
  pages: { may: ['views', 'model', 'scenario', 'engine', 'trace', 'ui', 'base'] },
};
/** Beside web/src: what of web/src may be imported. */
const OUTSIDE = {
  cli: ['trace', 'engine', 'sql', 'model', 'scenario', 'base'],
  tools: ['trace', 'engine', 'sql', 'model', 'scenario', 'base'],
  e2e: ['trace', 'engine', 'sql', 'model', 'scenario', 'base'],
};

/** Values of engine that are part of the contract and touch nothing: ids, limits, the check of a request. */
const CONTRACT = '^web/src/engine/((lab|model)-(types|config)|(stage|scene)-types)[.]ts$';

const anyOf = (names) => `(${names.join('|')})`;

const inSrc = Object.entries(FOLDERS).flatMap(([folder, { may, types = [] }]) => [
  {
    name: `${folder}-imports-only-its-list`,
    comment: `web/src/${folder} may import: ${[...may, ...types.map((name) => `types of ${name}`)].join(', ') || 'nothing'}`,
    severity: 'error',
    from: { path: `^web/src/${folder}/` },
    to: { path: '^web/', pathNot: `^web/src/${anyOf([folder, ...may, ...types])}/` },
  },
  ...(types.length === 0
    ? []
    : [
        {
          name: `${folder}-imports-types-only-of-${types.join('-')}`,
          severity: 'error',
          from: { path: `^web/src/${folder}/` },
          to: {
            path: `^web/src/${anyOf(types)}/`,
            pathNot: CONTRACT,
            dependencyTypesNot: ['type-only', 'type-import'],
          },
        },
      ]),
]);

const outside = Object.entries(OUTSIDE).map(([folder, may]) => ({
  name: `${folder}-imports-only-its-list`,
  comment: `web/${folder} may import: ${may.join(', ')}`,
  severity: 'error',
  from: { path: `^web/${folder}/` },
  to: { path: '^web/', pathNot: [`^web/${folder}/`, '^web/(tools|e2e)/', `^web/src/${anyOf(may)}/`] },
}));

module.exports = {
  forbidden: [
    ...inSrc,
    ...outside,
    {
      name: 'views-stand-alone',
      comment: 'web/src/views/<name> is one figure; what two share is in ui, model or views/shared',
      severity: 'error',
      from: { path: '^web/src/views/([^/]+)/' },
      to: { path: '^web/src/views/[^/]+/', pathNot: '^web/src/views/($1|shared)/' },
    },
    {
      name: 'pure-below-the-views',
      comment: 'base, scenario, sql, engine, trace and model know no React and draw nothing',
      severity: 'error',
      from: { path: '^web/src/(base|scenario|sql|engine|trace|model)/' },
      to: { path: '^node_modules/(react|react-dom|wouter)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'type-import'] } },
    },
    {
      name: 'nothing-unresolvable',
      severity: 'error',
      from: {},
      // `mdast` is types alone: @types/mdast.
      to: { couldNotResolve: true, pathNot: '[?]|^mdast$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|build)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
