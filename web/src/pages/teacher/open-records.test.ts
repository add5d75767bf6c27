import '../../base/messages/en/json.ts';
import '../../base/messages/en/teacher.ts';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { ownId } from '../../viewmodel/exercise/fill.ts';
import { recordText } from '../../viewmodel/record/record.ts';
import { RECORD_LIMITS } from '../../viewmodel/record/record-read.ts';
import { readText } from '../shared/files/read-text.ts';
import type { ReadTexts } from '../shared/files/text-types.ts';
import { openRecords, type RecordFile, withOpened } from './open-records.ts';

const messages = messagesIn('en');
const read: ReadTexts = (question) => Promise.resolve(readText(question, messages));
const file = (name: string, text: string, over: Partial<RecordFile> = {}): RecordFile => {
  const bytes = new TextEncoder().encode(text);
  return { name, size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.slice().buffer), ...over };
};
const good = (name: string): string => recordText({ name, deeds: [] }, '');

describe('files that are opened', () => {
  test('those with faults are named, in the order of their names, and the others are read', async () => {
    const opened = await openRecords(
      [
        file('c.json', good('C')),
        file('b.json', '{'),
        file('a.JSON', good('A')),
        file('notes.txt', 'x'),
        file('gone.json', '', { arrayBuffer: () => Promise.reject(new Error('gone')) }),
      ],
      messages,
      read,
    );
    expect(opened.handedIn.map(({ file: name, record }) => [name, record.name])).toEqual([
      ['a.JSON', 'A'],
      ['c.json', 'C'],
    ]);
    expect(opened.faulty.map(({ file: name }) => name)).toEqual(['b.json', 'gone.json']);
    expect(opened.last.others).toEqual(['notes.txt']);
    expect(opened.faulty[1]?.problems[0]?.message).toBe(messages.t('teacher.unreadable'));
  });
  test('somebody’s own exercises are read beside them, by the id that records have; other Markdown is passed over', async () => {
    const ask =
      '---\ntitle: T\nlesson: L\n---\nWhich?\n```spec\nsession a\nstep s { SELECT 1; }\n```\n```ask\nwhat: answer\nstep: s\n```\n';
    const opened = await openRecords(
      [
        file('a.json', good('A')),
        file('mine.md', ask),
        file('README.MD', '# A class'),
        file('bad.md', ask.replace('answer', 'luck')),
      ],
      messages,
      read,
    );
    expect([...opened.own.keys()]).toEqual([ownId(ask)]);
    expect(opened.faulty.map(({ file: name }) => name)).toEqual(['bad.md']);
    expect(opened.last.others).toEqual(['README.MD']);
    expect(opened.handedIn).toHaveLength(1);
    const alone = withOpened(
      opened,
      await openRecords([file('other.md', ask.replace('Which', 'What'))], messages, read),
    );
    expect(alone.own.size).toBe(2);
    expect(alone.faulty).toEqual(opened.faulty);
  });
  test('what is opened later is added: records, exercises and faults of before stay, and the last choice is told', async () => {
    const first = await openRecords([file('a.json', good('A')), file('bad.json', '{')], messages, read);
    const open = async (...files: readonly RecordFile[]) => withOpened(first, await openRecords(files, messages, read));
    for (const nothing of [[file('notes.txt', 'x')], [file('worse.json', '[')], [file('README.md', '# A class')]]) {
      const { handedIn, own, faulty, last } = await open(...nothing);
      // The same list: nothing is judged again.
      expect(handedIn).toBe(first.handedIn);
      expect(own).toBe(first.own);
      expect(faulty.map(({ file: name }) => name)).toEqual(['bad.json', ...(last.faulty > 0 ? ['worse.json'] : [])]);
      expect(last).toMatchObject({ records: 0, exercises: 0, before: 1 });
      expect([...last.others, ...faulty.map(({ file: name }) => name)]).toContain(nothing[0]?.name);
    }
    const late = await open(file('b.json', good('B')), file('a.json', good('A')), file('photo.jpg', 'x'));
    expect(late.handedIn.map(({ record }) => record.name)).toEqual(['A', 'B']);
    expect(late.last).toEqual({ records: 2, exercises: 0, faulty: 0, others: ['photo.jpg'], again: 1, before: 1 });
    // A changed record of the same name is another one; a mended file has no fault any more.
    const mended = await open(file('a.json', good('Other')), file('bad.json', good('C')));
    expect(mended.handedIn.map(({ record }) => record.name)).toEqual(['A', 'Other', 'C']);
    expect(mended.faulty).toEqual([]);
    // A file of the same name in another folder mends nothing.
    const other = await open(file('bad.json', good('C'), { webkitRelativePath: 'group 2/bad.json' }));
    expect(other.faulty).toEqual(first.faulty);
    expect(withOpened(null, first)).toEqual(first);
  });
  test('a folder’s files are named by their path below it, on one line', async () => {
    const path = { webkitRelativePath: 'class/group\n1/\u202ea.json' };
    const { handedIn } = await openRecords([file('a.json', good('A'), path)], messages, read);
    expect(handedIn[0]?.file).toBe('group<U+000A>1/<U+202E>a.json');
  });
  test('a file that is too large is not read', async () => {
    const huge = file('a.json', '', {
      size: RECORD_LIMITS.fileBytes + 1,
      arrayBuffer: () => Promise.reject(new Error('was read')),
    });
    const { faulty } = await openRecords([huge], messages, read);
    expect(faulty[0]?.problems[0]?.message).toBe(messages.t('json.fileTooLarge', { max: RECORD_LIMITS.fileBytes }));
  });
  test('after the limit of files nothing is read, and that is said once', async () => {
    const many = Array.from({ length: RECORD_LIMITS.files + 5 }, (_, i) =>
      file(`${String(i).padStart(4, '0')}.json`, good('A')),
    );
    const { handedIn, faulty } = await openRecords(many, messages, read, null, () => Promise.resolve(null));
    expect([handedIn.length, faulty.length]).toEqual([RECORD_LIMITS.files, 1]);
    expect(faulty[0]?.problems[0]?.message).toBe(messages.t('teacher.tooMany', { max: RECORD_LIMITS.files }));
    // The limit is that of all choices together.
    const full = await openRecords(many.slice(1), messages, read, null, () => Promise.resolve(null));
    const beyond = await openRecords([file('late.json', good('L'))], messages, read, full);
    expect([beyond.handedIn.length, beyond.faulty.length]).toEqual([0, 1]);
  });
  test('the bytes of all are limited, too', async () => {
    const size = RECORD_LIMITS.fileBytes;
    const many = Array.from({ length: RECORD_LIMITS.allBytes / size + 2 }, (_, i) => file(`${i}.json`, '{}', { size }));
    const { faulty } = await openRecords(many, messages, read);
    expect(faulty.at(-1)?.problems[0]?.message).toBe(messages.t('teacher.tooLarge', { max: RECORD_LIMITS.allBytes }));
  });
});
