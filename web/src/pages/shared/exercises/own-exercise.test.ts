/**
 * A teacher's own file: opened, shared in a link and opened again, it is the same exercise; a file that is not an
 * exercise gives the reasons.
 */
import '../../../base/messages/en/source.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { EXERCISE_LIMITS } from '../../../viewmodel/exercise/exercise.ts';
import { deedOf } from '../../../viewmodel/record/progress.ts';
import { readText } from '../files/read-text.ts';
import type { ReadTexts } from '../files/text-types.ts';
import { ofLessons, packOwn, readOwnFile, readOwnPacked } from './own-exercise.ts';

const messages = messagesIn('en');
const read: ReadTexts = (question) => Promise.resolve(readText(question, messages));
const file = (name: string, bytes: Uint8Array) => ({
  name,
  size: bytes.length,
  arrayBuffer: () => Promise.resolve(Uint8Array.from(bytes).buffer),
});
const template = (lang: string): Uint8Array =>
  readFileSync(new URL(`../../../../../scenarios/templates/my-exercise.${lang}.md`, import.meta.url));
const faults = async (bytes: Uint8Array): Promise<string> => {
  const { result } = await readOwnFile(file('x.md', bytes), messages, read);
  return result.ok ? '' : result.error.map(({ line, message }) => `${line}: ${message}`).join('\n');
};

describe('an own exercise', () => {
  test.each(['en', 'zh'])('the template (%s) is one, and comes through a link as it is', async (lang) => {
    const opened = await readOwnFile(file('my-exercise.en.md', template(lang)), messages, read);
    expect(opened.result.ok).toBe(true);
    const again = await readOwnPacked(packOwn(opened.text ?? ''), messages, read);
    expect([again.text, again.id, again.result]).toEqual([opened.text, opened.id, opened.result]);
  });
  test('has another id when a letter of it changes, and one that a record takes', async () => {
    const { id, text } = await readOwnFile(file('a.md', template('en')), messages, read);
    expect((await readOwnPacked(packOwn(`${text} `), messages, read)).id).not.toBe(id);
    const at = '2026-11-22T01:00:00.000Z';
    const deed = { kind: 'exercise', id, seed: 1, part: 0, answer: 'rows:1', isRight: true, hints: 0, begun: at, at };
    expect(deedOf(deed)).toEqual(deed);
  });
  test('that belongs to no lesson is faulty, in the line that names one', async () => {
    const text = new TextDecoder().decode(template('en'));
    const checked = async (named: string) => {
      const own = await readOwnPacked(packOwn(text.replace(/^lesson:.*$/m, `lesson: ${named}`)), messages, read);
      return ofLessons(own, ['two-stamps', 'locks'], messages);
    };
    expect((await checked('two-stamps')).result.ok).toBe(true);
    const { result } = await checked('__proto__');
    const message = 'there is no lesson “__proto__”; the lessons are “two-stamps”, “locks”';
    expect(result).toEqual({ ok: false, error: [{ line: 3, column: 9, message }] });
  });
  test('too many bytes are not read', async () => {
    const bytes = new Uint8Array(EXERCISE_LIMITS.fileBytes + 1);
    const unread = { ...file('x.md', bytes), arrayBuffer: () => Promise.reject(new Error('read')) };
    expect((await readOwnFile(unread, messages, read)).result.ok).toBe(false);
    expect(await faults(bytes)).toMatch(/larger than 64,000 bytes/);
  });
  test('bytes that are no text, a folder, and a text that is no exercise say what they are', async () => {
    expect(await faults(Uint8Array.of(0xff, 0xfe))).toMatch(/UTF-8/);
    expect(await faults(new TextEncoder().encode('Hello'))).toMatch(/begins with/);
    const folder = { ...file('x', new Uint8Array()), arrayBuffer: () => Promise.reject(new Error('is a folder')) };
    const { result } = await readOwnFile(folder, messages, read);
    expect(result.ok ? '' : result.error[0]?.message).toBe(messages.t('source.open.unreadable'));
  });
  test.each([
    ['cut', packOwn('---\ntitle: x\n').slice(0, 8)],
    ['none', 'abc'],
    ['a bomb', packOwn('a'.repeat(1_000_000))],
  ])('a link that is %s says so', async (_, packed) =>
    expect((await readOwnPacked(packed, messages, read)).result.ok).toBe(false),
  );
});
