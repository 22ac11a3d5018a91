import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { parseJson } from '../../../src/base/json.ts';
import type { FieldType } from '../../../src/model/model.ts';
import { claimValue } from '../../../src/store/bind-request.ts';

const typeOf = (scalar: FieldType['scalar'], labels?: readonly string[]): FieldType => ({
  scalar,
  list: false,
  native: '',
  asText: false,
  ...(labels && { enum: { schema: '', name: 'mood', labels } }),
});

describe('a claim', () => {
  it.each([
    ['text', 'NL', typeOf('String'), 'NL'],
    ['a number as text', 7, typeOf('String'), '7'],
    ['every digit of a number as text', parseJson('12345678901234567890'), typeOf('String'), '12345678901234567890'],
    ['every digit of a number', parseJson('123456789012345678.90'), typeOf('Decimal'), '123456789012345678.90'],
    ['a number in text', '7', typeOf('Int'), 7],
    ['a flag', true, typeOf('Boolean'), true],
    ['the first of several', ['NL', 'DE'], typeOf('String'), 'NL'],
    ['a label', 'glad', typeOf('String', ['glad', 'sad']), 'glad'],
  ])('that contains %s is accepted', (_name, claim, type, value) => {
    expect(claimValue('x', claim, type)).toEqual(value);
  });

  it.each([
    ['nothing', undefined, typeOf('String')],
    ['null', null, typeOf('String')],
    ['an empty list', [], typeOf('String')],
    ['an object', { a: 1 }, typeOf('String')],
    ['a list in a list', [['NL']], typeOf('String')],
    ['an invalid number', 'seven', typeOf('Int')],
    ['an unknown label', 'mad', typeOf('String', ['glad', 'sad'])],
  ])('that contains %s is rejected', (_name, claim, type) => {
    expect(() => claimValue('x', claim, type)).toThrow(
      expect.toSatisfy((error) => error instanceof ApiError && error.code === 'Forbidden'),
    );
  });
});
