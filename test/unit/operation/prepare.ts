import { parse } from 'graphql';
import { buildLimits } from '../../../src/config/build/build-runtime.ts';
import { settingsFor } from '../../../src/config/compatibility.ts';
import type { Operation } from '../../../src/operation/operation.ts';
import { type PreparedOperation, prepareOperation } from '../../../src/operation/prepared-operation.ts';
import { readOperation } from '../../../src/operation/read-operation.ts';
import type { ValueLimits } from '../../../src/operation/value-limits.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';

/** Public schema of the sample shop. */
export const { schema } = openOfflineShop('postgres');

export const limits = buildLimits({}, settingsFor(undefined).limits);

export const prepare = (text: string, changed: Partial<ValueLimits> = {}): PreparedOperation =>
  prepareOperation(schema, parse(text), undefined, { ...limits, ...changed });

export interface ReadVariables {
  readonly operation: Operation;
  readonly shape: string;
}

/** Returns the operation and its shape for these variables. @throws the first ApiError */
export function read(prepared: PreparedOperation, raw: Readonly<Record<string, unknown>>): ReadVariables {
  const coerced = prepared.coerce(raw);
  if ('apiErrors' in coerced) throw coerced.apiErrors[0];
  const { variables } = coerced;
  return { operation: readOperation(schema, prepared, variables, raw), shape: prepared.shapeOf(variables, raw) };
}

/** Returns the operation as JSON, with maps as objects. */
export const asJson = (operation: Operation): unknown =>
  JSON.parse(JSON.stringify(operation, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value)));
