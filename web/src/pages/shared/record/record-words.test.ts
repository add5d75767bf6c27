import '../../../base/messages/en/record.ts';
import { expect, test } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { titlesIn } from './record-words.tsx';

test('an exercise of somebody’s own has its title where its file is open, and else says what it is', () => {
  const messages = messagesIn('en');
  const id = 'own-3a44d1cc';
  expect(titlesIn(messages, new Map([[id, { title: 'Mine' }]])).shown('exercise', id)).toBe('Mine');
  const { of, shown } = titlesIn(messages);
  expect(shown('exercise', id)).toBe(messages.t('record.own', { hash: '3a44d1cc' }));
  expect(shown('exercise', 'who-sees-it')).toBe(of('exercise', 'who-sees-it'));
  expect(shown('exercise', 'gone')).toBe('gone');
  // In a lesson's id the prefix means nothing.
  expect(shown('lesson', id)).toBe(id);
});
