/** Hands a file to the reader, made in the page: no server. */

/** A file name that every system takes. */
export const fileName = (name: string, extension: string): string => {
  const stem = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${stem === '' ? 'figure' : stem}.${extension}`;
};

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
