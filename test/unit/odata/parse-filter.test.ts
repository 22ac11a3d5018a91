import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { printExpression } from '../../../src/odata/filter-value.ts';
import { parseFilter } from '../../../src/odata/parse-filter.ts';
import { apiErrorOf, mistakeIn, withoutPositions } from './api-error.ts';

/** Filters and their canonical forms. */
const accepted: readonly (readonly [text: string, canonical: string])[] = [
  ["country eq 'NL'", "country eq 'NL'"],
  ['  total   gt\t5\n', 'total gt 5'],
  ['a eq 1 and b ne 2 or c le 3', 'a eq 1 and b ne 2 or c le 3'],
  ['(a eq 1 and (b ne 2)) or ((c le 3))', 'a eq 1 and b ne 2 or c le 3'],
  ['a eq 1 and (b ne 2 or c le 3)', 'a eq 1 and (b ne 2 or c le 3)'],
  ['(a eq 1 and b eq 2) and c eq 3', '(a eq 1 and b eq 2) and c eq 3'],
  ['not(a eq 1)', 'not (a eq 1)'],
  ['not active and b eq 1', 'not active and b eq 1'],
  ['not (active and b eq 1)', 'not (active and b eq 1)'],
  ['not not active', 'not not active'],
  ['active', 'active'],
  ['true', 'true'],
  ['5 lt total', '5 lt total'],
  ['a eq b', 'a eq b'],
  ['(total) gt (5)', 'total gt 5'],
  ['a in (1,2 , 3)', 'a in (1, 2, 3)'],
  ["tolower(name) in('a', null)", "tolower(name) in ('a', null)"],
  ["contains(name,'x')", "contains(name, 'x')"],
  ["startswith( tolower(customer/name) , 'x' )", "startswith(tolower(customer/name), 'x')"],
  ["endswith('abc', name)", "endswith('abc', name)"],
  ["contains(name,'x') eq true", "contains(name, 'x')"],
  ["true eq contains(name,'x')", "contains(name, 'x')"],
  ["contains(name,'x') eq false", "not contains(name, 'x')"],
  ["false ne contains(name,'x')", "contains(name, 'x')"],
  ["contains(name,'x') ne true", "not contains(name, 'x')"],
  ['(a eq 1) eq false and b eq 2', 'not (a eq 1) and b eq 2'],
  ['not active eq true', 'not active'],
  ['active eq true', 'active eq true'],
  ['year(created) eq 2024 and month(created) ge 6 and day(created) lt 3', ''],
  ['length(toupper(name)) gt 3', ''],
  ["customer/country/name eq 'NL'", ''],
  ['orders/any()', ''],
  ['orders/any(o:o/total gt 5)', 'orders/any(o: o/total gt 5)'],
  ['customer/orders/all( o : o/total gt 5 and o/open )', 'customer/orders/all(o: o/total gt 5 and o/open)'],
  ['orders/any(o: o/lines/all(l: l/price lt o/total and l/price gt limit))', ''],
  ["tags/any(t: t eq 'new')", ''],
  ['orders/any(o: $it/o eq o/total)', ''],
  ['$it/total gt 5', 'total gt 5'],
  ['$it/eq eq $it/Null', ''],
  ['a/eq eq 1', ''],
  ['any eq all', ''],
  ['year eq 2024 and contains eq length', ''],
  ['naïve_名前 eq 1', ''],
];

const literals: readonly (readonly [text: string, type: string, value: string])[] = [
  ["''", 'text', ''],
  ["'O''Neil'", 'text', "O'Neil"],
  ["''''''", 'text', "''"],
  ["'a;b)(,$filter'", 'text', 'a;b)(,$filter'],
  ['null', 'null', 'null'],
  ['true', 'boolean', 'true'],
  ['false', 'boolean', 'false'],
  ['5', 'number', '5'],
  ['-5', 'number', '-5'],
  ['+05', 'number', '5'],
  ['-0.50', 'number', '-0.50'],
  ['000', 'number', '0'],
  ['12345678901234567890.123456789012345678901', 'number', '12345678901234567890.123456789012345678901'],
  ['1e5', 'number', '1e5'],
  ['1.5E-07', 'number', '1.5E-07'],
  ['1e+5', 'number', '1e+5'],
  ['NaN', 'number', 'NaN'],
  ['INF', 'number', 'INF'],
  ['-INF', 'number', '-INF'],
  ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'guid', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
  ['01234567-89AB-cdef-0123-456789abcdef', 'guid', '01234567-89AB-cdef-0123-456789abcdef'],
  ['2024-02-29', 'date', '2024-02-29'],
  ['2024-02-29T12:30', 'dateTime', '2024-02-29T12:30'],
  ['2024-02-29T12:30:59.123456789', 'dateTime', '2024-02-29T12:30:59.123456789'],
  ['2024-02-29T12:30:59Z', 'dateTime', '2024-02-29T12:30:59Z'],
  ['2024-02-29t12:30:59.5+02:00', 'dateTime', '2024-02-29t12:30:59.5+02:00'],
  ['2024-02-29T12:30:59-11:30', 'dateTime', '2024-02-29T12:30:59-11:30'],
  ['07:59', 'time', '07:59'],
  ['07:59:59.999', 'time', '07:59:59.999'],
];

const refused: readonly (readonly [text: string, position: number, message: RegExp])[] = [
  ['', 0, /^Expected a condition, found the end\.$/],
  ['   ', 3, /^Expected a condition, found the end\.$/],
  ['country eq', 10, /^Expected a value after "eq", found the end\.$/],
  [
    'country eq and b eq 1',
    11,
    /^Expected a value after "eq", found "and"\. Write a field of that name as "\$it\/and"\.$/,
  ],
  ['eq eq 1', 0, /^Expected a condition, found "eq"\. Write a field of that name/],
  ['a eq 1 and', 10, /^Expected a condition after "and", found the end\.$/],
  [
    'a EQ 1',
    2,
    /^Expected an operator \(eq, ne, gt, ge, lt, le, in, and, or\) after "a", found "EQ"\. Did you mean "eq"\?$/,
  ],
  ['a eq 1 AND b eq 2', 7, /^Expected "and", "or", or the end after "1", found "AND"\. Did you mean "and"\?$/],
  ['NOT a', 0, /Did you mean "not"\?/],
  ['a eq True', 5, /Did you mean "true"\?/],
  ['a eq NULL', 5, /Did you mean "null"\?/],
  ["Contains(a,'x')", 0, /^Unknown function "Contains"\. Did you mean "contains"\?$/],
  ['concat(a,b) eq 1', 0, /^Unknown function "concat"\. Supported: contains, startswith/],
  ['a == 1', 2, /^Unsupported operator "==". Use "eq"\.$/],
  ['a eq 1 && b eq 2', 7, /^Unsupported operator "&&". Use "and"\.$/],
  ['!a', 0, /^Expected a condition, found "!"\.$/],
  ['a eq "x"', 5, /^Put strings in single quotes, not in double quotes\.$/],
  ["a eq 'x", 5, /^The string has no closing quote\.$/],
  ["a eq 'x''", 5, /^The string has no closing quote\.$/],
  ["a eq duration'P1D'", 5, /^Unsupported literal duration'…'\. /],
  ['a eq 5L', 5, /^"5L" is not a number, date, date-time, time, or GUID\.$/],
  ['a eq 1+2', 5, /^"1\+2" is not a number/],
  ['a eq 2024-1-1', 5, /^"2024-1-1" is not a number/],
  ['a eq 2024-01-01T00:00:00 01:00', 25, /^Unexpected time. Write the "\+" of an offset as "%2B" in a URL/],
  ['a eq -b', 5, /^Unexpected character "-"\.$/],
  ['a eq 😀', 5, /^Unexpected character "😀"\.$/],
  ['a eq 1 eq 2', 7, /^Expected "and", "or", or the end after "1", found "eq"\.$/],
  ['a 5', 2, /^Expected an operator/],
  ['5', 0, /^A value alone is not a condition/],
  ['null', 0, /^A value alone is not a condition/],
  ["a eq 1 or 'x'", 10, /^A value alone is not a condition/],
  ['length(a) and b eq 1', 0, /^A value alone is not a condition/],
  ['not total gt 5', 10, /^"not" binds tighter than "gt"\. .*"not \(total gt …\)"\.$/],
  ["contains(a,'x') gt true", 16, /^A condition can only be compared with true or false, by "eq" or "ne"\.$/],
  ["contains(a,'x') eq b", 16, /^A condition can only be compared/],
  ['(a eq 1) eq (b eq 1)', 9, /^A condition can only be compared/],
  ['(a eq 1) in (true)', 9, /^A condition can only be compared/],
  ['(a eq 1', 7, /^Expected "\)" after "1", found the end\.$/],
  ['a eq 1)', 6, /^Expected the end after "1", found "\)"\.$/],
  ['()', 1, /^Expected a value after "\(", found "\)"\.$/],
  ['a in 1', 5, /^Expected "\(" after "in", found "1"\.$/],
  ['a in ()', 6, /^Expected a value after "\(", found "\)"\.$/],
  ['a in (1,)', 8, /^Expected a value after ",", found "\)"\.$/],
  ['a in (1, b)', 9, /^The list of "in" may only contain literals/],
  ['a in (1 2)', 8, /^Expected "\)" after "1", found "2"\.$/],
  ['contains(a)', 10, /^Expected "," after "a", found "\)"\.$/],
  ["contains(a, 'x', 'y')", 15, /^Expected "\)" after "'x'", found ","\.$/],
  ['length(a, b) eq 1', 8, /^Expected "\)" after "a", found ","\.$/],
  ['length((a eq 1)) eq 1', 8, /^A condition cannot be an argument\.$/],
  ['customer/ eq 1', 13, /^Expected an operator/],
  ['customer/5 eq 1', 9, /^Expected the name of a field or relationship after "\/", found "5"\.$/],
  ['orders/$count gt 5', 7, /^Expected the name of a field or relationship after "\/", found "\$count"\.$/],
  ['orders/Any(o: o/a eq 1)', 7, /found "Any"\. Did you mean "any"\?$/],
  ['orders/length(o)', 7, /^Only any\(…\) and all\(…\) can be called after "\/", found "length"\.$/],
  ['orders/all()', 11, /^Expected a variable, as in "o: o\/total gt 5" after "\(", found "\)"\.$/],
  ['orders/any(o o/a eq 1)', 13, /^Expected ":" after "o", found "o"\.$/],
  ['orders/any(o: )', 14, /^Expected a value after ":", found "\)"\.$/],
  ['orders/any(o: o/lines/any(o: o/a eq 1))', 26, /^The variable "o" is already in use\. Choose another name\.$/],
  ['orders/any(eq: eq/a eq 1)', 11, /^Invalid variable name "eq"\.$/],
  ['orders/any(o: o/any(p: p/a eq 1))', 16, /^Expected a relationship before "any"\.$/],
  ['$it eq 1', 4, /^Expected "\/" after "\$it", found "eq"\.$/],
  ['$root/a eq 1', 0, /^Expected a condition, found "\$root"\.$/],
  ['@item.a eq 1', 0, /^"@item" and "@claims" are only supported in policies\.$/],
  ['a eq @claims.b', 5, /^"@item" and "@claims" are only supported in policies\.$/],
  ['a eq @p1', 5, /^Invalid name "@p1"\. Use "@item\.<field>" or "@claims\.<name>"\.$/],
];

describe('parseFilter', () => {
  it.each(accepted)('parses %s', (text, canonical) => {
    expect(printExpression(parseFilter(text))).toBe(canonical === '' ? text : canonical);
  });

  it.each(literals)('parses the literal %s as %s', (text, type, value) => {
    const literal = { kind: 'literal', type, text: value };
    expect(parseFilter(`a eq ${text}`)).toMatchObject({ right: { ...literal, at: 5 } });
    expect(parseFilter(`${text} eq a`)).toMatchObject({ left: { ...literal, at: 0 } });
    expect(parseFilter(`a in (${text})`)).toMatchObject({ items: [literal] });
  });

  it.each(refused)('rejects %s at position %i', (text, position, message) => {
    const [at, said] = mistakeIn(() => parseFilter(text));
    expect(said).toMatch(message);
    expect(at).toBe(position);
  });

  it('stores the position of each node', () => {
    expect(parseFilter(" a eq 1 and not (orders/any(o: o/b in ('x')))")).toEqual({
      kind: 'and',
      at: 1,
      members: [
        {
          kind: 'compare',
          operator: 'eq',
          at: 1,
          left: { kind: 'path', segments: ['a'], at: 1 },
          right: { kind: 'literal', type: 'number', text: '1', at: 6 },
        },
        {
          kind: 'not',
          at: 12,
          member: {
            kind: 'quantifier',
            name: 'any',
            path: { kind: 'path', segments: ['orders'], at: 17 },
            variable: 'o',
            at: 17,
            condition: {
              kind: 'in',
              operand: { kind: 'path', variable: 'o', segments: ['b'], at: 31 },
              items: [{ kind: 'literal', type: 'text', text: 'x', at: 39 }],
              at: 31,
            },
          },
        },
      ],
    });
  });

  it('reports the option, the position, and the surrounding text', () => {
    const { code, status, message, details } = apiErrorOf(() => parseFilter("country eq 'NL' and total gt gt 5"));
    expect({ code, status, details }).toEqual({
      code: 'BadRequest',
      status: 400,
      details: { position: 29, option: '$filter' },
    });
    expect(message).toBe(
      '$filter at position 29: Expected a value after "gt", found "gt". Write a field of that name as "$it/gt". Near: …ry eq \'NL\' and total gt >>>gt 5',
    );
    expect(apiErrorOf(() => parseFilter('(', { option: 'where' })).message).toMatch(/^where at position 1: /);
  });

  it('parses any number of operands into a flat list', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `a eq ${index}`).join(' or ');
    const condition = parseFilter(text);
    expect(condition.kind === 'or' && condition.members.length).toBe(5000);
  });
});

describe('nesting depth', () => {
  const nested: readonly (readonly [what: string, level: string, inner: string, close: string])[] = [
    ['parentheses', '(', 'a', ')'],
    ['not', 'not ', 'a', ''],
    ['functions', 'tolower(', 'a', ')'],
    ['open parentheses', '(', '', ''],
    ['parentheses with members', '(a or ', 'a', ')'],
  ];

  it.each(nested)('of %s is limited', (_, level, inner, close) => {
    const text = level.repeat(1000) + inner + close.repeat(1000);
    const { code, status, details } = apiErrorOf(() => parseFilter(text));
    expect([code, status]).toEqual(['LimitExceeded', 400]);
    expect(details?.option).toBe('$filter');
  });

  it('is accepted up to the limit and rejected beyond it', () => {
    const parenthesised = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(withoutPositions(parseFilter(parenthesised(100)))).toEqual({ kind: 'path', segments: ['a'] });
    expect(apiErrorOf(() => parseFilter(parenthesised(101))).details).toEqual({
      position: 101,
      option: '$filter',
      limit: 'nesting',
      max: 100,
    });
    expect(parseFilter(parenthesised(3), { maxDepth: 3 })).toMatchObject({ kind: 'path' });
    expect(apiErrorOf(() => parseFilter(parenthesised(4), { maxDepth: 3 })).code).toBe('LimitExceeded');
    const quantified = (levels: number): string =>
      `${Array.from({ length: levels }, (_, index) => `x/any(v${index}: `).join('')}a${')'.repeat(levels)}`;
    expect(parseFilter(quantified(100))).toMatchObject({ kind: 'quantifier' });
    expect(apiErrorOf(() => parseFilter(quantified(101))).code).toBe('LimitExceeded');
  });

  it.each([
    ['members', '', 'a and ', 'a'],
    ['items', 'a in (', '1,', '1)'],
    ['segments', '', 'a/', 'a'],
    ['quotes in a string', "a eq '", "''", "'"],
    ['spaces', '', ' ', 'a'],
    ['characters', '', 'a', ' eq 1'],
    ['digits', 'a eq ', '1', ''],
    ['quotes in an unterminated string', "a eq '", "''", ''],
    ['letters in place of an operator', 'a ', 'eq', ''],
    ['malformed numbers', 'a eq ', '1.', ''],
    ['characters allowed in a claim', '@claims.a', './', ''],
  ])('takes time proportional to the number of %s', (_, start, part, end) => {
    /** Returns the CPU time in microseconds. */
    const took = (times: number): number => {
      const before = process.cpuUsage();
      try {
        parseFilter(start + part.repeat(times) + end);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Ten times the input may take 40 times as long, far less than quadratic time. Very short runs count as 1 ms.
    // Garbage collection may disturb a run, so one of five must pass.
    const isInProportion = (): boolean => took(200_000) < 40 * Math.max(took(20_000), 1000);
    expect(Array.from({ length: 5 }).some(isInProportion)).toBe(true);
  });
});
