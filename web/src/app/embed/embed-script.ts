/** The site's `embed.js`: defines `<xip-figure>` for the page that has fetched it, with figures of the site that it comes from. */
import { define } from './xip-figure.ts';

const own = document.currentScript;
if (own instanceof HTMLScriptElement) define(new URL('.', own.src).href);
