import { describe, expect, it } from 'vitest';
import { printExpression } from '../../../src/odata/filter-value.ts';
import { parsePolicy } from '../../../src/odata/parse-filter.ts';
import { mistakeIn, withoutPositions } from './api-error.ts';

describe('parsePolicy', () => {
  it.each([
    ['@item.owner eq @claims.userId', 'owner eq @claims.userId'],
    ['@claims.userId eq @item.owner', '@claims.userId eq owner'],
    ["@item.customer/country eq 'NL'", "customer/country eq 'NL'"],
    ["@item.customer.country eq 'NL'", "customer/country eq 'NL'"],
    ["@item/customer/country eq 'NL'", "customer/country eq 'NL'"],
    [
      '@item.orders/any(o: o/owner eq @claims.sub and @item.total gt o/total)',
      'orders/any(o: o/owner eq @claims.sub and total gt o/total)',
    ],
    ['@item.orders.any(o: @item.o.id eq o/id)', 'orders/any(o: $it/o/id eq o/id)'],
    ['@item.eq eq 1', '$it/eq eq 1'],
    ['owner eq 5', 'owner eq 5'],
    ['@item.owner in (@claims.userId, @claims.manager, 5)', 'owner in (@claims.userId, @claims.manager, 5)'],
    ['@claims.isAdmin or @item.public', '@claims.isAdmin or public'],
    ['contains(@item.name, tolower(@claims.name))', 'contains(name, tolower(@claims.name))'],
    ["@claims.realm_access.roles eq 'a'", "@claims.realm_access.roles eq 'a'"],
    [
      "@claims.http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name-1 eq 'a'",
      "@claims.http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name-1 eq 'a'",
    ],
    ['(@item.a eq @claims.a)', 'a eq @claims.a'],
  ])('parses %s', (text, canonical) => {
    const policy = parsePolicy(text);
    expect(printExpression(policy)).toBe(canonical);
    expect(withoutPositions(parsePolicy(canonical))).toEqual(withoutPositions(policy));
  });

  it('stores positions that include the "@"', () => {
    expect(parsePolicy('@item.owner.id eq @claims.sub')).toEqual({
      kind: 'compare',
      operator: 'eq',
      at: 0,
      left: { kind: 'path', segments: ['owner', 'id'], at: 0 },
      right: { kind: 'claim', name: 'sub', at: 18 },
    });
  });

  it.each([
    ['@item eq 1', 0, /^Invalid name "@item"\. Use "@item\.<field>" or "@claims\.<name>"\.$/],
    ['@Item.a eq 1', 0, /^Invalid name "@Item\.a"/],
    ['@item. eq 1', 10, /^Expected an operator/],
    ['@item.5 eq 1', 6, /^Expected the name of a field or relationship after "@item\.", found "5"\.$/],
    ['@item.a eq @claims.', 11, /^Invalid name "@claims\."/],
    ['@item.a eq @claims.b.', 20, /^Expected "and", "or", or the end after "@claims\.b", found "\."\.$/],
    [
      'customer.country eq 1',
      8,
      /^Expected an operator \(eq, ne, gt, ge, lt, le, in, and, or\) after "customer", found "\."\.$/,
    ],
    ['', 0, /^Expected a condition, found the end\.$/],
  ])('rejects %s at position %i', (text, position, message) => {
    const [at, said] = mistakeIn(() => parsePolicy(text));
    expect(said).toMatch(message);
    expect(at).toBe(position);
  });
});
