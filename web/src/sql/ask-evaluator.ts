/** How a statement asks an evaluator. */
import { engineLimit, Failure } from './failure.ts';
import type { Evaluated, Evaluator } from './general.ts';
import { fetched } from './seldom.ts';

export type Answer = Extract<Evaluated, { error: undefined }>;
export type Ask = (sql: string) => Answer;

/** An error of the evaluator's is the statement's. */
export const asking =
  (evaluator: Evaluator | null): Ask =>
  (sql) => {
    const answer = fetched(evaluator).run(sql);
    if (answer.error === undefined) return answer;
    const { sqlstate, message, detail } = answer.error;
    if (sqlstate === FILE_LIMIT) throw engineLimit('4 MB of rows that a query keeps (a recursion without an end?)');
    throw new Failure(sqlstate, message, detail);
  };

/** temp_file_limit, by which a recursion ends. */
const FILE_LIMIT = '53400';
