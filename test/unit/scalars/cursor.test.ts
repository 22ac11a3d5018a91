import { expect, it } from 'vitest';
import { parseCursor } from '../../../src/scalars/cursor.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('reads what the database wrote', () => {
  expect(parseCursor(encode(['order', '1', null, 'é']))).toEqual({ order: 'order', values: ['1', null, 'é'] });
});

it.each([
  '',
  '!',
  'abc',
  encode([]),
  encode(['order']),
  encode(['order', 1]),
  encode({ order: 'x' }),
  encode(null),
  `${encode(['o', 'a'])}=`,
])('refuses %j', (text) => {
  expect(() => parseCursor(text)).toThrow('The cursor is malformed');
});
