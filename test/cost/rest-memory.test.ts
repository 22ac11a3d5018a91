import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createRestOperations } from '../../src/server/rest/document/rest-operations.ts';
import { bootShop } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';

const MEBIBYTE = 1024 * 1024;

/** For all caches together. */
const BUDGET = 8 * MEBIBYTE;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describeOn('postgres', 'memory of REST requests', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop({
      change: (config) => ({
        ...config,
        runtime: { ...config.runtime, limits: { ...config.runtime.limits, operationCacheBytes: BUDGET } },
      }),
    });
  });
  afterAll(() => app.close());

  it('stays within the cache budget for any number of different documents', () => {
    const operations = createRestOperations(app);
    const order = app.model.byName.get('Order');
    const held = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const request = (from: number, to: number): void => {
      for (let page = from; page < to; page += 1) {
        const inner = `orderDetails($first=${1 + (page % 30)};$expand=product($expand=category))`;
        operations.collection(
          order as NonNullable<typeof order>,
          'authenticated',
          `$first=${page}&$expand=customer,${inner}`,
        );
      }
    };
    request(1, 50);
    const before = held();
    request(50, 1000);
    expect(held() - before).toBeLessThan(BUDGET);
  });
});
