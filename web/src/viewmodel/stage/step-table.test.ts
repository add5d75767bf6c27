import { expect, test } from 'vitest';
import { stepTable } from './step-table.ts';

test.each([
  ["UPDATE product SET stock = 8 WHERE name = 'from'", 'product'],
  ['SELECT stock FROM Product WHERE id = 1 FOR UPDATE', 'product'],
  ['INSERT INTO orders SELECT * FROM product', 'orders'],
  ['CREATE TABLE IF NOT EXISTS orders (id int)', 'orders'],
  ['DELETE FROM ONLY orders', 'orders'],
  ['COMMIT', null],
])('%s is about %s', (sql, table) => {
  expect(stepTable(sql)).toBe(table);
});
