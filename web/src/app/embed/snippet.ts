/** The lines that put a figure into another page. Pure. */

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * An iframe as HTML.
 * @param site the site's address, without the hash
 * @param hash the embed's address, from the `#` on
 */
export const iframeSnippet = (site: string, hash: string, title: string, height: number): string =>
  `<iframe src="${escapeAttribute(site + hash)}" title="${escapeAttribute(title)}" width="100%" height="${height}" loading="lazy" style="border:0"></iframe>`;
