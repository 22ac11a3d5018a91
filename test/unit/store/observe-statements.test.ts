import { expect, it, onTestFinished } from 'vitest';
import { observeStatements } from '../../../src/store/observe-statements.ts';
import { kindOf } from '../../support/dialects.ts';
import { readShopConfig } from '../../support/shop-config.ts';

it('keeps all members of a driver', async () => {
  const { dataSource } = readShopConfig('mongodb', 'mongodb://127.0.0.1:1/shop');
  const driver = await kindOf('mongodb').open(dataSource);
  onTestFinished(() => driver.close());
  const observed = observeStatements(driver, () => undefined);
  expect(Object.keys(observed).sort()).toEqual(Object.keys(driver).sort());
  expect(observed.pingText).toBe(driver.pingText);
});
