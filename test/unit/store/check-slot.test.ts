import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/base/json.ts';
import type { FieldType } from '../../../src/model/model.ts';
import { plainType } from '../../../src/model/plain-type.ts';
import type { SlotSource } from '../../../src/operation/operation.ts';
import { type Slot, type SlotUse, sizePlusOne } from '../../../src/plan/shape/slot.ts';
import { checkSlot } from '../../../src/store/bind-request.ts';
import { apiErrorCode } from '../api-error-code.ts';

/** Returns the checked value of a slot for this value of its variable. */
const check = (use: SlotUse, value: unknown): unknown =>
  checkSlot({ source: { kind: 'variable', path: ['v'] }, use }, { variables: { v: value }, claims: {} });

const code = (use: SlotUse, value: unknown): string | undefined => apiErrorCode(() => check(use, value));

describe('a pattern slot', () => {
  const contains = { kind: 'pattern', start: '%', end: '%', max: 10 } as const;

  it('returns the search string, from which the dialect builds a pattern', () => {
    expect(check(contains, 'a_%')).toBe('a_%');
  });

  it('accepts null, and an empty string unless it is disallowed', () => {
    expect(check(contains, null)).toBeNull();
    expect(check(contains, '')).toBe('');
    expect(code({ ...contains, nonEmpty: true }, '')).toBe('BadRequest');
  });

  it('is limited by Unicode characters', () => {
    expect(check(contains, '😀'.repeat(10))).toBe('😀'.repeat(10));
    expect(code(contains, '😀'.repeat(11))).toBe('LimitExceeded');
  });
});

describe('a search slot', () => {
  it('returns one word by its index', () => {
    expect([0, 1].map((index) => check({ kind: 'word', index, max: 10 }, ' red  50% '))).toEqual(['red', '50%']);
  });

  it('limits the length of each word', () => {
    expect(check({ kind: 'words', max: 4 }, 'four more')).toBe('four more');
    expect(code({ kind: 'words', max: 3 }, 'one four')).toBe('LimitExceeded');
  });
});

describe('a list slot', () => {
  const values = (scalar: FieldType['scalar'], more: object = {}): SlotUse => ({
    kind: 'values',
    type: plainType(scalar),
    max: 3,
    ...more,
  });

  it('drops null, which equals nothing', () => {
    expect(check(values('Int'), [1, null, 2])).toEqual([1, 2]);
    expect(check(values('Int'), null)).toEqual([]);
  });

  it('rejects a list of nulls if a value is required', () => {
    expect(code(values('Int', { nonEmpty: true }), [null])).toBe('BadRequest');
    expect(code(values('Int', { nonEmpty: true }), [null, 1])).toBeUndefined();
  });

  it('counts nulls toward its limit', () => {
    expect(code(values('Int'), [1, 2, 3])).toBeUndefined();
    expect(code(values('Int'), [1, 2, null, null])).toBe('LimitExceeded');
  });

  it('rejects strings that no database can store', () => {
    expect(code(values('String'), ['a', 'b\0'])).toBe('BadRequest');
    expect(code(values('String'), ['a', '\ud800'])).toBe('BadRequest');
  });

  it('includes all values of a claim with several values', () => {
    const claim = (name: string): SlotSource => ({ kind: 'claim', name });
    const source = { kind: 'list', items: [claim('teams'), claim('own')] } as const;
    const call = { variables: {}, claims: { teams: ['1', 2], own: 3 } };
    expect(checkSlot({ source, use: values('Int') }, call)).toEqual([1, 2, 3]);
    const many = { variables: {}, claims: { teams: [1, 2, 3], own: 4 } };
    expect(apiErrorCode(() => checkSlot({ source, use: values('Int') }, many))).toBe('LimitExceeded');
    expect(apiErrorCode(() => checkSlot({ source, use: values('Int') }, { ...call, claims: { own: 3 } }))).toBe(
      'Forbidden',
    );
  });
});

describe('a value slot', () => {
  const value = (type: Partial<FieldType> & Pick<FieldType, 'scalar'>): SlotUse => ({
    kind: 'value',
    type: { ...plainType(type.scalar), ...type },
  });

  it('serializes JSON with all digits', () => {
    expect(check(value({ scalar: 'JSON' }), parseJson('{"a":[12345678901234567890,null],"kind":"literal"}'))).toBe(
      '{"a":[12345678901234567890,null],"kind":"literal"}',
    );
    expect(code(value({ scalar: 'JSON' }), { a: ['\0'] })).toBe('BadRequest');
  });

  it('accepts only known labels', () => {
    const type = { scalar: 'String', labels: ['in stock', 'gone'] } as const;
    expect(check(value(type), 'gone')).toBe('gone');
    expect(code(value(type), 'lost')).toBe('BadRequest');
  });

  it('rejects a number too large for a float', () => {
    expect(code(value({ scalar: 'Float' }), '1e400')).toBe('BadRequest');
    expect(code(value({ scalar: 'Decimal' }), '1e400')).toBeUndefined();
  });
});

describe('a page before a position', () => {
  const use = { kind: 'position', argument: 'before', order: 'o', bounds: { argument: 'last', max: 50 } } as const;
  const page = (position: string, size: number): unknown[] => {
    const cursor = Buffer.from(JSON.stringify(['o.position', position])).toString('base64url');
    return (['offset', 'size'] as const).map((gives) => check({ ...use, resultKind: gives }, [cursor, size]));
  };

  it.each([
    ['in the middle', '11', 3, [7, 3]],
    ['at the start', '1', 3, [0, 0]],
    ['with fewer preceding rows than its size', '3', 10, [0, 2]],
    ['with exactly as many preceding rows', '4', 3, [0, 3]],
    ['without preceding rows', '9', 0, [8, 0]],
  ])('has an offset and a size: %s', (_name, position, size, expected) => {
    expect(page(position, size)).toEqual(expected);
  });

  it.each(['0', '-1', '1.5', 'x', '9007199254740993'])('rejects the position %s', (position) => {
    expect(apiErrorCode(() => page(position, 3))).toBe('BadRequest');
  });

  it('has the size limit of any page', () => {
    expect(apiErrorCode(() => page('100', 51))).toBe('LimitExceeded');
  });
});

describe('a cursor slot', () => {
  const use = { kind: 'cursor', argument: 'after', order: 'a', type: plainType('String') } as const;
  const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

  it('returns the value at its index, or null', () => {
    expect(check({ ...use, index: 1 }, cursor('a', 'x', 'y'))).toBe('y');
    expect(check({ ...use, index: 0 }, cursor('a', null))).toBeNull();
  });

  it('rejects a cursor created for another order', () => {
    expect(code({ ...use, index: 0 }, cursor('b', 'x'))).toBe('BadRequest');
  });
});

describe('a JSON path slot', () => {
  it('returns the parsed steps', () => {
    expect(check({ kind: 'jsonPath' }, '$.a[0].b')).toEqual(['a', 0, 'b']);
    expect(code({ kind: 'jsonPath' }, '$.a[*]')).toBe('BadRequest');
    expect(code({ kind: 'jsonPath' }, '$."a\0"')).toBe('BadRequest');
  });
});

describe('a page size plus one', () => {
  it("adds one to the client's size after its limits are checked", () => {
    const { use } = sizePlusOne({
      source: { kind: 'variable', path: ['v'] },
      use: { kind: 'size', argument: 'first', max: 5 },
    }) as Slot;
    expect([0, 4, 5].map((size) => check(use, size))).toEqual([1, 5, 6]);
    expect(code(use, 6)).toBe('LimitExceeded');
    expect(sizePlusOne(20)).toBe(21);
  });
});
