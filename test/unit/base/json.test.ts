import { describe, expect, it } from 'vitest';
import { BigNumber, parseJson, parseWithBigInt, rawJson } from '../../../src/base/json.ts';

describe('parseJson', () => {
  it.each([
    '1',
    '-0',
    '0.1',
    '1e3',
    '9007199254740991',
    '[1,2.5]',
    '{"a":"12345678901234567890"}',
    '100000000000000000000e-5',
  ])('parses %s like JSON.parse', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(
      text === '100000000000000000000e-5' ? '1000000000000000' : JSON.stringify(JSON.parse(text)),
    );
  });

  it.each([
    '9007199254740993',
    '12345678901234567890',
    '0.12345678901234567890',
    '1e400',
    '1e-400',
    '-123456789.123456789',
    '12.50',
    '-3.000',
    '0.0',
  ])('preserves the digits of %s', (text) => {
    expect(parseJson(text)).toEqual(new BigNumber(text));
    expect(JSON.stringify({ a: [parseJson(text)] })).toBe(`{"a":[${text}]}`);
  });

  it.each(['[1.05,10,2.50]', '{"a":1.10}'])('preserves trailing zeros of fractions: %s', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });

  it('throws a SyntaxError for malformed JSON', () => {
    expect(() => parseJson('{"a":')).toThrow(SyntaxError);
    expect(() => parseJson('[12345678901234567890')).toThrow(SyntaxError);
  });

  it('treats __proto__ as an ordinary key', () => {
    const value = parseJson('{"__proto__": 12345678901234567890}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
  });
});

it('parses integers that a double would change as bigint', () => {
  const text = '{"a":[9007199254740993,-12345678901234567890,9007199254740991,1e400,0.5,"9007199254740993"]}';
  const value = parseWithBigInt(text);
  expect(value).toEqual({
    a: [9007199254740993n, -12345678901234567890n, 9007199254740991, Number.POSITIVE_INFINITY, 0.5, '9007199254740993'],
  });
  expect(JSON.stringify(9007199254740993n, (_key, each) => rawJson(String(each)))).toBe('9007199254740993');
});
