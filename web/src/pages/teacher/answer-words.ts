/** What a student answered, in words. */
import '../../base/messages/en/teacher.ts';
import type { Messages } from '../../base/messages/index.ts';
import { parseAnswer } from '../../viewmodel/exercise/answer.ts';

/** A record's answer as a person would say it; one of a kind that this page does not know, as it is there. */
export function answerWords(text: string, { t }: Messages): string {
  if (/^\d{1,3}(,\d{1,3})*$/.test(text))
    return t('teacher.answer.options', { all: text.split(',').map((at) => Number(at) + 1) });
  const answer = parseAnswer(text);
  switch (answer?.kind) {
    case undefined:
      return text;
    case 'choice':
      return t('teacher.answer.options', { all: [answer.at + 1] });
    case 'typed':
      return answer.moves.map((move) => (move === 'time' ? '' : 'sql' in move ? move.sql : '^C')).join('; ');
    case 'rows':
      return t('teacher.answer.rows', { rows: answer.seen });
    case 'snapshot':
      return t('teacher.answer.snapshot', answer);
    case 'moves':
      return t('teacher.answer.moves', { count: answer.moves.length });
  }
}
