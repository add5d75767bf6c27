/** Laws of the published tables, checked on the real files and on broken ones. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PUBLISHED, type PublishedId, parsePublished } from './published.ts';

const folder = new URL('../../../scenarios/published/', import.meta.url);
const read = (id: PublishedId) => readFileSync(new URL(PUBLISHED[id].source.file, folder), 'utf8');
const ids = Object.keys(PUBLISHED) as PublishedId[];

describe('published tables', () => {
  it.each(ids)('%s: the shipped file is read whole, a row for each line', (id) => {
    const text = read(id);
    const table = parsePublished(id, text);
    expect(table.ok && table.value.rows.length).toBe(text.trim().split('\n').length - 1);
  });

  it('the idle-connections table says what its author printed', () => {
    const table = parsePublished('idleConnections', read('idleConnections'));
    if (!table.ok) throw new Error(table.error.message);
    expect(table.value.rows).toContainEqual({ idle: 10000, active: 1, tps_pre: 16034, tps_post: 33140 });
    expect(table.value.source.machine).toContain('Xeon Gold 5215');
  });

  it.each([
    ['another header', 'idle,active,tps\n0,1,2\n', 1, 1, 'expected the columns'],
    ['nothing at all', '', 1, 1, 'found nothing'],
    ['a header alone', 'idle,active,tps_pre,tps_post\n', 1, 1, 'no rows'],
    ['a missing cell', 'idle,active,tps_pre,tps_post\n0,1,2,3\n0,1,2\n', 3, 1, 'expected 4 cells'],
    ['an empty cell', 'idle,active,tps_pre,tps_post\n0,1,,3\n', 2, 3, 'tps_pre: the cell is empty'],
    ['a word for a number', 'idle,active,tps_pre,tps_post\n0,1,2,fast\n', 2, 4, 'tps_post: expected a number'],
    ['a negative number', 'idle,active,tps_pre,tps_post\n-1,1,2,3\n', 2, 1, 'idle: expected a number'],
    ['half a connection', 'idle,active,tps_pre,tps_post\n0.5,1,2,3\n', 2, 1, 'idle: expected a whole number'],
  ])('%s is refused with its line, its column and what is wrong', (_name, text, line, column, message) => {
    const table = parsePublished('idleConnections', text);
    expect(table.ok).toBe(false);
    if (table.ok) return;
    expect(table.error).toMatchObject({ file: 'idle-connections.csv', line, column });
    expect(table.error.message).toContain(message);
  });
});
