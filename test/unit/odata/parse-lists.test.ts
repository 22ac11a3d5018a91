import { describe, expect, it } from 'vitest';
import { parseExpand } from '../../../src/odata/parse-expand.ts';
import { parseOrderBy } from '../../../src/odata/parse-order-by.ts';
import { parseSelect } from '../../../src/odata/parse-select.ts';
import { apiErrorOf, mistakeIn } from './api-error.ts';

describe('parseOrderBy', () => {
  it('parses terms', () => {
    expect(
      parseOrderBy(" total desc,customer/name asc , 'Full name','it''s'/x desc nulls last,desc desc,a nulls first"),
    ).toEqual([
      { path: ['total'], descending: true, at: 1 },
      { path: ['customer', 'name'], descending: false, at: 12 },
      { path: ['Full name'], descending: false, at: 32 },
      { path: ["it's", 'x'], descending: true, nulls: 'last', at: 44 },
      { path: ['desc'], descending: true, at: 70 },
      { path: ['a'], descending: false, nulls: 'first', at: 80 },
    ]);
  });

  it.each([
    ['', 0, /^Expected the name of a field, found the end\.$/],
    ['a,', 2, /^Expected the name of a field after ",", found the end\.$/],
    ['a,,b', 2, /^Expected the name of a field after ",", found ","\.$/],
    ['a DESC', 2, /^Expected "asc", "desc", .* after "a", found "DESC"\. Did you mean "desc"\?$/],
    ['a desc desc', 7, /^Expected "asc"/],
    ['a b', 2, /^Expected "asc"/],
    ['a nulls', 7, /^Expected "first" or "last" after "nulls", found the end\.$/],
    ['a nulls First', 8, /Did you mean "first"\?/],
    ["'' desc", 0, /^Expected the name of a field, found "''"\.$/],
    ["'a desc", 0, /^The string has no closing quote\.$/],
    ['5 desc', 0, /^Expected the name of a field, found "5"\.$/],
    ['a/', 2, /^Expected the name of a field after "\/", found the end\.$/],
    ['length(a)', 6, /^Expected "asc"/],
    ['a;b', 1, /^Expected the end after "a", found ";"\.$/],
  ])('rejects %s at position %i', (text, position, message) => {
    const [at, said] = mistakeIn(() => parseOrderBy(text));
    expect(said).toMatch(message);
    expect(at).toBe(position);
  });
});

describe('parseSelect', () => {
  it('parses names', () => {
    expect(parseSelect(" id, total ,Full name,'a,b',*")).toEqual([
      { name: 'id', at: 1 },
      { name: 'total', at: 5 },
      { name: 'Full name', at: 12 },
      { name: 'a,b', at: 22 },
      { name: '*', at: 28 },
    ]);
  });

  it.each([
    ['', 0, /^Expected the name of a field, found the end\.$/],
    ['a, ,b', 3, /^Expected the name of a field after ",", found ","\.$/],
    ['a,', 2, /^Expected the name of a field after ",", found the end\.$/],
    ['a(b)', 1, /^Expected the end after "a", found "\("\.$/],
    ["''", 0, /^Expected the name of a field, found "''"\.$/],
    ["a'b'", 1, /^Expected the end after "a", found "'b'"\.$/],
  ])('rejects %s at position %i', (text, position, message) => {
    const [at, said] = mistakeIn(() => parseSelect(text));
    expect(said).toMatch(message);
    expect(at).toBe(position);
  });
});

describe('parseExpand', () => {
  it('parses names', () => {
    expect(parseExpand('customer, orders')).toEqual([
      { name: 'customer', options: {}, at: 0 },
      { name: 'orders', options: {}, at: 10 },
    ]);
  });

  it('parses nested options with positions relative to the whole text', () => {
    expect(parseExpand('orders($select=id, total;$first=5;$expand=lines($top=2),shop($filter=open)),customer')).toEqual(
      [
        {
          name: 'orders',
          at: 0,
          options: {
            select: [
              { name: 'id', at: 15 },
              { name: 'total', at: 19 },
            ],
            first: 5,
            expand: [
              { name: 'lines', options: { first: 2 }, at: 42 },
              { name: 'shop', options: { filter: { kind: 'path', segments: ['open'], at: 69 } }, at: 56 },
            ],
          },
        },
        { name: 'customer', options: {}, at: 76 },
      ],
    );
  });

  it('parses each option', () => {
    const [item] = parseExpand(
      `o( $filter = a in (1,2) and contains(b,';)') ; $orderby=a desc,b;$first=-1;$skip=0;$count=true;$search= red "a;(b" shoes )`,
    );
    expect(item?.options).toMatchObject({
      filter: { kind: 'and', members: [{ kind: 'in' }, { kind: 'match', part: { text: ';)' } }] },
      orderby: [{ path: ['a'], descending: true }, { path: ['b'] }],
      first: -1,
      skip: 0,
      count: true,
      search: 'red "a;(b" shoes',
    });
    expect(parseExpand('o($count=false)')[0]?.options).toEqual({ count: false });
    expect(parseExpand('o($first=2147483647)')[0]?.options).toEqual({ first: 2_147_483_647 });
  });

  it.each([
    ['', 0, /^Expected the name of a relationship, found the end\.$/],
    ['orders,', 7, /^Expected the name of a relationship after ",", found the end\.$/],
    ['*', 0, /^Unexpected character "\*"\.$/],
    ['orders/lines', 6, /^Nest relationships in parentheses, as in "orders\(\$expand=…\)"\.$/],
    ['orders()', 7, /^Expected an option such as "\$select" after "\(", found "\)"\.$/],
    ['orders($first=5;)', 16, /^Expected an option such as "\$select" after ";", found "\)"\.$/],
    ['orders(select=id)', 7, /^Unknown option "select" in \$expand\. Did you mean "\$select"\?$/],
    ['orders($Top=5)', 7, /Did you mean "\$top"\?$/],
    ['orders($apply=x)', 7, /^Unknown option "\$apply" in \$expand\. Supported: \$select, \$filter/],
    ['orders($select)', 14, /^Expected "=" after "\$select", found "\)"\.$/],
    ['orders($select=)', 15, /^Expected the name of a field after "=", found "\)"\.$/],
    ['orders($top=-2)', 12, /^Expected -1 or a non-negative integer/],
    ['orders($first=1.5)', 14, /^Expected -1 or a non-negative integer/],
    ['orders($first=99999999999999999999)', 14, /^Expected -1 or a non-negative integer/],
    ["orders($first='5')", 14, /^Expected -1 or a non-negative integer/],
    ['orders($skip=-1)', 13, /^Expected a non-negative integer after "=", found "-1"\.$/],
    ['orders($count=yes)', 14, /^Expected "true" or "false" after "=", found "yes"\.$/],
    ['orders($first=1;$top=2)', 16, /^Duplicate "\$top"\.$/],
    ['orders($search=)', 15, /^Expected search words\.$/],
    ['orders($search="a)', 18, /^Expected "\)" after ""a\)", found the end\.$/],
    ['orders($filter=a eq)', 19, /^Expected a value after "eq", found "\)"\.$/],
    ['orders($filter=a eq 1;$orderby=a up)', 33, /^Expected "asc"/],
    ['orders($first=5', 15, /^Expected "\)" after "5", found the end\.$/],
    ['orders($first=5))', 16, /^Expected the end after "\)", found "\)"\.$/],
  ])('rejects %s at position %i', (text, position, message) => {
    const [at, said] = mistakeIn(() => parseExpand(text));
    expect(said).toMatch(message);
    expect(at).toBe(position);
  });

  it('limits the nesting depth', () => {
    const text = `${'a($expand='.repeat(1000)}a${')'.repeat(1000)}`;
    expect(apiErrorOf(() => parseExpand(text))).toMatchObject({
      code: 'LimitExceeded',
      details: { option: '$expand' },
    });
    expect(parseExpand('a($expand=b)', { maxDepth: 1 })).toHaveLength(1);
    expect(apiErrorOf(() => parseExpand('a($expand=b($filter=c))', { maxDepth: 1 })).code).toBe('LimitExceeded');
  });
});
