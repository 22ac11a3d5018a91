import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { printExpression } from '../../../src/odata/filter-value.ts';
import { parseExpand } from '../../../src/odata/parse-expand.ts';
import { parseFilter, parsePolicy } from '../../../src/odata/parse-filter.ts';
import { parseOrderBy } from '../../../src/odata/parse-order-by.ts';
import { parseSelect } from '../../../src/odata/parse-select.ts';
import { withoutPositions } from './api-error.ts';
import { pick, seeded } from './random.ts';
import { randomCondition } from './random-expression.ts';

const RUNS = 2000;

describe('random expressions', () => {
  it('are unchanged after printing and parsing', () => {
    const random = seeded(20240229);
    const kinds = new Map<string, number>();
    for (let run = 0; run < RUNS; run += 1) {
      const condition = randomCondition(4, random);
      const text = printExpression(condition);
      const parsed = parsePolicy(text);
      expect(withoutPositions(parsed), text).toEqual(withoutPositions(condition));
      expect(printExpression(parsed)).toBe(text);
      for (const [kind] of JSON.stringify(condition).matchAll(/(?<="(?:kind|type|operator|name)":")[a-zA-Z]+(?=")/g)) {
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    const expected =
      'and or not compare in match quantifier path claim literal call null boolean text number guid date dateTime time ' +
      'eq ne gt ge lt le contains startswith endswith tolower toupper length year month day any all';
    expect(expected.split(' ').filter((kind) => (kinds.get(kind) ?? 0) < 20)).toEqual([]);
  });
});

const parts =
  "a total o/x orders/any(o: orders/all(o: any( all( ) ( , ; : / . = == and or not in eq ne gt ge lt le contains( length( 'x' 'x '' 5 -5 1.5e3 " +
  '-INF NaN 2024-01-01 2024-01-01T10:00Z 07:59 f81d4fae-7dec-11d0-a765-00a0c91e6bf6 null true $it/ $it $select= $first= $expand= $top ' +
  '$filter= @item. @claims.x @ " ! 😀 \ud800 \u0000 é desc asc nulls first *';

const parsers = { parseFilter, parsePolicy, parseOrderBy, parseSelect, parseExpand };

describe('random strings of tokens', () => {
  it.each(Object.entries(parsers))('are parsed by %s or throw an ApiError with a position', (_, parse) => {
    const random = seeded(17);
    const alphabet = [...parts.split(' '), ' ', ' ', 'a eq 5', ' and '];
    let read = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const separator = pick(['', ' '], random);
      const text = Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(alphabet, random)).join(separator);
      try {
        parse(text);
        read += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const position = error.details?.position;
        expect(position, text).toSatisfy((at: number) => Number.isInteger(at) && at >= 0 && at <= text.length);
      }
    }
    expect(read).toBeGreaterThan(20);
    expect(read).toBeLessThan(RUNS);
  });
});
