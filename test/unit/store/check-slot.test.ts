import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/base/json.ts';
import type { FieldType } from '../../../src/model/model.ts';
import { plainType } from '../../../src/model/plain-type.ts';
import type { SlotSource } from '../../../src/operation/operation.ts';
import { oneMore, type Slot, type SlotUse } from '../../../src/plan/shape/slot.ts';
import { checkSlot } from '../../../src/store/bind-request.ts';
import { refusalCode } from '../refusal-code.ts';

/** What a slot comes to with this value of its variable. */
const check = (use: SlotUse, value: unknown): unknown =>
  checkSlot({ source: { kind: 'variable', path: ['v'] }, use }, { variables: { v: value }, claims: {} });

const code = (use: SlotUse, value: unknown): string | undefined => refusalCode(() => check(use, value));

describe('a pattern', () => {
  const contains = { kind: 'pattern', start: '%', end: '%', max: 10 } as const;

  it('is the text that is looked for, which a dialect makes a pattern of', () => {
    expect(check(contains, 'a_%')).toBe('a_%');
  });

  it('is none where the value is null, and of an empty text where that may be', () => {
    expect(check(contains, null)).toBeNull();
    expect(check(contains, '')).toBe('');
    expect(code({ ...contains, filled: true }, '')).toBe('BadRequest');
  });

  it('is bounded by its characters, however they are encoded', () => {
    expect(check(contains, '😀'.repeat(10))).toBe('😀'.repeat(10));
    expect(code(contains, '😀'.repeat(11))).toBe('LimitExceeded');
  });
});

describe('words', () => {
  it('are texts to look for, each by its place', () => {
    expect([0, 1].map((index) => check({ kind: 'word', index, max: 10 }, ' red  50% '))).toEqual(['red', '50%']);
  });

  it('are bounded each by itself', () => {
    expect(check({ kind: 'words', max: 4 }, 'four more')).toBe('four more');
    expect(code({ kind: 'words', max: 3 }, 'one four')).toBe('LimitExceeded');
  });
});

describe('a list of values', () => {
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

  it('may have to have one that is left', () => {
    expect(code(values('Int', { filled: true }), [null])).toBe('BadRequest');
    expect(code(values('Int', { filled: true }), [null, 1])).toBeUndefined();
  });

  it('is bounded with its nulls', () => {
    expect(code(values('Int'), [1, 2, 3])).toBeUndefined();
    expect(code(values('Int'), [1, 2, null, null])).toBe('LimitExceeded');
  });

  it('holds what no database keeps against each of them', () => {
    expect(code(values('String'), ['a', 'b\0'])).toBe('BadRequest');
    expect(code(values('String'), ['a', '\ud800'])).toBe('BadRequest');
  });

  it('has every value of a claim that lists several', () => {
    const claim = (name: string): SlotSource => ({ kind: 'claim', name });
    const source = { kind: 'list', items: [claim('teams'), claim('own')] } as const;
    const call = { variables: {}, claims: { teams: ['1', 2], own: 3 } };
    expect(checkSlot({ source, use: values('Int') }, call)).toEqual([1, 2, 3]);
    const many = { variables: {}, claims: { teams: [1, 2, 3], own: 4 } };
    expect(refusalCode(() => checkSlot({ source, use: values('Int') }, many))).toBe('LimitExceeded');
    expect(refusalCode(() => checkSlot({ source, use: values('Int') }, { ...call, claims: { own: 3 } }))).toBe(
      'Forbidden',
    );
  });
});

describe('a value to compare with', () => {
  const value = (type: Partial<FieldType> & Pick<FieldType, 'scalar'>): SlotUse => ({
    kind: 'value',
    type: { ...plainType(type.scalar), ...type },
  });

  it('of JSON is its text with every digit, whatever it looks like', () => {
    expect(check(value({ scalar: 'JSON' }), parseJson('{"a":[12345678901234567890,null],"kind":"literal"}'))).toBe(
      '{"a":[12345678901234567890,null],"kind":"literal"}',
    );
    expect(code(value({ scalar: 'JSON' }), { a: ['\0'] })).toBe('BadRequest');
  });

  it('is a label where only labels are known', () => {
    const type = { scalar: 'String', labels: ['in stock', 'gone'] } as const;
    expect(check(value(type), 'gone')).toBe('gone');
    expect(code(value(type), 'lost')).toBe('BadRequest');
  });

  it('is no floating point number where it is too large for one', () => {
    expect(code(value({ scalar: 'Float' }), '1e400')).toBe('BadRequest');
    expect(code(value({ scalar: 'Decimal' }), '1e400')).toBeUndefined();
  });
});

describe('a page that ends before a position', () => {
  const use = { kind: 'position', argument: 'before', order: 'o', bounds: { argument: 'last', max: 50 } } as const;
  const page = (position: string, size: number): unknown[] => {
    const cursor = Buffer.from(JSON.stringify(['o.position', position])).toString('base64url');
    return (['offset', 'size'] as const).map((gives) => check({ ...use, gives }, [cursor, size]));
  };

  it.each([
    ['in the middle', '11', 3, [7, 3]],
    ['at the start', '1', 3, [0, 0]],
    ['with fewer rows in front than it may have', '3', 10, [0, 2]],
    ['with as many', '4', 3, [0, 3]],
    ['without any', '9', 0, [8, 0]],
  ])('%s', (_name, position, size, expected) => {
    expect(page(position, size)).toEqual(expected);
  });

  it.each(['0', '-1', '1.5', 'x', '9007199254740993'])('has no position %s', (position) => {
    expect(refusalCode(() => page(position, 3))).toBe('BadRequest');
  });

  it('is bounded as any page', () => {
    expect(refusalCode(() => page('100', 51))).toBe('LimitExceeded');
  });
});

describe('a value of a cursor', () => {
  const use = { kind: 'cursor', argument: 'after', order: 'a', type: plainType('String') } as const;
  const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

  it('is the one at its place, null too', () => {
    expect(check({ ...use, index: 1 }, cursor('a', 'x', 'y'))).toBe('y');
    expect(check({ ...use, index: 0 }, cursor('a', null))).toBeNull();
  });

  it('is refused in the cursor of another order', () => {
    expect(code({ ...use, index: 0 }, cursor('b', 'x'))).toBe('BadRequest');
  });
});

describe('a path into JSON', () => {
  it('is read into its steps', () => {
    expect(check({ kind: 'jsonPath' }, '$.a[0].b')).toEqual(['a', 0, 'b']);
    expect(code({ kind: 'jsonPath' }, '$.a[*]')).toBe('BadRequest');
    expect(code({ kind: 'jsonPath' }, '$."a\0"')).toBe('BadRequest');
  });
});

describe('one row more than a page', () => {
  it('is counted from the size that a client gives, whose bounds hold', () => {
    const { use } = oneMore({
      source: { kind: 'variable', path: ['v'] },
      use: { kind: 'size', argument: 'first', max: 5 },
    }) as Slot;
    expect([0, 4, 5].map((size) => check(use, size))).toEqual([1, 5, 6]);
    expect(code(use, 6)).toBe('LimitExceeded');
    expect(oneMore(20)).toBe(21);
  });
});
