/** Servers' reports on a VACUUM, in their own words. FIXTURE: messages of 13.23, 14.23 and 17.10, times left out. */
import { describe, expect, it } from 'vitest';
import { vacuumLine, vacuumReport, withVerbose } from './facts.ts';
import type { WireError } from './wire.ts';

const info = (message: string, detail?: string): WireError => ({
  severity: 'INFO',
  sqlstate: '00000',
  message,
  ...(detail === undefined ? {} : { detail }),
});
const found = (what: string, toast: string): WireError[] => [
  info('vacuuming "public.w"'),
  info(
    `${what}"w": found 20 removable, 22 nonremovable row versions in 5 out of 5 pages`,
    '3 dead row versions cannot be removed yet, oldest xmin: 488\nSkipped 0 pages due to buffer pins, 0 frozen pages.',
  ),
  info(`${what}"w": truncated 5 to 3 pages`),
  info('vacuuming "pg_toast.pg_toast_16384"'),
  info(
    `${what}"pg_toast_16384": found 0 removable, 0 nonremovable row versions in 0 out of 0 pages`,
    `0 dead row versions cannot be removed yet, oldest xmin: ${toast}`,
  ),
];
const of17 = [
  info('vacuuming "fuzz.public.w"'),
  info('table "w": truncated 5 to 3 pages'),
  info(
    [
      'finished vacuuming "fuzz.public.w": index scans: 1',
      'pages: 2 removed, 3 remain, 5 scanned (100.00% of total)',
      'tuples: 20 removed, 22 remain, 3 are dead but not yet removable',
      'removable cutoff: 488, which was 2 XIDs old when operation ended',
      'index "w_pkey": pages: 2 in total, 0 newly deleted, 0 currently deleted, 0 reusable',
    ].join('\n'),
  ),
  info('finished vacuuming "fuzz.pg_toast.pg_toast_16384": index scans: 0\npages: 0 removed, 0 remain, 0 scanned'),
];

describe('what VACUUM VERBOSE tells', () => {
  it('is the same in the words of every major', () => {
    for (const notices of [found('', '499'), found('table ', '499'), of17]) {
      const report = vacuumReport(notices);
      expect(report && vacuumLine(report, 480)).toBe(
        'horizon +8; tuples: 20 removed, 22 remain, 3 not yet removable; pages: 2 removed, 3 remain',
      );
    }
  });
  it('is nothing where there was no VACUUM, and a fault where the words are others', () => {
    expect(vacuumReport([{ severity: 'WARNING', sqlstate: '25P01', message: 'there is no transaction' }])).toBe(
      undefined,
    );
    expect(() => vacuumReport([info('vacuuming "public.w"')])).toThrow(/speaks otherwise/);
  });
  it('is asked for wherever a statement is a VACUUM', () => {
    expect(withVerbose('VACUUM w')).toBe('VACUUM (VERBOSE) w');
    expect(withVerbose('SELECT 1; VACUUM w')).toBe('SELECT 1; VACUUM (VERBOSE) w');
    expect(withVerbose("SELECT 'VACUUM w'")).toBe("SELECT 'VACUUM w'");
  });
});
