/**
 * Keeps functions short enough to read in one go: at most 60 lines and 25 branches, what is nested in them included.
 * `check-functions.json` lists the functions that are still over a limit, with their lines and branches: they may
 * shrink, and the list may only shrink with them. Prints every fault as FILE:LINE: message.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

const MOST_LINES = 60;
const MOST_BRANCHES = 25;
const LIST = 'web/tools/check-functions.json';

/** @typedef {{ name: string, line: number, lines: number, branches: number }} Measured */
/** @typedef {Record<string, readonly [lines: number, branches: number]>} Ceilings by `FILE NAME` */

const CHOOSES = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** @param {ts.Node} node */
const isBranch = (node) =>
  ts.isIfStatement(node) ||
  ts.isConditionalExpression(node) ||
  ts.isIterationStatement(node, false) ||
  ts.isCaseClause(node) ||
  ts.isCatchClause(node) ||
  (ts.isBinaryExpression(node) && CHOOSES.has(node.operatorToken.kind));

/**
 * The name of a function, or of the variable or property that holds it, also through a call such as `memo(() => …)`.
 * @param {ts.FunctionLikeDeclaration} fn @returns {string}
 */
function nameOf(fn) {
  if (ts.isConstructorDeclaration(fn)) return 'constructor';
  if (fn.name !== undefined) return fn.name.getText();
  /** @type {ts.Node} */
  let node = fn.parent;
  while (ts.isCallExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent;
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node))
    return node.name.getText();
  return '(anonymous)';
}

/** @param {string} file from the root @param {string} text @returns {Measured[]} */
export function functionsIn(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  /** @param {number} position */
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  /** @type {Measured[]} */
  const found = [];
  /** @param {ts.Node} node @param {readonly Measured[]} around the functions that this node is in */
  const visit = (node, around) => {
    let within = around;
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineAt(node.getStart());
      const measured = { name: nameOf(node), line, lines: lineAt(node.end) - line + 1, branches: 0 };
      found.push(measured);
      within = [...around, measured];
    }
    if (isBranch(node)) for (const measured of within) measured.branches += 1;
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(source, []);
  return found;
}

/** @param {Measured} measured */
export const isOver = ({ lines, branches }) => lines > MOST_LINES || branches > MOST_BRANCHES;

/** @param {string} file from the root @param {string} text @param {Ceilings} ceilings @returns {string[]} */
export function faultsIn(file, text, ceilings) {
  const over = functionsIn(file, text).filter(isOver);
  const large = over.flatMap(({ name, line, lines, branches }) => {
    const ceiling = ceilings[`${file} ${name}`] ?? [MOST_LINES, MOST_BRANCHES];
    const size = `${file}:${line}: ${name} has ${lines} lines and ${branches} branches`;
    return lines > ceiling[0] || branches > ceiling[1]
      ? [`${size}; at most ${ceiling[0]} and ${ceiling[1]}: split it by what its parts decide`]
      : [];
  });
  const done = Object.keys(ceilings)
    .filter((key) => key.startsWith(`${file} `) && !over.some(({ name }) => key === `${file} ${name}`))
    .map((key) => `${file}:1: no longer has a large function${key.slice(file.length)}: strike it from ${LIST}`);
  return [...large, ...done];
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const files = filesUnder(
      ['web'],
      (path) => /\.tsx?$/.test(path) && !/\.(test|spec|fake|gen|d)\.tsx?$/.test(path) && !path.startsWith('web/e2e/'),
    );
    if (files.length === 0) throw new Fault('check-functions: no TypeScript found.');
    /** @type {Ceilings} */
    const ceilings = JSON.parse(readFileSync(at(LIST), 'utf8'));
    const gone = Object.keys(ceilings)
      .filter((key) => !files.includes(key.split(' ')[0] ?? ''))
      .map((key) => `${LIST}:1: ${key} is in no file: strike it`);
    const faults = files.flatMap((file) => faultsIn(file, readFileSync(at(file), 'utf8'), ceilings));
    if (faults.length + gone.length > 0) throw new Fault([...faults, ...gone].join('\n'));
  });
}
