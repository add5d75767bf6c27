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
  viewmodel: { may: ['scenario', 'base'], types: ['engine'] },
  ui: { may: ['base'] },
  views: { may: ['viewmodel', 'ui', 'base'], types: ['engine'] },
  pages: { may: ['views', 'viewmodel', 'scenario', 'engine', 'ui', 'base'] },
};
/** Room of web/src/engine: the rooms it may import besides itself. */
const ROOMS = {
  wasm: [],
  lab: ['wasm'],
  simulation: ['lab', 'wasm'],
  replay: ['simulation', 'lab', 'wasm'],
  server: ['wasm'],
  evaluator: ['server', 'wasm'],
  spec: ['evaluator', 'server', 'wasm'],
  trace: ['spec', 'server'],
  stage: ['trace', 'spec', 'evaluator', 'server', 'wasm'],
};
/** Beside web/src: what of web/src may be imported. */
const OUTSIDE = {
  node: { folders: [] },
  cli: { folders: ['node'] },
  tools: { folders: ['node', 'cli'] },
  e2e: { folders: ['node', 'tools'] },
};
const OF_SRC = ['engine', 'sql', 'viewmodel', 'scenario', 'base'];
/** In a clone the command line first sets the tree up; the package has no set-up. */
const SETS_UP = '^web/cli/xipscope[.]mjs$';

/** Values of engine that are part of the contract and touch nothing: ids, limits, the check of a request. */
const CONTRACT =
  '^web/src/engine/(lab/(lab-(types|config)|litmus-types|litmus[.]gen)|simulation/model-(types|config)|stage/stage-types|server/slru-types|replay/(scene|layout)-types)[.]ts$';

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

const inEngine = Object.entries(ROOMS).map(([room, may]) => ({
  name: `engine-${room}-imports-only-its-list`,
  comment: `web/src/engine/${room} may import of engine: ${may.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^web/src/engine/${room}/`, pathNot: '[.](test|fake)[.]ts$' },
  to: { path: '^web/src/engine/', pathNot: `^web/src/engine/${anyOf([room, ...may])}/` },
}));

const outside = Object.entries(OUTSIDE).map(([folder, { folders }]) => ({
  name: `${folder}-imports-only-its-list`,
  comment: `web/${folder} may import: ${[...folders, ...OF_SRC].join(', ')}`,
  severity: 'error',
  from: { path: `^web/${folder}/`, pathNot: SETS_UP },
  to: { path: '^web/', pathNot: [`^web/${anyOf([folder, ...folders])}/`, `^web/src/${anyOf(OF_SRC)}/`] },
}));

module.exports = {
  forbidden: [
    ...inSrc,
    ...inEngine,
    ...outside,
    {
      name: 'views-stand-alone',
      comment: 'web/src/views/<name> is one figure; what two share is in ui, viewmodel or views/shared',
      severity: 'error',
      from: { path: '^web/src/views/([^/]+)/' },
      to: { path: '^web/src/views/[^/]+/', pathNot: '^web/src/views/($1|shared)/' },
    },
    {
      name: 'pages-stand-alone',
      comment: 'web/src/pages/<name> is one page; what two share is in pages/shared',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/' },
      to: { path: '^web/src/pages/[^/]+/', pathNot: '^web/src/pages/($1|shared)/' },
    },
    {
      name: 'pure-below-the-views',
      comment: 'base, scenario, sql, engine and viewmodel know no React and draw nothing',
      severity: 'error',
      from: { path: '^web/src/(base|scenario|sql|engine|viewmodel)/' },
      to: { path: '^node_modules/(react|react-dom|wouter)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      // Types are counted, too: a circle of types is a circle for a reader.
      to: { circular: true },
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
