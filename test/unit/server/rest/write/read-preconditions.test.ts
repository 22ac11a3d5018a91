import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../src/base/errors.ts';
import { readPreconditions } from '../../../../../src/server/rest/write/read-preconditions.ts';

const BODY = '0123456789abcdef0123456789abcdef';
const ITEM = { ifMatch: true, ifNoneMatch: true };

const read = (headers: Record<string, string>, keeping = ITEM) => {
  try {
    return readPreconditions(headers, keeping);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message}`;
  }
};

describe('If-Match', () => {
  it.each([
    ['*', ['*']],
    [' * ', ['*']],
    [`"row-${BODY}"`, ['row']],
    [`"a-b_c-${BODY}"`, ['a-b_c']],
    ['"row"', ['row']],
    ['"-a-b"', ['-a-b']],
    [`"one-${BODY}", "two-${BODY}"`, ['one', 'two']],
    [`W/"one-${BODY}", "two-${BODY}"`, ['two']],
    [`W/"one-${BODY}"`, []],
    ['"*"', []],
    ['""', ['']],
    ['"a,b" ,, "c"', ['a,b', 'c']],
  ])('%s matches the rows %j', (header, rows) => {
    expect(read({ 'if-match': header })).toEqual({ ifMatch: rows });
  });

  it.each(['', 'row', '"row', '"a" "b"', '*, "a"', '"a", *', 'w/"a"', "'a'", ','])('%s is malformed', (header) => {
    expect(read({ 'if-match': header })).toMatch(/^400 If-Match must be \* or a list of quoted ETags/);
  });
});

describe('If-None-Match', () => {
  it('can be *', () => {
    expect(read({ 'if-none-match': '*' })).toEqual({ ifNoneMatch: '*' });
  });

  it.each(['"a"', 'W/"a"', '', 'x'])('cannot be %s in a change', (header) => {
    expect(read({ 'if-none-match': header })).toBe('400 If-None-Match must be * in a write.');
  });
});

it('unsupported and contradictory preconditions are rejected', () => {
  expect(read({ 'if-match': '*' }, { ifMatch: false, ifNoneMatch: false })).toMatch(
    /^400 If-Match is only supported for PUT/,
  );
  expect(read({ 'if-none-match': '*' }, { ifMatch: true, ifNoneMatch: false })).toMatch(
    /^400 If-None-Match is only supported for/,
  );
  expect(read({ 'if-match': '*', 'if-none-match': '*' })).toMatch(/^400 If-None-Match contradicts If-Match/);
  expect(read({})).toEqual({});
});
