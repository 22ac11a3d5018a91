import { describe, expect, it } from 'vitest';
import { BigNumber } from '../../../src/base/json.ts';
import type { FieldType } from '../../../src/model/model.ts';
import { checkAssigned } from '../../../src/values/check-assigned.ts';

const type = (scalar: FieldType['scalar'], more: Partial<FieldType> = {}): FieldType => ({
  scalar,
  list: false,
  native: '',
  asText: false,
  ...more,
});
const check = (of: FieldType, value: unknown): unknown => checkAssigned({ name: 'f', type: of }, value);
const apiError = (code: string, message: string | RegExp) =>
  expect.objectContaining({ code, status: 400, message: expect.stringMatching(message) });

/** `price` has five digits, two of them after the decimal point. */
const price = type('Decimal', { precision: 5, scale: 2 });
const thousands = type('Decimal', { precision: 2, scale: -3 });
const tiny = type('Decimal', { precision: 2, scale: 4 });
const whole = type('Decimal', { precision: 3, scale: 0 });

describe('assigned decimals', () => {
  it.each([
    [price, '999.99'],
    [price, '-999.99'],
    [price, '+0.10'],
    [price, '0'],
    [price, '000000000.0000000000'],
    [price, '1.5000'],
    [price, '12e1'],
    [price, '9.9999e2'],
    [price, '999990e-3'],
    [price, '.5'],
    [price, '5.'],
    [price, '0e999'],
    [thousands, '99000'],
    [thousands, '1e4'],
    [thousands, '0'],
    [tiny, '0.0099'],
    [tiny, '-0.0001'],
    [whole, '999'],
    [whole, '1.0'],
    [type('Decimal'), '123456789012345678901234567890.123456789e-5'],
  ])('with type %j accept %s', (of, text) => {
    expect(check(of, text)).toBe(text);
  });

  it.each([
    [price, '1000', '"f" exceeds the maximum of 5 digits, 2 of them after the decimal point, found "1000".'],
    [price, '-1e3', 'maximum of 5 digits'],
    [price, '0.001', 'found "0.001"'],
    [price, '1.999', 'found "1.999"'],
    [price, '1e-3', 'maximum of 5 digits'],
    [price, '999.995', 'maximum of 5 digits'],
    [thousands, '100000', 'maximum of 5 digits, of which the last 3 must be 0'],
    [thousands, '1500', 'maximum of 5 digits, of which the last 3 must be 0'],
    [tiny, '0.01', 'maximum of 2 digits, 4 of them after the decimal point'],
    [tiny, '0.00001', 'maximum of 2 digits'],
    [whole, '1000', 'maximum of 3 digits, 0 of them after the decimal point'],
    [whole, '0.5', 'maximum of 3 digits'],
  ])('with type %j reject %s', (of, text, message) => {
    expect(() => check(of, text)).toThrow(apiError('ConstraintViolated', message));
  });

  it('name the field in the details of an error', () => {
    expect(() => check(price, '1000')).toThrow(expect.objectContaining({ details: { fields: ['f'] } }));
  });
});

describe('the length of a string', () => {
  it.each([
    ['byte', 3, 'abc', 'é€'],
    ['byte', 5, 'é€', 'éé€'],
    ['utf16', 4, '😀😀', '😀😀a'],
  ] as const)('is measured in units of %s up to %d: %j fits, %j does not', (lengthUnit, maxLength, fits, tooLong) => {
    const bounded = type('String', { maxLength, lengthUnit });
    expect(check(bounded, fits)).toBe(fits);
    expect(() => check(bounded, tooLong)).toThrow(apiError('ConstraintViolated', /maximum of/));
  });
});

describe('assigned strings', () => {
  const short = type('String', { maxLength: 3 });

  it.each(['', 'abc', '😀😀😀', 'abc       ', '       ', 'e\u0301x'])('accept at most three characters: %j', (text) => {
    expect(check(short, text)).toBe(text);
  });

  it.each([
    ['abcd', '"f" exceeds the maximum of 3 characters, found 4.'],
    ['😀😀😀😀', 'found 4'],
    ['    d', 'found 5'],
    ['abc\n', 'found 4'],
  ])('reject more than three characters: %j', (text, message) => {
    expect(() => check(short, text)).toThrow(apiError('ConstraintViolated', message));
  });

  it.each(['a\0b', '\ud800'])('reject characters that no database can store: %j', (text) => {
    expect(() => check(type('String'), text)).toThrow(apiError('BadRequest', 'NUL'));
    expect(() => check(type('String', { asText: true }), text)).toThrow(apiError('BadRequest', 'NUL'));
  });

  it.each([
    type('String', { labels: ['on hold', 'paid'] }),
    type('String', { enum: { schema: '', name: 'e', labels: ['on hold', 'paid'] } }),
  ])('accept only labels of their enum: %j', (of) => {
    expect(check(of, 'on hold')).toBe('on hold');
    expect(() => check(of, 'On hold')).toThrow(
      apiError('BadRequest', '"f" must be one of on hold, paid, found "On hold"'),
    );
  });
});

it.each([
  ['Float', Number.MAX_VALUE, Number.MAX_VALUE],
  ['Float', 5e-324, 5e-324],
  ['Float', -0, '-0'],
  ['Float', 'NaN', 'NaN'],
  ['Single', '-Infinity', '-Infinity'],
  ['Single', 1e-45, 1e-45],
  ['Single', 0, 0],
  ['Int', 2147483647, 2147483647],
  ['Boolean', false, false],
  ['DateTime', '2024-01-01T00:00:00.123456789', '2024-01-01T00:00:00.123456789'],
] as const)('%s accepts %s', (scalar, value, expected) => {
  expect(check(type(scalar), value)).toBe(expected);
});

it('a number too small for a 32-bit float is rejected', () => {
  expect(() => check(type('Single'), 1e-46)).toThrow(apiError('ConstraintViolated', '"f" is a 32-bit float'));
});

it('JSON is serialized with all digits, and null is NULL', () => {
  const value = { a: [null, new BigNumber('12345678901234567890.10')] };
  expect(check(type('JSON'), value)).toBe('{"a":[null,12345678901234567890.10]}');
  expect(check(type('JSON'), null)).toBeNull();
  expect(check(type('Int'), undefined)).toBeNull();
});

it('list items are checked separately, and may be null', () => {
  const prices = { ...price, list: true };
  expect(check(prices, ['1.5', null, '2'])).toEqual(['1.5', null, '2']);
  expect(check({ ...type('JSON'), list: true }, [{}, null, 1])).toEqual(['{}', null, '1']);
  expect(() => check(prices, ['1', '1000'])).toThrow(apiError('ConstraintViolated', 'maximum of 5 digits'));
});
