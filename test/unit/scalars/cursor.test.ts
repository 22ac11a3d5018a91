import { expect, it } from 'vitest';
import { MAX_CURSOR_BYTES, nameCursor, parseCursor } from '../../../src/scalars/cursor.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('parses a cursor from the database', () => {
  expect(parseCursor(encode(['order', '1', null, 'é']))).toEqual({
    order: 'order',
    form: 'values',
    values: ['1', null, 'é'],
  });
  for (const form of ['key', 'hash', 'position'] as const) {
    expect(parseCursor(encode([nameCursor('order', form), '7']))).toEqual({ order: 'order', form, values: ['7'] });
  }
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
  encode(['order.other', '1']),
  encode(['order', 'a'.repeat(MAX_CURSOR_BYTES)]),
  `${encode(['o', 'a'])}=`,
])('rejects %j', (text) => {
  expect(() => parseCursor(text)).toThrow('Malformed cursor');
});
