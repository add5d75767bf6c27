/** A file dropped anywhere on the page. */
import { useEffect, useRef, useState } from 'react';

/** A file that has not been over the page for this long has left it. Firefox reports its position every 350 ms. */
const LEFT_MS = 600;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** @returns is a file over the page? */
export function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(onFiles);
  useEffect(() => {
    newest.current = onFiles;
  });
  useEffect(() => {
    // Before everything on the page, also the editor, which would insert the file's text.
    const options = { capture: true };
    let left: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(left);
      setOver(false);
    };
    const take = (event: DragEvent): boolean => {
      if (!hasFiles(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    // While a file is over the page this fires several times a second. Counting enter and leave events does not work:
    // elements come and go, and browsers differ.
    const over = (event: DragEvent): void => {
      if (!take(event)) return;
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      clearTimeout(left);
      left = setTimeout(end, LEFT_MS);
      setOver(true);
    };
    const drop = (event: DragEvent): void => {
      if (!take(event)) return;
      end();
      const files = event.dataTransfer?.files;
      if (files !== undefined && files.length > 0) newest.current(files);
    };
    addEventListener('dragenter', over, options);
    addEventListener('dragover', over, options);
    addEventListener('drop', drop, options);
    return () => {
      clearTimeout(left);
      removeEventListener('dragenter', over, options);
      removeEventListener('dragover', over, options);
      removeEventListener('drop', drop, options);
    };
  }, []);
  return isOver;
}
