/** The four places a number can come from, as the badge names them. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const provenance = addTexts({
  'provenance.measured': 'measured',
  'provenance.measured.hint': 'Measured here, now, on this machine.',
  'provenance.modelled': 'modelled',
  'provenance.modelled.hint': 'Computed by a model of a named machine or layout.',
  'provenance.published': 'published',
  'provenance.published.hint': 'Measured and published by others; the source is named.',
  'provenance.real': 'real PostgreSQL',
  'provenance.real.hint': 'Observed on a real PostgreSQL server of the named version.',
  /** A published table’s own words: which part of a source, on which machine, under which workload. Names and titles are not among them. */
  'provenance.cited': (p: { text: string }) => p.text,
} satisfies Area<'provenance'>);
