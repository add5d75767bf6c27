/** Names of the functions in calls-more.ts. */
export const MORE_FUNCTIONS = [
  ...['nextval', 'currval', 'lastval', 'setval'],
  ...['round', 'trunc', 'floor', 'ceil', 'ceiling', 'random', 'setseed', 'pg_sleep'],
  ...['substr', 'substring', 'btrim', 'ltrim', 'rtrim', 'replace', 'left', 'right', 'reverse', 'md5', 'strpos'],
  ...['position', 'character_length', 'octet_length', 'ascii', 'split_part'],
  ...['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp', 'date_part', 'extract', 'date_trunc'],
  ...['to_char', 'age', 'current_database', 'current_schema', 'pg_export_snapshot'],
] as const;
