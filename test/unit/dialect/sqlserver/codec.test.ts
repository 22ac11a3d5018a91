import { describe, expect, it } from 'vitest';
import { encode } from '../../../../src/dialect/sqlserver/driver/codec.ts';
import type { FieldType } from '../../../../src/model/model.ts';
import type { SlotUse } from '../../../../src/plan/shape/slot.ts';
import type { ScalarName } from '../../../../src/scalars/scalar.ts';

const typeOf = (scalar: ScalarName, native: string): FieldType => ({ scalar, native, list: false, asText: false });
const encoded = (value: unknown, use: SlotUse): unknown => encode(value, { source: { kind: 'constant', value }, use });
const compared = (value: unknown, scalar: ScalarName, native: string): unknown =>
  encoded(value, { kind: 'value', type: typeOf(scalar, native) });

describe('a decimal to compare', () => {
  it.each([
    ['5.945', 'decimal(10,2)', '5.945'],
    ['1e3', 'decimal(10,2)', '1000'],
    ['12.50', 'decimal(10,2)', '12.5'],
    ['-0.0004', 'decimal(38,2)', '-0.01 '],
    ['5.001', 'decimal(38,2)', '5.00 '],
    ['4.999999', 'decimal(38,0)', '4 '],
    ['-4.1', 'decimal(38,0)', '-5 '],
    ['-0.1', 'decimal(38,38)', '-0.1'],
    ['1e30', 'decimal(10,2)', `99999999.${'9'.repeat(30)}`],
    ['-Infinity', 'decimal(4,0)', `-9999.${'9'.repeat(34)}`],
    ['NaN', 'decimal(38,0)', '9'.repeat(38)],
  ])('%s with a column of type %s is sent as %s', (value, native, text) => {
    expect(compared(value, 'Decimal', native)).toBe(text);
  });
});

it.each([
  ['1e2', '100'],
  ['1.5E-7', '0.00000015'],
  ['-12.50', '-12.5'],
  ['0', '0'],
])('an assigned decimal is written without exponent: %s as %s', (value, text) => {
  expect(encoded(value, { kind: 'assign', field: 'price', type: typeOf('Decimal', 'decimal(10,7)') })).toBe(text);
});

it.each([
  [0.1, 'Float', '0.1'],
  ['NaN', 'Float', '1.7976931348623157e+308'],
  ['-Infinity', 'Single', '-3.4028234663852886e+38'],
  [5e-324, 'Float', '2.2250738585072014e-308'],
  [0.1, 'Single', '0.10000000149011612'],
] as const)('the number %s of type %s is sent as %s', (value, scalar, text) => {
  expect(compared(value, scalar, scalar === 'Float' ? 'float' : 'real')).toBe(text);
});

describe('a date or time', () => {
  it('is rounded to seven fractional digits, but never up to the next second', () => {
    expect(compared('2024-01-01T23:59:59.99999999', 'DateTime', 'datetime2(7)')).toBe('2024-01-01T23:59:59.9999999');
    expect(compared('2024-01-01T23:59:59.12345678', 'DateTime', 'datetime2(7)')).toBe('2024-01-01T23:59:59.1234568');
  });

  it.each([
    ['10000-01-01', 'Date'],
    ['0044-03-15 BC', 'Date'],
    ['infinity', 'DateTime'],
    ['24:00:00', 'LocalTime'],
  ] as const)('%s is rejected', (value, scalar) => {
    expect(() => compared(value, scalar, 'date')).toThrow(/on this database/);
  });
});

it('wildcards in a pattern are escaped with brackets', () => {
  const use = { kind: 'pattern', start: '%', end: '%', max: 10 } as const;
  expect(encoded('50%_[a]^', use)).toBe('%50[%][_][[]a]^%');
});

it('a pattern longer than LIKE supports is rejected', () => {
  const use = { kind: 'pattern', start: '%', end: '%', max: 10_000 } as const;
  expect(() => encoded('%'.repeat(1_400), use)).toThrow(/4000/);
});

it('binary values are sent as bytes, and as hexadecimal digits within a list', () => {
  expect(compared('AQL/', 'Base64String', 'varbinary(max)')).toEqual(Buffer.from([1, 2, 255]));
  const use = { kind: 'values', type: typeOf('Base64String', 'varbinary(max)'), max: 10 } as const;
  expect(encoded(['AQL/', ''], use)).toBe('["0102FF",""]');
});

it('a JSON path is split into its parent and its last step', () => {
  expect(encoded(['a"b', 1, 'c'], { kind: 'jsonPath' })).toBe(
    JSON.stringify({ parent: '$[0]."a\\"b"[1]', open: '{', leaf: 'c' }),
  );
  expect(encoded([], { kind: 'jsonPath' })).toBe(JSON.stringify({ parent: '$', open: '[', leaf: '0' }));
});

describe('a cursor value', () => {
  const use = (scalar: ScalarName): SlotUse => ({
    kind: 'cursor',
    argument: 'after',
    order: 'o',
    index: 0,
    type: typeOf(scalar, 'x'),
  });

  it.each([
    ['1; drop table t', 'Int'],
    ['99999999999', 'Int'],
    ['2024-02-30', 'Date'],
    ['0x', 'Base64String'],
    ['1e5', 'Float'],
  ] as const)('%s of type %s is rejected', (text, scalar) => {
    expect(() => encoded(text, use(scalar))).toThrow();
  });

  it.each([
    ['17', 'Int'],
    ['2024-02-29 10:00:00.1230000 +00:00', 'DateTime'],
    ['1.0000000000000001e-001', 'Float'],
  ] as const)('%s of type %s is accepted', (text, scalar) => {
    expect(encoded(text, use(scalar))).toBe(text);
  });
});
