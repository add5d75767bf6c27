/**
 * Keeps styles in their own component: a CSS module's selector names a class of that module, so that a page which was
 * loaded earlier in the tab cannot restyle a later one. Prints every fault as FILE:LINE: message.
 *
 * The plain style sheets of web/src/ui apply to all pages; this check skips them.
 */
import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

/** @typedef {import('lightningcss').Selector} Selector */

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
 * @param {import('lightningcss').SelectorComponent} part @returns {Selector[]}
 */
const innerSelectors = (part) =>
  'selectors' in part && Array.isArray(part.selectors) ? /** @type {Selector[]} */ (part.selectors) : [];

/** @param {Selector} selector @returns {boolean} */
const leavesTheModule = (selector) =>
  selector.some(
    (part) => part.type === 'pseudo-class' && (part.kind === 'global' || innerSelectors(part).some(leavesTheModule)),
  );

/** At-rules that apply to the whole document, whichever module contains them. */
const FOR_ALL = new Set(['page', 'font-face', 'property']);

/** @param {string} file from the root @param {string} text of a CSS module @returns {string[]} */
export function faultsIn(file, text) {
  /** @type {string[]} */
  const faults = [];
  /** @param {number} line @param {string} message */
  const fault = (line, message) => faults.push(`${file}:${line + 1}: ${message}`);
  transform({
    filename: file,
    code: Buffer.from(text),
    cssModules: true,
    visitor: {
      Rule(rule) {
        if (FOR_ALL.has(rule.type) && 'value' in rule && rule.value && 'loc' in rule.value)
          fault(rule.value.loc.line, `@${rule.type} holds for every page: write it in web/src/ui/base.css`);
        if (rule.type !== 'style') return;
        const { line } = rule.value.loc;
        for (const selector of rule.value.selectors) {
          if (leavesTheModule(selector))
            fault(line, ':global reaches other components: give the element a class instead');
          else if (!namesOwnClass(selector))
            fault(line, 'this selector names no class of its module, so it hits other pages: give the element a class');
        }
      },
    },
  });
  return faults;
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const files = filesUnder(['web'], (path) => path.endsWith('.module.css'));
    if (files.length === 0) throw new Fault('check-styles: no CSS modules found.');
    const faults = files.flatMap((file) => faultsIn(file, readFileSync(at(file), 'utf8')));
    if (faults.length > 0) throw new Fault(faults.join('\n'));
  });
}
