import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { AnswerRequest } from '../../../src/app/application.ts';
import { coerceRequest } from '../../../src/app/coerce-request.ts';
import { buildOfflineSnapshot } from '../../../src/app/offline-snapshot.ts';
import { dialects, kindOf } from '../../support/dialects.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';

const requestOf = (document: string, metadata?: readonly string[]): AnswerRequest => ({
  document: parse(document),
  operationName: undefined,
  variables: {},
  identity: { role: 'staff', claims: {} },
  ...(metadata && { metadata }),
});

const ITEM = '{ value: order_by_pk(id: 5) { _etag id total } }';

describe.each(dialects)('requested item metadata on $name', ({ name }) => {
  const { model, config, explain } = openOfflineShop(name);
  const parts = buildOfflineSnapshot({ config, model, kind: kindOf(name), generation: 0 });

  it('changes the cache key of the script', () => {
    const keys = [undefined, [], ['_etag'], ['_etag', 'id'], ['id']].map((metadata) => {
      const coerced = coerceRequest(requestOf(ITEM, metadata), parts);
      return 'key' in coerced ? coerced.key.join('\0') : '';
    });
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is selected in its own columns, not in the JSON object', () => {
    const textOf = (metadata?: readonly string[]) => explain(requestOf(ITEM, metadata)).statements[0]?.text ?? '';
    expect(textOf()).toContain('_etag');
    expect(textOf(['_etag'])).not.toContain('_etag');
    expect(textOf(['_etag'])).toMatch(/sha2/i);
    expect(textOf([])).toBe(textOf());
  });

  it('is limited to one root', () => {
    const two = '{ a: order_by_pk(id: 5) { id } b: order_by_pk(id: 6) { id } }';
    expect(() => explain(requestOf(two, ['id']))).toThrow('single root field');
  });
});
