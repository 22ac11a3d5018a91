import { describe, expect, it } from 'vitest';
import { readRoots, readRowWithMetadata } from '../../../../src/dialect/sqlserver/sql/read-result.ts';
import { sentinelText } from '../../../../src/dialect/sqlserver/sql/sentinel.ts';
import { MAX_CURSOR_JSON_BYTES, parseCursor } from '../../../../src/scalars/cursor.ts';

const sentinel = `"${sentinelText('mark')}"`;
const read = (text: string): string | null | undefined => readRoots([{ rows: [[text]] }])[0];

describe('a floating-point number', () => {
  it.each([
    ['1.0000000000000001e-001', '0.1'],
    ['3.0000000000000004e-001', '0.30000000000000004'],
    ['1.7976931348623157e+308', '1.7976931348623157e+308'],
    ['0.0000000000000000e+000', '0'],
    ['-0.0000000000000000e+000', '-0'],
    ['-1.0856826000000000e+001', '-10.856826'],
  ])('of 64 bits: %s is printed as %s', (written, shown) => {
    expect(read(`[{"a":[${sentinel},${written}],"b":1}]`)).toBe(`[{"a":${shown},"b":1}]`);
  });

  it.each([
    ['"1.0000000000000001e-001"', '"0.1"'],
    ['0,"1.0000000149011612e-001"', '"0.1"'],
  ])('formatted as a string: %s is printed as %s', (written, shown) => {
    expect(read(`[{"a":[${sentinel},${written}],"b":1}]`)).toBe(`[{"a":${shown},"b":1}]`);
  });

  it.each([
    ['1.0000000149011612e-001', '0.1'],
    ['3.4028234663852886e+038', '3.4028235e+38'],
    ['1.6777216000000000e+007', '16777216'],
    ['1.1754943508222875e-038', '1.1754944e-38'],
  ])('of 32 bits: %s is printed as %s', (written, shown) => {
    expect(read(`{"a":[${sentinel},0,${written}]}`)).toBe(`{"a":${shown}}`);
  });
});

it('ignores row counts of statements before the rows', () => {
  expect(readRoots([{ rows: [], affected: 1 }, { rows: [['[]']] }])).toEqual(['[]']);
});

it('unescapes slashes, and preserves escaped backslashes', () => {
  expect(read(String.raw`{"a":"AC\/DC","b":"c:\\/d","c":"\\\/"}`)).toBe(
    String.raw`{"a":"AC/DC","b":"c:\\/d","c":"\\/"}`,
  );
});

it("does not treat a client's list as a marker", () => {
  expect(read('{"a":["mark x",1.0000000000000001e-001]}')).toBe('{"a":["mark x",1.0000000000000001e-001]}');
});

describe('cursors', () => {
  const parts = (values: readonly (string | null)[]): string => JSON.stringify({ ...values });
  const cursorOf = (text: string | null | undefined) => parseCursor(JSON.parse(String(text)).endCursor);

  it('contain the ordered values', () => {
    const result = read(
      `{"endCursor":[${sentinel},{"values":${parts(['order', 'AC/DC', null, '17'])}},${sentinel}],"n":[]}`,
    );
    expect(cursorOf(result)).toEqual({ order: 'order', form: 'values', values: ['AC/DC', null, '17'] });
  });

  it('contain the key if the values are too long', () => {
    const long = 'é'.repeat(MAX_CURSOR_JSON_BYTES / 2);
    const forms = `{"values":${parts(['order', long, '17'])},"key":${parts(['order.key', '17'])}}`;
    expect(cursorOf(read(`{"endCursor":[${sentinel},${forms},${sentinel}]}`))).toEqual({
      order: 'order',
      form: 'key',
      values: ['17'],
    });
  });

  it('have no quotes in separate metadata', () => {
    const [items, cursor, count] = readRowWithMetadata([
      { rows: [['[]', `[${sentinel},{"values":${parts(['order', '1'])}},${sentinel}]`, '12']] },
    ]);
    expect([items, count]).toEqual(['[]', '12']);
    expect(parseCursor(String(cursor)).values).toEqual(['1']);
  });
});
