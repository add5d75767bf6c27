/** A worker fetches the files of a face that its words need, before it paints them. */
import { expect, test } from 'vitest';
import type { PageFace } from '../../ui/faces.ts';
import { WorkerFaces, wordsIn } from './worker-faces.ts';

const face = (url: string, unicodeRange: string): PageFace => ({ family: 'F', url, weight: '400', unicodeRange });
const FACES = [face('latin', 'U+20-7E'), face('rest', 'U+E9'), face('one', 'U+72EC'), face('two', 'U+4E2D')];

function setUp(faces: readonly PageFace[] = FACES) {
  const asked: string[] = [];
  const ends = new Map<string, (isThere: boolean) => void>();
  let times = 0;
  const own = new WorkerFaces(() => times++);
  const take = () =>
    own.take(faces, ({ url }) => ({
      load: () => {
        asked.push(url);
        return new Promise((resolve, reject) => {
          ends.set(url, (isThere) => (isThere ? resolve({} as FontFace) : reject(new Error('gone'))));
        });
      },
    }));
  const end = async (url: string, isThere = true) => {
    ends.get(url)?.(isThere);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { own, take, end, asked, times: () => times };
}

test('texts are found in lists, objects and maps, and numbers are none', () => {
  expect(wordsIn([{ a: '独', b: 5 }, new Map([[1, { c: ['占', null] }]])])).toBe('独占');
});
test('without a word of theirs, only the files for letters are fetched', () => {
  const { own, take, asked } = setUp();
  expect(own.areThere).toBe(false);
  take();
  expect(asked).toEqual(['latin']);
});
test('words said before or after the faces bring theirs, once, and no others', async () => {
  const { own, take, end, asked, times } = setUp();
  own.need('独');
  take();
  expect(asked).toEqual(['latin', 'one']);
  await end('latin');
  expect(own.areThere).toBe(false);
  await end('one');
  expect([own.areThere, times()]).toEqual([true, 1]);
  own.need('独中');
  expect(asked).toEqual(['latin', 'one', 'two']);
  expect(own.areThere).toBe(false);
  await end('two');
  expect([own.areThere, times()]).toEqual([true, 2]);
});
test('what cannot be fetched is done without', async () => {
  const { own, take, end, times } = setUp();
  take();
  await end('latin', false);
  expect([own.areThere, times()]).toEqual([true, 1]);
});
test('a page without faces of its own has all that it needs', () => {
  const { own, take } = setUp([]);
  take();
  expect(own.areThere).toBe(true);
});
