import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import type { Plan } from '../../../src/plan/shape/plan.ts';
import { explainOrRefuse, requestOf } from '../../golden/explain-case.ts';
import { readCases } from '../../golden/read-cases.ts';
import { printingDialect, printingDialects } from '../../support/dialects.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';

/** Joins the lines of a formatted statement. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/\(\n */g, '(')
    .replaceAll(/\n *\)/g, ')')
    .replaceAll(/\n */g, ' ');

describe.each(printingDialects)('compiled golden plans for $name', ({ name }) => {
  const shop = openOfflineShop(name);
  const plans = readCases()
    .filter(({ style }) => style === 'own')
    .flatMap((golden): readonly { readonly name: string; readonly plan: Plan }[] => {
      const explained = explainOrRefuse(requestOf(golden), shop);
      return explained instanceof ApiError ? [] : [{ name: golden.name, plan: explained.plan }];
    });

  it('are equal in compact and readable form', () => {
    expect(plans.length).toBeGreaterThan(20);
    for (const { name: golden, plan } of plans) {
      const [sent, readable] = [shop.store.compile(plan).requests, shop.store.compile(plan, 'clauses').requests];
      expect(
        readable.map(({ text }) => onOneLine(text)),
        golden,
      ).toEqual(sent.map(({ text }) => onOneLine(text)));
      expect(
        readable.map(({ slots }) => slots),
        golden,
      ).toEqual(sent.map(({ slots }) => slots));
      // Only a batch has line breaks, one for each statement.
      for (const { text } of sent) expect(text, golden).not.toMatch(/\n(?: |from |where |order by )/);
    }
  });

  it('contain no statement for introspection only', () => {
    const request = {
      name: 'introspection',
      folder: '',
      style: 'own' as const,
      document: '{ __typename __schema { queryType { name } } }',
      variables: {},
      role: 'anonymous',
      claims: {},
    };
    const explained = explainOrRefuse(requestOf(request), shop);
    expect(explained).toMatchObject({ statements: [] });
  });

  it('have one name per text, which changes with the catalog generation', () => {
    const later = printingDialect(name).kind.createStore(shop.model, 1);
    const texts = new Map<string, string>();
    for (const { plan } of plans) {
      const again = later.compile(plan).requests;
      for (const [index, request] of shop.store.compile(plan).requests.entries()) {
        expect(texts.get(request.name) ?? request.text).toBe(request.text);
        texts.set(request.name, request.text);
        expect(again[index]?.text).toBe(request.text);
        expect(again[index]?.name).not.toBe(request.name);
      }
    }
    expect(new Set(texts.values()).size).toBe(texts.size);
  });

  it('have a slot for each placeholder in order of appearance', () => {
    for (const { name: golden, plan } of plans) {
      for (const { text, slots } of shop.store.compile(plan).requests) {
        const found: readonly string[] = text.replaceAll(/'(?:[^'\\]|''|\\.)*'/g, "''").match(/\$\d+|\?|@p\d+/g) ?? [];
        const expected = slots.map((_, index) => {
          if (found.includes('?')) return '?';
          return name === 'sqlserver' ? `@p${index}` : `$${index + 1}`;
        });
        const first = found.includes('?') ? found : [...new Set(found)];
        expect(first, golden).toEqual(expected);
      }
    }
  });
});
