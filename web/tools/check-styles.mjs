/**
 * Keeps the styles in order, and prints every fault as FILE:LINE: message.
 *
 * A style stays in its component: a CSS module's selector names a class of that module, so that a page which was loaded
 * earlier in the tab cannot restyle a later one, and it asks for an attribute only where its own component writes it.
 * Text sizes and layers are tokens. Windows and boxes change their layout at four widths, and windows at two heights.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { transform } from 'lightningcss';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

/** @typedef {import('lightningcss').Selector} Selector */
/** @typedef {import('lightningcss').SelectorComponent} Part */
/** @typedef {import('lightningcss').Declaration} Declaration */
/** @typedef {import('lightningcss').DeclarationBlock} Block */
/** @typedef {(attribute: string) => boolean} Writes whether a component writes the attribute */

const TOKENS = 'web/src/ui/tokens.css';
const MOST_SIZES = 10;
/** In rem. Each is a `>=` or a `<`, so that two layouts never meet. */
export const WIDTHS = { phone: 30, tablet: 44, desk: 64, laptop: 80, wall: 100 };
export const HEIGHTS = { flat: 40, low: 54 };

/**
 * A class inside `:has()` or `:not()` describes other elements, so it does not tie the selector to this module.
 * @param {Selector} selector @returns {boolean}
 */
const namesOwnClass = (selector) =>
  selector.some(
    (part) =>
      part.type === 'class' ||
      part.type === 'nesting' ||
      (part.type === 'pseudo-class' &&
        (part.kind === 'is' || part.kind === 'where') &&
        part.selectors.every(namesOwnClass)),
  );

/**
 * The selectors in brackets, as in `:not(.own)`.
 * @param {Part} part @returns {Selector[]}
 */
const innerSelectors = (part) =>
  'selectors' in part && Array.isArray(part.selectors) ? /** @type {Selector[]} */ (part.selectors) : [];

/** @param {Selector} selector @returns {boolean} */
const leavesTheModule = (selector) =>
  selector.some(
    (part) => part.type === 'pseudo-class' && (part.kind === 'global' || innerSelectors(part).some(leavesTheModule)),
  );

/**
 * The attributes of elements that are not of this module. An element is if it has a class of the module; the root has
 * the page's own attributes.
 * @param {Selector} selector @param {boolean} [isOwn] of the element that the selector begins at @returns {string[]}
 */
function attributesOfOthers(selector, isOwn = false) {
  /** @type {Part[][]} */
  const compounds = [[]];
  for (const part of selector) {
    if (part.type === 'combinator') compounds.push([]);
    else compounds.at(-1)?.push(part);
  }
  return compounds.flatMap((parts, i) => {
    const own =
      (isOwn && i === compounds.length - 1) ||
      namesOwnClass(parts) ||
      parts.some((part) => part.type === 'pseudo-class' && part.kind === 'root');
    return parts.flatMap((part) => {
      if (part.type === 'attribute') return own && part.name !== 'class' ? [] : [part.name];
      const isSame = part.type === 'pseudo-class' && part.kind !== 'has';
      return innerSelectors(part).flatMap((inner) => attributesOfOthers(inner, own && isSame));
    });
  });
}

/** At-rules that apply to the whole document, whichever module contains them. */
const FOR_ALL = new Set(['page', 'font-face', 'property']);

/** @param {Declaration} declaration @param {string} name @param {string} prefix of the tokens @param {readonly string[]} words */
function isTokenOr(declaration, name, prefix, words) {
  if (declaration.property !== 'unparsed') return declaration.property !== name;
  if (declaration.value.propertyId.property !== name) return true;
  const [only, ...rest] = declaration.value.value;
  if (only === undefined || rest.length > 0) return false;
  if (only.type === 'var') return only.value.name.ident.startsWith(prefix) && only.value.fallback == null;
  return only.type === 'token' && only.value.type === 'ident' && words.includes(only.value.value);
}

/** @param {Block} block @returns {string[]} */
const faultsOfValues = ({ declarations = [], importantDeclarations = [] }) =>
  [...declarations, ...importantDeclarations].flatMap((one) => {
    if (!isTokenOr(one, 'font-size', '--text-', ['inherit'])) return ['a text has a size of the scale: var(--text-…)'];
    if (!isTokenOr(one, 'font', '--none-', ['inherit'])) return ['write font-size: var(--text-…), not font'];
    if (!isTokenOr(one, 'z-index', '--layer-', [])) return ['a layer has a name: var(--layer-…)'];
    return [];
  });

/** @param {readonly number[]} all */
const inWords = (all) => `${all.slice(0, -1).join(', ')} or ${all.at(-1)}rem`;

/**
 * The faults of a style sheet's conditions, or of the media queries in a program. Each condition has its own words, so
 * that a search for a width finds all its places.
 * @param {string} file from the root @param {string} text @returns {string[]}
 */
export function faultsOfConditions(file, text) {
  const found = text.matchAll(
    /\((?:[\d.a-z]+\s*[<>=]+\s*)?(?:min-|max-)?(width|height|inline-size|block-size)\s*[:<>=]+\s*[\d.]+(?:px|r?em)[^()]*\)/g,
  );
  return [...found].flatMap(({ 0: condition, 1: side, index }) => {
    const [, rem] = /^\((?:width|height) (?:>=|<) (\d+)rem\)$/.exec(condition) ?? [];
    const allowed = Object.values(side === 'height' ? HEIGHTS : WIDTHS);
    if (rem !== undefined && allowed.includes(Number(rem))) return [];
    const line = text.slice(0, index).split('\n').length;
    return [
      `${file}:${line}: ${condition} is none of our conditions: (${side} >= N) or (${side} < N), N ${inWords(allowed)}`,
    ];
  });
}

/**
 * @param {string} file from the root
 * @param {string} text of a CSS module, or of a style sheet for all pages
 * @param {Writes} [writes]
 * @returns {string[]}
 */
export function faultsIn(file, text, writes = () => true) {
  /** @type {string[]} */
  const faults = [];
  /** @param {number} line @param {string} message */
  const fault = (line, message) => faults.push(`${file}:${line + 1}: ${message}`);
  const isModule = file.endsWith('.module.css');
  transform({
    filename: file,
    code: Buffer.from(text),
    cssModules: isModule,
    visitor: {
      Rule(rule) {
        if (isModule && FOR_ALL.has(rule.type) && 'value' in rule && rule.value && 'loc' in rule.value)
          fault(rule.value.loc.line, `@${rule.type} holds for every page: write it in web/src/ui/base.css`);
        if (rule.type !== 'style') return;
        const { line } = rule.value.loc;
        if (file !== TOKENS && rule.value.declarations)
          for (const message of faultsOfValues(rule.value.declarations)) fault(line, message);
        if (!isModule) return;
        for (const selector of rule.value.selectors) {
          if (leavesTheModule(selector))
            fault(line, ':global reaches other components: give the element a class instead');
          else if (!namesOwnClass(selector))
            fault(line, 'this selector names no class of its module, so it hits other pages: give the element a class');
          for (const attribute of attributesOfOthers(selector))
            if (!writes(attribute))
              fault(line, `another component writes [${attribute}]: pass what it means as a property, or give a class`);
        }
      },
    },
  });
  return [...faults, ...faultsOfConditions(file, text)];
}

/** @param {string} text of the sheet of tokens @returns {string[]} */
export function faultsOfScale(text) {
  const sizes = new Set(text.match(/--text-[\w-]+(?=:)/g));
  return sizes.size > MOST_SIZES ? [`${TOKENS}:1: ${sizes.size} text sizes; at most ${MOST_SIZES}`] : [];
}

/**
 * The classes that a program asks for and no module has, and those that no program asks for.
 * @param {readonly {readonly path: string, readonly names: readonly string[]}[]} modules
 * @param {readonly {readonly path: string, readonly text: string}[]} programs
 * @returns {string[]}
 */
export function faultsOfClasses(modules, programs) {
  /** @type {string[]} */
  const faults = [];
  const asked = new Map(modules.map(({ path }) => [path, new Set()]));
  for (const { path, text } of programs)
    for (const [, local, from = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const file = join(dirname(path), from);
      const names = modules.find((one) => one.path === file)?.names ?? [];
      for (const [, name] of text.matchAll(new RegExp(`(?<![-\\w.'\`/])${local}\\.(\\w+)(?![\\w(])`, 'g'))) {
        asked.get(file)?.add(name);
        if (name !== undefined && !names.includes(name)) faults.push(`${path}:1: ${from} has no class ${name}`);
      }
      // Names that a program puts together.
      if (text.includes(`${local}[`)) for (const name of names) asked.get(file)?.add(name);
    }
  for (const { path, names } of modules)
    for (const name of names)
      if (!asked.get(path)?.has(name)) faults.push(`${path}:1: no program uses the class ${name}`);
  return faults;
}

/** @param {string} file from the root @param {string} text @returns {string[]} */
export const classesOf = (file, text) =>
  Object.keys(
    transform({
      filename: file,
      code: Buffer.from(text),
      cssModules: { pattern: '[local]', container: false, animation: false },
    }).exports ?? {},
  );

/** The sizes and conditions that a program gives to elements. @param {string} file @param {string} text @returns {string[]} */
export const faultsInProgram = (file, text) => [
  ...faultsOfConditions(file, text),
  ...[...text.matchAll(/fontSize: '(?!var\(--text-[\w-]+\)')/g)].map(
    ({ index }) => `${file}:${text.slice(0, index).split('\n').length}: a text has a size of the scale: var(--text-…)`,
  ),
];

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const sheets = filesUnder(['web'], (path) => path.endsWith('.css'));
    if (sheets.length === 0) throw new Fault('check-styles: no style sheets found.');
    const programs = filesUnder(['web/src'], (path) => /\.tsx?$/.test(path) && !path.includes('.test.')).map(
      (path) => ({
        path,
        text: readFileSync(at(path), 'utf8'),
      }),
    );
    const faults = sheets.flatMap((file) => {
      const own = programs.filter(
        ({ path, text }) => path.startsWith(`${dirname(file)}/`) || text.includes(`/${basename(file)}'`),
      );
      return faultsIn(
        file,
        readFileSync(at(file), 'utf8'),
        (attribute) => attribute !== 'class' && own.some(({ text }) => text.includes(attribute)),
      );
    });
    const modules = sheets
      .filter((path) => path.endsWith('.module.css'))
      .map((path) => ({ path, names: classesOf(path, readFileSync(at(path), 'utf8')) }));
    faults.push(...faultsOfClasses(modules, programs));
    faults.push(...faultsOfScale(readFileSync(at(TOKENS), 'utf8')));
    faults.push(...programs.flatMap(({ path, text }) => faultsInProgram(path, text)));
    if (faults.length > 0) throw new Fault(faults.join('\n'));
  });
}
