import { expect, test } from 'vitest';
import { crossLink } from './PlayBar.tsx';

test('the other page’s link keeps spec, moves, cursor, language and theme, and leaves the standby’s part behind', () => {
  const hash = '#/play/standby?v=1&spec=standby-pending&at=6&from=69&replay=end&snaps=70&theme=dark';
  expect(crossLink(hash, 'play')).toBe('#/play?v=1&spec=standby-pending&at=6&theme=dark');
  expect(crossLink('#/play?v=1&spec=a&moves=0-1&lang=en', 'standby')).toBe(
    '#/play/standby?v=1&spec=a&moves=0-1&lang=en',
  );
  expect(crossLink('#/play', 'standby')).toBe('#/play/standby');
});
