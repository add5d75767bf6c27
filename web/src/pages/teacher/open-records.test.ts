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
    expect(opened.handedIn).toHaveLength(1);
    // Opened later and alone, exercises are added to the records; newly opened records replace the others.
    const alone = await openRecords([file('mine.md', ask)], messages, read);
    const records = await openRecords([file('b.json', good('B'))], messages, read);
    expect(withOpened(records, alone)).toEqual({ ...records, own: alone.own });
    expect(withOpened(null, records)).toEqual({ ...records, instead: 0 });
    // Records that take others' place say so.
    expect(withOpened(records, records).instead).toBe(records.handedIn.length);
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
    const { handedIn, faulty } = await openRecords(many, messages, read, () => Promise.resolve(null));
    expect([handedIn.length, faulty.length]).toEqual([RECORD_LIMITS.files, 1]);
    expect(faulty[0]?.problems[0]?.message).toBe(messages.t('teacher.tooMany', { max: RECORD_LIMITS.files }));
  });
  test('the bytes of all are limited, too', async () => {
    const size = RECORD_LIMITS.fileBytes;
    const many = Array.from({ length: RECORD_LIMITS.allBytes / size + 2 }, (_, i) => file(`${i}.json`, '{}', { size }));
    const { faulty } = await openRecords(many, messages, read);
    expect(faulty.at(-1)?.problems[0]?.message).toBe(messages.t('teacher.tooLarge', { max: RECORD_LIMITS.allBytes }));
  });
});
