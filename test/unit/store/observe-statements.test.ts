import { expect, it, onTestFinished } from 'vitest';
import { observeStatements } from '../../../src/store/observe-statements.ts';
import { kindOf } from '../../support/dialects.ts';
import { readShopConfig } from '../../support/shop-config.ts';

it.each([
  ['mongodb', 'mongodb://127.0.0.1:1/shop'],
  ['mysql', 'mysql://joinery:joinery@127.0.0.1:1/shop'],
  ['postgres', 'postgres://joinery:joinery@127.0.0.1:1/shop'],
] as const)('keeps all members of a driver of %s', async (kind, url) => {
  const { dataSource } = readShopConfig(kind, url);
  const driver = await kindOf(kind).open(dataSource);
  onTestFinished(() => driver.close());
  const observed = observeStatements(driver, () => undefined);
  expect(Object.keys(observed).sort()).toEqual(Object.keys(driver).sort());
  expect(observed.pingText).toBe(driver.pingText);
});
