/**
 * The code that a first lesson fetches before it can be used, by structure: the modules that its entry points import,
 * directly or not. Code that a reader needs later, or elsewhere, is imported on demand. `npm run bench -- --only page`
 * weighs it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';

/** The modules that have been requested when the figure of the first lesson answers, in its worker, too. */
const ROOTS = [
  'app/main.tsx',
  'app/start.tsx',
  'pages/lessons/LessonsPage.tsx',
  'pages/playground/PlayPage.tsx',
  'pages/playground/PlayFigure.tsx',
  'pages/playground/ahead.ts',
  'pages/shared/play/figures/rows.tsx',
  'engine/stage/stage-worker.ts',
];

/** Modules and packages that none of them may import. */
const LATER = [
  // Packages: the editor, PostgreSQL's parser, Markdown's, charts, compression.
  /^(@codemirror|@lezer)\//,
  /^(libpg-query|mdast-util-from-markdown|fflate|d3(-[a-z]+)?)$/,
  // The whole Playground, other pages, parts that a click opens.
  /^pages\/(home|lab|server|standby|calculator|exercises|teacher)\//,
  /^pages\/(playground\/(Playground|PlayStage|PlayHead|SaveDialog|source\/|picture\/|prompt\/|verdict\/)|shared\/(play\/PlayBar|files\/|observe\/|exercises\/browser-deps))/,
  /^pages\/(shared\/lessons\/lesson-index|lessons\/(LessonList|SpeakerNotes|QuestionView))/,
  /^views\/(film|scenario-gallery|spec-editor|timeline|stage-controls|lanes|explain|horizons|subtrans|subxids|xid-axis|conflicts)\//,
  // What can be chosen on a heap page, and its words.
  /^(views\/heap-page\/HeapGrid|viewmodel\/stage\/heap-text|pages\/shared\/play\/figures\/rows-words)\./,
  // SERIALIZABLE’s locks and conflicts.
  /^(engine\/(server\/s(si-state|iread-locks)|wasm\/sim-)|views\/heap-page\/Sireads|viewmodel\/stage\/(conflict|heap-locks))/,
  /^app\/(embed\/|routes|offline|isolation|LabNav|BadAddress)/,
  /^base\/fields\.ts$/,
  /^engine\/(spec\/(scenario-index|scenarios\.ts|compile-client|spec-limit)|wasm\/capabilities|server\/(standby-core|server-faults)|stage\/stop-text)/,
  /^viewmodel\/(score\/score|prompt\/)/,
  /^viewmodel\/stage\/(packed-text|heap-detail-words|lanes|lane-words|explain|headline)\.ts$/,
  // Statements, clauses and expressions that few specs have, the planner, and traces for saving.
  /^sql\/(exec-seldom|exec-create|exec-select-seldom|xact-prepared|settings-names)\.ts$/,
  /^sql\/(bind-seldom|bind-aggregate|bind-call|bound-seldom|like|sort)\.ts$/,
  /^sql\/(needs|numeric|numeric-bytes|date|modifier|other-types|bind-numeric|xact-modes|key-changes)\.ts$/,
  /^sql\/(planner|path-cost|plan-scan|qual)\.ts$/,
  /^engine\/(stage\/(standby-side|stage-trace|repeater|run-transactions|verdict|suggest|attempt)|trace\/codec)/,
  // Texts of other figures and pages.
  /^base\/messages\/en\/(index|axis|heap-text|conflicts|horizons|lanes|subtrans|stage|errors|ui-figure|heap-explain|lessons-\w+|prompt|verdict|shell-\w+)\.ts$/,
  /^(scenario\/(spec|lesson|server-state)-parse|viewmodel\/exercise\/(?!seed))/,
];

const SRC = at('web/src');
/** Imports that exist when the code runs; a type import does not, and an import() call is for later. */
const STATIC = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'/gm;

/** Files, as from web/src, and packages; each with its importer. */
function closureOf(roots: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map(roots.map((root) => [root, root]));
  for (const [name] of found) {
    const file = resolve(SRC, name);
    if (!/\.tsx?$/.test(name) || !existsSync(file)) continue;
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      const to = from.startsWith('.') ? relative(SRC, resolve(dirname(file), from)).replaceAll('\\', '/') : from;
      if (!found.has(to)) found.set(to, name);
    }
  }
  return found;
}

test('the roots are files, and what they import is found', () => {
  for (const root of ROOTS) expect([root, existsSync(resolve(SRC, root))]).toEqual([root, true]);
  const closure = closureOf(ROOTS);
  for (const known of ['react-dom/client', 'views/heap-page/HeapPage.tsx', 'sql/exec.ts', 'ui/tokens.css'])
    expect([known, closure.has(known)]).toEqual([known, true]);
});

test('the first lesson brings nothing that it does not need yet', () => {
  const brought = [...closureOf(ROOTS)].filter(([name]) => LATER.some((later) => later.test(name)));
  expect(brought).toEqual([]);
});
