import { expect, it } from 'vitest';
import { literal, literalText } from '../../../../src/dialect/mysql-family/driver/run-statement.ts';

it.each([
  ['a plain string, which is unchanged', '2026-01-01 00:00:00.5', "'2026-01-01 00:00:00.5'"],
  ['an empty string', '', "''"],
  ['plain characters that look like SQL', '"; -- /* # ` ? %', `'"; -- /* # \` ? %'`],
  ['a quote', "'", "_utf8mb4 x'27'"],
  ['a backslash', '\\', "_utf8mb4 x'5c'"],
  ['a NUL', '\0', "_utf8mb4 x'00'"],
  ['a line break', '\n', "_utf8mb4 x'0a'"],
  ['a character beyond ASCII, whose bytes may be misread in another character set', '\u00bf', "_utf8mb4 x'c2bf'"],
  ['an astral character', '𝒳', "_utf8mb4 x'f09d92b3'"],
  ['half of a surrogate pair', '\ud835', "_utf8mb4 x'efbfbd'"],
  ['bytes', Buffer.from([0, 39, 255]), "x'0027ff'"],
  ['a number', -1.5, '-1.5'],
  ['a large number', 1.797_693_134_862_315_7e308, '1.7976931348623157e+308'],
  ['an infinite number', Number.POSITIVE_INFINITY, '1.7976931348623157e+308'],
  ['null', null, 'NULL'],
])('writes %s', (_, value, written) => {
  expect(literal(value, undefined)).toBe(written);
});

it('rejects SQL in place of a number', () => {
  const slot = { source: { kind: 'constant', value: 0 }, use: { kind: 'offset' } } as const;
  for (const text of ['1 or 1', '1;', "1'", '0x1', '', 'NaN', '1--', '1e'])
    expect(() => literal(text, slot)).toThrow('number');
  expect(literal('-12', slot)).toBe('-12');
});

it('ignores question marks in names and string literals', () => {
  const text = "select 'it\\'s ?', '''?', `a?`, ? from `t``?` where x = ?";
  expect(literalText({ text, slots: [undefined, undefined] }, ['b', 1])).toBe(
    "select 'it\\'s ?', '''?', `a?`, 'b' from `t``?` where x = 1",
  );
});

it('throws if the numbers of values and placeholders differ', () => {
  expect(() => literalText({ text: 'select ?', slots: [] }, [])).toThrow('placeholder');
});
